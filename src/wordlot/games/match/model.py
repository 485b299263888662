"""What Match is made of: its options, crossword, state, actions, events, view and offers."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from wordlot.core.pieces import Card, Colour, Letter, Word
from wordlot.core.protocol import Hidden, Millis, Outcome, Seat, Setup

COINS_PER_SEAT = 40
"""Points of coins that each seat adds to the pot (M2.1)."""
HAND = 7
"""Cards dealt to a seat, and the number that who laid a base word draws up to (M2.1, M6.3)."""
GOING_ONCE_MS = Millis(10_000)
"""What an accepted bid leaves on the round clock at least (M3.4)."""
NO_COLUMN_MS = Millis(20_000)
"""The most that a round clock shows when no column is free for a crossing word (M3.4)."""
SOLD_MS = Millis(800)
"""How long a play that was just laid is looked at, before the clock of the next round begins."""
DAY_MS = Millis(86_400_000)
ROUND_CLOCKS_MS = (20_000, 30_000, 45_000, 60_000, 90_000, 120_000, 300_000, DAY_MS)
LAY_CLOCKS_MS = (15_000, 30_000, 60_000, 120_000, DAY_MS)
MOST_ROUNDS = 300
"""The rounds of a game at most (M8.2): six times those of the longest of 1,800 games of bots."""
LEAST_VALUE = 2
"""A single letter, or two letters of two colours (M5.1)."""
MOST_VALUE = 30
"""Fifteen letters of one colour (X2, M5.1)."""
SHORTEST = 2
"""The least letters of a word (M4.1, X2)."""
LONGEST = 15
"""The most letters of a word (X2)."""


class Bidding(StrEnum):
    """How bids are made (M3.2)."""

    SEALED = "sealed"
    """A bid is a play, hidden until the auction closes."""
    CALLED = "called"
    """A bid is a number; the play is composed by the winner."""


class Void(StrEnum):
    """What a void call costs its seat (M3.2)."""

    PAYS = "pays"
    """As many points as were called, at most what it has, into the pot."""
    FREE = "free"


class Dry(StrEnum):
    """What happens when a card is owed and neither pile nor discards hold one (M6.4)."""

    CLEAR = "clear"
    NONE = "none"


class MatchOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table of Match; the defaults are those of the rules."""

    bidding: Bidding = Bidding.SEALED
    round_clock_ms: int | None = 60_000
    """One of `ROUND_CLOCKS_MS`, or none (M3.4)."""
    lay_clock_ms: int = 30_000
    """One of `LAY_CLOCKS_MS`; only called bidding uses it (M3.2)."""
    void: Void = Void.PAYS
    """Only called bidding uses it (M3.2)."""
    dry: Dry = Dry.CLEAR
    deck: str = "english"


class Kind(StrEnum):
    """The four ways to lay cards (M4)."""

    BASE = "base"
    CROSS = "cross"
    EXTEND_BASE = "extend_base"
    EXTEND_CROSS = "extend_cross"


class Lane(msgspec.Struct, frozen=True, order=True):
    """A place where a play may go. `column` counts from the first base letter, 0 for base kinds."""

    kind: Kind
    column: int = 0


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards laid before and after what already lies in a lane (M4).

    Before is left of the base word, or above; a base word is all in `before`. In a crossing the
    cards stand before and after the one base letter of `column`.
    """

    kind: Kind
    column: int
    before: tuple[Card, ...]
    after: tuple[Card, ...]

    @property
    def lane(self) -> Lane:
        """The place of the play."""
        return Lane(self.kind, self.column)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards newly laid, in reading order."""
        return self.before + self.after


class Crossing(msgspec.Struct, frozen=True):
    """A vertical word (M4.2). `cards[at]` is the base letter of `column`."""

    column: int
    at: int
    cards: tuple[Card, ...]


class Crossword(msgspec.Struct, frozen=True):
    """The cards on the table: a base word and the words that cross it, by column."""

    base: tuple[Card, ...] = ()
    crossings: tuple[Crossing, ...] = ()


class Phase(StrEnum):
    """What the table waits for."""

    BIDDING = "bidding"
    OPENING = "opening"
    """The winner of a called auction is to begin its lay-down clock (X1.1)."""
    LAYING = "laying"
    """The winner of a called auction composes the play (M3.2)."""
    OVER = "over"


class MatchCode(StrEnum):
    """Why Match refused an action."""

    NOT_A_WORD = "not_a_word"
    NO_SUCH_PLACE = "no_such_place"
    NO_CARDS = "no_cards"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    NOT_HIGHER = "not_higher"
    TOO_HIGH = "too_high"
    BELOW_CALL = "below_call"
    ALREADY_BID = "already_bid"
    ALREADY_PASSED = "already_passed"
    WRONG_BIDDING = "wrong_bidding"


