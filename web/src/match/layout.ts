/** Where the cards of a crossword are drawn: base letters in row 0, its first letter in column 0. */

import type { Card, Crossing, Crossword, Lane, Play } from '../wire';

export interface Cell {
  x: number;
  y: number;
  card: Card;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Side = 'before' | 'after';

/** A place to aim at: a lane, from which end its letters grow, and the cells that it covers. */
export interface Target {
  lane: Lane;
  side: Side;
  box: Box;
}

/** Every card that lies, once. */
export function lyingCells(crossword: Crossword): Cell[] {
  const base = crossword.base.map((card, x) => ({ x, y: 0, card }));
  const crossings = crossword.crossings.flatMap(({ column, at, cards }) =>
    cards.map((card, i) => ({ x: column, y: i - at, card })).filter(({ y }) => y !== 0),
  );
  return [...base, ...crossings];
}

/** The cells of a play's own cards, in reading order. */
export function playCells(crossword: Crossword, play: Play): Cell[] {
  const { before, after } = play;
  const down = play.kind === 'cross' || play.kind === 'extend_cross';
  const { start, end } = span(crossword, play);
  const cell = (card: Card, at: number): Cell =>
    down ? { x: play.column, y: at, card } : { x: at, y: 0, card };
  return [
    ...before.map((card, i) => cell(card, start - before.length + i)),
    ...after.map((card, i) => cell(card, end + i)),
  ];
}

/** Where the letters that lie in a lane start and end (past the last), along the lane. */
export function span(crossword: Crossword, lane: Lane): { start: number; end: number } {
  switch (lane.kind) {
    case 'base':
      // All letters of a base word stand before its end; how many, only the play knows.
      return { start: 'before' in lane ? (lane as Play).before.length : 0, end: 0 };
    case 'extend_base':
      return { start: 0, end: crossword.base.length };
    case 'cross':
      return { start: 0, end: 1 };
    case 'extend_cross': {
      const crossing = crossingAt(crossword, lane.column);
      const at = crossing?.at ?? 0;
      return { start: -at, end: (crossing?.cards.length ?? 1) - at };
    }
  }
}

/** The cards that lie in a lane already. */
export function laneCards(crossword: Crossword, lane: Lane): Card[] {
  switch (lane.kind) {
    case 'base':
      return [];
    case 'extend_base':
      return crossword.base;
    case 'cross':
      return crossword.base.slice(lane.column, lane.column + 1);
    case 'extend_cross':
      return crossingAt(crossword, lane.column)?.cards ?? [];
  }
}

function crossingAt(crossword: Crossword, column: number): Crossing | undefined {
  return crossword.crossings.find((c) => c.column === column);
}

export function sameLane(a: Lane | null, b: Lane | null): boolean {
  return a !== null && b !== null && a.kind === b.kind && a.column === b.column;
}

/** The smallest box around cells, at least one cell large. */
export function around(cells: readonly { x: number; y: number }[]): Box {
  const box = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const { x, y } of cells) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** As many columns a page of 360 px has room for, at 23 px each. */
const WIDEST = 15;

/** Cells with the room that plays may need, so that the table keeps its scale while one is composed. */
export function roomAround(cells: readonly Cell[]): { x: number; y: number }[] {
  if (cells.length === 0) return [];
  const { left, right, top, bottom } = around(cells);
  const aside = right - left + 1 < WIDEST ? 1 : 0;
  return [
    { x: left - aside, y: Math.min(top - 1, -2) },
    { x: right + aside, y: Math.max(bottom + 1, 2) },
  ];
}

/** How far a lane reaches beyond the letters that lie in it. */
const REACH = 2;

/** What can be aimed at on the table, from left to right; each lane has a target on either side. */
export function targets(crossword: Crossword, lanes: readonly Lane[]): Target[] {
  return lanes
    .flatMap((lane): Target[] => {
      const { start, end } = span(crossword, lane);
      const x = lane.column;
      const one = (side: Side, box: Box) => ({ lane, side, box });
      switch (lane.kind) {
        case 'base':
          return [];
        case 'cross':
          return [
            one('before', { left: x, right: x, top: -REACH, bottom: -1 }),
            one('after', { left: x, right: x, top: 1, bottom: REACH }),
          ];
        case 'extend_base':
          return [
            one('before', { left: start - 1, right: start - 1, top: 0, bottom: 0 }),
            one('after', { left: end, right: end, top: 0, bottom: 0 }),
          ];
        case 'extend_cross':
          return [
            one('before', { left: x, right: x, top: start - 1, bottom: start - 1 }),
            one('after', { left: x, right: x, top: end, bottom: end }),
          ];
      }
    })
    .sort((a, b) => a.box.left - b.box.left || a.box.top - b.box.top);
}

/**
 * The cells in which a tap is for a target, while a side of its lane is chosen or none. The base
 * letter of a new crossing word belongs to the side above it, or to the one that is not chosen: a
 * second tap on the letter turns the word round.
 */
export function tapBox({ lane, side, box }: Target, chosen: Side | null): Box {
  const takes = chosen === 'before' ? 'after' : 'before';
  if (lane.kind !== 'cross' || side !== takes) return box;
  return side === 'before' ? { ...box, bottom: 0 } : { ...box, top: 0 };
}

/**
 * The target that is nearest to a point beside it, within a reach; all are in cells. A new crossing
 * word takes no taps beside its column: those are for the ends, which are smaller.
 */
export function nearest(
  aims: readonly Target[],
  x: number,
  y: number,
  reach: number,
): Target | null {
  const beside = (at: number, from: number, to: number) => Math.max(from - at, 0, at - to - 1);
  const far = ({ box, lane }: Target) => {
    const across = beside(x, box.left, box.right);
    if (across > 0 && lane.kind === 'cross') return Infinity;
    return Math.hypot(across, beside(y, box.top, box.bottom));
  };
  const [first] = aims
    .map((target) => ({ target, away: far(target) }))
    .sort((a, b) => a.away - b.away);
  return first !== undefined && first.away <= reach ? first.target : null;
}

export interface Fit {
  cell: number;
  /** Cells from the left and top edge to column 0 and row 0. */
  x: number;
  y: number;
  columns: number;
  rows: number;
}

export const CELL_MOST = 58;
export const CELL_LEAST = 17;
/** A scale below which room for plays to come is given up. */
export const CELL_SNUG = 24;

/** How large a cell is, so that a box with a little room around it fits into an area. */
export function fit(box: Box, width: number, height: number): Fit {
  const columns = Math.max(box.right - box.left + 1, 5);
  const rows = Math.max(box.bottom - box.top + 1, 5);
  const room = Math.min(width / (columns + 0.4), height / (rows + 0.4));
  const cell = Math.max(CELL_LEAST, Math.min(CELL_MOST, Math.floor(room)));
  return {
    cell,
    columns,
    rows,
    x: (columns - (box.right - box.left + 1)) / 2 - box.left,
    y: (rows - (box.bottom - box.top + 1)) / 2 - box.top,
  };
}
