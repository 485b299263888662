import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  attempt,
  bidding,
  challenge,
  lobby,
  lying,
  seat,
  spelling,
  trying,
  update,
  verdicts,
  view,
} from '../fixtures/bag';
import { tableOn } from '../fixtures/match';
import { Announcer } from '../lib/announcer';
import type { BagView, BetTheBagEvent, BetTheBagOffer, Spelling } from '../wire';
import BagGame from './BagGame.svelte';
import { SHEET_DEAF_MS } from './bag.svelte';
import { MOMENT_MS } from './verdict.svelte';

let said: string[];

beforeEach(() => {
  said = [];
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function table(first: BagView = view(), what: BetTheBagOffer[] = bidding(), at = lobby()) {
  const rig = tableOn(first.you, at);
  rig.socket().give(update(first, what, [], { seq: 0 }));
  const help: string[] = [];
  render(BagGame, {
    store: rig.store,
    announcer: new Announcer({ polite: (t) => said.push(t), assertive: (t) => said.push(t) }),
    banner: '',
    tour: false,
    ontourend: () => {},
    onmenu: () => {},
    onhelp: (clause: string) => help.push(clause),
  });
  const word = screen.queryByRole('textbox', { name: 'Your word' }) as HTMLInputElement;
  /** Answer the newest draft as the server would. */
  const answer = async (composed: Spelling) => {
    const n = Number(rig.socket().last('compose')?.['n']);
    rig.socket().give({ t: 'composed', n, composed });
    await vi.waitFor(() => expect(document.querySelector('[data-settled=true]')).not.toBeNull());
  };
  const acts = () => rig.socket().sent.flatMap(({ t, action }) => (t === 'act' ? [action] : []));
  const main = () => document.querySelector('.buttons .go') as HTMLElement;
  const note = () => document.getElementById('word-note') as HTMLElement;
  const done = () => {
    const { id } = rig.socket().last('act') as { id: string };
    rig.socket().give({ t: 'done', id, seq: 1, at: 0 });
  };
  const user = userEvent.setup();
  return { ...rig, user, word, answer, acts, main, note, done, help };
}

test('digits choose a free number and Enter bids it', async () => {
  const { user, acts, main } = await table();
  await user.keyboard('1');
  await user.keyboard('2');
  expect(main()).toHaveTextContent('Bid 12');
  await user.keyboard('7');
  expect(main()).toHaveTextContent('Bid 7');
  await user.keyboard('{Enter}');
  expect(acts()).toEqual([{ type: 'bid_tiles', turn: 6, tiles: 7 }]);
});

test('arrows step over numbers that are taken', async () => {
  const { user, main } = await table();
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(main()).toHaveTextContent('Bid 7');
  await user.keyboard('{ArrowDown}');
  expect(main()).toHaveTextContent('Bid 5');
});

test('a number that is taken, or below the contract, says so and by which clause', async () => {
  const { user, note, main } = await table(view({ contract: [5, 'clubs'] }), bidding([5, 7]));
  await user.click(screen.getByRole('button', { name: '6 tiles, taken by Tomás' }));
  expect(note()).toHaveTextContent('The bid of 6 tiles is taken by Tomás. Choose a free number (B4.1).');
  await user.click(screen.getByRole('button', { name: /^4 tiles, fewer than the 5 letters/ }));
  expect(note()).toHaveTextContent('4 tiles cannot make 5 letters. The least bid is 5 tiles (B4.1).');
  expect(main()).toHaveAttribute('aria-disabled', 'true');
});

test('a chosen number that somebody else takes first is let go, and that is said', async () => {
  const { user, socket, main, note } = await table();
  await user.keyboard('7');
  const bids = [...view().bids, { seat: 1, tiles: 7 }];
  socket().give(update(view({ bids }), bidding([4, 5])));
  await vi.waitFor(() => expect(main()).toHaveTextContent(/^Bid$/));
  expect(note()).toHaveTextContent('taken just now');
  const seven = screen.getByRole('button', { name: '7 tiles, taken by Mira' });
  expect(seven).toHaveAttribute('aria-pressed', 'false');
});

test('a pass is one press, and two keys', async () => {
  const { user, acts } = await table();
  await user.keyboard('/p');
  expect(acts()).toEqual([{ type: 'pass_bid', turn: 6 }]);
});

test('a word is submitted with the tiles that the server takes from the hand', async () => {
  const { user, acts, answer, main } = await table(attempt(), trying());
  await user.keyboard('crab');
  await answer(spelling('crab', 'httt'));
  expect(main()).toHaveTextContent('Submit CRAB');
  await user.keyboard('{Enter}');
  expect(acts()).toEqual([
    {
      type: 'submit_word',
      turn: 6,
      attempt: 1,
      word: [...'crab'],
      lay: ['c'],
      blanks: [],
    },
  ]);
});

test('Enter right after the last letter waits for the answer to the whole word', async () => {
  const { user, acts, answer } = await table(attempt(), trying());
  await user.keyboard('cra');
  await answer(spelling('cra', 'htt', { short: 1, ready: false }));
  await user.keyboard('b{Enter}');
  expect(acts()).toEqual([]);
  await answer(spelling('crab', 'httt'));
  await vi.waitFor(() => expect(acts()).toMatchObject([{ word: [...'crab'] }]));
});

test('Shift and a letter asks for a blank', async () => {
  const { user, socket } = await table(attempt({ hand: [...'el?'] }), trying());
  await user.keyboard('cR');
  await user.keyboard('{Shift>}A{/Shift}');
  expect(socket().last('compose')?.['draft']).toEqual({ letters: ['c', 'r', 'a'], blanks: [2] });
});

test('a blank that is tapped asks for its letter, and takes it from the keyboard', async () => {
  const { user, socket } = await table(attempt({ hand: [...'el?'] }), trying());
  await user.click(screen.getByRole('button', { name: 'a blank' }));
  const pad = screen.getByRole('dialog', { name: 'The blank stands for' });
  expect(within(pad).getAllByRole('button', { name: /^[A-Z]$/ })).toHaveLength(26);
  await user.keyboard('q');
  const draft = () => socket().last('compose')?.['draft'];
  await vi.waitFor(() => expect(draft()).toEqual({ letters: ['q'], blanks: [0] }));
  expect(screen.queryByRole('dialog', { name: 'The blank stands for' })).toBeNull();
});

test('a space draws one tile, and a key that is held down draws no more', async () => {
  const { word, acts, done, user } = await table(attempt(), trying());
  word.focus();
  await user.keyboard(' ');
  expect(acts()).toEqual([{ type: 'draw_tile', turn: 6, attempt: 1 }]);
  done();
  const draw = screen.getByRole('button', { name: /^Draw a tile/ });
  await vi.waitFor(() => expect(draw).toHaveAttribute('aria-disabled', 'false'));
  const held = { key: ' ', repeat: true, bubbles: true, cancelable: true };
  word.dispatchEvent(new KeyboardEvent('keydown', held));
  expect(acts()).toHaveLength(1);
  await user.keyboard(' ');
  expect(acts()).toHaveLength(2);
});

test('a draw that cannot be says why', async () => {
  const full = attempt({ table: lying('rabcd') });
  const { user, acts, note } = await table(full, trying(0));
  await user.click(screen.getByRole('button', { name: /^Draw a tile/ }));
  expect(note()).toHaveTextContent('Your bid of 5 tiles is full.');
  expect(acts()).toEqual([]);
});

test('giving up asks once at the button, which a double click is no answer to', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { user, acts } = await table(attempt(), trying());
  await user.dblClick(screen.getByRole('button', { name: 'Give up' }));
  expect(acts()).toEqual([]);
  now = 1_000;
  await user.click(screen.getByRole('button', { name: 'Sure?' }));
  expect(acts()).toEqual([{ type: 'give_up', turn: 6, attempt: 1 }]);
});

test('two keys give up at once', async () => {
  const { user, acts } = await table(attempt(), trying());
  await user.keyboard('/g');
  expect(acts()).toEqual([{ type: 'give_up', turn: 6, attempt: 1 }]);
});

test('tapping a tile of the hand lays it for now, and a second tap takes it back', async () => {
  const { user, word, answer } = await table(attempt(), trying());
  const hand = within(screen.getByRole('list', { name: 'Your tiles' }));
  await user.click(hand.getByRole('button', { name: 'C' }));
  await answer(spelling('c', 'h', { short: 3, ready: false }));
  expect(word).toHaveValue('C');
  expect(screen.getByRole('button', { name: 'C, from your hand when you submit' })).toBeVisible();
  await user.click(hand.getByRole('button', { name: 'C, in your word' }));
  expect(word).toHaveValue('');
});

test('the hand keeps its order when a tile comes and one goes', async () => {
  const { user, socket } = await table(view({ hand: [...'zebra'] }));
  await user.click(screen.getByRole('button', { name: 'Sort your tiles' }));
  socket().give(update(view({ hand: [...'zbrak'] }), bidding()));
  const hand = within(screen.getByRole('list', { name: 'Your tiles' }));
  await vi.waitFor(() => {
    const shown = hand.getAllByRole('button').map((tile) => tile.getAttribute('aria-label'));
    expect(shown).toEqual(['A', 'B', 'R', 'Z', 'K']);
  });
});

test('the challenge sheet is deaf for half a second, and tells both outcomes on both buttons', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user, acts } = await table(challenge(), verdicts);
  const accept = screen.getByRole('button', { name: /^Accept/ });
  const challenges = screen.getByRole('button', { name: /^Challenge/ });
  expect(accept).toHaveTextContent('A word or not: it scores 4 points');
  expect(challenges).toHaveTextContent('A word: it scores 8 points');
  expect(challenges).toHaveTextContent('Not one: it costs 5 points and the attempt');
  await user.keyboard('/x');
  await user.click(accept);
  expect(acts()).toEqual([]);
  await vi.advanceTimersByTimeAsync(SHEET_DEAF_MS);
  await user.keyboard('/x');
  expect(acts()).toEqual([{ type: 'challenge', turn: 6, attempt: 1 }]);
});

