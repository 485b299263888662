// @ts-nocheck
/**
 * The rules of both games, translated from `wordlot.games` and `wordlot.core` by
 * `python -m wordlot.server.clauses`. Edit them there: nothing here is written by hand.
 */

import * as py from './python.ts';

const match_model_Phase = py.enumOf({ BIDDING: "bidding", OPENING: "opening", LAYING: "laying", OVER: "over" });

/** A letter card of Match (M1.1). Cards of one letter and colour are interchangeable. */
class core_pieces_Card extends py.Struct {
  static title = "Card";
  static fields = ["letter", "colour"];
  static arrayLike = true;
  constructor(letter, colour) {
    super();
    this.letter = letter;
    this.colour = colour;
  }
}

/** A vertical word (M4.2). `cards[at]` is the base letter of `column`. */
class match_model_Crossing extends py.Struct {
  static title = "Crossing";
  static fields = ["column", "at", "cards"];
  static specs = () => ({ cards: { each: core_pieces_Card } });
  constructor(column, at, cards) {
    super();
    this.column = column;
    this.at = at;
    this.cards = cards;
  }
}

/** The cards on the table: a base word and the words that cross it, by column. */
class match_model_Crossword extends py.Struct {
  static title = "Crossword";
  static fields = ["base", "crossings"];
  static specs = () => ({ base: { each: core_pieces_Card }, crossings: { each: match_model_Crossing } });
  constructor(base = [], crossings = []) {
    super();
    this.base = base;
    this.crossings = crossings;
  }
}

/** The word list in force: its name and the SHA-256 (hex) of its source. */
class core_protocol_LexiconPin extends py.Struct {
  static title = "LexiconPin";
  static fields = ["name", "sha256"];
  constructor(name, sha256) {
    super();
    this.name = name;
    this.sha256 = sha256;
  }
}

/** All that is settled before the first card: it is part of a game's first event. */
class core_protocol_Setup extends py.Struct {
  static title = "Setup";
  static fields = ["seats", "options", "lexicon", "commitment", "nonces", "starter", "commitments"];
  static specs = () => ({ lexicon: core_protocol_LexiconPin });
  constructor(seats, options, lexicon, commitment, nonces, starter = null, commitments = undefined) {
    super();
    this.seats = seats;
    this.options = options;
    this.lexicon = lexicon;
    this.commitment = commitment;
    this.nonces = nonces;
    this.starter = starter;
    this.commitments = commitments;
  }
}

const match_model_Bidding = py.enumOf({ SEALED: "sealed", CALLED: "called" });

const match_model_Void = py.enumOf({ PAYS: "pays", FREE: "free" });

const match_model_Dry = py.enumOf({ CLEAR: "clear", NONE: "none" });

/** The settings of a table of Match; the defaults are those of the rules. */
class match_model_MatchOptions extends py.Struct {
  static title = "MatchOptions";
  static fields = ["bidding", "round_clock_ms", "lay_clock_ms", "void", "dry", "deck"];
  constructor(bidding = match_model_Bidding.SEALED, round_clock_ms = 60000, lay_clock_ms = 30000, void_ = match_model_Void.PAYS, dry = match_model_Dry.CLEAR, deck = "english") {
    super();
    this.bidding = bidding;
    this.round_clock_ms = round_clock_ms;
    this.lay_clock_ms = lay_clock_ms;
    this.void = void_;
    this.dry = dry;
    this.deck = deck;
  }
}

/** A place where a play may go. `column` counts from the first base letter, 0 for base kinds. */
class match_model_Lane extends py.Struct {
  static title = "Lane";
  static fields = ["kind", "column"];
  constructor(kind, column = 0) {
    super();
    this.kind = kind;
    this.column = column;
  }
}

/** Cards laid before and after what already lies in a lane (M4). */
class match_model_Play extends py.Struct {
  static title = "Play";
  static fields = ["kind", "column", "before", "after"];
  static specs = () => ({ before: { each: core_pieces_Card }, after: { each: core_pieces_Card } });
  constructor(kind, column, before, after) {
    super();
    this.kind = kind;
    this.column = column;
    this.before = before;
    this.after = after;
  }
  get lane() {
    return new match_model_Lane(this.kind, this.column);
  }
  get cards() {
    return py.add(this.before, this.after);
  }
}

/** A bid that was taken; later ones are higher (M3.1). */
class match_model_Bid extends py.Struct {
  static title = "Bid";
  static fields = ["seat", "value", "play"];
  static specs = () => ({ play: match_model_Play });
  constructor(seat, value, play) {
    super();
    this.seat = seat;
    this.value = value;
    this.play = play;
  }
}

/** Everything about a running game. Pile and hands are in drawing order; last drawn first. */
class match_model_MatchState extends py.Struct {
  static title = "MatchState";
  static fields = ["setup", "phase", "round", "hands", "coins", "pot", "pile", "discards", "crossword", "bids", "passed", "voided", "laying", "closes_at", "winner", "ended", "version"];
  static specs = () => ({ setup: { of: core_protocol_Setup, with: { options: match_model_MatchOptions } }, hands: { each: { each: core_pieces_Card } }, pile: { each: core_pieces_Card }, discards: { each: core_pieces_Card }, crossword: match_model_Crossword, bids: { each: match_model_Bid }, voided: { each: match_model_Bid } });
  constructor(setup = null, phase = match_model_Phase.OVER, round = 0, hands = [], coins = [], pot = 0, pile = [], discards = [], crossword = new match_model_Crossword(), bids = [], passed = [], voided = [], laying = null, closes_at = null, winner = 0, ended = null, version = 0) {
    super();
    this.setup = setup;
    this.phase = phase;
    this.round = round;
    this.hands = hands;
    this.coins = coins;
    this.pot = pot;
    this.pile = pile;
    this.discards = discards;
    this.crossword = crossword;
    this.bids = bids;
    this.passed = passed;
    this.voided = voided;
    this.laying = laying;
    this.closes_at = closes_at;
    this.winner = winner;
    this.ended = ended;
    this.version = version;
  }
}

/** Bid a play, in sealed bidding (M3.2). */
class match_model_PlaceBid extends py.Struct {
  static title = "PlaceBid";
  static fields = ["round", "play"];
  static tag = "place_bid";
  static specs = () => ({ play: match_model_Play });
  constructor(round, play) {
    super();
    this.round = round;
    this.play = play;
  }
}

/** Bid a number, in called bidding (M3.2). */
class match_model_CallBid extends py.Struct {
  static title = "CallBid";
  static fields = ["round", "value"];
  static tag = "call_bid";
  constructor(round, value) {
    super();
    this.round = round;
    this.value = value;
  }
}

/** Begin one's lay-down clock, where the round has a clock of a day or none (X1.1). */
class match_model_OpenLaying extends py.Struct {
  static title = "OpenLaying";
  static fields = ["round"];
  static tag = "open_laying";
  constructor(round) {
    super();
    this.round = round;
  }
}

/** Lay the play of a called bid that won (M3.2). */
class match_model_LayPlay extends py.Struct {
  static title = "LayPlay";
  static fields = ["round", "play"];
  static tag = "lay_play";
  static specs = () => ({ play: match_model_Play });
  constructor(round, play) {
    super();
    this.round = round;
    this.play = play;
  }
}

/** Pass for the round (M3.3); once the auction is closed, give the called bid up. */
class match_model_Pass extends py.Struct {
  static title = "Pass";
  static fields = ["round"];
  static tag = "pass";
  constructor(round) {
    super();
    this.round = round;
  }
}

/** A deck as a record keeps it: every card, sorted (M1.2). */
class match_model_Deck extends py.Struct {
  static title = "Deck";
  static fields = ["name", "cards"];
  static specs = () => ({ cards: { each: core_pieces_Card } });
  constructor(name, cards) {
    super();
    this.name = name;
    this.cards = cards;
  }
}

/** The game begins; the pot is filled (M2.1). */
class match_model_MatchOpened extends py.Struct {
  static title = "MatchOpened";
  static fields = ["version", "setup", "deck"];
  static tag = "match_opened";
  static specs = () => ({ setup: { of: core_protocol_Setup, with: { options: match_model_MatchOptions } }, deck: match_model_Deck });
  constructor(version, setup, deck) {
    super();
    this.version = version;
    this.setup = setup;
    this.deck = deck;
  }
}

/** All cards of pile and discards become a new pile; the last card is drawn first (M6.4). */
class match_model_PileShuffled extends py.Struct {
  static title = "PileShuffled";
  static fields = ["pile"];
  static tag = "pile_shuffled";
  static specs = () => ({ pile: { each: core_pieces_Card } });
  constructor(pile) {
    super();
    this.pile = pile;
  }
}

/** A seat drew cards (M2.1, M6.3, M7.2). Others are told how many: `cards` is then none. */
class match_model_CardsDrawn extends py.Struct {
  static title = "CardsDrawn";
  static fields = ["seat", "count", "cards"];
  static tag = "cards_drawn";
  static specs = () => ({ cards: { each: core_pieces_Card } });
  constructor(seat, count, cards) {
    super();
    this.seat = seat;
    this.count = count;
    this.cards = cards;
  }
}

/** An auction opens (M3.1). */
class match_model_RoundOpened extends py.Struct {
  static title = "RoundOpened";
  static fields = ["round", "closes_at"];
  static tag = "round_opened";
  constructor(round, closes_at) {
    super();
    this.round = round;
    this.closes_at = closes_at;
  }
}

/** A bid was taken (M3.1). `play` is none in called bidding, and for everyone but its seat. */
class match_model_BidPlaced extends py.Struct {
  static title = "BidPlaced";
  static fields = ["round", "seat", "value", "closes_at", "play"];
  static tag = "bid_placed";
  static specs = () => ({ play: match_model_Play });
  constructor(round, seat, value, closes_at, play) {
    super();
    this.round = round;
    this.seat = seat;
    this.value = value;
    this.closes_at = closes_at;
    this.play = play;
  }
}

/** A seat passed, for the whole round (M3.3). */
class match_model_SeatPassed extends py.Struct {
  static title = "SeatPassed";
  static fields = ["round", "seat"];
  static tag = "seat_passed";
  constructor(round, seat) {
    super();
    this.round = round;
    this.seat = seat;
  }
}

/** Every seat has bid or passed, or the clock ran out (M3.3). */
class match_model_AuctionClosed extends py.Struct {
  static title = "AuctionClosed";
  static fields = ["round", "by_clock"];
  static tag = "auction_closed";
  constructor(round, by_clock) {
    super();
    this.round = round;
    this.by_clock = by_clock;
  }
}

/** The seat whose called bid is to be laid is asked to begin its clock (X1.1). */
class match_model_LayingAsked extends py.Struct {
  static title = "LayingAsked";
  static fields = ["round", "seat", "value", "closes_at"];
  static tag = "laying_asked";
  constructor(round, seat, value, closes_at) {
    super();
    this.round = round;
    this.seat = seat;
    this.value = value;
    this.closes_at = closes_at;
  }
}

/** The highest bid of a called auction that stands is to be laid (M3.2). */
class match_model_LayingOpened extends py.Struct {
  static title = "LayingOpened";
  static fields = ["round", "seat", "value", "closes_at"];
  static tag = "laying_opened";
  constructor(round, seat, value, closes_at) {
    super();
    this.round = round;
    this.seat = seat;
    this.value = value;
    this.closes_at = closes_at;
  }
}

/** A called bid was not laid: given up, or out of time (M3.2). */
class match_model_BidVoided extends py.Struct {
  static title = "BidVoided";
  static fields = ["round", "seat", "value", "by_clock", "paid"];
  static tag = "bid_voided";
  constructor(round, seat, value, by_clock, paid = 0) {
    super();
    this.round = round;
    this.seat = seat;
    this.value = value;
    this.by_clock = by_clock;
    this.paid = paid;
  }
}

/** The winner's cards lie on the table and are paid for (M6.1). */
class match_model_PlayLaid extends py.Struct {
  static title = "PlayLaid";
  static fields = ["round", "seat", "play", "word", "value", "score", "coins"];
  static tag = "play_laid";
  static specs = () => ({ play: match_model_Play });
  constructor(round, seat, play, word, value, score, coins) {
    super();
    this.round = round;
    this.seat = seat;
    this.play = play;
    this.word = word;
    this.value = value;
    this.score = score;
    this.coins = coins;
  }
}

/** All cards of the crossword become discards: nobody bid (M7.1), or cards ran out (M6.4). */
class match_model_CrosswordCleared extends py.Struct {
  static title = "CrosswordCleared";
  static fields = ["round", "nobody_bid"];
  static tag = "crossword_cleared";
  constructor(round, nobody_bid) {
    super();
    this.round = round;
    this.nobody_bid = nobody_bid;
  }
}

/** The game is over (M6.2, M7.2, M8.1, M8.2). */
class match_model_MatchEnded extends py.Struct {
  static title = "MatchEnded";
  static fields = ["reason"];
  static tag = "match_ended";
  constructor(reason) {
    super();
    this.reason = reason;
  }
}

/** What is public of a seat (M9.1). */
class match_model_SeatView extends py.Struct {
  static title = "SeatView";
  static fields = ["coins", "hand", "bid", "passed", "voided"];
  constructor(coins, hand, bid, passed, voided) {
    super();
    this.coins = coins;
    this.hand = hand;
    this.bid = bid;
    this.passed = passed;
    this.voided = voided;
  }
}

/** How a game ended: points by seat, and the seats that share the win (M8.1, B8.1). */
class core_protocol_Outcome extends py.Struct {
  static title = "Outcome";
  static fields = ["scores", "winners"];
  constructor(scores, winners) {
    super();
    this.scores = scores;
    this.winners = winners;
  }
}

/** All that one seat, or a spectator, may know (M9.1). */
class match_model_MatchView extends py.Struct {
  static title = "MatchView";
  static fields = ["you", "options", "phase", "round", "closes_at", "clock_ms", "crossword", "pot", "pile", "discards", "seats", "high", "leader", "laying", "awaited", "hand", "your_play", "ended", "outcome"];
  static specs = () => ({ options: match_model_MatchOptions, crossword: match_model_Crossword, seats: { each: match_model_SeatView }, hand: { each: core_pieces_Card }, your_play: match_model_Play, outcome: core_protocol_Outcome });
  constructor(you, options, phase, round, closes_at, clock_ms, crossword, pot, pile, discards, seats, high, leader, laying, awaited, hand, your_play, ended, outcome) {
    super();
    this.you = you;
    this.options = options;
    this.phase = phase;
    this.round = round;
    this.closes_at = closes_at;
    this.clock_ms = clock_ms;
    this.crossword = crossword;
    this.pot = pot;
    this.pile = pile;
    this.discards = discards;
    this.seats = seats;
    this.high = high;
    this.leader = leader;
    this.laying = laying;
    this.awaited = awaited;
    this.hand = hand;
    this.your_play = your_play;
    this.ended = ended;
    this.outcome = outcome;
  }
}

/** You may bid: a play in one of the lanes, or a number in called bidding (M3.1). */
class match_model_BidOffer extends py.Struct {
  static title = "BidOffer";
  static fields = ["least", "most", "lanes", "blocked"];
  static tag = "bid";
  static specs = () => ({ lanes: { each: match_model_Lane } });
  constructor(least, most, lanes, blocked) {
    super();
    this.least = least;
    this.most = most;
    this.lanes = lanes;
    this.blocked = blocked;
  }
}

/** You may begin your lay-down clock (X1.1). */
class match_model_OpenLayingOffer extends py.Struct {
  static title = "OpenLayingOffer";
  static fields = ["clock_ms", "costs"];
  static tag = "open_laying";
  constructor(clock_ms, costs) {
    super();
    this.clock_ms = clock_ms;
    this.costs = costs;
  }
}

/** You are to lay a play of your called value or more (M3.2). */
class match_model_LayOffer extends py.Struct {
  static title = "LayOffer";
  static fields = ["least", "lanes", "blocked", "costs"];
  static tag = "lay";
  static specs = () => ({ lanes: { each: match_model_Lane } });
  constructor(least, lanes, blocked, costs) {
    super();
    this.least = least;
    this.lanes = lanes;
    this.blocked = blocked;
    this.costs = costs;
  }
}

/** You may pass (M3.3), or give a called bid up. */
class match_model_PassOffer extends py.Struct {
  static title = "PassOffer";
  static fields = [];
  static tag = "pass";
  constructor() {
    super();
  }
}

const core_errors_Refusal = py.enumOf({ STALE_ROUND: "stale_round", NOT_NOW: "not_now", NOT_YOURS: "not_yours", GAME_OVER: "game_over", NOT_HELD: "not_held", BAD_OPTIONS: "bad_options" });

/** An action that was read and refused; nothing has changed. */
class core_errors_IllegalAction extends py.ValueError {
  constructor(code, detail, clause = "") {
    super((py.truth(clause) ? `${py.str(detail)} (${py.str(clause)})` : detail));
    this.code = code;
    this.detail = detail;
    this.clause = clause;
  }
}

/** A text, a file or a message that cannot be read at all. */
class core_errors_InvalidNotation extends py.ValueError {
}

/** A stored game that does not fold: a gap, an unknown event, a broken promise. */
class core_errors_CorruptRecord extends py.ValueError {
}

const core_pieces_Colour = py.enumOf({ YELLOW: "y", RED: "r" });

const match_model_Kind = py.enumOf({ BASE: "base", CROSS: "cross", EXTEND_BASE: "extend_base", EXTEND_CROSS: "extend_cross" });

/** Events being made, with the state folded along, so that each step sees the one before. */
class match_decide__Run {
  constructor(state, now, chance) {
    this.state = state;
    this.now = now;
    this.chance = chance;
    this.events = [];
  }
  add(event) {
    py.methods.append(this.events, event);
    this.state = match_evolve_evolve(this.state, event);
  }
}

const match_model_End = py.enumOf({ POT_EMPTY: "pot_empty", NO_CARDS: "no_cards", LAST_ROUND: "last_round" });

const match_model_MatchCode = py.enumOf({ NOT_A_WORD: "not_a_word", NO_SUCH_PLACE: "no_such_place", NO_CARDS: "no_cards", TOO_SHORT: "too_short", TOO_LONG: "too_long", NOT_HIGHER: "not_higher", TOO_HIGH: "too_high", BELOW_CALL: "below_call", ALREADY_BID: "already_bid", ALREADY_PASSED: "already_passed", WRONG_BIDDING: "wrong_bidding" });

/** What a play is worth: value of the bid and score of the word, in points (M5.1, M5.2). */
class match_placing_Worth extends py.Struct {
  static title = "Worth";
  static fields = ["value", "score"];
  constructor(value, score) {
    super();
    this.value = value;
    this.score = score;
  }
}

/** An event of which a seat may only know that it happened; it keeps its number. */
class core_protocol_Hidden extends py.Struct {
  static title = "Hidden";
  static fields = [];
  static tag = "hidden";
  constructor() {
    super();
  }
}

