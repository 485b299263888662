import { expect, test } from 'vitest';
import { local, shelf } from './storage';

const sources = import.meta.glob('../**/*.{ts,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>;

function refusing(what: 'all' | 'writes'): Storage {
  const refuse = () => {
    throw new DOMException('no', what === 'all' ? 'SecurityError' : 'QuotaExceededError');
  };
  const nothing = () => null;
  const read = what === 'all' ? refuse : nothing;
  return { getItem: read, setItem: refuse, removeItem: refuse } as unknown as Storage;
}

test.each(['all', 'writes'] as const)('a browser that refuses %s loses nothing in this page', (what) => {
  const kept = shelf(() => refusing(what));
  expect(kept.read('a')).toBeNull();
  kept.write('a', 'x');
  expect(kept.read('a')).toBe('x');
  kept.forget('a');
  expect(kept.read('a')).toBeNull();
});

test('storage that is not even there is no fault', () => {
  const kept = shelf(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  kept.write('a', 'x');
  expect(kept.read('a')).toBe('x');
});

test('what was wiped by its person is gone', () => {
  local.write('wordlot.test', 'x');
  localStorage.clear();
  expect(local.read('wordlot.test')).toBeNull();
});

test('storage is asked in one place, which never throws', () => {
  const asking = Object.entries(sources)
    .filter(([path]) => !/\.test\.ts$|\/storage\.ts$/.test(path))
    .filter(([, text]) => /\b(localStorage|sessionStorage|indexedDB)\b/.test(text))
    .map(([path]) => path);
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(asking).toEqual([]);
});
