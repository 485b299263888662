import { beforeEach, expect, test } from 'vitest';
import { cards, crossword, painter, placement, play } from '../fixtures/match';
import type { Composed, Draft, Placement } from '../wire';
import { Composer } from './compose.svelte';
import { newHand, type Hand } from './hand';

const NONE: Composed = { placements: [], missing: [] };
const BATTED = placement(play('cross', 4, 'ba', 'ted'), 'batted', 10, 12);

let drafts: Draft[];
let answer: (draft: Draft) => Composed;
let hand: Hand;
let composer: Composer;
let returned: number;

const shown = () =>
  composer.slots.map(({ letter, lying }) => (lying ? letter.toUpperCase() : letter)).join('');
const asked = () => drafts.at(-1) as Draft;
const settled = () => new Promise((done) => setTimeout(done, 0));
const placesOf = (...placements: Placement[]): Composed => ({ placements, missing: [] });

async function type(text: string): Promise<void> {
  for (const letter of text) composer.type(letter);
  await settled();
}

beforeEach(async () => {
  drafts = [];
  answer = () => NONE;
  returned = 0;
  hand = newHand();
  hand.take(cards('batedTOGS'));
  composer = new Composer(
    async (draft) => {
      drafts.push(draft);
      return answer(draft);
    },
    hand,
    () => (returned += 1),
  );
  await composer.tableChanged(painter);
});

test('word first: the letters are asked for as they are typed, without a lane', async () => {
  await type('bat');
  expect(asked()).toEqual({ letters: ['b', 'a', 't'], colours: [null, null, null], lane: null });
});

test('the first place is chosen, and the arrows go around the others', async () => {
  const second = placement(play('cross', 4, 'bat', 'ed'), 'batted', 10, 12);
  answer = () => placesOf(BATTED, second);
  await type('batted');
  expect(composer.placement).toEqual(BATTED);
  composer.choose(1);
  expect(composer.placement).toEqual(second);
  composer.choose(1);
  expect(composer.placement).toEqual(BATTED);
});

test('place first: the letters of the lane join the draft, and typing steps over them', async () => {
  composer.takeLane({ kind: 'cross', column: 4 }, 'before');
  expect(shown()).toBe('T');
  await type('ba');
  expect(shown()).toBe('baT');
  await type('tted');
  expect(shown()).toBe('baTted');
  expect(asked().lane).toEqual({ kind: 'cross', column: 4 });
  expect(asked().letters.join('')).toBe('batted');
});

test('an end of the base word takes letters at that end', async () => {
  composer.takeLane({ kind: 'extend_base', column: 0 }, 'after');
  await type('s');
  expect(shown()).toBe('PAINTERs');
  composer.takeLane({ kind: 'extend_base', column: 0 }, 'before');
  await type('o');
  expect(shown()).toBe('oPAINTERs');
});

test('a lane that has only its own letters asks for nothing', async () => {
  composer.takeLane({ kind: 'cross', column: 4 }, 'before');
  await settled();
  expect(drafts).toEqual([]);
});

test('a tapped card asks for its colour, and a second tap takes it back', async () => {
  const gold = hand.pieces[0];
  if (gold === undefined) throw new Error('the hand is empty');
  composer.tap(gold.id, gold.piece);
  await settled();
  expect(asked().colours).toEqual(['y']);
  expect(composer.used).toEqual(new Set([gold.id]));
  composer.tap(gold.id, gold.piece);
  expect(composer.slots).toEqual([]);
});

test('the cards of the chosen place are the used ones', async () => {
  answer = () => placesOf(BATTED);
  await type('batted');
  const used = hand.pieces.filter(({ id }) => composer.used.has(id)).map(({ piece }) => piece);
  expect(used).toEqual(cards('bated'));
});

test('a letter held in both colours can be turned, and its place is kept', async () => {
  const red = placement(play('cross', 4, 'ba', 'Ted'), 'batted', 5, 6);
  answer = ({ colours }) => placesOf(colours?.[3] === 'r' ? red : BATTED);
  await type('batted');
  expect(composer.canTurn(3)).toBe(true);
  expect(composer.canTurn(0)).toBe(false);
  composer.turn(3);
  await settled();
  expect(asked().colours).toEqual([null, null, null, 'r', null, null]);
  expect(composer.placement).toEqual(red);
});

test('a letter typed with Shift takes the colour that was not chosen', async () => {
  const yellow = placement(play('cross', 4, '', 't'), 'tt', 2, 4);
  answer = () => placesOf(yellow);
  composer.type('t');
  composer.type('t', true);
  await settled();
  expect(asked().colours).toEqual([null, 'r']);
});

test('Backspace takes letters of the hand back and steps over what lies there', async () => {
  composer.takeLane({ kind: 'cross', column: 4 }, 'before');
  await type('bat');
  expect(shown()).toBe('baT');
  composer.backspace();
  expect(composer.caret).toBe(2);
  composer.backspace();
  expect(shown()).toBe('bT');
  composer.backspace();
  composer.backspace();
  expect(shown()).toBe('');
});

test('an answer to an older draft is not shown', async () => {
  const waiting: ((composed: Composed) => void)[] = [];
  const slow = new Composer(() => new Promise((resolve) => waiting.push(resolve)), hand);
  await slow.tableChanged(painter);
  slow.type('b');
  slow.type('a');
  waiting[1]?.(NONE);
  await settled();
  waiting[0]?.(placesOf(BATTED));
  await settled();
  expect(slow.placement).toBeNull();
});

test('a composition that a reveal leaves legal survives it', async () => {
  answer = () => placesOf(BATTED);
  await type('batted');
  await composer.tableChanged(crossword('paInteR'));
  expect(composer.placement).toEqual(BATTED);
  expect(returned).toBe(0);
});

test('a composition without a place after a reveal goes back to the hand, once', async () => {
  answer = () => placesOf(BATTED);
  await type('batted');
  answer = () => NONE;
  await composer.tableChanged(crossword('stone'));
  expect(composer.slots).toEqual([]);
  expect(composer.used.size).toBe(0);
  await composer.tableChanged(crossword('stone'));
  expect(returned).toBe(1);
});

test('a card dropped beside what lies in a lane goes there', async () => {
  const [b, a] = hand.pieces;
  if (b === undefined || a === undefined) throw new Error('the hand is empty');
  const lane = { kind: 'cross', column: 4 } as const;
  composer.drop(a.id, a.piece, lane, 'before', 1);
  composer.drop(b.id, b.piece, lane, 'before', 2);
  await settled();
  expect(shown()).toBe('baT');
});
