/** The texts that both games and the pages around them share. */

import type { Foul } from '../lib/fair';
import type { Refused } from '../wire';

/** What a refusal says; the server's own text stands where no better one is known here. */
export type Refusal = Pick<Refused, 'code' | 'text' | 'clause'>;

export const common = {
  name: 'Wordlot',
  wordmark: 'Wordlot, home',
  you: 'You',
  sending: 'Sending…',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy link',
  copied: 'Copied',
  copyByHand: 'Copy the link from the field',
  home: 'Home',
  skipToTable: 'Skip to the table',
  rules: 'Rules',
  watch: 'Watch',
  loading: 'One moment…',
  names: (names: readonly string[]) =>
    names.length < 2
      ? (names[0] ?? '')
      : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1] ?? ''}`,
  /** A name within a sentence: "of you", not "of You". */
  within: (name: string) => (name === common.you ? 'you' : name),
  cards: (n: number) => (n === 1 ? '1 card' : `${n} cards`),
  points: (n: number) => (n === 1 ? '1 point' : `${n} points`),
  seconds: (ms: number) => {
    const s = Math.ceil(ms / 1000);
    if (s >= 7200) return `${Math.round(s / 3600)} hours`;
    if (s >= 120) return `${Math.round(s / 60)} minutes`;
    return s === 1 ? '1 second' : `${s} seconds`;
  },
};

export const home = {
  title: 'Bid on words.',
  titleEnd: 'Tonight.',
  lead: (games: number) =>
    `${games === 2 ? 'Two auctions' : 'An auction'} for people who like letters. ` +
    'Play the bots now, or send a link: no account, nothing to install.',
  playNow: 'Play now',
  playNowAs: (game: string) => `Play ${game} now`,
  invite: 'Invite friends',
  rulesOf: (game: string) => `Rules of ${game}`,
  inviteTo: (game: string) => `Invite friends to ${game}`,
  against: (bots: number, level: string) =>
    `against ${bots} ${bots === 1 ? 'bot' : 'bots'}, ${level}`,
  bots: 'Bots',
  level: 'Level',
  noGames: 'The server lists no game. Try again in a moment.',
  print: 'Print',
  haveCode: 'Have a code?',
  go: 'Go',
  goToTable: 'Go to the table',
  noCode: (code: string) => `There is no table under ${code}. Ask for the code again.`,
  yours: 'Your tables',
  yourTable: (game: string, playing: boolean, waits: boolean) =>
    !playing
      ? `Your table of ${game} has not begun`
      : waits
        ? `${game} waits for you`
        : `Your game of ${game} is on`,
  finished: (n: number) => (n === 1 ? 'One game is over' : `${n} games are over`),
  goBack: 'Go back',
  backTo: (game: string, code: string) => `Go back to your table of ${game}, ${code}`,
  see: 'See it',
  tables: 'Open tables',
  noTables: 'No public table is open right now. Make one, and it is listed here.',
  join: 'Join',
  watch: 'Watch',
  at: (verb: string, names: string) => `${verb}: ${names}`,
  guest: 'You play as',
  changeName: 'Change your nickname',
  saveName: 'Save',
  starting: 'Dealing…',
  unreachable: 'The server does not answer. Try again in a moment.',
};

/** The way from the home page to a table of real cards. */
export const referee = {
  link: 'Referee real cards',
  note: 'Printed, on a real table: one phone keeps clock, bids and scores.',
};

/** What the levels of bots are called. */
export const levels: Record<string, string> = { easy: 'easy', medium: 'medium', hard: 'hard' };

export const newTable = {
  title: (game: string) => `A table of ${game}`,
  lead: 'You get a link. Whoever has it can sit down; a nickname is all it takes.',
  seats: 'Seats',
  botsAmong: 'Of these, bots',
  nickname: 'Your nickname',
  listed: 'List it publicly, so that anyone can join or watch',
  settings: 'Settings',
  absence: 'When a player leaves or stays away',
  absences: {
    bot: 'A bot takes over until that player is back',
    passes: 'That seat passes until its player is back',
  },
  lexicon: 'Lexicon',
  make: 'Make the table',
  making: 'Setting the table…',
};

export const lobby = {
  title: 'Waiting for players',
  lead: 'Send the link, or let them scan the code.',
  link: 'Link to this table',
  qr: 'QR code of the link to this table',
  code: 'Code',
  seat: (n: number) => `Seat ${n}`,
  free: 'Free',
  host: 'host',
  bot: (level: string) => `bot, ${levels[level] ?? level}`,
  away: 'away',
  addBot: (n: number) => `Put a bot in seat ${n}`,
  addBotShort: 'Add a bot',
  botLevel: 'Bots play',
  level: (level: string) => levels[level] ?? level,
  remove: (name: string) => `Take ${name} out of the seat`,
  removeShort: 'Remove',
  leave: 'Leave the seat',
  start: 'Start the game',
  needs: (n: number) => `At least ${n} seats must be taken to start.`,
  waitsForHost: (host: string | null) =>
    host === null ? 'The host starts the game.' : `${host} starts the game.`,
  joinTitle: 'Sit down',
  joinLead: (host: string | null, game: string) =>
    host === null ? `A table of ${game} has a free seat.` : `${host} invites you to ${game}.`,
  freed: 'The host freed your seat. You can sit down again, or watch.',
  ready: 'ready',
  beReady: 'I am ready',
  notReady: 'Not ready after all',
  dealing: 'Dealing…',
  sit: 'Sit down',
  sitting: 'Sitting down…',
  seated: (names: string) => `At the table: ${names}.`,
  watchOnly: 'Only watch',
  watching: (n: number) => (n === 1 ? '1 person watches' : `${n} people watch`),
};

export const hand = {
  shuffle: (what: string) => `Shuffle your ${what}`,
  sort: (what: string) => `Sort your ${what}`,
  keyboard: 'Phone keyboard',
};

export const screens = {
  lostTitle: 'There is no such table',
  lost: (code: string) =>
    `Nothing is found under ${code.toUpperCase()}. The code may have a slip in it, or the table ` +
    'was cleared away. Ask for the link again, or start a table of your own.',
  nowhereTitle: 'There is no such page',
  nowhere: 'The address leads nowhere. Everything starts at the home page.',
  fullTitle: 'The table is full',
  full: 'Every seat is taken. You can watch, and sit down when a seat is free.',
  lateTitle: 'The game has begun',
  late: 'Seats are given between games. Watch this one; when it is over, you can sit down.',
  forbiddenTitle: 'This table is not open to you',
  forbidden: 'Ask its host for the link, or start a table of your own.',
  replacedTitle: 'You play in another tab',
  replaced: 'Your seat is held by another tab or device now. To go on here, take it back.',
  takeBack: 'Play here',
  brokenTitle: 'The server does not answer',
  broken: 'Nothing is lost: the table waits. This page tries again by itself.',
  partMissing: 'A part of this page could not be fetched. Nothing is lost; try again in a moment.',
  unknownGame: 'This page does not know the game of that table. Load it anew.',
  tryAgain: 'Try again',
  closedTitle: 'The table closed the connection',
};

export const link = {
  lost: 'Connection lost. The clock shown stands still; reconnecting…',
  back: 'Connected again.',
  connecting: 'Connecting…',
  stopped: 'The table stands still; its clock does too.',
  away: (names: string) => `Away: ${names}. The menu lets a bot play on.`,
};

export const table = {
  players: 'Players',
  /** Spoken after a number of points, before a state. */
  pointsAfter: ' points, ',
  /** Spoken between the name of a bot and its level. */
  botOf: ', bot, ',
  botNamed: (name: string, level: string) => `${name} · ${lobby.bot(level)}`,
  menu: 'Menu',
  log: 'Rounds',
  showLog: (title: string) => `Show the ${title.toLowerCase()}`,
  noRounds: 'No round is over yet.',
  seats: 'Seats',
  /** Whom the table waits for; `you` is whether that includes the reader. */
  waitingFor: (names: readonly string[], you: boolean) => {
    const all = you ? ['you', ...names] : names;
    if (all.length === 0) return '';
    return all.length > 2 ? `Waiting for ${all.length}` : `Waiting for ${common.names(all)}`;
  },
  yourTurn: 'Your turn',
  waitingForN: (n: number) => `Waiting for ${n}`,
  pot: 'Pot',
  pile: 'Pile',
  sounds: 'Sounds',
  on: 'on',
  off: 'off',
  tour: 'Show the tour',
  keys: 'Keys',
  lexicon: (name: string) => `Words are those of the lexicon “${name}”.`,
  inviteLink: 'Invite by link',
  goHome: 'Home; keep the seat',
  leave: 'Home',
  endGame: 'End this game',
  endGameSure: 'Press again to end the game for everyone',
  endsByItself: 'Others are here and the clock runs, so this game ends by itself (X1).',
  leaveForGood: 'Leave for good',
  leaveSure: {
    bot: 'Press again: a bot plays your seat from then on',
    passes: 'Press again: your seat passes from then on',
  },
  replaceAway: (name: string) => `Let a bot play for ${name}`,
  spectator: 'You are watching.',
  takeBack: 'Take your seat back',
  sitNext: 'Sit down for the next game',
  nextGame: 'You have a seat in the next game.',
  record: 'Download the record',
  seeTable: 'See the table',
  seeResult: 'See the result',
  fairness: 'The deal can be checked: the record of the game holds its seed.',
};

/** Players who left for good, or let two clocks run out (X1). */
export const gone = {
  left: (name: string, plays: boolean) =>
    `${name} left. ${plays ? 'A bot plays on.' : 'That seat passes from now on.'}`,
  absent: (name: string, plays: boolean) =>
    `Two clocks of ${name} ran out. ${plays ? 'A bot plays' : 'That seat passes'} until ${name} is back.`,
  nobody: (name: string) => `${name} left.`,
  back: (name: string) => `${name} is back.`,
  /** A seat that a bot plays for a person. */
  standIn: (name: string) => `${name} (bot)`,
  leftState: 'Left',
  title: 'Are you there?',
  you: (plays: boolean) =>
    `Two of your clocks ran out, so ${plays ? 'a bot plays your seat' : 'your seat passes'} and nobody has to wait.`,
  iAmBack: 'I am back',
};

export const result = {
  title: (names: string, shared: boolean, you: boolean) =>
    you && !shared ? 'You won' : shared ? `${names} share the win` : `${names} won`,
  ended: 'The game was ended',
  endedWhy: 'It was stopped before its end, so nobody has won (X1).',
  place: (n: number) => ['1st', '2nd', '3rd'][n - 1] ?? `${n}th`,
};

/** What is told of a game that is over. */
export const review = {
  title: 'Every word of this game',
  lexicon: (name: string) => `Judged by the lexicon “${name}”, in the order in which they were said.`,
  word: 'in the lexicon',
  none: 'not in the lexicon',
  bluff: 'not in the lexicon: a bluff that stood',
  unknown: 'the lexicon is gone',
  nothing: 'not paid',
  challenged: 'challenged',
  lost: (n: number) => `lost a card of ${common.points(n)}`,
  noWords: 'Nobody said a word.',
  hands: 'All hands at the end',
  emptyHand: 'Nothing.',
  blank: 'a blank',
  unreachable: 'The words of this game could not be fetched.',
};

export const deal = {
  checking: 'Checking the deal…',
  holds: (draws: number) =>
    `Deal checked: all ${draws} shuffles and draws are those of the seed that was committed to.`,
  fails: (why: string) => `The deal does not hold: ${why}. Keep the record and show it to others.`,
  older: (draws: number) =>
    `All ${draws} shuffles and draws are those of the seed, but this game is of the older way: no ` +
    'seat had committed to its part, so whoever runs the server could have chosen the cards.',
  withheld: (names: string) => `${names} committed to a part of the deal and did not tell it.`,
  /** What a page says where the server did not keep to what it had shown it (X3). */
  fouls: {
    left_out: 'This deal is without the part that this page committed to. Do not trust it.',
    other_list: 'This deal is not from the list of parts that this page was shown. Do not trust it.',
    other_seed: 'This deal is from another seed than this page was shown. Do not trust it.',
    other_nonce: 'This deal has another part than the one of this page in it. Do not trust it.',
    not_taken: 'This page told its part, and the deal was made without it. It may have come late.',
    lost: 'This page has lost its part of the deal, so the cards are dealt without it.',
  } satisfies Record<Foul, string> as Record<Foul, string>,
  unreachable: 'The record could not be fetched, so the deal was not checked.',
};

/** Another game at the same table. */
export const rematch = {
  again: 'Play again',
  withdraw: 'Not ready after all',
  waits: 'Whoever has a seat can offer another game.',
  offered: (names: string) =>
    names === '' ? 'Another game is offered.' : `${names} would play again.`,
  waitsFor: (names: string) => `Waiting for ${names}.`,
  beginsIn: (s: number) => `It begins with those who are ready in ${s} s.`,
  beginsWithout: (s: number) => `It begins without you in ${s} s, unless you press.`,
  dealing: 'Dealing…',
};

export const rules = {
  none: 'There is no page of rules for this game here.',
};

/** The texts of refusals that every game and the lobby share. */
export const refusals: Record<string, string | ((refusal: Refusal) => string)> = {
  stale_round: 'That round is over. Nothing was bid.',
  not_now: 'Not now: the table is at something else.',
  not_yours: 'It is not for your seat to do that.',
  game_over: 'The game is over.',
  not_held: 'Your hand does not hold those cards.',
  unreachable: home.unreachable,
  no_cookies:
    'This browser keeps no cookies from this site, so no seat can be held for you. Allow cookies here and try again; you can watch without them.',
  malformed: 'The server could not read that.',
  too_big: 'That was too long.',
  too_fast: 'That was a lot at once. Wait a moment.',
  frozen: 'The table cannot write its record just now. Try again in a moment.',
  no_table: 'There is no table under that code.',
  no_game: 'That game is not played here.',
  no_lexicon: 'That lexicon is not installed here.',
  no_bot: 'There is no bot of that level.',
  bad_nickname: ({ text }) =>
    text.endsWith('what the page calls you')
      ? 'This page calls whoever reads it by that name. Choose another.'
      : 'That nickname cannot be shown. Use 1 to 20 letters, digits or pictures that everybody can see.',
  nickname_taken:
    'Somebody at this table has that nickname, or one that looks like it. Choose another.',
  table_full: 'Every seat of this table is taken.',
  seat_taken: 'That seat is taken.',
  not_seated: 'You are watching; only who sits at the table can do that.',
  not_host: 'Only the host can do that.',
  too_few: 'Too few seats are taken to start.',
  present: 'That player is here and keeps the seat.',
  not_over: 'The game is not over yet.',
  stale_settings: 'The settings of this table changed meanwhile. Look at them, then press again.',
  not_agreed: 'Somebody at the table did not say to be ready for the new settings.',
  failed: 'Something went wrong in the server. Nothing has changed; try again.',
  crowded: 'The server is full. Try again in a moment.',
};

/** Put a refusal into words. */
export function refusalText(
  refusal: Refusal,
  more: Record<string, string | ((refusal: Refusal) => string)> = {},
): string {
  const known = more[refusal.code] ?? refusals[refusal.code];
  if (typeof known === 'function') return known(refusal);
  return known ?? (refusal.text || `Refused: ${refusal.code}`);
}
