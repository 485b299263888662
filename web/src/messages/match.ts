/** The texts of Match. */

import type { Colour, End, Kind, Placement, Play } from '../wire';
import { common, type Refusal } from './common';

const { points } = common;

export const info = {
  title: 'Match',
  about:
    'No turns. Everyone bids at once for the right to grow the crossword, and the word pays the ' +
    'winner. One colour counts double.',
  facts: (least: number, most: number) => `${least}–${most} players · 15–25 minutes`,
};

export const keys: readonly (readonly [string, string])[] = [
  ['A–Z', 'type a letter'],
  ['Shift + letter', 'in the other colour'],
  ['Backspace', 'take the last letter back'],
  ['Esc', 'take everything back'],
  ['↑ ↓', 'another place on the table'],
  ['Enter', 'bid, or lay'],
  ['/p, Enter', 'pass'],
  [', and .', 'shuffle and sort your cards'],
  ['/c /h /b', 'hear clock, hand, board'],
  ['/s /w /l', 'hear scores, who is awaited, the last event'],
  ['?', 'the rules, at the clause in force'],
];

export const colours = { y: 'yellow', r: 'red' } as const;

export const upper = (letters: readonly string[]) => letters.join('').toUpperCase();

/** Where a play goes, such as "down through the T". */
export function place(play: Play, word: readonly string[]): string {
  const end = word.length - play.after.length;
  const old = upper(word.slice(play.before.length, end));
  switch (play.kind) {
    case 'base':
      return 'base word';
    case 'cross':
      return `down through the ${old}`;
    case 'extend_base':
      return `grows ${old}`;
    case 'extend_cross':
      return `grows ${old}, down`;
  }
}

const lanes: Record<Kind, (old: string) => string> = {
  base: () => 'Base word',
  cross: (old) => `Down through the ${old}`,
  extend_base: (old) => `Grow ${old}`,
  extend_cross: (old) => `Grow ${old}, down`,
};

const ends: Record<Kind, Record<'before' | 'after', string>> = {
  base: { before: '', after: '' },
  cross: { before: ', above it', after: ', below it' },
  extend_base: { before: ', at the left', after: ', at the right' },
  extend_cross: { before: ', at the top', after: ', at the bottom' },
};

export const board = {
  label: 'Crossword',
  empty: 'The table is empty: bid for a base word.',
  lane: (kind: Kind, old: string, side: 'before' | 'after') =>
    `${lanes[kind](old)}${ends[kind][side]}`,
  blocked: (letter: string) =>
    `Column ${letter} is blocked: a crossing word stands in it or beside it (M4.2).`,
  blockedLane: (letter: string) => `Column ${letter}, blocked`,
  spoken: (base: string, crossings: readonly string[]) =>
    base === ''
      ? 'The table is empty.'
      : `${base} across. ${crossings.length === 0 ? 'No word crosses it' : crossings.join('. ')}.`,
  crossing: (word: string, letter: string) => `${word} down through the ${letter}`,
  pot: 'coins in the pot',
  laidCard: (letter: string, colour: string, swappable: boolean) =>
    `${letter}, ${colour}${swappable ? ', press to change the colour' : ''}`,
};

export const auction = {
  noBid: 'No bid yet',
  leads: (name: string, you: boolean) => (you ? 'You lead' : `${name} leads`),
  goingOnce: (name: string) => `Going once: ${name}`,
  going: (name: string, value: number) => `Going once: ${name}, with ${value}.`,
  laying: (name: string, you: boolean) => (you ? 'You lay the play' : `${name} lays the play`),
  opening: (name: string, you: boolean) =>
    you ? 'Begin when you are ready' : `${name} is to begin laying`,
  sold: (name: string) => `Sold to ${common.within(name)}`,
  short: (ms: number) => `${common.seconds(ms)}: no free column (M3.4)`,
  over: 'The game is over',
  tenSeconds: 'Ten seconds',
  noClock: 'No clock',
  clock: (text: string) => `${text} left.`,
};

