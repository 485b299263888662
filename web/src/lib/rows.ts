/** How large the cards of a hand are, so that it takes as few rows as its place allows. */

export interface Size {
  width: number;
  height: number;
}

/** Narrower cards cannot be aimed at with a thumb: nine in a row at 360 px. */
const LEAST_WIDTH = 33;
/** In places as wide as this there is no need for that. */
const WIDE_PLACE = 480;
const WIDE_LEAST_WIDTH = 42;
const GAP = 4;
const THUMB = 46;
/** Height of a card to its width, at most. */
const TALL = 1.25;

/** Return the size of `n` cards in a place of some width, none wider than `most`. */
export function cardSize(n: number, place: number, most: Size): Size {
  if (n === 0 || place <= 0) return most;
  const least = place < WIDE_PLACE ? LEAST_WIDTH : WIDE_LEAST_WIDTH;
  const inRow = Math.max(1, Math.floor((place + GAP) / (least + GAP)));
  const rows = Math.ceil(n / inRow);
  const columns = Math.ceil(n / rows);
  const room = Math.floor((place - GAP * (columns - 1)) / columns);
  const width = Math.min(most.width, rows > 1 ? 44 : most.width, room);
  // No lower than a thumb needs; several rows are no higher than that either.
  const height = rows > 1 ? THUMB : Math.max(THUMB, Math.floor(width * TALL));
  return { width, height: Math.min(most.height, height) };
}
