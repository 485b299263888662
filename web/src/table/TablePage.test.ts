import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lobby, offers, tableOn, update, view } from '../fixtures/match';
import { commitmentOf } from '../lib/commit';
import { forget } from '../lib/nonce';
import { deal, link, lobby as texts, screens } from '../messages/common';
import TablePage from './TablePage.svelte';

let asked: { path: string; body: unknown }[];
let answers: Record<string, { status: number; body: unknown }>;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forget();
  asked = [];
  answers = {
    '/api/guest': { status: 200, body: { known: true } },
    '/api/tables/KWMXRT/link': { status: 200, body: { url: 'http://10.0.0.7:8000/t/KWMXRT' } },
    '/api/games': { status: 200, body: { games: [{ name: 'match', levels: ['easy', 'hard'] }] } },
  };
  vi.stubGlobal('fetch', async (path: string, request: RequestInit = {}) => {
    asked.push({ path, body: request.body === undefined ? null : JSON.parse(String(request.body)) });
    const { status, body } = answers[path] ?? { status: 404, body: { code: 'no_table', text: '' } };
    return new Response(JSON.stringify(body), { status });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const free = lobby({
  stage: 'waiting',
  seats: [{ name: 'Mira', bot: null, here: true, ready: false, gone: null, agreed: true }, null, { name: 'Regular', bot: 'easy', here: true, ready: true, gone: null, agreed: true }],
});

function page(you: number | null, of = free) {
  const rig = tableOn(you, of);
  render(TablePage, { code: 'KWMXRT', given: rig.store });
  return { ...rig, user: userEvent.setup() };
}

test('the host sees the link, fills free seats and starts', async () => {
  const { user, socket } = page(0);
  expect(await screen.findByDisplayValue('http://10.0.0.7:8000/t/KWMXRT')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: texts.addBot(2) }));
  expect(socket().last('seat_bot')).toMatchObject({ seat: 1 });
  const { id } = socket().last('seat_bot') as { id: string };
  socket().give({ t: 'done', id, seq: 0, at: 0 });
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: texts.start })).toHaveAttribute('aria-disabled', 'false'),
  );
  await user.click(screen.getByRole('button', { name: texts.start }));
  expect(socket().last('start')).toBeDefined();
});

test('a second click does not undo the first, nor swallow one on another seat', async () => {
  const open = lobby({ stage: 'waiting', seats: [{ name: 'Mira', bot: null, here: true, ready: false, gone: null, agreed: true }, null, null] });
  const { user, socket } = page(0, open);
  await user.dblClick(await screen.findByRole('button', { name: texts.addBot(2) }));
  await user.click(screen.getByRole('button', { name: texts.addBot(3) }));
  const seats = socket().sent.flatMap((frame) => (frame.t === 'seat_bot' ? [frame.seat] : []));
  expect(seats).toEqual([1, 2]);
});

test('the focus stays at a seat that was filled by keyboard', async () => {
  const { user, socket } = page(0);
  (await screen.findByRole('button', { name: texts.addBot(2) })).focus();
  await user.keyboard('{Enter}');
  const seats = free.seats.map((seat) => seat ?? { name: 'Pip', bot: 'easy', here: true, ready: true, gone: null, agreed: true });
  socket().give({ t: 'lobby', you: 0, is_host: true, held: false, lobby: { ...free, seats } });
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: texts.remove('Pip') })).toHaveFocus(),
  );
});

test('who loses the seat to the host is told so, and who leaves it is not', async () => {
  const guests = lobby({ stage: 'waiting', host: 2, seats: free.seats });
  const { socket, user } = page(0, guests);
  const lobbyFor = (you: number | null) =>
    socket().give({ t: 'lobby', you, is_host: false, held: false, lobby: guests });
  lobbyFor(0);
  await screen.findByRole('button', { name: texts.leave });
  lobbyFor(null);
  expect(await screen.findByText(texts.freed)).toBeInTheDocument();
  lobbyFor(0);
  await user.click(await screen.findByRole('button', { name: texts.leave }));
  lobbyFor(null);
  expect(await screen.findByRole('button', { name: texts.sit })).toBeInTheDocument();
  expect(screen.queryByText(texts.freed)).toBeNull();
});

test('a game with too few seats taken does not start, and says how many it needs', async () => {
  const alone = lobby({ stage: 'waiting', seats: [{ name: 'Mira', bot: null, here: true, ready: false, gone: null, agreed: true }, null] });
  const { user, socket } = page(0, alone);
  await user.click(await screen.findByRole('button', { name: texts.start }));
  expect(socket().last('start')).toBeUndefined();
  expect(screen.getByText(texts.needs(2))).toBeInTheDocument();
});

