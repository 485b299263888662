/** The settings of a table in words; a setting that is not known here shows its own name. */

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

export const options = {
  name: (key: string) => names[key] ?? key.replace(/_ms$/, '').replaceAll('_', ' '),
  value: (key: string, value: unknown): string => {
    const known = values[key]?.[String(value)];
    if (known !== undefined) return known;
    if (value === null) return key.endsWith('_ms') ? 'No clock' : 'none';
    if (key.endsWith('_ms') && typeof value === 'number') return common.seconds(value);
    return String(value);
  },
};
