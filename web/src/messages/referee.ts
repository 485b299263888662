/** The texts of the page that referees real cards. */

import { cardName, tiles } from './bag';
import { common } from './common';
import type { ContractCard, End } from '../wire';

export const referee = {
  title: 'Referee real cards',
  lead:
    'Real cards on the table, this page beside them. It keeps the clock and the coins, takes the bids, looks words up ' +
    'and counts. Once loaded it needs no network.',
  link: 'Referee real cards',
  game: 'Game',
  players: 'Players, in the order in which they sit',
  player: (n: number) => `Player ${n}`,
  add: 'Add a player',
  remove: (name: string) => `Take ${name} out`,
  settings: 'Settings',
  lexicon: 'Lexicon',
  starter: 'Who starts',
  anyStarter: 'By chance',
  start: 'Start',
  loading: 'Loading the words…',
  noWords:
    'The words are not here yet and the server does not answer. Connect once; after that no network is needed.',
  retry: 'Try again',
  ready: (n: number) => `${n.toLocaleString('en')} words are with you: the network may go.`,
  insecure:
    'The words are with you. This browser does not keep the page here, so leave it open while you are without a network.',
  sameName: 'Two players have the same name.',
  log: { match: 'Rounds', bet_the_bag: 'Turns' },
  pause: 'Stop the clock',
  resume: 'Let the clock go on',
  stands: 'The clock stands.',
  undo: 'Undo',
  undone: 'Taken back. The clock stands still.',
  nothingToUndo: 'There is nothing to take back.',
  leave: 'End this game',
  leaveSure: 'Press again to end it; nothing is kept',
  menu: 'Menu',
  todo: 'Now, at the table',
  startRound: (n: number) => `Start round ${n}`,
  again: 'Another game',
  ended: 'The game is over',
  wakes: 'The screen stays on while you play.',
};

export const bids = {
  label: 'Bids',
  more: (name: string) => `${name}: a higher number`,
  less: (name: string) => `${name}: a lower number`,
  bid: (value: number) => `Bid ${value}`,
  bidOf: (name: string, value: number) => `${name} bids ${value}`,
  pass: 'Pass',
  passOf: (name: string) => `${name} passes`,
  hasBid: (value: number) => `Bid ${value}`,
  leads: (value: number) => `Leads with ${value}`,
  passed: 'Passed',
  none: 'No bid is high enough',
  rearmed: (value: number) => `Somebody was faster. It takes ${value} now.`,
  hint: 'Whoever presses first has bid. Digits on a keyboard press the button of that player.',
  noBid: 'No bid yet',
  high: (value: number, name: string) => `${value} · ${name} leads`,
};

export const laying = {
  title: (name: string, value: number) => `${name} lays a play of value ${value} or more`,
  laid: 'It lies: stop the clock',
  hint: 'Lay the cards, stop the clock, then type the whole new word.',
  word: 'The whole new word',
  where: 'Where it lies',
  colours: 'Tap the new cards to set their colours',
  card: (letter: string, colour: string) => `${letter}, ${colour}`,
  lies: (letter: string, colour: string) => `${letter}, ${colour}, lay there`,
  value: (n: number) => `value ${n}`,
  score: (n: number) => `score ${n}`,
  noPlace: 'That word has no place on this table (M4).',
  missing: (list: readonly string[]) =>
    `The deck has no ${common.names(list.map((letter) => letter.toUpperCase()))} left.`,
  award: (name: string, coins: number) => `Judge it: ${common.points(coins)} for ${name}`,
  judge: 'Judge it',
  giveUp: 'The bid is void',
  giveUpSure: 'Void: sure?',
  notHeld: (name: string, n: number) => `${name} holds ${common.cards(n)} only, by what was drawn.`,
};

const points = common.points;

