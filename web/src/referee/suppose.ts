/**
 * What the referee supposes of hands, pile and bag, which it cannot see.
 *
 * Pieces that nobody has seen are interchangeable, so before some are laid, unseen ones are
 * exchanged until the seat holds them. How many each hand holds stays as the rules have it.
 */

import { classOf, eq, fromWire, replace, type Spec, type Struct } from './clauses/python';
import type { Card, ContractCard } from '../wire';

type Tile = string;

/** The state in which an action is judged; it hangs on state and action alone. */
export function suppose(state: Struct, action: Action | null, by: number | null): Struct {
  if ('crossword' in state) {
    return action?.type === 'lay_play' && by !== null ? cards(state, by, action.play) : state;
  }
  return tiles(withTurned(state, action?.turned ?? []), action, by);
}

/** An action as the wire has it. */
export interface Action {
  type: string;
  round?: number;
  turn?: number;
  attempt?: number;
  value?: number;
  tiles?: number;
  play?: { kind: string; column: number; before: Card[]; after: Card[] };
  word?: string[];
  lay?: Tile[];
  blanks?: number[];
  /** Real contract cards that were turned up, in order; only this page knows of them. */
  turned?: ContractCard[];
}

/** Every card that nobody has seen: what hands and pile may hold. */
export function unseen(state: Struct): Struct[] {
  return [...(state['hands'] as Struct[][]).flat(), ...(state['pile'] as Struct[])];
}

function cards(state: Struct, by: number, play: Action['play']): Struct {
  const wanted = [...(play?.before ?? []), ...(play?.after ?? [])].map(
    (card) => fromWire(cardSpec(state), card) as Struct,
  );
  const hands = (state['hands'] as Struct[][]).map((hand) => [...hand]);
  const pile = [...(state['pile'] as Struct[])];
  const own = hands[by] ?? [];
  const spare = less(own, wanted);
  for (const card of less(wanted, own)) {
    const other = [pile, ...hands.filter((hand) => hand !== own)].find(
      (where) => find(where, card) >= 0,
    );
    const given = spare.pop();
    if (other === undefined || given === undefined) continue;
    other[find(other, card)] = given;
    own[find(own, given)] = card;
  }
  return replace(state, { hands, pile });
}

function cardSpec(state: Struct): Spec {
  const spec = classOf(state).specs?.()['pile'];
  return typeof spec === 'object' && 'each' in spec ? spec.each : 0;
}

const find = (where: readonly unknown[], what: unknown) => where.findIndex((one) => eq(one, what));

/** What is left of some pieces without others. */
function less<T>(all: readonly T[], gone: readonly T[]): T[] {
  const rest = [...all];
  for (const one of gone) {
    const at = find(rest, one);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

/** Put the cards that people turned up on top of the pile, from which the rules take its last. */
function withTurned(state: Struct, turned: readonly ContractCard[]): Struct {
  if (turned.length === 0) return state;
  const pile = state['pile'] as Struct[];
  const up = turned.flatMap(
    ([rank, suit]) => pile.find((card) => card['rank'] === rank && card['suit'] === suit) ?? [],
  );
  return replace(state, { pile: [...less(pile, up), ...up.reverse()] });
}

function tiles(state: Struct, action: Action | null, by: number | null): Struct {
  const setOf = state['bag'] as Tile[];
  const hands = state['hands'] as Tile[][];
  const lying = (state['table'] as Struct[]).map((one) => one['tile'] as Tile);
  const submits = action?.type === 'submit_word';
  let bag = [...setOf, ...hands.flat(), ...(submits ? lying : [])];
  let table = submits ? [] : (state['table'] as Struct[]);
  const held: Tile[] = [];
  for (const tile of submits ? (action.lay ?? []) : []) {
    if (!bag.includes(tile)) continue;
    bag = less(bag, [tile]);
    held.push(tile);
  }
  const fails = state['phase'] === 'attempt' && !submits && table.length === 0;
  const drawn = bag[0];
  if (fails && drawn !== undefined) {
    // Who attempts brings some tile onto the table, which has to go back.
    bag = bag.slice(1);
    const spec = classOf(state).specs?.()['table'] ?? 0;
    table = fromWire(spec, [{ tile: drawn, seat: state['attempting'], drawn: true }]) as Struct[];
  }
  return replace(state, {
    hands: hands.map((_, seat) => (seat === by ? held : [])),
    bag: bag.sort(),
    table,
  });
}
