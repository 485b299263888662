/** Notices that this page stood still: its timer comes much too late, or something else comes first. */

const TICK_MS = 100;
/** Later than this is no hiccup. */
export const GAP_MS = 500;

export class Gaps {
  private last: number;
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly time: () => number;
  private readonly noticed: (ms: number) => void;

  /** `noticed` is told how long ago the page surely ran for the last time. */
  constructor(noticed: (ms: number) => void, time: () => number = () => performance.now()) {
    this.time = time;
    this.noticed = noticed;
    this.last = time();
  }

  watch(): void {
    this.stop();
    this.last = this.time();
    this.timer = setInterval(() => this.look(), TICK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** See whether there was a gap; called before anything is believed that may have waited in one. */
  look(): void {
    const [since, now] = [this.last, this.time()];
    this.last = now;
    if (now - since > TICK_MS + GAP_MS) this.noticed(now - since);
  }
}
