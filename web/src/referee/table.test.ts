import { describe, expect, test } from 'vitest';
import type { BagView, BetTheBagEvent, ContractCard, MatchEvent, MatchView } from '../wire';
import { choicesOf, defaultsOf } from './choices';
import type { Chance } from './clauses/rules.js';
import { Laying } from './laying.svelte';
import { bagTodo, matchTodo } from './reminders';
import { chance, RefereeTable, type Agreed, type Kept } from './table.svelte';
import type { Carried } from './words';

const WORDS = new Set(['rate', 'rates', 'crates', 'play', 'stop', 'crab', 'quilt', 'rote']);
const lexicon: Carried = {
  pin: { name: 'drawn', sha256: '0' },
  letters: [...'abcdefghijklmnopqrstuvwxyz'],
  size: WORDS.size,
  has: (word) => WORDS.has(word.join('')),
};
/** Leaves everything as it lies, so that the contract cards come in the order of the file. */
const still: Chance = { below: () => 0, shuffle: (items) => [...items] };

function agreed(game: Agreed['game'], names: string[], options = {}): Agreed {
  const all = { ...defaultsOf(game), ...options };
  return { game, names, options: all, lexicon: lexicon.pin, starter: 0 };
}

function sat<V>(of: Agreed, given: { chance?: Chance } = {}, kept: Kept | null = null) {
  let at = 0;
  const saved: Kept[] = [];
  const table = new RefereeTable<V>(of, lexicon, (one) => saved.push(one), kept, {
    time: () => at,
    ...given,
  });
  const wait = (ms: number): void => {
    at += ms;
    table.tick();
  };
  return { table, wait, saved };
}

function match(...names: string[]) {
  const it = sat<MatchView>(agreed('match', names));
  const call = (seat: number, value: number) =>
    it.table.act(seat, { type: 'call_bid', round: it.table.view.round, value });
  const pass = (...seats: number[]) => {
    for (const seat of seats) it.table.act(seat, { type: 'pass', round: it.table.view.round });
  };
  const laying = new Laying(it.table);
  /** Tell a word whose capitals are new cards in red; what lies there is found. */
  const lay = (word: string, ...reds: number[]) => {
    laying.type(word);
    for (const red of reds) laying.turn(red);
    const { placement } = laying;
    if (placement === null) throw new Error(`${word} has no place`);
    const play = placement.play;
    const by = it.table.view.laying ?? 0;
    return it.table.act(by, { type: 'lay_play', round: it.table.view.round, play });
  };
  it.table.start();
  return { ...it, call, pass, lay, laying };
}

