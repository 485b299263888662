/** Holds the server to what it showed this page before the page revealed its nonce (X3). */
import type { Dealing, Lobby } from '../wire';
import { keep, partOf, type Part } from './nonce';

/** What the first event of a game tells of its deal. */
export interface Sworn {
  commitment: string;
  nonces: readonly string[];
  /** Missing in games of the older way, in which nobody committed to anything. */
  commitments?: readonly string[];
}

/** What is amiss with a deal; each has a sentence in the messages. */
export type Foul = 'left_out' | 'other_list' | 'other_seed' | 'other_nonce' | 'not_taken' | 'lost';

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, i) => text === other[i]);

/** What a page answers to a list of commitments: a nonce, or nothing, and what is amiss. */
export interface Answer {
  /** Empty where the page has none for this list; null where none is awaited from it. */
  nonce: string | null;
  foul: Foul | null;
}

/** Look at the list that is shown, before anything is revealed; the list is kept. */
export function answerTo(lobby: Lobby, dealing: Dealing, you: number | null): Answer {
  const at = you === null ? -1 : dealing.seats.indexOf(you);
  const part = partOf(lobby.code, dealing.game);
  const listed = dealing.commitments[at] ?? '';
  if (at < 0) return { nonce: null, foul: null };
  const foul = foulOf(part, dealing, at);
  if (foul !== null) return { nonce: listed === '' ? null : '', foul };
  if (part === null || listed === '') return { nonce: null, foul: null };
  const { commitment, commitments } = dealing;
  keep(lobby.code, dealing.game, { ...part, shown: { commitment, commitments, at } });
  return { nonce: part.nonce, foul: null };
}

function foulOf(part: Part | null, dealing: Dealing, at: number): Foul | null {
  const listed = dealing.commitments[at] ?? '';
  if (part === null) return listed === '' ? null : 'lost';
  if (part.commitment !== listed) return part.committed ? 'left_out' : null;
  if (part.shown === null) return null;
  // A nonce is revealed for one list and one seed; for a second one it would tell too much.
  if (part.shown.commitment !== dealing.commitment) return 'other_seed';
  return same(part.shown.commitments, dealing.commitments) ? null : 'other_list';
}

/** Hold the deal of a game that has begun, or its record, to what this page had been shown. */
export function foulIn(sworn: Sworn, part: Part | null): Foul | null {
  if (part === null || !part.committed) return null;
  const { shown, nonce } = part;
  if (shown === null) return 'left_out';
  if (sworn.commitment !== shown.commitment) return 'other_seed';
  if (!same(sworn.commitments ?? [], shown.commitments)) return 'other_list';
  if (sworn.nonces[shown.at] === '') return 'not_taken';
  return sworn.nonces[shown.at] === nonce ? null : 'other_nonce';
}
