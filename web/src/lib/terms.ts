/** How a table is set, line by line, and what the host changed of it. */

import { newTable } from '../messages/common';
import { options as texts } from '../messages/options';
import type { Lobby, Terms } from '../wire';

export interface Line {
  key: string;
  name: string;
  value: string;
}

export interface Change extends Line {
  /** What stood there before; empty where that line is new. */
  was: string;
}

export function termsOf(lobby: Lobby): Terms {
  return {
    seats: lobby.seats.length,
    options: lobby.options,
    lexicon: lobby.lexicon.name,
    public: lobby.public,
    absence: lobby.absence,
  };
}

/** All lines that tell something. */
export function lines(terms: Terms): Line[] {
  const given = terms.options as Record<string, unknown>;
  const options = Object.keys(given).filter((key) => texts.matters(key, given));
  return [
    { key: 'seats', name: texts.seats, value: String(terms.seats) },
    ...options.map((key) => ({ key, name: texts.name(key), value: texts.value(key, given[key]) })),
    { key: 'absence', name: newTable.absence, value: newTable.absences[terms.absence] },
    { key: 'public', name: texts.public, value: texts.publics[terms.public ? 'listed' : 'linked'] },
    { key: 'lexicon', name: texts.lexicon, value: terms.lexicon },
  ];
}

/** The lines that differ, as they are now, with what they were. */
export function changes(before: Terms, after: Terms): Change[] {
  const old = new Map(lines(before).map(({ key, value }) => [key, value]));
  return lines(after)
    .filter(({ key, value }) => old.get(key) !== value)
    .map((line) => ({ ...line, was: old.get(line.key) ?? '' }));
}

/** What changed since all at a table had agreed to how it is set. */
export function unsettled(lobby: Lobby): Change[] {
  if (lobby.former === null) return [];
  const found = changes(lobby.former, termsOf(lobby));
  // After a game a seat is added for whoever sits down; nobody sets that.
  return lobby.stage === 'waiting' ? found : found.filter(({ key }) => key !== 'seats');
}

/** What the host changed from one lobby to the next one, in a sentence; empty where nothing. */
export function changeTold(before: Lobby | null, after: Lobby): string {
  if (before === null || before.code !== after.code || before.settings === after.settings) return '';
  const found = changes(termsOf(before), termsOf(after));
  return found.length === 0 ? '' : texts.changedBy(found.map(({ name, value }) => `${name}: ${value}`));
}
