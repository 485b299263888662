/** After the end every screen has a way on, for whoever sees it. */
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as bag from '../fixtures/bag';
import { lobby, offers, tableOn, update, view } from '../fixtures/match';
import { rematch, screens, table as texts } from '../messages/common';
import type { Lobby, Sitter } from '../wire';
import TablePage from './TablePage.svelte';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('wordlot.toured', '["match","bet_the_bag"]');
  vi.stubGlobal('fetch', async () => {
    const games = ['match', 'bet_the_bag'].map((name) => ({ name, max_seats: 4, levels: [] }));
    return new Response(JSON.stringify({ games }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const sitter = (name: string, ready = false): Sitter => ({ name, bot: null, here: true, ready, gone: null, agreed: true });
const TWO = [sitter('Mira'), sitter('Theo')];
const FULL = [...TWO, sitter('Ada'), sitter('Jo')];

interface Viewer {
  who: string;
  /** The seat in the game that is over. */
  played: number | null;
  /** The seat at the table. */
  you: number | null;
  held?: boolean;
  of?: Partial<Lobby>;
  way: string;
}
const VIEWERS: Viewer[] = [
  { who: 'the host', played: 0, you: 0, way: rematch.again },
  { who: 'a player', played: 1, you: 1, way: rematch.again },
  {
    who: 'a player to whom another game is offered',
    played: 1,
    you: 1,
    of: { seats: [sitter('Mira', true), sitter('Theo')], begins_in_ms: 20_000 },
    way: rematch.again,
  },
  { who: 'a spectator', played: null, you: null, way: texts.sitNext },
  {
    who: 'a spectator who sat down',
    played: null,
    you: 2,
    of: { seats: [...TWO, sitter('Ada', true)] },
    way: rematch.again,
  },
  {
    who: 'a spectator who sat down and pressed',
    played: null,
    you: 2,
    of: { seats: [...TWO, sitter('Ada', true)], begins_in_ms: 20_000 },
    way: rematch.withdraw,
  },
  { who: 'a player who left', played: null, you: null, held: true, way: texts.sitNext },
];

type Game = 'match' | 'bet_the_bag';

function over(game: Game, { played, you, held = false, of = {} }: Viewer) {
  const table = lobby({ game, stage: 'over', seats: TWO, ...of });
  const rig = tableOn(you, table);
  rig.socket().give({ t: 'lobby', you, is_host: you === 0, held, lobby: table });
  const outcome = { scores: [60, 40, 20, 10], winners: [0] };
  const hand = played === null ? { you: null, hand: null } : { you: played };
  const ended =
    game === 'match'
      ? view({ phase: 'over', outcome, ended: 'pot_empty', awaited: [], ...hand })
      : bag.view({ phase: 'over', outcome, awaited: [], ...hand });
  rig.socket().give(update(ended as Parameters<typeof update>[0], [], [], { seq: 0 }));
  render(TablePage, { code: 'KWMXRT', given: rig.store });
  return { ...rig, user: userEvent.setup() };
}

const GAMES: Game[] = ['match', 'bet_the_bag'];

test.each(GAMES.flatMap((game) => VIEWERS.map((viewer) => [game, viewer.who, viewer] as const)))(
  'after a game of %s %s finds a way on from the result, and from the table',
  async (game, _who, viewer) => {
    const { user } = over(game, viewer);
    const result = await screen.findByRole('region', { name: 'Mira won' }, { timeout: 5_000 }).catch(() =>
      screen.findByRole('region', { name: 'You won' }),
    );
    expect(await within(result).findByRole('button', { name: viewer.way })).toBeVisible();
    expect(within(result).getByRole('link', { name: 'Home' })).toBeVisible();
    await user.click(within(result).getByRole('button', { name: texts.seeTable }));
    const below = within(screen.getByRole('main').parentElement ?? document.body);
    expect(await below.findByRole('button', { name: viewer.way })).toBeVisible();
    expect(below.getByRole('link', { name: 'Home' })).toBeVisible();
    await user.click(below.getByRole('button', { name: texts.seeResult }));
    expect(await screen.findByRole('button', { name: texts.seeTable })).toBeVisible();
  },
  20_000,
);

test('a spectator of a full table is told why there is no seat', async () => {
  const { user } = over('match', { who: '', played: null, you: null, of: { seats: FULL }, way: '' });
  await user.click(await screen.findByRole('button', { name: texts.seeTable }, { timeout: 5_000 }));
  expect(screen.getByText(screens.full)).toBeVisible();
});

test.each([
  ['sat it out', false],
  ['left it', true],
])('in a game that is on, who %s is offered a seat back only where one is kept', async (_who, held) => {
  const table = lobby({ stage: 'playing', seats: TWO });
  const { socket, store } = tableOn(null, table);
  socket().give({ t: 'lobby', you: null, is_host: false, held, lobby: table });
  socket().give(update(view({ you: null, hand: null }), offers(), [], { seq: 0 }));
  render(TablePage, { code: 'KWMXRT', given: store });
  await screen.findByText(/You are watching/, {}, { timeout: 5_000 });
  expect(screen.queryAllByRole('button', { name: texts.takeBack })).toHaveLength(held ? 1 : 0);
  if (!held) expect(screen.getByText(screens.late)).toBeVisible();
});
