/** The word being composed as a tab keeps it over a reload. */

import { Drafts, isLetter, isPlace, lettersIn, type Draft } from '../lib/drafts';
import type { Slot } from './compose.svelte';
import { BLANK, type Tile } from './tiles';

const isTile = (value: unknown): value is Tile => value === BLANK || isLetter(value);

export const bagDrafts = new Drafts<Tile, Draft<Slot>>(isTile, (fields) =>
  lettersIn(fields, ({ letter, blank, held }) =>
    isLetter(letter) && typeof blank === 'boolean' && isPlace(held) ? { letter, blank, held } : null,
  ),
);
