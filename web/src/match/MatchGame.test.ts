import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cards, lobby, offers, placement, play, tableOn, update, view } from '../fixtures/match';
import { Announcer } from '../lib/announcer';
import { button, compose } from '../messages/match';
import type { Composed, Draft, MatchOffer, MatchView, Placement } from '../wire';
import MatchGame from './MatchGame.svelte';

const BATTED = placement(play('cross', 4, 'ba', 'ted'), 'batted', 10, 12);
const ENOUGH = 1_000;

let said: string[];
let now: number;

beforeEach(() => {
  said = [];
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function table(first: MatchView = view(), what: MatchOffer[] = offers(), of = lobby()) {
  const rig = tableOn(first.you, of);
  rig.socket().give(update(first, what, [], { seq: 0 }));
  const help: string[] = [];
  // What an earlier table still has to say is not heard at this one.
  const heard = said;
  render(MatchGame, {
    store: rig.store,
    announcer: new Announcer({ polite: (t) => heard.push(t), assertive: (t) => heard.push(t) }),
    banner: '',
    tour: false,
    ontourend: () => {},
    onmenu: () => {},
    onhelp: (clause: string) => help.push(clause),
  });
  const user = userEvent.setup();
  const word = screen.queryByRole('textbox', { name: 'Your play' });
  /** Answer the newest draft as the server would. */
  const answer = async (...placements: Placement[]) => {
    await vi.waitFor(() => expect(rig.socket().last('compose')).toBeDefined());
    const asked = rig.socket().last('compose') as { n: number };
    const composed: Composed = { placements, missing: [] };
    rig.socket().give({ t: 'composed', n: asked.n, composed });
    await vi.waitFor(() => expect(screen.queryAllByText(/value/)).not.toHaveLength(0));
  };
  const bid = () => document.querySelector('.buttons .go') as HTMLElement;
  const pass = () => screen.getByRole('button', { name: /^Pass/ });
  const acts = () => rig.socket().sent.filter(({ t }) => t === 'act');
  return { ...rig, user, word: word as HTMLInputElement, answer, bid, pass, acts, help };
}

test('typing a word and Enter bids the play, under the round that is shown', async () => {
  const { user, word, answer, acts } = await table();
  await user.click(word);
  await user.keyboard('batted');
  await answer(BATTED);
  expect(screen.getByRole('button', { name: 'Bid 10 · takes 12' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await user.keyboard('{Enter}');
  expect(acts()).toMatchObject([{ action: { type: 'place_bid', round: 9, play: BATTED.play } }]);
  expect(screen.getByRole('button', { name: 'Sending…' })).toBeInTheDocument();
});

test('tapping cards composes as typing does, with the colours of the cards', async () => {
  const { user, socket } = await table();
  const hand = within(screen.getByRole('list', { name: compose.hand }));
  await user.click(hand.getByRole('button', { name: 'B, yellow' }));
  await user.click(hand.getByRole('button', { name: 'O, red' }));
  const draft = socket().last('compose')?.['draft'] as Draft;
  expect(draft).toEqual({ letters: ['b', 'o'], colours: ['y', 'r'], lane: null });
});

test('a lane of the crossword is taken from the keyboard, and the caret goes to the play', async () => {
  const { user, word, socket } = await table();
  screen.getByRole('button', { name: 'Grow PAINTER, at the left' }).focus();
  await user.keyboard('{End}');
  expect(document.activeElement).toHaveAccessibleName('Grow PAINTER, at the right');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(word);
  await user.keyboard('s');
  expect(word).toHaveValue('PAINTERS');
  const draft = socket().last('compose')?.['draft'] as Draft;
  expect(draft.lane).toEqual({ kind: 'extend_base', column: 0 });
});

test('every place can be stepped to, by buttons or arrows, with any place between the ends', async () => {
  const { user, word, socket } = await table();
  const facts = () => document.getElementById('compose-facts');
  expect(facts()).toHaveTextContent(compose.anyPlace);
  await user.click(screen.getByRole('button', { name: compose.nextPlace }));
  expect(facts()).toHaveTextContent('Grow PAINTER, at the left');
  expect(word).toHaveValue('PAINTER');
  word.focus();
  await user.keyboard('{ArrowUp}');
  expect(facts()).toHaveTextContent(compose.anyPlace);
  expect(word).toHaveValue('');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(facts()).toHaveTextContent('Grow ORBIT, down, at the bottom');
  await user.keyboard('s');
  const draft = socket().last('compose')?.['draft'] as Draft;
  expect(draft.lane).toEqual({ kind: 'extend_cross', column: 6 });
  expect(draft.letters.join('')).toBe('orbits');
});

test('a blocked column says why, with the clause', async () => {
  const { user } = await table();
  const blocked = screen.getByRole('button', { name: /^Column I is blocked.*M4\.2/ });
  expect(blocked).toHaveAttribute('aria-disabled', 'true');
  await user.click(blocked);
  expect(document.getElementById('compose-note')).toHaveTextContent('Column I is blocked');
});

test('a refusal stands beside the play with the way out, and the play stays', async () => {
  const { user, word, answer, socket, acts, bid } = await table();
  await user.click(word);
  await user.keyboard('batted');
  await answer(BATTED);
  await user.click(bid());
  const { id } = acts()[0] as { id: string };
  const text = 'BATTED is not a word of the lexicon english';
  socket().give({ t: 'refused', id, code: 'not_a_word', text, clause: 'M4.5', seq: 1, at: 0 });
  const note = 'BATTED is not in the lexicon. Try another word.';
  await screen.findByText(note);
  expect(said).toContain(note);
  expect(word).toHaveValue('BATTED');
  expect(bid()).toHaveTextContent('Bid 10 · takes 12');
});

test('after three refusals in ten seconds the button takes a second to re-arm', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user, word, answer, socket, acts, bid } = await table();
  await user.click(word);
  await user.keyboard('batted');
  await answer(BATTED);
  for (let i = 0; i < 3; i++) {
    await user.click(bid());
    const { id } = acts()[i] as { id: string };
    socket().give({ t: 'refused', id, code: 'not_higher', text: 'x', clause: '', seq: 1, at: 0 });
    await vi.waitFor(() => expect(bid()).not.toHaveTextContent('Sending…'));
  }
  await user.click(bid());
  expect(acts()).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(ENOUGH);
  await user.click(bid());
  expect(acts()).toHaveLength(4);
  vi.useRealTimers();
});

test('a press right after the high bid changed re-arms the button instead of bidding', async () => {
  const { user, word, answer, socket, acts, bid } = await table();
  await user.click(word);
  await user.keyboard('batted');
  await answer(BATTED);
  now = 5_000;
  socket().give(update(view({ high: 6, leader: 1 }), offers(7), [], { seq: 0 }));
  await answer(BATTED);
  now = 5_400;
  await user.click(bid());
  expect(acts()).toEqual([]);
  expect(said).toContain(button.changed('Mira', 6));
  await user.click(bid());
  expect(acts()).toHaveLength(1);
});

test('pass asks once, in place, and Esc keeps the round', async () => {
  const { user, acts, pass } = await table();
  await user.click(pass());
  expect(pass()).toHaveTextContent('Pass: sure?');
  await user.keyboard('{Escape}');
  expect(pass()).toHaveTextContent(/^\s*Pass\s*$/);
  await user.click(pass());
  now += 100;
  await user.click(pass());
  expect(acts()).toEqual([]);
  now += ENOUGH;
  await user.click(pass());
  expect(acts()).toMatchObject([{ action: { type: 'pass', round: 9 } }]);
});

test('/p and then Enter pass from the keyboard', async () => {
  const { user, word, acts } = await table();
  await user.click(word);
  await user.keyboard('/p');
  expect(acts()).toEqual([]);
  now += ENOUGH;
  await user.keyboard('{Enter}');
  expect(acts()).toMatchObject([{ action: { type: 'pass' } }]);
});

test('/ and a letter say what is asked for, and ? opens the rules at the clause in force', async () => {
  const { user, word, help } = await table();
  await user.click(word);
  await user.keyboard('/h/b/s/w/c/l?');
  expect(said).toEqual([
    'You hold B, A, T, E and D yellow, O, G and S red.',
    'PAINTER across. SALT down through the A. ORBIT down through the R.',
    'You 27, Mira 22, Tomás 19, Ada 18. 74 points in the pot.',
    'Waiting for You, Mira, Tomás and Ada.',
    '1:00 left.',
    'Nothing has happened yet.',
  ]);
  expect(help).toEqual(['M4.1']);
  expect(word).toHaveValue('');
});

test('Tab leaves the play', async () => {
  const { user, word } = await table();
  await user.click(word);
  await user.tab();
  expect(document.activeElement).not.toBe(word);
});

test('who cannot bid sees the same places, dimmed and with the reason', async () => {
  const seats = view().seats.map((s, i) => (i === 0 ? { ...s, bid: 6 } : s));
  const { bid, pass } = await table(view({ seats, high: 8, leader: 1 }), []);
  expect(bid()).toHaveTextContent('You bid 6');
  expect(bid()).toHaveAttribute('aria-disabled', 'true');
  expect(pass()).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText('Outbid, the high bid is 8: no second bid this round.')).toBeInTheDocument();
});

test('in called bidding the number is stepped within its bounds and called', async () => {
  const called = view({ options: { ...view().options, bidding: 'called' }, high: 15, leader: 1 });
  const { user, bid, acts } = await table(called, offers(16));
  expect(bid()).toHaveTextContent('Call 16');
  await user.click(screen.getByRole('button', { name: button.more }));
  expect(bid()).toHaveTextContent('Call 16');
  now = ENOUGH;
  await user.click(bid());
  expect(acts()).toMatchObject([{ action: { type: 'call_bid', value: 16 } }]);
});

test('a spectator sees the table and no buttons', async () => {
  await table(view({ you: null, hand: null }), []);
  expect(screen.getByText(/You are watching/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Pass|Bid/ })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('the seats say whom the table waits for, in words', async () => {
  const seats = view().seats.map((s, i) => ({
    ...s,
    bid: i === 1 ? 6 : i === 3 ? 4 : null,
  }));
  await table(view({ seats, high: 6, leader: 1, awaited: [0, 2] }), offers(7));
  const strip = screen.getByRole('list', { name: 'Seats' });
  const lines = within(strip)
    .getAllByRole('listitem')
    .map((item) => item.textContent?.replace(/\s+/g, ' ') ?? '');
  expect(lines[0]).toContain('Thinking');
  expect(lines[1]).toContain('Bid 6 · leads');
  expect(lines[2]).toContain('Away');
  expect(lines[3]).toContain('Bid 4 · outbid');
});

test('a play that wins is shown, said and logged', async () => {
  const { socket } = await table(view({ crossword: { base: [], crossings: [] } }));
  const laid = {
    type: 'play_laid',
    round: 9,
    seat: 1,
    play: play('base', 0, 'stone'),
    word: [...'stone'],
    value: 10,
    score: 10,
    coins: 10,
  };
  const opened = { type: 'round_opened', round: 9, closes_at: null };
  const after = view({ crossword: { base: cards('stone'), crossings: [] }, round: 10 });
  socket().give(update(after, offers(), [opened, laid], { seq: 2 }));
  expect(await screen.findAllByText('STONE')).not.toHaveLength(0);
  expect(screen.getByText(/Mira laid STONE, base word, and took 10/)).toBeInTheDocument();
});

test('a press that came too early says so until there is something else to say', async () => {
  const { socket, user, bid } = await table();
  const round = view().round + 1;
  const opened = { type: 'round_opened', round, closes_at: null };
  socket().give(update(view({ round }), offers(), [opened], { seq: 1 }));
  await user.click(bid());
  const note = await screen.findByText(/too early to count/);
  await new Promise((go) => setTimeout(go, 1_000));
  expect(note).toHaveTextContent(/too early to count/);
});

test('the end shows the seats in order, with the winner in the heading', async () => {
  const over = view({
    phase: 'over',
    ended: 'pot_empty',
    outcome: { scores: [40, 62, 19, 40], winners: [1] },
    awaited: [],
  });
  await table(over, [], lobby({ stage: 'over' }));
  expect(screen.getByRole('heading', { name: 'Mira won' })).toBeInTheDocument();
  const region = screen.getByRole('region', { name: 'Mira won' });
  const rows = within(region)
    .getAllByRole('listitem')
    .map((row) => row.textContent?.replace(/\s+/g, ' ').trim());
  expect(rows).toEqual(['1st Mira 62', '2nd You 40', '2nd Ada 40', '4th Tomás 19']);
  expect(within(region).getByRole('link', { name: /record/ })).toHaveAttribute(
    'href',
    '/api/tables/KWMXRT/record',
  );
});

test('a round whose called bids were all void is logged as such', async () => {
  const opened = (round: number) => ({ type: 'round_opened', round, closes_at: null });
  const bid = { type: 'bid_placed', round: 9, seat: 1, value: 12, closes_at: null, play: null };
  const gone = { type: 'bid_voided', round: 9, seat: 1, value: 12, by_clock: true };
  const { socket } = await table();
  socket().give(update(view({ round: 10 }), offers(), [opened(9), bid, gone, opened(10)], { seq: 4 }));
  const log = screen.getByRole('complementary', { name: 'Rounds' });
  expect(await within(log).findByText('no play')).toBeInTheDocument();
  expect(within(log).getByText('bid 12 of Mira void')).toBeInTheDocument();
});

test('a game that was broken off says so and names no winner', async () => {
  await table(view(), [], lobby({ stage: 'over' }));
  const region = screen.getByRole('region', { name: 'The game was ended' });
  expect(within(region).getByText(/nobody has won/)).toBeInTheDocument();
  expect(within(region).getByRole('button', { name: 'Play again' })).toBeInTheDocument();
  expect(within(region).queryByText('1st')).toBeNull();
});

test('nobody is awaited in a game that was broken off, and no clock runs', async () => {
  await table(view({ high: 4, leader: 1 }), [], lobby({ stage: 'over' }));
  expect(screen.queryByText(/Waiting for|Thinking|leads/)).toBeNull();
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.getByRole('button', { name: button.over })).toHaveAttribute('aria-disabled', 'true');
});

test('? after a refusal opens the rules at the clause that decided it', async () => {
  const { user, word, answer, socket, acts, help } = await table();
  await user.click(word);
  await user.keyboard('batted');
  await answer(BATTED);
  await user.keyboard('{Enter}');
  const { id } = acts()[0] as { id: string };
  socket().give({ t: 'refused', id, code: 'not_higher', text: 'x', clause: 'M3.1', seq: 1, at: 0 });
  await vi.waitFor(() => expect(said).toContain('X.'));
  await user.keyboard('?');
  expect(help).toEqual(['M3.1']);
});

test('what was asked and said in one phase is gone in the next', async () => {
  const called = view({ options: { ...view().options, bidding: 'called' } });
  const { user, word, socket, acts, pass } = await table(called);
  await user.click(pass());
  await user.click(screen.getByRole('button', { name: /^Column I is blocked/ }));
  await user.click(word);
  await user.keyboard('/p');
  expect(pass()).toHaveTextContent('Pass: sure?');
  const won = view({ ...called, phase: 'laying', high: 6, leader: 0, laying: 0, awaited: [0] });
  const lanes = [{ kind: 'extend_base' as const, column: 0 }];
  const lay: MatchOffer[] = [{ type: 'lay', least: 6, lanes, blocked: [], costs: 6 }, { type: 'pass' }];
  socket().give(update(won, lay, [], { seq: 0 }));
  const giveUp = await screen.findByRole('button', { name: /^Give up/ });
  expect(giveUp).not.toHaveTextContent('sure');
  expect(document.getElementById('compose-note')).not.toHaveTextContent('blocked');
  now += ENOUGH;
  await user.click(giveUp);
  expect(acts()).toEqual([]);
});

test('a game that was broken off shows no bid and no pass', async () => {
  const seats = view().seats.map((s, i) => ({ ...s, bid: i === 1 ? 4 : null, passed: i === 2 }));
  const own = play('extend_base', 0, '', 's');
  await table(view({ seats, high: 4, leader: 1, your_play: own }), [], lobby({ stage: 'over' }));
  const strip = screen.getByRole('list', { name: 'Seats' });
  expect(strip).not.toHaveTextContent(/Bid|Passed|outbid/);
  expect(document.querySelector('.draft')).toBeNull();
});

/** The events of a round that a bid of the last seat to speak closes. */
const closing = (seat: number, laid: Placement) => [
  { type: 'bid_placed', round: 9, seat, value: laid.value, closes_at: 60_000, play: laid.play },
  { type: 'auction_closed', round: 9, by_clock: false },
  { type: 'play_laid', round: 9, seat, ...laid, coins: laid.score },
  { type: 'round_opened', round: 10, closes_at: 60_000 },
];

test.each([
  [0, 'who laid is not told that the cards are back in the hand'],
  [1, 'who was composing when another laid is told so'],
])('a message is about this seat: when seat %i laid, %s', async (seat) => {
  const { user, word, answer, socket } = await table();
  await user.click(word);
  await user.keyboard('batted');
  await answer(BATTED);
  if (seat === 0) await user.keyboard('{Enter}');
  const grown = { ...view().crossword, base: cards('paInteRs') };
  const events = closing(seat, BATTED);
  socket().give(update(view({ round: 10, crossword: grown }), offers(), events, { seq: 4 }));
  const { n } = socket().last('compose') as { n: number };
  socket().give({ t: 'composed', n, composed: { placements: [], missing: [] } });
  await vi.waitFor(() => expect(word).toHaveValue(''));
  const note = document.getElementById('compose-note');
  if (seat === 0) expect(note).not.toHaveTextContent('back in your hand');
  else expect(note).toHaveTextContent(compose.returned);
});

test('called bidding opens each round on the least number, and follows what is composed', async () => {
  const called = view({ options: { ...view().options, bidding: 'called' } });
  const { user, word, answer, bid, socket } = await table(called, offers(3));
  const more = () => screen.getByRole('button', { name: button.more });
  expect(bid()).toHaveTextContent('Call 3');
  await user.click(word);
  await user.keyboard('batted');
  await answer(BATTED);
  expect(bid()).toHaveTextContent('Call 10');
  await user.click(more());
  await user.click(more());
  expect(bid()).toHaveTextContent('Call 12');
  const raised = update(view({ ...called, high: 4, leader: 1 }), offers(5), [], { seq: 0 });
  socket().give(raised);
  await answer(BATTED);
  expect(bid()).toHaveTextContent('Call 12');
  await user.keyboard('{Escape}');
  expect(bid()).toHaveTextContent('Call 5');
  await user.click(more());
  socket().give(update(view({ ...called, round: 10 }), offers(2), [], { seq: 0 }));
  await vi.waitFor(() => expect(bid()).toHaveTextContent('Call 2'));
});

test('what was sold is said for a moment, drawn cards are marked, and neither stops who goes on', async () => {
  const { user, word, socket } = await table();
  const grown = { ...view().crossword, base: cards('paInteRs') };
  const next = view({ round: 10, crossword: grown, hand: cards('batedOGSx') });
  socket().give(update(next, offers(), closing(1, BATTED), { seq: 4 }));
  expect(await screen.findByText('Sold to Mira')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /, new$/ })).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'X, yellow, new' })).toBeInTheDocument();
  await user.click(word);
  await user.keyboard('x');
  expect(screen.queryByText('Sold to Mira')).toBeNull();
  expect(screen.queryAllByRole('button', { name: /, new$/ })).toHaveLength(0);
  expect(word).toHaveValue('X');
});