test('by a link a nickname is all, and a taken one is told beside it', async () => {
  answers['/api/tables/KWMXRT/sit'] = {
    status: 409,
    body: { code: 'nickname_taken', text: 'taken', clause: '' },
  };
  const { user, addresses } = page(null);
  const name = await screen.findByLabelText('Your nickname');
  await user.clear(name);
  await user.type(name, 'Mira');
  await user.click(screen.getByRole('button', { name: texts.sit }));
  expect(await screen.findByText(/Choose another/)).toBeInTheDocument();
  answers['/api/tables/KWMXRT/sit'] = { status: 200, body: { seat: 1 } };
  await user.clear(name);
  await user.type(name, 'Ada');
  await user.click(screen.getByRole('button', { name: texts.sit }));
  await vi.waitFor(() => expect(addresses).toHaveLength(2));
  const sat = asked.filter(({ path }) => path.endsWith('/sit')).at(-1)?.body;
  expect(sat).toMatchObject({ nickname: 'Ada' });
  expect((sat as { commitment: string }).commitment).toMatch(/^[0-9a-f]{64}$/);
});

test('a full table says so and offers to watch', async () => {
  const full = lobby({ stage: 'waiting' });
  const { user } = page(null, full);
  expect(await screen.findByRole('heading', { name: screens.fullTitle })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: texts.watchOnly }));
  expect(await screen.findByRole('heading', { name: /Waiting for players/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: texts.sit })).toBeNull();
});

test('a table that is not there says what to do next', async () => {
  render(TablePage, { code: 'NOSUCH' });
  expect(await screen.findByRole('heading', { name: screens.lostTitle })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
});

test('a seat that plays in another tab can be taken back, and is not by itself', async () => {
  const { user, socket, addresses } = page(0, lobby());
  socket().give({ t: 'replaced' });
  expect(await screen.findByRole('heading', { name: screens.replacedTitle })).toBeInTheDocument();
  expect(addresses).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: screens.takeBack }));
  expect(addresses).toHaveLength(2);
});

test('a lost connection is told in a banner above the table, and aloud', async () => {
  const { socket } = page(0, lobby());
  socket().give(update(view(), offers(), [], { seq: 0 }));
  await screen.findByRole('textbox', { name: 'Your play' });
  socket().onclose?.({ code: 1006, reason: '' });
  const head = within(screen.getByRole('banner'));
  expect(await head.findByText(link.lost)).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent(link.lost);
});