describe('a table of Match', () => {
  test('takes ascending bids, one a round, the first that comes (M3.1)', () => {
    const { table, call, pass } = match('Mira', 'Tom', 'Ada');
    expect(call(0, 4)).toBeNull();
    expect(call(1, 4)?.code).toBe('not_higher');
    expect(call(0, 6)?.code).toBe('already_bid');
    expect(call(1, 5)).toBeNull();
    pass(2);
    expect(table.view).toMatchObject({ phase: 'laying', laying: 1, high: 5 });
  });

  test('leaves ten seconds after a bid, and closes when the clock runs out (M3.4)', () => {
    const { table, wait, call } = match('Mira', 'Tom');
    wait(55_000);
    call(0, 2);
    expect(table.due).toBe(65_000);
    wait(10_000);
    expect(table.view.phase).toBe('laying');
  });

  test('reckons value and score of the worked figures (M5.3)', () => {
    const { table, call, pass, lay, laying } = match('Mira', 'Tom');
    call(0, 4);
    pass(1);
    expect(lay('rate', 2)).toBeNull();
    table.start();
    call(1, 2);
    pass(0);
    laying.type('crates');
    laying.choose(laying.composed.placements.findIndex(({ play }) => play.kind === 'extend_base'));
    expect(laying.placement).toMatchObject({ value: 4, score: 6 });
    laying.turn(0);
    expect(laying.placement).toMatchObject({ value: 2, score: 6 });
    laying.type('play');
    expect(laying.placement).toMatchObject({ value: 6, score: 8 });
    laying.turn(1);
    expect(laying.placement).toMatchObject({ value: 3, score: 4 });
    laying.type('stop');
    for (const yellow of [0, 2, 3]) laying.turn(yellow);
    expect(laying.placement).toMatchObject({ value: 6, score: 4 });
  });

  test('pays from the pot, and tells who draws how many (M6.1, M6.3)', () => {
    const { table, call, pass, lay } = match('Mira', 'Tom', 'Ada');
    call(1, 8);
    pass(0, 2);
    expect(lay('rate')).toBeNull();
    expect(table.view).toMatchObject({ pot: 112, round: 2 });
    expect(table.clock.running).toBe(false);
    expect(matchTodo(table.news as MatchEvent[], table.view, (i) => table.name(i))).toEqual([
      'Tom takes 8 points of coins from the pot.',
      'Tom draws 4 cards.',
      'Then everyone else draws 1 card, clockwise.',
    ]);
  });

  test('refuses what is no word, worth too little, or not in the deck, and goes on', () => {
    const { table, call, pass, lay, laying } = match('Mira', 'Tom');
    call(0, 9);
    pass(1);
    expect(lay('rate')?.code).toBe('below_call');
    laying.type('quizzz');
    expect(laying.composed.missing).toEqual(['z', 'z']);
    laying.type('quilt');
    expect(laying.turn(0)).toBe(false);
    expect(lay('tare')?.code).toBe('not_a_word');
    expect(table.view.phase).toBe('laying');
    expect(lay('quilt')).toBeNull();
  });

  test('a void bid gives the next lower bidder the chance (M3.2)', () => {
    const { table, call, wait } = match('Mira', 'Tom');
    call(0, 4);
    call(1, 6);
    wait(30_000);
    expect(table.view).toMatchObject({ phase: 'laying', laying: 0, high: 4 });
  });

  test('a card that lay once is not unseen any more', () => {
    const { table, call, pass, lay, laying } = match('Mira', 'Tom');
    call(0, 5);
    pass(1);
    expect(lay('quilt')).toBeNull();
    table.start();
    call(1, 2);
    pass(0);
    laying.type('q');
    expect(laying.composed.placements).toEqual([]);
  });

  test('ends when the pot has run out (M6.2), the last winner taking what is left', () => {
    const { table, call, pass, lay } = match('Mira', 'Tom');
    // Seven cards of one colour each, as the deck has them.
    const words = ['aaaabcd', 'deeeeeg', 'hiiillm', 'nnooopr', 'rssttuy', 'aaaabcd'];
    for (const word of words) WORDS.add(word);
    words.forEach((word, i) => {
      table.start();
      call(i % 2, 14);
      pass(1 - (i % 2));
      expect(lay(word)).toBeNull();
      if (table.view.ended === null) pass(0, 1);
    });
    expect(table.view).toMatchObject({ ended: 'pot_empty', pot: 0 });
    expect(table.view.outcome?.scores.reduce((a, b) => a + b)).toBe(80);
    const lines = matchTodo(table.news as MatchEvent[], table.view, (i) => table.name(i));
    expect(lines.at(-1)).toBe('The pot has run out.');
  });

  test('what was done last is taken back, and the clock stands where it stood', () => {
    const { table, call, wait } = match('Mira', 'Tom');
    wait(5_000);
    call(0, 4);
    wait(2_000);
    expect(table.undo()?.action?.type).toBe('call_bid');
    expect(table.view).toMatchObject({ high: null, closes_at: 60_000 });
    expect(table.clock.now).toBe(5_000);
    expect(table.clock.running).toBe(false);
    expect(call(0, 2)).toBeNull();
  });

  test('a game that was kept goes on as it stood', () => {
    const first = match('Mira', 'Tom');
    first.call(0, 8);
    first.pass(1);
    first.lay('rate');
    first.table.start();
    first.wait(7_000);
    first.table.save();
    const kept = JSON.parse(JSON.stringify(first.saved.at(-1))) as Kept;
    const { table } = sat<MatchView>(kept.agreed, {}, kept);
    expect(table.view).toEqual(first.table.view);
    expect(table.clock.now).toBe(7_000);
    expect(table.clock.running).toBe(false);
  });
});

