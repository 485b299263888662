/** The word being composed: letters with a caret, and the server's answer which tiles give them. */

import type { Letter, Source, Spelling, WordDraft } from '../wire';
import type { Order } from '../lib/order.svelte';
import { BLANK, type Tile } from './tiles';

/** A letter of the draft. */
export interface Slot {
  letter: Letter;
  /** Whether a blank was asked for. */
  blank: boolean;
  /** The tile of the hand that was tapped for it. */
  held: number | null;
}

/** The tile that a letter of the draft takes: its id in the order of table or hand. */
export interface Taken {
  source: Source;
  id: number | null;
  blank: boolean;
  letter: Letter;
}

export type Ask = (draft: WordDraft) => Promise<Spelling>;

export class WordComposer {
  slots = $state.raw<readonly Slot[]>([]);
  caret = $state(0);
  spelling = $state.raw<Spelling | null>(null);
  word = $derived(this.slots.map(({ letter }) => letter).join(''));
  started = $derived(this.slots.length > 0);
  /** For each letter of the answer, its tile. */
  taken = $derived.by(() => this.takenNow());
  /** Whether the answer is one to the word as it stands. */
  settled = $state(true);
  private asked = 0;
  private pending: Promise<void> = Promise.resolve();

  private readonly ask: Ask;
  private readonly hand: Order<Tile>;
  private readonly table: Order<Tile>;

  constructor(ask: Ask, hand: Order<Tile>, table: Order<Tile>) {
    this.ask = ask;
    this.hand = hand;
    this.table = table;
  }

  /** Table, hand or bid changed: ask anew which tiles give the word. */
  tableChanged(): void {
    this.refresh();
  }

  /** Wait for the answer to the word as it stands; an answer that was lost is never there. */
  answered(): Promise<void> {
    return this.pending;
  }

  /** Put a letter at the caret. */
  type(letter: Letter, blank = false): void {
    this.insert({ letter, blank, held: null });
  }

  /** Use a tile of the hand; a blank stands for the letter that is named. */
  lay(id: number, letter: Letter, blank: boolean): void {
    this.insert({ letter, blank, held: id });
  }

  /** Take a letter back by the tile that gives it. Returns whether there was one. */
  takeBack(source: Source, id: number): boolean {
    const at = this.taken.findIndex((tile) => tile.source === source && tile.id === id);
    if (at < 0) return false;
    this.removeAt(at);
    return true;
  }

  backspace(): void {
    if (this.caret > 0) this.removeAt(this.caret - 1);
  }

  remove(): void {
    if (this.caret < this.slots.length) this.removeAt(this.caret);
  }

  /** Put a draft back as it stood. */
  restore({ slots, caret }: { slots: readonly Slot[]; caret: number }): void {
    this.slots = slots;
    this.caret = caret;
    this.refresh();
  }

  moveCaret(to: number): void {
    this.caret = Math.max(0, Math.min(to, this.slots.length));
  }

  /** Take everything back into the hand. */
  clear(): void {
    this.asked += 1;
    this.slots = [];
    this.caret = 0;
    this.spelling = null;
    this.settled = true;
    this.pending = Promise.resolve();
  }

  private insert(slot: Slot): void {
    const slots = [...this.slots];
    slots.splice(this.caret, 0, slot);
    this.slots = slots;
    this.caret += 1;
    this.refresh();
  }

  private removeAt(at: number): void {
    this.slots = this.slots.filter((_, i) => i !== at);
    if (this.caret > at) this.caret -= 1;
    this.refresh();
  }

  /** Ask which tiles give the draft; the newest question alone counts. */
  private refresh(): void {
    const asked = ++this.asked;
    this.settled = !this.started;
    if (!this.started) {
      this.spelling = null;
      this.pending = Promise.resolve();
      return;
    }
    const draft = {
      letters: this.slots.map(({ letter }) => letter),
      blanks: this.slots.flatMap(({ blank }, i) => (blank ? [i] : [])),
    };
    this.pending = this.ask(draft).then((spelling) => {
      if (asked !== this.asked) return;
      this.spelling = spelling;
      this.settled = true;
    });
  }

  private takenNow(): Taken[] {
    const letters = this.spelling?.letters ?? [];
    const wanted = new Set(this.slots.flatMap(({ held }) => (held === null ? [] : [held])));
    const of = (source: Source) => letters.filter((spelled) => spelled.source === source);
    const face = ({ blank, letter }: { blank: boolean; letter: Letter }) => (blank ? BLANK : letter);
    const ids = {
      table: this.table.idsOf(of('table').map(face)),
      hand: this.hand.idsOf(of('hand').map(face), wanted),
    };
    return letters.map(({ letter, source, blank }) => ({
      source,
      letter,
      blank,
      id: source === 'nowhere' ? null : (ids[source].shift() ?? null),
    }));
  }
}
