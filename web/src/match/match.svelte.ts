/** One table of Match as its page sees it: the view, the hand in its order, the play, the bid. */

import type { Announcer } from '../lib/announcer';
import { play as sound, buzz } from '../lib/sound';
import type { News, TableStore } from '../lib/store/table.svelte';
import { common, lobby, refusalText } from '../messages/common';
import { auction, board, button, compose, refused, spoken, upper } from '../messages/match';
import type { Card, Composed, Crossword, MatchEvent, MatchOffer, MatchView, Seat } from '../wire';
import { mainButton, type Main } from './button';
import { Composer } from './compose.svelte';
import { matchDrafts } from './draft';
import { newHand } from './hand';
import { laneCards, playCells, sameLane, targets, type Target } from './layout';
import { foldRounds } from './log';
import { cardsSpoken, crosswordSpoken, saying } from './speak';

/** A press so soon after the high bid changed was meant for the old one. */
const FRESH_HIGH_MS = 500;
const REFUSALS_WINDOW_MS = 10_000;
const REFUSALS_MOST = 3;
const REARM_MS = 1_000;
/** A press so soon after a round opened was meant for the round before. */
const NEXT_ROUND_MS = 600;
/** A second press so soon is the same press. */
const PASS_DEAF_MS = 350;
const LAID_MS = 1_200;
/** How long it says whose bid won; the next clock begins after it (M3.4). */
const SOLD_MS = 800;
/** What a seat does with what it composed, or instead. */
const SPEAKS = new Set<MatchEvent['type']>(['bid_placed', 'seat_passed', 'bid_voided', 'play_laid']);
const NOTHING: Crossword = { base: [], crossings: [] };

type PlayLaid = Extract<MatchEvent, { type: 'play_laid' }>;

export class MatchTable {
  readonly hand = newHand();
  readonly composer: Composer;
  view = $derived.by(() =>
    asItStands(this.store.view as MatchView | null, this.store.lobby?.stage === 'over'),
  );
  offers = $derived.by(() => this.store.offers as MatchOffer[]);
  rounds = $derived.by(() => foldRounds(this.store.events as MatchEvent[]));
  /** The number said in called bidding: as stepped to, else the value of what is composed, else the least. */
  number = $derived.by(() => {
    const bid = this.offers.find((o) => o.type === 'bid');
    const value = this.composer.placement?.value ?? null;
    const stepped = this.stepped?.value === value ? this.stepped.number : null;
    const wanted = stepped ?? value ?? 0;
    return bid?.type === 'bid' ? Math.max(bid.least, Math.min(wanted, bid.most)) : wanted;
  });
  sending = $state(false);
  /** What was refused or is to be known, beside the play. */
  note = $derived.by(() => (this.meant === null || this.meant() ? this.noted : ''));
  noteIsRefusal = $state(false);
  private noted = $state('');
  /** Whether a note still holds, where it is only for as long as something does. */
  private meant = $state.raw<(() => boolean) | null>(null);
  /** The clause that decided the last refusal, while that is shown. */
  private refusedBy = '';
  passAsked = $state(false);
  armed = $state(true);
  goingOnce = $state<Seat | null>(null);
  /** The cells, as `x,y`, of the play that was just laid. */
  fresh = $state.raw<ReadonlyMap<string, number>>(new Map());
  lastLaid = $state.raw<PlayLaid | null>(null);
  /** The play that was just laid, for a moment, or until this seat does something. */
  sold = $state.raw<PlayLaid | null>(null);
  /** The cards of the hand that were just drawn, until this seat composes something. */
  drawn = $state.raw<ReadonlySet<number>>(new Set());
  /** Whether the clock of this round is shorter than that of others (M3.4). */
  shortRound = $derived.by(() => {
    const { view } = this;
    if (view === null || view.phase !== 'bidding' || view.clock_ms === null) return false;
    return view.clock_ms < (view.options.round_clock_ms ?? 0);
  });
  lastSaid = $state('');
  main = $derived.by<Main | null>(() => this.mainNow());

