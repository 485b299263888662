import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { part } from './renew';

const GONE = new TypeError('Failed to fetch dynamically imported module');
const gone = () => Promise.reject(GONE);

function ways(answers: boolean): { answers: () => Promise<boolean>; reload: () => void } {
  return { answers: () => Promise.resolve(answers), reload: vi.fn() };
}

/** What has become of a promise once everything that was due has run. */
async function fate(promise: Promise<unknown>): Promise<string> {
  let fate = 'open';
  promise.then(
    () => (fate = 'kept'),
    () => (fate = 'broken'),
  );
  await vi.advanceTimersByTimeAsync(0);
  return fate;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

test('a part that is there is returned', async () => {
  await expect(part(() => Promise.resolve({ default: 'page' }))).resolves.toEqual({ default: 'page' });
});

test('a part that is gone from the server loads the page anew, and gives nothing meanwhile', async () => {
  const server = ways(true);
  expect(await fate(part(gone, false, server))).toBe('open');
  expect(server.reload).toHaveBeenCalledTimes(1);
});

test('the page is not loaded anew again and again', async () => {
  const server = ways(true);
  void part(gone, false, server);
  await vi.advanceTimersByTimeAsync(0);
  await expect(part(gone, false, server)).rejects.toBe(GONE);
  expect(server.reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_000);
  expect(await fate(part(gone, false, server))).toBe('open');
  expect(server.reload).toHaveBeenCalledTimes(2);
});

test('a page whose server is away is kept, for it could not be loaded anew', async () => {
  const server = ways(false);
  await expect(part(gone, false, server)).rejects.toBe(GONE);
  expect(server.reload).not.toHaveBeenCalled();
});

test('who asks for it again need not wait', async () => {
  const server = ways(true);
  void part(gone, false, server);
  await vi.advanceTimersByTimeAsync(0);
  expect(await fate(part(gone, true, server))).toBe('open');
  expect(server.reload).toHaveBeenCalledTimes(2);
});
