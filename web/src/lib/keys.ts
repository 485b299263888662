/** The keyboard that the games share, while what is composed has the focus. */

export interface KeyHooks {
  help(): void;
  clock(): void;
}

/** What a `/` and a letter ask to hear. */
const ASKED = { h: 'hand', b: 'board', s: 'scores', w: 'awaited', l: 'last' } as const;
/** The code of every key that an input method takes. */
const COMPOSED = 229;
export type Asked = (typeof ASKED)[keyof typeof ASKED];

/** What of a table the shared keys act on. */
export interface Keyed {
  hand: { shuffle(): void; sort(): void };
  composer: {
    slots: readonly unknown[];
    caret: number;
    moveCaret(to: number): void;
    backspace(): void;
  };
  say(what: Asked): void;
  clear(): void;
  forget(): void;
}

/** Reads keys; a `/` makes the next one ask for something. */
export abstract class GameKeys<T extends Keyed> {
  private slash = false;

  protected readonly table: T;
  private readonly hooks: KeyHooks;

  constructor(table: T, hooks: KeyHooks) {
    this.table = table;
    this.hooks = hooks;
  }

  /** Return whether the key was used. */
  press(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || isComposed(event)) return false;
    const { key, repeat } = event;
    if (key === 'Shift') return false;
    if (this.slash) {
      this.slash = false;
      if (this.asked(key.toLowerCase())) return true;
    }
    if (this.first(key)) return true;
    switch (key) {
      case '/':
        this.slash = true;
        return true;
      case '?':
        this.hooks.help();
        return true;
      case ',':
        this.table.hand.shuffle();
        return true;
      case '.':
        this.table.hand.sort();
        return true;
      case 'Enter':
        if (!repeat) this.enter();
        return true;
    }
    return this.own(event) || (this.composing() && (this.edit(key) || this.letter(event)));
  }

  /** Letters from a phone's keyboard, which tells no keys. */
  text(text: string): void {
    if (!this.composing()) return;
    for (const letter of text.normalize().toLowerCase()) {
      if (isLetter(letter)) this.type(letter, false);
    }
  }

  /** What a key does before all else. Returns whether that is all. */
  protected first(_key: string): boolean {
    return false;
  }

  protected abstract enter(): void;
  /** Whether letters are taken. */
  protected abstract composing(): boolean;
  /** Use a key of this game alone. */
  protected abstract own(event: KeyboardEvent): boolean;
  /** Use what comes after a `/` in this game alone. */
  protected abstract command(key: string): boolean;
  /** Put a letter at the caret, with or without Shift. */
  protected abstract type(letter: string, shift: boolean): void;

  private edit(key: string): boolean {
    const { table } = this;
    const { composer } = table;
    const carets: Record<string, number> = {
      ArrowLeft: composer.caret - 1,
      ArrowRight: composer.caret + 1,
      Home: 0,
      End: composer.slots.length,
    };
    const caret = carets[key];
    if (caret !== undefined) composer.moveCaret(caret);
    else if (key === 'Escape') table.clear();
    else if (key === 'Backspace') {
      table.forget();
      composer.backspace();
    } else return false;
    return true;
  }

  private letter({ key, shiftKey }: KeyboardEvent): boolean {
    if (!isLetter(key)) return false;
    this.type(key.toLowerCase(), shiftKey && key !== key.toLowerCase());
    return true;
  }

  private asked(key: string): boolean {
    if (key in ASKED) this.table.say(ASKED[key as keyof typeof ASKED]);
    else if (key === 'c') this.hooks.clock();
    else return this.command(key);
    return true;
  }
}

/** Whether a key belongs to an input method; some browsers tell the last one after its end. */
function isComposed({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === COMPOSED;
}

function isLetter(key: string): boolean {
  return /^\p{L}$/u.test(key);
}
