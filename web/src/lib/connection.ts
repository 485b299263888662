/** The socket to a table: it comes back by itself, resumes where it was, and loses no command. */

import { CLOSE, type ComposedFor, type Done, type Frame, type Pong, type Refused, type Sent } from '../wire';

/** How the page stands with the server; `replaced` waits for the person to take the seat back. */
export type Link = 'connecting' | 'open' | 'lost' | 'replaced' | 'closed';

export type Command = Extract<Frame, { id: string }>;
/** A command whose id is yet to be given. */
export type Unsent = Command extends infer C ? (C extends Command ? Omit<C, 'id'> : never) : never;

/** What of a WebSocket is used, so that a test can stand in for one. */
export interface Socket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

export interface Hooks {
  /** The address to connect to; asked anew each time, so that it names the last event seen. */
  address(): string;
  /** A frame that is not an answer to a command or a draft. */
  received(frame: Sent): void;
  changed(link: Link): void;
  /** The table's clock, and how long ago it was asked for at most, in ms. */
  clock?(pong: Pong, took: number): void;
  /** The page's own monotonic clock in ms. */
  time?(): number;
  open?(address: string): Socket;
}

/** WebSocket.OPEN. A socket whose other end began to hang up is not open, and not yet closed. */
const OPEN = 1;
export const PING_MS = 1_500;
/** With nothing after a heartbeat for so long the connection counts as lost; the banner has to stand within 5 s. */
export const SILENCE_MS = 3_000;
/** A timer so late tells of a page that stood still or is hidden, and nothing of the line. */
const LATE_MS = 500;
export const BACKOFF_MS = [250, 500, 1_000, 2_000, 4_000, 8_000] as const;
/** By what part of it a wait may be shorter. */
const SPREAD = 0.3;
/** A page does not come back by itself from close codes from here on. */
const FINAL_CODES = 4_400;
/** Refusals after which the same command is to be sent again: nothing was judged. */
const UNJUDGED = new Set(['frozen', 'too_fast']);
const UNJUDGED_WAIT_MS = 1_000;

interface Waiting {
  frame: Command;
  settle(answer: Done | Refused): void;
}

export class Connection {
  link: Link = 'connecting';
  private socket: Socket | null = null;
  /** Commands without an answer, in the order in which they were given. */
  private readonly waiting = new Map<string, Waiting>();
  private readonly drafts = new Map<number, (answer: ComposedFor) => void>();
  /** When each heartbeat went out that is not answered. */
  private readonly pings = new Map<number, number>();
  private tries = 0;
  private count = 0;
  private beat: ReturnType<typeof setInterval> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  /** Whether a frame is waited for. */
  private listening = false;

  private readonly hooks: Hooks;

  constructor(hooks: Hooks) {
    this.hooks = hooks;
  }

