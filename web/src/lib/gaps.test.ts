import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GAP_MS, Gaps } from './gaps';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a gap is noticed by the first that looks, once, and no hiccup is one', () => {
  let at = 0;
  const noticed: number[] = [];
  const gaps = new Gaps((ms) => noticed.push(ms), () => at);
  gaps.watch();
  for (let i = 0; i < 10; i++) {
    at += 100;
    vi.advanceTimersByTime(100);
  }
  at += GAP_MS;
  gaps.look();
  expect(noticed).toEqual([]);
  at += 3_000;
  gaps.look();
  gaps.look();
  vi.advanceTimersByTime(100);
  expect(noticed).toEqual([3_000]);
  gaps.stop();
  at += 9_000;
  vi.advanceTimersByTime(10_000);
  expect(noticed).toEqual([3_000]);
});