test('who has accepted sees how many have, and judges no more', async () => {
  const submission = { seat: 2, word: [...'crab'], blanks: [], accepted: [0, 3] };
  await table(challenge({ submission, awaited: [1] }), []);
  expect(screen.getByText('2 of 3 accepted')).toBeVisible();
  expect(screen.getByText('You accepted.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Challenge/ })).toBeNull();
});

test('a word that was refused stands with the reason, and bars the next for a moment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { user, socket, answer, main, note, word } = await table(attempt(), trying());
  await user.keyboard('brac');
  await answer(spelling('brac', 'ttth'));
  const refused = { type: 'word_refused', turn: 6, attempt: 1, seat: 0 } as const;
  const event = { ...refused, word: [...'brac'], again_at: 1_000 };
  socket().give(update(attempt(), trying(2, 1_000), [event]));
  await answer(spelling('brac', 'ttth'));
  expect(note()).toHaveTextContent('BRAC is not in the lexicon. Try another.');
  expect(word).toHaveValue('BRAC');
  now = 300;
  await vi.advanceTimersByTimeAsync(300);
  expect(main()).toHaveAttribute('aria-disabled', 'true');
  now = 1_000;
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(main()).toHaveAttribute('aria-disabled', 'false'));
});

test('the tiles are shown to pass on, with the next limit, and a word composed ahead stays', async () => {
  const theirs = attempt({ attempting: 2, limit: 6, awaited: [2], table: lying('rab', 2) });
  const { user, socket, answer, word } = await table(theirs, []);
  await user.keyboard('crab');
  await answer(spelling('crab', 'httt', { ready: false }));
  const opened = { type: 'attempt_opened', turn: 6, attempt: 2, seat: 0, limit: 8 } as const;
  const seats = [seat({ bid: 8 }), seat(), seat({ bid: 6, failed: true }), seat()];
  const next = attempt({ attempt: 2, limit: 8, seats, queue: [{ seat: 0, tiles: 8 }] });
  socket().give(update(next, trying(5), [{ ...opened, closes_at: 60_000 }]));
  await screen.findByText('The tiles pass to you');
  expect(screen.getByText('up to 8 tiles now')).toBeVisible();
  expect(word).toHaveValue('CRAB');
});