/** The rules of Match; the functions of its four modules under the names of `Rules`. */
class match_rules_Match {
  deadline(state) {
    return state.closes_at;
  }
}

const bet_the_bag_model_BagPhase = py.enumOf({ FLIP: "flip", BIDDING: "bidding", OPENING: "opening", ATTEMPT: "attempt", CHALLENGE: "challenge", OVER: "over" });

const bet_the_bag_model_Words = py.enumOf({ CHALLENGE: "challenge", CHECKED: "checked" });

const bet_the_bag_model_Blanks = py.enumOf({ IN: "in", OUT: "out" });

const bet_the_bag_model_Recycle = py.enumOf({ BAG: "bag", OUT: "out" });

/** The settings of a table of Bet the Bag; the defaults are those of the rules. */
class bet_the_bag_model_BagOptions extends py.Struct {
  static title = "BagOptions";
  static fields = ["words", "blanks", "recycle", "bid_clock_ms", "tiles"];
  constructor(words = bet_the_bag_model_Words.CHALLENGE, blanks = bet_the_bag_model_Blanks.IN, recycle = bet_the_bag_model_Recycle.BAG, bid_clock_ms = 20000, tiles = "english") {
    super();
    this.words = words;
    this.blanks = blanks;
    this.recycle = recycle;
    this.bid_clock_ms = bid_clock_ms;
    this.tiles = tiles;
  }
}

/** A tile on the table, with who drew it from the bag or laid it from the hand (B9.1). */
class bet_the_bag_model_TableTile extends py.Struct {
  static title = "TableTile";
  static fields = ["tile", "seat", "drawn"];
  constructor(tile, seat, drawn) {
    super();
    this.tile = tile;
    this.seat = seat;
    this.drawn = drawn;
  }
}

/** A card of the contract deck; the rank of an ace is 1 (B1.2). */
class bet_the_bag_model_ContractCard extends py.Struct {
  static title = "ContractCard";
  static fields = ["rank", "suit"];
  static arrayLike = true;
  constructor(rank, suit) {
    super();
    this.rank = rank;
    this.suit = suit;
  }
}

/** A contract card that a player has taken, doubled by a challenge that failed (B6.1, B7.1). */
class bet_the_bag_model_ScoreCard extends py.Struct {
  static title = "ScoreCard";
  static fields = ["card", "doubled"];
  static specs = () => ({ card: bet_the_bag_model_ContractCard });
  constructor(card, doubled) {
    super();
    this.card = card;
    this.doubled = doubled;
  }
  get points() {
    return py.mul(this.card.rank, (py.truth(this.doubled) ? 2 : 1));
  }
}

/** A bid of this round (B4.1). */
class bet_the_bag_model_TileBid extends py.Struct {
  static title = "TileBid";
  static fields = ["seat", "tiles"];
  constructor(seat, tiles) {
    super();
    this.seat = seat;
    this.tiles = tiles;
  }
}

/** The word that waits for the other players, and who of them has accepted it (B7.4). */
class bet_the_bag_model_Submission extends py.Struct {
  static title = "Submission";
  static fields = ["seat", "word", "blanks", "accepted"];
  constructor(seat, word, blanks, accepted = []) {
    super();
    this.seat = seat;
    this.word = word;
    this.blanks = blanks;
    this.accepted = accepted;
  }
}

/** The word that was refused last in this attempt, and when another can be tried (B7.4). */
class bet_the_bag_model_Tried extends py.Struct {
  static title = "Tried";
  static fields = ["word", "again_at"];
  constructor(word, again_at) {
    super();
    this.word = word;
    this.again_at = again_at;
  }
}

/** Everything about a running game. Hands are in the order in which their tiles came. */
class bet_the_bag_model_BagState extends py.Struct {
  static title = "BagState";
  static fields = ["setup", "phase", "turn", "on_turn", "closes_at", "letters", "bag", "out", "hands", "table", "pile", "aces", "contract", "gone", "won", "bidder", "bids", "passed", "attempt", "attempting", "failed", "submission", "tried", "version"];
  static specs = () => ({ setup: { of: core_protocol_Setup, with: { options: bet_the_bag_model_BagOptions } }, table: { each: bet_the_bag_model_TableTile }, pile: { each: bet_the_bag_model_ContractCard }, aces: { each: bet_the_bag_model_ContractCard }, contract: bet_the_bag_model_ContractCard, gone: { each: bet_the_bag_model_ContractCard }, won: { each: { each: bet_the_bag_model_ScoreCard } }, bids: { each: bet_the_bag_model_TileBid }, submission: bet_the_bag_model_Submission, tried: bet_the_bag_model_Tried });
  constructor(setup = null, phase = bet_the_bag_model_BagPhase.OVER, turn = 0, on_turn = 0, closes_at = null, letters = [], bag = [], out = [], hands = [], table = [], pile = [], aces = [], contract = null, gone = [], won = [], bidder = null, bids = [], passed = [], attempt = 0, attempting = null, failed = [], submission = null, tried = null, version = 0) {
    super();
    this.setup = setup;
    this.phase = phase;
    this.turn = turn;
    this.on_turn = on_turn;
    this.closes_at = closes_at;
    this.letters = letters;
    this.bag = bag;
    this.out = out;
    this.hands = hands;
    this.table = table;
    this.pile = pile;
    this.aces = aces;
    this.contract = contract;
    this.gone = gone;
    this.won = won;
    this.bidder = bidder;
    this.bids = bids;
    this.passed = passed;
    this.attempt = attempt;
    this.attempting = attempting;
    this.failed = failed;
    this.submission = submission;
    this.tried = tried;
    this.version = version;
  }
}

/** Flip cards up to the next contract (B3.1). */
class bet_the_bag_actions_FlipCard extends py.Struct {
  static title = "FlipCard";
  static fields = ["turn"];
  static tag = "flip_card";
  constructor(turn) {
    super();
    this.turn = turn;
  }
}

/** Bid a number of tiles (B4.1). */
class bet_the_bag_actions_BidTiles extends py.Struct {
  static title = "BidTiles";
  static fields = ["turn", "tiles"];
  static tag = "bid_tiles";
  constructor(turn, tiles) {
    super();
    this.turn = turn;
    this.tiles = tiles;
  }
}

/** Pass, and draw a tile (B4.2). */
class bet_the_bag_actions_PassBid extends py.Struct {
  static title = "PassBid";
  static fields = ["turn"];
  static tag = "pass_bid";
  constructor(turn) {
    super();
    this.turn = turn;
  }
}

/** Begin the minute of one's attempt, where bids have a clock of a day or none (X1.1). */
class bet_the_bag_actions_OpenAttempt extends py.Struct {
  static title = "OpenAttempt";
  static fields = ["turn", "attempt"];
  static tag = "open_attempt";
  constructor(turn, attempt) {
    super();
    this.turn = turn;
    this.attempt = attempt;
  }
}

/** Draw a random tile onto the table (B5.1). */
class bet_the_bag_actions_DrawTile extends py.Struct {
  static title = "DrawTile";
  static fields = ["turn", "attempt"];
  static tag = "draw_tile";
  constructor(turn, attempt) {
    super();
    this.turn = turn;
    this.attempt = attempt;
  }
}

/** Lay tiles of the hand on the table, for good (B5.1). */
class bet_the_bag_actions_LayTiles extends py.Struct {
  static title = "LayTiles";
  static fields = ["turn", "attempt", "tiles"];
  static tag = "lay_tiles";
  constructor(turn, attempt, tiles) {
    super();
    this.turn = turn;
    this.attempt = attempt;
    this.tiles = tiles;
  }
}

/** Submit a word, and lay what it needs from the hand in the same moment (B5.2). */
class bet_the_bag_actions_SubmitWord extends py.Struct {
  static title = "SubmitWord";
  static fields = ["turn", "attempt", "word", "lay", "blanks"];
  static tag = "submit_word";
  constructor(turn, attempt, word, lay = [], blanks = []) {
    super();
    this.turn = turn;
    this.attempt = attempt;
    this.word = word;
    this.lay = lay;
    this.blanks = blanks;
  }
}

/** End one's own attempt early (B5.3). */
class bet_the_bag_actions_GiveUp extends py.Struct {
  static title = "GiveUp";
  static fields = ["turn", "attempt"];
  static tag = "give_up";
  constructor(turn, attempt) {
    super();
    this.turn = turn;
    this.attempt = attempt;
  }
}

/** Have the submitted word looked up (B7.1). */
class bet_the_bag_actions_Challenge extends py.Struct {
  static title = "Challenge";
  static fields = ["turn", "attempt"];
  static tag = "challenge";
  constructor(turn, attempt) {
    super();
    this.turn = turn;
    this.attempt = attempt;
  }
}

/** Let the submitted word stand, as far as this seat is asked; it is final (B7.4). */
class bet_the_bag_actions_Accept extends py.Struct {
  static title = "Accept";
  static fields = ["turn", "attempt"];
  static tag = "accept";
  constructor(turn, attempt) {
    super();
    this.turn = turn;
    this.attempt = attempt;
  }
}

/** A tile set as a record keeps it (B1.1). */
class bet_the_bag_model_TileSet extends py.Struct {
  static title = "TileSet";
  static fields = ["name", "letters", "tiles"];
  constructor(name, letters, tiles) {
    super();
    this.name = name;
    this.letters = letters;
    this.tiles = tiles;
  }
}

/** The game begins; the bag is filled (B1). */
class bet_the_bag_events_BagOpened extends py.Struct {
  static title = "BagOpened";
  static fields = ["version", "setup", "tiles", "cards"];
  static tag = "bag_opened";
  static specs = () => ({ setup: { of: core_protocol_Setup, with: { options: bet_the_bag_model_BagOptions } }, tiles: bet_the_bag_model_TileSet, cards: { each: bet_the_bag_model_ContractCard } });
  constructor(version, setup, tiles, cards) {
    super();
    this.version = version;
    this.setup = setup;
    this.tiles = tiles;
    this.cards = cards;
  }
}

/** The contract cards are shuffled; the last card of the pile is flipped first (B2.1). */
class bet_the_bag_events_CardsShuffled extends py.Struct {
  static title = "CardsShuffled";
  static fields = ["pile"];
  static tag = "cards_shuffled";
  static specs = () => ({ pile: { each: bet_the_bag_model_ContractCard } });
  constructor(pile) {
    super();
    this.pile = pile;
  }
}

/** Who has the first turn: the winner of the last game, else a random seat (B2.2). */
class bet_the_bag_events_StarterChosen extends py.Struct {
  static title = "StarterChosen";
  static fields = ["seat"];
  static tag = "starter_chosen";
  constructor(seat) {
    super();
    this.seat = seat;
  }
}

/** A seat took random tiles into its hand (B2.1, B4.2, B6.1). Others see only how many. */
class bet_the_bag_events_TilesTaken extends py.Struct {
  static title = "TilesTaken";
  static fields = ["seat", "count", "tiles"];
  static tag = "tiles_taken";
  constructor(seat, count, tiles) {
    super();
    this.seat = seat;
    this.count = count;
    this.tiles = tiles;
  }
}

/** A seat is to flip a card; at `closes_at` the card flips by itself (B3.1). */
class bet_the_bag_events_TurnOpened extends py.Struct {
  static title = "TurnOpened";
  static fields = ["turn", "seat", "closes_at"];
  static tag = "turn_opened";
  constructor(turn, seat, closes_at) {
    super();
    this.turn = turn;
    this.seat = seat;
    this.closes_at = closes_at;
  }
}

/** A card was turned up: an ace is set aside, a number is the contract (B3.1). */
class bet_the_bag_events_CardFlipped extends py.Struct {
  static title = "CardFlipped";
  static fields = ["turn", "card", "by_clock"];
  static tag = "card_flipped";
  static specs = () => ({ card: bet_the_bag_model_ContractCard });
  constructor(turn, card, by_clock) {
    super();
    this.turn = turn;
    this.card = card;
    this.by_clock = by_clock;
  }
}

/** It is a seat's turn to bid or pass; silence is a pass (B4.1, B4.3). */
class bet_the_bag_events_BidAsked extends py.Struct {
  static title = "BidAsked";
  static fields = ["turn", "seat", "closes_at"];
  static tag = "bid_asked";
  constructor(turn, seat, closes_at) {
    super();
    this.turn = turn;
    this.seat = seat;
    this.closes_at = closes_at;
  }
}

/** A seat bid a number of tiles (B4.1). */
class bet_the_bag_events_TilesBid extends py.Struct {
  static title = "TilesBid";
  static fields = ["turn", "seat", "tiles"];
  static tag = "tiles_bid";
  constructor(turn, seat, tiles) {
    super();
    this.turn = turn;
    this.seat = seat;
    this.tiles = tiles;
  }
}

/** A seat passed (B4.2), or its clock ran out (B4.3). */
class bet_the_bag_events_BidPassed extends py.Struct {
  static title = "BidPassed";
  static fields = ["turn", "seat", "by_clock"];
  static tag = "bid_passed";
  constructor(turn, seat, by_clock) {
    super();
    this.turn = turn;
    this.seat = seat;
    this.by_clock = by_clock;
  }
}

/** A bidder is asked to begin its minute (X1.1); at `closes_at` the attempt has failed. */
class bet_the_bag_events_AttemptAsked extends py.Struct {
  static title = "AttemptAsked";
  static fields = ["turn", "attempt", "seat", "limit", "closes_at"];
  static tag = "attempt_asked";
  constructor(turn, attempt, seat, limit, closes_at) {
    super();
    this.turn = turn;
    this.attempt = attempt;
    this.seat = seat;
    this.limit = limit;
    this.closes_at = closes_at;
  }
}

/** A bidder's minute starts (B5.1, B5.3). `closes_at` is its end, before the grace (B5.5). */
class bet_the_bag_events_AttemptOpened extends py.Struct {
  static title = "AttemptOpened";
  static fields = ["turn", "attempt", "seat", "limit", "closes_at"];
  static tag = "attempt_opened";
  constructor(turn, attempt, seat, limit, closes_at) {
    super();
    this.turn = turn;
    this.attempt = attempt;
    this.seat = seat;
    this.limit = limit;
    this.closes_at = closes_at;
  }
}

/** A random tile came onto the table (B5.1). */
class bet_the_bag_events_TileDrawn extends py.Struct {
  static title = "TileDrawn";
  static fields = ["turn", "attempt", "seat", "tile"];
  static tag = "tile_drawn";
  constructor(turn, attempt, seat, tile) {
    super();
    this.turn = turn;
    this.attempt = attempt;
    this.seat = seat;
    this.tile = tile;
  }
}

/** Tiles of the hand were laid on the table (B5.1). */
class bet_the_bag_events_TilesLaid extends py.Struct {
  static title = "TilesLaid";
  static fields = ["turn", "attempt", "seat", "tiles"];
  static tag = "tiles_laid";
  constructor(turn, attempt, seat, tiles) {
    super();
    this.turn = turn;
    this.attempt = attempt;
    this.seat = seat;
    this.tiles = tiles;
  }
}

/** A word that is not in the lexicon was tried where words are checked (B7.4). */
class bet_the_bag_events_WordRefused extends py.Struct {
  static title = "WordRefused";
  static fields = ["turn", "attempt", "seat", "word", "again_at"];
  static tag = "word_refused";
  constructor(turn, attempt, seat, word, again_at) {
    super();
    this.turn = turn;
    this.attempt = attempt;
    this.seat = seat;
    this.word = word;
    this.again_at = again_at;
  }
}

/** A word was submitted (B5.2); until `closes_at` it can be challenged (B7.4). */
class bet_the_bag_events_WordSubmitted extends py.Struct {
  static title = "WordSubmitted";
  static fields = ["turn", "attempt", "seat", "word", "blanks", "closes_at"];
  static tag = "word_submitted";
  constructor(turn, attempt, seat, word, blanks, closes_at) {
    super();
    this.turn = turn;
    this.attempt = attempt;
    this.seat = seat;
    this.word = word;
    this.blanks = blanks;
    this.closes_at = closes_at;
  }
}

/** A seat lets the word stand (B7.4). */
class bet_the_bag_events_WordAccepted extends py.Struct {
  static title = "WordAccepted";
  static fields = ["turn", "attempt", "seat"];
  static tag = "word_accepted";
  constructor(turn, attempt, seat) {
    super();
    this.turn = turn;
    this.attempt = attempt;
    this.seat = seat;
  }
}

/** A seat challenged the word, and the lexicon was asked (B7.1). */
class bet_the_bag_events_WordChallenged extends py.Struct {
  static title = "WordChallenged";
  static fields = ["turn", "attempt", "seat", "in_lexicon"];
  static tag = "word_challenged";
  constructor(turn, attempt, seat, in_lexicon) {
    super();
    this.turn = turn;
    this.attempt = attempt;
    this.seat = seat;
    this.in_lexicon = in_lexicon;
  }
}

/** The submitter of a bogus word lost the score card of least points (B7.1). */
class bet_the_bag_events_CardLost extends py.Struct {
  static title = "CardLost";
  static fields = ["turn", "seat", "lost", "points"];
  static tag = "card_lost";
  static specs = () => ({ lost: bet_the_bag_model_ScoreCard });
  constructor(turn, seat, lost, points) {
    super();
    this.turn = turn;
    this.seat = seat;
    this.lost = lost;
    this.points = points;
  }
}

/** An attempt is over without a word that stands (B5.3, B7.2). */
class bet_the_bag_events_AttemptFailed extends py.Struct {
  static title = "AttemptFailed";
  static fields = ["turn", "attempt", "seat", "reason"];
  static tag = "attempt_failed";
  constructor(turn, attempt, seat, reason) {
    super();
    this.turn = turn;
    this.attempt = attempt;
    this.seat = seat;
    this.reason = reason;
  }
}

/** A word stands, and its seat takes the contract card (B6.1), doubled or not (B7.1). */
class bet_the_bag_events_ContractFilled extends py.Struct {
  static title = "ContractFilled";
  static fields = ["turn", "seat", "word", "won", "points"];
  static tag = "contract_filled";
  static specs = () => ({ won: bet_the_bag_model_ScoreCard });
  constructor(turn, seat, word, won, points) {
    super();
    this.turn = turn;
    this.seat = seat;
    this.word = word;
    this.won = won;
    this.points = points;
  }
}

/** Nobody filled the contract (B5.4), or all passed (B4.4). */
class bet_the_bag_events_ContractDiscarded extends py.Struct {
  static title = "ContractDiscarded";
  static fields = ["turn"];
  static tag = "contract_discarded";
  constructor(turn) {
    super();
    this.turn = turn;
  }
}

/** The tiles on the table went back into the bag, or out of play (B5.4). */
class bet_the_bag_events_TableCleared extends py.Struct {
  static title = "TableCleared";
  static fields = ["turn", "out"];
  static tag = "table_cleared";
  constructor(turn, out) {
    super();
    this.turn = turn;
    this.out = out;
  }
}