  /** The number that was stepped to, and the value of what was composed then. */
  private stepped = $state.raw<{ number: number; value: number | null } | null>(null);
  private before: MatchView | null = null;
  private highAt = -Infinity;
  private passAt = 0;
  private refusals: number[] = [];
  private rearming: ReturnType<typeof setTimeout> | undefined;

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
    this.composer = new Composer(
      (draft) => store.compose<Composed>(draft),
      this.hand,
      {
        returned: () => this.tell(compose.returned),
        turned: (letter, colour, turns) =>
          this.tell(turns ? compose.turned(letter, colour) : compose.oneColour(letter, colour), true),
      },
    );
  }

  /** Begin to follow the table, from where it stands. Returns how to stop. */
  follow(): () => void {
    if (this.view !== null) this.take({ fresh: [], catchingUp: true });
    return this.store.onNews((news) => this.take(news));
  }

  /** Keep what is composed and how the cards lie, for a page that is loaded anew. */
  keep(): void {
    const { view } = this;
    const { caret, lane, choice, slots } = this.composer;
    const code = this.store.lobby?.code;
    if (code === undefined || view?.hand == null || this.before === null) return;
    if (view.phase === 'over') return matchDrafts.forget(code);
    const placed = slots.map((slot) => ({ ...slot, card: this.hand.placeOf(slot.card) }));
    matchDrafts.keep(code, {
      game: this.store.game,
      moment: String(view.round),
      hand: this.hand.pieces.map(({ piece }) => piece),
      table: [],
      draft: { slots: placed, caret, lane, choice },
    });
  }

  name = (seat: Seat): string =>
    seat === this.view?.you
      ? common.you
      : (this.store.lobby?.seats[seat]?.name ?? lobby.seat(seat + 1));

  /** The bid (or the play to lay) as the button says it. */
  async press(): Promise<void> {
    const { view, main } = this;
    if (view === null || main === null || this.sending) return;
    if (!main.ready || !this.armed) {
      if (!this.armed) this.tell(button.rearm, true);
      else this.tell(main.note, true, () => this.main?.note === main.note);
      return;
    }
    if (this.offers.some(({ type }) => type === 'open_laying')) {
      return this.send({ type: 'open_laying', round: view.round });
    }
    const lays = this.offers.some(({ type }) => type === 'lay');
    if (!lays && this.time() - this.highAt < FRESH_HIGH_MS && view.leader !== null) {
      this.highAt = -Infinity;
      this.tell(button.changed(this.name(view.leader), view.high ?? 0), true);
      return;
    }
    const { round } = view;
    const play = this.composer.placement?.play ?? null;
    if (lays) await this.send({ type: 'lay_play', round, play });
    else if (view.options.bidding === 'called') {
      await this.send({ type: 'call_bid', round, value: this.number });
    } else await this.send({ type: 'place_bid', round, play });
  }

  /** Pass asks once, in place; the second press passes. */
  async pass(): Promise<void> {
    if (!this.canPass || this.view === null || this.sending) return;
    if (!this.passAsked) {
      this.passAsked = true;
      this.passAt = this.time();
      this.announcer.now(`${button.passSure} ${button.passReason}`);
      return;
    }
    if (this.time() - this.passAt < PASS_DEAF_MS) return;
    this.passAsked = false;
    await this.send({ type: 'pass', round: this.view.round });
  }

  /** Raise or lower the number to be called. */
  step(by: number): void {
    this.stepped = { number: this.number + by, value: this.composer.placement?.value ?? null };
  }

  canPass = $derived.by(
    () => this.offers.some(({ type }) => type === 'pass') && this.store.link === 'open',
  );

  /** Whether a play can be composed now. */
  composing = $derived.by(() => this.offers.some(({ type }) => type === 'bid' || type === 'lay'));

  /** What can be aimed at on the table, from left to right. */
  aims = $derived.by(() => {
    const offer = this.offers.find((o) => o.type === 'bid' || o.type === 'lay');
    return this.view === null ? [] : targets(this.view.crossword, offer?.lanes ?? []);
  });

  /** What is aimed at; none while a play may go anywhere. */
  aimed = $derived.by<Target | null>(() => {
    const { lane, side } = this.composer;
    const at = this.aims.filter((target) => sameLane(target.lane, lane));
    return at.find((target) => target.side === side) ?? at[0] ?? null;
  });

  /** Aim at the next place or the one before, with "anywhere" between the last and the first. */
  aim(step: number): void {
    const n = this.aims.length + 1;
    const at = this.aimed === null ? 0 : this.aims.indexOf(this.aimed) + 1;
    const next = this.aims[((at + step + n) % n) - 1];
    this.clear();
    if (next === undefined) return this.announcer.polite(compose.anyPlace);
    this.composer.takeLane(next.lane, next.side);
    this.announcer.polite(this.laneName(next));
  }

  /** What a place on the table is called. */
  laneName({ lane, side }: Target): string {
    const old = laneCards(this.view?.crossword ?? NOTHING, lane);
    const word = upper(old.map(([letter]) => letter));
    return board.lane(lane.kind, word, side);
  }

  unpass(): void {
    this.passAsked = false;
  }

  /** Take everything back, and whatever was said of it. */
  clear(): void {
    this.composer.clear();
    this.passAsked = false;
    this.forget();
  }

  forget(): void {
    this.noted = '';
    this.noteIsRefusal = false;
  }

  /** Say something beside the play: until the next thing is said, or for as long as it holds. */
  tell(text: string, urgent = false, holds: (() => boolean) | null = null): void {
    if (text === '') return;
    this.noted = text;
    this.meant = holds;
    this.noteIsRefusal = false;
    if (urgent) this.announcer.now(text);
    else this.announcer.polite(text);
  }

  tenSeconds(): void {
    this.announcer.now(auction.tenSeconds);
    if (this.composing) {
      sound('ten');
      buzz();
    }
  }

  /** Say one thing about the table: what the keys after `/` ask for. */
  say(what: 'hand' | 'board' | 'scores' | 'awaited' | 'last'): void {
    const view = this.view;
    if (view === null) return;
    const texts = {
      hand: () => spoken.hand(cardsSpoken(this.hand.pieces.map(({ piece }) => piece))),
      board: () => crosswordSpoken(view),
      scores: () =>
        spoken.scores(view.seats.map((s, i) => `${this.name(i)} ${s.coins}`).join(', '), view.pot),
      awaited: () => spoken.awaited(common.names(view.awaited.map(this.name))),
      last: () => this.lastSaid || spoken.nothing,
    };
    this.announcer.now(texts[what]());
  }

  /** The clause of the rules that is in force: that of a refusal, else of what is to be done. */
  get clause(): string {
    if (this.noteIsRefusal && this.refusedBy !== '') return this.refusedBy;
    if (this.view?.phase === 'over') return 'M8.1';
    if (this.view?.phase === 'laying') return 'M3.2';
    return this.composing ? 'M4.1' : 'M3.1';
  }

  private mainNow(): Main | null {
    const view = this.view;
    if (view === null || view.you === null) return null;
    return mainButton({
      view,
      offers: this.offers,
      placement: this.composer.placement,
      number: this.number,
      sending: this.sending,
      online: this.store.link === 'open',
      name: this.name,
    });
  }

  private async send(action: unknown): Promise<void> {
    this.sending = true;
    this.forget();
    const answer = await this.store.act(action);
    this.sending = false;
    if (answer.t === 'done') {
      sound('bid');
      return;
    }
    this.noted = refusalText(answer, refused);
    this.meant = null;
    this.noteIsRefusal = true;
    this.refusedBy = answer.clause;
    this.announcer.now(this.note);
    sound('refused');
    this.countRefusal();
  }

  private countRefusal(): void {
    const now = this.time();
    this.refusals = [...this.refusals.filter((t) => now - t < REFUSALS_WINDOW_MS), now];
    if (this.refusals.length < REFUSALS_MOST) return;
    this.rearm(REARM_MS);
  }

  /** Take no press for a moment, which the button shows. */
  private rearm(ms: number): void {
    clearTimeout(this.rearming);
    this.armed = false;
    this.rearming = setTimeout(() => (this.armed = true), ms);
  }

  private take({ fresh, catchingUp }: Pick<News, 'fresh' | 'catchingUp'>): void {
    const view = this.view;
    if (view === null) return;
    const before = this.before;
    this.before = view;
    const restore = before === null ? this.readKept(view) : null;
    if (view.hand !== null) this.takeHand(view.hand, before !== null && !catchingUp);
    this.watchHigh(before, view);
    if (before?.round !== view.round) this.newRound();
    else if (before.phase !== view.phase) this.newPhase();
    if (before !== null && before.round !== view.round) this.rearm(NEXT_ROUND_MS);
    if (!catchingUp) this.tellAll(fresh as MatchEvent[], before, view);
    const spoke = before?.round !== view.round && this.saidIts(fresh as MatchEvent[]);
    if (!this.composing || spoke) this.composer.clear();
    if (!this.composing) return;
    void this.composer.tableChanged(view.crossword);
    restore?.();
  }

  /** Lay the cards as this tab had them. Returns how to put its play back, where it had one. */
  private readKept(view: MatchView): (() => void) | null {
    const code = this.store.lobby?.code ?? '';
    const kept = view.hand === null ? null : matchDrafts.read(code, this.store.game, String(view.round));
    if (kept === null) return null;
    const ids = this.hand.restore(kept.hand);
    const { draft } = kept;
    const { lane } = draft ?? { lane: null };
    if (draft === null || (lane !== null && !this.aims.some((aim) => sameLane(aim.lane, lane)))) return null;
    return () => {
      const idOf = (at: number | null) => (at === null ? null : (ids[at] ?? null));
      const slots = draft.slots.map((slot) => ({ ...slot, card: idOf(slot.card) }));
      this.composer.restore({ ...draft, slots });
    };
  }

  private takeHand(told: readonly Card[], marked: boolean): void {
    const old = new Set(this.hand.pieces.map(({ id }) => id));
    this.hand.take(told);
    const drawn = this.hand.pieces.filter(({ id }) => !old.has(id)).map(({ id }) => id);
    if (drawn.length > 0) this.drawn = new Set(marked ? drawn : []);
  }

  /** What was just sold is not in the way of who goes on. */
  goOn(): void {
    this.sold = null;
    if (this.composer.started) this.drawn = new Set();
  }

  /** Whether this seat bid, passed or laid among these: what it had composed is then done with. */
  private saidIts(events: readonly MatchEvent[]): boolean {
    return events.some((event) => SPEAKS.has(event.type) && 'seat' in event && event.seat === this.view?.you);
  }

  private newRound(): void {
    this.newPhase();
    this.stepped = null;
    if (this.view?.round === 1) this.lastLaid = null;
  }

  /** What was asked or said in one phase is not meant for the next. */
  private newPhase(): void {
    this.goingOnce = null;
    this.passAsked = false;
    this.forget();
  }

  private watchHigh(before: MatchView | null, view: MatchView): void {
    if (view.leader === null || view.leader === view.you) return;
    if (view.high !== before?.high) this.highAt = this.time();
  }

  private tellAll(events: MatchEvent[], before: MatchView | null, view: MatchView): void {
    let hadBid = before !== null && view.you !== null && before.seats[view.you]?.bid != null;
    let closes = before?.closes_at ?? null;
    for (const event of events) {
      const said = saying(event, view.you, this.name, hadBid);
      if (event.type === 'round_opened') {
        closes = event.closes_at;
        hadBid = false;
      }
      if (event.type === 'bid_placed') {
        const extended = closes !== null && (event.closes_at ?? 0) > closes;
        this.goingOnce = extended ? event.seat : null;
        closes = event.closes_at;
        if (extended) this.announcer.polite(auction.going(this.name(event.seat), event.value));
        if (hadBid && event.seat !== view.you) sound('outbid');
        hadBid ||= event.seat === view.you;
      }
      if (event.type === 'bid_placed') this.sold = null;
      if (event.type === 'play_laid') this.showLaid(event, before);
      if (said !== null) this.hear(said.text, said.urgent);
    }
    if (this.shortRound && before?.round !== view.round) {
      this.announcer.polite(auction.short(view.clock_ms ?? 0));
    }
    if (view.outcome !== null && before?.outcome == null) this.ended(view);
  }

  private hear(text: string, urgent: boolean): void {
    this.lastSaid = text;
    if (urgent) this.announcer.now(text);
    else this.announcer.polite(text);
  }

  private showLaid(event: PlayLaid, before: MatchView | null): void {
    this.lastLaid = event;
    this.sold = event;
    setTimeout(() => {
      if (this.sold === event) this.sold = null;
    }, SOLD_MS);
    sound('laid');
    if (before === null) return;
    const shift = event.play.kind === 'extend_base' ? event.play.before.length : 0;
    const cells = playCells(before.crossword, event.play);
    this.fresh = new Map(cells.map(({ x, y }, i) => [`${x + shift},${y}`, i]));
    setTimeout(() => (this.fresh = new Map()), LAID_MS);
  }

  private ended(view: MatchView): void {
    const { winners, scores } = view.outcome ?? { winners: [], scores: [] };
    const best = scores[winners[0] ?? 0] ?? 0;
    const names = common.names(winners.map(this.name));
    this.hear(spoken.won(names, best), true);
    sound('over');
  }
}

/** A game that was broken off stands still: nobody is awaited, and no bid counts any more. */
function asItStands(view: MatchView | null, over: boolean): MatchView | null {
  if (view === null || view.outcome !== null || !over) return view;
  const scores = view.seats.map(({ coins }) => coins);
  const nobody = { closes_at: null, high: null, leader: null, laying: null, your_play: null };
  const seats = view.seats.map((seat) => ({ ...seat, bid: null, passed: false, voided: false }));
  return { ...view, ...nobody, seats, phase: 'over', awaited: [], outcome: { scores, winners: [] } };
}
