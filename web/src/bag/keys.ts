/** The keyboard of Bet the Bag, while the word or the numbers to bid have the focus. */

import type { BagTable } from './bag.svelte';

export interface KeyHooks {
  help(): void;
  clock(): void;
}

/** So long after a 1 another digit makes a number of two. */
const TWO_DIGITS_MS = 1_500;
const MOST_DIGITS = /^(?:1[0-5]?|[2-9])$/;

/** Reads keys; a `/` makes the next one ask for something. */
export class BagKeys {
  private slash = false;
  private digits = '';
  private digitAt = -Infinity;

  private readonly table: BagTable;
  private readonly hooks: KeyHooks;
  private readonly time: () => number;

  constructor(table: BagTable, hooks: KeyHooks, time: () => number = () => performance.now()) {
    this.table = table;
    this.hooks = hooks;
    this.time = time;
  }

  /** Return whether the key was used. */
  press(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    const { key, repeat } = event;
    if (key === 'Shift') return false;
    if (this.slash) {
      this.slash = false;
      if (this.asked(key.toLowerCase())) return true;
    }
    const { table } = this;
    switch (key) {
      case '/':
        this.slash = true;
        return true;
      case '?':
        this.hooks.help();
        return true;
      case ',':
        table.hand.shuffle();
        return true;
      case '.':
        table.hand.sort();
        return true;
      case 'Enter':
        if (!repeat) void table.press();
        return true;
      case ' ':
        if (!repeat) void table.draw();
        return true;
      case 'ArrowUp':
      case 'ArrowDown':
        table.chooseBy(key === 'ArrowUp' ? 1 : -1);
        return true;
    }
    return this.digit(key) || this.edit(key) || this.letter(event);
  }

  /** Letters from a phone's keyboard, which tells no keys. */
  text(text: string): void {
    for (const letter of text.toLowerCase()) if (isLetter(letter)) this.type(letter, false);
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

  private edit(key: string): boolean {
    const { composer } = this.table;
    if (this.table.view?.hand == null) return false;
    switch (key) {
      case 'Backspace':
        this.table.forget();
        composer.backspace();
        return true;
      case 'Delete':
        this.table.forget();
        composer.remove();
        return true;
      case 'Escape':
        this.table.clear();
        return true;
      case 'ArrowLeft':
        composer.moveCaret(composer.caret - 1);
        return true;
      case 'ArrowRight':
        composer.moveCaret(composer.caret + 1);
        return true;
      case 'Home':
        composer.moveCaret(0);
        return true;
      case 'End':
        composer.moveCaret(composer.slots.length);
        return true;
      default:
        return false;
    }
  }

  private letter({ key, shiftKey }: KeyboardEvent): boolean {
    if (!isLetter(key)) return false;
    this.type(key.toLowerCase(), shiftKey && key !== key.toLowerCase());
    return true;
  }

  private type(letter: string, blank: boolean): void {
    if (this.table.naming !== null) return this.table.nameBlank(letter);
    if (this.table.view?.hand == null || this.table.view.phase === 'over') return;
    this.table.forget();
    this.table.composer.type(letter, blank);
  }

  private asked(key: string): boolean {
    const { table } = this;
    const say = { h: 'hand', b: 'board', s: 'scores', w: 'awaited', l: 'last' } as const;
    if (key in say) {
      table.say(say[key as keyof typeof say]);
      return true;
    }
    switch (key) {
      case 'c':
        this.hooks.clock();
        return true;
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
}

function isLetter(key: string): boolean {
  return /^\p{L}$/u.test(key);
}