/** The last ace was turned up, and the game is over (B3.2, B8.1). */
class bet_the_bag_events_BagEnded extends py.Struct {
  static title = "BagEnded";
  static fields = [];
  static tag = "bag_ended";
  constructor() {
    super();
  }
}

/** What is public of a seat (B9.1). */
class bet_the_bag_model_BagSeat extends py.Struct {
  static title = "BagSeat";
  static fields = ["score", "won", "hand", "bid", "passed", "failed"];
  static specs = () => ({ won: { each: bet_the_bag_model_ScoreCard } });
  constructor(score, won, hand, bid, passed, failed) {
    super();
    this.score = score;
    this.won = won;
    this.hand = hand;
    this.bid = bid;
    this.passed = passed;
    this.failed = failed;
  }
}

/** All that one seat, or a spectator, may know (B9.1). */
class bet_the_bag_model_BagView extends py.Struct {
  static title = "BagView";
  static fields = ["you", "options", "phase", "turn", "on_turn", "closes_at", "letters", "contract", "aces", "gone", "pile", "bag", "out", "table", "bids", "queue", "attempt", "attempting", "limit", "submission", "tried", "seats", "awaited", "hand", "outcome"];
  static specs = () => ({ options: bet_the_bag_model_BagOptions, contract: bet_the_bag_model_ContractCard, aces: { each: bet_the_bag_model_ContractCard }, gone: { each: bet_the_bag_model_ContractCard }, table: { each: bet_the_bag_model_TableTile }, bids: { each: bet_the_bag_model_TileBid }, queue: { each: bet_the_bag_model_TileBid }, submission: bet_the_bag_model_Submission, tried: bet_the_bag_model_Tried, seats: { each: bet_the_bag_model_BagSeat }, outcome: core_protocol_Outcome });
  constructor(you, options, phase, turn, on_turn, closes_at, letters, contract, aces, gone, pile, bag, out, table, bids, queue, attempt, attempting, limit, submission, tried, seats, awaited, hand, outcome) {
    super();
    this.you = you;
    this.options = options;
    this.phase = phase;
    this.turn = turn;
    this.on_turn = on_turn;
    this.closes_at = closes_at;
    this.letters = letters;
    this.contract = contract;
    this.aces = aces;
    this.gone = gone;
    this.pile = pile;
    this.bag = bag;
    this.out = out;
    this.table = table;
    this.bids = bids;
    this.queue = queue;
    this.attempt = attempt;
    this.attempting = attempting;
    this.limit = limit;
    this.submission = submission;
    this.tried = tried;
    this.seats = seats;
    this.awaited = awaited;
    this.hand = hand;
    this.outcome = outcome;
  }
}

/** You may flip the card (B3.1). */
class bet_the_bag_model_FlipOffer extends py.Struct {
  static title = "FlipOffer";
  static fields = [];
  static tag = "flip";
  constructor() {
    super();
  }
}

/** You may bid one of the free numbers (B4.1). */
class bet_the_bag_model_BidTilesOffer extends py.Struct {
  static title = "BidTilesOffer";
  static fields = ["free", "taken"];
  static tag = "bid";
  static specs = () => ({ taken: { each: bet_the_bag_model_TileBid } });
  constructor(free, taken) {
    super();
    this.free = free;
    this.taken = taken;
  }
}

/** You may pass; you get a tile if the bag holds one (B4.2). */
class bet_the_bag_model_PassBidOffer extends py.Struct {
  static title = "PassBidOffer";
  static fields = ["draws"];
  static tag = "pass";
  constructor(draws) {
    super();
    this.draws = draws;
  }
}

/** You may begin your minute (X1.1). */
class bet_the_bag_model_OpenAttemptOffer extends py.Struct {
  static title = "OpenAttemptOffer";
  static fields = [];
  static tag = "open_attempt";
  constructor() {
    super();
  }
}

/** You may draw so many tiles (B5.1). */
class bet_the_bag_model_DrawOffer extends py.Struct {
  static title = "DrawOffer";
  static fields = ["most"];
  static tag = "draw";
  constructor(most) {
    super();
    this.most = most;
  }
}

/** You may lay so many tiles of your hand (B5.1). */
class bet_the_bag_model_LayTilesOffer extends py.Struct {
  static title = "LayTilesOffer";
  static fields = ["most"];
  static tag = "lay";
  constructor(most) {
    super();
    this.most = most;
  }
}

/** You may submit a word of the tiles on the table and so many of your hand (B5.2). */
class bet_the_bag_model_SubmitOffer extends py.Struct {
  static title = "SubmitOffer";
  static fields = ["least", "lay", "again_at"];
  static tag = "submit";
  constructor(least, lay, again_at) {
    super();
    this.least = least;
    this.lay = lay;
    this.again_at = again_at;
  }
}

/** You may end your attempt (B5.3). */
class bet_the_bag_model_GiveUpOffer extends py.Struct {
  static title = "GiveUpOffer";
  static fields = [];
  static tag = "give_up";
  constructor() {
    super();
  }
}

/** You may challenge the word (B7.1): it scores double, or it costs a score card. */
class bet_the_bag_model_ChallengeOffer extends py.Struct {
  static title = "ChallengeOffer";
  static fields = ["points", "costs"];
  static tag = "challenge";
  constructor(points, costs) {
    super();
    this.points = points;
    this.costs = costs;
  }
}

/** You may let the word stand (B7.4). */
class bet_the_bag_model_AcceptOffer extends py.Struct {
  static title = "AcceptOffer";
  static fields = ["points"];
  static tag = "accept";
  constructor(points) {
    super();
    this.points = points;
  }
}

/** Events being made, with the state folded along, so that each step sees the one before. */
class bet_the_bag_turns_Run {
  constructor(state, now, chance) {
    this.state = state;
    this.now = now;
    this.chance = chance;
    this.events = [];
  }
  add(event) {
    py.methods.append(this.events, event);
    this.state = bet_the_bag_evolve_evolve(this.state, event);
  }
  draw(event) {
    this.add(bet_the_bag_turns_redraw(this.state, event, this.chance));
  }
}

const bet_the_bag_actions_BagCode = py.enumOf({ TAKEN: "taken", TOO_LOW: "too_low", TOO_HIGH: "too_high", BID_FULL: "bid_full", BAG_EMPTY: "bag_empty", NO_TILES: "no_tiles", TOO_SHORT: "too_short", TOO_LONG: "too_long", CANNOT_SPELL: "cannot_spell", TOO_LATE: "too_late", TOO_SOON: "too_soon", OWN_WORD: "own_word", ALREADY_ACCEPTED: "already_accepted" });

const bet_the_bag_events_Failure = py.enumOf({ CLOCK: "clock", GAVE_UP: "gave_up", BOGUS: "bogus" });

/** The rules of Bet the Bag; the functions of its modules under the names of `Rules`. */
class bet_the_bag_rules_BetTheBag {
}

/** One legal place for a draft. Whether its word is in the lexicon is not told (M3.2). */
class match_model_Placement extends py.Struct {
  static title = "Placement";
  static fields = ["play", "word", "value", "score", "enough"];
  static specs = () => ({ play: match_model_Play });
  constructor(play, word, value, score, enough) {
    super();
    this.play = play;
    this.word = word;
    this.value = value;
    this.score = score;
    this.enough = enough;
  }
}

/** The places for a draft, the best value first, then the best score. */
class match_model_Composed extends py.Struct {
  static title = "Composed";
  static fields = ["placements", "missing"];
  static specs = () => ({ placements: { each: match_model_Placement } });
  constructor(placements, missing) {
    super();
    this.placements = placements;
    this.missing = missing;
  }
}

/** A play being composed: letters in reading order, each with the colour wanted, if any. */
class match_model_Draft extends py.Struct {
  static title = "Draft";
  static fields = ["letters", "colours", "lane"];
  static specs = () => ({ lane: match_model_Lane });
  constructor(letters, colours = [], lane = null) {
    super();
    this.letters = letters;
    this.colours = colours;
    this.lane = lane;
  }
}

function match_decide__bad(detail, clause) {
  throw new core_errors_IllegalAction(core_errors_Refusal.BAD_OPTIONS, detail, clause);
}

function match_deck_load_deck(...names) {
  const known = {
    'english': () => new match_model_Deck("english", [["a","r"],["a","r"],["a","r"],["a","r"],["a","y"],["a","y"],["a","y"],["a","y"],["b","r"],["b","y"],["c","r"],["c","y"],["d","r"],["d","r"],["d","y"],["d","y"],["e","r"],["e","r"],["e","r"],["e","r"],["e","r"],["e","y"],["e","y"],["e","y"],["e","y"],["e","y"],["f","y"],["g","r"],["g","y"],["h","r"],["h","y"],["i","r"],["i","r"],["i","r"],["i","y"],["i","y"],["i","y"],["j","y"],["k","r"],["l","r"],["l","r"],["l","y"],["l","y"],["m","r"],["m","y"],["n","r"],["n","r"],["n","y"],["n","y"],["o","r"],["o","r"],["o","r"],["o","y"],["o","y"],["o","y"],["p","r"],["p","y"],["q","r"],["r","r"],["r","r"],["r","y"],["r","y"],["s","r"],["s","r"],["s","y"],["s","y"],["t","r"],["t","r"],["t","y"],["t","y"],["u","r"],["u","y"],["v","y"],["w","r"],["x","y"],["y","r"],["y","y"],["z","r"]].map((f) => new core_pieces_Card(...f))),
  };
  const found = known[names.join()];
  if (found === undefined) throw new core_errors_InvalidNotation(`there is no ${names.join()}`);
  return found();
}

/** Refuse a number of seats or a setting out of its range (M2.2, M3.2, M3.4, M1.2). */
function match_decide_check(seats, options) {
  if (!(match_decide_MIN_SEATS <= seats && seats <= match_decide_MAX_SEATS)) {
    match_decide__bad(`Match is for ${py.str(match_decide_MIN_SEATS)} to ${py.str(match_decide_MAX_SEATS)} players, not ${py.str(seats)}`, "M2.2");
  }
  if (((options.round_clock_ms !== null) && (!py.contains(match_model_ROUND_CLOCKS_MS, options.round_clock_ms)))) {
    match_decide__bad(`a round clock of ${py.str(options.round_clock_ms)} ms is not offered`, "M3.4");
  }
  if ((!py.contains(match_model_LAY_CLOCKS_MS, options.lay_clock_ms))) {
    match_decide__bad(`a lay-down clock of ${py.str(options.lay_clock_ms)} ms is not offered`, "M3.2");
  }
  try {
    match_deck_load_deck(options.deck);
  } catch (error) {
    if (!py.isinstance(error, [core_errors_InvalidNotation])) throw error;
    match_decide__bad(py.str(error), "M1.2");
  }
}

/** Refuse what no game can hold, whatever its rules: a broken promise of the record. */
function match_evolve__check_fits(state, event) {
  let opens, seat;
  if ((py.isinstance(event, match_model_MatchOpened) !== (state.setup === null))) {
    throw new core_errors_CorruptRecord(`${py.repr(event)}: a game is opened once, before all else`);
  }
  if ((state.ended !== null)) {
    throw new core_errors_CorruptRecord(`${py.repr(event)} comes after the end of the game`);
  }
  seat = py.getattr(event, "seat", 0);
  if (((state.setup !== null) && !(0 <= seat && seat < state.setup.seats))) {
    throw new core_errors_CorruptRecord(`${py.repr(event)}: there is no seat ${py.str(seat)}`);
  }
  opens = py.isinstance(event, match_model_RoundOpened);
  if ((!py.eq(py.getattr(event, "round", py.add(state.round, opens)), py.add(state.round, opens)))) {
    throw new core_errors_CorruptRecord(`${py.repr(event)} does not belong to round ${py.str(py.add(state.round, opens))}`);
  }
}

/** Return the setup as its version meant it: in version 1 a void call was free (M3.2). */
function match_evolve__setup(event) {
  let options;
  if ((event.version > 1)) {
    return event.setup;
  }
  options = py.replace(event.setup.options, { void: match_model_Void.FREE });
  return py.replace(event.setup, { options: options });
}

/** Return the next cards of a pile in the order in which they come off it. */
function match_evolve_drawn_from(pile, count) {
  return py.slice(py.tuple(py.reversed(pile)), null, count);
}

function match_evolve__with(values, seat, value) {
  return [...py.list(py.slice(values, null, seat)), value, ...py.list(py.slice(values, py.add(seat, 1), null))];
}

/** Return a face in capitals that read back as it: a sharp s has one, which `upper` avoids. */
function core_pieces_capital_of(face) {
  return py.methods.upper(py.methods.replace(face, "ß", "ẞ"));
}

function core_pieces__show_card(card) {
  let face;
  face = ((card.colour === core_pieces_Colour.YELLOW) ? card.letter : core_pieces_capital_of(card.letter));
  return ((py.eq(py.len(face), 1)) ? face : `[${py.str(face)}]`);
}

/** Write cards as `parse_cards` reads them. */
function core_pieces_show_cards(cards) {
  return py.methods.join("", py.list(cards).map((card) => core_pieces__show_card(card)));
}

/** Return a hand less some cards, in its order. `NOT_HELD` where it lacks one (M4.5). */
function match_placing_without(hand, cards) {
  let card, detail, gone, missing, rest;
  gone = new py.Counter(cards);
  rest = [];
  for (card of py.list(hand)) {
    if (py.truth(py.at(gone, card))) {
      py.put(gone, card, py.sub(py.at(gone, card), 1));
    } else {
      py.methods.append(rest, card);
    }
  }
  if (py.truth((missing = py.list(gone.elements())))) {
    detail = `the hand ${py.str(core_pieces_show_cards(hand))} does not hold ${py.str(core_pieces_show_cards(missing))}`;
    throw new core_errors_IllegalAction(core_errors_Refusal.NOT_HELD, detail, "M4.5");
  }
  return py.tuple(rest);
}

/** Return the cards of a lane that already lie on the table, none for a base word. */
function match_placing_lying(crossword, lane) {
  if (py.eq(lane.kind, match_model_Kind.BASE)) {
    return [];
  } else if (py.eq(lane.kind, match_model_Kind.CROSS)) {
    return [py.at(crossword.base, lane.column)];
  } else if (py.eq(lane.kind, match_model_Kind.EXTEND_BASE)) {
    return crossword.base;
  } else if (py.eq(lane.kind, match_model_Kind.EXTEND_CROSS)) {
    return py.next(py.list(crossword.crossings).filter((c) => (py.eq(c.column, lane.column))).map((c) => c.cards));
  }
}

/** Return all cards of the word that a play makes, in reading order (M4.5). */
function match_placing_spelled(crossword, play) {
  return py.add(py.add(play.before, match_placing_lying(crossword, play.lane)), play.after);
}

/** Return the crossword with a play laid; nothing else moves (M4.5). */
function match_placing_lay(crossword, play) {
  let both, grown, moved, new_, shift, word;
  word = match_placing_spelled(crossword, play);
  if (py.eq(play.kind, match_model_Kind.BASE)) {
    return new match_model_Crossword(word);
  } else if (py.eq(play.kind, match_model_Kind.EXTEND_BASE)) {
    shift = py.len(play.before);
    moved = py.list(crossword.crossings).map((c) => new match_model_Crossing(py.add(c.column, shift), c.at, c.cards));
    return new match_model_Crossword(word, py.tuple(moved));
  } else if (py.eq(play.kind, match_model_Kind.CROSS)) {
    new_ = new match_model_Crossing(play.column, py.len(play.before), word);
    both = py.sorted([...py.list(crossword.crossings), new_], ((c) => c.column));
    return new match_model_Crossword(crossword.base, py.tuple(both));
  } else if (py.eq(play.kind, match_model_Kind.EXTEND_CROSS)) {
    grown = py.list(crossword.crossings).map((c) => ((py.eq(c.column, play.column)) ? new match_model_Crossing(c.column, py.add(c.at, py.len(play.before)), word) : c));
    return new match_model_Crossword(crossword.base, py.tuple(grown));
  }
}

/** Return every card of a crossword once, the base word first. */
function match_placing_cards_of(crossword) {
  let crossing;
  crossing = py.list(crossword.crossings).flatMap((c) => py.list(py.add(py.slice(c.cards, null, c.at), py.slice(c.cards, py.add(c.at, 1), null))).map((card) => card));
  return [...py.list(crossword.base), ...py.list(crossing)];
}

/** Return the state after an event. `CorruptRecord` for one that cannot have happened here. */
function match_evolve_evolve(state, event) {
  try {
    match_evolve__check_fits(state, event);
    return match_evolve__fold(event, state);
  } catch (error) {
    if (!py.isinstance(error, [core_errors_IllegalAction, py.IndexError, py.StopIteration])) throw error;
    throw new core_errors_CorruptRecord(`${py.repr(event)} cannot follow round ${py.str(state.round)}: ${py.str(error)}`);
  }
}

/** Return the event as chance makes it: only a shuffle has any in it (X3). */
function match_decide_redraw(state, event, chance) {
  if (py.isinstance(event, match_model_PileShuffled)) {
    return new match_model_PileShuffled(chance.shuffle(py.sorted(py.add(state.pile, state.discards))));
  }
  return event;
}

function match_decide__shuffle(run) {
  let empty;
  empty = new match_model_PileShuffled([]);
  run.add(match_decide_redraw(run.state, empty, run.chance));
}

function match_decide__options(state) {
  py.assert((state.setup !== null));
  return state.setup.options;
}

/** Make sure that the pile holds a card, as M6.4 says; tell whether it does. */
function match_decide__refill(run) {
  let dry;
  if (py.truth(run.state.pile)) {
    return true;
  }
  dry = !py.truth(run.state.discards);
  if ((py.truth(dry) && py.truth(run.state.crossword.base) && (match_decide__options(run.state).dry === match_model_Dry.CLEAR))) {
    run.add(new match_model_CrosswordCleared(run.state.round, false));
  }
  if (!py.truth(run.state.discards)) {
    return false;
  }
  match_decide__shuffle(run);
  return true;
}

/** Draw up to `owed` cards, one source after another (M6.4); return how many there were. */
function match_decide__draw(run, seat, owed) {
  let cards, count, drawn;
  drawn = 0;
  while (((drawn < owed) && py.truth(match_decide__refill(run)))) {
    count = py.min([py.sub(owed, drawn), py.len(run.state.pile)]);
    cards = match_evolve_drawn_from(run.state.pile, count);
    run.add(new match_model_CardsDrawn(seat, count, cards));
    drawn = py.add(drawn, count);
  }
  return drawn;
}

/** Return the columns where a new crossing word may stand (M4.2). */
function match_placing_free_columns(crossword) {
  let taken;
  taken = py.set(py.list(crossword.crossings).flatMap((c) => py.list([-1, 0, 1]).map((d) => py.add(c.column, d))));
  return py.tuple(py.list(py.range(py.len(crossword.base))).filter((i) => (!py.contains(taken, i))).map((i) => i));
}

