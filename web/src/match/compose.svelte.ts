/** The play being composed: letters with a caret, a lane if one was chosen, and the server's answer. */

import type { Card, Colour, Composed, Crossword, Draft, Lane, Letter, Placement } from '../wire';
import { count, same, type Hand } from './hand';
import { laneCards, sameLane, type Side } from './layout';

/** A letter of the draft. */
export interface Slot {
  letter: Letter;
  /** The colour asked for. */
  want: Colour | null;
  /** The card of the hand that was tapped for it. */
  card: number | null;
  /** Whether it came with the lane, and lies on the table. */
  lying: boolean;
  /** Whether the colour that the server chooses is to be turned to the other. */
  turn: boolean;
}

/** Where a draft is to go: the lane it is aimed at, and which of its places was chosen. */
export interface Aimed {
  lane: Lane | null;
  choice: number;
}

/** What is to be said of a draft. */
export interface Told {
  /** Its cards went back to the hand. */
  returned(): void;
  /** A letter was asked for in its other colour: the one it has now, and whether that is another. */
  turned(letter: Letter, colour: Colour, turns: boolean): void;
}

export type Ask = (draft: Draft) => Promise<Composed>;

const other = (colour: Colour): Colour => (colour === 'y' ? 'r' : 'y');

export class Composer {
  slots = $state.raw<readonly Slot[]>([]);
  caret = $state(0);
  lane = $state.raw<Lane | null>(null);
  composed = $state.raw<Composed | null>(null);
  choice = $state(0);
  /** What the board shows of the draft: the chosen one of its places. */
  placement = $derived<Placement | null>(this.composed?.placements[this.choice] ?? null);
  word = $derived(this.slots.map(({ letter }) => letter).join(''));
  /** Whether anything of the hand is in the draft. */
  started = $derived(this.slots.some(({ lying }) => !lying));
  used = $derived(this.usedIds());
  /** On which side of what lies in the lane the next letter goes. */
  side = $derived<Side>(this.sideOfCaret());
  /** The side of the lane that was taken last. */
  private taken = $state<Side>('before');
  private asked = 0;
  private crossword: Crossword = { base: [], crossings: [] };

  private readonly ask: Ask;
  private readonly hand: Hand;
  private readonly told: Told;

  constructor(ask: Ask, hand: Hand, told: Told = { returned() {}, turned() {} }) {
    this.ask = ask;
    this.hand = hand;
    this.told = told;
  }

  /** The table changed: what is still possible stays, else the cards go back to the hand. */
  async tableChanged(crossword: Crossword): Promise<void> {
    const changed = JSON.stringify(crossword) !== JSON.stringify(this.crossword);
    this.crossword = crossword;
    if (!this.started) {
      if (changed) this.clear();
      return;
    }
    if (changed && this.lane !== null) this.dropLane();
    const before = this.placement;
    await this.refresh(before);
    if (this.started && changed && before !== null && this.placement === null) {
      this.clear();
      this.told.returned();
    }
  }

  /** Put a letter at the caret; where the table has that letter there already, step over it. */
  type(letter: Letter, turn = false): void {
    const next = this.slots[this.caret];
    if (next?.lying && next.letter === letter && !turn) {
      this.caret += 1;
      return;
    }
    this.insert({ letter, want: null, card: null, lying: false, turn });
  }

  /** Use a card of the hand, or take it back if it is in the play. */
  tap(id: number, card: Card): void {
    if (this.used.has(id)) return this.takeBack(id, card);
    this.insert({ letter: card[0], want: card[1], card: id, lying: false, turn: false });
  }

  /** Put a card of the hand so many letters away from what lies in a lane. */
  drop(id: number, card: Card, lane: Lane, side: Side, distance: number): void {
    if (!sameLane(this.lane, lane)) this.takeLane(lane, side);
    const lying = this.slots.flatMap((slot, i) => (slot.lying ? [i] : []));
    const first = lying[0] ?? this.slots.length;
    const last = (lying[lying.length - 1] ?? this.slots.length - 1) + 1;
    this.caret =
      side === 'before'
        ? Math.max(0, first - Math.max(0, distance - 1))
        : Math.min(this.slots.length, last + Math.max(0, distance - 1));
    if (!this.used.has(id)) this.tap(id, card);
  }

