import { expect, test } from 'vitest';
import { attempt, challenge, lobby, seat, view } from '../fixtures/bag';
import type { BagView } from '../wire';
import { seatLines } from './seats';

const states = (of: BagView) => seatLines(of, lobby()).map(({ state }) => state);

test('while bids are made each seat shows its bid, its pass, or that it is to bid', () => {
  const seats = [seat(), seat({ passed: true }), seat({ bid: 6 }), seat({ bid: 8 })];
  expect(states(view({ seats }))).toEqual(['Bidding', 'Passed', 'Bid 6', 'Bid 8']);
});

test('while an attempt runs the next one is named, and those that failed', () => {
  expect(states(attempt())).toEqual(['Attempts · bid 5', 'Passed', 'Bid 6 · next', 'Bid 8']);
  const seats = [seat({ bid: 5, failed: true }), seat(), seat({ bid: 6 }), seat({ bid: 8 })];
  const later = attempt({ seats, attempting: 2, queue: attempt().queue.slice(1) });
  expect(states(later)[0]).toBe('Bid 5 · failed');
});

test('while a word is judged each seat shows whether it has accepted', () => {
  const submission = { seat: 2, word: [...'crab'], blanks: [], accepted: [1] };
  expect(states(challenge({ submission, awaited: [0, 3] }))).toEqual([
    'Judging',
    'Accepted',
    'Submitted',
    'Judging',
  ]);
});

test('who is away is said to be so when the table waits for that seat', () => {
  expect(states(view({ awaited: [2] }))[2]).toBe('Away');
});

test('the end names the winners', () => {
  const outcome = { scores: [4, 0, 9, 9], winners: [2, 3] };
  expect(states(view({ phase: 'over', outcome, awaited: [] }))).toEqual(['', '', 'Winner', 'Winner']);
});
