/** All that a page knows of its table, kept up to date from the socket. */

import type { Done, Lobby, Pong, Refused, Seat, Sent, Update } from '../../wire';
import { frozen, type Reading } from '../clock';
import { answerTo, foulIn, type Foul, type Sworn } from '../fair';
import { Gaps } from '../gaps';
import { committed, partOf } from '../nonce';
import { Connection, type Link, type Socket, type Unsent } from '../connection';

/** An update as it came, with only those of its events that are new to this page. */
export interface News {
  update: Update;
  fresh: unknown[];
  /** Whether these events tell what happened before the page was there, or while it was away. */
  catchingUp: boolean;
}

export interface Settings {
  code: string;
  open?: (address: string) => Socket;
  time?: () => number;
  /** The clock by which the page notices that it stood still. */
  beat?: () => number;
  origin?: string;
}

/** Events are numbered from 1, so nothing has been seen at 0. */
const NOTHING_SEEN = 0;
/** An answer that took longer tells too little of the clock, and another is asked for. */
const PROMPT_MS = 500;
/** A page that was hidden for longer asks for the clock anew: its own may have stood still. */
const DOZE_MS = 3_000;

export class TableStore {
  link = $state<Link>('connecting');
  you = $state<Seat | null>(null);
  isHost = $state(false);
  /** Whether a seat is kept that this page does not play and may take back. */
  held = $state(false);
  lobby = $state.raw<Lobby | null>(null);
  /** When the lobby was told, on this page's clock. */
  lobbyAt = 0;
  /** What is amiss with the deal of this game, or of the one to come (X3). */
  foul = $state.raw<Foul | null>(null);
  /** Number of the game that events and view belong to; 0 before the first. */
  game = $state(0);
  seq = $state(NOTHING_SEEN);
  events = $state.raw<unknown[]>([]);
  view = $state.raw<unknown>(null);
  offers = $state.raw<unknown[]>([]);
  reading = $state.raw<Reading | null>(null);
  /** Commands on their way. */
  sending = $state(0);
  /** A refusal that answers no command of this page. */
  complaint = $state.raw<Refused | null>(null);

  private readonly connection: Connection;
  private readonly listeners = new Set<(news: News) => void>();
  private readonly time: () => number;
  private caughtUp = false;
  private hiddenAt: number | null = null;
  /** The list that was answered on this line. */
  private answered = '';
  /** Whether this page stood still, so that updates may have waited for it nobody knows how long. */
  private doubt = false;
  private readonly gaps: Gaps;

  constructor(settings: Settings) {
    this.time = settings.time ?? (() => performance.now());
    this.gaps = new Gaps((ms) => this.stoodStill(ms), settings.beat);
    const origin = settings.origin ?? location.origin.replace(/^http/, 'ws');
    this.connection = new Connection({
      address: () => {
        const code = encodeURIComponent(settings.code);
        return `${origin}/ws/${code}?after=${this.seq}&game=${this.game}`;
      },
      received: (frame) => this.receive(frame),
      changed: (link) => this.relink(link),
      clock: (pong, took) => this.setClock(pong, took),
      time: this.time,
      ...(settings.open === undefined ? {} : { open: settings.open }),
    });
  }

  /** Whether a game is of one person alone, who may let it stand and may resign (X1.2). */
  get alone(): boolean {
    const { lobby, you } = this;
    if (lobby?.stage !== 'playing' || you === null) return false;
    return lobby.seats.every(
      (sitter, i) => i === you || sitter === null || sitter.gone === 'left' || (sitter.bot !== null && sitter.gone === null),
    );
  }

  connect(): void {
    this.gaps.watch();
    this.connection.connect();
  }

  close(): void {
    this.gaps.stop();
    this.connection.close();
  }