  /** Aim at a lane. Its letters join the draft, unless a whole word was typed for it already. */
  takeLane(lane: Lane, side: Side): void {
    const mine = this.slots.filter(({ lying }) => !lying);
    const again = sameLane(this.lane, lane);
    this.lane = lane;
    this.taken = side;
    if (mine.length > 0 && !again) {
      this.slots = mine;
      this.caret = mine.length;
    } else if (mine.length === 0) {
      this.slots = laneCards(this.crossword, lane).map(([letter]) => lyingSlot(letter));
      this.caret = side === 'before' ? 0 : this.slots.length;
    } else {
      this.toSide(side);
    }
    void this.refresh();
  }

  private toSide(side: Side): void {
    const first = this.firstLying();
    if (first >= 0) this.caret = side === 'before' ? first : this.slots.length;
  }

  private sideOfCaret(): Side {
    const first = this.firstLying();
    if (first < 0) return this.taken;
    return this.caret <= first ? 'before' : 'after';
  }

  private firstLying(): number {
    return this.slots.findIndex(({ lying }) => lying);
  }

  backspace(): void {
    const at = this.caret - 1;
    const slot = this.slots[at];
    if (slot === undefined) {
      if (!this.started) this.clear();
      return;
    }
    this.caret = at;
    if (slot.lying) return;
    this.remove(at);
  }

  /** Change the colour of one letter of the draft, where the hand has it in the other one too. */
  turn(index: number): void {
    const colour = this.colourOf(index);
    const slot = this.slots[index];
    if (slot === undefined || colour === null || !this.canTurn(index)) return;
    // The others keep theirs: what is best for the whole would turn them along.
    this.slots = this.slots.map((old, i) => ({ ...old, want: old.want ?? this.colourOf(i) }));
    this.replace(index, { ...slot, want: other(colour), card: null, turn: false });
    void this.refresh(this.placement);
  }

  canTurn(index: number): boolean {
    const colour = this.colourOf(index);
    const slot = this.slots[index];
    if (colour === null || slot === undefined) return false;
    const wanted = other(colour);
    const used = this.laid().filter(([l, c]) => l === slot.letter && c === wanted).length;
    return count(this.hand, [slot.letter, wanted]) > used;
  }

  /** The slot of each card of the placement, in reading order. */
  slotsOfPlay(): number[] {
    const p = this.placement;
    if (p === null) return [];
    const before = p.play.before.map((_, i) => i);
    const whole = p.word.length === this.slots.length;
    const gap = whole ? p.word.length - p.play.before.length - p.play.after.length : 0;
    return [...before, ...p.play.after.map((_, i) => before.length + gap + i)];
  }

  choose(step: number): void {
    const n = this.composed?.placements.length ?? 0;
    if (n > 1) this.choice = (this.choice + step + n) % n;
  }

  /** Put a draft back as it stood. */
  restore({ slots, caret, lane, choice }: { slots: readonly Slot[]; caret: number } & Partial<Aimed>): void {
    this.slots = slots;
    this.caret = caret;
    if (lane !== undefined) this.lane = lane;
    void this.refresh(this.placement, choice);
  }

  moveCaret(to: number): void {
    this.caret = Math.max(0, Math.min(to, this.slots.length));
  }

  /** Take everything back into the hand. */
  clear(): void {
    this.asked += 1;
    this.slots = [];
    this.caret = 0;
    this.lane = null;
    this.taken = 'before';
    this.composed = null;
    this.choice = 0;
  }

  private laid(): Card[] {
    const play = this.placement?.play;
    return play === undefined ? [] : [...play.before, ...play.after];
  }

  private colourOf(index: number): Colour | null {
    const at = this.slotsOfPlay().indexOf(index);
    return this.laid()[at]?.[1] ?? null;
  }

