/** What each seat is at, in a word and a shape. */

import { attempt, bids } from '../messages/referee';
import { seat as matchTexts } from '../messages/match';
import type { BagView, MatchView } from '../wire';
import type { SeatState } from './Seats.svelte';

type Name = (seat: number) => string;

export function matchSeats(view: MatchView, name: Name): SeatState[] {
  return view.seats.map(({ coins, bid, passed, voided }, i): SeatState => {
    const base = { name: name(i), points: coins, awaited: view.awaited.includes(i) };
    if (view.ended !== null) return { ...base, state: '', shape: 'idle' };
    if (view.laying === i) return { ...base, state: matchTexts.laying, shape: 'laying' };
    if (voided) return { ...base, state: matchTexts.voided, shape: 'void' };
    if (bid !== null) {
      const leads = view.leader === i;
      return { ...base, state: leads ? bids.leads(bid) : bids.hasBid(bid), shape: leads ? 'leads' : 'outbid' };
    }
    if (passed) return { ...base, state: bids.passed, shape: 'passed' };
    return { ...base, state: matchTexts.thinking, shape: 'thinking' };
  });
}

export function bagSeats(view: BagView, name: Name): SeatState[] {
  return view.seats.map(({ score, bid, passed, failed }, i): SeatState => {
    const base = { name: name(i), points: score, awaited: view.awaited.includes(i) };
    if (view.phase === 'over') return { ...base, state: '', shape: 'idle' };
    if (view.attempting === i) return { ...base, state: attempt.attempting, shape: 'laying' };
    if (bid !== null && failed) return { ...base, state: attempt.stateFailed(bid), shape: 'void' };
    if (bid !== null) return { ...base, state: attempt.stateBid(bid), shape: 'bid' };
    if (passed) return { ...base, state: bids.passed, shape: 'passed' };
    if (base.awaited && view.phase === 'bidding') {
      return { ...base, state: attempt.asked, shape: 'thinking' };
    }
    return { ...base, state: view.on_turn === i ? attempt.turn : '', shape: 'idle' };
  });
}
