/** What is said aloud of an event of Bet the Bag, and whether at once. */

import { card, head, spoken, upper } from '../messages/bag';
import type { BagView, BetTheBagEvent, Seat } from '../wire';
import { tileName, tileNames } from './tiles';

export interface Saying {
  text: string;
  urgent: boolean;
}

export interface Hearer {
  you: Seat | null;
  name(seat: Seat): string;
  view: BagView;
  aces: number;
}

const polite = (text: string): Saying => ({ text, urgent: false });
const urgent = (text: string): Saying => ({ text, urgent: true });

/** Return what to say of an event, as one seat (or a spectator) hears it; `null` for nothing. */
export function saying(event: BetTheBagEvent, hearer: Hearer): Saying | null {
  const { you, name, view } = hearer;
  switch (event.type) {
    case 'turn_opened':
      return (event.seat === you ? urgent : polite)(spoken.turn(name(event.seat), event.seat === you));
    case 'card_flipped':
      return event.card[0] === 1
        ? polite(spoken.ace(view.aces.length, hearer.aces))
        : polite(spoken.contract(event.card[0]));
    case 'bid_asked':
      return event.seat === you ? urgent(spoken.yourBid(view.contract?.[0] ?? 0)) : null;
    case 'tiles_bid':
      return event.seat === you
        ? urgent(spoken.youBid(event.tiles))
        : polite(spoken.bid(name(event.seat), event.tiles));
    case 'bid_passed':
      return polite(spoken.passed(name(event.seat), event.by_clock));
    case 'tiles_taken':
      return event.seat === you && event.tiles !== null && event.tiles.length > 0
        ? polite(spoken.youDrew(tileNames(event.tiles)))
        : null;
    case 'contract_discarded':
      return polite(spoken.discarded);
    case 'bag_ended':
      return urgent(spoken.ended);
    default:
      return ofAttempt(event, hearer);
  }
}

function ofAttempt(event: BetTheBagEvent, { you, name, view }: Hearer): Saying | null {
  switch (event.type) {
    case 'attempt_asked':
      return event.seat === you ? urgent(spoken.yourOpening) : polite(spoken.opening(name(event.seat)));
    case 'attempt_opened':
      return event.seat === you
        ? urgent(spoken.yourMinute(event.limit, view.table.length))
        : polite(spoken.minute(name(event.seat), event.limit));
    case 'tile_drawn':
      return (event.seat === you ? urgent : polite)(spoken.drawn(tileName(event.tile)));
    case 'tiles_laid':
      return event.seat === you ? null : polite(spoken.laid(name(event.seat), tileNames(event.tiles)));
    case 'word_refused':
      return urgent(spoken.refusedWord(upper(event.word)));
    case 'word_submitted':
      return ofSubmission(event.seat, upper(event.word), event.closes_at !== null, you, name);
    case 'word_accepted':
      return event.seat === you ? null : polite(spoken.accepted(name(event.seat)));
    case 'word_challenged':
      return urgent(spoken.challenged(name(event.seat), event.in_lexicon));
    case 'card_lost':
      return polite(spoken.lost(name(event.seat), event.points));
    case 'attempt_failed':
      return polite(spoken.failed[event.reason](name(event.seat)));
    case 'contract_filled':
      return (event.seat === you ? urgent : polite)(
        spoken.filled(name(event.seat), upper(event.word), event.points),
      );
    default:
      return null;
  }
}

function ofSubmission(
  seat: Seat,
  word: string,
  open: boolean,
  you: Seat | null,
  name: (seat: Seat) => string,
): Saying {
  if (seat === you) return polite(spoken.youSubmitted(word));
  if (you === null || !open) return polite(spoken.submittedWatch(name(seat), word));
  return urgent(spoken.submitted(name(seat), word));
}

/** The table in words, for who cannot see it. */
export function boardSpoken(view: BagView): string {
  const contract = view.contract === null ? spoken.noContract : card.contractSpoken(view.contract);
  return spoken.board(contract, tileNames(view.table.map(({ tile }) => tile)), view.bag);
}

/** Heading and note of the phase, as the one who reads them stands in it. */
export function headOf(view: BagView, name: (seat: Seat) => string): { title: string; note: string } {
  const least = view.contract?.[0] ?? 0;
  const who = view.attempting ?? view.awaited[0];
  const seat = who ?? view.on_turn;
  const yours = seat === view.you;
  switch (view.phase) {
    case 'flip':
      return { title: yours ? head.yourFlip : head.flip(name(seat)), note: head.flipNote };
    case 'bidding':
      return { title: yours ? head.yourBid : head.bid(name(seat)), note: head.bidNote(least) };
    case 'opening':
      return {
        title: yours ? head.yourOpening : head.opening(name(seat)),
        note: head.openingNote(least, view.limit ?? 0),
      };
    case 'attempt':
      return {
        title: yours ? head.yourMinute : head.minute(name(seat)),
        note: head.minuteNote(least, view.limit ?? 0),
      };
    case 'challenge':
      return {
        title: head.submitted(name(seat), yours),
        note: yours ? head.yourSubmittedNote : head.submittedNote,
      };
    case 'over':
      return { title: head.over, note: head.overNote };
  }
}
