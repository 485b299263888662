/** The play being composed as a tab keeps it over a reload. */

import { Drafts, isCount, isFields, isLetter, isPlace, lettersIn, type Draft } from '../lib/drafts';
import type { Card, Colour, Kind, Lane } from '../wire';
import type { Slot } from './compose.svelte';

/** Letters, where they are aimed at, and which of their places was chosen. */
export interface MatchDraft extends Draft<Slot> {
  lane: Lane | null;
  choice: number;
}

const KINDS: readonly unknown[] = ['base', 'cross', 'extend_base', 'extend_cross'] satisfies Kind[];

const isColour = (value: unknown): value is Colour => value === 'y' || value === 'r';
const isCard = (value: unknown): value is Card =>
  Array.isArray(value) && value.length === 2 && isLetter(value[0]) && isColour(value[1]);
const isLane = (value: unknown): value is Lane =>
  isFields(value) && KINDS.includes(value['kind']) && isCount(value['column']);

function slotIn({ letter, want, card, lying, turn }: Record<string, unknown>): Slot | null {
  if (!isLetter(letter) || !isPlace(card)) return null;
  if (want !== null && !isColour(want)) return null;
  if (typeof lying !== 'boolean' || typeof turn !== 'boolean') return null;
  return { letter, want, card, lying, turn };
}

export const matchDrafts = new Drafts<Card, MatchDraft>(isCard, (fields) => {
  const letters = lettersIn(fields, slotIn);
  const { lane, choice } = fields;
  if (letters === null || !isCount(choice) || (lane !== null && !isLane(lane))) return null;
  return { ...letters, lane, choice };
});
