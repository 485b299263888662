/** Wherever a table is shown, its settings are, and the rules speak of this table. */
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lobby, tableOn, update, view } from '../fixtures/match';
import OpenTables from '../home/OpenTables.svelte';
import { options } from '../messages/options';
import RulesSheet from '../rules/RulesSheet.svelte';
import type { Lobby } from '../wire';
import TablePage from './TablePage.svelte';

const CALLED = {
  bidding: 'called',
  round_clock_ms: 86_400_000,
  lay_clock_ms: 60_000,
  void: 'free',
  dry: 'none',
  deck: 'english',
};
const table = (more: Partial<Lobby> = {}) =>
  lobby({
    options: CALLED,
    lexicon: { name: 'harbour', sha256: '' },
    stage: 'waiting',
    seats: [{ name: 'Mira', bot: null, here: true, ready: false, gone: null, agreed: true }, null, null],
    ...more,
  });

let tables: Lobby[];

beforeEach(() => {
  localStorage.clear();
  tables = [];
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ games: [], lexicons: [], tables, url: '' })),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function allTold(): Promise<void> {
  const facts = within(await screen.findByRole('region', { name: options.title }));
  const told = facts.getAllByRole('definition').map((cell) => cell.textContent);
  expect(told).toEqual([
    '3, 2 free',
    'Called: a bid is a number',
    '24 hours',
    '60 seconds',
    'Costs nothing',
    'Draw no more',
    'A bot takes over until that player is back',
    'Whoever has the link',
    'harbour',
  ]);
}

test('the lobby tells how the table is set', async () => {
  const { store } = tableOn(0, table());
  render(TablePage, { code: 'KWMXRT', given: store });
  await allTold();
});

const BEFORE = { seats: 2, options: CALLED, lexicon: 'harbour', public: false, absence: 'bot' } as const;
const changed = (agreed: boolean, more: Partial<Lobby> = {}) =>
  table({
    settings: 2,
    former: BEFORE,
    seats: [
      { name: 'Mira', bot: null, here: true, ready: false, gone: null, agreed: true },
      { name: 'Tom', bot: null, here: true, ready: false, gone: null, agreed },
      null,
    ],
    host: 0,
    ...more,
  });

test('what the host changed is shown to a guest, whose press agrees to just that', async () => {
  const rig = tableOn(1, changed(false));
  render(TablePage, { code: 'KWMXRT', given: rig.store });
  const told = within(await screen.findByRole('region', { name: options.changedTitle }));
  expect(told.getByRole('listitem')).toHaveTextContent('Seats: 3 (was: 2)');
  await userEvent.setup().click(screen.getByRole('button', { name: 'I am ready' }));
  await waitFor(() => expect(rig.socket().last('ready')).toMatchObject({ ready: true, settings: 2 }));
});

test('a host cannot start before all agreed, and is told who is waited for', async () => {
  const rig = tableOn(0, changed(false));
  render(TablePage, { code: 'KWMXRT', given: rig.store });
  const start = await screen.findByRole('button', { name: 'Start the game' });
  expect(start).toHaveAttribute('aria-disabled', 'true');
  screen.getByText(/The game waits until Tom said to be ready/);
  await userEvent.setup().click(start);
  expect(rig.socket().last('start')).toBeUndefined();
});

test('a change is told once to who is there, and not to the host who made it', async () => {
  const rig = tableOn(1, table({ ...changed(true), settings: 1, former: null }));
  render(TablePage, { code: 'KWMXRT', given: rig.store });
  await screen.findByRole('heading', { name: options.title });
  rig.socket().give({ t: 'lobby', you: 1, is_host: false, held: false, lobby: changed(false, { public: true }) });
  expect(await screen.findAllByText(/^The host changed the settings\. Who finds the table: Whoever looks/)).not.toEqual([]);
});

test('who is invited sees how the table is set, and who sits there', async () => {
  const { store } = tableOn(null, table());
  render(TablePage, { code: 'KWMXRT', given: store });
  await allTold();
  expect(screen.getByText('At the table: Mira.')).toBeInTheDocument();
});

test('the menu of a game tells how the table is set', async () => {
  const rig = tableOn(0, table({ stage: 'playing' }));
  rig.socket().give(update(view(), []));
  render(TablePage, { code: 'KWMXRT', given: rig.store });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Menu' }, { timeout: 5_000 }));
  await allTold();
});

test('the list of public tables tells bids, clock, lexicon and free seats', async () => {
  tables = [
    table(),
    table({
      code: 'AAA',
      game: 'bet_the_bag',
      options: { words: 'checked', bid_clock_ms: null },
      seats: [null, { name: 'Jo', bot: null, here: true, ready: false, gone: null, agreed: true }],
    }),
    table({ code: 'BBB', options: { ...CALLED, bidding: 'sealed' }, seats: [] }),
  ];
  render(OpenTables);
  await screen.findByText('called bids · 24 hours a round · harbour · 2 of 3 seats free');
  screen.getByText('checked words · no clock · harbour · 1 of 2 seats free');
  screen.getByText(/^sealed bids · .* no of 0 seats free$/);
});

test.each([
  ['match', CALLED, 'M3.4', 'At this table: clock of a round, 24 hours.'],
  ['match', CALLED, 'M3.2', 'At this table: bidding, called: a bid is a number.'],
  ['bet_the_bag', { bid_clock_ms: 60_000 }, 'B4.3', 'At this table: clock of a bid, 60 seconds.'],
  ['bet_the_bag', { words: 'checked' }, 'B7.4', 'At this table: words, only words of the lexicon.'],
])('the rules of %s speak of this table where %s %s', async (game, given, clause, sentence) => {
  render(RulesSheet, { game, lobby: table({ game, options: given }), clause: '', onclose: () => {} });
  const note = await waitFor(() => screen.getByText(sentence), { timeout: 5_000 });
  expect(note.parentElement?.querySelector(`[id="${clause}"]`)).not.toBeNull();
});

test('settings that count for nothing at a table are not told', () => {
  expect(options.matters('lay_clock_ms', { bidding: 'sealed' })).toBe(false);
  expect(options.matters('lay_clock_ms', CALLED)).toBe(true);
  expect(options.matters('deck', CALLED)).toBe(false);
});
