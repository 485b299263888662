/** A lexicon that a page has with it: loaded once, kept beside the page, asked without a network. */

import { local } from '../lib/storage';
import type { LexiconFile } from '../wire';
import type { Lexicon } from './clauses/rules.js';

const SHELF = 'wordlot-words-1';
const KNOWN = 'wordlot.lexicon.';
/** A network that answers later than this is none. */
const PATIENCE_MS = 4_000;

export interface Carried extends Lexicon {
  readonly pin: { name: string; sha256: string };
  readonly letters: readonly string[];
  readonly size: number;
}

/** Words as the server writes them: each line tells how much of the word before it repeats. */
export function readWords(text: string): Set<string> {
  const words = new Set<string>();
  let before = '';
  for (const line of text.split('\n')) {
    if (line === '') continue;
    before = before.slice(0, parseInt(line[0] ?? '0', 16)) + line.slice(1);
    words.add(before);
  }
  return words;
}

/** A word as the file has it: letters of several characters in brackets. */
function written(word: readonly string[]): string {
  return word.map((letter) => (letter.length === 1 ? letter : `[${letter}]`)).join('');
}

/** Load a lexicon, from the network or, without one, as it was kept. */
export async function carry(name: string): Promise<Carried> {
  const file = await edition(name);
  const path = `/api/lexicons/${encodeURIComponent(name)}/${file.sha256}.txt`;
  const words = readWords(await text(path));
  return {
    pin: { name: file.name, sha256: file.sha256 },
    letters: file.letters,
    size: words.size,
    has: (word) => words.has(written(word)),
  };
}

async function edition(name: string): Promise<LexiconFile> {
  const key = KNOWN + name;
  const kept = local.read(key);
  try {
    const waits = kept === null ? {} : { signal: AbortSignal.timeout(PATIENCE_MS) };
    const response = await fetch(`/api/lexicons/${encodeURIComponent(name)}`, waits);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const file = (await response.json()) as LexiconFile;
    local.write(key, JSON.stringify(file));
    return file;
  } catch (error) {
    if (kept === null) throw error;
    return JSON.parse(kept) as LexiconFile;
  }
}

/** The words at an address that holds their hash; kept where the browser lets a page keep files. */
async function text(path: string): Promise<string> {
  const shelf = await opened();
  const kept = await shelf?.match(path).catch(() => undefined);
  if (kept !== undefined) return kept.text();
  const response = await fetch(path);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  // A shelf that is full or was wiped keeps nothing; the words are here all the same.
  if (shelf !== null) await keep(shelf, path, response.clone()).catch(() => undefined);
  return response.text();
}

async function opened(): Promise<Cache | null> {
  try {
    // It is not there on a plain-http address, and may not be touched where storage is blocked.
    return await caches.open(SHELF);
  } catch {
    return null;
  }
}

async function keep(shelf: Cache, path: string, response: Response): Promise<void> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (const old of await shelf.keys()) {
    if (new URL(old.url).pathname.startsWith(folder)) await shelf.delete(old);
  }
  await shelf.put(path, response);
}
