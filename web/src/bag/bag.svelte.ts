/** One table of Bet the Bag as its page sees it: the view, the tiles in their order, word and bid. */

import type { Announcer } from '../lib/announcer';
import { timeLeft } from '../lib/clock';
import { Order } from '../lib/order.svelte';
import { buzz, play as sound } from '../lib/sound';
import type { News, TableStore } from '../lib/store/table.svelte';
import { button, clock, compose, refused, spoken, track, upper } from '../messages/bag';
import { common, lobby, refusalText } from '../messages/common';
import type { BagView, BetTheBagAction, BetTheBagEvent, BetTheBagOffer, Seat, Spelling } from '../wire';
import { WordComposer } from './compose.svelte';
import { bagDrafts } from './draft';
import { whyFailed } from './failures';
import { acesOf, foldTurns, lastFailed } from './log';
import { lack, leftToAct, mainButton, offerOf, type Main } from './main';
import { boardSpoken, saying } from './speak';
import { BLANK, compareTiles, tileNames, type Tile } from './tiles';
import { Moment } from './verdict.svelte';

/** How long the tiles are shown as passing on. */
const PASSING_MS = 1_200;
/** A second press so soon is the same press. */
const GIVE_UP_DEAF_MS = 350;
/** A challenge pressed sooner was meant for something else. */
export const SHEET_DEAF_MS = 500;
/** Aces of the deck, until its first event tells. */
const ACES = 4;

/** The tiles on their way to the next bidder. */
export interface Passing {
  to: Seat;
  limit: number;
}

/** What stands beside the word: a refusal, or something to know. */
interface Note {
  text: string;
  refusal: boolean;
  /** Whether it still holds, where it is only for as long as something does. */
  holds?: () => boolean;
}

/** What the main button does; only then does it say that something is on its way. */
const MAIN_ACTIONS = new Set<BetTheBagAction['type']>([
  'flip_card',
  'open_attempt',
  'bid_tiles',
  'submit_word',
]);

const NO_NOTE: Note = { text: '', refusal: false };
const same = (a: Tile, b: Tile) => a === b;

export class BagTable {
  readonly hand = new Order<Tile>(same, compareTiles);
  /** The tiles on the table as this page arranges them; nobody else sees that. */
  readonly table = new Order<Tile>(same, compareTiles);
  readonly composer: WordComposer;
  view = $derived.by(() =>
    asItStands(this.store.view as BagView | null, this.store.lobby?.stage === 'over'),
  );
  offers = $derived.by(() =>
    this.view?.phase === 'over' ? [] : (this.store.offers as BetTheBagOffer[]),
  );
  turns = $derived.by(() => foldTurns(this.store.events as BetTheBagEvent[]));
  aces = $derived.by(() => acesOf(this.store.events as BetTheBagEvent[]) || ACES);
  /** Why the attempt before came to nothing; empty where none did. */
  whyFailed = $derived.by(() => {
    const failed = lastFailed(this.turns);
    return failed === null ? '' : whyFailed(failed, this.name, this.view?.you ?? null);
  });
  chosen = $state<number | null>(null);
  /** What is on its way to the table. */
  sending = $state<BetTheBagAction['type'] | null>(null);
  note = $state.raw(NO_NOTE);
  giveUpAsked = $state(false);
  passing = $state.raw<Passing | null>(null);
  /** The tile that came last, by its id on the table. */
  newest = $state<number | null>(null);
  /** A blank of the hand (its id), or of the table (`null`), that waits for its letter. */
  naming = $state.raw<{ id: number | null } | null>(null);
  /** Whether the challenge sheet takes a press. */
  sheetOpen = $state(false);
  barred = $state(false);
  lastSaid = $state('');
  readonly moment = new Moment();
  /** The turn that was skipped. */
  private skipped = $state(0);
  main = $derived.by<Main | null>(() => this.mainNow());
  canGiveUp = $derived.by(() => offerOf(this.offers, 'give_up') !== undefined);
  /** Whether it is this seat's minute. */
  attempting = $derived.by(() => this.canGiveUp && this.view?.phase === 'attempt');
  /** The number of tiles that bounds the word being composed; `null` without a bid of one's own. */
  limit = $derived.by(
    () => this.view?.queue.find(({ seat }) => seat === this.view?.you)?.tiles ?? null,
  );
  drawReason = $derived.by(() => this.whyNoDraw());

