/** What the page uses of the translated rules. */

import type { Struct, StructClass } from './python.ts';

export interface Chance {
  below(n: number): number;
  shuffle<T>(items: readonly T[]): T[];
}

export interface Lexicon {
  readonly pin: { name: string; sha256: string };
  has(word: string[]): boolean;
}

/** The protocol that every game implements; what is named in Python stands in order here. */
export interface Rules {
  readonly name: string;
  readonly version: number;
  readonly min_seats: number;
  readonly max_seats: number;
  readonly empty: Struct;
  readonly action_type: StructClass[];
  readonly event_type: StructClass[];
  check(seats: number, options: Struct): void;
  open(setup: Struct, now: number, chance: Chance): Struct[];
  decide(
    state: Struct,
    action: Struct,
    by: number | null | undefined,
    now: number,
    chance: Chance,
    lexicon: Lexicon,
  ): Struct[];
  deadline(state: Struct): number | null;
  expire(state: Struct, now: number, chance: Chance, lexicon: Lexicon): Struct[];
  evolve(state: Struct, event: Struct): Struct;
  view(state: Struct, seat: number | null): Struct;
  offers(view: Struct): Struct[];
}

export const MATCH: Rules;
export const BET_THE_BAG: Rules;
/** The legal places of a draft, from a view and the draft. */
export function composeMatch(view: Struct, draft: Struct): Struct;
/** Value and score of a play on a crossword. */
export function worth(crossword: Struct, play: Struct): Struct;
export const Crossword: StructClass;
export const Draft: StructClass;
export const MatchPlay: StructClass;
export const MatchOptions: StructClass;
export const BagOptions: StructClass;
export const ROUND_CLOCKS_MS: readonly number[];
export const LAY_CLOCKS_MS: readonly number[];
export const BID_CLOCKS_MS: readonly number[];
export const ATTEMPT_MS: number;
export const CHALLENGE_MS: number;
export const MOST_TILES: number;
export const MOST_SEATS_OUT: number;
export const ACE: number;
export const BLANK: string;
/** The contract cards. */
export function loadCards(): Struct[];
export const Bidding: { SEALED: string; CALLED: string } & Iterable<string>;
export const Dry: Iterable<string>;
export const Void: Iterable<string>;
export const Words: Iterable<string>;
export const Blanks: { IN: string; OUT: string } & Iterable<string>;
export const Recycle: { BAG: string; OUT: string } & Iterable<string>;
export class IllegalAction extends Error {
  readonly code: string;
  readonly detail: string;
  readonly clause: string;
}
