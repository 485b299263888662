/** What is said aloud of an event of Match, and whether at once. */

import type { Card, MatchEvent, MatchView, Seat } from '../wire';
import { common } from '../messages/common';
import { board, colours, place, spoken, upper } from '../messages/match';

export interface Saying {
  text: string;
  urgent: boolean;
}

const polite = (text: string): Saying => ({ text, urgent: false });
const urgent = (text: string): Saying => ({ text, urgent: true });

/** Cards in short: "A, R and T yellow, E red". */
export function cardsSpoken(cards: readonly Card[]): string {
  const of = (colour: 'y' | 'r') => cards.filter((c) => c[1] === colour).map(([l]) => l.toUpperCase());
  return (['y', 'r'] as const)
    .filter((colour) => of(colour).length > 0)
    .map((colour) => `${common.names(of(colour))} ${colours[colour]}`)
    .join(', ');
}

/** Return what to say of an event, as one seat (or a spectator) hears it; `null` for nothing. */
export function saying(
  event: MatchEvent,
  you: Seat | null,
  name: (seat: Seat) => string,
  youHadBid: boolean,
): Saying | null {
  switch (event.type) {
    case 'round_opened':
      return polite(spoken.round(event.round));
    case 'bid_placed':
      if (event.seat === you) return urgent(spoken.yourBid(event.value));
      return youHadBid
        ? urgent(spoken.outbid(name(event.seat), event.value))
        : polite(spoken.bid(name(event.seat), event.value));
    case 'seat_passed':
      return polite(spoken.passed(name(event.seat)));
    case 'play_laid':
      return polite(
        spoken.laid(name(event.seat), upper(event.word), place(event.play, event.word), event.coins),
      );
    case 'cards_drawn':
      return event.seat === you && event.cards !== null && event.cards.length > 0
        ? polite(spoken.youDrew(cardsSpoken(event.cards)))
        : null;
    case 'crossword_cleared':
      return polite(spoken.cleared(event.nobody_bid));
    case 'laying_asked':
      return event.seat === you
        ? urgent(spoken.yourOpening(event.value))
        : polite(spoken.opening(name(event.seat)));
    case 'laying_opened':
      return event.seat === you
        ? urgent(spoken.yourLaying(event.value))
        : polite(spoken.laying(name(event.seat), event.value));
    case 'bid_voided':
      return polite(spoken.voided(name(event.seat), event.value, event.paid));
    case 'match_ended':
      return urgent(spoken.ended);
    default:
      return null;
  }
}

/** The crossword in words, for who cannot see it. */
export function crosswordSpoken({ crossword }: MatchView): string {
  const down = crossword.crossings.map(({ cards, at }) =>
    board.crossing(upper(cards.map(([l]) => l)), upper([cards[at]?.[0] ?? ''])),
  );
  return board.spoken(upper(crossword.base.map(([l]) => l)), down);
}