  private before: BagView | null = null;
  private game = 0;
  private giveUpAt = 0;
  private timers = new Set<ReturnType<typeof setTimeout>>();

  readonly store: TableStore;
  private readonly announcer: Announcer;
  private readonly time: () => number;

  constructor(
    store: TableStore,
    announcer: Announcer,
    time: () => number = () => performance.now(),
  ) {
    this.store = store;
    this.announcer = announcer;
    this.time = time;
    this.composer = new WordComposer(
      (draft) => store.compose<Spelling>(draft),
      this.hand,
      this.table,
    );
  }

  /** Begin to follow the table, from where it stands. Returns how to stop. */
  follow(): () => void {
    if (this.view !== null) this.take({ fresh: [], catchingUp: true });
    const stop = this.store.onNews((news) => this.take(news));
    return () => {
      stop();
      for (const timer of this.timers) clearTimeout(timer);
      this.moment.end();
    };
  }

  /** Keep what is composed and how the tiles lie, for a page that is loaded anew. */
  keep(): void {
    const { view, composer } = this;
    const code = this.store.lobby?.code;
    if (code === undefined || view?.hand == null || this.before === null) return;
    if (view.phase === 'over') return bagDrafts.forget(code);
    const slots = composer.slots.map((slot) => ({ ...slot, held: this.hand.placeOf(slot.held) }));
    bagDrafts.keep(code, {
      game: this.store.game,
      moment: momentOf(view),
      hand: this.hand.pieces.map(({ piece }) => piece),
      table: this.table.pieces.map(({ piece }) => piece),
      draft: { slots, caret: composer.caret },
    });
  }

  name = (seat: Seat): string =>
    seat === this.view?.you
      ? common.you
      : (this.store.lobby?.seats[seat]?.name ?? lobby.seat(seat + 1));

  /** Do what the main button says. */
  async press(): Promise<void> {
    if (this.attempting && !this.composer.settled) await this.composer.answered();
    const { view, main } = this;
    if (view === null || main === null || this.sending !== null) return;
    if (!main.ready) return this.tell(main.note, true, () => this.main?.note === main.note);
    const { turn, attempt } = view;
    if (this.skips) return this.skip(turn);
    if (offerOf(this.offers, 'flip') !== undefined) return this.send({ type: 'flip_card', turn });
    if (offerOf(this.offers, 'open_attempt') !== undefined) {
      return this.send({ type: 'open_attempt', turn, attempt });
    }
    if (!this.attempting) {
      return this.send({ type: 'bid_tiles', turn, tiles: this.chosen ?? 0 });
    }
    const spelling = this.composer.spelling;
    if (spelling === null) return;
    const { lay, blanks } = spelling;
    const word = spelling.letters.map(({ letter }) => letter);
    await this.send({ type: 'submit_word', turn, attempt, word, lay, blanks });
  }

  /** Whether bots alone have something left to do in this turn. */
  skips = $derived.by(() => {
    const { view } = this;
    if (view === null || view.you === null || view.turn === this.skipped) return false;
    const left = leftToAct(view);
    return left.length > 0 && left.every((seat) => this.store.lobby?.seats[seat]?.bot != null);
  });

  /** Let bots do at once what they alone have left to do. */
  private async skip(turn: number): Promise<void> {
    this.skipped = turn;
    const answer = await this.store.command({ t: 'skip', round: turn });
    if (answer.t === 'refused') this.tell(refusalText(answer, refused), true);
  }

  canPass = $derived.by(() => this.online && offerOf(this.offers, 'pass') !== undefined);

  async pass(): Promise<void> {
    if (this.view === null) return;
    if (!this.canPass) return this.tell(track.notYetNote, true);
    await this.send({ type: 'pass_bid', turn: this.view.turn });
  }

  /** Give up; a button asks once, a chord of two keys was meant. */
  async giveUp(sure: boolean): Promise<void> {
    if (this.view === null) return;
    if (!this.canGiveUp || !this.online) return this.tell(button.giveUpWait, true);
    if (!sure && !this.giveUpAsked) {
      this.giveUpAsked = true;
      this.giveUpAt = this.time();
      this.tell(button.giveUpReason, true);
      return;
    }
    if (!sure && this.time() - this.giveUpAt < GIVE_UP_DEAF_MS) return;
    this.giveUpAsked = false;
    const { turn, attempt } = this.view;
    await this.send({ type: 'give_up', turn, attempt });
  }

