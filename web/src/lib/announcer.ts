/** What the page says aloud, through two live regions: a polite queue and one that interrupts. */

export const BATCH_MS = 1_500;

export interface Regions {
  polite(text: string): void;
  assertive(text: string): void;
}

/** A space that no screen reader speaks, and that makes a repeated text a new one. */
const TWIN = '\u00a0';

export class Announcer {
  private queue: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = { polite: '', assertive: '' };

  private readonly regions: Regions;

  constructor(regions: Regions) {
    this.regions = regions;
  }

  /** Say something when there is time; what comes within 1.5 s is said together, in order. */
  polite(text: string): void {
    this.queue.push(text);
    this.timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  /** Say something at once: refused, accepted, outbid, ten seconds. */
  now(text: string): void {
    this.speak('assertive', text);
  }

  private flush(): void {
    this.timer = undefined;
    const text = this.queue.join(' ');
    this.queue = [];
    this.speak('polite', text);
  }

  private speak(region: keyof Regions, text: string): void {
    const said = text === this.last[region] ? text + TWIN : text;
    this.last[region] = said;
    this.regions[region](said);
  }
}
