/** The keyboard of Match, while the play that is being composed has the focus. */

import type { MatchTable } from './match.svelte';

export interface KeyHooks {
  help(): void;
  clock(): void;
}

/** Reads keys; a `/` makes the next one ask for something. */
export class MatchKeys {
  private slash = false;

  private readonly table: MatchTable;
  private readonly hooks: KeyHooks;

  constructor(table: MatchTable, hooks: KeyHooks) {
    this.table = table;
    this.hooks = hooks;
  }

  /** Return whether the key was used. */
  press(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    const { key } = event;
    if (key === 'Shift') return false;
    if (this.slash) {
      this.slash = false;
      if (this.asked(key.toLowerCase())) return true;
    }
    const { table } = this;
    const { composer } = table;
    if (key !== 'Enter' && table.passAsked) {
      table.unpass();
      if (key === 'Escape') return true;
    }
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
        if (event.repeat) return true;
        void (table.passAsked ? table.pass() : table.press());
        return true;
    }
    if (!table.composing) return false;
    switch (key) {
      case 'Backspace':
        table.forget();
        composer.backspace();
        return true;
      case 'Escape':
        table.clear();
        return true;
      case 'ArrowUp':
      case 'ArrowDown':
        if (composer.started) composer.choose(key === 'ArrowDown' ? 1 : -1);
        else table.aim(key === 'ArrowDown' ? 1 : -1);
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
    }
    if (!isLetter(key)) return false;
    table.forget();
    composer.type(key.toLowerCase(), event.shiftKey && key !== key.toLowerCase());
    return true;
  }

  /** Letters from a phone's keyboard, which tells no keys. */
  text(text: string): void {
    if (!this.table.composing) return;
    this.table.forget();
    for (const letter of text.toLowerCase()) if (isLetter(letter)) this.table.composer.type(letter);
  }

  private asked(key: string): boolean {
    const { table } = this;
    switch (key) {
      case 'c':
        this.hooks.clock();
        return true;
      case 'h':
        table.say('hand');
        return true;
      case 'b':
        table.say('board');
        return true;
      case 's':
        table.say('scores');
        return true;
      case 'w':
        table.say('awaited');
        return true;
      case 'l':
        table.say('last');
        return true;
      case 'p':
        table.unpass();
        void table.pass();
        return true;
      default:
        return false;
    }
  }
}

function isLetter(key: string): boolean {
  return /^\p{L}$/u.test(key);
}
