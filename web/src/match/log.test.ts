import { expect, test } from 'vitest';
import { play } from '../fixtures/match';
import type { MatchEvent } from '../wire';
import { foldRounds } from './log';

const opened = (round: number): MatchEvent => ({ type: 'round_opened', round, closes_at: null });
const bid = (round: number, seat: number, value: number): MatchEvent => ({
  type: 'bid_placed',
  round,
  seat,
  value,
  closes_at: null,
  play: null,
});
const laid = (round: number, seat: number): MatchEvent => ({
  type: 'play_laid',
  round,
  seat,
  play: play('base', 0, 'stone'),
  word: [...'stone'],
  value: 10,
  score: 10,
  coins: 8,
});

test('a round keeps its bids in order, its play and what was paid', () => {
  const [round] = foldRounds([{ type: 'hidden' }, opened(1), bid(1, 2, 4), bid(1, 0, 10), laid(1, 0)]);
  expect(round).toMatchObject({
    number: 1,
    bids: [
      { seat: 2, value: 4 },
      { seat: 0, value: 10 },
    ],
    laid: { seat: 0, word: [...'stone'], kind: 'base', coins: 8, score: 10 },
    over: true,
  });
});

test('the last round runs until something ends it', () => {
  const rounds = foldRounds([opened(1), laid(1, 0), opened(2), bid(2, 1, 3)]);
  expect(rounds.map(({ over }) => over)).toEqual([true, false]);
});

test('a round without a bid says why nothing was laid', () => {
  const cleared: MatchEvent = { type: 'crossword_cleared', round: 2, nobody_bid: true };
  const rounds = foldRounds([opened(1), opened(2), cleared]);
  expect(rounds.map(({ laid: play, cleared: why, over }) => [play, why, over])).toEqual([
    [null, null, true],
    [null, 'nobody_bid', true],
  ]);
});

test('a crossword that was cleared because cards ran out stays a round with a play', () => {
  const cleared: MatchEvent = { type: 'crossword_cleared', round: 1, nobody_bid: false };
  const [round] = foldRounds([opened(1), bid(1, 0, 10), laid(1, 0), cleared]);
  expect(round?.laid).not.toBeNull();
  expect(round?.cleared).toBe('dry');
});

test('a void bid is kept beside the one that was laid', () => {
  const void_: MatchEvent = {
    type: 'bid_voided',
    round: 1,
    seat: 3,
    value: 12,
    by_clock: true,
    paid: 5,
  };
  const [round] = foldRounds([opened(1), bid(1, 0, 10), bid(1, 3, 12), void_, laid(1, 0)]);
  expect(round?.voided).toEqual([{ seat: 3, value: 12, paid: 5 }]);
});

test('folding is the same however the events are split', () => {
  const events = [opened(1), bid(1, 0, 10), laid(1, 0), opened(2), bid(2, 1, 3)];
  expect(foldRounds(events)).toEqual(foldRounds([...events.slice(0, 2), ...events.slice(2)]));
});
