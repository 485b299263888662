/** The end of a game tells every word, bluffs that were never found out among them, and all hands. */
import { render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { tableOn, lobby } from '../fixtures/match';
import type { JudgedWord, Review } from '../wire';
import GameReview from './GameReview.svelte';

const word = (text: string, in_lexicon: boolean | null, more: Partial<JudgedWord['said']> = {}): JudgedWord => ({
  said: { round: 1, seat: 0, word: [...text], points: 4, challenged: false, lost: 0, ...more },
  in_lexicon,
});

const OVER = lobby({ stage: 'over', seed: { number: 1, hex: 'feed' } });

function show(told: Partial<Review>) {
  const asked = vi.fn(async () => {
    const review: Review = {
      game: 1,
      lexicon: { name: 'english', sha256: '' },
      seats: ['Mira', 'Theo'],
      words: [],
      hands: [[], []],
      ...told,
    };
    return new Response(JSON.stringify(review));
  });
  vi.stubGlobal('fetch', asked);
  const rig = tableOn(0, OVER);
  render(GameReview, { store: rig.store, name: (seat: number) => ['You', 'Theo'][seat] ?? '' });
  return { ...rig, asked };
}

afterEach(() => vi.unstubAllGlobals());

test('a bluff that was never found out is told as one, and so is whatever else was said', async () => {
  show({
    words: [
      word('crab', true),
      word('florb', false, { seat: 1, points: 5 }),
      word('glorp', false, { points: null, challenged: true, lost: 5 }),
      word('xyzzy', null),
    ],
  });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
    '1 CRAB in the lexicon You · 4 points',
    '1 FLORB not in the lexicon: a bluff that stood Theo · 5 points',
    '1 GLORP not in the lexicon You · not paid, challenged, lost a card of 5 points',
    '1 XYZZY the lexicon is gone You · 4 points',
  ]);
});

test('all hands are told, cards and tiles alike', async () => {
  show({ hands: [[['a', 'y'], ['b', 'r']], ['c', '?']] });
  expect(await screen.findByRole('img', { name: 'A, B' })).toBeVisible();
  expect(screen.getByRole('img', { name: 'C, a blank' })).toBeVisible();
  expect(within(screen.getByRole('region')).getByText('Nobody said a word.')).toBeVisible();
});

test('it is asked for once, and not before the seed is told', async () => {
  const { socket, asked } = show({});
  await screen.findByText('Nobody said a word.');
  socket().give({ t: 'lobby', you: 0, is_host: true, held: false, lobby: { ...OVER } });
  await Promise.resolve();
  expect(asked).toHaveBeenCalledOnce();
  expect(asked).toHaveBeenCalledWith('/api/tables/KWMXRT/review?game=0', {});
});
