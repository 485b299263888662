import { expect, test } from 'vitest';
import { cards, crossword, painter, placement, play, view } from '../fixtures/match';
import { compose } from '../messages/match';
import type { MatchEvent } from '../wire';
import { cardsSpoken, crosswordSpoken, saying } from './speak';

const name = (seat: number) => ['You', 'Mira', 'Tomás', 'Ada'][seat] ?? '';
const bid: MatchEvent = {
  type: 'bid_placed',
  round: 1,
  seat: 1,
  value: 8,
  closes_at: null,
  play: null,
};

test('a bid of another is said when there is time', () => {
  expect(saying(bid, 0, name, false)).toEqual({ text: 'Mira bid 8.', urgent: false });
});

test('being outbid interrupts, and says that there is no second bid', () => {
  expect(saying(bid, 0, name, true)).toEqual({
    text: 'Outbid: Mira bid 8. No second bid this round.',
    urgent: true,
  });
});

test('an accepted bid of yours interrupts', () => {
  expect(saying({ ...bid, seat: 0 }, 0, name, false)?.urgent).toBe(true);
});

test('cards that you drew are said, those of others are not', () => {
  const drawn: MatchEvent = { type: 'cards_drawn', seat: 0, count: 2, cards: cards('aE') };
  expect(saying(drawn, 0, name, false)?.text).toBe('You drew A yellow, E red.');
  expect(saying({ ...drawn, seat: 1, cards: null }, 0, name, false)).toBeNull();
});

test('hidden events say nothing', () => {
  expect(saying({ type: 'hidden' }, 0, name, false)).toBeNull();
});

test('letters with colours are spoken in short', () => {
  const ply = placement(play('cross', 1, 'pl', 'y'), 'play', 6, 8);
  expect(compose.spoken(ply)).toBe('PLAY down through the A, 3 yellow. Bid 6, takes 8 points.');
  expect(cardsSpoken(cards('batOG'))).toBe('B, A and T yellow, O and G red');
});

test('the crossword can be heard', () => {
  expect(crosswordSpoken(view({ crossword: painter }))).toBe(
    'PAINTER across. SALT down through the A. ORBIT down through the R.',
  );
  expect(crosswordSpoken(view({ crossword: crossword('cat') }))).toBe(
    'CAT across. No word crosses it.',
  );
});
