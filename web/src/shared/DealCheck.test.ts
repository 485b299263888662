/** The line under a result that tells whether the deal was checked (X3). */
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { checkDeal, DealError } from '../lib/deal';
import type { TableStore } from '../lib/store/table.svelte';
import DealCheck from './DealCheck.svelte';

vi.mock('../lib/deal', () => ({ checkDeal: vi.fn(), DealError: class extends Error {} }));

const OPENED = { setup: { commitment: 'c0ffee' } };

/** A page that heard the first event of a game which is over now. */
function show(answer: () => Promise<Response>): ReturnType<typeof vi.fn> {
  const asked = vi.fn(answer);
  vi.stubGlobal('fetch', asked);
  const store = { lobby: { code: 'CDFHJK', seed: 'feed' }, game: 2, events: [OPENED] };
  render(DealCheck, { store: store as unknown as TableStore });
  return asked;
}

const given = () => Promise.resolve(new Response('the record'));

beforeEach(() => vi.stubGlobal('crypto', { subtle: {} }));
afterEach(() => vi.unstubAllGlobals());

test('a deal that holds is told with the number of its draws', async () => {
  vi.mocked(checkDeal).mockResolvedValue(95);
  const asked = show(given);
  expect(screen.getByRole('status').textContent).toContain('Checking');
  expect(await screen.findByText(/^Deal checked: all 95 shuffles and draws/)).toBeVisible();
  expect(asked).toHaveBeenCalledWith('/api/tables/CDFHJK/record?game=2');
});

test('the record is held to the commitment that the page heard at the start', async () => {
  vi.mocked(checkDeal).mockRejectedValue(new DealError('the commitment is another one'));
  show(given);
  expect(await screen.findByText(/^The deal does not hold: the commitment/)).toBeVisible();
  expect(vi.mocked(checkDeal).mock.lastCall?.[1]).toBe('c0ffee');
});

test('a record that cannot be fetched is told', async () => {
  show(() => Promise.reject(new TypeError('no line')));
  expect(await screen.findByText(/could not be fetched/)).toBeVisible();
});

test('a page without hash functions names the command instead', async () => {
  vi.stubGlobal('crypto', {});
  show(given);
  expect(await screen.findByText(/wordlot verify/)).toBeVisible();
});
