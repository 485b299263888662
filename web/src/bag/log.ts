/** The turns of a game, folded from its events. */

import type { BetTheBagEvent, ContractCard, Failure, Seat, TileBid } from '../wire';

/** One attempt at a contract, with the word it came to. */
export interface Attempt {
  seat: Seat;
  limit: number;
  /** Tiles on the table by the end of it. */
  lying: number;
  word: string[] | null;
  challenger: Seat | null;
  inLexicon: boolean | null;
  /** What the submitter lost by a bogus word; 0 where there was nothing to lose. */
  lost: number;
  /** What the word scored; `null` where it did not. */
  points: number | null;
  failure: Failure | null;
}

export interface Turn {
  number: number;
  seat: Seat;
  contract: ContractCard | null;
  aces: number;
  bids: TileBid[];
  passed: Seat[];
  attempts: Attempt[];
  over: boolean;
  /** Whether the last ace ended the game in it. */
  ended: boolean;
}

/** Fold events in order; the last turn may still run. */
export function foldTurns(events: readonly BetTheBagEvent[]): Turn[] {
  const turns: Turn[] = [];
  for (const event of events) {
    if (event.type === 'turn_opened') {
      const before = turns.at(-1);
      if (before !== undefined) before.over = true;
      turns.push({
        number: event.turn,
        seat: event.seat,
        contract: null,
        aces: 0,
        bids: [],
        passed: [],
        attempts: [],
        over: false,
        ended: false,
      });
    }
    const turn = turns.at(-1);
    if (turn !== undefined) add(turn, event);
  }
  return turns;
}

/** How many aces the deck holds, as its first event tells. */
export function acesOf(events: readonly BetTheBagEvent[]): number {
  const opened = events.find((event) => event.type === 'bag_opened');
  const cards = opened?.type === 'bag_opened' ? opened.cards : [];
  return cards.filter(([rank]) => rank === 1).length;
}

/** The attempt that failed last, of the turn that runs or else of the one before it. */
export function lastFailed(turns: readonly Turn[]): Attempt | null {
  const running = turns.at(-1);
  const turn = running?.contract === null && !running.over ? turns.at(-2) : running;
  const failed = turn?.attempts.filter(({ failure }) => failure !== null) ?? [];
  return failed.at(-1) ?? null;
}

function add(turn: Turn, event: BetTheBagEvent): void {
  const attempt = turn.attempts.at(-1);
  switch (event.type) {
    case 'card_flipped':
      if (event.card[0] === 1) turn.aces += 1;
      else turn.contract = event.card;
      return;
    case 'tiles_bid':
      turn.bids.push({ seat: event.seat, tiles: event.tiles });
      return;
    case 'bid_passed':
      turn.passed.push(event.seat);
      return;
    case 'attempt_asked':
      turn.attempts.push(newAttempt(event.seat, event.limit, attempt?.lying ?? 0));
      return;
    case 'attempt_opened':
      // By day it was asked for before, and is there (X1.1).
      if (turn.attempts.length < event.attempt) {
        turn.attempts.push(newAttempt(event.seat, event.limit, attempt?.lying ?? 0));
      }
      return;
    case 'contract_discarded':
      turn.over = true;
      return;
    case 'bag_ended':
      turn.over = true;
      turn.ended = true;
      return;
  }
  if (attempt !== undefined) addTo(attempt, turn, event);
}

function addTo(attempt: Attempt, turn: Turn, event: BetTheBagEvent): void {
  switch (event.type) {
    case 'tile_drawn':
      attempt.lying += 1;
      return;
    case 'tiles_laid':
      attempt.lying += event.tiles.length;
      return;
    case 'word_submitted':
      attempt.word = event.word;
      return;
    case 'word_challenged':
      attempt.challenger = event.seat;
      attempt.inLexicon = event.in_lexicon;
      return;
    case 'card_lost':
      attempt.lost = event.points;
      return;
    case 'attempt_failed':
      attempt.failure = event.reason;
      return;
    case 'contract_filled':
      attempt.points = event.points;
      turn.over = true;
      return;
    default:
      return;
  }
}

function newAttempt(seat: Seat, limit: number, lying: number): Attempt {
  return {
    seat,
    limit,
    lying,
    word: null,
    challenger: null,
    inLexicon: null,
    lost: 0,
    points: null,
    failure: null,
  };
}
