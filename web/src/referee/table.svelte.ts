/** A game of real cards or tiles: the rules as they are judge it, from what people tell the page. */

import type { Refusal } from '../messages/common';
import { classOf, fromWire, toWire, type Struct } from './clauses/python';
import { setupOf } from './clauses/setup';
import { BET_THE_BAG, IllegalAction, MATCH, type Chance, type Rules } from './clauses/rules.js';
import { TableClock } from './clock.svelte';
import { suppose, type Action } from './suppose';
import type { Carried } from './words';

export type GameName = 'match' | 'bet_the_bag';

export interface Agreed {
  game: GameName;
  names: string[];
  options: Record<string, unknown>;
  lexicon: { name: string; sha256: string };
  starter: number | null;
  /** Whether the contract cards are real ones, and the page is told what was turned up. */
  printed?: boolean;
}

/** One thing that happened: who did what and when, and what it brought about. */
export interface Step {
  at: number;
  by: number | null;
  /** None where a clock ran out, and for the opening. */
  action: Action | null;
  events: { type: string }[];
}

export interface Kept {
  agreed: Agreed;
  steps: Step[];
  now: number;
}

/** What people have to do with their hands before the clock goes on. */
const HOLDS = new Set(['round_opened', 'turn_opened', 'attempt_opened', 'match_ended', 'bag_ended']);
/** What begins a time that its player is asked to begin, by the event that asks. */
const BEGINS: Record<string, string> = {
  attempt_asked: 'open_attempt',
  laying_asked: 'open_laying',
};
const RULES: Record<GameName, Rules> = { match: MATCH, bet_the_bag: BET_THE_BAG };

export function rulesOf(game: GameName): Rules {
  return RULES[game];
}

/** Chance from the browser's own source; each number is as likely. */
export const chance: Chance = {
  below(n) {
    const limit = 2 ** 32 - (2 ** 32 % n);
    const drawn = new Uint32Array(1);
    do crypto.getRandomValues(drawn);
    while ((drawn[0] ?? 0) >= limit);
    return (drawn[0] ?? 0) % n;
  },
  shuffle(items) {
    const deck = [...items];
    for (let i = deck.length - 1; i > 0; i -= 1) {
      const j = chance.below(i + 1);
      [deck[i], deck[j]] = [deck[j] as never, deck[i] as never];
    }
    return deck;
  },
};

export class RefereeTable<View> {
  readonly agreed: Agreed;
  readonly lexicon: Carried;
  readonly clock: TableClock;
  readonly rules: Rules;
  private readonly keep: (kept: Kept) => void;
  private readonly chance: Chance;
  private state = $state.raw<Struct>(MATCH.empty);
  steps = $state.raw<Step[]>([]);
  view = $derived(toWire(this.look(null)) as View);
  events = $derived(this.steps.flatMap(({ events }) => events));
  /** Since the clock last stood: what people are to do now. */
  news = $derived(this.sinceHold());

  constructor(
    agreed: Agreed,
    lexicon: Carried,
    keep: (kept: Kept) => void = () => {},
    kept: Kept | null = null,
    given: { time?: () => number; chance?: Chance } = {},
  ) {
    this.agreed = agreed;
    this.lexicon = lexicon;
    this.keep = keep;
    this.rules = rulesOf(agreed.game);
    this.chance = given.chance ?? chance;
    this.clock = new TableClock(kept?.now ?? 0, given.time);
    this.state = this.rules.empty;
    if (kept === null) this.open();
    else for (const step of kept.steps) this.take(step);
  }

  name(seat: number): string {
    return this.agreed.names[seat] ?? '';
  }

  get seats(): number {
    return this.agreed.names.length;
  }

  /** What a seat, or with `null` nobody in particular, may know; as the rules have it. */
  look(seat: number | null): Struct {
    return this.rules.view(this.state, seat);
  }

  /** What a seat may do now. */
  offers<O>(seat: number): O[] {
    return toWire(this.rules.offers(this.look(seat))) as O[];
  }

