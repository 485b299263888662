import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lobby } from '../fixtures/match';
import type { GameInfo, Lobby, YourTable, YourTables } from '../wire';
import Home from './Home.svelte';

const MATCH: GameInfo = {
  name: 'match',
  min_seats: 2,
  max_seats: 6,
  defaults: { bidding: 'sealed', round_clock_ms: 60_000, deck: 'english' },
  choices: {
    bidding: ['sealed', 'called'],
    round_clock_ms: [60_000, 86_400_000, null],
    deck: ['english'],
  },
  levels: ['easy', 'medium', 'hard'],
};

let made: Record<string, unknown>[];
let tables: Lobby[];
let yours: YourTables;
let refusal: object | null;
let gone: string[];

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('wordlot.nickname', '"quiet otter"');
  made = [];
  tables = [];
  yours = { tables: [], finished: [] };
  refusal = null;
  gone = [];
  vi.stubGlobal('location', { ...location, assign: (to: string) => gone.push(to) });
  vi.stubGlobal('fetch', async (path: string, request: RequestInit = {}) => {
    if (path === '/api/games') {
      return new Response(JSON.stringify({ games: [MATCH], lexicons: ['english'] }));
    }
    if (path === '/api/yours') return new Response(JSON.stringify(yours));
    if (path === '/api/guest') return new Response(JSON.stringify({ known: true }));
    const code = /^\/api\/tables\/(\w+)$/.exec(path)?.[1];
    if (code !== undefined) {
      const found = tables.find((table) => table.code === code);
      return new Response(JSON.stringify(found ?? { code: 'no_table' }), { status: found ? 200 : 404 });
    }
    if (request.method !== 'POST') return new Response(JSON.stringify({ tables }));
    made.push(JSON.parse(String(request.body)));
    if (refusal !== null) return new Response(JSON.stringify(refusal), { status: 409 });
    return new Response(JSON.stringify({ code: 'KWMXRT', seat: 0 }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('Play now starts a game against three bots at once', async () => {
  render(Home);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Play Match now' }));
  await vi.waitFor(() => expect(made).toHaveLength(1));
  expect(made).toEqual([
    {
      game: 'match',
      nickname: 'quiet otter',
      seats: 4,
      bots: ['medium', 'medium', 'medium'],
      start: true,
      commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  await vi.waitFor(() => expect(gone).toEqual(['/t/KWMXRT']));
});

test('number and level of the bots are chosen beside it, and remembered', async () => {
  const { unmount } = render(Home);
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Bots' }), '1');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'hard');
  await user.click(screen.getByRole('button', { name: 'Play Match now' }));
  await vi.waitFor(() => expect(made[0]).toMatchObject({ seats: 2, bots: ['hard'] }));
  unmount();
  render(Home);
  expect(await screen.findByRole('combobox', { name: 'Level' })).toHaveValue('hard');
});

test('a table for friends is made with its settings, the defaults where nothing was chosen', async () => {
  render(Home);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Invite friends to Match' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Seats' }), '3');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Clock of a round' }), 'No clock');
  expect(dialog.queryByRole('combobox', { name: 'Deck' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Make the table' }));
  await vi.waitFor(() => expect(made).toHaveLength(1));
  expect(made[0]).toMatchObject({
    seats: 3,
    bots: [],
    options: { bidding: 'sealed', round_clock_ms: null, deck: 'english' },
    public: false,
  });
});

test('a refusal is told, and the page stays', async () => {
  refusal = { code: 'crowded', text: 'full', clause: '' };
  render(Home);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Play Match now' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The server is full.');
  expect(gone).toEqual([]);
});

test('public tables can be joined while seats are free, and watched when they play', async () => {
  const waiting = lobby({ code: 'AAA', stage: 'waiting', seats: [{ name: 'Mira', bot: null, here: true, ready: false, gone: null, agreed: true }, null] });
  tables = [waiting, lobby({ code: 'BBB', stage: 'playing' })];
  render(Home);
  const links = await screen.findAllByRole('link', { name: /^(Join|Watch): / });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/t/AAA', '/t/BBB']);
});

test('the nickname is changed in place and kept', async () => {
  render(Home);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Change your nickname' }));
  await user.clear(screen.getByLabelText('Your nickname'));
  await user.keyboard('swift heron{Enter}');
  expect(screen.getByText('swift heron')).toBeInTheDocument();
  expect(localStorage.getItem('wordlot.nickname')).toBe('"swift heron"');
});

const mine = (code: string, more: Partial<YourTable> = {}): YourTable => ({
  code,
  game: 'match',
  stage: 'playing',
  seats: ['quiet otter', 'Mira', null],
  you: 0,
  waits: false,
  ...more,
});

test('all tables of this person are shown, and those whose game is over in a list of their own', async () => {
  const going = [
    mine('AAA', { waits: true }),
    ...Array.from({ length: 5 }, (_, i) => mine(`B${i}`)),
    mine('CCC', { stage: 'waiting' }),
  ];
  yours = { tables: going, finished: [mine('DDD', { stage: 'over' })] };
  render(Home);
  const region = within(await screen.findByRole('region', { name: 'Your tables' }));
  const links = region.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/t/AAA', '/t/B0', '/t/B1', '/t/B2', '/t/B3', '/t/B4', '/t/CCC', '/t/DDD']);
  expect(region.getByText('Match waits for you')).toBeInTheDocument();
  expect(region.getAllByText('Your game of Match is on')).toHaveLength(5);
  expect(region.getByText('Your table of Match has not begun')).toBeInTheDocument();
  expect(region.getByText('One game is over').closest('details')).not.toHaveAttribute('open');
});

test('who sits nowhere sees no way back', async () => {
  render(Home);
  await screen.findByRole('button', { name: 'Play Match now' });
  expect(screen.queryByRole('region', { name: 'Your tables' })).toBeNull();
});

test('a code that was told leads to its table, however it is typed', async () => {
  tables = [lobby()];
  render(Home);
  const user = userEvent.setup();
  const field = screen.getByLabelText('Have a code?');
  await user.type(field, 'nosuch{Enter}');
  expect(await screen.findByText(/no table under NOSUCH/)).toBeInTheDocument();
  expect(gone).toEqual([]);
  await user.clear(field);
  await user.type(field, ' kwm xrt ');
  expect(screen.queryByText(/no table under/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Go to the table' }));
  await vi.waitFor(() => expect(gone).toEqual(['/t/KWMXRT']));
});
