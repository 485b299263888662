import { expect, test } from 'vitest';
import { cards } from '../fixtures/match';
import { HandOrder } from './hand.svelte';

const text = (hand: HandOrder) =>
  hand.cards.map(({ card: [l, c] }) => (c === 'r' ? l.toUpperCase() : l)).join('');

function handOf(start: string): HandOrder {
  const hand = new HandOrder();
  hand.take(cards(start));
  return hand;
}

test('the order of its owner stays, and new cards come at the end', () => {
  const hand = handOf('abCd');
  hand.move(hand.cards[3]?.id ?? 0, 0);
  hand.take(cards('abCdE'));
  expect(text(hand)).toBe('dabCE');
});

test('cards that are gone leave the others where they are', () => {
  const hand = handOf('abCdE');
  hand.move(hand.cards[4]?.id ?? 0, 1);
  hand.take(cards('aCEx'));
  expect(text(hand)).toBe('aECx');
});

test('twins are told apart: one of two goes', () => {
  const hand = handOf('eeE');
  hand.take(cards('eE'));
  expect(text(hand)).toBe('eE');
});

test('sorting puts yellow before red and letters in order', () => {
  const hand = handOf('zTaBcA');
  hand.sort();
  expect(text(hand)).toBe('aczABT');
});

test('shuffling keeps every card', () => {
  const hand = handOf('abCdEfg');
  hand.shuffle(() => 0);
  expect([...text(hand)].sort()).toEqual([...'abCdEfg'].sort());
  expect(text(hand)).not.toBe('abCdEfg');
});

test('a tapped twin is the one that is used', () => {
  const hand = handOf('ee');
  const second = hand.cards[1]?.id ?? 0;
  expect(hand.idsOf(cards('e'), new Set([second]))).toEqual(new Set([second]));
});
