import { expect, test } from 'vitest';
import { offers, tableOn, update, view } from '../../fixtures/match';
import type { Refused } from '../../wire';
import { timeLeft } from '../clock';
import type { News } from './table.svelte';

const complaint: Refused = {
  t: 'refused',
  id: null,
  code: 'malformed',
  text: 'x',
  clause: '',
  seq: null,
  at: null,
};
const round = (n: number) => ({ type: 'round_opened', round: n, closes_at: null });

test('events are kept in order, and an overlap is taken once', () => {
  const { store, socket } = tableOn();
  socket().give(update(view(), offers(), [round(1), round(2)], { seq: 2 }));
  socket().give(update(view(), offers(), [round(2), round(3)], { seq: 3 }));
  expect(store.events).toEqual([round(1), round(2), round(3)]);
  expect(store.seq).toBe(3);
});

test('a gap asks for everything anew', () => {
  const { store, socket, addresses, welcome } = tableOn();
  socket().give(update(view(), offers(), [round(1)], { seq: 1 }));
  socket().give(update(view(), offers(), [round(3)], { seq: 3 }));
  expect(addresses.at(-1)).toBe('ws://here/ws/KWMXRT?after=0&game=0');
  welcome();
  socket().give(update(view(), offers(), [round(1), round(2), round(3)], { seq: 3 }));
  expect(store.events).toEqual([round(1), round(2), round(3)]);
});

test('a reconnect names the last event seen and the game', () => {
  const { store, socket, addresses } = tableOn();
  socket().give(update(view(), offers(), [round(1), round(2)], { seq: 2, game: 3 }));
  store.connect();
  expect(addresses.at(-1)).toBe('ws://here/ws/KWMXRT?after=2&game=3');
});

test('another game at the table begins with no events', () => {
  const { store, socket } = tableOn();
  socket().give(update(view(), offers(), [round(1), round(2)], { seq: 2, game: 1 }));
  socket().give(update(view(), offers(), [round(1)], { seq: 1, game: 2 }));
  expect(store.events).toEqual([round(1)]);
});

test('what happened before the page came is told as catching up, what comes after is news', () => {
  const { store, socket, welcome } = tableOn();
  const heard: News[] = [];
  store.onNews((news) => heard.push(news));
  socket().give(update(view(), offers(), [round(1)], { seq: 1 }));
  socket().give(update(view(), offers(), [round(2)], { seq: 2 }));
  store.connect();
  welcome();
  socket().give(update(view(), offers(), [round(3)], { seq: 3 }));
  expect(heard.map(({ catchingUp }) => catchingUp)).toEqual([true, false, true]);
  expect(heard.map(({ fresh }) => fresh)).toEqual([[round(1)], [round(2)], [round(3)]]);
});

test('the clock stands still from the moment at which the connection is lost', () => {
  const { store, socket, clock, welcome } = tableOn();
  clock.at = 1_000;
  socket().give(update(view(), offers(), [], { seq: 0, now: 40_000 }));
  clock.at = 3_000;
  expect(timeLeft(60_000, store.reading, clock.at)).toBe(18_000);
  socket().onclose?.({ code: 1006, reason: '' });
  clock.at = 30_000;
  expect(timeLeft(60_000, store.reading, clock.at)).toBe(18_000);
  store.connect();
  welcome();
  socket().give(update(view(), offers(), [], { seq: 0, now: 44_000 }));
  expect(timeLeft(60_000, store.reading, clock.at)).toBe(16_000);
});

test('a refusal that answers no command is kept to be shown', () => {
  const { store, socket } = tableOn();
  socket().give(complaint);
  expect(store.complaint?.code).toBe('malformed');
});

/** A page in a round of 20 s that runs, with what is left as it shows it. */
function counting() {
  const table = tableOn();
  table.socket().give(update(view(), offers(), [round(1)], { seq: 1, now: 10_000 }));
  const left = () => timeLeft(30_000, table.store.reading, table.clock.at);
  const stand = (ms: number) => {
    table.clock.at += ms;
    table.clock.beat += ms;
  };
  const answer = (now: number, running = true) => {
    const n = table.socket().last('ping')?.['n'] as number;
    table.socket().give({ t: 'pong', n, game: 1, now, running });
  };
  return { ...table, left, stand, answer };
}

test('an update that waited while the page stood still does not set its clock', () => {
  const { socket, left, stand, answer } = counting();
  stand(8_000);
  socket().give(update(view(), offers(), [round(2)], { seq: 2, now: 11_000 }));
  const shown = left();
  stand(100);
  expect(left()).toBe(shown);
  answer(18_000);
  expect(left()).toBe(12_000 - 50);
  stand(400);
  expect(left()).toBe(12_000 - 450);
});

test('a page that stood still asks for the clock at once, and shows no second more until then', () => {
  const { socket, left, stand, answer } = counting();
  expect(socket().last('ping')).toBeUndefined();
  stand(3_000);
  socket().give(complaint);
  expect(socket().last('ping')).toBeDefined();
  expect(left()).toBe(20_000);
  answer(13_000, false);
  stand(400);
  expect(left()).toBe(17_000);
});

test('an answer that was under way for long is not believed, and another is asked for', () => {
  const { socket, left, stand, answer } = counting();
  stand(3_000);
  socket().give(complaint);
  const before = socket().last('ping')?.['n'];
  stand(600);
  answer(13_000);
  expect(left()).toBe(20_000);
  expect(socket().last('ping')?.['n']).not.toBe(before);
  answer(13_700);
  expect(left()).toBe(16_300);
});
