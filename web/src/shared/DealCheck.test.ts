/** The line under a result that tells whether the deal was checked (X3). */
import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';

import { checkDeal, DealError } from '../lib/deal';
import { lobby, tableOn, update, view } from '../fixtures/match';
import type { TableStore } from '../lib/store/table.svelte';
import DealCheck from './DealCheck.svelte';

vi.mock('../lib/deal', () => ({ checkDeal: vi.fn(), DealError: class extends Error {} }));

const OPENED = { setup: { commitment: 'c0ffee' } };

/** A page that heard the first event of a game which is over now. */
function show(answer: () => Promise<Response>): ReturnType<typeof vi.fn> {
  const asked = vi.fn(answer);
  vi.stubGlobal('fetch', asked);
  const store = { lobby: { code: 'CDFHJK', seed: 'feed' }, game: 2, events: [OPENED] };
  render(DealCheck, { store: store as unknown as TableStore, played: true });
  return asked;
}

const given = () => Promise.resolve(new Response('the record'));

afterEach(() => vi.unstubAllGlobals());

test('a deal that holds is told with the number of its draws', async () => {
  vi.mocked(checkDeal).mockResolvedValue({ draws: 95, sworn: true, withheld: ['Tom'] });
  const asked = show(given);
  expect(screen.getByRole('status').textContent).toContain('Checking');
  expect(await screen.findByText(/^Deal checked: all 95 shuffles and draws/)).toBeVisible();
  expect(screen.getByRole('status').textContent).toContain('Tom committed');
  expect(asked).toHaveBeenCalledWith('/api/tables/CDFHJK/record?game=2');
});

test('the record is held to the commitment that the page heard at the start', async () => {
  vi.mocked(checkDeal).mockRejectedValue(new DealError('the commitment is another one'));
  show(given);
  expect(await screen.findByText(/^The deal does not hold: the commitment/)).toBeVisible();
  expect(vi.mocked(checkDeal).mock.lastCall?.[1]).toEqual({ ...OPENED, part: null });
});

test('a record that cannot be fetched is told', async () => {
  show(() => Promise.reject(new TypeError('no line')));
  expect(await screen.findByText(/could not be fetched/)).toBeVisible();
});

test('a record of the older way is said to be weaker', async () => {
  vi.mocked(checkDeal).mockResolvedValue({ draws: 95, sworn: false, withheld: [] });
  show(given);
  expect(await screen.findByText(/of the older way/)).toBeVisible();
});

test('the record is fetched once, however often the lobby is told', async () => {
  vi.mocked(checkDeal).mockResolvedValue({ draws: 95, sworn: true, withheld: [] });
  const asked = vi.fn(given);
  vi.stubGlobal('fetch', asked);
  const over = lobby({ stage: 'over', seed: { number: 1, hex: 'feed' } });
  const { store, socket } = tableOn(0, over);
  socket().give(update(view(), [], [OPENED]));
  render(DealCheck, { store, played: true });
  await screen.findByText(/^Deal checked/);
  for (let i = 0; i < 3; i++) {
    socket().give({ t: 'lobby', you: 0, is_host: true, held: false, lobby: { ...over } });
    await tick();
  }
  expect(asked).toHaveBeenCalledOnce();
});
