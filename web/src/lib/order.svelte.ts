/** Pieces in their owner's order: what is new comes last, and only the owner moves the rest. */

/** A piece as this page tells it from its twins. */
export interface Held<T> {
  id: number;
  piece: T;
}

export class Order<T> {
  pieces = $state.raw<readonly Held<T>[]>([]);
  private nextId = 1;
  private readonly same: (a: T, b: T) => boolean;
  private readonly compare: (a: T, b: T) => number;

  constructor(same: (a: T, b: T) => boolean, compare: (a: T, b: T) => number) {
    this.same = same;
    this.compare = compare;
  }

  /** Take over what the server tells: pieces that are gone go, new ones come at the end. */
  take(told: readonly T[]): void {
    const unmatched = [...told];
    const kept = this.pieces.filter(({ piece }) => {
      const i = unmatched.findIndex((other) => this.same(other, piece));
      if (i >= 0) unmatched.splice(i, 1);
      return i >= 0;
    });
    if (kept.length === this.pieces.length && unmatched.length === 0) return;
    this.pieces = [...kept, ...unmatched.map((piece) => ({ id: this.nextId++, piece }))];
  }

  /** Begin with pieces in the order that they once had; `take` tells which are still there. Returns their ids. */
  restore(pieces: readonly T[]): number[] {
    this.pieces = pieces.map((piece) => ({ id: this.nextId++, piece }));
    return this.pieces.map(({ id }) => id);
  }

  /** Return the place of a piece; `null` where it is gone. */
  placeOf(id: number | null): number | null {
    const at = this.pieces.findIndex((held) => held.id === id);
    return at < 0 ? null : at;
  }

  shuffle(below: (n: number) => number = (n) => Math.floor(Math.random() * n)): void {
    const pieces = [...this.pieces];
    for (let i = pieces.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [pieces[i], pieces[j]] = [pieces[j] as Held<T>, pieces[i] as Held<T>];
    }
    this.pieces = pieces;
  }

  sort(): void {
    this.pieces = [...this.pieces].sort((a, b) => this.compare(a.piece, b.piece));
  }

  /** Move a piece to where another one is. */
  move(id: number, to: number): void {
    const held = this.find(id);
    if (held === undefined) return;
    const pieces = this.pieces.filter((other) => other !== held);
    pieces.splice(Math.max(0, Math.min(to, pieces.length)), 0, held);
    this.pieces = pieces;
  }

  find(id: number): Held<T> | undefined {
    return this.pieces.find((held) => held.id === id);
  }

  /**
   * Return an id for each of these pieces, none twice, or `null` where there is none left; the
   * wanted ids are given before their twins.
   */
  idsOf(asked: readonly T[], wanted: ReadonlySet<number> = new Set()): (number | null)[] {
    const used = new Set<number>();
    return asked.map((piece) => {
      const fitting = this.pieces.filter((held) => !used.has(held.id) && this.same(held.piece, piece));
      const held = fitting.find(({ id }) => wanted.has(id)) ?? fitting[0];
      if (held !== undefined) used.add(held.id);
      return held?.id ?? null;
    });
  }
}
