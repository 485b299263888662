/** A clock that counts down on the page's own time, and says once when little of it is left. */

import { timeLeft, type Reading } from './clock';

const TICK_MS = 100;
/** When little is left of a clock, unless that is most of it. */
const FEW_MS = 10_000;
const MOST_OF_IT = 2 / 3;

export interface Counted {
  closesAt: number | null;
  reading: Reading | null;
  /** All of it, in ms; `null` where nobody knows. */
  full: number | null;
}

export class Countdown {
  private at = $state(performance.now());
  private warned = false;
  private readonly of: () => Counted;
  left = $derived.by(() => timeLeft(this.of().closesAt, this.of().reading, this.at));
  few = $derived.by(() => {
    const { full } = this.of();
    const bound = full === null ? FEW_MS : Math.min(FEW_MS, full * MOST_OF_IT);
    return this.left !== null && this.left <= bound;
  });
  /** From 1 down to 0. */
  share = $derived.by(() => {
    const { full } = this.of();
    return this.left === null || !full ? 1 : Math.min(1, this.left / full);
  });

  /** Create it within a component, which it lives as long as. */
  constructor(of: () => Counted, onFew: () => void = () => {}) {
    this.of = of;
    $effect(() => {
      const timer = setInterval(() => (this.at = performance.now()), TICK_MS);
      return () => clearInterval(timer);
    });
    $effect(() => {
      const { reading } = of();
      if (reading !== null) this.at = Math.max(performance.now(), reading.at);
    });
    $effect(() => {
      const { few, left } = this;
      if (few && !this.warned && left !== null && left > 0 && of().reading?.running) onFew();
      this.warned = few;
    });
  }
}