export const seat = {
  thinking: 'Thinking',
  composing: 'Writing',
  bid: (value: number) => `Bid ${value}`,
  leads: (value: number) => `Bid ${value} · leads`,
  outbid: (value: number) => `Bid ${value} · outbid`,
  passed: 'Passed',
  away: 'Away',
  laying: 'Laying',
  voided: 'Bid void',
  winner: 'Winner',
  waiting: 'Waits',
};

export const compose = {
  label: 'Your play',
  placeholder: 'Type or tap cards',
  hint: 'The whole new word, or tap a letter on the table.',
  hintEmpty: 'Any word of your cards, of two letters or more.',
  value: (n: number) => `value ${n}`,
  score: (n: number) => `score ${n}`,
  beats: (high: number | null) => (high === null ? 'opens the bidding' : `beats ${high}`),
  enough: (least: number) => `enough for your bid of ${least}`,
  needs: (least: number) => `needs ${least} or more`,
  missing: (letters: readonly string[]) =>
    `You have no ${letters.map((l) => l.toUpperCase()).join(', ')} for that.`,
  noPlace: 'No place for that yet.',
  which: (n: number, of: number) => `place ${n} of ${of}`,
  nextPlace: 'Next place',
  previousPlace: 'Previous place',
  anyPlace: 'Any place',
  clear: 'Take all cards back',
  returned: 'The crossword changed; your cards are back in your hand.',
  turned: (letter: string, colour: Colour) => `${letter.toUpperCase()} is ${colours[colour]} now.`,
  oneColour: (letter: string, colour: Colour) =>
    `You have ${letter.toUpperCase()} in ${colours[colour]} only.`,
  hand: 'Your hand',
  card: (letter: string, colour: string, used: boolean, drawn: boolean) =>
    `${letter}, ${colour}${used ? ', in the play' : ''}${drawn ? ', new' : ''}`,
  spoken: (p: Placement) => {
    const laid = [...p.play.before, ...p.play.after];
    const yellow = laid.filter(([, colour]) => colour === 'y').length;
    const parts = [
      yellow > 0 ? `${yellow} yellow` : '',
      laid.length > yellow ? `${laid.length - yellow} red` : '',
    ].filter((part) => part !== '');
    const word = upper(p.word);
    return `${word} ${place(p.play, p.word)}, ${parts.join(', ')}. Bid ${p.value}, takes ${points(p.score)}.`;
  },
};

export const button = {
  bid: (value: number, score: number) => `Bid ${value} · takes ${score}`,
  bidEmpty: 'Bid',
  call: (value: number) => `Call ${value}`,
  beginLaying: 'Begin your time to lay',
  beginNote: (seconds: string, costs: number) =>
    `Then you have ${seconds}.${costs > 0 ? ` Not laid, it costs you ${points(costs)}.` : ''}`,
  lay: (score: number) => `Lay it · takes ${score}`,
  layEmpty: 'Lay it',
  pass: 'Pass',
  passSure: 'Pass: sure?',
  giveUp: 'Give up',
  giveUpSure: 'Give up: sure?',
  passReason: 'A pass is final for this round.',
  composeFirst: 'Compose a play to bid.',
  layFirst: (least: number, costs: number) =>
    `Lay a play of value ${least} or more${costs > 0 ? `; if not, it costs you ${points(costs)}` : ''}.`,
  changed: (name: string, value: number) => `${name} bid ${value} just now. Press again to bid.`,
  youBid: (value: number) => `You bid ${value}`,
  leadNote: 'You lead. If nobody bids higher, your play is laid.',
  calledLeadNote: 'You lead. If nobody bids higher, you lay a play worth it.',
  outbid: (value: number | null) =>
    `Outbid${value === null ? '' : `, the high bid is ${value}`}: no second bid this round.`,
  passed: 'You passed',
  passedNote: 'The next round is yours again.',
  voided: 'Your bid is void',
  otherLays: (name: string) => `${name} lays`,
  wait: 'Wait',
  offline: 'No connection',
  offlineNote: 'Without a connection nothing can be sent; this page tries again by itself.',
  over: 'Game over',
  nothingHigher: 'Nothing you hold can beat the high bid. You can pass.',
  rearm: 'That press came too early to count. Press again.',
  more: 'Raise the number',
  less: 'Lower the number',
  number: 'Your number',
};

