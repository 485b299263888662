/** The moment of a challenge: the word, tile by tile, and then what the lexicon says of it. */

import { play as sound } from '../lib/sound';
import type { Letter } from '../wire';

/** All of it; nothing waits for its end. */
export const MOMENT_MS = 1_900;
/** From one tile to the next, where the word is short enough for that. */
const STEP_MS = 150;
/** Of the moment, what the tiles may take; the rest is for the verdict. */
const TILES_MS = 1_000;

export interface Verdict {
  word: readonly Letter[];
  blanks: readonly number[];
  /** Whether the lexicon has it. */
  right: boolean;
  /** Who challenged. */
  by: string;
}

export class Moment {
  verdict = $state.raw<Verdict | null>(null);
  /** So many tiles are turned up; the verdict stands once all of them are. */
  turned = $state(0);
  told = $derived(this.verdict !== null && this.turned >= this.verdict.word.length);
  private timers: ReturnType<typeof setTimeout>[] = [];

  begin(verdict: Verdict, still = stands()): void {
    this.end();
    this.verdict = verdict;
    this.turned = 0;
    const n = verdict.word.length;
    const step = still ? 0 : Math.min(STEP_MS, TILES_MS / n);
    for (let i = 1; i <= n; i++) this.after(i * step, () => this.turn());
    this.after(MOMENT_MS, () => this.end());
    if (still) while (!this.told) this.turn();
  }

  /** Any key or press ends it. */
  end(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.verdict = null;
  }

  private turn(): void {
    if (this.verdict === null || this.told) return;
    this.turned += 1;
    sound(!this.told ? 'drawn' : this.verdict.right ? 'laid' : 'outbid');
  }

  private after(ms: number, what: () => void): void {
    this.timers.push(setTimeout(what, ms));
  }
}

/** Whether this person wants nothing to move. */
function stands(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