test('a word that was found bogus is told where the tiles lie, with what it cost', async () => {
  const theirs = attempt({ attempting: 2, limit: 6, awaited: [2], table: lying('rab', 2) });
  const { socket } = await table(theirs, []);
  const at = { turn: 6, attempt: 1, seat: 2 } as const;
  const seats = [seat({ bid: 8 }), seat(), seat({ bid: 6, failed: true }), seat()];
  const next = attempt({ attempt: 2, limit: 8, seats, queue: [{ seat: 0, tiles: 8 }] });
  const events: BetTheBagEvent[] = [
    { type: 'turn_opened', turn: 6, seat: 3, closes_at: 0 },
    { type: 'card_flipped', turn: 6, card: [4, 'hearts'], by_clock: false },
    { type: 'attempt_opened', ...at, limit: 6, closes_at: 0 },
    { type: 'word_submitted', ...at, word: [...'florb'], blanks: [], closes_at: 0 },
    { type: 'word_challenged', ...at, seat: 0, in_lexicon: false },
    { type: 'card_lost', ...at, points: 5, lost: { card: [5, 'clubs'], doubled: false } },
    { type: 'attempt_failed', ...at, reason: 'bogus' },
    { type: 'attempt_opened', turn: 6, attempt: 2, seat: 0, limit: 8, closes_at: 60_000 },
  ];
  socket().give(update(next, trying(5), events));
  const stage = await screen.findByText(/^FLORB is not a word: .* loses a card of 5 points$/);
  expect(stage.closest('[data-stage]')).not.toBeNull();
});

