import { expect, test } from 'vitest';
import { digits, frozen, timeLeft } from './clock';

const reading = { now: 40_000, running: true, at: 1_000 };

test('time left is what the table sent, aged by the page', () => {
  expect(timeLeft(60_000, reading, 1_000)).toBe(20_000);
  expect(timeLeft(60_000, reading, 6_500)).toBe(14_500);
});

test('time left is never below zero', () => {
  expect(timeLeft(60_000, reading, 99_000)).toBe(0);
  expect(digits(timeLeft(60_000, reading, 99_000) ?? -1)).toBe('0:00');
});

test('a clock of the table that stands still is not aged', () => {
  expect(timeLeft(60_000, { ...reading, running: false }, 99_000)).toBe(20_000);
});

test('a page clock that steps back takes nothing away and adds nothing', () => {
  expect(timeLeft(60_000, reading, 500)).toBe(20_000);
});

test('what is frozen keeps the time left of that moment', () => {
  const held = frozen(reading, 6_000);
  expect(timeLeft(60_000, held, 6_000)).toBe(15_000);
  expect(timeLeft(60_000, held, 60_000)).toBe(15_000);
  expect(timeLeft(60_000, frozen(held, 90_000), 99_000)).toBe(15_000);
});

test('nothing counts down where nothing closes by itself', () => {
  expect(timeLeft(null, reading, 2_000)).toBeNull();
});

test.each([
  [0, '0:00'],
  [1, '0:01'],
  [13_001, '0:14'],
  [60_000, '1:00'],
  [300_000, '5:00'],
  [86_400_000, '24:00:00'],
])('%i ms are shown as %s', (ms, text) => {
  expect(digits(ms)).toBe(text);
});
