/** How much of a clock is left, from what the table sent and the page's own monotonic clock. */

import type { Millis } from '../wire';

/** The table's clock as an update told it, with the page's time at which that was read. */
export interface Reading {
  now: Millis;
  running: boolean;
  /** `performance.now()` of the page. */
  at: number;
}

/** Milliseconds left until `closesAt`, never below 0; `null` where nothing closes by itself. */
export function timeLeft(
  closesAt: Millis | null,
  reading: Reading | null,
  at: number,
): Millis | null {
  if (closesAt === null || reading === null) return null;
  const aged = reading.running ? Math.max(0, at - reading.at) : 0;
  return Math.max(0, closesAt - reading.now - aged);
}

/** The reading as it stands at a moment, held there: what a page without a connection may show. */
export function frozen(reading: Reading, at: number): Reading {
  const aged = reading.running ? Math.max(0, at - reading.at) : 0;
  return { now: reading.now + aged, running: false, at };
}

/** Digits for a time left: `0:14`, and hours from an hour on. A second counts until it is over. */
export function digits(ms: Millis): string {
  const seconds = Math.ceil(ms / 1000);
  const pad = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}
