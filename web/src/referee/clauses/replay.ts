/** Plays a game that the real rules have told again by the translated ones, and names what differs. */

import { eq, fromWire, toWire, type Struct } from './python.ts';
import { BET_THE_BAG, IllegalAction, MATCH, type Rules } from './rules.js';
import { setupOf } from './setup.ts';

interface Refused {
  code: string;
  detail: string;
  clause: string;
}

export interface Step {
  by?: number;
  action?: unknown;
  now: number;
  /** What chance gave, in order. */
  chance?: number[];
  events?: unknown[];
  views?: unknown[];
  offers?: unknown[];
  due?: number | null;
  refused?: Refused;
}

export interface Told {
  game: string;
  setup: { seats: number };
  steps: Step[];
}

/** Chance that gives what is written down. */
class Given {
  private readonly numbers: number[];

  constructor(numbers: readonly number[]) {
    this.numbers = [...numbers];
  }

  below(_n: number): number {
    const given = this.numbers.shift();
    if (given === undefined) throw new Error('more is drawn than was');
    return given;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const deck = [...items];
    for (let i = deck.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      [deck[i], deck[j]] = [deck[j] as T, deck[i] as T];
    }
    return deck;
  }
}

/** Half of all words, as the cases were made with. */
const lexicon = {
  pin: { name: 'every-second', sha256: '2'.repeat(64) },
  has: (word: string[]) =>
    [...word.join('')].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 2 === 0,
};

/** What the translated rules say otherwise than the real ones did; empty where they agree. */
export function differences(told: Told): string[] {
  const rules = told.game === 'match' ? MATCH : BET_THE_BAG;
  const found: string[] = [];
  let state: Struct = rules.empty;
  told.steps.forEach((step, at) => {
    const compare = (what: string, got: unknown, wanted: unknown) => {
      const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
      if (a !== b) found.push(`${told.game}, step ${at}, ${what}: ${a} instead of ${b}`);
    };
    const said = play(rules, state, told, step, at);
    if ('code' in said) {
      compare('refusal', said, step.refused);
      return;
    }
    compare('events', toWire(said.events), step.events);
    for (const event of said.events) {
      const read = fromWire({ one: rules.event_type }, JSON.parse(JSON.stringify(toWire(event))));
      if (!eq(read, event)) found.push(`step ${at}: an event is not read as it was written`);
      state = rules.evolve(state, event);
    }
    const seats = [null, ...Array.from({ length: told.setup.seats }, (_, seat) => seat)];
    const views = seats.map((seat) => rules.view(state, seat));
    compare('views', toWire(views), step.views);
    compare('offers', toWire(views.map((view) => rules.offers(view))), step.offers);
    compare('due', rules.deadline(state), step.due);
  });
  return found;
}

function play(
  rules: Rules,
  state: Struct,
  told: Told,
  step: Step,
  at: number,
): { events: Struct[] } | Refused {
  const chance = new Given(step.chance ?? []);
  if (at === 0) return { events: rules.open(setupOf(rules, told.setup), step.now, chance) };
  if (step.action === undefined) return { events: rules.expire(state, step.now, chance, lexicon) };
  const action = fromWire({ one: rules.action_type }, step.action);
  try {
    return { events: rules.decide(state, action, step.by, step.now, chance, lexicon) };
  } catch (error) {
    if (!(error instanceof IllegalAction)) throw error;
    const { code, detail, clause } = error as unknown as Refused;
    return { code, detail, clause };
  }
}
