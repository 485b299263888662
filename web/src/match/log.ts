/** The rounds of a game, folded from its events. */

import type { Card, Kind, MatchEvent, Seat } from '../wire';

export interface Round {
  number: number;
  bids: { seat: Seat; value: number }[];
  voided: { seat: Seat; value: number; paid: number }[];
  laid: {
    seat: Seat;
    word: string[];
    kind: Kind;
    /** How many letters of the word lie before and after what was there. */
    before: Card[];
    after: Card[];
    column: number;
    value: number;
    score: number;
    coins: number;
  } | null;
  /** Why the crossword was cleared, if it was. */
  cleared: 'nobody_bid' | 'dry' | null;
  over: boolean;
}

/** Fold events in order; the last round may still run. */
export function foldRounds(events: readonly MatchEvent[]): Round[] {
  const rounds: Round[] = [];
  for (const event of events) {
    if (event.type === 'round_opened') {
      const before = rounds[rounds.length - 1];
      if (before !== undefined) before.over = true;
      rounds.push({
        number: event.round,
        bids: [],
        voided: [],
        laid: null,
        cleared: null,
        over: false,
      });
      continue;
    }
    const round = rounds[rounds.length - 1];
    if (round !== undefined) add(round, event);
  }
  return rounds;
}

function add(round: Round, event: MatchEvent): void {
  switch (event.type) {
    case 'bid_placed':
      round.bids.push({ seat: event.seat, value: event.value });
      return;
    case 'bid_voided':
      round.voided.push({ seat: event.seat, value: event.value, paid: event.paid });
      return;
    case 'play_laid': {
      const { seat, word, value, score, coins, play } = event;
      const { kind, before, after, column } = play;
      round.laid = { seat, word, kind, before, after, column, value, score, coins };
      round.over = true;
      return;
    }
    case 'crossword_cleared':
      round.cleared = event.nobody_bid ? 'nobody_bid' : 'dry';
      round.over = true;
      return;
    case 'match_ended':
      round.over = true;
      return;
    default:
      return;
  }
}