/** Return the clock of a round that opens on a crossword (M3.4). */
function match_placing_round_clock_ms(options, crossword) {
  let clock;
  clock = options.round_clock_ms;
  if (((clock === null) || (clock >= match_model_DAY_MS) || !py.truth(crossword.base) || py.truth(match_placing_free_columns(crossword)))) {
    return clock;
  }
  return py.min([clock, match_model_NO_COLUMN_MS]);
}

/** Open the next round, or end the game after the last (M8.2, since version 2). */
function match_decide__open_round(run, after_ms = 0) {
  let clock, closes_at;
  if (((run.state.round >= match_model_MOST_ROUNDS) && (run.state.version > 1))) {
    run.add(new match_model_MatchEnded(match_model_End.LAST_ROUND));
    return null;
  }
  clock = match_placing_round_clock_ms(match_decide__options(run.state), run.state.crossword);
  closes_at = ((clock === null) ? null : py.add(py.add(run.now, after_ms), clock));
  run.add(new match_model_RoundOpened(py.add(run.state.round, 1), closes_at));
}

/** Return the events that fill the pot, deal seven cards each and open round 1 (M2, M3.1). */
function match_decide_open_game(setup, now, chance) {
  let run, seat;
  match_decide_check(setup.seats, setup.options);
  run = new match_decide__Run(new match_model_MatchState(), now, chance);
  run.add(new match_model_MatchOpened(match_decide_VERSION, setup, match_deck_load_deck(setup.options.deck)));
  match_decide__shuffle(run);
  for (seat of py.list(py.range(setup.seats))) {
    match_decide__draw(run, seat, match_model_HAND);
  }
  match_decide__open_round(run);
  return py.tuple(run.events);
}

function match_decide__check_bidding(state, action, by) {
  let bidding, detail, wanted;
  if (py.isinstance(action, py.union(match_model_LayPlay, match_model_OpenLaying))) {
    throw new core_errors_IllegalAction(core_errors_Refusal.NOT_NOW, "nothing is to be laid before a bid has won", "M3.2");
  }
  if ((py.contains(state.passed, by))) {
    detail = `you passed in round ${py.str(state.round)}; a pass is final for the round`;
    throw new core_errors_IllegalAction(match_model_MatchCode.ALREADY_PASSED, detail, "M3.3");
  }
  if (py.any(py.list(state.bids).map((bid) => (py.eq(bid.seat, by))))) {
    detail = `you have bid in round ${py.str(state.round)}; there is one bid a round`;
    throw new core_errors_IllegalAction(match_model_MatchCode.ALREADY_BID, detail, "M3.1");
  }
  bidding = match_decide__options(state).bidding;
  wanted = ((bidding === match_model_Bidding.SEALED) ? match_model_PlaceBid : match_model_CallBid);
  if (!py.isinstance(action, py.union(wanted, match_model_Pass))) {
    detail = `bidding is ${py.str(bidding)} at this table`;
    throw new core_errors_IllegalAction(match_model_MatchCode.WRONG_BIDDING, detail, "M3.2");
  }
}

function match_decide__check_laying(state, action, by) {
  let detail;
  if (!py.isinstance(action, py.union(py.union(match_model_OpenLaying, match_model_LayPlay), match_model_Pass))) {
    throw new core_errors_IllegalAction(core_errors_Refusal.NOT_NOW, "the auction of this round is closed", "M3.3");
  }
  if ((!py.eq(by, state.laying))) {
    detail = `seat ${py.str(state.laying)} is laying its bid`;
    throw new core_errors_IllegalAction(core_errors_Refusal.NOT_YOURS, detail, "M3.2");
  }
  if ((py.isinstance(action, match_model_LayPlay) && (state.phase === match_model_Phase.OPENING))) {
    detail = "your lay-down clock has not begun; begin it first";
    throw new core_errors_IllegalAction(core_errors_Refusal.NOT_NOW, detail, "X1.1");
  }
  if ((py.isinstance(action, match_model_OpenLaying) && (state.phase === match_model_Phase.LAYING))) {
    throw new core_errors_IllegalAction(core_errors_Refusal.NOT_NOW, "your lay-down clock runs already", "X1.1");
  }
}

/** Refuse what comes at the wrong time, from the wrong seat or for another round. */
function match_decide__check_turn(state, action, by) {
  let detail;
  if ((state.phase === match_model_Phase.OVER)) {
    throw new core_errors_IllegalAction(core_errors_Refusal.GAME_OVER, "the game is over", "M6.2");
  }
  if (!(0 <= by && by < py.len(state.hands))) {
    throw new core_errors_IllegalAction(core_errors_Refusal.NOT_YOURS, `there is no seat ${py.str(by)} in this game`, "M2.2");
  }
  if ((!py.eq(action.round, state.round))) {
    detail = `that was for round ${py.str(action.round)}; round ${py.str(state.round)} is running`;
    throw new core_errors_IllegalAction(core_errors_Refusal.STALE_ROUND, detail, "M3.1");
  }
  if ((state.phase === match_model_Phase.BIDDING)) {
    match_decide__check_bidding(state, action, by);
  } else {
    match_decide__check_laying(state, action, by);
  }
}

/** Return what a void call costs a seat that has so many points (M3.2). */
function match_decide_void_costs(coins, called) {
  return py.min([coins, called]);
}

/** Yield the seats in the order in which they draw (M6.4). */
function match_decide__from_winner(state) {
  let seats;
  seats = py.len(state.hands);
  return py.list(py.range(seats)).map((i) => py.mod(py.add(state.winner, i), seats));
}

function match_decide__nobody_bid(run) {
  let drawn;
  if (py.truth(run.state.crossword.base)) {
    run.add(new match_model_CrosswordCleared(run.state.round, true));
    match_decide__open_round(run);
    return null;
  }
  drawn = py.list(match_decide__from_winner(run.state)).map((drawer) => match_decide__draw(run, drawer, 1));
  if (py.any(drawn)) {
    match_decide__open_round(run);
  } else {
    run.add(new match_model_MatchEnded(match_model_End.NO_CARDS));
  }
}

/** Return every place where a play may go, whatever the hand (M4.1 to M4.4). */
function match_placing_lanes(crossword) {
  let crosses, extensions;
  if (!py.truth(crossword.base)) {
    return [new match_model_Lane(match_model_Kind.BASE)];
  }
  crosses = py.tuple(py.list(match_placing_free_columns(crossword)).map((column) => new match_model_Lane(match_model_Kind.CROSS, column)));
  extensions = py.tuple(py.list(crossword.crossings).map((c) => new match_model_Lane(match_model_Kind.EXTEND_CROSS, c.column)));
  return [...py.list(crosses), new match_model_Lane(match_model_Kind.EXTEND_BASE), ...py.list(extensions)];
}

function match_placing__why_no_base(crossword, play) {
  if (py.truth(crossword.base)) {
    return "there is a base word already";
  }
  if (py.truth(play.after)) {
    return "nothing lies on the table that letters could stand after";
  }
  return `a base word stands in column 0, not in column ${py.str(play.column)}`;
}

/** Return the columns of the base word that no new crossing word may use (M4.2). */
function match_placing_blocked_columns(crossword) {
  let free;
  free = match_placing_free_columns(crossword);
  return py.tuple(py.list(py.range(py.len(crossword.base))).filter((i) => (!py.contains(free, i))).map((i) => i));
}

/** Return the sentence and the clause that say why a lane cannot be used. */
function match_placing__why_no_place(crossword, play) {
  let missing, taken, unplaced, where;
  where = `column ${py.str(play.column)}`;
  if (py.eq(play.kind, match_model_Kind.BASE)) {
    return [match_placing__why_no_base(crossword, play), "M4.1"];
  } else if (py.eq(play.kind, match_model_Kind.EXTEND_BASE)) {
    unplaced = `the base word stands in column 0, not in ${py.str(where)}`;
    return [(py.truth(crossword.base) ? unplaced : "there is no base word to extend"), "M4.3"];
  } else if (py.eq(play.kind, match_model_Kind.CROSS)) {
    taken = `${py.str(where)} has a crossing word, or stands beside one`;
    missing = `the base word has no ${py.str(where)} to cross`;
    return [((py.contains(match_placing_blocked_columns(crossword), play.column)) ? taken : missing), "M4.2"];
  } else if (py.eq(play.kind, match_model_Kind.EXTEND_CROSS)) {
    return [`${py.str(where)} has no crossing word to extend`, "M4.4"];
  }
}

function match_placing__check_place(crossword, play) {
  if (!py.truth(play.cards)) {
    throw new core_errors_IllegalAction(match_model_MatchCode.NO_CARDS, "a play lays at least one card", "M4.5");
  }
  if (((py.contains(match_placing_lanes(crossword), play.lane)) && !((play.kind === match_model_Kind.BASE) && py.truth(play.after)))) {
    return null;
  }
  throw new core_errors_IllegalAction(match_model_MatchCode.NO_SUCH_PLACE, ...py.list(match_placing__why_no_place(crossword, play)));
}

/** Return the letters of cards, in order. */
function core_pieces_letters(cards) {
  return py.tuple(py.list(cards).map((card) => card.letter));
}

/** Return the word that a play makes; `IllegalAction` where it may not be laid (M4). */
function match_placing_check_play(crossword, hand, play, lexicon) {
  let detail, shown, word;
  match_placing__check_place(crossword, play);
  match_placing_without(hand, play.cards);
  word = core_pieces_letters(match_placing_spelled(crossword, play));
  shown = py.methods.upper(py.methods.join("", word));
  if ((py.len(word) < match_model_SHORTEST)) {
    detail = `${py.str(shown)} is a single letter; a base word has ${py.str(match_model_SHORTEST)} or more`;
    throw new core_errors_IllegalAction(match_model_MatchCode.TOO_SHORT, detail, "M4.1");
  }
  if ((py.len(word) > match_model_LONGEST)) {
    detail = `${py.str(shown)} has ${py.str(py.len(word))} letters; a word has ${py.str(match_model_LONGEST)} at most`;
    throw new core_errors_IllegalAction(match_model_MatchCode.TOO_LONG, detail, "X2");
  }
  if (((lexicon !== null) && !py.truth(lexicon.has(word)))) {
    detail = `${py.str(shown)} is not a word of the lexicon ${py.str(lexicon.pin.name)}`;
    throw new core_errors_IllegalAction(match_model_MatchCode.NOT_A_WORD, detail, "M4.5");
  }
  return word;
}

/** Return the number of cards, doubled if they are all of one colour (M5.1, M5.2). */
function match_placing_points(cards) {
  let one_colour;
  one_colour = (py.eq(py.len(py.set(py.list(cards).map((card) => card.colour))), 1));
  return (py.truth(one_colour) ? py.mul(2, py.len(cards)) : py.len(cards));
}

/** Return value and score of a play (M5.1, M5.2). */
function match_placing_worth(crossword, play) {
  return new match_placing_Worth(match_placing_points(play.cards), match_placing_points(match_placing_spelled(crossword, play)));
}

function match_decide__lay(run, seat, play) {
  let before, coins, drawer, owed, up_to_hand, what, word;
  before = run.state;
  word = match_placing_check_play(before.crossword, py.at(before.hands, seat), play, null);
  what = match_placing_worth(before.crossword, play);
  coins = py.min([what.score, before.pot]);
  run.add(new match_model_PlayLaid(before.round, seat, play, word, what.value, what.score, coins));
  if ((py.eq(run.state.pot, 0))) {
    run.add(new match_model_MatchEnded(match_model_End.POT_EMPTY));
    return null;
  }
  for (drawer of py.list(match_decide__from_winner(run.state))) {
    up_to_hand = py.and((py.eq(drawer, seat)), () => (play.kind === match_model_Kind.BASE));
    owed = (py.truth(up_to_hand) ? py.max([0, py.sub(match_model_HAND, py.len(py.at(run.state.hands, drawer)))]) : 1);
    match_decide__draw(run, drawer, owed);
  }
  match_decide__open_round(run, match_model_SOLD_MS);
}

/** Tell whether a lay-down clock begins only when its player says so (X1.1, since version 2). */
function match_decide__waits_to_open(state) {
  let by_day, options;
  options = match_decide__options(state);
  by_day = py.or((options.round_clock_ms === null), () => (options.round_clock_ms >= match_model_DAY_MS));
  return py.and(by_day, () => py.and((options.lay_clock_ms < match_model_DAY_MS), () => (state.version > 1)));
}

function match_decide__open_laying(run) {
  let best, closes_at;
  best = py.at(run.state.bids, -1);
  closes_at = py.add(run.now, match_decide__options(run.state).lay_clock_ms);
  run.add(new match_model_LayingOpened(run.state.round, best.seat, best.value, closes_at));
}

/** Give the round to the highest bid that stands, or to nobody (M3.2, M6.1, M7). */
function match_decide__settle(run) {
  let best, closes_at, round_clock;
  if (!py.truth(run.state.bids)) {
    match_decide__nobody_bid(run);
    return null;
  }
  best = py.at(run.state.bids, -1);
  if ((best.play !== null)) {
    match_decide__lay(run, best.seat, best.play);
    return null;
  }
  if (!py.truth(match_decide__waits_to_open(run.state))) {
    match_decide__open_laying(run);
    return null;
  }
  round_clock = match_decide__options(run.state).round_clock_ms;
  closes_at = ((round_clock === null) ? null : py.add(run.now, match_model_DAY_MS));
  run.add(new match_model_LayingAsked(run.state.round, best.seat, best.value, closes_at));
}

function match_decide__void(run, by_clock) {
  let best, paid, pays;
  best = py.at(run.state.bids, -1);
  pays = (match_decide__options(run.state).void === match_model_Void.PAYS);
  paid = (py.truth(pays) ? match_decide_void_costs(py.at(run.state.coins, best.seat), best.value) : 0);
  run.add(new match_model_BidVoided(run.state.round, best.seat, best.value, by_clock, paid));
  match_decide__settle(run);
}

function match_decide__close(run, by_clock) {
  run.add(new match_model_AuctionClosed(run.state.round, by_clock));
  match_decide__settle(run);
}

function match_decide__close_if_all_in(run) {
  if ((py.eq(py.add(py.len(run.state.bids), py.len(run.state.passed)), py.len(run.state.hands)))) {
    match_decide__close(run, false);
  }
}

/** Return the least value that a bid must have now (M3.1). */
function match_decide_least_value(state) {
  return py.max([match_model_LEAST_VALUE, (py.truth(state.bids) ? py.add(py.at(state.bids, -1).value, 1) : 0)]);
}

function match_decide__check_higher(state, value) {
  let least;
  least = match_decide_least_value(state);
  if ((value < least)) {
    throw new core_errors_IllegalAction(match_model_MatchCode.NOT_HIGHER, `${py.str(value)} is not enough; it needs ${py.str(least)} or more`, "M3.1");
  }
}

function match_decide__check_sealed(state, play, by, lexicon) {
  match_placing_check_play(state.crossword, py.at(state.hands, by), play, null);
  match_decide__check_higher(state, match_placing_worth(state.crossword, play).value);
  match_placing_check_play(state.crossword, py.at(state.hands, by), play, lexicon);
}

function match_decide__take_bid(run, seat, value, play) {
  let closes_at;
  closes_at = run.state.closes_at;
  if ((closes_at !== null)) {
    closes_at = py.max([closes_at, py.add(run.now, match_model_GOING_ONCE_MS)]);
  }
  run.add(new match_model_BidPlaced(run.state.round, seat, value, closes_at, play));
  match_decide__close_if_all_in(run);
}

/** Return the most that so many cards can be worth: all of one colour (M5.1, X2). */
function match_decide_most_value(hand) {
  return py.min([match_model_MOST_VALUE, py.mul(2, hand)]);
}

function match_decide__check_called(state, value, by) {
  let detail, held, most;
  most = match_decide_most_value(py.len(py.at(state.hands, by)));
  if ((value > most)) {
    held = py.len(py.at(state.hands, by));
    detail = `${py.str(value)} is more than ${py.str(held)} cards can be worth, which is ${py.str(most)}`;
    throw new core_errors_IllegalAction(match_model_MatchCode.TOO_HIGH, detail, "M5.1");
  }
  match_decide__check_higher(state, value);
}

function match_decide__check_lay(state, play, by, lexicon) {
  let called, detail, value;
  match_placing_check_play(state.crossword, py.at(state.hands, by), play, lexicon);
  [value, called] = [match_placing_worth(state.crossword, play).value, py.at(state.bids, -1).value];
  if ((value < called)) {
    detail = `the play is worth ${py.str(value)}; ${py.str(called)} was called`;
    throw new core_errors_IllegalAction(match_model_MatchCode.BELOW_CALL, detail, "M3.2");
  }
}

/** Return what an action of a seat brings about; `IllegalAction` where it is refused. */
function match_decide_decide(state, action, by, now, chance, lexicon) {
  let run;
  match_decide__check_turn(state, action, by);
  run = new match_decide__Run(state, now, chance);
  if (py.isinstance(action, match_model_Pass) && (state.phase !== match_model_Phase.BIDDING)) {
    match_decide__void(run, false);
  } else if (py.isinstance(action, match_model_Pass)) {
    run.add(new match_model_SeatPassed(state.round, by));
    match_decide__close_if_all_in(run);
  } else if (py.isinstance(action, match_model_PlaceBid)) {
    match_decide__check_sealed(state, action.play, by, lexicon);
    match_decide__take_bid(run, by, match_placing_worth(state.crossword, action.play).value, action.play);
  } else if (py.isinstance(action, match_model_CallBid)) {
    match_decide__check_called(state, action.value, by);
    match_decide__take_bid(run, by, action.value, null);
  } else if (py.isinstance(action, match_model_OpenLaying)) {
    match_decide__open_laying(run);
  } else if (py.isinstance(action, match_model_LayPlay)) {
    match_decide__check_lay(state, action.play, by, lexicon);
    match_decide__lay(run, by, action.play);
  }
  return py.tuple(run.events);
}

/** Return what falls due by `now`: an auction closes (M3.3), or a called bid is void (M3.2). */
function match_decide_expire(state, now, chance, lexicon) {
  let run;
  if (((state.closes_at === null) || (now < state.closes_at))) {
    return [];
  }
  run = new match_decide__Run(state, now, chance);
  if ((state.phase === match_model_Phase.BIDDING)) {
    match_decide__close(run, true);
  } else {
    match_decide__void(run, true);
  }
  return py.tuple(run.events);
}

/** Return the outcome in which the highest score wins and equal ones share (M8.1, B8.1). */
function core_protocol_outcome_of(scores) {
  let best;
  best = py.max([scores]);
  return new core_protocol_Outcome(py.tuple(scores), py.tuple(py.list(py.enumerate(scores)).filter(([i, s]) => (py.eq(s, best))).map(([i, s]) => i)));
}

