/**
 * What this page adds to the deals of its games (X3): a nonce, which it keeps to itself until it was
 * shown what every seat committed to, and the list that it was shown.
 */
import { tab } from './storage';

/** What a page was shown before it revealed its nonce. */
export interface Shown {
  /** SHA-256 of the seed. */
  commitment: string;
  commitments: string[];
  /** The seat of the game that is this page's. */
  at: number;
}

export interface Part {
  nonce: string;
  /** What it is committed to by. */
  commitment: string;
  /** Whether the server has been told what it commits to. */
  committed: boolean;
  shown: Shown | null;
}

const KEY = 'wordlot.part.';
/** Storage may be wiped in the middle of a game; a page that is loaded anew then commits anew. */
const parts = new Map<string, Part>();

const keyOf = (code: string, game: number) => `${code.toUpperCase()} ${game}`;

/** Draw a nonce that belongs to no game yet: 256 random bits. */
export async function drawn(): Promise<Part> {
  const { commitmentOf, newNonce } = await import('./commit');
  const nonce = newNonce();
  return { nonce, commitment: commitmentOf(nonce), committed: false, shown: null };
}

/** Return this tab's part in a game, if it has one. */
export function partOf(code: string, game: number): Part | null {
  const key = keyOf(code, game);
  const kept = parts.get(key);
  if (kept !== undefined) return kept;
  const text = tab.read(KEY + key);
  if (text === null) return null;
  try {
    const part = JSON.parse(text) as Part;
    parts.set(key, part);
    return part;
  } catch {
    return null;
  }
}

/** Keep a part, in the tab's storage too where there is one. */
export function keep(code: string, game: number, part: Part): void {
  const key = keyOf(code, game);
  parts.set(key, part);
  tab.write(KEY + key, JSON.stringify(part));
}

/** Return what to commit to in a game; the part is drawn where there is none. */
export async function committed(code: string, game: number): Promise<string> {
  const fresh = partOf(code, game) === null ? await drawn() : null;
  // Another call may have drawn one meanwhile, and a page has one part in a game.
  const part = partOf(code, game) ?? fresh;
  if (part === null) throw new Error('a part that was there is gone');
  keep(code, game, { ...part, committed: true });
  return part.commitment;
}

/** Forget all but what the storage has, as a page that is loaded anew does. */
export function forget(): void {
  parts.clear();
}
