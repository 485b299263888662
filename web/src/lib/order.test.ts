import { expect, test } from 'vitest';
import { cards } from '../fixtures/match';
import { newHand } from '../match/hand';

function handOf(start: string) {
  const hand = newHand();
  hand.take(cards(start));
  const text = () =>
    hand.pieces.map(({ piece: [l, c] }) => (c === 'r' ? l.toUpperCase() : l)).join('');
  const id = (at: number) => hand.pieces[at]?.id ?? 0;
  return { hand, text, id };
}

test('the order of its owner stays, and new pieces come at the end', () => {
  const { hand, text, id } = handOf('abCd');
  hand.move(id(3), 0);
  hand.take(cards('abCdE'));
  expect(text()).toBe('dabCE');
});

test('pieces that are gone leave the others where they are', () => {
  const { hand, text, id } = handOf('abCdE');
  hand.move(id(4), 1);
  hand.take(cards('aCEx'));
  expect(text()).toBe('aECx');
});

test('twins are told apart: one of two goes', () => {
  const { hand, text } = handOf('eeE');
  hand.take(cards('eE'));
  expect(text()).toBe('eE');
});

test('sorting a hand of Match puts yellow before red and letters in order', () => {
  const { hand, text } = handOf('zTaBcA');
  hand.sort();
  expect(text()).toBe('aczABT');
});

test('shuffling keeps every piece', () => {
  const { hand, text } = handOf('abCdEfg');
  hand.shuffle(() => 0);
  expect([...text()].sort()).toEqual([...'abCdEfg'].sort());
  expect(text()).not.toBe('abCdEfg');
});

test('a wanted twin is given first, none is given twice, and none where none is left', () => {
  const { hand, id } = handOf('ee');
  expect(hand.idsOf(cards('e'), new Set([id(1)]))).toEqual([id(1)]);
  expect(hand.idsOf(cards('eee'))).toEqual([id(0), id(1), null]);
});