/** Return points and winners once the game is over; equal totals share the win (M8.1). */
function match_view_outcome(state) {
  return ((state.ended === null) ? null : core_protocol_outcome_of(state.coins));
}

/** Return the state without its bids and passes, once its auction has come to its end (M6, M7). */
function match_view__unsettled(state) {
  let spoke;
  spoke = py.add(py.add(py.len(state.bids), py.len(state.passed)), py.len(state.voided));
  if (((spoke < py.len(state.hands)) || (state.laying !== null))) {
    return state;
  }
  return py.replace(state, { bids: [], passed: [], voided: [] });
}

/** Return what the clock of the phase is when it begins (M3.2, M3.4, X1.1). */
function match_view__clock_ms(state, options) {
  let clock;
  if (py.eq(state.phase, match_model_Phase.BIDDING)) {
    clock = match_placing_round_clock_ms(options, state.crossword);
    return ((clock === null) ? null : clock);
  } else if (py.eq(state.phase, match_model_Phase.LAYING)) {
    return options.lay_clock_ms;
  } else if (py.eq(state.phase, match_model_Phase.OPENING) && (state.closes_at !== null)) {
    return match_model_DAY_MS;
  } else if (true) {
    return null;
  }
}

function match_view__seat_view(state, seat) {
  let standing, voided;
  voided = py.next(py.list(state.voided).filter((bid) => (py.eq(bid.seat, seat))).map((bid) => bid.value), null);
  standing = py.next(py.list(state.bids).filter((bid) => (py.eq(bid.seat, seat))).map((bid) => bid.value), null);
  return new match_model_SeatView(py.at(state.coins, seat), py.len(py.at(state.hands, seat)), ((voided === null) ? standing : voided), (py.contains(state.passed, seat)), (voided !== null));
}

/** Return the seats that have neither bid nor passed, or the one that lays (M3.2, M3.3). */
function match_view_awaited(state) {
  let done;
  if ((py.contains(py.set([match_model_Phase.OPENING, match_model_Phase.LAYING]), state.phase))) {
    return ((state.laying === null) ? [] : [state.laying]);
  }
  if (((state.phase === match_model_Phase.OVER) || (py.eq(state.round, 0)))) {
    return [];
  }
  done = py.set([...py.list(state.passed), ...py.list(py.list(state.bids).map((bid) => bid.seat))]);
  return py.tuple(py.list(py.range(py.len(state.hands))).filter((i) => (!py.contains(done, i))).map((i) => i));
}

/** Return what everybody may know: whenever something happens, each seat is told it. */
function match_view__public(state) {
  let auction, best;
  py.assert((state.setup !== null));
  auction = match_view__unsettled(state);
  best = (py.truth(auction.bids) ? py.at(auction.bids, -1) : null);
  return new match_model_MatchView(null, state.setup.options, state.phase, state.round, state.closes_at, match_view__clock_ms(state, state.setup.options), state.crossword, state.pot, py.len(state.pile), py.len(state.discards), py.tuple(py.list(py.range(py.len(state.hands))).map((i) => match_view__seat_view(auction, i))), (py.truth(best) ? best.value : null), (py.truth(best) ? best.seat : null), state.laying, match_view_awaited(state), null, null, state.ended, match_view_outcome(state));
}

/** Return all that a seat may know; `None` is a spectator, who sees no hand (M9.1). */
function match_view_view(state, seat) {
  let bids, known, mine;
  known = match_view__public(state);
  if ((seat === null)) {
    return known;
  }
  bids = match_view__unsettled(state).bids;
  mine = py.next(py.list(bids).filter((bid) => (py.eq(bid.seat, seat))).map((bid) => bid.play), null);
  return py.replace(known, { you: seat, hand: py.at(state.hands, seat), your_play: mine });
}

/** Return an event as a seat may know it (M9.1): what is hidden keeps its number and no more. */
function match_view_redact(event, seat) {
  if (py.isinstance(event, match_model_PileShuffled)) {
    return new core_protocol_Hidden();
  } else if (py.isinstance(event, match_model_CardsDrawn) && (!py.eq(event.seat, seat))) {
    return py.replace(event, { cards: null });
  } else if (py.isinstance(event, match_model_BidPlaced) && (!py.eq(event.seat, seat))) {
    return py.replace(event, { play: null });
  } else if (true) {
    return event;
  }
}

/** Return the lanes whose word can still grow, as one of 15 letters cannot (X2), and M4.2's. */
function match_view__places(crossword) {
  let roomy;
  roomy = py.tuple(py.list(match_placing_lanes(crossword)).filter((x) => (py.len(match_placing_lying(crossword, x)) < match_model_LONGEST)).map((x) => x));
  return [roomy, match_placing_blocked_columns(crossword)];
}

function match_view__void_costs(view) {
  let pays;
  py.assert((view.you !== null));
  py.assert((view.high !== null));
  pays = (view.options.void === match_model_Void.PAYS);
  return (py.truth(pays) ? match_decide_void_costs(py.at(view.seats, view.you).coins, view.high) : 0);
}

/** Return what the seat of a view may do now (M3.1 to M3.3, M4); nothing while it waits. */
function match_view_offers(view) {
  let blocked, least, most, places;
  if (((view.you === null) || (view.hand === null) || (!py.contains(view.awaited, view.you)))) {
    return [];
  }
  [places, blocked] = match_view__places(view.crossword);
  if ((view.phase === match_model_Phase.OPENING)) {
    return [new match_model_OpenLayingOffer(view.options.lay_clock_ms, match_view__void_costs(view)), new match_model_PassOffer()];
  }
  if ((view.phase === match_model_Phase.LAYING)) {
    py.assert((view.high !== null));
    return [new match_model_LayOffer(view.high, places, blocked, match_view__void_costs(view)), new match_model_PassOffer()];
  }
  least = py.max([match_model_LEAST_VALUE, ((view.high === null) ? 0 : py.add(view.high, 1))]);
  most = match_decide_most_value(py.len(view.hand));
  if ((least > most)) {
    return [new match_model_PassOffer()];
  }
  return [new match_model_BidOffer(least, most, places, blocked), new match_model_PassOffer()];
}

function bet_the_bag_decide__bad(detail, clause) {
  throw new core_errors_IllegalAction(core_errors_Refusal.BAD_OPTIONS, detail, clause);
}

function bet_the_bag_components_load_tiles(...names) {
  const known = {
    'english': () => new bet_the_bag_model_TileSet("english", ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"], ["?", "?", "a", "a", "a", "a", "a", "a", "a", "a", "a", "b", "b", "c", "c", "d", "d", "d", "d", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "f", "f", "g", "g", "g", "h", "h", "i", "i", "i", "i", "i", "i", "i", "i", "i", "j", "k", "l", "l", "l", "l", "m", "m", "n", "n", "n", "n", "n", "n", "o", "o", "o", "o", "o", "o", "o", "o", "p", "p", "q", "r", "r", "r", "r", "r", "r", "s", "s", "s", "s", "t", "t", "t", "t", "t", "t", "u", "u", "u", "u", "v", "v", "w", "w", "x", "y", "y", "z"]),
    'english,in': () => new bet_the_bag_model_TileSet("english", ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"], ["?", "?", "a", "a", "a", "a", "a", "a", "a", "a", "a", "b", "b", "c", "c", "d", "d", "d", "d", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "f", "f", "g", "g", "g", "h", "h", "i", "i", "i", "i", "i", "i", "i", "i", "i", "j", "k", "l", "l", "l", "l", "m", "m", "n", "n", "n", "n", "n", "n", "o", "o", "o", "o", "o", "o", "o", "o", "p", "p", "q", "r", "r", "r", "r", "r", "r", "s", "s", "s", "s", "t", "t", "t", "t", "t", "t", "u", "u", "u", "u", "v", "v", "w", "w", "x", "y", "y", "z"]),
    'english,out': () => new bet_the_bag_model_TileSet("english", ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"], ["a", "a", "a", "a", "a", "a", "a", "a", "a", "b", "b", "c", "c", "d", "d", "d", "d", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "f", "f", "g", "g", "g", "h", "h", "i", "i", "i", "i", "i", "i", "i", "i", "i", "j", "k", "l", "l", "l", "l", "m", "m", "n", "n", "n", "n", "n", "n", "o", "o", "o", "o", "o", "o", "o", "o", "p", "p", "q", "r", "r", "r", "r", "r", "r", "s", "s", "s", "s", "t", "t", "t", "t", "t", "t", "u", "u", "u", "u", "v", "v", "w", "w", "x", "y", "y", "z"]),
  };
  const found = known[names.join()];
  if (found === undefined) throw new core_errors_InvalidNotation(`there is no ${names.join()}`);
  return found();
}

/** Refuse a number of seats or a setting out of its range (B2.2, B4.3, B5.4, B1.1). */
function bet_the_bag_decide_check(seats, options) {
  if (!(bet_the_bag_decide_MIN_SEATS <= seats && seats <= bet_the_bag_decide_MAX_SEATS)) {
    bet_the_bag_decide__bad(`Bet the Bag is for ${py.str(bet_the_bag_decide_MIN_SEATS)} to ${py.str(bet_the_bag_decide_MAX_SEATS)} players, not ${py.str(seats)}`, "B2.2");
  }
  if (((options.bid_clock_ms !== null) && (!py.contains(bet_the_bag_model_BID_CLOCKS_MS, options.bid_clock_ms)))) {
    bet_the_bag_decide__bad(`a bid clock of ${py.str(options.bid_clock_ms)} ms is not offered`, "B4.3");
  }
  if (((options.recycle === bet_the_bag_model_Recycle.OUT) && (seats > bet_the_bag_model_MOST_SEATS_OUT))) {
    bet_the_bag_decide__bad(`tiles go out of play with up to ${py.str(bet_the_bag_model_MOST_SEATS_OUT)} players, not ${py.str(seats)}`, "B5.4");
  }
  try {
    bet_the_bag_components_load_tiles(options.tiles);
  } catch (error) {
    if (!py.isinstance(error, [core_errors_InvalidNotation])) throw error;
    bet_the_bag_decide__bad(py.str(error), "B1.1");
  }
}

/** Return what each seat has, with one seat's replaced. */
function bet_the_bag_evolve_with_seat(values, seat, value) {
  return [...py.list(py.slice(values, null, seat)), value, ...py.list(py.slice(values, py.add(seat, 1), null))];
}

/** Return the bag without some tiles. `ValueError` where it does not hold them. */
function bet_the_bag_evolve__less(bag, tiles) {
  let rest, tile;
  rest = py.list(bag);
  for (tile of py.list(tiles)) {
    py.methods.remove(rest, tile);
  }
  return py.tuple(rest);
}

/** Write tiles as `parse_tiles` reads them. */
function core_pieces_show_tiles(tiles) {
  return py.methods.join("", py.list(tiles).map((tile) => ((py.eq(py.len(tile), 1)) ? tile : `[${py.str(tile)}]`)));
}

/** Return a hand less some tiles, in its order. `NOT_HELD` where it lacks one (B5.1). */
function bet_the_bag_spelling_without(hand, tiles) {
  let detail, gone, held, missing, rest, tile;
  gone = new py.Counter(tiles);
  rest = [];
  for (tile of py.list(hand)) {
    if (py.truth(py.at(gone, tile))) {
      py.put(gone, tile, py.sub(py.at(gone, tile), 1));
    } else {
      py.methods.append(rest, tile);
    }
  }
  if (py.truth((missing = py.list(gone.elements())))) {
    held = py.or(core_pieces_show_tiles(hand), () => "without tiles");
    detail = `the hand ${py.str(held)} does not hold ${py.str(core_pieces_show_tiles(missing))}`;
    throw new core_errors_IllegalAction(core_errors_Refusal.NOT_HELD, detail, "B5.1");
  }
  return py.tuple(rest);
}

/** Return the state after an event. `CorruptRecord` for one that cannot have happened here. */
function bet_the_bag_evolve_evolve(state, event) {
  try {
    return bet_the_bag_evolve__fold(event, state);
  } catch (error) {
    if (!py.isinstance(error, [core_errors_IllegalAction, py.IndexError, py.ValueError, py.AssertionError])) throw error;
    throw new core_errors_CorruptRecord(`${py.repr(event)} cannot follow turn ${py.str(state.turn)}: ${py.str(error)}`);
  }
}

/** Return the winner of the last game at this table, where there is one (B2.2). */
function bet_the_bag_turns_last_winner(state) {
  py.assert((state.setup !== null));
  return state.setup.starter;
}

function bet_the_bag_turns__from_bag(state, count, chance) {
  let bag;
  bag = py.list(state.bag);
  return py.tuple(py.list(py.range(py.min([count, py.len(bag)]))).map((_) => py.methods.pop(bag, chance.below(py.len(bag)))));
}

/** Return the event as chance makes it from this state (X3). */
function bet_the_bag_turns_redraw(state, event, chance) {
  let tile;
  if (py.isinstance(event, bet_the_bag_events_CardsShuffled)) {
    return new bet_the_bag_events_CardsShuffled(chance.shuffle(py.sorted(state.pile)));
  } else if (py.isinstance(event, bet_the_bag_events_StarterChosen) && (bet_the_bag_turns_last_winner(state) === null)) {
    return new bet_the_bag_events_StarterChosen(chance.below(py.len(state.hands)));
  } else if (py.isinstance(event, bet_the_bag_events_TilesTaken)) {
    return new bet_the_bag_events_TilesTaken(event.seat, event.count, bet_the_bag_turns__from_bag(state, event.count, chance));
  } else if (py.isinstance(event, bet_the_bag_events_TileDrawn)) {
    [tile] = bet_the_bag_turns__from_bag(state, 1, chance);
    return new bet_the_bag_events_TileDrawn(event.turn, event.attempt, event.seat, tile);
  } else if (true) {
    return event;
  }
}

function bet_the_bag_components_load_cards(...names) {
  const known = {
    '': () => [[1,"clubs"],[1,"diamonds"],[1,"hearts"],[1,"spades"],[4,"clubs"],[4,"diamonds"],[4,"hearts"],[4,"spades"],[5,"clubs"],[5,"diamonds"],[5,"hearts"],[5,"spades"],[6,"clubs"],[6,"diamonds"],[6,"hearts"],[6,"spades"],[7,"clubs"],[7,"diamonds"],[7,"hearts"],[7,"spades"]].map((f) => new bet_the_bag_model_ContractCard(...f)),
  };
  const found = known[names.join()];
  if (found === undefined) throw new core_errors_InvalidNotation(`there is no ${names.join()}`);
  return found();
}

/** Let a seat take tiles, as far as the bag holds any (B2.1, B4.2, B6.1). */
function bet_the_bag_turns_take(run, seat, count) {
  if (py.truth((count = py.min([count, py.len(run.state.bag)])))) {
    run.draw(new bet_the_bag_events_TilesTaken(seat, count, null));
  }
}

/** Let a seat begin a turn: it is to flip a card (B3.1). */
function bet_the_bag_turns_open_turn(run, seat) {
  run.add(new bet_the_bag_events_TurnOpened(py.add(run.state.turn, 1), seat, py.add(run.now, bet_the_bag_model_FLIP_MS)));
}

/** Return the events that shuffle the cards, give three tiles each and open turn 1 (B2, B3). */
function bet_the_bag_decide_open_game(setup, now, chance) {
  let run, seat, tiles;
  bet_the_bag_decide_check(setup.seats, setup.options);
  if (((setup.starter !== null) && !(0 <= setup.starter && setup.starter < setup.seats))) {
    bet_the_bag_decide__bad(`seat ${py.str(setup.starter)} cannot start a game of ${py.str(setup.seats)}`, "B2.2");
  }
  run = new bet_the_bag_turns_Run(new bet_the_bag_model_BagState(), now, chance);
  tiles = bet_the_bag_components_load_tiles(setup.options.tiles, setup.options.blanks);
  run.add(new bet_the_bag_events_BagOpened(bet_the_bag_decide_VERSION, setup, tiles, bet_the_bag_components_load_cards()));
  run.draw(new bet_the_bag_events_CardsShuffled([]));
  run.draw(new bet_the_bag_events_StarterChosen(py.or(setup.starter, () => 0)));
  for (seat of py.list(py.range(setup.seats))) {
    bet_the_bag_turns_take(run, seat, bet_the_bag_model_HAND);
  }
  bet_the_bag_turns_open_turn(run, run.state.on_turn);
  return py.tuple(run.events);
}

/** Refuse what names another turn or attempt, so that nothing late is applied to the next. */
function bet_the_bag_decide__check_not_stale(state, action, clause) {
  let detail;
  if ((!py.eq(action.turn, state.turn))) {
    detail = `that was for turn ${py.str(action.turn)}; turn ${py.str(state.turn)} is running`;
  } else if ((py.isinstance(action, py.union(bet_the_bag_actions_AttemptAction, bet_the_bag_actions_Verdict)) && (!py.eq(action.attempt, state.attempt)))) {
    detail = `that was for attempt ${py.str(action.attempt)}; it is attempt ${py.str(state.attempt)} now`;
  } else {
    return null;
  }
  throw new core_errors_IllegalAction(core_errors_Refusal.STALE_ROUND, detail, bet_the_bag_decide__STALE.get(py.type(action), clause));
}

/** Return when the waiting ends by itself: for an attempt half a second late (B5.5). */
function bet_the_bag_decide_deadline(state) {
  if (((state.closes_at !== null) && (state.phase === bet_the_bag_model_BagPhase.ATTEMPT))) {
    return py.add(state.closes_at, bet_the_bag_model_GRACE_MS);
  }
  return state.closes_at;
}

function bet_the_bag_decide__check_verdict(state, by) {
  let detail;
  py.assert((state.submission !== null));
  if ((py.eq(by, state.submission.seat))) {
    detail = "the word is your own; the other players challenge or accept it";
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.OWN_WORD, detail, "B7.1");
  }
  if ((py.contains(state.submission.accepted, by))) {
    detail = "you have accepted this word; that is final";
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.ALREADY_ACCEPTED, detail, "B7.4");
  }
}

function bet_the_bag_decide__check_actor(state, by, clause) {
  let actor, what;
  actor = state.attempting;
  what = "has the minute";
  if ((state.phase === bet_the_bag_model_BagPhase.FLIP)) {
    [actor, what] = [state.on_turn, "flips"];
  } else if ((state.phase === bet_the_bag_model_BagPhase.BIDDING)) {
    [actor, what] = [state.bidder, "bids now"];
  }
  if ((!py.eq(by, actor))) {
    throw new core_errors_IllegalAction(core_errors_Refusal.NOT_YOURS, `seat ${py.str(actor)} ${py.str(what)}, not seat ${py.str(by)}`, clause);
  }
}

/** Refuse what comes at the wrong time, from the wrong seat, or for another turn or attempt. */
function bet_the_bag_decide_check_turn(state, action, by, now) {
  let clause, detail, due, early, otherwise, phase;
  [phase, otherwise, clause] = py.at(bet_the_bag_decide__PHASE, py.type(action));
  if ((state.phase === bet_the_bag_model_BagPhase.OVER)) {
    throw new core_errors_IllegalAction(core_errors_Refusal.GAME_OVER, "the game is over", "B3.2");
  }
  if (!(0 <= by && by < py.len(state.hands))) {
    throw new core_errors_IllegalAction(core_errors_Refusal.NOT_YOURS, `there is no seat ${py.str(by)} in this game`, "B2.2");
  }
  bet_the_bag_decide__check_not_stale(state, action, clause);
  early = py.and(py.isinstance(action, bet_the_bag_actions_GiveUp), () => (state.phase === bet_the_bag_model_BagPhase.OPENING));
  if (((state.phase !== phase) && !py.truth(early))) {
    throw new core_errors_IllegalAction(core_errors_Refusal.NOT_NOW, otherwise, clause);
  }
  due = bet_the_bag_decide_deadline(state);
  if (((due !== null) && (now >= due))) {
    detail = `that came ${py.str(py.sub(now, due))} ms after the end`;
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.TOO_LATE, detail, py.at(bet_the_bag_decide__LATE, state.phase));
  }
  if (py.isinstance(action, bet_the_bag_actions_Verdict)) {
    bet_the_bag_decide__check_verdict(state, by);
  } else {
    bet_the_bag_decide__check_actor(state, by, clause);
  }
}

