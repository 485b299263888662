/** What the main button says and whether it can be pressed: its label is what it will do. */

import { button, compose } from '../messages/bag';
import { common } from '../messages/common';
import type { BagView, BetTheBagOffer, Seat, Spelling } from '../wire';
import { tileNames } from './tiles';

export interface Main {
  label: string;
  /** A second line of the label. */
  detail: string;
  /** Why it cannot be pressed, or what comes next; stands beside the button. */
  note: string;
  ready: boolean;
}

export interface Situation {
  view: BagView;
  offers: readonly BetTheBagOffer[];
  /** The number chosen to bid. */
  chosen: number | null;
  spelling: Spelling | null;
  /** Whether the answer is one to the word as it stands. */
  settled: boolean;
  /** Whether a word that was refused bars another one for now (B7.4). */
  barred: boolean;
  sending: boolean;
  online: boolean;
  /** Whether bots alone have something left to do, and can be told to do it at once. */
  skips: boolean;
  name(seat: number): string;
}

const idle = (label: string, note = '', detail = ''): Main => ({ label, detail, note, ready: false });
const ready = (label: string, detail = ''): Main => ({ label, detail, note: '', ready: true });

type Offer<K extends BetTheBagOffer['type']> = Extract<BetTheBagOffer, { type: K }>;

/** Return the offer of a kind, if there is one. */
export function offerOf<K extends BetTheBagOffer['type']>(
  offers: readonly BetTheBagOffer[],
  type: K,
): Offer<K> | undefined {
  return offers.find((offer): offer is Offer<K> => offer.type === type);
}

export function mainButton(s: Situation): Main {
  if (s.sending) return idle(common.sending);
  if (!s.online) return idle(button.offline, button.offlineNote);
  if (offerOf(s.offers, 'flip') !== undefined) return ready(button.flip);
  if (offerOf(s.offers, 'open_attempt') !== undefined) return ready(button.begin);
  const bid = offerOf(s.offers, 'bid');
  if (bid !== undefined) {
    return s.chosen !== null && bid.free.includes(s.chosen)
      ? ready(button.bid(s.chosen))
      : idle(button.bidEmpty, button.choose);
  }
  if (offerOf(s.offers, 'give_up') !== undefined) return submit(s);
  return s.skips ? { ...ready(button.skip), note: button.skipNote } : waiting(s);
}

/** Who may still attempt in this turn, or has a word to judge; nobody where something else goes on. */
export function leftToAct({ phase, bids, seats, awaited }: BagView): readonly Seat[] {
  if (phase !== 'opening' && phase !== 'attempt' && phase !== 'challenge') return [];
  return [...bids.map(({ seat }) => seat).filter((seat) => !seats[seat]?.failed), ...awaited];
}

/** What keeps a word from being submitted, in the order in which a player mends it. */
export function lack(spelling: Spelling, limit: number): string {
  if (spelling.missing.length > 0) return compose.missing(spelling.missing);
  if (spelling.over > 0) return compose.over(spelling.over, limit);
  return spelling.short > 0 ? compose.short(spelling.short) : '';
}

function submit({ view, spelling, settled, barred }: Situation): Main {
  if (spelling === null) return idle(button.submitEmpty, button.spell(view.contract?.[0] ?? 0));
  const word = spelling.letters.map(({ letter }) => letter.toUpperCase()).join('');
  const lays = spelling.lay.length > 0 ? button.lays(tileNames(spelling.lay)) : '';
  if (barred) return idle(button.submit(word), button.again, lays);
  if (!settled) return idle(button.submit(word), '', lays);
  return spelling.ready
    ? ready(button.submit(word), lays)
    : idle(button.submit(word), lack(spelling, view.limit ?? 0), lays);
}

function waiting({ view, name }: Situation): Main {
  const mine = view.you === null ? undefined : view.seats[view.you];
  if (view.phase === 'over') return idle(button.over);
  if (view.phase === 'flip') return idle(button.wait, button.theirFlip(name(view.on_turn)));
  if (view.phase === 'challenge') return idle(button.wait, button.judging);
  if (mine?.passed) return idle(button.youPassed, button.nextTurn);
  if (mine?.failed) return idle(button.youFailed, button.nextTurn);
  const said = mine?.bid ?? null;
  if (view.phase === 'bidding') {
    const note = button.theirBid(name(view.awaited[0] ?? view.on_turn));
    return idle(said === null ? button.wait : button.youBid(said), note);
  }
  if (said === null) {
    const note = view.phase === 'opening' ? button.theirOpening : button.theirMinute;
    return idle(button.wait, note(name(view.attempting ?? 0)));
  }
  const place = view.queue.findIndex(({ seat }) => seat === view.you);
  return idle(button.youBid(said), place === 1 ? button.next(said) : button.later(said, place));
}
