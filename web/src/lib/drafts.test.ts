import { beforeEach, expect, test } from 'vitest';
import { bagDrafts } from '../bag/draft';
import { matchDrafts } from '../match/draft';

const KEY = 'wordlot.draft.KWMXRT';
const slot = { letter: 't', want: 'r', card: 1, lying: false, turn: false };
const lane = { kind: 'cross', column: 4 };
const kept = {
  game: 1,
  moment: '3',
  hand: [
    ['a', 'y'],
    ['t', 'r'],
  ],
  table: [],
  draft: { slots: [slot], caret: 1, lane, choice: 2 },
} as const;
const word = { slots: [{ letter: 't', blank: true, held: null }], caret: 0 };
const bag = { game: 1, moment: '2.1', hand: ['t', '?'], table: ['r'], draft: word };

const write = (text: string) => sessionStorage.setItem(KEY, text);
const read = (game = 1, moment = '3') => matchDrafts.read('KWMXRT', game, moment);
const readBag = () => bagDrafts.read('KWMXRT', 1, '2.1');

beforeEach(() => sessionStorage.clear());

test('what is kept comes back, in each game', () => {
  matchDrafts.keep('KWMXRT', kept as never);
  expect(read()).toEqual(kept);
  bagDrafts.keep('KWMXRT', bag);
  expect(readBag()).toEqual(bag);
});

test('of a moment that is over the hand alone comes back, of another game or table nothing', () => {
  matchDrafts.keep('KWMXRT', kept as never);
  expect(read(1, '4')).toEqual({ ...kept, table: [], draft: null });
  expect(read(2)).toBeNull();
  expect(matchDrafts.read('QQQQQQ', 1, '3')).toBeNull();
  matchDrafts.forget('KWMXRT');
  expect(read()).toBeNull();
});

/** Everything within a value that can be put in the place of something else, with how to. */
function* mutants(value: unknown, put: (other: unknown) => unknown): Generator<unknown> {
  for (const other of [null, -1, 0.5, 1e9, '', 'xyzzy', true, [], {}, [[]], '\u0000']) yield put(other);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const copy = () => (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    yield* mutants(part, (other) => put(Object.assign(copy(), { [name]: other })));
    const without = copy();
    delete without[name];
    yield put(without);
  }
}

test('a damaged draft is dropped or sound, whatever is damaged', () => {
  const letter = (value: unknown) => expect(value).toMatch(/^\p{L}$/u);
  let tried = 0;
  for (const damaged of mutants(kept, (other) => other)) {
    write(JSON.stringify(damaged) ?? '');
    tried += 1;
    const draft = read()?.draft ?? null;
    if (draft === null) continue;
    draft.slots.forEach((s) => letter(s.letter));
    expect(draft.caret).toBeLessThanOrEqual(draft.slots.length);
    expect(draft.lane === null || typeof draft.lane.column === 'number').toBe(true);
  }
  for (const damaged of mutants(bag, (other) => other)) {
    write(JSON.stringify(damaged) ?? '');
    tried += 1;
    readBag()?.draft?.slots.forEach((s) => letter(s.letter));
  }
  expect(tried).toBeGreaterThan(300);
});

test.each(['', '{', 'null', '[1]', '"x"', `{"game":1,"moment":"3","hand":[],"x":"${'y'.repeat(30_000)}"}`])(
  'what is no draft at all is nothing: %.20s',
  (text) => {
    write(text);
    expect(read()).toBeNull();
  },
);

test('a draft of more letters than any word has is none', () => {
  write(JSON.stringify({ ...kept, draft: { ...kept.draft, slots: Array(61).fill(slot) } }));
  expect(read()?.draft).toBeNull();
});
