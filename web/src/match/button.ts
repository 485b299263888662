/** What the main button says and whether it can be pressed: its label is the bid (M3.1). */

import { common } from '../messages/common';
import { button, compose } from '../messages/match';
import type { MatchOffer, MatchView, Placement } from '../wire';

export interface Main {
  label: string;
  /** Why it cannot be pressed, or what a press leads to; stands beside the button. */
  note: string;
  ready: boolean;
}

export interface Situation {
  view: MatchView;
  offers: readonly MatchOffer[];
  placement: Placement | null;
  /** The number on the stepper, in called bidding. */
  number: number;
  sending: boolean;
  online: boolean;
  name(seat: number): string;
}

type BidOffer = Extract<MatchOffer, { type: 'bid' }>;

const idle = (label: string, note = ''): Main => ({ label, note, ready: false });

export function mainButton(s: Situation): Main {
  if (s.sending) return idle('Sending…');
  if (!s.online) return idle(button.offline, button.offlineNote);
  const bid = s.offers.find((o): o is BidOffer => o.type === 'bid');
  const open = s.offers.find((o) => o.type === 'open_laying');
  if (open !== undefined) {
    const note = button.beginNote(common.seconds(open.clock_ms), open.costs);
    return { label: button.beginLaying, note, ready: true };
  }
  const lay = s.offers.find((o) => o.type === 'lay');
  if (lay !== undefined) return layButton(s.placement, lay.least, lay.costs);
  if (bid !== undefined) {
    return s.view.options.bidding === 'called'
      ? { label: button.call(s.number), note: '', ready: true }
      : bidButton(s.placement, bid.least);
  }
  return waiting(s);
}

function bidButton(placement: Placement | null, least: number): Main {
  if (placement === null) return idle(button.bidEmpty, button.composeFirst);
  const label = button.bid(placement.value, placement.score);
  return placement.enough ? { label, note: '', ready: true } : idle(label, compose.needs(least));
}

function layButton(placement: Placement | null, least: number, costs: number): Main {
  if (placement === null) return idle(button.layEmpty, button.layFirst(least, costs));
  const label = button.lay(placement.score);
  return placement.enough ? { label, note: '', ready: true } : idle(label, compose.needs(least));
}

function waiting({ view, offers, name }: Situation): Main {
  if (view.phase === 'over') return idle(button.over);
  const mine = view.you === null ? undefined : view.seats[view.you];
  const settling = view.phase === 'laying' || view.phase === 'opening';
  if (settling && view.laying !== null && view.laying !== view.you) {
    return idle(button.otherLays(name(view.laying)), mine?.voided ? button.voided : '');
  }
  if (mine?.passed) return idle(button.passed, button.passedNote);
  if (mine?.bid != null) {
    const leads = view.options.bidding === 'called' ? button.calledLeadNote : button.leadNote;
    const note = view.leader === view.you ? leads : button.outbid(view.high);
    return idle(button.youBid(mine.bid), note);
  }
  if (offers.some(({ type }) => type === 'pass')) return idle(button.bidEmpty, button.nothingHigher);
  return idle(button.wait);
}
