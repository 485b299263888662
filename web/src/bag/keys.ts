/** The keyboard of Bet the Bag, while the word or the numbers to bid have the focus. */

import { GameKeys, type KeyHooks } from '../lib/keys';
import type { BagTable } from './bag.svelte';

/** So long after a 1 another digit makes a number of two. */
const TWO_DIGITS_MS = 1_500;
const MOST_DIGITS = /^(?:1[0-5]?|[2-9])$/;

export class BagKeys extends GameKeys<BagTable> {
  private digits = '';
  private digitAt = -Infinity;

  private readonly time: () => number;

  constructor(table: BagTable, hooks: KeyHooks, time: () => number = () => performance.now()) {
    super(table, hooks);
    this.time = time;
  }

  protected enter(): void {
    void this.table.press();
  }

  protected composing(): boolean {
    return this.table.view?.hand != null;
  }

  protected own({ key, repeat }: KeyboardEvent): boolean {
    const { table } = this;
    switch (key) {
      case ' ':
        if (!repeat) void table.draw();
        return true;
      case 'ArrowUp':
      case 'ArrowDown':
        table.chooseBy(key === 'ArrowUp' ? 1 : -1);
        return true;
      case 'Delete':
        table.forget();
        table.composer.remove();
        return true;
      default:
        return this.digit(key);
    }
  }

  protected command(key: string): boolean {
    const { table } = this;
    switch (key) {
      case 'p':
        void table.pass();
        return true;
      case 'g':
        void table.giveUp(true);
        return true;
      case 'x':
        void table.judge('challenge');
        return true;
      case 'a':
        void table.judge('accept');
        return true;
      default:
        return false;
    }
  }

  protected type(letter: string, shift: boolean): void {
    const { table } = this;
    if (table.naming !== null) return table.nameBlank(letter);
    if (table.view?.phase === 'over') return;
    table.forget();
    table.composer.type(letter, shift);
  }

  private digit(key: string): boolean {
    if (!/^\d$/.test(key)) return false;
    const soon = this.time() - this.digitAt < TWO_DIGITS_MS;
    const both = soon ? this.digits + key : key;
    this.digits = MOST_DIGITS.test(both) ? both : key;
    this.digitAt = this.time();
    // A 1 alone is below every contract: it waits for its second digit.
    if (this.digits !== '1') this.table.choose(Number(this.digits));
    return true;
  }
}
