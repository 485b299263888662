/** Tiles as text: what is written on them, and how they are spoken. */

import { spoken } from '../messages/bag';
import { common } from '../messages/common';

/** A tile as the wire names it: a letter, or the blank. */
export type Tile = string;

export const BLANK: Tile = '?';

/** Letters in order, blanks last. */
export function compareTiles(a: Tile, b: Tile): number {
  if (a === b) return 0;
  if (a === BLANK) return 1;
  return b === BLANK ? -1 : a.localeCompare(b);
}

/** What a tile is called when it is spoken of. */
export function tileName(tile: Tile): string {
  return tile === BLANK ? spoken.blank : tile.toUpperCase();
}

/** "A, R and a blank". */
export function tileNames(tiles: readonly Tile[]): string {
  return common.names(tiles.map(tileName));
}
