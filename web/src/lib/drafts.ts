/** What is being composed and the order of its pieces, kept in the tab so that a reload loses neither. */

import { tab } from './storage';

/** Letters being composed; a piece among them is named by its place in the hand that is kept with it. */
export interface Draft<S> {
  slots: readonly S[];
  caret: number;
}

/** All that a page keeps of one seat at one table. */
export interface Kept<P, D> {
  game: number;
  /** The part of the game in which the draft was made; it never comes back in another. */
  moment: string;
  hand: readonly P[];
  /** The pieces on the table, where a page arranges them for itself. */
  table: readonly P[];
  draft: D | null;
}

type Fields = Record<string, unknown>;

/** More text than this is none of ours. */
const MOST_TEXT = 20_000;
const MOST_SLOTS = 60;
const KEY = 'wordlot.draft.';

/**
 * Reads and writes what is kept. Anybody may have written to the storage: what is not as this page
 * writes it is as good as nothing.
 */
export class Drafts<P, D extends Draft<unknown>> {
  private readonly isPiece: (value: unknown) => value is P;
  private readonly readDraft: (fields: Fields) => D | null;

  constructor(isPiece: (value: unknown) => value is P, readDraft: (fields: Fields) => D | null) {
    this.isPiece = isPiece;
    this.readDraft = readDraft;
  }

  keep(code: string, kept: Kept<P, D>): void {
    tab.write(KEY + code, JSON.stringify(kept));
  }

  forget(code: string): void {
    tab.forget(KEY + code);
  }

  /** Return what is kept of a game at a table; of a moment that is over only the hand. */
  read(code: string, game: number, moment: string): Kept<P, D> | null {
    const kept = this.parse(tab.read(KEY + code) ?? '');
    if (kept === null || kept.game !== game) return null;
    return kept.moment === moment ? kept : { ...kept, table: [], draft: null };
  }

  private parse(text: string): Kept<P, D> | null {
    const fields = text.length > MOST_TEXT ? null : fieldsIn(text);
    if (fields === null) return null;
    const { game, moment, hand, table, draft } = fields;
    if (!isCount(game) || typeof moment !== 'string') return null;
    if (!this.arePieces(hand) || !this.arePieces(table)) return null;
    const read = isFields(draft) ? this.readDraft(draft) : null;
    return { game, moment, hand, table, draft: read };
  }

  private arePieces(value: unknown): value is P[] {
    return Array.isArray(value) && value.every(this.isPiece);
  }
}

/** Read letters and caret of a draft, with a reader for one letter; `null` where either is damaged. */
export function lettersIn<S>(fields: Fields, one: (fields: Fields) => S | null): Draft<S> | null {
  const { slots, caret } = fields;
  if (!Array.isArray(slots) || slots.length > MOST_SLOTS) return null;
  if (!isCount(caret) || caret > slots.length) return null;
  const read = slots.map((slot: unknown) => (isFields(slot) ? one(slot) : null));
  return read.includes(null) ? null : { slots: read as S[], caret };
}

export function isLetter(value: unknown): value is string {
  return typeof value === 'string' && /^\p{L}$/u.test(value);
}

/** A place among pieces, or none. */
export function isPlace(value: unknown): value is number | null {
  return value === null || isCount(value);
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsIn(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}
