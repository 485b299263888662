/** What the seat strip says of each seat of Bet the Bag: a word and a shape. */

import { seat as texts, tiles } from '../messages/bag';
import { common } from '../messages/common';
import { nameOf, presence } from '../lib/goings';
import type { SeatLine } from '../shared/SeatStrip.svelte';
import type { BagView, Lobby } from '../wire';

type State = Pick<SeatLine, 'state' | 'shape' | 'tone'>;

const state = (
  words: string,
  shape: SeatLine['shape'],
  tone: SeatLine['tone'] = 'quiet',
): State => ({ state: words, shape, tone });

export function seatLines(view: BagView, lobby: Lobby | null): SeatLine[] {
  return view.seats.map((seat, i) => {
    const sitter = lobby?.seats[i] ?? null;
    return {
      name: i === view.you ? common.you : nameOf(sitter),
      points: seat.score,
      held: seat.hand,
      heldText: tiles(seat.hand),
      you: i === view.you,
      bot: sitter?.bot ?? null,
      awaited: view.awaited.includes(i),
      ...stateOf(view, i, sitter === null || presence(sitter)),
    };
  });
}

function stateOf(view: BagView, i: number, here: boolean): State {
  const awaited = view.awaited.includes(i);
  if (awaited && !here) return state(texts.away, 'away', 'alert');
  switch (view.phase) {
    case 'over':
      return view.outcome?.winners.includes(i)
        ? state(texts.winner, 'winner', 'good')
        : state('', 'idle');
    case 'flip':
      return awaited ? state(texts.flips, 'thinking', 'good') : notAsked(here, texts.idle);
    case 'challenge':
      return judging(view, i, awaited) ?? standing(view, i, here);
    default:
      if (view.phase === 'bidding' && awaited) return state(texts.thinking, 'thinking', 'good');
      return standing(view, i, here);
  }
}

function judging(view: BagView, i: number, awaited: boolean): State | null {
  if (view.submission?.seat === i) return state(texts.submitted, 'leads', 'good');
  if (view.submission?.accepted.includes(i)) return state(texts.accepted, 'bid');
  return awaited ? state(texts.judging, 'thinking') : null;
}

/** What a seat has said in this round, and where its attempt stands. */
function standing(view: BagView, i: number, here: boolean): State {
  const seat = view.seats[i];
  if (seat === undefined) return state('', 'idle');
  if (seat.passed) return state(texts.passed, 'passed');
  if (seat.bid === null) return here ? state(texts.waiting, 'idle') : notAsked(here);
  if (seat.failed) return state(texts.failed(seat.bid), 'void');
  if (view.attempting === i) {
    const text = view.phase === 'opening' ? texts.opening : texts.attempting;
    return state(text(seat.bid), 'laying', 'good');
  }
  const next = view.attempting !== null && view.queue[1]?.seat === i;
  return state(next ? texts.next(seat.bid) : texts.bid(seat.bid), 'bid');
}

function notAsked(here: boolean, words = ''): State {
  return here ? state(words, 'idle') : state(texts.away, 'away', 'alert');
}