/** What hands are to do after something happened. */
export const todo = {
  pot: (all: number, each: number) =>
    `Put ${points(all)} of coins into the pot: ${each} for each player.`,
  deal: (n: number) => `Shuffle the deck and deal ${n} cards to each player.`,
  takes: (name: string, coins: number) => `${name} takes ${points(coins)} of coins from the pot.`,
  takesRest: (name: string, coins: number) => `${name} takes the last ${points(coins)} from the pot.`,
  cleared: 'Nobody bid: put all cards of the crossword on the discards.',
  clearedDry: 'The cards have run out: put the crossword on the discards too.',
  reshuffle: 'Shuffle the discards into a new pile.',
  allDraw: (n: number, first: string) => `Everyone draws ${common.cards(n)}, ${first} first.`,
  draws: (name: string, n: number) => `${name} draws ${common.cards(n)}.`,
  othersDraw: (n: number) => `Then everyone else draws ${common.cards(n)}, clockwise.`,
  noCrossword: 'The next round is for a base word.',
  noColumn: 'No column is free for a crossing word, so the clock is short.',
  ended: {
    pot_empty: 'The pot has run out.',
    no_cards: 'Nobody bid on an empty table and nobody could draw. What is in the pot stays there.',
    last_round: 'That was round 300, the last that a game may have. What is in the pot stays there.',
  } satisfies Record<End, string>,
  take: (n: number) => `Each player takes ${tiles(n)} from the bag and keeps them hidden.`,
  starts: (name: string) => `${name} has the first turn.`,
  ace: (gone: number, all: number) => `An ace is set aside: ${gone} of ${all} aces are gone.`,
  lastAce: 'The last ace is turned up.',
  takesTile: (name: string) => `${name} takes a tile from the bag, if it holds one.`,
  takeTiles: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} takes a tile from the bag, if it holds one.`
      : `${common.names(names)} take a tile each, if the bag holds any.`,
  wins: (name: string, card: ContractCard, n: number) =>
    `${name} scores ${points(n)} for the ${cardName(card)}.`,
  loses: (name: string, n: number) => `${name} loses a score card of ${points(n)}.`,
  discarded: 'Nobody filled the contract.',
  back: 'Put the tiles on the table back into the bag.',
  out: 'Put the tiles on the table out of play.',
  fails: {
    clock: (name: string) => `${name}’s minute is over. The tiles stay on the table.`,
    gave_up: (name: string) => `${name} gives up. The tiles stay on the table.`,
    bogus: (name: string) => `${name}’s word is not in the lexicon. The tiles stay on the table.`,
  },
  voided: (name: string, value: number, paid: number) =>
    `${name}’s bid of ${value} is void: the cards go back${paid > 0 ? `, and ${points(paid)} into the pot` : ''}.`,
};

export const attempt = {
  startMinute: (name: string) => `Start ${name}’s minute`,
  hasWord: 'A word! Stop the clock',
  word: 'The word',
  blanks: 'Tap the letters that are blanks',
  letter: (letter: string, blank: boolean) => `${letter}${blank ? ', a blank' : ''}`,
  submit: (word: string) => (word === '' ? 'Submit' : `Submit ${word}`),
  giveUp: 'Give up',
  over: (word: string, n: number, limit: number) =>
    `${word} has ${n} letters, and at most ${tiles(limit)} may be on the table (B5.1).`,
  noTiles: 'The set does not have these letters. Is one of them a blank?',
  challenges: (name: string) => `${name} challenges`,
  accept: 'All accept',
  flip: 'Flip the contract',
  flips: (name: string) => `${name}’s turn`,
  bids: (name: string) => `${name} bids`,
  pad: (name: string) => `${name}’s bid, in tiles`,
  scores: 'Scores',
  stateBid: (n: number) => `Bid ${n}`,
  stateFailed: (n: number) => `Bid ${n}, failed`,
  attempting: 'Attempting',
  asked: 'Bids now',
  turn: 'On turn',
};

/** The printed contract cards, which people turn over themselves. */
export const turned = {
  setting: 'Contract cards',
  page: 'The page turns them',
  printed: 'Printed ones on the table',
  lead: 'Turn the top card over, and tap what it shows.',
  next: (aces: string) => `Set aside: ${aces}. Turn the next card over.`,
  takeBack: 'Take back',
  ace: 'A',
  gone: (name: string) => `${name}, gone already`,
  shuffle: 'Shuffle the contract cards and lay them face down.',
};

export const print = {
  title: 'Print this game',
  lead: 'A PDF to print at 100 % on card of up to 0.35 mm, to cut and to fold.',
  game: 'Game',
  holds: {
    match:
      'Eight sheets: the front, the coins, a box to fold, the rules, and four of cards, with a pattern and a sign for each colour.',
    bet_the_bag:
      'Eight sheets: the rules, two of tiles, the contract cards, a tent for each bid, and three with a rack to fold for each player.',
  } as Record<string, string>,
  how: 'How it is printed',
  paper: 'Paper',
  papers: {
    a4: 'A4',
    letter: 'Letter',
    original: '8.25 × 11.75 in, as Match comes',
  } as Record<string, string>,
  language: 'Language of the rules and labels',
  languages: { english: 'English', german: 'German' } as Record<string, string>,
  ink: 'Save ink: white cards with thin patterns',
  way: 'Printed by',
  ways: {
    fronts: 'a printer, fronts only',
    backs: 'a printer that turns the paper over its long edge',
    folded: 'a printer of one side: backs beside the fronts, to fold and glue',
    shop: 'a print shop',
  } as Record<string, string>,
  shop: 'A ZIP: each side of each piece as a page and as a picture at 300 dpi, with 3 mm of bleed and no marks, and a sheet of sizes.',
  bleed: 'Colour 3 mm beyond the cuts, so that no white is left at an edge',
  marks: 'Crop marks around the cards, instead of lines between them',
  get: (game: string) => `Get ${game} as a PDF`,
  getShop: (game: string) => `Get ${game} for a print shop`,
  drawing: 'Drawing the sheets…',
  got: 'The file is in your downloads.',
  then: 'Then let a phone referee the real cards: it keeps the clock, the coins and the score.',
};
