import { beforeEach, expect, test } from 'vitest';
import { cards, crossword, painter, placement, play } from '../fixtures/match';
import type { Composed, Draft, Lane, Placement } from '../wire';
import type { Side } from './layout';
import { Composer } from './compose.svelte';
import { newHand, type Hand } from './hand';

const NONE: Composed = { placements: [], missing: [] };
const BATTED = placement(play('cross', 4, 'ba', 'ted'), 'batted', 10, 12);

let drafts: Draft[];
let answer: (draft: Draft) => Composed;
let hand: Hand;
let composer: Composer;
let returned: number;
let told: string[];

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
  told = [];
  hand = newHand();
  hand.take(cards('batedTOGS'));
  composer = new Composer(
    async (draft) => {
      drafts.push(draft);
      return answer(draft);
    },
    hand,
    {
      returned: () => (returned += 1),
      turned: (letter, colour, turns) => told.push(`${letter} ${colour} ${turns}`),
    },
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

const tapped: [Lane['kind'], number, (Side | string)[], string][] = [
  ['cross', 4, ['after', 'ed'], 'Ted'],
  ['cross', 4, ['before', 'ba'], 'baT'],
  ['cross', 4, ['before', 'after', 'ed'], 'Ted'],
  ['cross', 4, ['after', 'before', 'ba'], 'baT'],
  ['cross', 4, ['before', 'ba', 'after', 'ed'], 'baTed'],
  ['cross', 4, ['after', 'ed', 'before', 'ba'], 'baTed'],
  ['extend_base', 0, ['before', 'bed'], 'bedPAINTER'],
  ['extend_base', 0, ['after', 'ed', 'before', 'ba'], 'baPAINTERed'],
  ['extend_cross', 1, ['after', 'ed'], 'SALTed'],
  ['extend_cross', 1, ['before', 'ba', 'after', 'ed'], 'baSALTed'],
];

/** Tap a card of the hand. */
function tapCard(letter: string): void {
  const held = hand.pieces.find(({ id, piece }) => piece[0] === letter && !composer.used.has(id));
  if (held === undefined) throw new Error(`the hand has no ${letter}`);
  composer.tap(held.id, held.piece);
}

test.each(tapped)('by taps alone: %s %i, %j', async (kind, column, taps, built) => {
  const lane = { kind, column };
  for (const tap of taps) {
    if (tap === 'before' || tap === 'after') {
      composer.takeLane(lane, tap);
      expect(composer.side).toBe(tap);
    } else [...tap].forEach(tapCard);
  }
  await settled();
  expect(shown()).toBe(built);
  expect(asked()).toMatchObject({ lane, letters: [...built.toLowerCase()] });
});

test('a base word is composed by taps on cards', async () => {
  await composer.tableChanged(crossword());
  [...'bat'].forEach(tapCard);
  await settled();
  expect(asked()).toEqual({ letters: ['b', 'a', 't'], colours: ['y', 'y', 'y'], lane: null });
});

test('of two places in a lane the one is shown whose cards stand where they were put', async () => {
  const above = placement(play('cross', 5, 'e', 'd'), 'eed', 4, 6);
  const below = placement(play('cross', 5, '', 'ed'), 'eed', 4, 6);
  answer = () => placesOf(above, below);
  composer.takeLane({ kind: 'cross', column: 5 }, 'after');
  await type('ed');
  expect(composer.placement).toEqual(below);
});

test('cards that were tapped before their place go to the side that is tapped', async () => {
  const above = placement(play('cross', 2, 'bed'), 'bedi', 6, 4);
  const below = placement(play('cross', 2, '', 'bed'), 'ibed', 6, 4);
  answer = () => placesOf(above, below);
  [...'bed'].forEach(tapCard);
  const lane = { kind: 'cross', column: 2 } as const;
  for (const [side, there] of [['after', below], ['before', above], ['after', below]] as const) {
    composer.takeLane(lane, side);
    await settled();
    expect(composer.placement).toEqual(there);
    expect(composer.side).toBe(side);
  }
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
  expect(asked().colours).toEqual(['y', 'y', null, 'r', 'y', 'y']);
  expect(composer.placement).toEqual(red);
});

test('a letter typed with Shift takes the colour that was not chosen', async () => {
  const yellow = placement(play('cross', 4, '', 't'), 'tt', 2, 4);
  answer = () => placesOf(yellow);
  composer.type('t');
  composer.type('t', true);
  await settled();
  expect(asked().colours).toEqual([null, 'r']);
  expect(told).toEqual(['t r true']);
});

/** Both cards of one colour where that is possible, as the table answers. */
function sought({ letters, colours }: Draft): Composed {
  const wants = letters.map((_, i) => colours?.[i] ?? null);
  const whole = wants.includes('r') ? 'r' : 'y';
  const laid = letters.map((l, i) => ((wants[i] ?? whole) === 'r' ? l.toUpperCase() : l)).join('');
  return placesOf(placement(play('base', 0, laid), letters.join(''), 2, 2));
}

test('Shift takes the other colour of this letter alone: those before it keep theirs', async () => {
  hand.take(cards('toTO'));
  answer = sought;
  await composer.tableChanged(crossword());
  composer.type('t');
  composer.type('o', true);
  await settled();
  expect(asked().colours).toEqual(['y', 'r']);
  expect(composer.placement?.play.before).toEqual(cards('tO'));
  expect(told).toEqual(['o r true']);
});

test('a letter that is there in one colour only says so, and each letter asked for is looked at', async () => {
  hand.take(cards('atT'));
  answer = sought;
  await composer.tableChanged(crossword());
  composer.type('a', true);
  composer.type('t', true);
  await settled();
  expect(composer.placement?.play.before).toEqual(cards('aT'));
  expect(told).toEqual(['a y false', 't r true']);
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
