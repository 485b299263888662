/**
 * What this page adds to the deals of its games (X3): a nonce, which it keeps to itself until it was
 * shown what every seat committed to, and the list that it was shown.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';

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
  /** Whether the server has been told what it commits to. */
  committed: boolean;
  shown: Shown | null;
}

const NONCE_BYTES = 32;
const KEY = 'wordlot.part.';
/** Storage may be wiped in the middle of a game; a page that is loaded anew then commits anew. */
const parts = new Map<string, Part>();

const keyOf = (code: string, game: number) => `${code.toUpperCase()} ${game}`;

/** Return what a nonce is committed to by. */
export function commitmentOf(nonce: string): string {
  return bytesToHex(sha256(utf8ToBytes(`wordlot nonce 1/${nonce}`)));
}

/** Draw a nonce that belongs to no game yet: 256 random bits. */
export function drawn(): Part {
  return { nonce: bytesToHex(randomBytes(NONCE_BYTES)), committed: false, shown: null };
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
export function committed(code: string, game: number): string {
  const part = partOf(code, game) ?? drawn();
  keep(code, game, { ...part, committed: true });
  return commitmentOf(part.nonce);
}

/** Forget all but what the storage has, as a page that is loaded anew does. */
export function forget(): void {
  parts.clear();
}
