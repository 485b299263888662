import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stayAwake } from './wake';

let held: number;
let hidden: boolean;
let answer: () => void;

beforeEach(() => {
  held = 0;
  hidden = false;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() =>
    hidden ? 'hidden' : 'visible',
  );
  vi.stubGlobal('navigator', {
    wakeLock: {
      request: () =>
        new Promise((given) => {
          answer = () => {
            held += 1;
            given({ release: async () => void (held -= 1) });
          };
        }),
    },
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function given(): Promise<void> {
  answer();
  await Promise.resolve();
  await Promise.resolve();
}

function show(seen: boolean): void {
  hidden = !seen;
  document.dispatchEvent(new Event('visibilitychange'));
}

test('the screen stays on while it is wanted and seen, and no longer', async () => {
  const end = stayAwake();
  await given();
  expect(held).toBe(1);
  show(false);
  expect(held).toBe(0);
  show(true);
  await given();
  expect(held).toBe(1);
  end();
  expect(held).toBe(0);
  show(true);
  expect(held).toBe(0);
});

test.each([
  ['ended', (end: () => void) => end()],
  ['hidden', () => show(false)],
])('a lock that comes after all was %s is given back', async (_how, change) => {
  const end = stayAwake();
  change(end);
  await given();
  expect(held).toBe(0);
});
