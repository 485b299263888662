/** The table's own clock: it goes while it is let, and stands while people are at the cards. */

import type { Reading } from '../lib/clock';

export class TableClock {
  reading = $state.raw<Reading>({ now: 0, running: false, at: 0 });
  private readonly time: () => number;

  constructor(now = 0, time: () => number = () => performance.now()) {
    this.time = time;
    this.reading = { now, running: false, at: time() };
  }

  get now(): number {
    const { now, running, at } = this.reading;
    return running ? now + Math.floor(Math.max(0, this.time() - at)) : now;
  }

  get running(): boolean {
    return this.reading.running;
  }

  start(): void {
    if (!this.running) this.reading = { now: this.now, running: true, at: this.time() };
  }

  stop(): void {
    if (this.running) this.reading = { now: this.now, running: false, at: this.time() };
  }

  /** Go back or on to a moment, and stand there. */
  set(now: number): void {
    this.reading = { now, running: false, at: this.time() };
  }
}