  /** Connect, or connect anew at once. */
  connect(): void {
    this.drop();
    if (this.link !== 'lost') this.become('connecting');
    const open = this.hooks.open ?? ((address: string) => new WebSocket(address) as Socket);
    const socket = open(this.hooks.address());
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket === socket) this.opened();
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.read(event.data);
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.ended(event.code);
    };
    this.listen();
  }

  /** End it for good, as when the page goes elsewhere. */
  close(): void {
    this.drop();
    this.become('closed');
  }

  /** Give a command; it is sent until it is answered, each time under the same id. */
  command(unsent: Unsent): Promise<Done | Refused> {
    const frame = { ...unsent, id: newId() } as Command;
    return new Promise((settle) => {
      this.waiting.set(frame.id, { frame, settle });
      if (this.link === 'open') this.send(frame);
    });
  }

  /** Ask for the places of a draft. A question that a lost connection swallowed has no answer. */
  compose(draft: unknown): Promise<ComposedFor> {
    const n = ++this.count;
    return new Promise((settle) => {
      this.drafts.clear();
      this.drafts.set(n, settle);
      if (this.link === 'open') this.send({ t: 'compose', n, draft });
    });
  }

  /** Send what needs no answer; without a connection it is not sent. */
  tell(frame: Frame): void {
    if (this.link === 'open') this.send(frame);
  }

  /** Ask for the table's clock now, and not only with the next heartbeat. */
  ping(): void {
    this.pings.set(++this.count, this.time());
    this.send({ t: 'ping', n: this.count });
    if (!this.listening) this.listen();
  }

  private time(): number {
    return this.hooks.time?.() ?? performance.now();
  }

  /** What cannot be sent now is sent anew, or is of no use, once there is a connection again. */
  private send(frame: Frame): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(frame));
  }

  private opened(): void {
    this.beat = setInterval(() => this.ping(), PING_MS);
  }

  private read(data: unknown): void {
    this.hear();
    const frame = JSON.parse(String(data)) as Sent;
    switch (frame.t) {
      case 'pong':
        return this.ponged(frame);
      case 'welcome':
        this.hooks.received(frame);
        this.tries = 0;
        this.become('open');
        for (const { frame: unanswered } of this.waiting.values()) this.send(unanswered);
        return;
      case 'done':
        return this.settle(frame.id, frame);
      case 'refused':
        return this.refused(frame);
      case 'composed':
        this.drafts.get(frame.n)?.(frame);
        this.drafts.delete(frame.n);
        return;
      case 'replaced':
        this.drop();
        this.become('replaced');
        return this.hooks.received(frame);
      default:
        return this.hooks.received(frame);
    }
  }

  private ponged(frame: Pong): void {
    const sent = this.pings.get(frame.n);
    // Answers come in order: what is older than this one was lost with a socket.
    for (const n of this.pings.keys()) if (n <= frame.n) this.pings.delete(n);
    if (sent !== undefined) this.hooks.clock?.(frame, this.time() - sent);
  }

  private refused(frame: Refused): void {
    const waiting = frame.id === null ? undefined : this.waiting.get(frame.id);
    if (waiting === undefined) return this.hooks.received(frame);
    if (!UNJUDGED.has(frame.code)) return this.settle(waiting.frame.id, frame);
    setTimeout(() => {
      if (this.link === 'open' && this.waiting.has(waiting.frame.id)) this.send(waiting.frame);
    }, UNJUDGED_WAIT_MS);
  }

  private settle(id: string, answer: Done | Refused): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.settle(answer);
  }

  private ended(code: number): void {
    this.drop();
    if (code === CLOSE.REPLACED) this.become('replaced');
    else if (code >= FINAL_CODES) this.become('closed');
    else this.lose();
  }

  private lose(): void {
    this.drop();
    this.become('lost');
    const most = BACKOFF_MS[Math.min(this.tries, BACKOFF_MS.length - 1)] ?? 8_000;
    // Pages that lost the same server come back one by one.
    const wait = most * (1 - SPREAD * Math.random());
    this.tries += 1;
    this.retry = setTimeout(() => this.connect(), wait);
  }

  /** Begin to wait for a frame; too long a silence is a lost connection. */
  private listen(again = false): void {
    clearTimeout(this.silence);
    this.listening = true;
    const since = this.time();
    this.silence = setTimeout(() => this.silent(since, again), SILENCE_MS);
  }

  /** Browsers hold back the timers of hidden pages: what came meanwhile is read first, and asked for once more. */
  private silent(since: number, again: boolean): void {
    const late = this.time() - since >= SILENCE_MS + LATE_MS;
    if (again || !late) return this.lose();
    if (this.link === 'open') this.ping();
    this.listen(true);
  }

  private hear(): void {
    clearTimeout(this.silence);
    this.listening = false;
  }

  private drop(): void {
    clearInterval(this.beat);
    clearTimeout(this.retry);
    this.hear();
    const socket = this.socket;
    this.socket = null;
    this.pings.clear();
    socket?.close();
  }

  private become(link: Link): void {
    if (link === this.link) return;
    this.link = link;
    this.hooks.changed(link);
  }
}

/** 96 random bits; `crypto.randomUUID` is not there on a plain-http address of the local network. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}
