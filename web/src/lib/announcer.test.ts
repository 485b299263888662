import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Announcer, BATCH_MS } from './announcer';

let polite: string[];
let assertive: string[];
let announcer: Announcer;

beforeEach(() => {
  vi.useFakeTimers();
  polite = [];
  assertive = [];
  announcer = new Announcer({
    polite: (text) => polite.push(text),
    assertive: (text) => assertive.push(text),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

test('what comes within the batch is said together and in order', () => {
  announcer.polite('Mira bid 4.');
  vi.advanceTimersByTime(BATCH_MS - 1);
  announcer.polite('Tomás passed.');
  expect(polite).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(polite).toEqual(['Mira bid 4. Tomás passed.']);
});

test('what comes after a batch is not lost', () => {
  announcer.polite('one');
  vi.advanceTimersByTime(BATCH_MS);
  announcer.polite('two');
  vi.advanceTimersByTime(BATCH_MS);
  expect(polite).toEqual(['one', 'two']);
});

test('what is urgent is said at once, without the queue', () => {
  announcer.polite('Mira bid 4.');
  announcer.now('Refused.');
  expect(assertive).toEqual(['Refused.']);
  expect(polite).toEqual([]);
});

test('the same text twice changes the region, so that it is spoken twice', () => {
  announcer.now('Refused.');
  announcer.now('Refused.');
  announcer.now('Refused.');
  expect(new Set(assertive.slice(0, 2)).size).toBe(2);
  expect(assertive[1]).not.toBe(assertive[2]);
  expect(assertive.map((text) => text.trim())).toEqual(['Refused.', 'Refused.', 'Refused.']);
});
