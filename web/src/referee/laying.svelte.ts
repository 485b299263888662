/** The winner's play as people tell it: the word, where it lies, and the colours of its new cards. */

import type { Colour, Composed, Placement } from '../wire';
import type { MatchView } from '../wire';
import { fromWire, replace, toWire } from './clauses/python';
import { composeMatch, Draft } from './clauses/rules.js';
import { splitLetters } from './letters';
import { unseen } from './suppose';
import type { RefereeTable } from './table.svelte';

export interface LetterCard {
  letter: string;
  colour: Colour;
  /** Whether it lay there before. */
  lay: boolean;
}

export class Laying {
  private readonly table: RefereeTable<MatchView>;
  text = $state('');
  chosen = $state(0);
  private colours = $state<(Colour | null)[]>([]);
  letters = $derived.by(() => splitLetters(this.text, this.table.lexicon.letters));
  composed = $derived.by(() => this.compose(this.colours));
  placement = $derived<Placement | null>(this.composed.placements[this.chosen] ?? null);
  cards = $derived.by(() => (this.placement === null ? [] : this.cardsOf(this.placement)));

  constructor(table: RefereeTable<MatchView>) {
    this.table = table;
  }

  type(text: string): void {
    this.text = text;
    this.colours = [];
    this.chosen = 0;
  }

  /** Choose one of the places, with the colours that it offers. */
  choose(place: number): void {
    this.colours = [];
    this.chosen = place;
  }

  /** Give a new card its other colour; `false` where the deck has no such card left. */
  turn(at: number): boolean {
    const card = this.cards[at];
    const kept = this.placement?.play;
    if (card === undefined || card.lay || kept === undefined) return false;
    const colours = this.cards.map(({ colour, lay }) => (lay ? null : colour));
    colours[at] = card.colour === 'y' ? 'r' : 'y';
    const place = this.compose(colours).placements.findIndex(
      ({ play }) =>
        play.kind === kept.kind &&
        play.column === kept.column &&
        play.before.length === kept.before.length,
    );
    if (place < 0) return false;
    this.colours = colours;
    this.chosen = place;
    return true;
  }

  /** The games' own places for the word, for somebody who may hold any card nobody has seen. */
  private compose(colours: readonly (Colour | null)[]): Composed {
    if (this.letters.length === 0) return { placements: [], missing: [] };
    const view = this.table.look(this.table.view.laying ?? 0);
    const holder = replace(view, { hand: unseen(this.table.hidden) });
    const draft = { letters: this.letters, colours, lane: null };
    return toWire(composeMatch(holder, fromWire(Draft, draft))) as Composed;
  }

  private cardsOf({ play, word }: Placement): LetterCard[] {
    const end = word.length - play.after.length;
    const lies = this.lying(play.kind, play.column);
    return word.map((letter, i): LetterCard => {
      if (i < play.before.length) return { letter, colour: play.before[i]?.[1] ?? 'y', lay: false };
      if (i >= end) return { letter, colour: play.after[i - end]?.[1] ?? 'y', lay: false };
      return { letter, colour: lies[i - play.before.length]?.[1] ?? 'y', lay: true };
    });
  }

  private lying(kind: string, column: number): readonly [string, Colour][] {
    const { base, crossings } = this.table.view.crossword;
    if (kind === 'extend_base') return base;
    if (kind === 'cross') return base.slice(column, column + 1);
    return crossings.find((crossing) => crossing.column === column)?.cards ?? [];
  }
}
