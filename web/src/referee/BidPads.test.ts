import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MatchView } from '../wire';
import BidPads from './BidPads.svelte';
import { defaultsOf } from './choices';
import { RefereeTable } from './table.svelte';

let at = 0;
beforeEach(() => {
  at = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => at);
});
afterEach(() => vi.restoreAllMocks());

function sat(...names: string[]): RefereeTable<MatchView> {
  const lexicon = { pin: { name: 'x', sha256: '' }, letters: ['a'], size: 0, has: () => true };
  const options = defaultsOf('match');
  const agreed = { game: 'match' as const, names, options, lexicon: lexicon.pin, starter: null };
  const table = new RefereeTable<MatchView>(agreed, lexicon);
  table.start();
  render(BidPads, { table });
  return table;
}

const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a press that was meant for the number before bids nothing, and says what it takes', async () => {
  const table = sat('Mira', 'Tom');
  await press('Mira bids 2');
  await press('Tom bids 3');
  expect(table.view).toMatchObject({ high: 2, leader: 0 });
  expect(screen.getByText('Somebody was faster. It takes 3 now.')).toBeInTheDocument();
  at += 500;
  await press('Tom bids 3');
  expect(table.view.leader).toBe(1);
});

test('a number that was chosen before counts at once, if it is high enough', async () => {
  const table = sat('Mira', 'Tom');
  await press('Tom: a higher number');
  await press('Tom: a higher number');
  await press('Mira bids 2');
  await press('Tom bids 4');
  expect(table.view).toMatchObject({ leader: 1, high: 4 });
});

test('while the clock stands nobody bids or passes', async () => {
  const table = sat('Mira', 'Tom');
  table.stop();
  await press('Mira bids 2');
  await press('Tom passes');
  expect(table.view).toMatchObject({ high: null, awaited: [0, 1] });
});

test('a seat whose cards cannot be worth enough has no bid, but can pass', async () => {
  const table = sat('Mira', 'Tom');
  table.act(0, { type: 'call_bid', round: 1, value: 14 });
  await Promise.resolve();
  expect(screen.getByRole('button', { name: 'No bid is high enough' })).toHaveAttribute('aria-disabled', 'true');
  await press('Tom passes');
  expect(table.view.phase).toBe('laying');
});