/** Somebody challenges the word of seat 2, which is one or not. */
async function challenged(right: boolean, still = false) {
  vi.stubGlobal('matchMedia', () => ({ matches: still }));
  const rig = await table(challenge(), verdicts);
  const at = { turn: 6, attempt: 1, seat: 2 } as const;
  rig.socket().give(
    update(attempt({ attempting: 2 }), [], [
      { type: 'word_submitted', ...at, word: [...'crab'], blanks: [1], closes_at: 0 },
      { type: 'word_challenged', ...at, seat: 1, in_lexicon: right },
    ]),
  );
  const moment = () => document.querySelector<HTMLElement>('[data-moment]');
  await vi.waitFor(() => expect(moment()).not.toBeNull());
  const turned = () => document.querySelectorAll('[data-moment] .turned').length;
  return { ...rig, moment, turned };
}

test('a challenge has its moment, tile by tile and then the verdict, and ends by itself', async () => {
  const { moment, turned } = await challenged(false);
  expect(turned()).toBeLessThan(4);
  await vi.waitFor(() => expect(turned()).toBe(4), { timeout: MOMENT_MS });
  expect(moment()).toHaveTextContent('It is no word');
  expect(MOMENT_MS).toBeLessThanOrEqual(2_000);
  await vi.waitFor(() => expect(moment()).toBeNull(), { timeout: 2 * MOMENT_MS });
});

test('any press ends the moment of a challenge', async () => {
  const { moment, user } = await challenged(true);
  await user.keyboard('c');
  await vi.waitFor(() => expect(moment()).toBeNull(), { timeout: 200 });
});

test('who wants nothing to move sees all of it at once', async () => {
  const { moment, turned } = await challenged(true, true);
  expect(turned()).toBe(4);
  expect(moment()).toHaveTextContent('It is a word');
});

test('with only bots left to attempt one press skips ahead, once', async () => {
  const bots = lobby();
  const seats = bots.seats.map((it, i) => (i === 0 || it === null ? it : { ...it, bot: 'easy' }));
  const theirs = attempt({
    attempting: 2,
    awaited: [2],
    bids: [{ seat: 2, tiles: 6 }],
    queue: [{ seat: 2, tiles: 6 }],
  });
  const { user, socket, main, word } = await table(theirs, [], { ...bots, seats });
  expect(main()).toHaveTextContent('Skip ahead');
  word.focus();
  await user.keyboard('{Enter}');
  expect(socket().last('skip')).toMatchObject({ round: theirs.turn });
  await vi.waitFor(() => expect(main()).not.toHaveTextContent('Skip ahead'));
});

