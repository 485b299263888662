/** A hand of Match in its owner's order. */

import { Order, type Held as HeldPiece } from '../lib/order.svelte';
import type { Card } from '../wire';

export type Held = HeldPiece<Card>;
export type Hand = Order<Card>;

/** Yellow before red, letters in order. */
function compare(a: Card, b: Card): number {
  if (a[1] !== b[1]) return a[1] === 'y' ? -1 : 1;
  return a[0].localeCompare(b[0]);
}

export const same = (a: Card, b: Card) => a[0] === b[0] && a[1] === b[1];

export const newHand = (): Hand => new Order<Card>(same, compare);

/** How many of a card a hand holds. */
export function count(hand: Hand, card: Card): number {
  return hand.pieces.filter(({ piece }) => same(piece, card)).length;
}