  unask(): void {
    if (!this.giveUpAsked) return;
    this.giveUpAsked = false;
    this.note = NO_NOTE;
  }

  /** Draw one tile; a tile once drawn stays, so presses while one is on its way do nothing. */
  async draw(): Promise<void> {
    if (this.view === null || this.sending !== null) return;
    if (this.drawReason !== '') return this.tell(this.drawReason, true);
    const { turn, attempt } = this.view;
    await this.send({ type: 'draw_tile', turn, attempt }, 'drawn');
  }

  async judge(what: 'challenge' | 'accept'): Promise<void> {
    if (this.view === null || !this.sheetOpen || offerOf(this.offers, what) === undefined) return;
    const { turn, attempt } = this.view;
    await this.send({ type: what, turn, attempt });
  }

  /** Choose a number to bid, or say why it cannot be. */
  choose(tiles: number): void {
    const why = this.whyNoBid(tiles);
    if (why !== '') return this.tell(why, true);
    this.forget();
    this.chosen = tiles;
  }

  /** Choose the next free number, upwards or down. */
  chooseBy(step: number): void {
    const free = offerOf(this.offers, 'bid')?.free ?? [];
    const onward = free.filter((n) => this.chosen === null || (n - this.chosen) * step > 0);
    const next = step > 0 ? onward[0] : onward.at(-1);
    if (next !== undefined) this.choose(next);
  }

  /** Why a number cannot be bid now; empty where it can. */
  whyNoBid(tiles: number): string {
    const { view } = this;
    const bid = view?.bids.find((other) => other.tiles === tiles);
    if (bid !== undefined) return track.takenNote(tiles, this.name(bid.seat));
    const least = view?.contract?.[0] ?? 0;
    if (tiles < least) return track.belowNote(tiles, least);
    return offerOf(this.offers, 'bid') === undefined ? track.notYetNote : '';
  }

  /** Use a tile of the hand, or take it back if it is in the word. */
  tapHand(id: number): void {
    if (!this.composer.takeBack('hand', id)) this.layHand(id);
  }

  /** Put a tile of the hand at the caret; a blank waits for its letter. */
  layHand(id: number): void {
    const tile = this.hand.find(id)?.piece;
    const used = this.composer.taken.some((other) => other.source === 'hand' && other.id === id);
    if (tile === undefined || used || this.view?.phase === 'over') return;
    this.forget();
    if (tile === BLANK) this.naming = { id };
    else this.composer.lay(id, tile, false);
  }

  /** Use a tile of the table in the word, or take it out of the word. */
  tapTable(id: number): void {
    const tile = this.table.find(id)?.piece;
    if (tile === undefined || this.view?.hand === null) return;
    if (this.composer.takeBack('table', id)) return;
    this.forget();
    if (tile === BLANK) this.naming = { id: null };
    else this.composer.type(tile);
  }

  /** The blank that waits for its letter gets it; `null` leaves it alone. */
  nameBlank(letter: string | null): void {
    const { naming } = this;
    this.naming = null;
    if (naming === null || letter === null) return;
    if (naming.id === null) this.composer.type(letter, true);
    else this.composer.lay(naming.id, letter, true);
  }

  clear(): void {
    this.composer.clear();
    this.unask();
    this.forget();
  }

  forget(): void {
    this.note = NO_NOTE;
  }

  /** Say something beside the word: until the next thing is said, or for as long as it holds. */
  tell(text: string, urgent = false, holds: () => boolean = () => true): void {
    if (text === '') return;
    this.note = { text, refusal: false, holds };
    if (urgent) this.announcer.now(text);
    else this.announcer.polite(text);
  }

  /** Little is left of the clock. */
  fewLeft(ms: number): void {
    if (this.view?.you == null || !this.view.awaited.includes(this.view.you)) return;
    this.announcer.now(clock.few(Math.ceil(ms / 1000)));
    sound('ten');
    buzz();
  }

