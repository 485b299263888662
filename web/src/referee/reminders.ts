/** What hands are to do at the table, told from what the rules say has happened. */

import { todo } from '../messages/referee';
import type { BagView, BetTheBagEvent, MatchEvent, MatchView } from '../wire';

type Name = (seat: number) => string;

/** Sentences for the events of a game of Match, in the order of doing. */
export function matchTodo(events: readonly MatchEvent[], view: MatchView, name: Name): string[] {
  const opening = events.some(({ type }) => type === 'match_opened');
  const said = events.flatMap((event) => matchLine(event, name, opening));
  const drawn = draws(events, view.seats.length, name);
  if (opening) {
    const dealt = events.find((event) => event.type === 'cards_drawn');
    const each = view.pot / view.seats.length;
    return [todo.pot(view.pot, each), todo.deal(dealt?.type === 'cards_drawn' ? dealt.count : 0)];
  }
  const over = view.ended !== null;
  const next = over || view.crossword.base.length > 0 ? [] : [todo.noCrossword];
  return [...said, ...drawn, ...next];
}

function matchLine(event: MatchEvent, name: Name, opening: boolean): string[] {
  switch (event.type) {
    case 'play_laid':
      return event.coins < event.score
        ? [todo.takesRest(name(event.seat), event.coins)]
        : [todo.takes(name(event.seat), event.coins)];
    case 'bid_voided':
      return [todo.voided(name(event.seat), event.value, event.paid)];
    case 'crossword_cleared':
      return [event.nobody_bid ? todo.cleared : todo.clearedDry];
    case 'pile_shuffled':
      return opening ? [] : [todo.reshuffle];
    case 'match_ended':
      return [todo.ended[event.reason]];
    default:
      return [];
  }
}

/** Who draws how many, in one sentence where all draw alike. */
function draws(events: readonly MatchEvent[], seats: number, name: Name): string[] {
  const counts = new Map<number, number>();
  for (const event of events) {
    if (event.type !== 'cards_drawn') continue;
    counts.set(event.seat, (counts.get(event.seat) ?? 0) + event.count);
  }
  const all = [...counts];
  const [first] = all;
  if (first === undefined) return [];
  const [seat, count] = first;
  if (all.length === seats && all.every(([, n]) => n === count)) {
    return [todo.allDraw(count, name(seat))];
  }
  const others = all.slice(1);
  const [next] = others;
  if (next !== undefined && all.length === seats && others.every(([, n]) => n === next[1])) {
    return [todo.draws(name(seat), count), todo.othersDraw(next[1])];
  }
  return all.map(([drawer, n]) => todo.draws(name(drawer), n));
}

/** Sentences for the events of a game of Bet the Bag. */
export function bagTodo(
  events: readonly BetTheBagEvent[],
  view: BagView,
  aces: number,
  name: Name,
): string[] {
  if (events.some(({ type }) => type === 'bag_opened')) {
    const taken = events.find((event) => event.type === 'tiles_taken');
    const each = taken?.type === 'tiles_taken' ? taken.count : 0;
    return [todo.take(each), todo.starts(name(view.on_turn))];
  }
  let gone = view.aces.length - events.filter(isAce).length;
  const passed = new Set(events.flatMap((e) => (e.type === 'bid_passed' ? [e.seat] : [])));
  const takers = events.flatMap((e) => (drawsForPass(e, passed) ? [name(e.seat)] : []));
  const lines = events.flatMap((event) => {
    if (isAce(event)) {
      gone += 1;
      return [todo.ace(gone, aces)];
    }
    return drawsForPass(event, passed) ? [] : bagLine(event, name);
  });
  const passes = takers.length > 0 ? [todo.takeTiles(takers)] : [];
  return [...passes, ...lines];
}

/** Whether an event is the tile of somebody who passed, and not that of a scorer. */
function drawsForPass(
  event: BetTheBagEvent,
  passed: ReadonlySet<number>,
): event is Extract<BetTheBagEvent, { type: 'tiles_taken' }> {
  return event.type === 'tiles_taken' && passed.has(event.seat);
}

function isAce(event: BetTheBagEvent): boolean {
  return event.type === 'card_flipped' && event.card[0] === 1;
}

function bagLine(event: BetTheBagEvent, name: Name): string[] {
  switch (event.type) {
    case 'tiles_taken':
      return [todo.takesTile(name(event.seat))];
    case 'contract_filled':
      return [todo.wins(name(event.seat), event.won.card, event.points)];
    case 'card_lost':
      return [todo.loses(name(event.seat), event.points)];
    case 'contract_discarded':
      return [todo.discarded];
    case 'attempt_failed':
      return [todo.fails[event.reason](name(event.seat))];
    case 'table_cleared':
      return [event.out ? todo.out : todo.back];
    case 'bag_ended':
      return [todo.lastAce];
    default:
      return [];
  }
}
