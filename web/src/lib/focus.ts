/** Keeps a table ready to type: a focus that was lost comes back to the word, and so do stray keys. */

export interface Writing {
  /** Where the word is typed. */
  input: HTMLInputElement;
  /** Use a key as the word would; returns whether it was one. */
  press(event: KeyboardEvent): boolean;
}

/** What a person types into, or chooses from, by keys of its own. */
const FIELDS = 'input, textarea, select, [contenteditable]';
const CONTROLS = 'button, a[href], summary, [role="switch"]';
/** What has the page to itself: nothing is taken away from it. */
const READING = 'dialog[open], [data-own-keys]';
/** A button that asks "sure?" in place, and takes the question back when the focus goes. */
const ASKING = '[data-keeps-focus]';
/** What follows such a key is composed by the browser, in the field that has the focus then. */
const COMPOSES = new Set(['Dead', 'Process', 'Unidentified']);
const TYPED = /^[\p{L}/?,.]$/u;

export class FocusKeeper {
  private last: Element | null = null;
  private checking = false;
  private readonly observer: MutationObserver;
  private readonly writing: Writing;

  constructor(writing: Writing) {
    this.writing = writing;
    this.last = document.activeElement;
    document.addEventListener('focusin', this.focused);
    document.addEventListener('focusout', this.later);
    document.addEventListener('close', this.closed, true);
    document.addEventListener('click', this.clicked);
    document.addEventListener('keydown', this.pressed);
    this.observer = new MutationObserver(this.later);
    this.observer.observe(document.body, { childList: true, subtree: true });
    if (nothingFocused()) this.back();
  }

  stop(): void {
    document.removeEventListener('focusin', this.focused);
    document.removeEventListener('focusout', this.later);
    document.removeEventListener('close', this.closed, true);
    document.removeEventListener('click', this.clicked);
    document.removeEventListener('keydown', this.pressed);
    this.observer.disconnect();
  }

  /** Another phase has begun: a control of the one before leads nowhere any more. */
  phaseChanged(): void {
    const { activeElement } = document;
    if (activeElement?.matches(`[aria-disabled="true"], ${ASKING}`)) this.back();
    else this.later();
  }

  private focused = ({ target }: FocusEvent): void => {
    this.last = target as Element;
  };

  private later = (): void => {
    if (this.checking) return;
    this.checking = true;
    setTimeout(() => {
      this.checking = false;
      // Who clicks on the bare table took the focus away on purpose; a control that went did not.
      if (nothingFocused() && !canHaveFocus(this.last)) this.back();
    });
  };

  private closed = (): void => {
    setTimeout(() => {
      const active = document.activeElement;
      if (active === null || !active.matches(FIELDS)) this.back();
    });
  };

  /** A press by pointer leaves the focus where one types; one by key leaves it where it is. */
  private clicked = (event: MouseEvent): void => {
    const target = event.target as Element;
    if (event.detail === 0 || target.closest('button') === null) return;
    setTimeout(() => {
      const active = document.activeElement;
      if (active === null || !active.matches(`${FIELDS}, ${ASKING}`)) this.back();
    });
  };

  private pressed = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    if (event.defaultPrevented || busyReading() || target.closest(FIELDS) !== null) return;
    if (COMPOSES.has(event.key)) return this.writing.input.focus({ preventScroll: true });
    const onControl = target.closest(CONTROLS) !== null;
    if (onControl && !TYPED.test(event.key) && event.key !== 'Backspace') return;
    if (!this.writing.press(event)) return;
    event.preventDefault();
    this.back();
  };

  private back(): void {
    if (!busyReading()) this.writing.input.focus({ preventScroll: true });
  }
}

function nothingFocused(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

function busyReading(): boolean {
  return document.querySelector(READING) !== null;
}

function canHaveFocus(element: Element | null): boolean {
  if (element === null || element === document.body || !element.isConnected) return false;
  if (element.matches(':disabled')) return false;
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}
