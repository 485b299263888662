import { expect, test } from 'vitest';
import { four } from '../fixtures/bag';
import type { BetTheBagEvent } from '../wire';
import { whyFailed } from './failures';
import { acesOf, foldTurns, lastFailed } from './log';

const opened = (turn: number, seat: number): BetTheBagEvent => ({
  type: 'turn_opened',
  turn,
  seat,
  closes_at: 0,
});
const flipped = (turn: number): BetTheBagEvent => ({
  type: 'card_flipped',
  turn,
  card: four,
  by_clock: false,
});
const bid = (turn: number, seat: number, tiles: number): BetTheBagEvent => ({
  type: 'tiles_bid',
  turn,
  seat,
  tiles,
});
const minute = (turn: number, attempt: number, seat: number, limit: number): BetTheBagEvent => ({
  type: 'attempt_opened',
  turn,
  attempt,
  seat,
  limit,
  closes_at: 0,
});
const drawn = (turn: number, attempt: number, seat: number, tile: string): BetTheBagEvent => ({
  type: 'tile_drawn',
  turn,
  attempt,
  seat,
  tile,
});
const submitted = (turn: number, attempt: number, seat: number, word: string): BetTheBagEvent => ({
  type: 'word_submitted',
  turn,
  attempt,
  seat,
  word: [...word],
  blanks: [],
  closes_at: 0,
});
const challenged = (turn: number, seat: number, right: boolean): BetTheBagEvent => ({
  type: 'word_challenged',
  turn,
  attempt: 1,
  seat,
  in_lexicon: right,
});

test('the tiles that one bidder leaves count for the next', () => {
  const [turn] = foldTurns([
    opened(1, 0),
    flipped(1),
    bid(1, 0, 5),
    bid(1, 1, 6),
    minute(1, 1, 0, 5),
    drawn(1, 1, 0, 'r'),
    drawn(1, 1, 0, 'a'),
    { type: 'attempt_failed', turn: 1, attempt: 1, seat: 0, reason: 'clock' },
    minute(1, 2, 1, 6),
    { type: 'tiles_laid', turn: 1, attempt: 2, seat: 1, tiles: ['c', 'b'] },
    submitted(1, 2, 1, 'crab'),
  ]);
  expect(turn?.attempts).toMatchObject([
    { seat: 0, limit: 5, lying: 2, failure: 'clock', word: null },
    { seat: 1, limit: 6, lying: 4, failure: null, word: [...'crab'] },
  ]);
  expect(turn?.over).toBe(false);
});

test('a word that a challenge confirms is kept with its doubled points', () => {
  const turns = foldTurns([
    opened(1, 0),
    flipped(1),
    minute(1, 1, 0, 5),
    submitted(1, 1, 0, 'crab'),
    challenged(1, 2, true),
    {
      type: 'contract_filled',
      turn: 1,
      seat: 0,
      word: [...'crab'],
      won: { card: four, doubled: true },
      points: 8,
    },
  ]);
  expect(turns[0]).toMatchObject({
    over: true,
    attempts: [{ challenger: 2, inLexicon: true, points: 8 }],
  });
});

test('a bogus word is kept with what it cost, beside the word that then filled the contract', () => {
  const [turn] = foldTurns([
    opened(1, 0),
    flipped(1),
    minute(1, 1, 0, 5),
    submitted(1, 1, 0, 'florb'),
    challenged(1, 1, false),
    { type: 'card_lost', turn: 1, seat: 0, lost: { card: four, doubled: false }, points: 4 },
    { type: 'attempt_failed', turn: 1, attempt: 1, seat: 0, reason: 'bogus' },
    minute(1, 2, 1, 7),
    submitted(1, 2, 1, 'crab'),
  ]);
  expect(turn?.attempts).toMatchObject([
    { word: [...'florb'], inLexicon: false, lost: 4, failure: 'bogus', points: null },
    { word: [...'crab'] },
  ]);
});

test('a turn is over when its contract is discarded, and the last when the game has ended', () => {
  const ace: BetTheBagEvent = { type: 'card_flipped', turn: 2, card: [1, 'clubs'], by_clock: true };
  const turns = foldTurns([
    opened(1, 0),
    flipped(1),
    { type: 'bid_passed', turn: 1, seat: 0, by_clock: false },
    { type: 'contract_discarded', turn: 1 },
    opened(2, 1),
    ace,
    { type: 'bag_ended' },
  ]);
  expect(turns).toMatchObject([
    { number: 1, contract: four, passed: [0], over: true, ended: false },
    { number: 2, contract: null, aces: 1, over: true, ended: true },
  ]);
});

test('events that are hidden, and tiles that are taken, change nothing', () => {
  expect(foldTurns([{ type: 'hidden' }])).toEqual([]);
  const taken: BetTheBagEvent = { type: 'tiles_taken', seat: 0, count: 1, tiles: null };
  expect(foldTurns([opened(1, 0), taken])).toHaveLength(1);
});

test('the deck of the first event tells how many aces there are', () => {
  expect(acesOf([])).toBe(0);
  const cards = [[1, 'clubs'], [1, 'hearts'], four] as const;
  expect(acesOf([{ type: 'bag_opened', cards } as unknown as BetTheBagEvent])).toBe(2);
});

const failed = (reason: 'bogus' | 'clock' | 'gave_up', seat: number): BetTheBagEvent => ({
  type: 'attempt_failed',
  turn: 1,
  attempt: 1,
  seat,
  reason,
});
const names = ['You', 'Theo', 'Ada'];
const name = (seat: number) => names[seat] ?? '';

test('why the last attempt failed is told until the next contract is turned up', () => {
  const lost = { type: 'card_lost', turn: 1, seat: 1, points: 5, lost: { card: four, doubled: false } } as const;
  const events = [
    opened(1, 0),
    flipped(1),
    bid(1, 1, 5),
    minute(1, 1, 1, 5),
    submitted(1, 1, 1, 'florb'),
    challenged(1, 0, false),
    lost,
    failed('bogus', 1),
  ];
  const why = (list: BetTheBagEvent[], you: number | null = 0) => {
    const attempt = lastFailed(foldTurns(list));
    return attempt === null ? '' : whyFailed(attempt, name, you);
  };
  expect(why(events.slice(0, 5))).toBe('');
  expect(why(events)).toBe('FLORB is not a word: Theo loses a card of 5 points');
  expect(why([...events, minute(1, 2, 2, 8), failed('clock', 2)])).toBe('Ada’s minute ran out, with 0 of 8 tiles on the table');
  expect(why([...events, opened(2, 1)])).toBe('FLORB is not a word: Theo loses a card of 5 points');
  expect(why([...events, opened(2, 1), flipped(2)])).toBe('');
});

test('a minute of one’s own that ran out, and a bluff that cost nothing, are told as such', () => {
  const events = [opened(1, 0), flipped(1), bid(1, 0, 5), minute(1, 1, 0, 5)];
  const clock = foldTurns([...events, failed('clock', 0)])[0]?.attempts[0];
  expect(clock && whyFailed(clock, name, 0)).toBe('Your minute ran out, with 0 of 5 tiles on the table');
  const bluff = [submitted(1, 1, 0, 'florb'), challenged(1, 2, false), failed('bogus', 0)];
  const bogus = foldTurns([...events, ...bluff])[0]?.attempts[0];
  expect(bogus && whyFailed(bogus, name, 0)).toBe('FLORB is not a word: you had no card to lose');
});