class PlaceBid(msgspec.Struct, frozen=True, tag="place_bid", forbid_unknown_fields=True):
    """Bid a play, in sealed bidding (M3.2)."""

    round: int
    play: Play


class CallBid(msgspec.Struct, frozen=True, tag="call_bid", forbid_unknown_fields=True):
    """Bid a number, in called bidding (M3.2)."""

    round: int
    value: int


class OpenLaying(msgspec.Struct, frozen=True, tag="open_laying", forbid_unknown_fields=True):
    """Begin one's lay-down clock, where the round has a clock of a day or none (X1.1)."""

    round: int


class LayPlay(msgspec.Struct, frozen=True, tag="lay_play", forbid_unknown_fields=True):
    """Lay the play of a called bid that won (M3.2)."""

    round: int
    play: Play


class Pass(msgspec.Struct, frozen=True, tag="pass", forbid_unknown_fields=True):
    """Pass for the round (M3.3); once the auction is closed, give the called bid up."""

    round: int


Action: TypeAlias = PlaceBid | CallBid | OpenLaying | LayPlay | Pass


class Deck(msgspec.Struct, frozen=True):
    """A deck as a record keeps it: every card, sorted (M1.2)."""

    name: str
    cards: tuple[Card, ...]


class MatchOpened(msgspec.Struct, frozen=True, tag="match_opened"):
    """The game begins; the pot is filled (M2.1)."""

    version: int
    setup: Setup[MatchOptions]
    deck: Deck


class PileShuffled(msgspec.Struct, frozen=True, tag="pile_shuffled"):
    """All cards of pile and discards become a new pile; the last card is drawn first (M6.4)."""

    pile: tuple[Card, ...]


class CardsDrawn(msgspec.Struct, frozen=True, tag="cards_drawn"):
    """A seat drew cards (M2.1, M6.3, M7.2). Others are told how many: `cards` is then none."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None


class RoundOpened(msgspec.Struct, frozen=True, tag="round_opened"):
    """An auction opens (M3.1)."""

    round: int
    closes_at: Millis | None


class BidPlaced(msgspec.Struct, frozen=True, tag="bid_placed"):
    """A bid was taken (M3.1). `play` is none in called bidding, and for everyone but its seat."""

    round: int
    seat: Seat
    value: int
    closes_at: Millis | None
    play: Play | None


class SeatPassed(msgspec.Struct, frozen=True, tag="seat_passed"):
    """A seat passed, for the whole round (M3.3)."""

    round: int
    seat: Seat


class AuctionClosed(msgspec.Struct, frozen=True, tag="auction_closed"):
    """Every seat has bid or passed, or the clock ran out (M3.3)."""

    round: int
    by_clock: bool


class LayingAsked(msgspec.Struct, frozen=True, tag="laying_asked"):
    """The seat whose called bid is to be laid is asked to begin its clock (X1.1)."""

    round: int
    seat: Seat
    value: int
    closes_at: Millis | None


class LayingOpened(msgspec.Struct, frozen=True, tag="laying_opened"):
    """The highest bid of a called auction that stands is to be laid (M3.2)."""

    round: int
    seat: Seat
    value: int
    closes_at: Millis


class BidVoided(msgspec.Struct, frozen=True, tag="bid_voided"):
    """A called bid was not laid: given up, or out of time (M3.2)."""

    round: int
    seat: Seat
    value: int
    by_clock: bool
    paid: int = 0
    """What its seat paid into the pot for it; nothing in games of version 1."""


class PlayLaid(msgspec.Struct, frozen=True, tag="play_laid"):
    """The winner's cards lie on the table and are paid for (M6.1)."""

    round: int
    seat: Seat
    play: Play
    word: Word
    value: int
    score: int
    coins: int
    """What the pot could pay: the score, or what was left (M6.1)."""


class CrosswordCleared(msgspec.Struct, frozen=True, tag="crossword_cleared"):
    """All cards of the crossword become discards: nobody bid (M7.1), or cards ran out (M6.4)."""

    round: int
    nobody_bid: bool


class End(StrEnum):
    """Why a game ended."""

    POT_EMPTY = "pot_empty"
    """The pot has run out (M6.2)."""
    NO_CARDS = "no_cards"
    """Nobody bid on an empty table and nobody could draw (M7.2)."""
    LAST_ROUND = "last_round"
    """The last round that a game may have is over (M8.2)."""


class MatchEnded(msgspec.Struct, frozen=True, tag="match_ended"):
    """The game is over (M6.2, M7.2, M8.1, M8.2)."""

    reason: End