/** Return the bids whose attempt is running or still to come, the lowest first (B5.1, B5.3). */
function bet_the_bag_turns_queue(state) {
  let standing;
  standing = py.list(state.bids).filter((bid) => (!py.contains(state.failed, bid.seat))).map((bid) => bid);
  return py.tuple(py.sorted(standing, ((bid) => bid.tiles)));
}

/** Return the settings of a game that has opened. */
function bet_the_bag_turns_options(state) {
  py.assert((state.setup !== null));
  return state.setup.options;
}

/** Tell whether nothing shorter than a day runs for who is away (X1.1, since version 2). */
function bet_the_bag_turns_plays_by_day(state) {
  let clock;
  clock = bet_the_bag_turns_options(state).bid_clock_ms;
  return py.and(py.or((clock === null), () => (clock >= bet_the_bag_model_DAY_MS)), () => (state.version > 1));
}

/** Return when a day's clock ends; none where bids have no clock (X1.1). */
function bet_the_bag_turns__in_a_day(run) {
  return ((bet_the_bag_turns_options(run.state).bid_clock_ms === null) ? null : py.add(run.now, bet_the_bag_model_DAY_MS));
}

/** Begin the minute of a bidder (B5.1), or by day let the bidder begin it (X1.1). */
function bet_the_bag_turns__ask_to_attempt(run, bid) {
  let ends, number, turn;
  [turn, number] = [run.state.turn, py.add(run.state.attempt, 1)];
  if (py.truth(bet_the_bag_turns_plays_by_day(run.state))) {
    run.add(new bet_the_bag_events_AttemptAsked(turn, number, bid.seat, bid.tiles, bet_the_bag_turns__in_a_day(run)));
  } else {
    ends = py.add(run.now, bet_the_bag_model_ATTEMPT_MS);
    run.add(new bet_the_bag_events_AttemptOpened(turn, number, bid.seat, bid.tiles, ends));
  }
}

function bet_the_bag_turns__clear_table(run) {
  let out;
  if (py.truth(run.state.table)) {
    out = (bet_the_bag_turns_options(run.state).recycle === bet_the_bag_model_Recycle.OUT);
    run.add(new bet_the_bag_events_TableCleared(run.state.turn, out));
  }
}

/** Pass the turn to the next seat clockwise of the one whose turn it was (B6.2). */
function bet_the_bag_turns__next_turn(run) {
  bet_the_bag_turns_open_turn(run, py.mod(py.add(run.state.on_turn, 1), py.len(run.state.hands)));
}

/** Open the attempt of the next higher bidder, or end the round (B5.3, B4.4, B5.4). */
function bet_the_bag_turns_next_attempt(run) {
  let waiting;
  waiting = bet_the_bag_turns_queue(run.state);
  if (py.truth(waiting)) {
    bet_the_bag_turns__ask_to_attempt(run, py.at(waiting, 0));
    return null;
  }
  run.add(new bet_the_bag_events_ContractDiscarded(run.state.turn));
  bet_the_bag_turns__clear_table(run);
  bet_the_bag_turns__next_turn(run);
}

/** Ask the next seat clockwise for its bid; start the attempts when all have said (B4.1). */
function bet_the_bag_turns_ask_next(run) {
  let clock, said, seat, state;
  state = run.state;
  said = py.add(py.len(state.bids), py.len(state.passed));
  if ((py.eq(said, py.len(state.hands)))) {
    bet_the_bag_turns_next_attempt(run);
    return null;
  }
  clock = bet_the_bag_turns_options(state).bid_clock_ms;
  seat = py.mod(py.add(state.on_turn, said), py.len(state.hands));
  run.add(new bet_the_bag_events_BidAsked(state.turn, seat, ((clock === null) ? null : py.add(run.now, clock))));
}

/** Flip cards up to a contract, or to the last ace, which ends the game (B3.1, B3.2). */
function bet_the_bag_turns_flip(run, by_clock) {
  let card;
  while ((run.state.contract === null)) {
    card = py.at(run.state.pile, -1);
    run.add(new bet_the_bag_events_CardFlipped(run.state.turn, card, by_clock));
    if ((!py.any(py.list(run.state.pile).map((left) => (py.eq(left.rank, bet_the_bag_model_ACE)))) && (py.eq(card.rank, bet_the_bag_model_ACE)))) {
      run.add(new bet_the_bag_events_BagEnded());
      return null;
    }
  }
  bet_the_bag_turns_ask_next(run);
}

function bet_the_bag_decide__check_bid(state, tiles) {
  let bid, detail;
  py.assert((state.contract !== null));
  if ((tiles < state.contract.rank)) {
    detail = `${py.str(tiles)} tiles cannot fill a contract of ${py.str(state.contract.rank)} letters`;
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.TOO_LOW, detail, "B4.1");
  }
  if ((tiles > bet_the_bag_model_MOST_TILES)) {
    detail = `${py.str(tiles)} is too many; the highest bid is ${py.str(bet_the_bag_model_MOST_TILES)} tiles`;
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.TOO_HIGH, detail, "B4.1");
  }
  for (bid of py.list(state.bids)) {
    if ((py.eq(bid.tiles, tiles))) {
      detail = `seat ${py.str(bid.seat)} has bid ${py.str(tiles)} in this round`;
      throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.TAKEN, detail, "B4.1");
    }
  }
}

/** Let the seat that is asked pass, and draw a tile (B4.2). */
function bet_the_bag_turns_pass_seat(run, by_clock) {
  let seat;
  seat = run.state.bidder;
  py.assert((seat !== null));
  run.add(new bet_the_bag_events_BidPassed(run.state.turn, seat, by_clock));
  bet_the_bag_turns_take(run, seat, 1);
  bet_the_bag_turns_ask_next(run);
}

/** Yield the seats whose acceptance the submitted word still lacks (B7.4). */
function bet_the_bag_turns_others(state) {
  let said;
  py.assert((state.submission !== null));
  said = py.set([state.submission.seat, ...py.list(state.submission.accepted)]);
  return py.list(py.range(py.len(state.hands))).filter((i) => (!py.contains(said, i))).map((i) => i);
}

/** Give the contract to the submitter, clear the table (B5.4), then let it draw (B6.1). */
function bet_the_bag_turns_fill(run, doubled) {
  let seat, state, won;
  state = run.state;
  py.assert((state.submission !== null));
  py.assert((state.contract !== null));
  seat = state.submission.seat;
  won = new bet_the_bag_model_ScoreCard(state.contract, doubled);
  run.add(new bet_the_bag_events_ContractFilled(state.turn, seat, state.submission.word, won, won.points));
  bet_the_bag_turns__clear_table(run);
  bet_the_bag_turns_take(run, seat, 1);
  bet_the_bag_turns__next_turn(run);
}

/** Let the word stand at once when nobody is left who could challenge it (B7.3, B7.4). */
function bet_the_bag_decide__accept(run, by) {
  run.add(new bet_the_bag_events_WordAccepted(run.state.turn, run.state.attempt, by));
  if (!py.truth(py.tuple(bet_the_bag_turns_others(run.state)))) {
    bet_the_bag_turns_fill(run, false);
  }
}

/** Return the score card that a bogus word costs: of least points, the oldest of them (B7.1). */
function bet_the_bag_turns_least_card(state, seat) {
  return py.min([py.at(state.won, seat)], { key: ((won) => won.points), default: null });
}

/** End the running attempt without a word that stands (B5.3, B7.2). */
function bet_the_bag_turns_fail(run, reason) {
  let state;
  state = run.state;
  py.assert((state.attempting !== null));
  run.add(new bet_the_bag_events_AttemptFailed(state.turn, state.attempt, state.attempting, reason));
  bet_the_bag_turns_next_attempt(run);
}

/** Ask the lexicon; double the score, or cost a card and the attempt (B7.1, B7.2). */
function bet_the_bag_decide__challenge(run, by, lexicon) {
  let lost, stands, state, submitter;
  state = run.state;
  py.assert((state.submission !== null));
  stands = lexicon.has(state.submission.word);
  run.add(new bet_the_bag_events_WordChallenged(state.turn, state.attempt, by, stands));
  if (py.truth(stands)) {
    bet_the_bag_turns_fill(run, true);
    return null;
  }
  submitter = state.submission.seat;
  if (((lost = bet_the_bag_turns_least_card(state, submitter)) !== null)) {
    run.add(new bet_the_bag_events_CardLost(state.turn, submitter, lost, lost.points));
  }
  bet_the_bag_turns_fail(run, bet_the_bag_events_Failure.BOGUS);
}

/** Return the most tiles that the running attempt may have on the table (B5.1). */
function bet_the_bag_turns_limit(state) {
  return py.next(py.list(state.bids).filter((bid) => (py.eq(bid.seat, state.attempting))).map((bid) => bid.tiles), null);
}

/** Begin the minute that the attempting seat was asked to begin (X1.1). */
function bet_the_bag_turns_open_attempt(run) {
  let ends, most, state;
  [state, most] = [run.state, bet_the_bag_turns_limit(run.state)];
  py.assert((state.attempting !== null));
  py.assert((most !== null));
  ends = py.add(run.now, bet_the_bag_model_ATTEMPT_MS);
  run.add(new bet_the_bag_events_AttemptOpened(state.turn, state.attempt, state.attempting, most, ends));
}

function bet_the_bag_decide__check_room(state, more) {
  let detail, most;
  most = bet_the_bag_turns_limit(state);
  py.assert((most !== null));
  if ((py.add(py.len(state.table), more) > most)) {
    detail = `${py.str(py.len(state.table))} tiles are on the table and ${py.str(more)} more is over the bid ${py.str(most)}`;
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.BID_FULL, detail, "B5.1");
  }
}

function bet_the_bag_decide__check_draw(state) {
  let detail;
  bet_the_bag_decide__check_room(state, 1);
  if (!py.truth(state.bag)) {
    detail = "the bag is empty; only the hand is left";
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.BAG_EMPTY, detail, "B5.1");
  }
}

function bet_the_bag_decide__check_lay(state, tiles, by) {
  if (!py.truth(tiles)) {
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.NO_TILES, "no tile was named to lay", "B5.1");
  }
  bet_the_bag_decide__check_room(state, py.len(tiles));
  bet_the_bag_spelling_without(py.at(state.hands, by), tiles);
}

/** Refuse a word that is too short or long, or that the tiles do not give (B5.2, X2). */
function bet_the_bag_spelling_check_spelled(word, blanks, tiles, letters, least) {
  let detail, letter, missing, needed, shown;
  shown = py.methods.upper(py.methods.join("", word));
  if ((py.len(word) < least)) {
    detail = `${py.str(shown)} has ${py.str(py.len(word))} letters; the contract asks for ${py.str(least)}`;
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.TOO_SHORT, detail, "B5.2");
  }
  if ((py.len(word) > bet_the_bag_model_LONGEST)) {
    detail = `a word has at most ${py.str(bet_the_bag_model_LONGEST)} letters, not ${py.str(py.len(word))}`;
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.TOO_LONG, detail, "X2");
  }
  for (letter of py.list(word)) {
    if ((!py.contains(letters, letter))) {
      detail = `${py.repr(letter)} is no letter of these tiles`;
      throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.CANNOT_SPELL, detail, "X2");
    }
  }
  if (((py.len(py.set(blanks)) < py.len(blanks)) || !py.all(py.list(blanks).map((at) => (0 <= at && at < py.len(word)))))) {
    detail = `blanks cannot stand at the places ${py.str(py.list(blanks))} of ${py.str(shown)}`;
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.CANNOT_SPELL, detail, "B1.1");
  }
  needed = new py.Counter(py.list(py.enumerate(word)).map(([at, letter]) => ((py.contains(blanks, at)) ? core_pieces_BLANK : letter)));
  if (py.truth((missing = py.sorted(py.sub(needed, new py.Counter(tiles)).elements())))) {
    detail = `the tiles ${py.str(core_pieces_show_tiles(tiles))} lack ${py.str(core_pieces_show_tiles(missing))} for ${py.str(shown)}`;
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.CANNOT_SPELL, detail, "B5.2");
  }
}

/** Return when a word that is submitted now can be challenged no more (B7.4, X1.1). */
function bet_the_bag_turns_challenge_ends(run) {
  return (py.truth(bet_the_bag_turns_plays_by_day(run.state)) ? bet_the_bag_turns__in_a_day(run) : py.add(run.now, bet_the_bag_model_CHALLENGE_MS));
}

function bet_the_bag_decide__submit(run, action, by, lexicon) {
  let again_at, blanks, checked, closes_at, detail, state;
  state = run.state;
  py.assert((state.contract !== null));
  if (((state.tried !== null) && (run.now < state.tried.again_at))) {
    detail = `a word can be tried again in ${py.str(py.sub(state.tried.again_at, run.now))} ms`;
    throw new core_errors_IllegalAction(bet_the_bag_actions_BagCode.TOO_SOON, detail, "B7.4");
  }
  if (py.truth(action.lay)) {
    bet_the_bag_decide__check_lay(state, action.lay, by);
  }
  bet_the_bag_spelling_check_spelled(action.word, action.blanks, [...py.list(py.list(state.table).map((lying) => lying.tile)), ...py.list(action.lay)], state.letters, state.contract.rank);
  checked = (bet_the_bag_turns_options(state).words === bet_the_bag_model_Words.CHECKED);
  if ((py.truth(checked) && !py.truth(lexicon.has(action.word)))) {
    again_at = py.add(run.now, bet_the_bag_model_RETRY_MS);
    run.add(new bet_the_bag_events_WordRefused(state.turn, state.attempt, by, action.word, again_at));
    return null;
  }
  if (py.truth(action.lay)) {
    run.add(new bet_the_bag_events_TilesLaid(state.turn, state.attempt, by, action.lay));
  }
  closes_at = (py.truth(checked) ? null : bet_the_bag_turns_challenge_ends(run));
  blanks = py.tuple(py.sorted(action.blanks));
  run.add(new bet_the_bag_events_WordSubmitted(state.turn, state.attempt, by, action.word, blanks, closes_at));
  if (py.truth(checked)) {
    bet_the_bag_turns_fill(run, false);
  }
}

function bet_the_bag_decide__attempt(run, action, by, lexicon) {
  let state;
  state = run.state;
  if (py.isinstance(action, bet_the_bag_actions_OpenAttempt)) {
    bet_the_bag_turns_open_attempt(run);
  } else if (py.isinstance(action, bet_the_bag_actions_DrawTile)) {
    bet_the_bag_decide__check_draw(state);
    run.draw(new bet_the_bag_events_TileDrawn(state.turn, state.attempt, by, ""));
  } else if (py.isinstance(action, bet_the_bag_actions_LayTiles)) {
    bet_the_bag_decide__check_lay(state, action.tiles, by);
    run.add(new bet_the_bag_events_TilesLaid(state.turn, state.attempt, by, action.tiles));
  } else if (py.isinstance(action, bet_the_bag_actions_SubmitWord)) {
    bet_the_bag_decide__submit(run, action, by, lexicon);
  } else if (py.isinstance(action, bet_the_bag_actions_GiveUp)) {
    bet_the_bag_turns_fail(run, bet_the_bag_events_Failure.GAVE_UP);
  }
}

/** Return what an action of a seat brings about; `IllegalAction` where it is refused. */
function bet_the_bag_decide_decide(state, action, by, now, chance, lexicon) {
  let run;
  bet_the_bag_decide_check_turn(state, action, by, now);
  run = new bet_the_bag_turns_Run(state, now, chance);
  if (py.isinstance(action, bet_the_bag_actions_FlipCard)) {
    bet_the_bag_turns_flip(run, false);
  } else if (py.isinstance(action, bet_the_bag_actions_BidTiles)) {
    bet_the_bag_decide__check_bid(state, action.tiles);
    run.add(new bet_the_bag_events_TilesBid(state.turn, by, action.tiles));
    bet_the_bag_turns_ask_next(run);
  } else if (py.isinstance(action, bet_the_bag_actions_PassBid)) {
    bet_the_bag_turns_pass_seat(run, false);
  } else if (py.isinstance(action, bet_the_bag_actions_Accept)) {
    bet_the_bag_decide__accept(run, by);
  } else if (py.isinstance(action, bet_the_bag_actions_Challenge)) {
    bet_the_bag_decide__challenge(run, by, lexicon);
  } else if (true) {
    bet_the_bag_decide__attempt(run, action, by, lexicon);
  }
  return py.tuple(run.events);
}

/** Return what falls due by `now`: a flip, a pass (B4.3), a failure (B5.3), an award (B7.3). */
function bet_the_bag_decide_expire(state, now, chance, lexicon) {
  let due, run;
  due = bet_the_bag_decide_deadline(state);
  if (((due === null) || (now < due))) {
    return [];
  }
  run = new bet_the_bag_turns_Run(state, now, chance);
  if (py.eq(state.phase, bet_the_bag_model_BagPhase.FLIP)) {
    bet_the_bag_turns_flip(run, true);
  } else if (py.eq(state.phase, bet_the_bag_model_BagPhase.BIDDING)) {
    bet_the_bag_turns_pass_seat(run, true);
  } else if ((py.eq(state.phase, bet_the_bag_model_BagPhase.OPENING) || py.eq(state.phase, bet_the_bag_model_BagPhase.ATTEMPT))) {
    bet_the_bag_turns_fail(run, bet_the_bag_events_Failure.CLOCK);
  } else if (py.eq(state.phase, bet_the_bag_model_BagPhase.CHALLENGE)) {
    bet_the_bag_turns_fill(run, false);
  } else if (py.eq(state.phase, bet_the_bag_model_BagPhase.OVER)) {
    throw new py.AssertionError("a game that is over waits for nothing");
  }
  return py.tuple(run.events);
}

