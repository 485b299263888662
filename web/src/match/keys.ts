/** The keyboard of Match, while the play that is being composed has the focus. */

import { GameKeys } from '../lib/keys';
import type { MatchTable } from './match.svelte';

export class MatchKeys extends GameKeys<MatchTable> {
  /** Any key but Enter takes back the question whether to pass. */
  protected override first(key: string): boolean {
    if (key === 'Enter' || !this.table.passAsked) return false;
    this.table.unpass();
    return key === 'Escape';
  }

  protected enter(): void {
    const { table } = this;
    void (table.passAsked ? table.pass() : table.press());
  }

  protected composing(): boolean {
    return this.table.composing;
  }

  protected own({ key }: KeyboardEvent): boolean {
    const { table } = this;
    if (!table.composing || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false;
    const step = key === 'ArrowDown' ? 1 : -1;
    if (table.composer.started) table.composer.choose(step);
    else table.aim(step);
    return true;
  }

  protected command(key: string): boolean {
    if (key !== 'p') return false;
    this.table.unpass();
    void this.table.pass();
    return true;
  }

  protected type(letter: string, shift: boolean): void {
    this.table.forget();
    this.table.composer.type(letter, shift);
  }
}
