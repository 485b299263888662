import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sent } from '../wire';
import { BACKOFF_MS, Connection, PING_MS, SILENCE_MS, type Link, type Socket } from './connection';

class FakeSocket implements Socket {
  static all: FakeSocket[] = [];
  readyState: number = WebSocket.OPEN;
  sent: { t: string; id?: string; n?: number }[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  closed = false;
  address: string;

  constructor(address: string) {
    this.address = address;
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  give(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  welcome(): void {
    this.onopen?.();
    this.give({ t: 'welcome', you: 0, is_host: true, lobby: {} });
  }

  commands(): (string | undefined)[] {
    return this.sent.filter(({ t }) => t !== 'ping').map(({ id }) => id);
  }
}

function start(seq = 0, time?: () => number) {
  const links: Link[] = [];
  const frames: Sent[] = [];
  const position = { seq };
  const connection = new Connection({
    address: () => `ws://table?after=${position.seq}`,
    received: (frame) => frames.push(frame),
    changed: (link) => links.push(link),
    open: (address) => new FakeSocket(address),
    ...(time === undefined ? {} : { time }),
  });
  connection.connect();
  return { connection, links, frames, position };
}

const newest = () => FakeSocket.all[FakeSocket.all.length - 1] as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  FakeSocket.all = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('commands given before the welcome are sent after it, in order', () => {
  const { connection } = start();
  void connection.command({ t: 'start' });
  void connection.command({ t: 'ready', game: 2 });
  newest().onopen?.();
  expect(newest().commands()).toEqual([]);
  newest().welcome();
  expect(newest().sent.map(({ t }) => t)).toEqual(['start', 'ready']);
});

test('unanswered commands are sent again under their ids, in order, and answered ones are not', async () => {
  const { connection } = start();
  newest().welcome();
  const first = connection.command({ t: 'act', action: 1 });
  void connection.command({ t: 'act', action: 2 });
  void connection.command({ t: 'act', action: 3 });
  const ids = newest().commands();
  newest().give({ t: 'done', id: ids[0], seq: 4, at: 0 });
  expect(await first).toMatchObject({ t: 'done', seq: 4 });

  newest().onclose?.({ code: 1006, reason: '' });
  vi.advanceTimersByTime(BACKOFF_MS[0]);
  newest().welcome();

  expect(newest().commands()).toEqual(ids.slice(1));
});

test('nothing is sent while the other end hangs up; commands wait for the next connection', () => {
  const { connection } = start();
  newest().welcome();
  const hanging = newest();
  hanging.readyState = WebSocket.CLOSING;
  void connection.command({ t: 'act', action: 1 });
  vi.advanceTimersByTime(PING_MS);
  expect(hanging.sent).toEqual([]);
  hanging.onclose?.({ code: 1012, reason: '' });
  vi.advanceTimersByTime(BACKOFF_MS[0]);
  newest().welcome();
  expect(newest().sent.map(({ t }) => t)).toEqual(['act']);
});

test('a refusal answers its command and nobody else hears of it', async () => {
  const { connection, frames } = start();
  newest().welcome();
  const answer = connection.command({ t: 'act', action: 1 });
  const [id] = newest().commands();
  newest().give({ t: 'refused', id, code: 'not_a_word', text: '', clause: 'M4.5' });
  expect(await answer).toMatchObject({ t: 'refused', code: 'not_a_word' });
  expect(frames.map(({ t }) => t)).toEqual(['welcome']);
});

test('a command that was not judged is sent again under its id', () => {
  const { connection } = start();
  newest().welcome();
  void connection.command({ t: 'act', action: 1 });
  const [id] = newest().commands();
  newest().give({ t: 'refused', id, code: 'frozen', text: '', clause: '' });
  vi.advanceTimersByTime(1_000);
  expect(newest().commands()).toEqual([id, id]);
});

test('a new connection asks for the events after the last one seen', () => {
  const { position } = start();
  newest().welcome();
  position.seq = 17;
  newest().onclose?.({ code: 1012, reason: '' });
  vi.advanceTimersByTime(BACKOFF_MS[0]);
  expect(newest().address).toBe('ws://table?after=17');
});

test('silence is told as a lost connection within five seconds', () => {
  const { links } = start();
  newest().welcome();
  expect(PING_MS + SILENCE_MS).toBeLessThan(5_000);
  vi.advanceTimersByTime(PING_MS + SILENCE_MS);
  expect(links).toEqual(['open', 'lost']);
});

/** A page whose timers come a minute late, as those of hidden pages do. */
function heldBack() {
  const late = { ms: 0 };
  const rig = start(0, () => performance.now() + late.ms);
  newest().welcome();
  const minute = () => {
    late.ms += 60_000;
    vi.advanceTimersByTime(SILENCE_MS);
  };
  const answer = () => newest().give({ t: 'pong', n: newest().sent.at(-1)?.n });
  return { ...rig, minute, answer };
}

test('a page whose timers are held back keeps a line that answers', () => {
  const { links, minute, answer } = heldBack();
  vi.advanceTimersByTime(PING_MS);
  for (let i = 0; i < 10; i++) {
    minute();
    answer();
  }
  expect(links).toEqual(['open']);
  expect(FakeSocket.all).toHaveLength(1);
});

test('a page whose timers are held back loses a line that answers nothing, at the second look', () => {
  const { links, minute } = heldBack();
  vi.advanceTimersByTime(PING_MS);
  minute();
  minute();
  expect(links).toEqual(['open', 'lost']);
});

test('a heartbeat that is answered keeps the connection', () => {
  const { links } = start();
  newest().welcome();
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(PING_MS);
    newest().give({ t: 'pong', n: newest().sent.at(-1)?.n });
  }
  expect(links).toEqual(['open']);
  expect(newest().sent.every(({ t }) => t === 'ping')).toBe(true);
});

test('tries grow apart until one is welcomed', () => {
  start();
  for (const wait of [...BACKOFF_MS, 8_000]) {
    const tries = FakeSocket.all.length;
    newest().onclose?.({ code: 1006, reason: '' });
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSocket.all).toHaveLength(tries);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(tries + 1);
  }
  newest().welcome();
  newest().onclose?.({ code: 1006, reason: '' });
  const tries = FakeSocket.all.length;
  vi.advanceTimersByTime(BACKOFF_MS[0]);
  expect(FakeSocket.all).toHaveLength(tries + 1);
});

test('a replaced page does not come back by itself, but may be told to', () => {
  const { connection, links } = start();
  newest().welcome();
  const old = newest();
  old.give({ t: 'replaced' });
  old.onclose?.({ code: 4409, reason: '' });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(links.at(-1)).toBe('replaced');
  connection.connect();
  newest().welcome();
  expect(links.at(-1)).toBe('open');
});

test('a table that is not there is not asked for again', () => {
  const { links } = start();
  newest().onclose?.({ code: 4404, reason: '' });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(links).toEqual(['closed']);
});

test('only the newest draft is answered', async () => {
  const { connection } = start();
  newest().welcome();
  let old: unknown;
  void connection.compose('first').then((answer) => (old = answer));
  const second = connection.compose('second');
  const [a, b] = newest().sent.map(({ n }) => n);
  newest().give({ t: 'composed', n: a, composed: 'of the first' });
  newest().give({ t: 'composed', n: b, composed: 'of the second' });
  expect((await second).composed).toBe('of the second');
  expect(old).toBeUndefined();
});

test('no frame holds a time of the page', () => {
  const { connection } = start();
  newest().welcome();
  void connection.command({ t: 'act', action: { type: 'pass', round: 1 } });
  vi.advanceTimersByTime(PING_MS);
  const keys = newest().sent.flatMap((frame) => Object.keys(frame));
  expect(new Set(keys)).toEqual(new Set(['t', 'id', 'action', 'n']));
});