export const spoken = {
  round: (n: number) => `Round ${n}.`,
  bid: (name: string, value: number) => `${name} bid ${value}.`,
  yourBid: (value: number) => `Your bid of ${value} stands.`,
  outbid: (name: string, value: number) => `Outbid: ${name} bid ${value}. No second bid this round.`,
  passed: (name: string) => `${name} passed.`,
  laid: (name: string, word: string, where: string, coins: number) =>
    `${name} laid ${word}, ${where}, and took ${points(coins)}.`,
  youDrew: (cards: string) => `You drew ${cards}.`,
  cleared: (nobody: boolean) =>
    nobody ? 'Nobody bid. The crossword was cleared.' : 'Cards ran out. The crossword was cleared.',
  noBids: 'Nobody bid. Everyone draws a card.',
  laying: (name: string, value: number) => `${name} is to lay a play of value ${value} or more.`,
  yourLaying: (value: number) => `Your bid won. Lay a play of value ${value} or more.`,
  voided: (name: string, value: number, paid: number) =>
    `${name === common.you ? `Your bid of ${value}` : `The bid of ${value} by ${name}`} is void${paid > 0 ? `, and costs ${points(paid)}` : ''}.`,
  yourOpening: (value: number) => `Your bid of ${value} won. Begin your time when you are ready.`,
  opening: (name: string) => `${name} won and is to begin the time to lay.`,
  ended: 'The game is over.',
  won: (names: string, total: number) => `${names} won with ${points(total)}.`,
  awaited: (names: string) => (names === '' ? 'Nobody is awaited.' : `Waiting for ${names}.`),
  scores: (list: string, pot: number) => `${list}. ${points(pot)} in the pot.`,
  hand: (cards: string) => `You hold ${cards}.`,
  nothing: 'Nothing has happened yet.',
};

export const log = {
  noBids: 'no bids',
  noPlay: 'no play',
  nobody: 'The table stayed empty; everyone drew a card',
  cleared: 'The crossword was cleared',
  dry: 'Cards ran out; the crossword was cleared',
  value: (value: number) => `value ${value}`,
  oneColour: (colour: 'y' | 'r') => `all ${colours[colour]}`,
  bid: (name: string, value: number) => `${name} bid ${value}`,
  voided: (name: string, value: number, paid: number) =>
    `${name === common.you ? `your bid of ${value}` : `bid ${value} of ${name}`} void${paid > 0 ? `, which costs ${points(paid)}` : ''}`,
  round: (n: number) => `Round ${n}`,
  now: 'now',
  shortPaid: (coins: number) => `the pot held ${points(coins)}`,
};

/** Why a game ended. */
export const result: Record<End, string> = {
  pot_empty: 'The pot is empty (M6.2).',
  no_cards: 'No cards were left, and nobody bid (M7.2).',
  last_round: 'That was round 300, the last that a game may have (M8.2).',
};

/** What a refused play says, beside it. The reason first, then the way out. */
export const refused: Record<string, string | ((refusal: Refusal) => string)> = {
  not_a_word: ({ text }) => `${/^\S+/.exec(text)?.[0] ?? 'That'} is not in the lexicon. Try another word.`,
  no_such_place: ({ text }) => `${sentence(text)} Choose another place.`,
  no_cards: 'A play lays at least one card of yours.',
  too_short: ({ text }) => sentence(text),
  too_long: ({ text }) => sentence(text),
  not_higher: ({ text }) => sentence(text),
  too_high: ({ text }) => sentence(text),
  below_call: ({ text }) => sentence(text),
  already_bid: 'You have bid; one bid a round.',
  already_passed: 'You passed; the next round is yours again.',
  not_held: 'Your hand does not hold those cards any more.',
};

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
