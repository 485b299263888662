/** The settings of a table in words; a setting that is not known here shows its own name. */

import type { Lobby } from '../wire';
import { common } from './common';

const names: Record<string, string> = {
  bidding: 'Bidding',
  round_clock_ms: 'Clock of a round',
  lay_clock_ms: 'Clock to lay a called bid',
  void: 'A call that is not laid',
  dry: 'When the cards run out',
  deck: 'Deck',
  words: 'Words',
  blanks: 'Blanks',
  recycle: 'Tiles of a finished contract',
  bid_clock_ms: 'Clock of a bid',
  tiles: 'Tiles',
};

const values: Record<string, Record<string, string>> = {
  bidding: {
    sealed: 'Sealed: a bid is a hidden play',
    called: 'Called: a bid is a number',
  },
  void: {
    pays: 'Costs what was called',
    free: 'Costs nothing',
  },
  dry: {
    clear: 'Shuffle the crossword in',
    none: 'Draw no more',
  },
  words: {
    challenge: 'Any word, unless challenged',
    checked: 'Only words of the lexicon',
  },
  blanks: {
    in: 'In the bag',
    out: 'Left out',
  },
  recycle: {
    bag: 'Back into the bag',
    out: 'Out of play (up to 4 seats)',
  },
};

/** The clause that tells of a setting. */
const clauses: Record<string, string> = {
  bidding: 'M3.2',
  round_clock_ms: 'M3.4',
  dry: 'M6.4',
  blanks: 'B1.1',
  bid_clock_ms: 'B4.3',
  recycle: 'B5.4',
  words: 'B7.4',
};

/** The settings that a line about a table has room for, in short. */
const short: Record<string, Record<string, string>> = {
  bidding: { sealed: 'sealed bids', called: 'called bids' },
  words: { challenge: 'with challenges', checked: 'checked words' },
};
const clockOf: Record<string, string> = { round_clock_ms: 'a round', bid_clock_ms: 'a bid' };

/** Settings that only count at a table with called bids. */
const OF_CALLS = ['lay_clock_ms', 'void'];
/** What the lexicon says already. */
const LETTERS = ['deck', 'tiles'];

export const options = {
  title: 'How this table is set',
  seats: 'Seats',
  lexicon: 'Lexicon',
  public: 'Who finds the table',
  publics: { listed: 'Whoever looks at the home page', linked: 'Whoever has the link' },
  was: (value: string) => (value === '' ? 'new' : `was: ${value}`),
  changedTitle: 'The host changed the settings',
  changedBy: (lines: readonly string[]) => `The host changed the settings. ${lines.join('. ')}.`,
  free: (all: number, free: number) => `${all}, ${free === 0 ? 'none' : free} free`,
  here: (name: string, value: string) => `At this table: ${name.toLowerCase()}, ${value.toLowerCase()}.`,
  /** Whether a setting tells something, beside the others. */
  matters: (key: string, given: Readonly<Record<string, unknown>>): boolean =>
    !(LETTERS.includes(key) && given[key] === 'english') &&
    !(OF_CALLS.includes(key) && given['bidding'] === 'sealed'),
  clause: (key: string): string | undefined => (OF_CALLS.includes(key) ? clauses['bidding'] : clauses[key]),
  /** A table in a line: how bids are made, the clock, the lexicon, free seats. */
  brief: ({ options: given, lexicon, seats }: Lobby): string => {
    const parts = Object.entries(given as Record<string, unknown>).flatMap(([key, value]) => {
      const known = short[key]?.[String(value)];
      if (known !== undefined) return [known];
      const each = clockOf[key];
      if (each === undefined) return [];
      return [typeof value === 'number' ? `${common.seconds(value)} ${each}` : 'no clock'];
    });
    const free = seats.filter((seat) => seat === null).length;
    return [...parts, lexicon.name, `${free || 'no'} of ${seats.length} seats free`].join(' · ');
  },
  name: (key: string) => names[key] ?? key.replace(/_ms$/, '').replaceAll('_', ' '),
  value: (key: string, value: unknown): string => {
    const known = values[key]?.[String(value)];
    if (known !== undefined) return known;
    if (value === null) return key.endsWith('_ms') ? 'No clock' : 'none';
    if (key.endsWith('_ms') && typeof value === 'number') return common.seconds(value);
    return String(value);
  },
};