  /** Say one thing about the table: what the keys after `/` ask for. */
  say(what: 'hand' | 'board' | 'scores' | 'awaited' | 'last'): void {
    const view = this.view;
    if (view === null) return;
    const texts = {
      hand: () => spoken.hand(tileNames(this.hand.pieces.map(({ piece }) => piece))),
      board: () => boardSpoken(view),
      scores: () => spoken.scores(view.seats.map((s, i) => `${this.name(i)} ${s.score}`).join(', ')),
      awaited: () => spoken.awaited(common.names(view.awaited.map(this.name))),
      last: () => this.lastSaid || spoken.nothing,
    };
    this.announcer.now(texts[what]());
  }

  /** What is to be said beside the word. */
  says = $derived.by(() => {
    if (this.note.text !== '' && (this.note.holds?.() ?? true)) return this.note.text;
    const { spelling } = this.composer;
    if (spelling !== null && !this.attempting) {
      const word = upper(spelling.letters.map(({ letter }) => letter));
      const why = lack(spelling, this.limit ?? 0);
      if (why !== '') return why;
      return spelling.lay.length > 0
        ? compose.spelledLays(word, tileNames(spelling.lay))
        : compose.spelled(word);
    }
    return this.main?.note ?? '';
  });

  private online = $derived.by(() => this.store.link === 'open');

  private mainNow(): Main | null {
    const view = this.view;
    if (view === null || view.you === null) return null;
    return mainButton({
      view,
      offers: this.offers,
      chosen: this.chosen,
      spelling: this.composer.spelling,
      settled: this.composer.settled,
      barred: this.barred,
      sending: this.sending !== null && MAIN_ACTIONS.has(this.sending),
      online: this.online,
      skips: this.skips,
      name: this.name,
    });
  }

  private whyNoDraw(): string {
    const { view } = this;
    if (view === null || !this.online || !this.attempting) return button.drawWait;
    if (offerOf(this.offers, 'draw') !== undefined) return '';
    return view.bag === 0 ? button.drawEmpty : button.drawFull(view.limit ?? 0);
  }

  private async send(action: BetTheBagAction, tune: 'bid' | 'drawn' = 'bid'): Promise<void> {
    if (this.sending !== null) return;
    this.sending = action.type;
    this.forget();
    const answer = await this.store.act(action);
    this.sending = null;
    if (answer.t === 'done') return sound(tune);
    this.note = { text: refusalText(answer, refused), refusal: true };
    this.announcer.now(this.note.text);
    sound('refused');
  }

  private take({ fresh, catchingUp }: Pick<News, 'fresh' | 'catchingUp'>): void {
    const view = this.view;
    if (view === null) return;
    const before = this.before;
    this.before = view;
    const restore = before === null ? this.readKept(view) : null;
    if (view.hand !== null) this.hand.take(view.hand);
    this.table.take(view.table.map(({ tile }) => tile));
    if (before?.turn !== view.turn || this.game !== this.store.game) this.newTurn();
    this.game = this.store.game;
    if (before?.attempt !== view.attempt || before.phase !== view.phase) this.newPhase();
    if (this.chosen !== null && this.whyNoBid(this.chosen) !== '') this.numberGone();
    this.bar();
    if (view.phase !== 'challenge') this.sheetOpen = false;
    else if (before?.phase !== 'challenge') this.after(SHEET_DEAF_MS, () => (this.sheetOpen = true));
    if (!catchingUp) this.tellAll(fresh as BetTheBagEvent[], view);
    if (view.outcome !== null && before !== null && before.outcome === null) this.ended(view);
    if (restore === null) this.composer.tableChanged();
    else restore();
  }

  /** Lay the tiles as this tab had them. Returns how to put its word back, where it had one. */
  private readKept(view: BagView): (() => void) | null {
    const code = this.store.lobby?.code ?? '';
    const kept = view.hand === null ? null : bagDrafts.read(code, this.store.game, momentOf(view));
    if (kept === null) return null;
    const ids = this.hand.restore(kept.hand);
    this.table.restore(kept.table);
    const { draft } = kept;
    // A word that was submitted is no draft any more.
    if (draft === null || view.submission?.seat === view.you || view.phase === 'over') return null;
    return () => {
      const idOf = (at: number | null) => (at === null ? null : (ids[at] ?? null));
      const slots = draft.slots.map((slot) => ({ ...slot, held: idOf(slot.held) }));
      this.composer.restore({ slots, caret: draft.caret });
    };
  }

