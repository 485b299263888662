/** The texts of Bet the Bag. */

import type { ContractCard, ScoreCard, Suit } from '../wire';
import { common, type Refusal } from './common';

export const upper = (letters: readonly string[]) => letters.join('').toUpperCase();

export const tiles = (n: number) => (n === 1 ? '1 tile' : `${n} tiles`);
const letters = (n: number) => (n === 1 ? '1 letter' : `${n} letters`);
const { cards, points } = common;
/** How much of a bid lay on the table at the end of an attempt. */
const onTable = (lying: number, limit: number) => `${lying} of ${tiles(limit)} on the table`;

export const suits: Record<Suit, { sign: string; name: string; red: boolean }> = {
  spades: { sign: '♠', name: 'spades', red: false },
  hearts: { sign: '♥', name: 'hearts', red: true },
  diamonds: { sign: '♦', name: 'diamonds', red: true },
  clubs: { sign: '♣', name: 'clubs', red: false },
};

export const cardName = ([rank, suit]: ContractCard) =>
  `${rank === 1 ? 'ace' : rank} of ${suits[suit].name}`;

export const card = {
  contract: 'letters or more',
  contractSpoken: (of: ContractCard) => `Contract: ${cardName(of)}, ${of[0]} letters or more.`,
  face: 'A contract card, face down',
  aces: 'Aces',
  acesSpoken: (gone: number, all: number) => `${gone} of ${all} aces are gone.`,
  acesRule: 'The last ace ends the game (B3.2).',
  scores: 'Score cards',
  won: ({ card: of, doubled }: ScoreCard) => `${cardName(of)}${doubled ? ', doubled' : ''}`,
  left: (n: number) => `${cards(n)} left to flip`,
  gone: 'Gone',
  bag: (n: number) => `${tiles(n)} in the bag`,
  out: (n: number) => `${tiles(n)} out of play`,
};

export const head = {
  yourFlip: 'Your turn',
  flip: (name: string) => `${name} flips`,
  flipNote: 'The next card is the contract.',
  yourBid: 'Your bid',
  bid: (name: string) => `${name} bids`,
  bidNote: (least: number) => `How many tiles for a word of ${letters(least)} or more?`,
  yourOpening: 'Your attempt',
  opening: (name: string) => `${name} is to attempt`,
  openingNote: (least: number, limit: number) =>
    `The minute begins when its player is ready: a word of ${letters(least)} or more, from at most ${tiles(limit)}`,
  yourMinute: 'Your minute',
  minute: (name: string) => `${name}’s minute`,
  minuteNote: (least: number, limit: number) =>
    `A word of ${letters(least)} or more, from at most ${tiles(limit)}`,
  submitted: (name: string, you: boolean) => (you ? 'You have a word' : `${name} has a word`),
  submittedNote: 'Challenge it, or let it stand.',
  yourSubmittedNote: 'The others accept or challenge it.',
  over: 'The game is over',
  overNote: 'The last ace is turned up.',
};

export const clock = {
  none: 'No clock',
  left: (text: string) => `${text} left.`,
  few: (seconds: number) => `${seconds === 10 ? 'Ten' : seconds} seconds`,
};

export const track = {
  label: 'Your bid, in tiles',
  free: (n: number) => tiles(n),
  taken: (n: number, name: string) => `${tiles(n)}, taken by ${common.within(name)}`,
  below: (n: number, least: number) => `${tiles(n)}, fewer than the ${least} letters of the contract`,
  notYet: (n: number) => `${tiles(n)}, free`,
  takenNote: (n: number, name: string) => `The bid of ${tiles(n)} is taken by ${common.within(name)}. Choose a free number (B4.1).`,
  belowNote: (n: number, least: number) =>
    `${tiles(n)} cannot make ${letters(least)}. The least bid is ${tiles(least)} (B4.1).`,
  notYetNote: 'It is not your turn to bid.',
};

export const queue = {
  label: 'Attempts, in this order',
  empty: 'No bid yet',
  allPass: 'All passed so far',
  now: 'now',
  failed: (name: string, n: number) => `${name}, ${tiles(n)}, failed`,
};

export const stage = {
  label: 'Tiles on the table',
  empty: 'No tile on the table yet',
  tile: (letter: string, name: string, drawn: boolean, inWord: boolean) =>
    `${letter}, ${drawn ? 'drawn' : 'laid'} by ${common.within(name)}${inWord ? ', in your word' : ''}`,
  tentative: (letter: string) => `${letter}, from your hand when you submit`,
  blank: 'blank',
  blankAs: (letter: string) => `blank as ${letter}`,
  left: (n: number) => `${n} left`,
  meter: (n: number, of: number) => `${n} of ${of}`,
  meterSpoken: (n: number, of: number) => `${n} of at most ${tiles(of)} on the table`,
  more: (n: number) => `+ ${n} from your hand`,
  passed: (name: string, you: boolean) => (you ? 'The tiles pass to you' : `The tiles pass to ${name}`),
  passedLimit: (limit: number) => `up to ${tiles(limit)} now`,
};

