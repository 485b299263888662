import { afterEach, expect, test, vi } from 'vitest';
import { splitLetters } from './letters';
import { partsOf } from './offline';
import { carry, readWords } from './words';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function answering(routes: Record<string, string | undefined>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const body = routes[path];
    return body === undefined ? Promise.reject(new TypeError('offline')) : Promise.resolve(new Response(body));
  });
  return asked;
}

const FILE = JSON.stringify({ name: 'drawn', sha256: 'f00', letters: ['a', 'b', 'ch'] });
const WORDS = '0ab\n2b\n0[ch]a\n';

test('words are read as the server writes them', () => {
  expect([...readWords(WORDS)]).toEqual(['ab', 'abb', '[ch]a']);
});

test('a lexicon is loaded once and asked by letters, long ones too', async () => {
  answering({ '/api/lexicons/drawn': FILE, '/api/lexicons/drawn/f00.txt': WORDS });
  const lexicon = await carry('drawn');
  expect(lexicon.has(['a', 'b', 'b'])).toBe(true);
  expect(lexicon.has(['ch', 'a'])).toBe(true);
  expect(lexicon.has(['c', 'h', 'a'])).toBe(false);
  expect(lexicon.size).toBe(3);
});

test('which edition is in force is remembered for a time without a network', async () => {
  answering({ '/api/lexicons/drawn': FILE, '/api/lexicons/drawn/f00.txt': WORDS });
  await carry('drawn');
  answering({ '/api/lexicons/drawn/f00.txt': WORDS });
  expect((await carry('drawn')).pin.sha256).toBe('f00');
  answering({});
  await expect(carry('other')).rejects.toThrow('offline');
});

test('letters are split longest first, and what is no letter is left out', () => {
  expect(splitLetters('Chab-1', ['a', 'b', 'c', 'h', 'ch'])).toEqual(['ch', 'a', 'b']);
});

test('of what a page has loaded only its own parts are kept, never an answer of the API', () => {
  const names = [
    `${location.origin}/assets/a-1.js`,
    `${location.origin}/assets/a-1.js`,
    `${location.origin}/api/games`,
    'https://elsewhere.example/assets/b.js',
  ];
  const loaded = { getEntriesByType: () => names.map((name) => ({ name }) as PerformanceEntry) };
  expect(partsOf(loaded)).toEqual(['/favicon.svg', '/assets/a-1.js']);
});