test('the host is told who stays away from a game, and what can be done', async () => {
  const { socket } = page(0, lobby());
  socket().give(update(view(), offers(), [], { seq: 0 }));
  await screen.findByRole('textbox', { name: 'Your play' });
  vi.useFakeTimers();
  const note = () => within(screen.getByRole('banner')).queryByText(link.away('Tomás'));
  const pass = async (seconds: number) => {
    for (let n = 0; n < seconds; n++) {
      socket().give({ t: 'pong', n, game: 0, now: 0, running: false });
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  socket().give({ t: 'lobby', you: 0, is_host: true, held: false, lobby: lobby({ stage: 'over' }) });
  await pass(1);
  socket().give({ t: 'lobby', you: 0, is_host: true, held: false, lobby: lobby() });
  await pass(7);
  expect(note()).toBeNull();
  await pass(2);
  expect(note()).toBeInTheDocument();
  await pass(10);
  expect(note()).toBeNull();
});

test('who watched a game sits down for the next one, under a new name where theirs is taken', async () => {
  answers['/api/games'] = { status: 200, body: { games: [{ name: 'match', max_seats: 6, levels: [] }] } };
  answers['/api/tables/KWMXRT/sit'] = { status: 409, body: { code: 'nickname_taken', text: '' } };
  localStorage.setItem('wordlot.nickname', '"Mira"');
  const { socket, user, addresses } = page(null, lobby({ stage: 'over' }));
  socket().give(update(view({ you: null, hand: null }), [], [], { seq: 0 }));
  const result = within(await screen.findByRole('region', { name: 'The game was ended' }));
  await user.click(await result.findByRole('button', { name: 'Sit down for the next game' }));
  const sits = () => asked.filter(({ path }) => path.endsWith('/sit')).map(({ body }) => body);
  await vi.waitFor(() => expect(sits()).toHaveLength(2));
  expect(sits()[0]).toMatchObject({ nickname: 'Mira' });
  expect(sits()[1]).not.toMatchObject({ nickname: 'Mira' });
  answers['/api/tables/KWMXRT/sit'] = { status: 200, body: { seat: 4 } };
  await user.click(result.getByRole('button', { name: 'Sit down for the next game' }));
  await vi.waitFor(() => expect(addresses).toHaveLength(2));
  socket().give({ t: 'welcome', you: 4, is_host: false, held: false, lobby: lobby({ stage: 'over' }) });
  expect(await result.findByText('You have a seat in the next game.')).toBeInTheDocument();
  expect(result.getByRole('button', { name: 'Play again' })).toBeInTheDocument();
});

test('a game that goes on by itself is not ended, and the menu says why', async () => {
  const { socket, user } = page(0, lobby());
  socket().give(update(view(), offers(), [], { seq: 0 }));
  await user.click(await screen.findByRole('button', { name: 'Menu' }));
  await user.click(await screen.findByRole('button', { name: 'End this game' }));
  await user.click(screen.getByRole('button', { name: /^Press again/ }));
  const { id } = socket().last('end_game') as { id: string };
  socket().give({ t: 'refused', id, code: 'not_now', text: 'x', clause: 'X1', seq: 0, at: 0 });
  expect(await screen.findByText(/this game ends by itself \(X1\)/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  expect(screen.queryByText(/ends by itself/)).toBeNull();
  expect(screen.getByRole('button', { name: 'End this game' })).toBeInTheDocument();
});

test('a page commits to its part when it connects, and reveals it for the list it is shown', async () => {
  const { socket } = page(0);
  await vi.waitFor(() => expect(socket().last('ready')).toMatchObject({ game: 1, ready: false }));
  const { commitment } = socket().last('ready') as { commitment: string };
  socket().give({ t: 'lobby', you: 0, is_host: true, held: false, lobby: free });
  await screen.findByRole('button', { name: texts.start });
  expect(socket().sent.filter(({ t }) => t === 'ready')).toHaveLength(1);
  const dealing = {
    game: 1,
    commitment: 'seed',
    seats: [0, 2],
    commitments: [commitment, 'b07'],
    awaited: [0],
  };
  socket().give({ t: 'lobby', you: 0, is_host: true, held: false, lobby: { ...free, dealing } });
  const { nonce } = socket().last('reveal') as { nonce: string };
  expect(commitmentOf(nonce)).toBe(commitment);
  socket().give({ t: 'lobby', you: 0, is_host: true, held: false, lobby: { ...free, dealing } });
  expect(socket().sent.filter(({ t }) => t === 'reveal')).toHaveLength(1);
  // Another list would let the server try parts of others: nothing is told to it any more.
  const other = { ...dealing, commitments: [commitment, 'another'] };
  socket().give({ t: 'lobby', you: 0, is_host: true, held: false, lobby: { ...free, dealing: other } });
  expect(socket().last('reveal')).toMatchObject({ nonce: '' });
  const said = await screen.findAllByText(deal.fouls.other_list);
  expect(said.length).toBeGreaterThan(0);
});

test('who has a seat says to be ready, and sees who else is', async () => {
  const seats = [
    { name: 'Mira', bot: null, here: true, ready: true, gone: null, agreed: true },
    { name: 'Tom', bot: null, here: true, ready: false, gone: null, agreed: true },
  ];
  const { socket, user } = page(1, lobby({ stage: 'waiting', seats }));
  expect(await screen.findByText(/host · ready/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: texts.beReady }));
  await vi.waitFor(() => expect(socket().last('ready')).toMatchObject({ game: 1, ready: true }));
});

test('the tour is shown in the first game and not again', async () => {
  const { socket, user } = page(0, lobby());
  socket().give(update(view(), offers(), [], { seq: 0 }));
  await user.click(await screen.findByRole('button', { name: 'Skip the tour' }));
  expect(screen.queryByRole('region', { name: 'A short tour' })).toBeNull();
  expect(localStorage.getItem('wordlot.toured')).toBe('["match"]');
});

test('the title of the tab says whose turn it is', async () => {
  const { socket } = page(0, lobby());
  socket().give(update(view(), offers(), [], { seq: 0 }));
  await vi.waitFor(() => expect(document.title).toMatch(/^Your turn · Match/));
  socket().give(update(view({ awaited: [1] }), [], [], { seq: 0 }));
  await vi.waitFor(() => expect(document.title).toMatch(/^Waiting for Mira · Match/));
});
