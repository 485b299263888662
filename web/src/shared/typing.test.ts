import { beforeEach, expect, test } from 'vitest';
import { changed, FieldEdits, slotAt, textAt, textOf, type Draft, type Drafted } from './typing';

interface Slot {
  letter: string;
}

/** A draft of letters without a game around it. */
class Letters implements Drafted<Slot> {
  slots: readonly Slot[] = [];
  caret = 0;

  get word(): string {
    return this.slots.map(({ letter }) => letter).join('');
  }

  type(text: string): void {
    for (const letter of text.toLowerCase()) {
      if (!/\p{L}/u.test(letter)) continue;
      this.slots = [...this.slots.slice(0, this.caret), { letter }, ...this.slots.slice(this.caret)];
      this.caret += 1;
    }
  }

  backspace(): void {
    if (this.caret === 0) return;
    this.slots = this.slots.filter((_, i) => i !== this.caret - 1);
    this.caret -= 1;
  }

  moveCaret(to: number): void {
    this.caret = to;
  }

  restore({ slots, caret }: Draft<Slot>): void {
    this.slots = slots;
    this.caret = caret;
  }
}

let draft: Letters;
let edits: FieldEdits<Slot>;

/** What the browser does to a field: text with `|` at the caret, as it stands after each edit. */
function edit(...states: string[]): string {
  for (const state of states) edits.take(state.replace('|', ''), state.indexOf('|'));
  return draft.word;
}

function compose(...states: string[]): string {
  edits.begin();
  edit(...states);
  edits.end();
  return draft.word;
}

beforeEach(() => {
  draft = new Letters();
  edits = new FieldEdits<Slot>(
    () => draft,
    (text) => draft.type(text),
  );
});

test.each([
  ['', 'c|', [0, 0, 'c']],
  ['CAT', 'cats|', [3, 0, 's']],
  ['AA', 'AA|A', [1, 0, 'A']],
  ['AAA', 'A|A', [1, 1, '']],
  ['TEH', 'THE|', [1, 2, 'HE']],
  ['CAT', '|', [0, 3, '']],
  ['CAT', 'CART|', [2, 0, 'R']],
  ['CAT', 'dog|', [0, 3, 'dog']],
  ['CAT', 'C|AT', [3, 0, '']],
])('between %s and %s is found what was changed', (before, after, [start, removed, added]) => {
  const at = after.indexOf('|');
  expect(changed(before, after.replace('|', ''), at)).toEqual(
    removed === 0 && added === '' ? expect.objectContaining({ removed, added }) : { start, removed, added },
  );
});

test('each state of a composition replaces the one before', () => {
  expect(compose('c|', 'ca|', 'cat|')).toBe('cat');
  expect(compose('CATs|')).toBe('cats');
});

test('a composition goes to the caret, and may be given up', () => {
  draft.type('ct');
  draft.moveCaret(1);
  expect(compose('Co|T', 'Coa|T', 'Ca|T')).toBe('cat');
  expect(draft.caret).toBe(2);
  expect(compose('CAx|T', 'CA|T')).toBe('cat');
});

test('a correction, a swipe and a deletion are done to the draft', () => {
  draft.type('teh');
  expect(edit('THE|')).toBe('the');
  expect(edit('THE rates|')).toBe('therates');
  expect(edit('RATES|')).toBe('rates');
  expect(edit('RA|ES')).toBe('raes');
  expect(edit('|')).toBe('');
});

test('an accent joins its letter, whichever comes first', () => {
  expect(compose('´|', 'é|')).toBe('é');
  expect(edit('Éa|', 'Éa\u0308|')).toBe('éä');
});

test('what is no letter changes nothing', () => {
  draft.type('cat');
  expect(edit('CAT |')).toBe('cat');
  expect(edit('CAT🙂|')).toBe('cat');
});

test('a draft that was changed meanwhile is not put back', () => {
  edits.begin();
  edit('c|');
  expect(edits.holds).toBe(true);
  draft.type('d');
  expect(edits.holds).toBe(false);
  edit('CDe|');
  expect(draft.word).toBe('cde');
});

test('a face of several letters is one place of the draft, and is deleted whole', () => {
  draft.slots = [{ letter: 'qu' }, { letter: 'a' }];
  expect(textOf(draft.slots)).toBe('QUA');
  expect([0, 1, 2, 3].map((at) => slotAt(draft.slots, at))).toEqual([0, 1, 1, 2]);
  expect([0, 1, 2].map((slot) => textAt(draft.slots, slot))).toEqual([0, 2, 3]);
  expect(edit('Q|A')).toBe('a');
});