  /** Be told of every update, after the store has taken it over. Returns how to stop. */
  onNews(listener: (news: News) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async command(unsent: Unsent): Promise<Done | Refused> {
    this.sending += 1;
    try {
      return await this.connection.command(unsent);
    } finally {
      this.sending -= 1;
    }
  }

  async act(action: unknown): Promise<Done | Refused> {
    // Who acts in a game that stands lets it go on.
    if (this.lobby?.paused) await this.command({ t: 'pause', paused: false });
    return this.command({ t: 'act', action });
  }

  /** Say that one is ready for a game to come, or not any more; with what this page commits to. */
  async ready(game: number, ready = true): Promise<Done | Refused> {
    // Those that are on the page now, which others may take the place of while this waits.
    const settings = this.lobby?.settings ?? 1;
    const commitment = await committed(this.lobby?.code ?? '', game);
    return this.command({ t: 'ready', game, ready, commitment, settings });
  }

  /** Say that the table of a game is on the screen. */
  shown(game: number): void {
    this.connection.tell({ t: 'shown', game });
  }

  async compose<T>(draft: unknown): Promise<T> {
    return (await this.connection.compose(draft)).composed as T;
  }

  /** The page was hidden or is seen again. */
  seen(hidden: boolean): void {
    if (hidden) {
      this.hiddenAt ??= Date.now();
      return;
    }
    const away = this.hiddenAt === null ? 0 : Date.now() - this.hiddenAt;
    this.hiddenAt = null;
    if (away > DOZE_MS && (this.link === 'open' || this.link === 'lost')) this.connect();
  }

  private relink(link: Link): void {
    this.link = link;
    if (link !== 'open') this.answered = '';
    const { lobby } = this;
    // After the commands that wait for a connection, or it would be sent with them once more.
    if (link === 'open' && lobby !== null) queueMicrotask(() => this.commit(lobby));
    if (link !== 'open' && this.reading !== null) {
      this.reading = frozen(this.reading, this.time());
    }
  }

  /** Show no more of the clock than before the gap until the table has told it. */
  private stoodStill(ms: number): void {
    if (this.link !== 'open') return;
    this.doubt = true;
    if (this.reading !== null) this.reading = frozen(this.reading, this.time() - ms);
    this.connection.ping();
  }

  private setClock(pong: Pong, took: number): void {
    if (pong.game !== this.game || this.reading === null) return;
    if (took > PROMPT_MS) {
      if (this.doubt) this.connection.ping();
      return;
    }
    this.doubt = false;
    this.reading = { now: pong.now, running: pong.running, at: this.time() - took / 2 };
  }

  private receive(frame: Sent): void {
    this.gaps.look();
    switch (frame.t) {
      case 'welcome':
      case 'lobby':
        this.you = frame.you;
        this.isHost = frame.is_host;
        this.held = frame.held;
        this.lobby = frame.lobby;
        this.lobbyAt = this.time();
        if (frame.t === 'welcome') this.caughtUp = this.doubt = false;
        else this.reveal(frame.lobby);
        return;
      case 'update':
        return this.take(frame);
      case 'refused':
        this.complaint = frame;
        return;
      default:
        return;
    }
  }

  /** Take part in the deal to come: another tab of this seat may have committed to a part of its own. */
  private commit(lobby: Lobby): void {
    const sitter = this.you === null ? null : lobby.seats[this.you];
    const waits = lobby.stage === 'waiting' && lobby.dealing === null;
    if (waits && sitter != null) void this.ready(lobby.number, sitter.ready);
    else this.reveal(lobby);
  }

  /** Answer the list of what all seats committed to (X3). */
  private reveal(lobby: Lobby): void {
    const { dealing } = lobby;
    if (dealing === null || this.you === null || !dealing.awaited.includes(this.you)) return;
    // The lobby is told anew until the answer is there.
    const list = [dealing.game, ...dealing.commitments].join();
    if (list === this.answered) return;
    this.answered = list;
    const { nonce, foul } = answerTo(lobby, dealing, this.you);
    this.foul = foul ?? this.foul;
    if (nonce !== null) this.connection.tell({ t: 'reveal', game: dealing.game, nonce });
  }

  /** Hold a game that begins to what this page was shown (X3). */
  private check(update: Update): void {
    const setup = (update.events[0] as { setup?: Sworn } | undefined)?.setup;
    if (setup === undefined || this.lobby === null || this.you === null) return;
    this.foul = foulIn(setup, partOf(this.lobby.code, update.game));
  }

  private take(update: Update): void {
    if (update.game !== this.game) {
      this.game = update.game;
      this.seq = NOTHING_SEEN;
      this.events = [];
    }
    this.check(update);
    const first = update.seq - update.events.length + 1;
    if (first > this.seq + 1) return this.startOver();
    const fresh = update.events.slice(this.seq + 1 - first);
    const catchingUp = !this.caughtUp;
    this.caughtUp = true;
    this.seq = update.seq;
    if (fresh.length > 0) this.events = [...this.events, ...fresh];
    this.view = update.view;
    this.offers = update.offers;
    this.reading = { now: update.now, running: update.running && !this.doubt, at: this.time() };
    for (const listener of this.listeners) listener({ update, fresh, catchingUp });
  }

  /** Events are missing between what is here and what came: ask for all of them. */
  private startOver(): void {
    this.seq = NOTHING_SEEN;
    this.game = 0;
    this.events = [];
    this.connect();
  }
}
