/** What a page holds the server to before and after it reveals its nonce (X3). */
import { beforeEach, expect, test } from 'vitest';

import { lobby } from '../fixtures/match';
import type { Dealing } from '../wire';
import { answerTo, foulIn } from './fair';
import { commitmentOf } from './commit';
import { committed, forget, partOf } from './nonce';

const CODE = 'KWMXRT';
const table = lobby({ stage: 'waiting' });

beforeEach(() => {
  sessionStorage.clear();
  forget();
});

function listed(mine: string, more: Partial<Dealing> = {}): Dealing {
  const commitments = ['a'.repeat(64), mine, ''];
  return { game: 1, commitment: 'seed', seats: [0, 2, 3], commitments, awaited: [2], ...more };
}

/** Commit in seat 2 of the table, and be shown an honest list. */
async function shown(): Promise<{ dealing: Dealing; nonce: string }> {
  const dealing = listed(await committed(CODE, 1));
  const { nonce } = answerTo(table, dealing, 2);
  return { dealing, nonce: nonce as string };
}

test('a nonce has 256 bits, is drawn anew for each game and lasts in the tab', async () => {
  const first = await committed(CODE, 1);
  expect(await committed(CODE, 1)).toBe(first);
  expect(await committed(CODE, 2)).not.toBe(first);
  forget();
  expect(await committed(CODE, 1)).toBe(first);
  expect(partOf(CODE, 1)?.nonce).toMatch(/^[0-9a-f]{64}$/);
});

test('it is revealed for a list with its commitment in it, and again for the same list', async () => {
  const { dealing, nonce } = await shown();
  expect(commitmentOf(nonce)).toBe(dealing.commitments[1]);
  expect(answerTo(table, dealing, 2)).toEqual({ nonce, foul: null });
});

test.each([
  ['other_list', { commitments: ['b'.repeat(64), '', ''] }],
  ['other_seed', { commitment: 'another' }],
] as const)('a second list is answered with nothing: %s', async (foul, more) => {
  const { dealing } = await shown();
  const commitments = dealing.commitments.map((own, i) =>
    i === 1 ? own : ((more as Partial<Dealing>).commitments?.[i] ?? own),
  );
  expect(answerTo(table, { ...dealing, ...more, commitments }, 2)).toEqual({ nonce: '', foul });
});

test('a list without its commitment is answered with nothing', async () => {
  await committed(CODE, 1);
  expect(answerTo(table, listed('f'.repeat(64)), 2)).toEqual({ nonce: '', foul: 'left_out' });
  expect(answerTo(table, listed(''), 2)).toEqual({ nonce: null, foul: 'left_out' });
});

test('a page that lost its part says so, and holds nobody up', async () => {
  expect(answerTo(table, listed('f'.repeat(64)), 2)).toEqual({ nonce: '', foul: 'lost' });
});

test('a spectator reveals nothing', async () => {
  expect(answerTo(table, listed(await committed(CODE, 1)), null)).toEqual({ nonce: null, foul: null });
});

test('a game and its record are held to what was shown', async () => {
  const { dealing, nonce } = await shown();
  const fair = { ...dealing, nonces: ['other', nonce, ''] };
  const part = partOf(CODE, 1);
  expect(foulIn(fair, part)).toBeNull();
  expect(foulIn({ ...fair, commitment: 'another' }, part)).toBe('other_seed');
  expect(foulIn({ ...fair, commitments: [] }, part)).toBe('other_list');
  expect(foulIn({ commitment: 'seed', nonces: fair.nonces }, part)).toBe('other_list');
  expect(foulIn({ ...fair, nonces: ['other', '', ''] }, part)).toBe('not_taken');
  expect(foulIn({ ...fair, nonces: ['other', 'made up', ''] }, part)).toBe('other_nonce');
  await committed(CODE, 2);
  expect(foulIn(fair, partOf(CODE, 2))).toBe('left_out');
  expect(foulIn(fair, null)).toBeNull();
});
