import { expect, test } from 'vitest';
import { cardSize } from './rows';

const NARROW = { width: 44, height: 46 };
const PHONE = 336;

const rowsOf = (n: number) => {
  const { width } = cardSize(n, PHONE, NARROW);
  return Math.ceil(n / Math.floor((PHONE + 4) / (width + 4)));
};

test.each([
  [7, 1],
  [9, 1],
  [10, 2],
  [18, 2],
  [24, 3],
])('a hand of %i takes %i rows on a phone of 360 px', (n, rows) => {
  expect(rowsOf(n)).toBe(rows);
});

test('no card is too narrow for a thumb, or wider than its most', () => {
  for (let n = 1; n <= 30; n++) {
    const { width, height } = cardSize(n, PHONE, NARROW);
    expect(width).toBeGreaterThanOrEqual(33);
    expect(width).toBeLessThanOrEqual(44);
    expect(height).toBeGreaterThanOrEqual(44);
  }
});

test('a place that is not measured yet gives cards of the largest size', () => {
  expect(cardSize(12, 0, NARROW)).toEqual(NARROW);
});