export const compose = {
  label: 'Your word',
  placeholder: 'Type a word or tap tiles',
  hintAhead: 'Compose ahead if you like: nobody sees it.',
  hint: 'Draw first; lay only what fits.',
  clear: 'Take all letters back',
  hand: 'Your tiles',
  noTiles: 'You hold no tiles.',
  tile: (letter: string, used: boolean) => `${letter}${used ? ', in your word' : ''}`,
  missing: (list: readonly string[]) =>
    `No tile gives ${common.names(list.map((l) => l.toUpperCase()))}.`,
  over: (n: number, limit: number) => `${tiles(n)} over the bid of ${tiles(limit)}.`,
  short: (n: number) => `${letters(n)} short of the contract.`,
  spelled: (word: string) => `${word} can be spelled.`,
  spelledLays: (word: string, list: string) => `${word} lays ${list} from your hand.`,
  blankTitle: 'The blank stands for',
};

export const button = {
  flip: 'Flip the card',
  begin: 'Begin your minute',
  bid: (n: number) => `Bid ${n}`,
  bidEmpty: 'Bid',
  choose: 'Choose a free number.',
  submit: (word: string) => `Submit ${word}`,
  submitEmpty: 'Submit',
  spell: (least: number) => `Spell a word of ${letters(least)} or more.`,
  again: 'Another word in a moment.',
  lays: (list: string) => `lays ${list}`,
  pass: 'Pass',
  passDraws: 'draws a tile',
  passNoTile: 'the bag is empty',
  giveUp: 'Give up',
  giveUpSure: 'Sure?',
  giveUpReason: 'Giving up ends your attempt; the tiles stay on the table.',
  giveUpWait: 'Only in your own minute.',
  draw: 'Draw a tile',
  drawWait: 'Tiles are drawn in your own minute.',
  drawFull: (limit: number) => `Your bid of ${tiles(limit)} is full.`,
  drawEmpty: 'The bag is empty: only your hand is left.',
  wait: 'Wait',
  skip: 'Skip ahead',
  skipNote: 'Only bots have something left to do in this turn.',
  theirFlip: (name: string) => `${name} flips the card.`,
  theirBid: (name: string) => `${name} bids.`,
  theirMinute: (name: string) => `${name} has the minute.`,
  theirOpening: (name: string) => `${name} is to begin the minute.`,
  youBid: (n: number) => `You bid ${tiles(n)}`,
  youPassed: 'You passed',
  youFailed: 'Your minute is over',
  next: (n: number) => `Your minute is next, with ${tiles(n)}.`,
  later: (n: number, before: number) =>
    `${before === 1 ? 'One attempt comes' : `${before} attempts come`} before yours, with ${tiles(n)}.`,
  nextTurn: 'You bid again in the next turn.',
  judging: 'The word is being judged.',
  offline: 'No connection',
  offlineNote: 'Without a connection nothing can be sent; this page tries again by itself.',
  over: 'Game over',
  changed: 'That number was taken just now. Choose another.',
};

export const challenge = {
  title: (name: string, word: string, you: boolean) =>
    you ? `You submit ${word}` : `${name} submits ${word}`,
  accept: 'Accept',
  acceptWord: (n: number) => `A word or not: it scores ${points(n)}`,
  challenge: 'Challenge',
  isWord: (n: number) => `A word: it scores ${points(n)}`,
  isNone: (n: number) =>
    n > 0 ? `Not one: it costs ${points(n)} and the attempt` : 'Not one: it costs the attempt',
  accepted: (n: number, of: number) => `${n} of ${of} accepted`,
  acceptedBy: (names: string) => `${names} accepted`,
  youAccepted: 'You accepted.',
  yours: 'It stands if nobody challenges.',
  watch: 'The others judge it.',
};

export const verdict = {
  challenges: (name: string) => `${name} challenged`,
  word: 'It is a word',
  none: 'It is no word',
  skip: (word: string) => `${word}, on to the game`,
};

export const seat = {
  thinking: 'Bidding',
  flips: 'Flips',
  bid: (n: number) => `Bid ${n}`,
  next: (n: number) => `Bid ${n} · next`,
  opening: (n: number) => `To attempt · bid ${n}`,
  attempting: (n: number) => `Attempts · bid ${n}`,
  failed: (n: number) => `Bid ${n} · failed`,
  submitted: 'Submitted',
  judging: 'Judging',
  accepted: 'Accepted',
  passed: 'Passed',
  away: 'Away',
  winner: 'Winner',
  waiting: 'To bid',
  idle: 'Waits',
};

