/** A hand in its owner's order: what is new comes last, and only its owner moves the rest. */

import type { Card, Colour, Letter } from '../wire';

/** A card as this page tells it from its twins. */
export interface Held {
  id: number;
  card: Card;
}

export class HandOrder {
  cards = $state.raw<Held[]>([]);
  private nextId = 1;

  /** Take over the hand that the server tells: gone cards go, new ones come at the end. */
  take(hand: readonly Card[]): void {
    const unmatched = [...hand];
    const kept = this.cards.filter(({ card }) => {
      const i = unmatched.findIndex((other) => same(other, card));
      if (i >= 0) unmatched.splice(i, 1);
      return i >= 0;
    });
    if (kept.length === this.cards.length && unmatched.length === 0) return;
    this.cards = [...kept, ...unmatched.map((card) => ({ id: this.nextId++, card }))];
  }

  shuffle(below: (n: number) => number = (n) => Math.floor(Math.random() * n)): void {
    const cards = [...this.cards];
    for (let i = cards.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [cards[i], cards[j]] = [cards[j] as Held, cards[i] as Held];
    }
    this.cards = cards;
  }

  /** Yellow before red, letters in order. */
  sort(): void {
    this.cards = [...this.cards].sort(
      ({ card: a }, { card: b }) =>
        (a[1] === b[1] ? 0 : a[1] === 'y' ? -1 : 1) || a[0].localeCompare(b[0]),
    );
  }

  /** Move a card to where another one is. */
  move(id: number, to: number): void {
    const from = this.cards.findIndex((held) => held.id === id);
    if (from < 0) return;
    const cards = [...this.cards];
    const [held] = cards.splice(from, 1);
    cards.splice(Math.max(0, Math.min(to, cards.length)), 0, held as Held);
    this.cards = cards;
  }

  /** Which of these cards stand for cards of a play; `wanted` names the ones that were tapped. */
  idsOf(play: readonly Card[], wanted: ReadonlySet<number>): Set<number> {
    const used = new Set<number>();
    for (const card of play) {
      const fitting = this.cards.filter((held) => !used.has(held.id) && same(held.card, card));
      const held = fitting.find(({ id }) => wanted.has(id)) ?? fitting[0];
      if (held !== undefined) used.add(held.id);
    }
    return used;
  }

  count(letter: Letter, colour: Colour): number {
    return this.cards.filter(({ card }) => same(card, [letter, colour])).length;
  }
}

export function same(a: Card, b: Card): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
