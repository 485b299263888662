/** Why an attempt came to nothing, in words. */

import { log, upper } from '../messages/bag';
import type { Seat } from '../wire';
import type { Attempt } from './log';

/** Return the reason, or nothing for an attempt that has not failed. */
export function whyFailed(attempt: Attempt, name: (seat: Seat) => string, you: Seat | null): string {
  const { failure, seat, limit, lying, word, lost } = attempt;
  const mine = seat === you;
  switch (failure) {
    case 'clock':
      return log.clock(name(seat), lying, limit, mine);
    case 'gave_up':
      return log.gaveUp(name(seat), lying, limit);
    case 'bogus':
      return log.bogus(upper(word ?? []), mine ? name(seat).toLowerCase() : name(seat), lost, mine);
    default:
      return '';
  }
}