function bag(names: string[], options = {}) {
  const it = sat<BagView>(agreed('bet_the_bag', names, options), { chance: still });
  const { table } = it;
  const turn = () => table.view.turn;
  const say = (...bids: (number | null)[]) => {
    for (const tiles of bids) {
      const seat = table.view.awaited[0] ?? 0;
      const action = tiles === null ? { type: 'pass_bid' } : { type: 'bid_tiles', tiles };
      expect(table.act(seat, { ...action, turn: turn() })).toBeNull();
    }
  };
  const flip = () => table.act(table.view.on_turn, { type: 'flip_card', turn: turn() });
  const submit = (word: string) => {
    const { attempt, attempting } = table.view;
    const letters = [...word];
    const told = { word: letters, lay: letters, blanks: [] };
    return table.act(attempting ?? 0, { type: 'submit_word', turn: turn(), attempt, ...told });
  };
  const judge = (type: 'challenge' | 'accept', seat: number) =>
    table.act(seat, { type, turn: turn(), attempt: table.view.attempt });
  const todo = () => bagTodo(table.news as BetTheBagEvent[], table.view, 4, (i) => table.name(i));
  return { ...it, say, flip, submit, judge, todo };
}

describe('a table of Bet the Bag', () => {
  test('asks for bids round the table, blocks taken numbers, and runs the lowest first (B4, B5)', () => {
    const { table, flip, say, todo } = bag(['Stephen', 'Kory', 'Dom', 'Dave']);
    flip();
    expect(table.view.contract?.[0]).toBe(7);
    say(9);
    expect(table.act(1, { type: 'bid_tiles', turn: 1, tiles: 9 })?.code).toBe('taken');
    expect(table.act(1, { type: 'bid_tiles', turn: 1, tiles: 6 })?.code).toBe('too_low');
    say(11, null, 8);
    expect(table.view.queue.map(({ seat }) => seat)).toEqual([3, 0, 1]);
    expect(table.view).toMatchObject({ phase: 'attempt', attempting: 3, limit: 8 });
    expect(table.clock.running).toBe(false);
    expect(todo()).toEqual(['Dom takes a tile from the bag, if it holds one.']);
  });

  test('a minute that runs out passes the tiles on, and all of them end the contract (B5.3)', () => {
    const { table, flip, say, wait, todo } = bag(['Stephen', 'Kory']);
    flip();
    say(8, 9);
    table.start();
    wait(60_500);
    expect(table.view.attempting).toBe(1);
    expect(table.clock.running).toBe(false);
    table.act(1, { type: 'give_up', turn: 1, attempt: 2 });
    expect(table.view).toMatchObject({ phase: 'flip', turn: 2, on_turn: 1 });
    expect(todo()).toEqual([
      'Kory gives up. The tiles stay on the table.',
      'Nobody filled the contract.',
      'Put the tiles on the table back into the bag.',
    ]);
  });

  test('a bogus word costs a card and the attempt; a good one that is challenged doubles (B7)', () => {
    const { table, flip, say, submit, judge } = bag(['Stephen', 'Kory'], { bid_clock_ms: null });
    const play = (...bids: number[]) => {
      flip();
      say(...bids);
    };
    WORDS.add('quilted');
    play(8, 9);
    submit('quilted');
    judge('challenge', 1);
    expect(table.view.seats[0]).toMatchObject({ score: 14 });
    play(9, 8);
    submit('florbed');
    judge('challenge', 1);
    expect(table.view.seats[0]).toMatchObject({ score: 0 });
    expect(table.view).toMatchObject({ phase: 'attempt', attempting: 1 });
  });

  test('only words of the lexicon can be submitted where words are checked (B7.4)', () => {
    const { table, flip, say, submit, wait } = bag(['Stephen', 'Kory'], { words: 'checked' });
    flip();
    say(8, 9);
    table.start();
    expect(submit('florbed')).toBeNull();
    expect(table.events.at(-1)?.type).toBe('word_refused');
    wait(1_000);
    WORDS.add('quilted');
    expect(submit('quilted')).toBeNull();
    expect(table.view.seats[0]).toMatchObject({ score: 7 });
  });

  test('refuses words over the bid, under the contract, and beyond the tile set (B5.1, B5.2)', () => {
    const { flip, say, submit } = bag(['Stephen', 'Kory']);
    flip();
    say(8, 9);
    expect(submit('abcdefghi')?.code).toBe('bid_full');
    expect(submit('crab')?.code).toBe('too_short');
    expect(submit('jazzjazz')?.code).toBe('not_held');
  });

  test('ends at the last ace (B3.2), and never runs out of tiles on the way', () => {
    const { table, flip, say } = sat8();
    for (let guard = 0; table.view.phase !== 'over' && guard < 40; guard += 1) {
      flip();
      if (table.view.phase === 'bidding') say(null, null, null, null, null, null, null, null);
    }
    expect(table.view.phase).toBe('over');
    expect(table.view.aces).toHaveLength(4);
    expect(table.view.outcome?.winners).toHaveLength(8);
  });

  function sat8() {
    return bag(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
  }
});

test('chance gives every number below its bound, and keeps what it shuffles', () => {
  const seen = new Set(Array.from({ length: 400 }, () => chance.below(5)));
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
  expect([...chance.shuffle([1, 2, 3, 4])].sort()).toEqual([1, 2, 3, 4]);
});

test('settings are what the rules offer, and bids are always called', () => {
  expect(choicesOf('match', 2)['round_clock_ms']).toContain(null);
  expect(choicesOf('bet_the_bag', 5)['recycle']).toEqual(['bag']);
  expect(choicesOf('bet_the_bag', 4)['recycle']).toEqual(['bag', 'out']);
  expect(defaultsOf('match')).toMatchObject({ bidding: 'called', round_clock_ms: 60_000 });
});

describe('printed contract cards', () => {
  const three = () => ({ ...agreed('bet_the_bag', ['Stephen', 'Kory', 'Dom']), printed: true });
  const turnUp = (table: RefereeTable<BagView>, ...turned: ContractCard[]) =>
    table.act(table.view.on_turn, { type: 'flip_card', turn: table.view.turn, turned });

  test('the contract is what people turned up, with the aces before it', () => {
    const { table } = sat<BagView>(three(), { chance });
    expect(turnUp(table, [1, 'hearts'], [1, 'clubs'], [6, 'diamonds'])).toBeNull();
    expect(table.view).toMatchObject({
      phase: 'bidding',
      contract: [6, 'diamonds'],
      aces: [
        [1, 'hearts'],
        [1, 'clubs'],
      ],
      pile: 17,
    });
  });

  test('what was turned up is taken back, and lasts over a reload', () => {
    const { table, saved } = sat<BagView>(three(), { chance });
    turnUp(table, [7, 'spades']);
    const kept = JSON.parse(JSON.stringify(saved.at(-1))) as Kept;
    const again = sat<BagView>(three(), { chance }, kept).table;
    expect(again.view.contract).toEqual([7, 'spades']);
    again.undo();
    expect(again.view).toMatchObject({ phase: 'flip', contract: null, pile: 20 });
    turnUp(again, [4, 'clubs']);
    expect(again.view.contract).toEqual([4, 'clubs']);
  });

  test('the last ace ends the game, and every card is turned up once', () => {
    const { table } = sat<BagView>(three(), { chance });
    const suits = ['hearts', 'clubs', 'spades', 'diamonds'] as const;
    turnUp(table, ...suits.map((suit): ContractCard => [1, suit]));
    expect(table.view).toMatchObject({ phase: 'over', pile: 16 });
    expect(table.view.outcome).not.toBeNull();
  });
});
