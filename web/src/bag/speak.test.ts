import { expect, test } from 'vitest';
import { attempt, lying, view } from '../fixtures/bag';
import type { BetTheBagEvent } from '../wire';
import { boardSpoken, headOf, saying, type Hearer } from './speak';
import { compareTiles, tileNames } from './tiles';

const NAMES = ['You', 'Mira', 'Tomás', 'Ada'];
const name = (i: number) => NAMES[i] ?? '';
const hearer = (more: Partial<Hearer> = {}): Hearer => ({
  you: 0,
  name,
  view: view(),
  aces: 4,
  ...more,
});

const submitted: BetTheBagEvent = {
  type: 'word_submitted',
  turn: 1,
  attempt: 1,
  seat: 2,
  word: [...'crab'],
  blanks: [],
  closes_at: 10_000,
};

test('one’s own minute interrupts, that of others waits', () => {
  const opened = (seat: number): BetTheBagEvent => ({
    type: 'attempt_opened',
    turn: 1,
    attempt: 2,
    seat,
    limit: 6,
    closes_at: 0,
  });
  const heard = hearer({ view: attempt({ table: lying('rablj') }) });
  expect(saying(opened(0), heard)).toEqual({
    text: 'Your minute: at most 6 tiles, 5 tiles on the table already.',
    urgent: true,
  });
  expect(saying(opened(1), heard)).toEqual({
    text: 'Mira attempts, with at most 6 tiles.',
    urgent: false,
  });
});

test('a word to judge says by which keys; who cannot judge only hears it', () => {
  expect(saying(submitted, hearer())).toEqual({
    text: 'Tomás submits CRAB. Slash A accepts, slash X challenges.',
    urgent: true,
  });
  expect(saying(submitted, hearer({ you: null }))?.text).toBe('Tomás submits CRAB.');
  expect(saying({ ...submitted, closes_at: null }, hearer())?.text).toBe('Tomás submits CRAB.');
  expect(saying(submitted, hearer({ you: 2 }))?.text).toBe('You submit CRAB.');
});

test('tiles that others take are not named', () => {
  const taken = (seat: number, tiles: string[] | null): BetTheBagEvent => ({
    type: 'tiles_taken',
    seat,
    count: 1,
    tiles,
  });
  expect(saying(taken(1, null), hearer())).toBeNull();
  expect(saying(taken(0, ['?']), hearer())?.text).toBe('You got a blank.');
});

test('an ace is counted, a contract is named', () => {
  const flip = (rank: number): BetTheBagEvent => ({
    type: 'card_flipped',
    turn: 1,
    card: [rank, 'spades'],
    by_clock: false,
  });
  expect(saying(flip(1), hearer())?.text).toBe('An ace: 1 of 4 aces are gone.');
  expect(saying(flip(6), hearer())?.text).toBe('Contract: 6 letters or more.');
});

test('the table in words: contract, tiles and bag', () => {
  expect(boardSpoken(attempt({ table: lying('r?') }))).toBe(
    'Contract: 4 of hearts, 4 letters or more. On the table: R and a blank. 61 tiles in the bag.',
  );
  expect(boardSpoken(view({ contract: null }))).toBe(
    'No contract yet. No tile is on the table. 61 tiles in the bag.',
  );
});

test('the heading says whose move it is and within which bounds', () => {
  expect(headOf(view(), name)).toEqual({
    title: 'Your bid',
    note: 'How many tiles for a word of 4 letters or more?',
  });
  expect(headOf(attempt({ attempting: 2, limit: 6 }), name)).toEqual({
    title: 'Tomás’s minute',
    note: 'A word of 4 letters or more, from at most 6 tiles',
  });
});

test('blanks are sorted behind the letters', () => {
  expect(['?', 'b', 'a', '?'].sort(compareTiles)).toEqual(['a', 'b', '?', '?']);
  expect(tileNames([])).toBe('');
});