test('while a person may still attempt nothing is skipped', async () => {
  const theirs = attempt({ attempting: 2, awaited: [2], bids: [{ seat: 2, tiles: 6 }, { seat: 0, tiles: 8 }] });
  const bots = lobby();
  const seats = bots.seats.map((it, i) => (i === 0 || it === null ? it : { ...it, bot: 'easy' }));
  const { main } = await table(theirs, [], { ...bots, seats });
  expect(main()).not.toHaveTextContent('Skip ahead');
});

test('a card that flips by itself does not warn', async () => {
  await table(view({ phase: 'flip', contract: null, awaited: [3], closes_at: 1_000 }), []);
  expect(await screen.findByRole('timer')).toBeVisible();
  expect(document.querySelector('.ring.few')).toBeNull();
});

test('a new turn takes the word back', async () => {
  const { user, socket, word } = await table(attempt(), trying());
  await user.keyboard('cra');
  socket().give(update(view({ phase: 'flip', turn: 7, contract: null, awaited: [3] }), []));
  await vi.waitFor(() => expect(word).toHaveValue(''));
});

test('a spectator sees the table, and has no hand and no buttons', async () => {
  await table(attempt({ you: null, hand: null }), []);
  expect(screen.getByText(/You are watching/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Your word' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Draw/ })).toBeNull();
});

test('the rules open at the clause in force', async () => {
  const { user, socket, help } = await table();
  await user.keyboard('?');
  socket().give(update(attempt(), trying()));
  await user.keyboard('?');
  expect(help).toEqual(['B4.1', 'B5.1']);
});

test('what was done too late says so, and that nothing has changed', async () => {
  const { user, socket, note } = await table();
  await user.keyboard('7{Enter}');
  const { id } = socket().last('act') as { id: string };
  socket().give({ t: 'refused', id, code: 'too_late', text: 'x', clause: 'B4.3', seq: 1, at: 0 });
  await vi.waitFor(() => expect(note()).toHaveTextContent('The time was over.'));
});

test('the end lays out the score cards and says who starts the next game', async () => {
  const won = { card: [4, 'hearts'], doubled: true } as const;
  const seats = [seat({ score: 8, won: [{ ...won, card: [4, 'hearts'] }] }), seat(), seat(), seat()];
  const outcome = { scores: [8, 0, 0, 0], winners: [0] };
  await table(view({ phase: 'over', awaited: [], outcome, seats }), []);
  const result = screen.getByRole('region', { name: 'You won' });
  expect(within(result).getByText('4 of hearts, doubled')).toBeInTheDocument();
  expect(result).toHaveTextContent('You start the next game here (B2.2).');
});

test('a game that was broken off stands still: nobody is awaited, and no clock runs', async () => {
  const { main } = await table(view(), bidding(), lobby({ stage: 'over' }));
  const region = screen.getByRole('region', { name: 'The game was ended' });
  expect(within(region).queryByText('1st')).toBeNull();
  expect(screen.queryByText(/Waiting for|is bidding|Thinking/)).toBeNull();
  expect(screen.queryByRole('timer')).toBeNull();
  expect(main()).toHaveAttribute('aria-disabled', 'true');
});

test('what was said in one phase is gone in the next', async () => {
  const { user, socket, note } = await table(view({ contract: [5, 'clubs'] }), bidding([5, 7]));
  await user.click(screen.getByRole('button', { name: /^4 tiles, fewer/ }));
  expect(note()).toHaveTextContent('4 tiles cannot make 5 letters');
  socket().give(update(attempt({ contract: [5, 'clubs'] }), trying(), [], { seq: 0 }));
  await vi.waitFor(() => expect(note()).not.toHaveTextContent('cannot make 5 letters'));
});

test('a game that was broken off shows no bid, no pass and no word', async () => {
  const seats = view().seats.map((s, i) => ({ ...s, failed: i === 2 }));
  await table(attempt({ seats, attempting: 3, attempt: 2 }), [], lobby({ stage: 'over' }));
  const strip = screen.getByRole('list', { name: 'Seats' });
  expect(strip).not.toHaveTextContent(/[Bb]id|Passed|next/);
  expect(document.querySelectorAll('.queue li:not(.none)')).toHaveLength(0);
});
