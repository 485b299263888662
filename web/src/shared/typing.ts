/** What a field's own editing (phone keyboards, input methods, corrections) makes of a draft. */

interface Lettered {
  letter: string;
}

/** The letters of a draft, with its caret. */
export interface Draft<S> {
  readonly slots: readonly S[];
  readonly caret: number;
}

/** A draft that a field writes to. */
export interface Drafted<S extends Lettered> extends Draft<S> {
  moveCaret(to: number): void;
  backspace(): void;
  /** Put a draft back as it stood. */
  restore(draft: Draft<S>): void;
}

/** What was changed in a text: so many characters from a place on gave way to others. */
export interface Change {
  start: number;
  removed: number;
  added: string;
}

/** Return what was changed between two texts; among twins it is what lies before the caret. */
export function changed(before: string, after: string, caret: number): Change {
  const same = (a: number, b: number) => folded(before[a]) === folded(after[b]);
  const [b, a] = [before.length, after.length];
  let end = 0;
  while (end < Math.min(b, a - caret) && same(b - 1 - end, a - 1 - end)) end += 1;
  let start = 0;
  while (start < Math.min(b, a) - end && same(start, start)) start += 1;
  // What is the same behind the change was not changed, though the caret stands before it.
  while (end < Math.min(b, a) - start && same(b - 1 - end, a - 1 - end)) end += 1;
  return { start, removed: b - end - start, added: after.slice(start, a - end) };
}

const folded = (letter: string | undefined) => letter?.toUpperCase();

/** The text of a draft as the field shows it. */
export const textOf = (slots: readonly Lettered[]) =>
  slots.map(({ letter }) => letter.toUpperCase()).join('');

/** Where a place in the draft is in the text. */
export const textAt = (slots: readonly Lettered[], slot: number) => textOf(slots.slice(0, slot)).length;

/** The slot at a place in the text; faces may have several letters, and one is never split. */
export function slotAt(slots: readonly Lettered[], position: number): number {
  const at = slots.findIndex((_, i) => textAt(slots, i) >= position);
  return at < 0 ? slots.length : at;
}

/**
 * Follows a field whose text the browser edits. Each state of a composition replaces the one before:
 * the draft from before it is put back, and what the field differs from it by is done to that.
 */
export class FieldEdits<S extends Lettered> {
  /** Whether the browser is composing; its text is left alone then. */
  composing = false;
  private base: Draft<S> | null = null;
  private made: readonly S[] | null = null;

  private readonly draft: () => Drafted<S>;
  private readonly type: (text: string) => void;

  constructor(draft: () => Drafted<S>, type: (text: string) => void) {
    this.draft = draft;
    this.type = type;
  }

  begin(): void {
    const { slots, caret } = this.draft();
    this.composing = true;
    this.base = { slots, caret };
    this.made = slots;
  }

  end(): void {
    this.composing = false;
    this.base = null;
    this.made = null;
  }

  /** Whether the draft is still what the composition made of it: a tap may have changed it since. */
  get holds(): boolean {
    return this.made === this.draft().slots;
  }

  /** Do to the draft what was done to the field, whose text and caret are these. */
  take(value: string, caret: number): void {
    const draft = this.draft();
    if (this.base !== null && this.holds) draft.restore(this.base);
    // A letter and its accent may come one after the other, and are one letter of the draft.
    const [text, at] = [value.normalize(), value.slice(0, caret).normalize().length];
    const { slots } = draft;
    const { start, removed, added } = changed(textOf(slots), text, at);
    if (removed > 0 || added !== '') this.edit(start, removed, added);
    if (this.composing) this.made = draft.slots;
  }

  private edit(start: number, removed: number, added: string): void {
    const draft = this.draft();
    const last = slotAt(draft.slots, start + removed);
    let first = slotAt(draft.slots, start);
    if (removed > 0 && textAt(draft.slots, first) > start) first -= 1;
    draft.moveCaret(last);
    for (let i = first; i < last; i++) draft.backspace();
    if (added !== '') this.type(added);
  }
}
