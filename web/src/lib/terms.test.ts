import { describe, expect, it } from 'vitest';
import { lobby } from '../fixtures/match';
import type { Terms } from '../wire';
import { changes, changeTold, lines, termsOf, unsettled } from './terms';

const options = { bidding: 'sealed', round_clock_ms: 60_000, lay_clock_ms: 30_000, void: 'pays' };
const plain: Terms = { seats: 3, options, lexicon: 'english', public: false, absence: 'bot' };
const set = (more: Partial<Terms>) => ({ ...plain, ...more });
const table = (terms: Terms, more = {}) =>
  lobby({
    ...terms,
    stage: 'waiting',
    seats: Array.from({ length: terms.seats }, () => null),
    lexicon: { name: terms.lexicon, sha256: '' },
    ...more,
  });

describe('what the host changed', () => {
  it.each<[Partial<Terms>, string, string]>([
    [{ seats: 5 }, '5', '3'],
    [{ lexicon: 'harbour' }, 'harbour', 'english'],
    [{ options: { ...options, round_clock_ms: null } }, 'No clock', '60 seconds'],
    [{ public: true }, 'Whoever looks at the home page', 'Whoever has the link'],
    [{ absence: 'passes' }, 'That seat passes until its player is back', 'A bot takes over until that player is back'],
  ])('is told with what it was %#', (more, value, was) => {
    expect(changes(plain, set(more))).toMatchObject([{ value, was }]);
  });

  it('has every setting of a table as a line', () => {
    expect(lines(termsOf(table(plain))).map(({ key }) => key)).toEqual([
      'seats',
      'bidding',
      'round_clock_ms',
      'absence',
      'public',
      'lexicon',
    ]);
  });

  it('has new lines where another setting makes them count', () => {
    const called = set({ options: { ...options, bidding: 'called' } });
    const found = changes(plain, called);
    expect(found.map(({ key }) => key)).toEqual(['bidding', 'lay_clock_ms', 'void']);
    expect(found.at(-1)?.was).toBe('');
  });

  it('is nothing where all agree, nor a seat more after a game', () => {
    expect(unsettled(table(plain))).toEqual([]);
    expect(unsettled(table(set({ seats: 4 }), { former: plain }))).toHaveLength(1);
    expect(unsettled(table(set({ seats: 4 }), { former: plain, stage: 'over' }))).toEqual([]);
  });

  it('is told once, and not of who only sits down', () => {
    const after = table(set({ seats: 4 }), { settings: 2 });
    expect(changeTold(table(plain), after)).toBe('The host changed the settings. Seats: 4.');
    expect(changeTold(after, after)).toBe('');
    expect(changeTold(null, after)).toBe('');
    expect(changeTold(table(plain), table(set({ seats: 4 })))).toBe('');
  });
});
