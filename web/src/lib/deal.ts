/**
 * Whether a game was dealt as it was committed to: a check of its record that shares no code with
 * the server. It counts cards and tiles, and knows no rule of either game.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as hash } from '@noble/hashes/sha2.js';

import { foulIn, type Foul } from './fair';
import { commitmentOf } from './commit';
import type { Part } from './nonce';

interface Line {
  t: string;
  seq: number;
  at: number;
  batch: number;
  event: Fact;
}

interface Setup {
  commitment: string;
  nonces: string[];
  seats: number;
  starter: number | null;
  commitments?: string[];
}

interface Head {
  format: number;
  seats: { name: string; bot: string | null }[];
}

/** What a check found of a deal that holds. */
export interface Checked {
  /** Shuffles and draws that were made again. */
  draws: number;
  /** Whether seats committed to their nonces; in older records they did not. */
  sworn: boolean;
  /** Who committed to a nonce and did not reveal it. */
  withheld: string[];
}

/** What a page knows of a game by itself. */
export interface Witness {
  /** The setup as it was told when the game began. */
  setup?: object | undefined;
  part?: Part | null;
}

interface Play {
  before: Piece[];
  after: Piece[];
}

/** A card as letter and colour or rank and suit, or a tile as its letter. */
type Piece = string | readonly [string | number, string];

/** An event, with what events of either game say of cards and tiles. */
interface Fact {
  type: string;
  setup?: Setup;
  deck?: { cards: Piece[] };
  tiles?: Piece[] | { tiles: Piece[] } | null;
  cards?: Piece[] | null;
  pile?: Piece[];
  seat?: number;
  count?: number;
  tile?: Piece;
  play?: Play | null;
  out?: boolean;
}

/** A record that is not whole, or that was dealt otherwise than its seed says. */
export class DealError extends Error {
  /** What this page had been shown otherwise. */
  readonly foul: Foul | null;

  constructor(text: string, foul: Foul | null = null) {
    super(text);
    this.foul = foul;
  }
}

function fail(text: string): never {
  throw new DealError(text);
}

const utf8 = new TextEncoder();

/** Not `crypto.subtle`, which pages that came over plain HTTP from another machine have not. */
function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function number(n: number, bytes: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(bytes));
  view.setUint32(bytes - 4, n);
  return new Uint8Array(view.buffer);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function unhex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Numbers from SHA-256 blocks of a key, as the decision of one event draws them. */
class Chance {
  readonly #key: Uint8Array;
  #block = 0;
  #words: bigint[] = [];

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  static of(deal: Uint8Array, batch: number): Chance {
    return new Chance(sha256(joined(deal, utf8.encode('decision'), number(batch, 8))));
  }

  below(n: number): number {
    const bound = BigInt(n);
    const span = 1n << 64n;
    for (;;) {
      const word = this.#word();
      // Numbers beyond the last multiple would make some of the results likelier.
      if (word < span - (span % bound)) return Number(word % bound);
    }
  }

  shuffled<T>(items: readonly T[]): T[] {
    const deck = [...items];
    for (let i = deck.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [deck[i], deck[j]] = [deck[j] as T, deck[i] as T];
    }
    return deck;
  }

  #word(): bigint {
    if (this.#words.length === 0) {
      const bytes = sha256(joined(this.#key, number(this.#block, 8)));
      const block = new DataView(bytes.buffer, bytes.byteOffset);
      this.#block += 1;
      this.#words = [0, 8, 16, 24].map((at) => block.getBigUint64(at));
    }
    return this.#words.shift() as bigint;
  }
}

function before(a: Piece, b: Piece): number {
  if (typeof a === 'string' || typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  for (const at of [0, 1] as const) {
    if (a[at] !== b[at]) return a[at] < b[at] ? -1 : 1;
  }
  return 0;
}

function sorted(pieces: readonly Piece[]): Piece[] {
  return [...pieces].sort(before);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function remove(from: Piece[], pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    const at = from.findIndex((held) => same(held, piece));
    if (at < 0) fail(`${JSON.stringify(piece)} is not where it was taken from`);
    from.splice(at, 1);
  }
}

/** Where every card and tile is, as far as a deal needs it. */
class Pieces {
  draws = 0;
  #pile: Piece[] = [];
  #contracts: Piece[] = [];
  #bag: Piece[] = [];
  #discards: Piece[] = [];
  #table: Piece[] = [];
  #hands: Piece[][] = [];
  #starter: number | null = null;

  follow(fact: Fact, chance: Chance): void {
    switch (fact.type) {
      case 'match_opened':
        this.#open(fact);
        this.#pile = sorted(fact.deck?.cards ?? []);
        break;
      case 'bag_opened':
        this.#open(fact);
        this.#contracts = sorted(fact.cards ?? []);
        this.#bag = sorted(Array.isArray(fact.tiles) ? [] : (fact.tiles?.tiles ?? []));
        break;
      case 'pile_shuffled':
        this.#pile = chance.shuffled(sorted([...this.#pile, ...this.#discards]));
        this.#discards = [];
        this.#compare(this.#pile, fact.pile);
        break;
      case 'cards_shuffled':
        this.#compare(chance.shuffled(this.#contracts), fact.pile);
        this.#contracts = [...(fact.pile ?? [])];
        break;
      case 'starter_chosen':
        this.#compare(this.#starter ?? chance.below(this.#hands.length), fact.seat);
        break;
      case 'cards_drawn': {
        const drawn = Array.from({ length: fact.count ?? 0 }, () => this.#pile.pop());
        this.#compare(drawn, fact.cards);
        this.#hand(fact).push(...(fact.cards ?? []));
        break;
      }
      case 'card_flipped':
        this.#compare(this.#contracts.pop(), (fact as { card?: Piece }).card);
        break;
      case 'tiles_taken': {
        const tiles = this.#fromBag(fact.count ?? 0, chance);
        this.#compare(tiles, fact.tiles);
        this.#hand(fact).push(...tiles);
        break;
      }
      case 'tile_drawn': {
        const tiles = this.#fromBag(1, chance);
        this.#compare(tiles[0], fact.tile);
        this.#table.push(...tiles);
        break;
      }
      case 'tiles_laid':
        this.#lay(this.#hand(fact), Array.isArray(fact.tiles) ? fact.tiles : []);
        break;
      case 'play_laid':
        this.#lay(this.#hand(fact), [...(fact.play?.before ?? []), ...(fact.play?.after ?? [])]);
        break;
      case 'crossword_cleared':
        this.#discards.push(...this.#table.splice(0));
        break;
      case 'table_cleared': {
        const cleared = this.#table.splice(0);
        if (fact.out !== true) this.#bag = sorted([...this.#bag, ...cleared]);
        break;
      }
    }
  }

  #open(fact: Fact): void {
    const setup = fact.setup ?? fail('the first event opens no game');
    this.#hands = Array.from({ length: setup.seats }, () => []);
    this.#starter = setup.starter;
  }

  #hand(fact: Fact): Piece[] {
    return this.#hands[fact.seat ?? -1] ?? fail(`there is no seat ${fact.seat}`);
  }

  #lay(hand: Piece[], pieces: readonly Piece[]): void {
    remove(hand, pieces);
    this.#table.push(...pieces);
  }

