/** What the referee says aloud of an event, and the sound with it; reminders are said as they stand. */

import { bids, todo } from '../messages/referee';
import type { Tune } from '../lib/sound';

export interface Said {
  text: string;
  tune?: Tune;
}

interface Event {
  type: string;
  seat?: number;
  value?: number;
  paid?: number;
  tiles?: unknown;
  in_lexicon?: boolean;
}

export function saying(event: Event, name: (seat: number) => string): Said | null {
  const who = name(event.seat ?? 0);
  switch (event.type) {
    case 'bid_placed':
      return { text: bids.bidOf(who, event.value ?? 0), tune: 'bid' };
    case 'tiles_bid':
      return { text: bids.bidOf(who, Number(event.tiles)), tune: 'bid' };
    case 'seat_passed':
    case 'bid_passed':
      return { text: bids.passOf(who) };
    case 'laying_opened':
      return { text: bids.high(event.value ?? 0, who), tune: 'yours' };
    case 'play_laid':
    case 'contract_filled':
      return { text: '', tune: 'laid' };
    case 'bid_voided':
      return { text: todo.voided(who, event.value ?? 0, event.paid ?? 0), tune: 'refused' };
    case 'attempt_failed':
      return { text: '', tune: 'refused' };
    case 'match_ended':
    case 'bag_ended':
      return { text: '', tune: 'over' };
    default:
      return null;
  }
}
