import { afterEach, expect, test, vi } from 'vitest';
import { renewWhenOutdated } from './renew';

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test('a part that is gone loads the page anew, once in a while', () => {
  vi.useFakeTimers();
  const reload = vi.fn();
  renewWhenOutdated(reload);
  const gone = () => dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  expect(gone()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(gone()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_000);
  gone();
  expect(reload).toHaveBeenCalledTimes(2);
});