  #fromBag(count: number, chance: Chance): Piece[] {
    const drawn: Piece[] = [];
    while (drawn.length < count && this.#bag.length > 0) {
      drawn.push(...this.#bag.splice(chance.below(this.#bag.length), 1));
    }
    return drawn;
  }

  #compare(dealt: unknown, told: unknown): void {
    if (!same(dealt, told)) fail('the seed deals something else than the record says');
    this.draws += 1;
  }
}

/** Take a record apart, having seen that it is whole. */
function read(raw: Uint8Array): { head: Head; lines: Line[]; seed: string } {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  const rows = text.split('\n');
  if (rows.pop() !== '' || rows.length < 3) fail('the record is cut off');
  const last = rows.pop() as string;
  const end = JSON.parse(last) as { t: string; seed: string; sha256: string };
  const written = JSON.stringify({ t: 'end', seed: end.seed, sha256: end.sha256 });
  if (last !== written || !/^[0-9a-f]{64}$/.test(end.seed)) fail('the record has no end');
  const body = raw.slice(0, raw.length - utf8.encode(last).length - 1);
  if (hex(sha256(body)) !== end.sha256) fail('the record was changed');
  const head = JSON.parse(rows[0] as string) as Head;
  return { head, lines: rows.slice(1).map((row) => JSON.parse(row) as Line), seed: end.seed };
}

function dealKey(seed: string, nonces: readonly string[]): Uint8Array {
  const added = nonces.map((nonce) => utf8.encode(nonce));
  const parts = added.flatMap((nonce) => [number(nonce.length, 4), nonce]);
  return sha256(joined(utf8.encode('wordlot chance 1'), unhex(seed), ...parts));
}

/** Hold every nonce to its commitment, and those of bots to the seed; returns who withheld one. */
function checkNonces(head: Head, setup: Setup, seed: string): string[] {
  const { commitments, nonces } = setup;
  if (head.format !== (commitments === undefined ? 1 : 2)) fail('its format is another one');
  if (commitments === undefined) return [];
  if (commitments.length !== head.seats.length || nonces.length !== head.seats.length) {
    fail('there is not a commitment for each seat');
  }
  for (const [seat, { bot, name }] of head.seats.entries()) {
    const nonce = nonces[seat] as string;
    const made = hex(hmac(hash, unhex(seed), utf8.encode(`wordlot nonce 1/${seat}`)));
    if (bot !== null && nonce !== made) fail(`the nonce of ${name}, a bot, is made up`);
    if (nonce !== '' && commitmentOf(nonce) !== commitments[seat]) {
      fail(`${name} had committed to another nonce`);
    }
  }
  return head.seats.flatMap(({ name }, i) =>
    commitments[i] !== '' && nonces[i] === '' ? [name] : [],
  );
}

/**
 * Deal a game again from the record that the server gives of it, and hold that to what this page
 * saw itself: the game's setup as it began, and the page's own nonce with the list it was shown.
 */
export async function checkDeal(raw: Uint8Array, witness: Witness = {}): Promise<Checked> {
  try {
    const { head, lines, seed } = read(raw);
    const setup = lines[0]?.event.setup ?? fail('the first event opens no game');
    if (hex(sha256(unhex(seed))) !== setup.commitment) fail('the seed is another one');
    const withheld = checkNonces(head, setup, seed);
    const foul = foulIn(setup, witness.part ?? null);
    if (foul !== null) throw new DealError('it is not what this page was shown', foul);
    if (witness.setup !== undefined && !same(witness.setup, setup)) {
      fail('the game began otherwise than its record says');
    }
    const key = dealKey(seed, setup.nonces);
    const pieces = new Pieces();
    let chance = Chance.of(key, 1);
    for (const [i, line] of lines.entries()) {
      if (line.seq !== i + 1) fail('an event is missing');
      if (line.batch === line.seq) chance = Chance.of(key, line.batch);
      pieces.follow(line.event, chance);
      // A long game takes a moment, in which the page is to stay awake.
      if (i % 50 === 49) await Promise.resolve();
    }
    return { draws: pieces.draws, sworn: setup.commitments !== undefined, withheld };
  } catch (error) {
    if (error instanceof DealError) throw error;
    throw new DealError(`the record cannot be read: ${String(error)}`);
  }
}
