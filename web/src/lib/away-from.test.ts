import { describe, expect, it } from 'vitest';
import { awayFrom, type Box } from './away-from';

const phone = { width: 360, height: 740 };
const card = { width: 344, height: 170 };
const over = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

describe('awayFrom', () => {
  it.each([
    { left: 12, top: 600, width: 336, height: 50 },
    { left: 12, top: 690, width: 336, height: 50 },
    { left: 0, top: 0, width: 360, height: 48 },
    { left: 0, top: 100, width: 360, height: 300 },
  ])('covers nothing of what it speaks of %#', (about) => {
    const place = awayFrom({ about, seen: [], pressed: [] }, card, phone);
    expect(over({ ...place, ...card }, about)).toBe(false);
    expect(place.top).toBeGreaterThanOrEqual(0);
    expect(place.top + card.height).toBeLessThanOrEqual(phone.height);
  });

  it('leaves the clock to be seen where it can', () => {
    const about = { left: 12, top: 600, width: 336, height: 50 };
    const clock = { left: 0, top: 430, width: 360, height: 150 };
    const place = awayFrom({ about, seen: [clock], pressed: [] }, card, phone);
    expect(over({ ...place, ...card }, clock)).toBe(false);
  });

  it('leaves what may be pressed where there is room for it between', () => {
    const about = { left: 12, top: 600, width: 336, height: 50 };
    const pressed = [
      { left: 0, top: 0, width: 360, height: 48 },
      { left: 8, top: 250, width: 100, height: 44 },
      { left: 8, top: 530, width: 100, height: 44 },
      { left: 8, top: 680, width: 344, height: 50 },
    ];
    const place = awayFrom({ about, seen: [], pressed }, card, phone);
    for (const box of [about, ...pressed]) expect(over({ ...place, ...card }, box)).toBe(false);
    expect(place.clear).toBe(true);
  });

  it('rather covers what may be pressed than what has to be seen, and that than what it speaks of', () => {
    const page = { width: 360, height: 3 * 170 + 4 * 8 };
    const third = (n: number) => ({ left: 0, top: 8 + n * 178, width: 360, height: 170 });
    const place = awayFrom({ about: third(0), seen: [third(1)], pressed: [third(2)] }, card, page);
    expect(place).toMatchObject({ top: third(2).top, clear: false });
  });

  it('goes to the foot of the page where it speaks of nothing on it', () => {
    expect(awayFrom({ about: null, seen: [], pressed: [] }, card, phone)).toEqual({ left: 8, top: 740 - 170 - 8, clear: true });
  });
});