Event: TypeAlias = (
    MatchOpened
    | PileShuffled
    | CardsDrawn
    | RoundOpened
    | BidPlaced
    | SeatPassed
    | AuctionClosed
    | LayingAsked
    | LayingOpened
    | BidVoided
    | PlayLaid
    | CrosswordCleared
    | MatchEnded
)
SeenEvent: TypeAlias = Event | Hidden
"""An event as a seat gets it."""


class Bid(msgspec.Struct, frozen=True):
    """A bid that was taken; later ones are higher (M3.1)."""

    seat: Seat
    value: int
    play: Play | None


class MatchState(msgspec.Struct, frozen=True):
    """Everything about a running game. Pile and hands are in drawing order; last drawn first."""

    setup: Setup[MatchOptions] | None = None
    phase: Phase = Phase.OVER
    round: int = 0
    hands: tuple[tuple[Card, ...], ...] = ()
    coins: tuple[int, ...] = ()
    pot: int = 0
    pile: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    crossword: Crossword = Crossword()
    bids: tuple[Bid, ...] = ()
    """Bids of this round that stand, in order of arrival."""
    passed: tuple[Seat, ...] = ()
    voided: tuple[Bid, ...] = ()
    """Called bids of this round that were not laid (M3.2)."""
    laying: Seat | None = None
    closes_at: Millis | None = None
    winner: Seat = Seat(0)
    """Who laid last; drawing starts there (M6.4)."""
    ended: End | None = None
    version: int = 0
    """Of the rules under which the game began, and goes on."""


class SeatView(msgspec.Struct, frozen=True):
    """What is public of a seat (M9.1)."""

    coins: int
    hand: int
    """How many cards."""
    bid: int | None
    """Value of its bid of this round, also of a void one."""
    passed: bool
    voided: bool
    """Its called bid was not laid (M3.2)."""


class MatchView(msgspec.Struct, frozen=True):
    """All that one seat, or a spectator, may know (M9.1)."""

    you: Seat | None
    options: MatchOptions
    phase: Phase
    round: int
    closes_at: Millis | None
    clock_ms: Millis | None
    """What the clock of the phase is when it begins, before any bid makes it longer (M3.4)."""
    crossword: Crossword
    pot: int
    pile: int
    discards: int
    seats: tuple[SeatView, ...]
    high: int | None
    """Value of the highest bid that stands."""
    leader: Seat | None
    """Whose bid that is."""
    laying: Seat | None
    awaited: tuple[Seat, ...]
    hand: tuple[Card, ...] | None
    """Your cards, in the order in which you got them; none for a spectator."""
    your_play: Play | None
    """The play behind your sealed bid of this round."""
    ended: End | None
    outcome: Outcome | None


class BidOffer(msgspec.Struct, frozen=True, tag="bid"):
    """You may bid: a play in one of the lanes, or a number in called bidding (M3.1)."""

    least: int
    """The least value that is high enough."""
    most: int
    """The most that the cards in your hand could be worth."""
    lanes: tuple[Lane, ...]
    blocked: tuple[int, ...]
    """Columns of the base word that no crossing word may use now (M4.2)."""


class OpenLayingOffer(msgspec.Struct, frozen=True, tag="open_laying"):
    """You may begin your lay-down clock (X1.1)."""

    clock_ms: int
    """What it will show."""
    costs: int
    """What you pay if the bid is not laid (M3.2)."""


class LayOffer(msgspec.Struct, frozen=True, tag="lay"):
    """You are to lay a play of your called value or more (M3.2)."""

    least: int
    lanes: tuple[Lane, ...]
    blocked: tuple[int, ...]
    costs: int
    """What you pay if you do not (M3.2)."""


class PassOffer(msgspec.Struct, frozen=True, tag="pass"):
    """You may pass (M3.3), or give a called bid up."""


Offer: TypeAlias = BidOffer | OpenLayingOffer | LayOffer | PassOffer


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A play being composed: letters in reading order, each with the colour wanted, if any."""

    letters: tuple[Letter, ...]
    colours: tuple[Colour | None, ...] = ()
    lane: Lane | None = None


class Placement(msgspec.Struct, frozen=True):
    """One legal place for a draft. Whether its word is in the lexicon is not told (M3.2)."""

    play: Play
    word: Word
    value: int
    score: int
    enough: bool
    """Whether the value is high enough to bid now."""


class Composed(msgspec.Struct, frozen=True):
    """The places for a draft, the best value first, then the best score."""

    placements: tuple[Placement, ...]
    missing: tuple[Letter, ...]
    """Letters of the draft that neither hand nor table can give, where there is no place."""
