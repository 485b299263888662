import { expect, test } from 'vitest';
import { crossword, painter, play } from '../fixtures/match';
import type { Crossword, Play } from '../wire';
import {
  around,
  CELL_LEAST,
  fit,
  lyingCells,
  nearest,
  playCells,
  roomAround,
  tapBox,
  targets,
} from './layout';

/** Draw a crossword as text, the cards of a play in brackets. */
function drawn(table: Crossword, laid: Play | null = null): string[] {
  const lying = lyingCells(table).map((cell) => ({ ...cell, text: ` ${face(cell.card)} ` }));
  const draft = laid === null ? [] : playCells(table, laid);
  const cells = [...lying, ...draft.map((cell) => ({ ...cell, text: `[${face(cell.card)}]` }))];
  const { left, right, top, bottom } = around(cells);
  const row = (y: number) =>
    Array.from(
      { length: right - left + 1 },
      (_, i) => cells.find((c) => c.x === left + i && c.y === y)?.text ?? ' . ',
    ).join('');
  return Array.from({ length: bottom - top + 1 }, (_, i) => row(top + i));
}

const face = ([letter, colour]: [string, string]) => (colour === 'r' ? letter.toUpperCase() : letter);

test('a crossing word stands in its column, the base letter in row 0', () => {
  expect(drawn(painter)).toEqual([
    ' .  S  .  .  .  .  o ',
    ' p  a  I  n  t  e  R ',
    ' .  L  .  .  .  .  b ',
    ' .  T  .  .  .  .  i ',
    ' .  .  .  .  .  .  t ',
  ]);
});

test('a new crossing word is drawn around its base letter', () => {
  expect(drawn(crossword('cat'), play('cross', 2, 'b', 'Ed'))).toEqual([
    ' .  . [b]',
    ' c  a  t ',
    ' .  . [E]',
    ' .  . [d]',
  ]);
});

test('an extension of the base word is drawn at its ends', () => {
  expect(drawn(crossword('rat'), play('extend_base', 0, 'C', 'es'))).toEqual(['[C] r  a  t [e][s]']);
});

test('an extension of a crossing word is drawn at its ends', () => {
  expect(drawn(crossword('cat', [1, 1, 'baR']), play('extend_cross', 1, 'e', 'n'))).toEqual([
    ' . [e] . ',
    ' .  b  . ',
    ' c  a  t ',
    ' .  R  . ',
    ' . [n] . ',
  ]);
});

test('a base word is drawn from column 0 on', () => {
  expect(drawn(crossword(), play('base', 0, 'caT'))).toEqual(['[c][a][T]']);
});

test('fifteen columns fit a page of 360 px', () => {
  const wide = crossword('uncompromisings');
  const { cell, columns } = fit(around(roomAround(lyingCells(wide))), 360, 240);
  expect(columns).toBe(15);
  expect(cell * columns).toBeLessThanOrEqual(360);
  expect(cell).toBeGreaterThanOrEqual(CELL_LEAST);
});

test('lanes are aimed at from left to right, on either side of what lies there', () => {
  const found = targets(crossword('cats', [1, 1, 'baR']), [
    { kind: 'extend_base', column: 0 },
    { kind: 'extend_cross', column: 1 },
    { kind: 'cross', column: 3 },
  ]);
  expect(found.map(({ lane, side, box }) => [lane.kind, side, box.left, box.top])).toEqual([
    ['extend_base', 'before', -1, 0],
    ['extend_cross', 'before', 1, -2],
    ['extend_cross', 'after', 1, 2],
    ['cross', 'before', 3, -2],
    ['cross', 'after', 3, 1],
    ['extend_base', 'after', 4, 0],
  ]);
});

test('the letter of a new crossing word takes taps for the side that is not chosen', () => {
  const aims = targets(crossword('cat'), [{ kind: 'cross', column: 1 }]);
  const rows = (chosen: 'before' | 'after' | null) =>
    aims.map((aim) => tapBox(aim, chosen)).map(({ top, bottom }) => [top, bottom]);
  expect(rows(null)).toEqual([[-2, 0], [1, 2]]);
  expect(rows('before')).toEqual([[-2, -1], [0, 2]]);
  expect(rows('after')).toEqual([[-2, 0], [1, 2]]);
});

test('an end of what lies takes no taps on its letters', () => {
  const aims = targets(crossword('cat'), [{ kind: 'extend_base', column: 0 }]);
  for (const chosen of ['before', 'after', null] as const) {
    expect(aims.map((aim) => tapBox(aim, chosen))).toEqual(aims.map(({ box }) => box));
  }
});

test('a tap beside a target is for the nearest one, unless all are far away', () => {
  const aims = targets(crossword('cats', [1, 1, 'baR']), [
    { kind: 'extend_base', column: 0 },
    { kind: 'extend_cross', column: 1 },
    { kind: 'cross', column: 3 },
  ]);
  const at = (x: number, y: number) => {
    const target = nearest(aims, x, y, 1.5);
    return target === null ? null : [target.lane.kind, target.side];
  };
  expect(at(-0.5, 0.5)).toEqual(['extend_base', 'before']);
  expect(at(-1.9, 1.9)).toEqual(['extend_base', 'before']);
  expect(at(1.5, 4.4)).toEqual(['extend_cross', 'after']);
  expect(at(4.5, 1.5)).toEqual(['extend_base', 'after']);
  expect(at(3.5, 3.5)).toEqual(['cross', 'after']);
  expect(at(3.5, -2.5)).toEqual(['cross', 'before']);
  expect(at(7.5, 0.5)).toBeNull();
});
