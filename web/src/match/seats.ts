/** What the seat strip says of each seat of Match: a word and a shape. */

import { common } from '../messages/common';
import { seat as texts } from '../messages/match';
import { nameOf, presence } from '../lib/goings';
import type { SeatLine } from '../shared/SeatStrip.svelte';
import type { Lobby, MatchView } from '../wire';

type State = Pick<SeatLine, 'state' | 'shape' | 'tone'>;

const state = (
  words: string,
  shape: SeatLine['shape'],
  tone: SeatLine['tone'] = 'quiet',
): State => ({ state: words, shape, tone });

export function seatLines(
  view: MatchView,
  lobby: Lobby | null,
  composing: boolean,
): SeatLine[] {
  return view.seats.map((seat, i) => {
    const sitter = lobby?.seats[i] ?? null;
    const you = i === view.you;
    return {
      name: you ? common.you : nameOf(sitter),
      points: seat.coins,
      held: seat.hand,
      heldText: common.cards(seat.hand),
      you,
      bot: sitter?.bot ?? null,
      awaited: view.awaited.includes(i),
      ...stateOf(view, i, you && composing, sitter === null || presence(sitter)),
    };
  });
}

function stateOf(view: MatchView, i: number, composing: boolean, here: boolean): State {
  const seat = view.seats[i];
  if (seat === undefined) return state('', 'idle');
  if (view.outcome !== null) {
    return view.outcome.winners.includes(i)
      ? state(texts.winner, 'winner', 'good')
      : state('', 'idle');
  }
  if (view.laying === i) return state(texts.laying, 'laying', 'good');
  if (seat.voided) return state(texts.voided, 'void', 'alert');
  if (seat.bid !== null) {
    return view.leader === i
      ? state(texts.leads(seat.bid), 'leads', 'good')
      : state(texts.outbid(seat.bid), 'outbid');
  }
  if (seat.passed) return state(texts.passed, 'passed');
  if (!here) return state(texts.away, 'away', 'alert');
  return composing ? state(texts.composing, 'thinking') : state(texts.thinking, 'thinking');
}
