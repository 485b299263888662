import { expect, test } from 'vitest';
import { challenge, compose, button, card, head, log, spoken, stage, track } from './bag';
import * as match from './match';
import { laying, todo } from './referee';

/** Numbers that name what they count, alone or as a part of a whole. */
const COUNTED =
  /^\d+(?: of (?:at most )?\d+)? (?:tiles?|letters?|points?|cards?|aces?|accepted)\b/;
/** Values in Match are numbers of no thing. */
const VALUE = /(?:value|bid|bid of|bid is|Bid) $/;

/** Return what is left of a sentence from each of its numbers on that does not say what it counts. */
function bare(sentence: string, values = false): string[] {
  const told = [...sentence.replaceAll(/\([BMX][\d.]+\)/g, '').matchAll(/(?<!\d of |\d of at most )\d+/g)];
  return told
    .filter(({ index }) => !COUNTED.test(sentence.slice(index)))
    .filter(({ index }) => !(values && VALUE.test(sentence.slice(0, index))))
    .map(({ index }) => sentence.slice(index));
}

test.each([
  log.gaveUp('Theo', 2, 7),
  log.clock('Theo', 2, 7),
  log.clock('Your', 1, 1, true),
  log.from('Theo', 2, 7),
  log.bogus('FLORB', 'Theo', 5),
  log.contract(5),
  log.lastNobody(5),
  log.bids(`${log.bid('Theo', 5)}, ${log.bid('you', 7)}`),
  log.aces(2),
  card.contractSpoken([5, 'hearts']).replace('5 of hearts', ''),
  card.acesSpoken(2, 4),
  card.left(5),
  card.bag(61),
  card.out(9),
  head.bidNote(5),
  head.openingNote(5, 7),
  head.minuteNote(5, 7),
  track.takenNote(5, 'Theo'),
  track.belowNote(4, 5),
  track.notYet(5),
  track.below(4, 5),
  stage.meterSpoken(2, 7),
  stage.passedLimit(7),
  compose.over(1, 7),
  compose.short(2),
  button.spell(5),
  button.drawFull(7),
  button.youBid(7),
  button.next(7),
  button.later(7, 2).replace('2 attempts', ''),
  challenge.acceptWord(5),
  challenge.isWord(10),
  challenge.isNone(5),
  challenge.accepted(1, 3),
  spoken.ace(2, 4),
  spoken.contract(5),
  spoken.yourBid(5),
  spoken.bid('Theo', 7),
  spoken.youBid(7),
  spoken.yourMinute(7, 2),
  spoken.minute('Theo', 7),
  spoken.lost('Theo', 5),
  spoken.filled('Theo', 'CRATE', 5),
  spoken.won('Theo', 20),
  todo.ace(2, 4),
  todo.loses('Theo', 5),
])('in Bet the Bag each number says what it counts: %s', (sentence) => {
  expect(bare(sentence)).toEqual([]);
});

test.each([
  match.log.bid('Theo', 6),
  match.log.value(6),
  match.log.voided('Theo', 6, 5),
  match.log.shortPaid(3),
  match.button.beginNote('30s', 6).replace('30s', ''),
  match.button.layFirst(6, 6),
  match.button.outbid(8),
  match.spoken.bid('Theo', 6),
  match.spoken.yourBid(6),
  match.spoken.outbid('Theo', 8),
  match.spoken.laid('Theo', 'STONE', 'base word', 10),
  match.spoken.laying('Theo', 6),
  match.spoken.yourLaying(6),
  match.spoken.voided('Theo', 6, 5),
  match.spoken.yourOpening(6),
  match.spoken.won('Theo', 60),
  match.spoken.scores('', 74),
  laying.title('Theo', 6),
  laying.award('Theo', 8),
  todo.voided('Theo', 6, 5),
  todo.takes('Theo', 8),
])('in Match each number is a value, or says what it counts: %s', (sentence) => {
  expect(bare(sentence, true)).toEqual([]);
});