/** Return what score cards count together (B6.1). */
function bet_the_bag_view_score(won) {
  return py.sum(py.list(won).map((card) => card.points));
}

/** Return points and winners once the game is over; equal scores share the win (B8.1). */
function bet_the_bag_view_outcome(state) {
  if (((state.setup === null) || (state.phase !== bet_the_bag_model_BagPhase.OVER))) {
    return null;
  }
  return core_protocol_outcome_of(py.list(state.won).map((won) => bet_the_bag_view_score(won)));
}

/** Return the state without bids and attempts, once their contract is gone (B4.4, B5.4, B6.1). */
function bet_the_bag_view__unsettled(state) {
  if ((state.contract !== null)) {
    return state;
  }
  return py.replace(state, { bids: [], passed: [], failed: [], attempt: 0 });
}

function bet_the_bag_view__seat(state, seat) {
  return new bet_the_bag_model_BagSeat(bet_the_bag_view_score(py.at(state.won, seat)), py.at(state.won, seat), py.len(py.at(state.hands, seat)), py.next(py.list(state.bids).filter((bid) => (py.eq(bid.seat, seat))).map((bid) => bid.tiles), null), (py.contains(state.passed, seat)), (py.contains(state.failed, seat)));
}

/** Return who flips, bids or attempts, or all who have not accepted the word (B3 to B7). */
function bet_the_bag_view_awaited(state) {
  if (py.eq(state.phase, bet_the_bag_model_BagPhase.FLIP) && (state.closes_at !== null)) {
    return [state.on_turn];
  } else if (py.eq(state.phase, bet_the_bag_model_BagPhase.BIDDING) && (state.bidder !== null)) {
    return [state.bidder];
  } else if ((py.eq(state.phase, bet_the_bag_model_BagPhase.OPENING) || py.eq(state.phase, bet_the_bag_model_BagPhase.ATTEMPT)) && (state.attempting !== null)) {
    return [state.attempting];
  } else if (py.eq(state.phase, bet_the_bag_model_BagPhase.CHALLENGE) && (state.submission !== null)) {
    return py.tuple(bet_the_bag_turns_others(state));
  } else if (true) {
    return [];
  }
}

/** Return all that a seat may know; `None` is a spectator, who sees no hand (B9.1). */
function bet_the_bag_view_view(state, seat) {
  state = bet_the_bag_view__unsettled(state);
  return new bet_the_bag_model_BagView(seat, bet_the_bag_turns_options(state), state.phase, state.turn, state.on_turn, state.closes_at, state.letters, state.contract, state.aces, state.gone, py.len(state.pile), py.len(state.bag), py.len(state.out), state.table, state.bids, bet_the_bag_turns_queue(state), state.attempt, state.attempting, bet_the_bag_turns_limit(state), state.submission, ((py.eq(seat, state.attempting)) ? state.tried : null), py.tuple(py.list(py.range(py.len(state.hands))).map((i) => bet_the_bag_view__seat(state, i))), bet_the_bag_view_awaited(state), ((seat === null) ? null : py.at(state.hands, seat)), bet_the_bag_view_outcome(state));
}

/** Return an event as a seat may know it (B9.1): what is hidden keeps its number and no more. */
function bet_the_bag_view_redact(event, seat) {
  if (py.isinstance(event, bet_the_bag_events_CardsShuffled)) {
    return new core_protocol_Hidden();
  } else if (py.isinstance(event, bet_the_bag_events_WordRefused) && (!py.eq(event.seat, seat))) {
    return new core_protocol_Hidden();
  } else if (py.isinstance(event, bet_the_bag_events_TilesTaken) && (!py.eq(event.seat, seat))) {
    return py.replace(event, { tiles: null });
  } else if (true) {
    return event;
  }
}

function bet_the_bag_view__bidding_offers(view) {
  let free, numbers, taken;
  py.assert((view.contract !== null));
  taken = py.set(py.list(view.bids).map((bid) => bid.tiles));
  numbers = py.range(view.contract.rank, py.add(bet_the_bag_model_MOST_TILES, 1));
  free = py.tuple(py.list(numbers).filter((tiles) => (!py.contains(taken, tiles))).map((tiles) => tiles));
  return [new bet_the_bag_model_BidTilesOffer(free, view.bids), new bet_the_bag_model_PassBidOffer(py.min([1, view.bag]))];
}

function bet_the_bag_view__attempt_offers(view, hand) {
  let draws, found, lay, least, room;
  py.assert((view.contract !== null));
  py.assert((view.limit !== null));
  if ((view.phase === bet_the_bag_model_BagPhase.OPENING)) {
    return [new bet_the_bag_model_OpenAttemptOffer(), new bet_the_bag_model_GiveUpOffer()];
  }
  [room, least] = [py.sub(view.limit, py.len(view.table)), view.contract.rank];
  found = [];
  if (py.truth((draws = py.min([room, view.bag])))) {
    py.methods.append(found, new bet_the_bag_model_DrawOffer(draws));
  }
  if (py.truth((lay = py.min([room, hand])))) {
    py.methods.append(found, new bet_the_bag_model_LayTilesOffer(lay));
  }
  if ((py.add(py.len(view.table), lay) >= least)) {
    py.methods.append(found, new bet_the_bag_model_SubmitOffer(least, lay, (py.truth(view.tried) ? view.tried.again_at : null)));
  }
  return [...py.list(found), new bet_the_bag_model_GiveUpOffer()];
}

function bet_the_bag_view__verdict_offers(view) {
  let cards, costs, points, twice;
  py.assert((view.contract !== null));
  py.assert((view.submission !== null));
  points = new bet_the_bag_model_ScoreCard(view.contract, false).points;
  twice = new bet_the_bag_model_ScoreCard(view.contract, true).points;
  cards = py.at(view.seats, view.submission.seat).won;
  costs = py.min([py.list(cards).map((card) => card.points)], { default: 0 });
  return [new bet_the_bag_model_ChallengeOffer(twice, costs), new bet_the_bag_model_AcceptOffer(points)];
}

/** Return what the seat of a view may do now (B3 to B7); nothing while it waits. */
function bet_the_bag_view_offers(view) {
  if (((view.you === null) || (view.hand === null) || (!py.contains(view.awaited, view.you)))) {
    return [];
  }
  if (py.eq(view.phase, bet_the_bag_model_BagPhase.FLIP)) {
    return [new bet_the_bag_model_FlipOffer()];
  } else if (py.eq(view.phase, bet_the_bag_model_BagPhase.BIDDING)) {
    return bet_the_bag_view__bidding_offers(view);
  } else if ((py.eq(view.phase, bet_the_bag_model_BagPhase.OPENING) || py.eq(view.phase, bet_the_bag_model_BagPhase.ATTEMPT))) {
    return bet_the_bag_view__attempt_offers(view, py.len(view.hand));
  } else if (py.eq(view.phase, bet_the_bag_model_BagPhase.CHALLENGE)) {
    return bet_the_bag_view__verdict_offers(view);
  } else if (py.eq(view.phase, bet_the_bag_model_BagPhase.OVER)) {
    return [];
  }
}

/** Yield where a part begins in a word; an empty part (a base word) begins at its end only. */
function match_compose__occurrences(word, part) {
  let starts;
  starts = (py.truth(part) ? py.range(py.add(py.sub(py.len(word), py.len(part)), 1)) : [py.len(word)]);
  return py.list(starts).filter((i) => (py.eq(py.slice(word, i, py.add(i, py.len(part))), part))).map((i) => i);
}

function match_compose__one_colour(held, wishes, colour) {
  let cards;
  if (py.any(py.list(wishes).map(([_, wish]) => (!py.contains([null, colour], wish))))) {
    return null;
  }
  cards = py.tuple(py.list(wishes).map(([letter, _]) => new core_pieces_Card(letter, colour)));
  return (!py.truth(py.sub(new py.Counter(cards), held)) ? cards : null);
}

/** Give the letters with a colour asked for their cards first, then the others what is left. */
function match_compose__any_colours(held, wishes) {
  let card, cards, colours, i, left, letter, wish;
  left = new py.Counter(held);
  cards = py.mul([null], py.len(wishes));
  for ([i, [letter, wish]] of py.list(py.sorted(py.enumerate(wishes), ((x) => (py.at(py.at(x, 1), 1) === null))))) {
    colours = ((wish === null) ? core_pieces_Colour : [wish]);
    card = py.next(py.list(py.list(colours).map((k) => new core_pieces_Card(letter, k))).filter((c) => (py.at(left, c) > 0)).map((c) => c), null);
    if ((card === null)) {
      return null;
    }
    py.put(left, card, py.sub(py.at(left, card), 1));
    py.put(cards, i, card);
  }
  return py.tuple(py.list(cards).filter((card) => (card !== null)).map((card) => card));
}

/** Choose cards for letters: the better value is taken, then the better score (M5). */
function match_compose_best_cards(hand, wishes, old) {
  let choices, held, whole;
  held = new py.Counter(hand);
  choices = py.list(core_pieces_Colour).map((colour) => match_compose__one_colour(held, wishes, colour));
  whole = py.list(choices).filter((cards) => (cards !== null)).map((cards) => cards);
  if (py.truth(whole)) {
    return py.max([whole], { key: ((cards) => match_placing_points([...py.list(old), ...py.list(cards)])) });
  }
  return match_compose__any_colours(held, wishes);
}

function match_compose__enough(view, value) {
  if ((view.high === null)) {
    return true;
  }
  return ((view.phase !== match_model_Phase.BIDDING) ? (value >= view.high) : (value > view.high));
}

/** Return the placement with the best colours, or `None` where cards or room are lacking. */
function match_compose__place(view, lane, before, after) {
  let cards, cut, length, old, play, what, word;
  py.assert((view.hand !== null));
  old = match_placing_lying(view.crossword, lane);
  length = py.add(py.add(py.len(before), py.len(old)), py.len(after));
  if ((!py.truth(py.add(before, after)) || !(match_model_SHORTEST <= length && length <= match_model_LONGEST))) {
    return null;
  }
  cards = match_compose_best_cards(view.hand, py.add(before, after), old);
  if ((cards === null)) {
    return null;
  }
  cut = py.len(before);
  play = new match_model_Play(lane.kind, lane.column, py.slice(cards, null, cut), py.slice(cards, cut, null));
  what = match_placing_worth(view.crossword, play);
  word = core_pieces_letters([...py.list(play.before), ...py.list(old), ...py.list(play.after)]);
  return new match_model_Placement(play, word, what.value, what.score, match_compose__enough(view, what.value));
}

function* match_compose__whole_words(view, wishes, chosen) {
  let end, lane, old, placed, start, word;
  word = py.tuple(py.list(wishes).map(([letter, _]) => letter));
  for (lane of py.list(chosen)) {
    old = core_pieces_letters(match_placing_lying(view.crossword, lane));
    for (start of py.list(match_compose__occurrences(word, old))) {
      end = py.add(start, py.len(old));
      placed = match_compose__place(view, lane, py.slice(wishes, null, start), py.slice(wishes, end, null));
      if ((placed !== null)) {
        yield placed;
      }
    }
  }
}

function* match_compose__splits(view, wishes, chosen) {
  let cut, lane, placed;
  for (lane of py.list(chosen)) {
    for (cut of py.list(py.range(py.len(wishes), -1, -1))) {
      placed = match_compose__place(view, lane, py.slice(wishes, null, cut), py.slice(wishes, cut, null));
      if ((placed !== null)) {
        yield placed;
      }
    }
  }
}

/** Return the letters that hand and table lack in the lane that comes nearest to the draft. */
function match_compose__missing(view, word, chosen) {
  let lacking, wanted;
  py.assert((view.hand !== null));
  wanted = py.sub(new py.Counter(word), new py.Counter(core_pieces_letters(view.hand)));
  lacking = py.list(chosen).map((lane) => py.sub(wanted, new py.Counter(core_pieces_letters(match_placing_lying(view.crossword, lane)))));
  return py.tuple(py.min([lacking], { key: ((it) => it.total()), default: wanted }).elements());
}

/** Return the places for a draft, the best value first, then the best score. */
function match_compose_compose(view, draft) {
  let chosen, found, open_lanes, ranked, unique, wishes;
  if (((view.hand === null) || !py.truth(draft.letters))) {
    return new match_model_Composed([], []);
  }
  wishes = py.tuple(py.zip_longest(draft.letters, py.slice(draft.colours, null, py.len(draft.letters))));
  open_lanes = match_placing_lanes(view.crossword);
  chosen = ((draft.lane === null) ? open_lanes : py.tuple(py.list(open_lanes).filter((x) => (py.eq(x, draft.lane))).map((x) => x)));
  found = py.list(match_compose__whole_words(view, wishes, chosen));
  if ((!py.truth(found) && (draft.lane !== null))) {
    found = py.list(match_compose__splits(view, wishes, chosen));
  }
  unique = new py.Dict(py.list(found).map((p) => [p.play, p])).values();
  ranked = py.sorted(unique, ((p) => [-p.value, -p.score, p.play.kind, p.play.column]));
  return new match_model_Composed(py.tuple(ranked), (py.truth(ranked) ? [] : match_compose__missing(view, draft.letters, chosen)));
}

const match_decide_VERSION = 2;

const match_decide_OLDEST = 1;

const match_decide_MIN_SEATS = 2;

const match_decide_MAX_SEATS = 6;

const match_model_Action = py.union(py.union(py.union(py.union(match_model_PlaceBid, match_model_CallBid), match_model_OpenLaying), match_model_LayPlay), match_model_Pass);

const match_model_Event = py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(match_model_MatchOpened, match_model_PileShuffled), match_model_CardsDrawn), match_model_RoundOpened), match_model_BidPlaced), match_model_SeatPassed), match_model_AuctionClosed), match_model_LayingAsked), match_model_LayingOpened), match_model_BidVoided), match_model_PlayLaid), match_model_CrosswordCleared), match_model_MatchEnded);

const match_model_Offer = py.union(py.union(py.union(match_model_BidOffer, match_model_OpenLayingOffer), match_model_LayOffer), match_model_PassOffer);

const match_model_DAY_MS = 86400000;

const match_model_ROUND_CLOCKS_MS = [20000, 30000, 45000, 60000, 90000, 120000, 300000, match_model_DAY_MS];

const match_model_LAY_CLOCKS_MS = [15000, 30000, 60000, 120000, match_model_DAY_MS];

const match_model_COINS_PER_SEAT = 40;

const match_evolve__fold = py.dispatch(function(event, state) {
  throw new core_errors_CorruptRecord(`${py.repr(event)} is no event of Match (round ${py.str(state.round)})`);
});
match_evolve__fold.register(match_model_MatchOpened, function(event, _state) {
  let seats;
  seats = event.setup.seats;
  return new match_model_MatchState(match_evolve__setup(event), match_model_Phase.BIDDING, undefined, py.mul([[]], seats), py.mul([0], seats), py.mul(match_model_COINS_PER_SEAT, seats), undefined, event.deck.cards, undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, event.version);
});
match_evolve__fold.register(match_model_PileShuffled, function(event, state) {
  if ((!py.eq(py.sorted(event.pile), py.sorted(py.add(state.pile, state.discards))))) {
    throw new core_errors_CorruptRecord("the new pile does not hold the cards of the old one and the discards");
  }
  return py.replace(state, { pile: event.pile, discards: [] });
});
match_evolve__fold.register(match_model_CardsDrawn, function(event, state) {
  let cards, hands;
  cards = match_evolve_drawn_from(state.pile, event.count);
  if (((event.count < 1) || (!py.eq(event.cards, cards)) || (!py.eq(py.len(cards), event.count)))) {
    throw new core_errors_CorruptRecord(`seat ${py.str(event.seat)} drew other cards than the pile's last ones`);
  }
  hands = match_evolve__with(state.hands, event.seat, py.add(py.at(state.hands, event.seat), cards));
  return py.replace(state, { hands: hands, pile: py.slice(state.pile, null, py.sub(py.len(state.pile), event.count)) });
});
match_evolve__fold.register(match_model_RoundOpened, function(event, state) {
  return py.replace(state, { phase: match_model_Phase.BIDDING, round: event.round, closes_at: event.closes_at, bids: [], passed: [], voided: [], laying: null });
});
match_evolve__fold.register(match_model_BidPlaced, function(event, state) {
  let bid;
  bid = new match_model_Bid(event.seat, event.value, event.play);
  return py.replace(state, { bids: [...py.list(state.bids), bid], closes_at: event.closes_at });
});
match_evolve__fold.register(match_model_SeatPassed, function(event, state) {
  return py.replace(state, { passed: [...py.list(state.passed), event.seat] });
});
match_evolve__fold.register(match_model_AuctionClosed, function(_event, state) {
  let silent, spoke;
  spoke = py.set([...py.list(state.passed), ...py.list(py.list(state.bids).map((bid) => bid.seat))]);
  silent = py.tuple(py.list(py.range(py.len(state.hands))).filter((i) => (!py.contains(spoke, i))).map((i) => i));
  return py.replace(state, { passed: py.add(state.passed, silent), closes_at: null });
});
match_evolve__fold.register(match_model_LayingAsked, function(event, state) {
  return py.replace(state, { phase: match_model_Phase.OPENING, laying: event.seat, closes_at: event.closes_at });
});
match_evolve__fold.register(match_model_LayingOpened, function(event, state) {
  return py.replace(state, { phase: match_model_Phase.LAYING, laying: event.seat, closes_at: event.closes_at });
});
match_evolve__fold.register(match_model_BidVoided, function(event, state) {
  let best;
  best = py.at(state.bids, -1);
  if ((!py.eq([best.seat, best.value], [event.seat, event.value]))) {
    throw new core_errors_CorruptRecord(`${py.repr(event)}: the highest bid that stands is ${py.repr(best)}`);
  }
  if (!(0 <= event.paid && event.paid <= py.at(state.coins, event.seat))) {
    throw new core_errors_CorruptRecord(`${py.repr(event)}: the seat has ${py.str(py.at(state.coins, event.seat))}`);
  }
  return py.replace(state, { bids: py.slice(state.bids, null, -1), voided: [...py.list(state.voided), best], coins: match_evolve__with(state.coins, event.seat, py.sub(py.at(state.coins, event.seat), event.paid)), pot: py.add(state.pot, event.paid), laying: null, closes_at: null });
});
match_evolve__fold.register(match_model_PlayLaid, function(event, state) {
  let seat;
  seat = event.seat;
  if (!(0 <= event.coins && event.coins <= state.pot)) {
    throw new core_errors_CorruptRecord(`${py.repr(event)}: the pot holds ${py.str(state.pot)}`);
  }
  if (!(0 <= event.play.column && event.play.column <= py.len(state.crossword.base))) {
    throw new core_errors_CorruptRecord(`${py.repr(event)}: there is no column ${py.str(event.play.column)}`);
  }
  return py.replace(state, { hands: match_evolve__with(state.hands, seat, match_placing_without(py.at(state.hands, seat), event.play.cards)), crossword: match_placing_lay(state.crossword, event.play), coins: match_evolve__with(state.coins, seat, py.add(py.at(state.coins, seat), event.coins)), pot: py.sub(state.pot, event.coins), winner: seat, laying: null, closes_at: null });
});
match_evolve__fold.register(match_model_CrosswordCleared, function(_event, state) {
  let discards;
  discards = py.add(state.discards, match_placing_cards_of(state.crossword));
  return py.replace(state, { discards: discards, crossword: new match_model_Crossword() });
});
match_evolve__fold.register(match_model_MatchEnded, function(event, state) {
  return py.replace(state, { phase: match_model_Phase.OVER, ended: event.reason, closes_at: null, laying: null });
});

