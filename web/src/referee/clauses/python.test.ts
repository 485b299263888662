import { expect, test } from 'vitest';
import * as py from './python.ts';

class Pair extends py.Struct {
  static title = 'Pair';
  static fields = ['a', 'b'];
  constructor(a: unknown, b: unknown) {
    super();
    this['a'] = a;
    this['b'] = b;
  }
}

test('values are equal by content, and so are keys', () => {
  expect(py.eq([1, new Pair('x', [2])], [1, new Pair('x', [2])])).toBe(true);
  expect(py.eq(new Pair(1, 2), new Pair(1, 3))).toBe(false);
  const dict = new py.Dict([[new Pair(1, [2]), 'here']]);
  expect(dict.at(new Pair(1, [2]))).toBe('here');
  expect(dict.get(new Pair(1, ['2']), 'not')).toBe('not');
  expect(() => dict.at('1')).toThrow(py.KeyError);
});

test('empty things, zero and none are false, and structs are true', () => {
  for (const value of [[], '', 0, null, new py.Dict(), py.set(), false]) {
    expect(py.truth(value)).toBe(false);
  }
  for (const value of [[0], ' ', -1, new Pair(0, 0), true]) expect(py.truth(value)).toBe(true);
  expect(py.or([], () => 3)).toBe(3);
  expect(py.and([], () => 3)).toEqual([]);
});

test('indices count from the end, and out of range is an error', () => {
  expect(py.at([1, 2, 3], -1)).toBe(3);
  expect(() => py.at([1], 1)).toThrow(py.IndexError);
  expect(() => py.at([1], -2)).toThrow(py.IndexError);
  expect(py.slice([1, 2, 3], null, -1)).toEqual([1, 2]);
});

test('sorting goes by key, then keeps the order; the first of equals is the least and the most', () => {
  const items: [string, number][] = [['b', 1], ['a', 1], ['c', 0]];
  expect(py.sorted(items, ([, n]) => n).map(([c]) => c)).toEqual(['c', 'b', 'a']);
  expect(py.sorted(items).map(([c]) => c)).toEqual(['a', 'b', 'c']);
  expect(py.min([items], { key: ([, n]) => -n })).toEqual(['b', 1]);
  expect(py.max([items], { key: ([, n]) => n })).toEqual(['b', 1]);
  expect(py.min([[]], { default: null })).toBeNull();
  expect(() => py.min([[]])).toThrow(py.ValueError);
});

test('counters know nothing of what they do not hold, and lose what others have', () => {
  const left = py.sub(new py.Counter('aab'), new py.Counter('ac')) as py.Counter;
  expect(left.elements()).toEqual(['a', 'b']);
  expect(left.at('z')).toBe(0);
  expect(left.total()).toBe(2);
});

test('tuples are repeated and joined, the rest of a remainder is never negative', () => {
  expect(py.mul([[]], 2)).toEqual([[], []]);
  expect(py.add([1], [2])).toEqual([1, 2]);
  expect(py.mod(-1, 3)).toBe(2);
  expect(py.zip_longest('ab', [1])).toEqual([['a', 1], ['b', null]]);
  expect(py.range(2, -1, -1)).toEqual([2, 1, 0]);
});
