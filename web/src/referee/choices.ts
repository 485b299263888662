/** The settings of a game of real cards, each with what the rules offer for it. */

import { toWire } from './clauses/python';
import {
  BagOptions,
  BID_CLOCKS_MS,
  Bidding,
  Blanks,
  Dry,
  LAY_CLOCKS_MS,
  MatchOptions,
  MOST_SEATS_OUT,
  Recycle,
  ROUND_CLOCKS_MS,
  Void,
  Words,
} from './clauses/rules.js';
import type { GameName } from './table.svelte';

/** The games that can be refereed. */
export const GAMES: readonly GameName[] = ['match', 'bet_the_bag'];

/** What can be chosen. Bids are always called: nobody can show a hidden play to a phone (M3.2). */
export function choicesOf(game: GameName, seats: number): Record<string, unknown[]> {
  if (game === 'match') {
    return {
      round_clock_ms: [...ROUND_CLOCKS_MS, null],
      lay_clock_ms: [...LAY_CLOCKS_MS],
      void: [...Void],
      dry: [...Dry],
    };
  }
  return {
    words: [...Words],
    blanks: [...Blanks],
    recycle: seats > MOST_SEATS_OUT ? [Recycle.BAG] : [...Recycle],
    bid_clock_ms: [...BID_CLOCKS_MS, null],
  };
}

/** All settings, as the rules have them where nobody chooses. */
export function defaultsOf(game: GameName): Record<string, unknown> {
  if (game === 'match') {
    return { ...(toWire(new MatchOptions()) as object), bidding: Bidding.CALLED };
  }
  return toWire(new BagOptions()) as Record<string, unknown>;
}