  private newTurn(): void {
    this.chosen = null;
    this.passing = null;
    this.newest = null;
    this.naming = null;
    this.forget();
    this.composer.clear();
  }

  /** What was asked or said in one phase is not meant for the next. */
  private newPhase(): void {
    this.giveUpAsked = false;
    this.forget();
    if (this.view?.phase === 'over') this.newTurn();
  }

  /** The number that was chosen is taken, or bidding is over for this seat. */
  private numberGone(): void {
    const mine = this.view?.bids.some(({ seat }) => seat === this.view?.you);
    this.chosen = null;
    if (!mine && offerOf(this.offers, 'bid') !== undefined) this.tell(button.changed, true);
  }

  /** No other word for a moment after one was refused (B7.4). */
  private bar(): void {
    const until = offerOf(this.offers, 'submit')?.again_at ?? null;
    const left = timeLeft(until, this.store.reading, this.time());
    this.barred = left !== null && left > 0;
    if (this.barred) this.after(left ?? 0, () => this.bar());
  }

  private tellAll(events: BetTheBagEvent[], view: BagView): void {
    for (const event of events) {
      this.show(event, view);
      const said = saying(event, { you: view.you, name: this.name, view, aces: this.aces });
      if (said !== null) this.hear(said.text, said.urgent);
    }
  }

  private hear(text: string, urgent: boolean): void {
    this.lastSaid = text;
    if (urgent) this.announcer.now(text);
    else this.announcer.polite(text);
  }

  /** What is seen and heard of an event beside the view. */
  private show(event: BetTheBagEvent, view: BagView): void {
    switch (event.type) {
      case 'bid_asked':
        if (event.seat === view.you) sound('yours');
        return;
      case 'attempt_opened':
        if (event.seat === view.you) sound('yours');
        if (event.attempt > 1) this.showPassing(event.seat, event.limit);
        return;
      case 'tile_drawn':
        this.newest = this.table.pieces.at(-1)?.id ?? null;
        if (event.seat !== view.you) sound('drawn');
        return;
      case 'word_refused':
        this.note = { text: spoken.refusedWord(upper(event.word)), refusal: true };
        sound('refused');
        return;
      case 'word_submitted':
        if (event.seat === view.you) this.composer.clear();
        else if (event.closes_at !== null) sound('yours');
        return;
      case 'word_challenged':
        return this.showVerdict(event.seat, event.in_lexicon);
      case 'contract_filled':
        sound('laid');
        return;
      default:
        return;
    }
  }

  private showVerdict(by: Seat, right: boolean): void {
    const events = this.store.events as BetTheBagEvent[];
    const submitted = events.findLast((event) => event.type === 'word_submitted');
    if (submitted?.type !== 'word_submitted') return;
    const { word, blanks } = submitted;
    this.moment.begin({ word, blanks, right, by: this.name(by) });
  }

  private showPassing(to: Seat, limit: number): void {
    const passing = { to, limit };
    this.passing = passing;
    this.after(PASSING_MS, () => {
      if (this.passing === passing) this.passing = null;
    });
  }

  private ended(view: BagView): void {
    const { winners, scores } = view.outcome ?? { winners: [], scores: [] };
    const names = common.names(winners.map(this.name));
    this.hear(spoken.won(names, scores[winners[0] ?? 0] ?? 0), true);
    sound('over');
  }

  private after(ms: number, what: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      what();
    }, ms);
    this.timers.add(timer);
  }
}

/** The part of a game for which a word is composed. */
const momentOf = ({ turn, attempt }: BagView) => `${turn}.${attempt}`;

/** A game that was broken off stands still: nobody is awaited, and no word or bid counts any more. */
function asItStands(view: BagView | null, over: boolean): BagView | null {
  if (view === null || view.outcome !== null || !over) return view;
  const scores = view.seats.map(({ score }) => score);
  const nobody = { closes_at: null, attempting: null, limit: null, submission: null, tried: null };
  const outcome = { scores, winners: [] };
  const seats = view.seats.map((seat) => ({ ...seat, bid: null, passed: false, failed: false }));
  return { ...view, ...nobody, seats, phase: 'over', bids: [], queue: [], awaited: [], outcome };
}