const match_model_HAND = 7;

const match_model_MOST_ROUNDS = 300;

const match_model_NO_COLUMN_MS = 20000;

const match_model_SHORTEST = 2;

const match_model_LONGEST = 15;

const match_model_SOLD_MS = 800;

const match_model_LEAST_VALUE = 2;

const match_model_GOING_ONCE_MS = 10000;

const match_model_MOST_VALUE = 30;

match_rules_Match.prototype.name = "match";
match_rules_Match.prototype.version = match_decide_VERSION;
match_rules_Match.prototype.oldest = match_decide_OLDEST;
match_rules_Match.prototype.min_seats = match_decide_MIN_SEATS;
match_rules_Match.prototype.max_seats = match_decide_MAX_SEATS;
match_rules_Match.prototype.empty = new match_model_MatchState();
match_rules_Match.prototype.action_type = match_model_Action;
match_rules_Match.prototype.event_type = match_model_Event;
match_rules_Match.prototype.view_type = match_model_MatchView;
match_rules_Match.prototype.options_type = match_model_MatchOptions;
match_rules_Match.prototype.offer_type = match_model_Offer;
match_rules_Match.prototype.check = match_decide_check;
match_rules_Match.prototype.open = match_decide_open_game;
match_rules_Match.prototype.decide = match_decide_decide;
match_rules_Match.prototype.expire = match_decide_expire;
match_rules_Match.prototype.redraw = match_decide_redraw;
match_rules_Match.prototype.evolve = match_evolve_evolve;
match_rules_Match.prototype.outcome = match_view_outcome;
match_rules_Match.prototype.view = match_view_view;
match_rules_Match.prototype.redact = match_view_redact;
match_rules_Match.prototype.offers = match_view_offers;
match_rules_Match.prototype.awaited = match_view_awaited;

const match_rules_MATCH = new match_rules_Match();

const bet_the_bag_decide_VERSION = 2;

const bet_the_bag_decide_OLDEST = 1;

const bet_the_bag_decide_MIN_SEATS = 2;

const bet_the_bag_decide_MAX_SEATS = 8;

const bet_the_bag_actions_AttemptAction = py.union(py.union(py.union(py.union(bet_the_bag_actions_OpenAttempt, bet_the_bag_actions_DrawTile), bet_the_bag_actions_LayTiles), bet_the_bag_actions_SubmitWord), bet_the_bag_actions_GiveUp);

const bet_the_bag_actions_Verdict = py.union(bet_the_bag_actions_Challenge, bet_the_bag_actions_Accept);

const bet_the_bag_actions_Action = py.union(py.union(py.union(py.union(bet_the_bag_actions_FlipCard, bet_the_bag_actions_BidTiles), bet_the_bag_actions_PassBid), bet_the_bag_actions_AttemptAction), bet_the_bag_actions_Verdict);

const bet_the_bag_events_Event = py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(bet_the_bag_events_BagOpened, bet_the_bag_events_CardsShuffled), bet_the_bag_events_StarterChosen), bet_the_bag_events_TilesTaken), bet_the_bag_events_TurnOpened), bet_the_bag_events_CardFlipped), bet_the_bag_events_BidAsked), bet_the_bag_events_TilesBid), bet_the_bag_events_BidPassed), bet_the_bag_events_AttemptAsked), bet_the_bag_events_AttemptOpened), bet_the_bag_events_TileDrawn), bet_the_bag_events_TilesLaid), bet_the_bag_events_WordRefused), bet_the_bag_events_WordSubmitted), bet_the_bag_events_WordAccepted), bet_the_bag_events_WordChallenged), bet_the_bag_events_CardLost), bet_the_bag_events_AttemptFailed), bet_the_bag_events_ContractFilled), bet_the_bag_events_ContractDiscarded), bet_the_bag_events_TableCleared), bet_the_bag_events_BagEnded);

const bet_the_bag_model_Offer = py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(py.union(bet_the_bag_model_FlipOffer, bet_the_bag_model_BidTilesOffer), bet_the_bag_model_PassBidOffer), bet_the_bag_model_OpenAttemptOffer), bet_the_bag_model_DrawOffer), bet_the_bag_model_LayTilesOffer), bet_the_bag_model_SubmitOffer), bet_the_bag_model_GiveUpOffer), bet_the_bag_model_ChallengeOffer), bet_the_bag_model_AcceptOffer);

const bet_the_bag_model_DAY_MS = 86400000;

const bet_the_bag_model_BID_CLOCKS_MS = [10000, 15000, 20000, 30000, 60000, bet_the_bag_model_DAY_MS];

const bet_the_bag_model_MOST_SEATS_OUT = 4;

const bet_the_bag_model_ACE = 1;

const bet_the_bag_evolve__fold = py.dispatch(function(event, state) {
  throw new core_errors_CorruptRecord(`${py.repr(event)} is no event of Bet the Bag (turn ${py.str(state.turn)})`);
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_BagOpened, function(event, _state) {
  let seats;
  seats = event.setup.seats;
  return new bet_the_bag_model_BagState(event.setup, bet_the_bag_model_BagPhase.FLIP, undefined, undefined, undefined, event.tiles.letters, event.tiles.tiles, undefined, py.mul([[]], seats), undefined, event.cards, undefined, undefined, undefined, py.mul([[]], seats), undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined, event.version);
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_CardsShuffled, function(event, state) {
  if ((!py.eq(py.sorted(event.pile), py.sorted(state.pile)))) {
    throw new core_errors_CorruptRecord("the shuffled pile does not hold the contract cards of the game");
  }
  return py.replace(state, { pile: event.pile });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_StarterChosen, function(event, state) {
  return py.replace(state, { on_turn: event.seat });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_TilesTaken, function(event, state) {
  let hand, hands;
  if (((event.tiles === null) || (!py.eq(py.len(event.tiles), event.count)))) {
    throw new core_errors_CorruptRecord(`the tiles that seat ${py.str(event.seat)} took are not told`);
  }
  hand = py.add(py.at(state.hands, event.seat), event.tiles);
  hands = bet_the_bag_evolve_with_seat(state.hands, event.seat, hand);
  return py.replace(state, { hands: hands, bag: bet_the_bag_evolve__less(state.bag, event.tiles) });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_TurnOpened, function(event, state) {
  return py.replace(state, { phase: bet_the_bag_model_BagPhase.FLIP, turn: event.turn, on_turn: event.seat, closes_at: event.closes_at, contract: null, bidder: null, bids: [], passed: [], attempt: 0, attempting: null, failed: [], submission: null, tried: null });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_CardFlipped, function(event, state) {
  let card, rest;
  [rest, card] = ((it) => [it.slice(0, -1), py.at(it, -1)])(state.pile);
  if ((!py.eq(event.card, card))) {
    throw new core_errors_CorruptRecord(`${py.str(card)} is the top card of the pile, not ${py.str(event.card)}`);
  }
  state = py.replace(state, { pile: py.tuple(rest), closes_at: null });
  if ((py.eq(card.rank, bet_the_bag_model_ACE))) {
    return py.replace(state, { aces: [...py.list(state.aces), card] });
  }
  return py.replace(state, { contract: card });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_BidAsked, function(event, state) {
  let phase;
  phase = bet_the_bag_model_BagPhase.BIDDING;
  return py.replace(state, { phase: phase, bidder: event.seat, closes_at: event.closes_at });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_TilesBid, function(event, state) {
  let bids;
  bids = [...py.list(state.bids), new bet_the_bag_model_TileBid(event.seat, event.tiles)];
  return py.replace(state, { bids: bids, bidder: null, closes_at: null });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_BidPassed, function(event, state) {
  return py.replace(state, { passed: [...py.list(state.passed), event.seat], bidder: null, closes_at: null });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_AttemptAsked, function(event, state) {
  return py.replace(state, { phase: bet_the_bag_model_BagPhase.OPENING, attempt: event.attempt, attempting: event.seat, closes_at: event.closes_at });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_AttemptOpened, function(event, state) {
  return py.replace(state, { phase: bet_the_bag_model_BagPhase.ATTEMPT, attempt: event.attempt, attempting: event.seat, closes_at: event.closes_at });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_TileDrawn, function(event, state) {
  let table;
  table = [...py.list(state.table), new bet_the_bag_model_TableTile(event.tile, event.seat, true)];
  return py.replace(state, { bag: bet_the_bag_evolve__less(state.bag, [event.tile]), table: table });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_TilesLaid, function(event, state) {
  let hand, hands, laid;
  hand = bet_the_bag_spelling_without(py.at(state.hands, event.seat), event.tiles);
  laid = py.tuple(py.list(event.tiles).map((tile) => new bet_the_bag_model_TableTile(tile, event.seat, false)));
  hands = bet_the_bag_evolve_with_seat(state.hands, event.seat, hand);
  return py.replace(state, { hands: hands, table: py.add(state.table, laid) });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_WordRefused, function(event, state) {
  return py.replace(state, { tried: new bet_the_bag_model_Tried(event.word, event.again_at) });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_WordSubmitted, function(event, state) {
  return py.replace(state, { phase: bet_the_bag_model_BagPhase.CHALLENGE, submission: new bet_the_bag_model_Submission(event.seat, event.word, event.blanks), closes_at: event.closes_at, tried: null });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_WordAccepted, function(event, state) {
  let accepted;
  py.assert((state.submission !== null));
  accepted = [...py.list(state.submission.accepted), event.seat];
  return py.replace(state, { submission: py.replace(state.submission, { accepted: accepted }) });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_WordChallenged, function(_event, state) {
  return py.replace(state, { closes_at: null });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_CardLost, function(event, state) {
  let cards, won;
  cards = py.list(py.at(state.won, event.seat));
  py.methods.remove(cards, event.lost);
  won = bet_the_bag_evolve_with_seat(state.won, event.seat, py.tuple(cards));
  return py.replace(state, { won: won, gone: [...py.list(state.gone), event.lost.card] });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_AttemptFailed, function(event, state) {
  return py.replace(state, { failed: [...py.list(state.failed), event.seat], attempting: null, submission: null, closes_at: null, tried: null });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_ContractFilled, function(event, state) {
  let won;
  if ((!py.eq(event.won.card, state.contract))) {
    throw new core_errors_CorruptRecord(`${py.str(event.won.card)} is not the contract, ${py.str(state.contract)}`);
  }
  won = bet_the_bag_evolve_with_seat(state.won, event.seat, [...py.list(py.at(state.won, event.seat)), event.won]);
  return py.replace(state, { won: won, contract: null, attempting: null, submission: null, closes_at: null });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_ContractDiscarded, function(_event, state) {
  py.assert((state.contract !== null));
  return py.replace(state, { gone: [...py.list(state.gone), state.contract], contract: null });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_TableCleared, function(event, state) {
  let tiles;
  tiles = py.tuple(py.list(state.table).map((lying) => lying.tile));
  if (py.truth(event.out)) {
    return py.replace(state, { table: [], out: py.tuple(py.sorted(py.add(state.out, tiles))) });
  }
  return py.replace(state, { table: [], bag: py.tuple(py.sorted(py.add(state.bag, tiles))) });
});
bet_the_bag_evolve__fold.register(bet_the_bag_events_BagEnded, function(_event, state) {
  return py.replace(state, { phase: bet_the_bag_model_BagPhase.OVER, closes_at: null });
});

const bet_the_bag_model_HAND = 3;

const bet_the_bag_model_FLIP_MS = 3000;

const bet_the_bag_decide__PHASE = new py.Dict([[bet_the_bag_actions_FlipCard, [bet_the_bag_model_BagPhase.FLIP, "the card of this turn is flipped already", "B3.1"]], [bet_the_bag_actions_BidTiles, [bet_the_bag_model_BagPhase.BIDDING, "nobody is asked to bid now", "B4.1"]], [bet_the_bag_actions_PassBid, [bet_the_bag_model_BagPhase.BIDDING, "nobody is asked to bid now", "B4.1"]], [bet_the_bag_actions_OpenAttempt, [bet_the_bag_model_BagPhase.OPENING, "no attempt waits to begin", "X1.1"]], [bet_the_bag_actions_DrawTile, [bet_the_bag_model_BagPhase.ATTEMPT, "no attempt is running", "B5.1"]], [bet_the_bag_actions_LayTiles, [bet_the_bag_model_BagPhase.ATTEMPT, "no attempt is running", "B5.1"]], [bet_the_bag_actions_SubmitWord, [bet_the_bag_model_BagPhase.ATTEMPT, "no attempt is running", "B5.2"]], [bet_the_bag_actions_GiveUp, [bet_the_bag_model_BagPhase.ATTEMPT, "no attempt is running", "B5.3"]], [bet_the_bag_actions_Challenge, [bet_the_bag_model_BagPhase.CHALLENGE, "no word waits for a challenge", "B7.1"]], [bet_the_bag_actions_Accept, [bet_the_bag_model_BagPhase.CHALLENGE, "no word waits for a challenge", "B7.4"]]]);

const bet_the_bag_decide__STALE = new py.Dict([[bet_the_bag_actions_Challenge, "B7.3"], [bet_the_bag_actions_Accept, "B7.3"], [bet_the_bag_actions_SubmitWord, "B5.3"]]);

const bet_the_bag_model_GRACE_MS = 500;

const bet_the_bag_decide__LATE = new py.Dict([[bet_the_bag_model_BagPhase.FLIP, "X1"], [bet_the_bag_model_BagPhase.BIDDING, "B4.3"], [bet_the_bag_model_BagPhase.OPENING, "X1.1"], [bet_the_bag_model_BagPhase.ATTEMPT, "B5.5"], [bet_the_bag_model_BagPhase.CHALLENGE, "B7.4"]]);

const bet_the_bag_model_ATTEMPT_MS = 60000;

const bet_the_bag_model_MOST_TILES = 15;

const bet_the_bag_model_LONGEST = 15;

const core_pieces_BLANK = "?";

const bet_the_bag_model_RETRY_MS = 1000;

const bet_the_bag_model_CHALLENGE_MS = 10000;

bet_the_bag_rules_BetTheBag.prototype.name = "bet_the_bag";
bet_the_bag_rules_BetTheBag.prototype.version = bet_the_bag_decide_VERSION;
bet_the_bag_rules_BetTheBag.prototype.oldest = bet_the_bag_decide_OLDEST;
bet_the_bag_rules_BetTheBag.prototype.min_seats = bet_the_bag_decide_MIN_SEATS;
bet_the_bag_rules_BetTheBag.prototype.max_seats = bet_the_bag_decide_MAX_SEATS;
bet_the_bag_rules_BetTheBag.prototype.empty = new bet_the_bag_model_BagState();
bet_the_bag_rules_BetTheBag.prototype.action_type = bet_the_bag_actions_Action;
bet_the_bag_rules_BetTheBag.prototype.event_type = bet_the_bag_events_Event;
bet_the_bag_rules_BetTheBag.prototype.view_type = bet_the_bag_model_BagView;
bet_the_bag_rules_BetTheBag.prototype.options_type = bet_the_bag_model_BagOptions;
bet_the_bag_rules_BetTheBag.prototype.offer_type = bet_the_bag_model_Offer;
bet_the_bag_rules_BetTheBag.prototype.check = bet_the_bag_decide_check;
bet_the_bag_rules_BetTheBag.prototype.open = bet_the_bag_decide_open_game;
bet_the_bag_rules_BetTheBag.prototype.decide = bet_the_bag_decide_decide;
bet_the_bag_rules_BetTheBag.prototype.deadline = bet_the_bag_decide_deadline;
bet_the_bag_rules_BetTheBag.prototype.expire = bet_the_bag_decide_expire;
bet_the_bag_rules_BetTheBag.prototype.redraw = bet_the_bag_turns_redraw;
bet_the_bag_rules_BetTheBag.prototype.evolve = bet_the_bag_evolve_evolve;
bet_the_bag_rules_BetTheBag.prototype.outcome = bet_the_bag_view_outcome;
bet_the_bag_rules_BetTheBag.prototype.view = bet_the_bag_view_view;
bet_the_bag_rules_BetTheBag.prototype.redact = bet_the_bag_view_redact;
bet_the_bag_rules_BetTheBag.prototype.offers = bet_the_bag_view_offers;
bet_the_bag_rules_BetTheBag.prototype.awaited = bet_the_bag_view_awaited;

const bet_the_bag_rules_BET_THE_BAG = new bet_the_bag_rules_BetTheBag();

export const MATCH = match_rules_MATCH;
export const BET_THE_BAG = bet_the_bag_rules_BET_THE_BAG;
export const composeMatch = match_compose_compose;
export const worth = match_placing_worth;
export const Crossword = match_model_Crossword;
export const Draft = match_model_Draft;
export const MatchPlay = match_model_Play;
export const MatchOptions = match_model_MatchOptions;
export const ROUND_CLOCKS_MS = match_model_ROUND_CLOCKS_MS;
export const LAY_CLOCKS_MS = match_model_LAY_CLOCKS_MS;
export const Bidding = match_model_Bidding;
export const Void = match_model_Void;
export const Dry = match_model_Dry;
export const BagOptions = bet_the_bag_model_BagOptions;
export const BID_CLOCKS_MS = bet_the_bag_model_BID_CLOCKS_MS;
export const ATTEMPT_MS = bet_the_bag_model_ATTEMPT_MS;
export const CHALLENGE_MS = bet_the_bag_model_CHALLENGE_MS;
export const MOST_TILES = bet_the_bag_model_MOST_TILES;
export const MOST_SEATS_OUT = bet_the_bag_model_MOST_SEATS_OUT;
export const ACE = bet_the_bag_model_ACE;
export const BLANK = core_pieces_BLANK;
export const loadCards = bet_the_bag_components_load_cards;
export const Words = bet_the_bag_model_Words;
export const Blanks = bet_the_bag_model_Blanks;
export const Recycle = bet_the_bag_model_Recycle;
export const IllegalAction = core_errors_IllegalAction;
