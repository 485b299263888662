import { expect, test } from 'vitest';
import { spelling } from '../fixtures/bag';
import { Order } from '../lib/order.svelte';
import type { Spelling, WordDraft } from '../wire';
import { WordComposer } from './compose.svelte';
import { compareTiles } from './tiles';

/** A composer over tiles, whose questions the test answers when it likes. */
function composing(hand: string, table = '') {
  const order = () => new Order<string>((a, b) => a === b, compareTiles);
  const [mine, lying] = [order(), order()];
  mine.take([...hand]);
  lying.take([...table]);
  const asked: { draft: WordDraft; answer: (s: Spelling) => void }[] = [];
  const ask = (draft: WordDraft) =>
    new Promise<Spelling>((answer) => asked.push({ draft, answer }));
  const composer = new WordComposer(ask, mine, lying);
  const answer = async (of: Spelling, at = asked.length - 1) => {
    asked[at]?.answer(of);
    await composer.answered();
  };
  return { composer, hand: mine, table: lying, asked, answer };
}

function type(composer: WordComposer, word: string): void {
  for (const letter of word) composer.type(letter);
}

test('each letter asks anew, with the places that blanks were asked for', () => {
  const { composer, asked } = composing('elc', 'rab');
  type(composer, 'cr');
  composer.type('a', true);
  expect(asked.at(-1)?.draft).toEqual({ letters: ['c', 'r', 'a'], blanks: [2] });
});

test('letters take the tiles that the server names, each tile once', async () => {
  const { composer, hand, table, answer } = composing('elce', 'rab');
  type(composer, 'ee');
  await answer(spelling('ee', 'hh'));
  const es = hand.pieces.filter(({ piece }) => piece === 'e').map(({ id }) => id);
  expect(composer.taken.map(({ id }) => id)).toEqual(es);
  composer.clear();
  type(composer, 'a');
  await answer(spelling('a', 't'));
  expect(composer.taken).toMatchObject([{ source: 'table', id: table.pieces[1]?.id }]);
});

test('the tile that was tapped is the one that is used, not its twin', async () => {
  const { composer, hand, answer } = composing('ele');
  const second = hand.pieces[2]?.id ?? 0;
  composer.lay(second, 'e', false);
  await answer(spelling('e', 'h'));
  expect(composer.taken[0]?.id).toBe(second);
  expect(composer.takeBack('hand', second)).toBe(true);
  expect(composer.word).toBe('');
});

test('an old answer never overtakes a new one', async () => {
  const { composer, asked, answer } = composing('elc', 'rab');
  type(composer, 'ca');
  await answer(spelling('ca', 'ht'));
  asked[0]?.answer(spelling('c', 'h'));
  await Promise.resolve();
  expect(composer.spelling?.letters).toHaveLength(2);
  expect(composer.settled).toBe(true);
});

test('a word counts as settled only by the answer to the word as it stands', async () => {
  const { composer, answer } = composing('elc', 'rab');
  type(composer, 'ca');
  expect(composer.settled).toBe(false);
  await answer(spelling('ca', 'ht'));
  expect(composer.settled).toBe(true);
  composer.backspace();
  expect(composer.settled).toBe(false);
});

test('letters go in and out at the caret', () => {
  const { composer } = composing('elc', 'rab');
  type(composer, 'cab');
  composer.moveCaret(1);
  composer.type('r');
  expect(composer.word).toBe('crab');
  composer.backspace();
  composer.remove();
  expect(composer.word).toBe('cb');
  composer.moveCaret(-3);
  expect(composer.caret).toBe(0);
});

test('a change of the table asks anew for the same word, and an empty one asks nothing', () => {
  const { composer, asked } = composing('elc', 'rab');
  composer.tableChanged();
  expect(asked).toHaveLength(0);
  type(composer, 'c');
  composer.tableChanged();
  expect(asked.map(({ draft }) => draft.letters)).toEqual([['c'], ['c']]);
});

test('a cleared word is not brought back by an answer on its way', async () => {
  const { composer, asked } = composing('elc', 'rab');
  type(composer, 'c');
  composer.clear();
  asked[0]?.answer(spelling('c', 'h'));
  await Promise.resolve();
  expect(composer.spelling).toBeNull();
});
