import { expect, test } from 'vitest';
import { offers, tableOn, update, view } from '../../fixtures/match';
import { timeLeft } from '../clock';
import type { News } from './table.svelte';

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
  socket().give({ t: 'refused', id: null, code: 'malformed', text: 'x', clause: '', seq: null, at: null });
  expect(store.complaint?.code).toBe('malformed');
});
