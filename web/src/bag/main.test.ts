import { expect, test } from 'vitest';
import { attempt, bidding, challenge, seat, spelling, trying, verdicts, view } from '../fixtures/bag';
import type { BagView, BetTheBagOffer } from '../wire';
import { mainButton, type Main, type Situation } from './main';

function main(of: BagView, offers: BetTheBagOffer[], more: Partial<Situation> = {}): Main {
  return mainButton({
    view: of,
    offers,
    chosen: null,
    spelling: null,
    settled: true,
    barred: false,
    sending: false,
    online: true,
    skips: false,
    name: (i) => ['You', 'Mira', 'Tomás', 'Ada'][i] ?? '',
    ...more,
  });
}

test('it flips, bids what was chosen, and submits what was composed', () => {
  expect(main(view({ phase: 'flip' }), [{ type: 'flip' }])).toMatchObject({
    label: 'Flip the card',
    ready: true,
  });
  expect(main(view(), bidding(), { chosen: 7 })).toMatchObject({ label: 'Bid 7', ready: true });
  const word = spelling('crab', 'httt');
  expect(main(attempt(), trying(), { spelling: word })).toEqual({
    label: 'Submit CRAB',
    detail: 'lays C',
    note: '',
    ready: true,
  });
});

test('by day it begins the minute, and says so to the others', () => {
  const of = view({ phase: 'opening', attempting: 0 });
  expect(main(of, [{ type: 'open_attempt' }, { type: 'give_up' }])).toMatchObject({
    label: 'Begin your minute',
    ready: true,
  });
  expect(main(view({ phase: 'opening', attempting: 1, bids: [] }), []).note).toBe(
    'Mira is to begin the minute.',
  );
});

test('a number that is not free, or none, cannot be bid', () => {
  expect(main(view(), bidding())).toMatchObject({ label: 'Bid', ready: false });
  expect(main(view(), bidding(), { chosen: 6 }).ready).toBe(false);
});

test('a word that cannot be submitted says why', () => {
  const lacking = (more: object) =>
    main(attempt(), trying(), { spelling: spelling('crab', 'httt', { ready: false, ...more }) });
  expect(lacking({ missing: ['q', 'z'] }).note).toBe('No tile gives Q and Z.');
  expect(lacking({ over: 1 }).note).toBe('1 tile over the bid of 5 tiles.');
  expect(lacking({ short: 2 }).note).toBe('2 letters short of the contract.');
});

test('a word without its answer is not submitted, nor one too soon after a refusal', () => {
  const spelled = { spelling: spelling('crab', 'tttt') };
  expect(main(attempt(), trying(), { ...spelled, settled: false }).ready).toBe(false);
  expect(main(attempt(), trying(), { ...spelled, barred: true })).toMatchObject({
    ready: false,
    note: 'Another word in a moment.',
  });
});

test('who waits is told for what', () => {
  const [mine, ...others] = [seat({ bid: 8 }), seat(), seat({ bid: 5 }), seat({ bid: 6 })];
  const behind = attempt({
    seats: [mine, ...others],
    attempting: 2,
    queue: [
      { seat: 2, tiles: 5 },
      { seat: 3, tiles: 6 },
      { seat: 0, tiles: 8 },
    ],
  });
  expect(main(behind, []).note).toBe('2 attempts come before yours, with 8 tiles.');
  expect(main({ ...behind, queue: behind.queue.slice(1) }, []).note).toBe(
    'Your minute is next, with 8 tiles.',
  );
  expect(main(view({ seats: [seat({ passed: true })] }), []).label).toBe('You passed');
  expect(main(view({ awaited: [1] }), []).note).toBe('Mira bids.');
  expect(main(view({ phase: 'flip', on_turn: 3 }), []).note).toBe('Ada flips the card.');
  expect(main(challenge(), verdicts).note).toBe('The word is being judged.');
});

test('nothing can be pressed while something is on its way, or without a connection', () => {
  expect(main(view(), bidding(), { chosen: 7, sending: true }).label).toBe('Sending…');
  expect(main(view(), bidding(), { chosen: 7, online: false })).toMatchObject({
    label: 'No connection',
    ready: false,
  });
});
