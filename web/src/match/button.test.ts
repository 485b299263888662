import { expect, test } from 'vitest';
import { offers, placement, play, view } from '../fixtures/match';
import { button } from '../messages/match';
import type { MatchOffer } from '../wire';
import { mainButton, type Situation } from './button';

const BATTED = placement(play('cross', 4, 'ba', 'ted'), 'batted', 10, 12);

function situation(more: Partial<Situation> = {}): Situation {
  return {
    view: view(),
    offers: offers(),
    placement: null,
    number: 7,
    sending: false,
    online: true,
    name: (seat) => ['You', 'Mira', 'Tomás', 'Ada'][seat] ?? '',
    ...more,
  };
}

const seats = (of: object) => view().seats.map((seat, i) => (i === 0 ? { ...seat, ...of } : seat));

test('the label is the bid: value and score, both named', () => {
  expect(mainButton(situation({ placement: BATTED }))).toEqual({
    label: 'Bid 10 · takes 12',
    note: '',
    ready: true,
  });
});

test('by day it begins the time to lay, and tells what a void call costs', () => {
  const begin = mainButton(
    situation({ offers: [{ type: 'open_laying', clock_ms: 30_000, costs: 6 }, { type: 'pass' }] }),
  );
  expect(begin.label).toBe('Begin your time to lay');
  expect(begin.note).toContain('it costs you 6 points');
  expect(begin.ready).toBe(true);
  const lay: MatchOffer = { type: 'lay', least: 6, lanes: [], blocked: [], costs: 6 };
  expect(mainButton(situation({ offers: [lay, { type: 'pass' }] })).note).toContain('costs you 6');
});

test('a play that is not high enough says what is needed', () => {
  const low = { ...BATTED, value: 5, score: 6, enough: false };
  const { label, note, ready } = mainButton(situation({ placement: low, offers: offers(7) }));
  expect([label, note, ready]).toEqual(['Bid 5 · takes 6', 'needs 7 or more', false]);
});

test('without a play it asks for one', () => {
  expect(mainButton(situation())).toMatchObject({ note: button.composeFirst, ready: false });
});

test('what is on its way is told, and cannot be sent twice', () => {
  expect(mainButton(situation({ placement: BATTED, sending: true }))).toMatchObject({
    label: 'Sending…',
    ready: false,
  });
});

test('without a connection nothing is sent', () => {
  expect(mainButton(situation({ placement: BATTED, online: false })).ready).toBe(false);
});

test('a called bid is a number', () => {
  const called = view({ options: { ...view().options, bidding: 'called' } });
  expect(mainButton(situation({ view: called }))).toMatchObject({ label: 'Call 7', ready: true });
});

test('the winner of a called auction lays a play of the called value or more', () => {
  const laying = view({ phase: 'laying', laying: 0, high: 8, leader: 0 });
  const lay = [{ type: 'lay', least: 8, lanes: [], blocked: [] }, { type: 'pass' }] as const;
  const of = situation({ view: laying, offers: lay as never });
  expect(mainButton(of)).toMatchObject({ note: 'Lay a play of value 8 or more.', ready: false });
  expect(mainButton({ ...of, placement: BATTED })).toMatchObject({
    label: 'Lay it · takes 12',
    ready: true,
  });
});

test('who has bid waits, and is told when outbid that there is no second bid', () => {
  const leads = view({ seats: seats({ bid: 6 }), high: 6, leader: 0 });
  expect(mainButton(situation({ view: leads, offers: [] }))).toMatchObject({
    label: 'You bid 6',
    note: button.leadNote,
  });
  const outbid = view({ seats: seats({ bid: 6 }), high: 8, leader: 1 });
  expect(mainButton(situation({ view: outbid, offers: [] })).note).toContain(
    'no second bid this round',
  );
});

test('who has passed is told when it is their turn again', () => {
  const passed = view({ seats: seats({ passed: true }) });
  expect(mainButton(situation({ view: passed, offers: [] }))).toMatchObject({
    label: 'You passed',
    ready: false,
  });
});