export const log = {
  title: 'Turns',
  none: 'No turn is over yet.',
  contract: (n: number) => `Contract of ${letters(n)}`,
  nobody: 'Nobody filled it',
  lastNobody: (n: number) => `Nobody filled the contract of ${letters(n)}.`,
  by: (name: string) => `by ${common.within(name)}`,
  doubled: 'doubled by a challenge',
  allPassed: 'All passed',
  from: (name: string, lying: number, limit: number) => `${name}, ${onTable(lying, limit)}`,
  challenged: (name: string) => `challenged by ${common.within(name)}`,
  inLexicon: 'in the lexicon',
  notWord: 'not a word',
  noCard: 'no card to lose',
  gaveUp: (name: string, lying: number, limit: number) =>
    `${name} gave up, with ${onTable(lying, limit)}`,
  clock: (name: string, lying: number, limit: number, you = false) =>
    `${you ? 'Your' : `${name}’s`} minute ran out, with ${onTable(lying, limit)}`,
  bogus: (word: string, name: string, lost: number, you = false) =>
    lost > 0
      ? `${word} is not a word: ${name} ${you ? 'lose' : 'loses'} a card of ${points(lost)}`
      : `${word} is not a word: ${name} had no card to lose`,
  aces: (n: number) => (n === 1 ? 'An ace was turned up' : `${n} aces were turned up`),
  ended: 'The last ace ended the game',
  bids: (list: string) => `Bids: ${list}`,
  bid: (name: string, n: number) => `${name} ${tiles(n)}`,
  passes: (list: string) => `passed: ${list}`,
};

export const spoken = {
  turn: (name: string, you: boolean) => (you ? 'Your turn: flip the card.' : `${name} flips.`),
  ace: (gone: number, all: number) => `An ace: ${gone} of ${all} aces are gone.`,
  contract: (n: number) => `Contract: ${letters(n)} or more.`,
  yourBid: (least: number) => `Your bid, from ${tiles(least)}.`,
  bid: (name: string, n: number) => `${name} bid ${tiles(n)}.`,
  youBid: (n: number) => `Your bid of ${tiles(n)} stands.`,
  passed: (name: string, byClock: boolean) =>
    byClock ? `${name} passed: the clock ran out.` : `${name} passed.`,
  youDrew: (list: string) => `You got ${list}.`,
  yourMinute: (limit: number, lying: number) =>
    `Your minute: at most ${tiles(limit)}${lying > 0 ? `, ${tiles(lying)} on the table already` : ''}.`,
  yourOpening: 'It is your attempt. Begin your minute when you are ready.',
  opening: (name: string) => `${name} is to begin an attempt.`,
  minute: (name: string, limit: number) => `${name} attempts, with at most ${tiles(limit)}.`,
  drawn: (letter: string) => `${letter} drawn.`,
  laid: (name: string, list: string) => `${name} laid ${list}.`,
  refusedWord: (word: string) => `${word} is not in the lexicon. Try another.`,
  submitted: (name: string, word: string) =>
    `${name} submits ${word}. Slash A accepts, slash X challenges.`,
  submittedWatch: (name: string, word: string) => `${name} submits ${word}.`,
  youSubmitted: (word: string) => `You submit ${word}.`,
  accepted: (name: string) => `${name} accepted.`,
  challenged: (name: string, right: boolean) =>
    right ? `${name} challenged: it is a word, and counts double.` : `${name} challenged: it is no word.`,
  lost: (name: string, lost: number) => `${name} lost a card of ${points(lost)}.`,
  failed: {
    clock: (name: string) => `${name}: time is up.`,
    gave_up: (name: string) => `${name} gave up.`,
    bogus: (name: string) => `${name}: the attempt failed.`,
  },
  filled: (name: string, word: string, won: number) =>
    `${name} filled it with ${word}, for ${points(won)}.`,
  discarded: 'Nobody filled the contract.',
  ended: 'The last ace. The game is over.',
  won: (names: string, total: number) => `${names} won with ${points(total)}.`,
  hand: (list: string) => (list === '' ? 'You hold no tiles.' : `You hold ${list}.`),
  board: (contract: string, onTable: string, bag: number) =>
    `${contract} ${onTable === '' ? 'No tile is on the table.' : `On the table: ${onTable}.`} ${card.bag(bag)}.`,
  noContract: 'No contract yet.',
  scores: (list: string) => `${list}.`,
  awaited: (names: string) => (names === '' ? 'Nobody is awaited.' : `Waiting for ${names}.`),
  nothing: 'Nothing has happened yet.',
  blank: 'a blank',
};

export const result = {
  ended: 'The last ace was turned up (B3.2).',
  starts: (name: string, you: boolean) =>
    you ? 'You start the next game here (B2.2).' : `${name} starts the next game here (B2.2).`,
};

/** What a refused action says: the reason first, then the way out. */
export const refused: Record<string, string | ((refusal: Refusal) => string)> = {
  taken: button.changed,
  too_low: ({ text }) => sentence(text),
  too_high: ({ text }) => sentence(text),
  bid_full: ({ text }) => sentence(text),
  bag_empty: button.drawEmpty,
  no_tiles: 'No tile was named.',
  too_short: ({ text }) => sentence(text),
  too_long: ({ text }) => sentence(text),
  cannot_spell: ({ text }) => sentence(text),
  too_late: 'The time was over. Nothing has changed.',
  too_soon: button.again,
  own_word: 'That is your own word.',
  already_accepted: 'You have accepted this word; that is final.',
  not_held: 'Your hand does not hold those tiles any more.',
  stale_round: 'That is over already. Nothing was done.',
};

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