test('the short clock of a round without a free column says why, where it shows and aloud', async () => {
  const { socket } = await table();
  expect(screen.queryByText(/no free column/)).toBeNull();
  const next = view({ round: 10, clock_ms: 20_000, closes_at: 20_000 });
  socket().give(update(next, offers(), closing(1, BATTED), { seq: 4 }));
  expect(await screen.findByText('20 seconds: no free column (M3.4)')).toBeInTheDocument();
  await vi.waitFor(() => expect(said.join(' ')).toContain('no free column (M3.4)'), 3_000);
});

test('what is needed is said once, also after a press', async () => {
  const { user, word, answer, bid } = await table(view({ high: 11, leader: 1 }), offers(12));
  await user.click(word);
  await user.keyboard('batted');
  await answer({ ...BATTED, enough: false });
  expect(screen.getAllByText('needs 12 or more')).toHaveLength(1);
  await user.click(bid());
  expect(document.getElementById('compose-note')).toHaveTextContent('needs 12 or more');
  expect(screen.getAllByText('needs 12 or more')).toHaveLength(1);
});

test('a play that is laid for a called bid beats nobody', async () => {
  const laying = view({ phase: 'laying', laying: 0, high: 8, leader: 0 });
  const lay: MatchOffer = { type: 'lay', least: 8, lanes: [], blocked: [], costs: 8 };
  const { user, word, answer } = await table(laying, [lay, { type: 'pass' }]);
  await user.click(word);
  await user.keyboard('batted');
  await answer(BATTED);
  expect(screen.queryByText(/beats/)).toBeNull();
  expect(screen.getByText(compose.enough(8))).toBeInTheDocument();
});

test('what is said of a lost connection, or of a moment to wait, goes with it', async () => {
  const { user, bid, store } = await table();
  store.link = 'lost';
  await vi.waitFor(() => expect(bid()).toHaveTextContent(button.offline));
  await user.click(bid());
  const note = document.getElementById('compose-note');
  expect(note).toHaveTextContent(button.offlineNote);
  store.link = 'open';
  await vi.waitFor(() => expect(note).not.toHaveTextContent(button.offlineNote));
});

test('who neither won nor waits has no sign without a word', async () => {
  const outcome = { scores: [40, 62, 19, 40], winners: [1] };
  await table(view({ phase: 'over', ended: 'pot_empty', outcome, awaited: [] }));
  for (const state of document.querySelectorAll('.seats .state')) {
    if (state.textContent?.trim() === '') expect(state.querySelector('svg')).toBeNull();
  }
  expect(document.querySelectorAll('.seats .state svg')).toHaveLength(1);
});