  get hidden(): Struct {
    return this.state;
  }

  get due(): number | null {
    return this.rules.deadline(this.state);
  }

  /** Let a seat act; the refusal where the rules refuse it. */
  act(by: number, action: Action): Refusal | null {
    this.tick();
    const at = this.clock.now;
    const state = suppose(this.state, action, by);
    const { turned: _told, ...asked } = action;
    const read = fromWire({ one: this.rules.action_type }, asked) as Struct;
    try {
      const events = this.begun(
        state,
        this.rules.decide(state, read, by, at, this.chance, this.lexicon),
        at,
      );
      this.add({ at, by, action, events: toWire(events) as Step['events'] });
      return null;
    } catch (error) {
      if (!(error instanceof IllegalAction)) throw error;
      return { code: error.code, text: error.detail, clause: error.clause };
    }
  }

  /** Let happen what has fallen due. */
  tick(): void {
    for (let due = this.due; due !== null && due <= this.clock.now; due = this.due) {
      const state = suppose(this.state, null, null);
      const events = this.begun(
        state,
        this.rules.expire(state, due, this.chance, this.lexicon),
        due,
      );
      this.add({ at: due, by: null, action: null, events: toWire(events) as Step['events'] });
      if (!this.clock.running) return;
    }
  }

  get canUndo(): boolean {
    return this.steps.length > 1;
  }

  /** Take the last thing back; the clock stands where it stood then. */
  undo(): Step | null {
    const last = this.steps.at(-1);
    if (last === undefined || !this.canUndo) return null;
    const rest = this.steps.slice(0, -1);
    this.state = this.rules.empty;
    this.steps = [];
    for (const step of rest) this.take(step);
    this.clock.set(last.at);
    this.save();
    return last;
  }

  start(): void {
    this.clock.start();
    this.save();
  }

  stop(): void {
    this.clock.stop();
    this.save();
  }

  save(): void {
    this.keep({ agreed: this.agreed, steps: this.steps, now: this.clock.now });
  }

  private open(): void {
    const { names, options, lexicon, starter } = this.agreed;
    const setup = setupOf(this.rules, {
      seats: names.length,
      options,
      lexicon,
      commitment: '',
      nonces: names.map(() => ''),
      starter,
    });
    const events = this.rules.open(setup, 0, this.chance);
    this.add({ at: 0, by: null, action: null, events: toWire(events) as Step['events'] });
  }

  private add(step: Step): void {
    this.take(step);
    if (step.events.some(({ type }) => HOLDS.has(type))) this.clock.set(step.at);
    this.save();
  }

  /** Everybody is at a table of real pieces: what waits to be begun begins at once (X1.1). */
  private begun(before: Struct, events: Struct[], at: number): Struct[] {
    const last = events.at(-1);
    const action = last === undefined ? undefined : BEGINS[classOf(last).tag ?? ''];
    if (last === undefined || action === undefined) return events;
    const { round, turn, attempt, seat } = last;
    const read = fromWire({ one: this.rules.action_type }, { type: action, round, turn, attempt });
    const state = events.reduce((state, event) => this.rules.evolve(state, event), before);
    const more = this.rules.decide(state, read, seat, at, this.chance, this.lexicon);
    return [...events, ...more];
  }

  private take(step: Step): void {
    let state = this.steps.length === 0 ? this.state : suppose(this.state, step.action, step.by);
    for (const event of step.events) {
      state = this.rules.evolve(state, fromWire({ one: this.rules.event_type }, event) as Struct);
    }
    this.state = state;
    this.steps = [...this.steps, step];
  }

  private sinceHold(): Step['events'] {
    const last = this.steps.findLastIndex((step, i) => {
      const before = i < this.steps.length - 1;
      return before && step.events.some(({ type }) => HOLDS.has(type));
    });
    return this.steps.slice(last + 1).flatMap(({ events }) => events);
  }
}