  private insert(slot: Slot): void {
    const slots = [...this.slots];
    slots.splice(this.caret, 0, slot);
    this.slots = slots;
    this.caret += 1;
    void this.refresh(this.placement);
  }

  private replace(index: number, slot: Slot): void {
    this.slots = this.slots.map((old, i) => (i === index ? slot : old));
  }

  private remove(index: number): void {
    this.slots = this.slots.filter((_, i) => i !== index);
    if (!this.started && this.lane === null) this.clear();
    else void this.refresh(this.placement);
  }

  private takeBack(id: number, card: Card): void {
    let at = this.slots.findIndex((slot) => slot.card === id);
    if (at < 0) {
      const laid = this.laid();
      const slots = this.slotsOfPlay();
      at = slots.find((_, i) => laid[i] !== undefined && same(laid[i], card)) ?? -1;
    }
    if (at < 0) at = this.slots.findIndex((s) => !s.lying && s.letter === card[0]);
    if (at < 0) return;
    if (this.caret > at) this.caret -= 1;
    this.remove(at);
  }

  private dropLane(): void {
    this.lane = null;
  }

  /** Ask where the draft may go; the newest question alone counts. */
  private async refresh(keep: Placement | null = null, choice: number | null = null): Promise<void> {
    const asked = ++this.asked;
    if (!this.started) {
      this.composed = null;
      this.choice = 0;
      return;
    }
    const composed = await this.ask({
      letters: this.slots.map(({ letter }) => letter),
      colours: this.slots.map(({ want }) => want),
      lane: this.lane,
    });
    if (asked !== this.asked) return;
    this.composed = composed;
    const kept = choice !== null && choice < composed.placements.length ? choice : null;
    const same = samePlace(composed.placements, keep, this.slots.length);
    this.choice = kept ?? Math.max(0, same < 0 ? this.placeAsBuilt(composed.placements) : same);
    this.turnAsked();
  }

  /** The place whose cards stand on the sides of the lane on which they were put, or -1. */
  private placeAsBuilt(places: readonly Placement[]): number {
    if (this.lane === null) return -1;
    const first = this.firstLying();
    const letters = this.slots.length;
    const before = first >= 0 ? first : this.taken === 'before' ? letters : 0;
    return places.findIndex(
      ({ play, word }) => play.before.length === before && (first >= 0 || word.length > letters),
    );
  }

  /** Letters typed with Shift take the colour that was not chosen for them. */
  private turnAsked(): void {
    if (this.placement === null) return;
    const index = this.slots.findIndex(({ turn }) => turn);
    const slot = this.slots[index];
    if (slot === undefined) return;
    const colour = this.colourOf(index);
    const turns = this.canTurn(index);
    if (turns) this.turn(index);
    else this.replace(index, { ...slot, turn: false });
    if (colour !== null) this.told.turned(slot.letter, turns ? other(colour) : colour, turns);
    if (!turns) this.turnAsked();
  }

  private usedIds(): Set<number> {
    const tapped = new Set(this.slots.flatMap(({ card }) => (card === null ? [] : [card])));
    if (this.placement !== null) return this.ids(this.laid(), tapped);
    const cards = this.slots
      .filter(({ lying }) => !lying)
      .map(({ letter, want }): Card => [letter, want ?? this.any(letter)]);
    return this.ids(cards, tapped);
  }

  private ids(cards: readonly Card[], wanted: ReadonlySet<number>): Set<number> {
    return new Set(this.hand.idsOf(cards, wanted).filter((id) => id !== null));
  }

  private any(letter: Letter): Colour {
    return count(this.hand, [letter, 'y']) > 0 ? 'y' : 'r';
  }
}

function lyingSlot(letter: Letter): Slot {
  return { letter, want: null, card: null, lying: true, turn: false };
}

/** The chosen place, or -1, when the same draft is asked again, in other colours. */
function samePlace(places: readonly Placement[], old: Placement | null, letters: number): number {
  if (old === null || old.word.length !== letters) return -1;
  return places.findIndex(
    ({ play, word }) =>
      sameLane(play, old.play) &&
      play.before.length === old.play.before.length &&
      word.join() === old.word.join(),
  );
}
