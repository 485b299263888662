"""What Bet the Bag is made of: its options, pieces, state, view and offers."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from wordlot.core.pieces import Letter, Tile, Word
from wordlot.core.protocol import Millis, Outcome, Seat, Setup

HAND = 3
"""Tiles that each player takes at the start (B2.1)."""
MOST_TILES = 15
"""The most that can be bid (B4.1)."""
LONGEST = 15
"""The most letters of a word (X2)."""
ACE = 1
"""The rank of an ace (B1.2)."""
MOST_SEATS_OUT = 4
"""The most seats at which tiles may go out of play (B5.4)."""
DAY_MS = Millis(86_400_000)
BID_CLOCKS_MS = (10_000, 15_000, 20_000, 30_000, 60_000, DAY_MS)
FLIP_MS = Millis(3_000)
"""A card that its seat does not flip by then flips by itself, so that nobody is waited for (X1)."""
ATTEMPT_MS = Millis(60_000)
"""The minute of an attempt (B5.1)."""
GRACE_MS = Millis(500)
"""What every player has behind the minute for a slow network (B5.5)."""
CHALLENGE_MS = Millis(10_000)
"""How long a submitted word can be challenged (B7.4)."""
RETRY_MS = Millis(1_000)
"""Between two tries of a checked word (B7.4)."""


class Words(StrEnum):
    """How words are judged (B7.4)."""

    CHALLENGE = "challenge"
    """A word stands unless it is challenged and not in the lexicon."""
    CHECKED = "checked"
    """Only words of the lexicon can be submitted."""


class Blanks(StrEnum):
    """Whether the blank tiles are in the bag (B1.1)."""

    IN = "in"
    OUT = "out"


class Recycle(StrEnum):
    """Where the tiles on the table go after a round (B5.4)."""

    BAG = "bag"
    OUT = "out"
    """Out of play."""


class BagOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table of Bet the Bag; the defaults are those of the rules."""

    words: Words = Words.CHALLENGE
    blanks: Blanks = Blanks.IN
    recycle: Recycle = Recycle.BAG
    bid_clock_ms: int | None = 20_000
    """One of `BID_CLOCKS_MS`, or none (B4.3)."""
    tiles: str = "english"


class Suit(StrEnum):
    """The suits of the contract cards (B1.2)."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"


class ContractCard(msgspec.Struct, frozen=True, array_like=True, order=True):
    """A card of the contract deck; the rank of an ace is 1 (B1.2)."""

    rank: int
    suit: Suit


class ScoreCard(msgspec.Struct, frozen=True):
    """A contract card that a player has taken, doubled by a challenge that failed (B6.1, B7.1)."""

    card: ContractCard
    doubled: bool

    @property
    def points(self) -> int:
        """What the card counts."""
        return self.card.rank * (2 if self.doubled else 1)


class TileSet(msgspec.Struct, frozen=True):
    """A tile set as a record keeps it (B1.1)."""

    name: str
    letters: tuple[Letter, ...]
    """What a blank can stand for: the letters of the alphabet."""
    tiles: tuple[Tile, ...]
    """Every tile of the game, sorted."""


class TableTile(msgspec.Struct, frozen=True):
    """A tile on the table, with who drew it from the bag or laid it from the hand (B9.1)."""

    tile: Tile
    seat: Seat
    drawn: bool


class BagPhase(StrEnum):
    """What the table waits for."""

    FLIP = "flip"
    BIDDING = "bidding"
    OPENING = "opening"
    """A bidder is to begin its minute (X1.1)."""
    ATTEMPT = "attempt"
    CHALLENGE = "challenge"
    OVER = "over"


class TileBid(msgspec.Struct, frozen=True):
    """A bid of this round (B4.1)."""

    seat: Seat
    tiles: int


class Submission(msgspec.Struct, frozen=True):
    """The word that waits for the other players, and who of them has accepted it (B7.4)."""

    seat: Seat
    word: Word
    blanks: tuple[int, ...]
    accepted: tuple[Seat, ...] = ()


class Tried(msgspec.Struct, frozen=True):
    """The word that was refused last in this attempt, and when another can be tried (B7.4)."""

    word: Word
    again_at: Millis


class BagState(msgspec.Struct, frozen=True):
    """Everything about a running game. Hands are in the order in which their tiles came."""

    setup: Setup[BagOptions] | None = None
    phase: BagPhase = BagPhase.OVER
    turn: int = 0
    on_turn: Seat = Seat(0)
    """Whose turn it is: who flips, and bids first."""
    closes_at: Millis | None = None
    """When the waiting ends as players see it; an attempt has its grace behind it (B5.5)."""
    letters: tuple[Letter, ...] = ()
    bag: tuple[Tile, ...] = ()
    """Sorted: what it holds, not an order."""
    out: tuple[Tile, ...] = ()
    """Tiles out of play, sorted (B5.4)."""
    hands: tuple[tuple[Tile, ...], ...] = ()
    table: tuple[TableTile, ...] = ()
    pile: tuple[ContractCard, ...] = ()
    """The last card is flipped first."""
    aces: tuple[ContractCard, ...] = ()
    contract: ContractCard | None = None
    gone: tuple[ContractCard, ...] = ()
    """Contracts that nobody filled, and score cards that were lost."""
    won: tuple[tuple[ScoreCard, ...], ...] = ()
    """Score cards by seat, in the order in which they were taken."""
    bidder: Seat | None = None
    bids: tuple[TileBid, ...] = ()
    """In the order of bidding."""
    passed: tuple[Seat, ...] = ()
    attempt: int = 0
    attempting: Seat | None = None
    """Who has the minute or is to begin it, or had it when the word was submitted."""
    failed: tuple[Seat, ...] = ()
    submission: Submission | None = None
    tried: Tried | None = None
    version: int = 0
    """Of the rules under which the game began, and goes on."""


class BagSeat(msgspec.Struct, frozen=True):
    """What is public of a seat (B9.1)."""

    score: int
    won: tuple[ScoreCard, ...]
    hand: int
    """How many tiles."""
    bid: int | None
    passed: bool
    failed: bool
    """Its attempt at this contract is over."""


class BagView(msgspec.Struct, frozen=True):
    """All that one seat, or a spectator, may know (B9.1)."""

    you: Seat | None
    options: BagOptions
    phase: BagPhase
    turn: int
    on_turn: Seat
    closes_at: Millis | None
    """The end that a clock shows; what comes within the grace behind a minute still counts."""
    letters: tuple[Letter, ...]
    """What a blank can stand for."""
    contract: ContractCard | None
    aces: tuple[ContractCard, ...]
    gone: tuple[ContractCard, ...]
    pile: int
    """How many contract cards are still to be flipped, aces among them."""
    bag: int
    out: int
    table: tuple[TableTile, ...]
    bids: tuple[TileBid, ...]
    """In the order of bidding."""
    queue: tuple[TileBid, ...]
    """Who attempts, and will, as far as it stands: the lowest bid first (B5.3)."""
    attempt: int
    attempting: Seat | None
    limit: int | None
    """The most tiles that the running attempt may have on the table."""
    submission: Submission | None
    tried: Tried | None
    """Your own, in your attempt."""
    seats: tuple[BagSeat, ...]
    awaited: tuple[Seat, ...]
    hand: tuple[Tile, ...] | None
    """Your tiles, in the order in which you got them; none for a spectator."""
    outcome: Outcome | None


class FlipOffer(msgspec.Struct, frozen=True, tag="flip"):
    """You may flip the card (B3.1)."""


class BidTilesOffer(msgspec.Struct, frozen=True, tag="bid"):
    """You may bid one of the free numbers (B4.1)."""

    free: tuple[int, ...]
    taken: tuple[TileBid, ...]


class PassBidOffer(msgspec.Struct, frozen=True, tag="pass"):
    """You may pass; you get a tile if the bag holds one (B4.2)."""

    draws: int


class OpenAttemptOffer(msgspec.Struct, frozen=True, tag="open_attempt"):
    """You may begin your minute (X1.1)."""


class DrawOffer(msgspec.Struct, frozen=True, tag="draw"):
    """You may draw so many tiles (B5.1)."""

    most: int


class LayTilesOffer(msgspec.Struct, frozen=True, tag="lay"):
    """You may lay so many tiles of your hand (B5.1)."""

    most: int


class SubmitOffer(msgspec.Struct, frozen=True, tag="submit"):
    """You may submit a word of the tiles on the table and so many of your hand (B5.2)."""

    least: int
    """Letters that the word has at least."""
    lay: int
    """The most tiles that it may take from the hand."""
    again_at: Millis | None
    """Not before then, after a word was refused (B7.4)."""


class GiveUpOffer(msgspec.Struct, frozen=True, tag="give_up"):
    """You may end your attempt (B5.3)."""


class ChallengeOffer(msgspec.Struct, frozen=True, tag="challenge"):
    """You may challenge the word (B7.1): it scores double, or it costs a score card."""

    points: int
    """What the submitter gets if the word is in the lexicon."""
    costs: int
    """What the submitter loses if it is not."""


class AcceptOffer(msgspec.Struct, frozen=True, tag="accept"):
    """You may let the word stand (B7.4)."""

    points: int
    """What the submitter gets if nobody challenges."""


Offer: TypeAlias = (
    FlipOffer
    | BidTilesOffer
    | PassBidOffer
    | OpenAttemptOffer
    | DrawOffer
    | LayTilesOffer
    | SubmitOffer
    | GiveUpOffer
    | ChallengeOffer
    | AcceptOffer
)


class WordDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word being composed, with the places, from 0, that a blank was asked for."""

    letters: tuple[Letter, ...]
    blanks: tuple[int, ...] = ()


class Source(StrEnum):
    """Where a letter of a draft comes from."""

    TABLE = "table"
    HAND = "hand"
    NOWHERE = "nowhere"
    """Neither table nor hand has a tile for it."""


class SpelledLetter(msgspec.Struct, frozen=True):
    """A letter of a draft and its tile: number `at` of the table or the hand, from 0."""

    letter: Letter
    source: Source
    at: int
    """-1 where there is no tile."""
    blank: bool


class Spelling(msgspec.Struct, frozen=True):
    """What a draft takes (B5.1, B5.2). Whether it is a word of the lexicon is not told."""

    letters: tuple[SpelledLetter, ...]
    lay: tuple[Tile, ...]
    """Tiles to lay from the hand, as `SubmitWord` names them."""
    blanks: tuple[int, ...]
    """Places of the word that blanks stand for, as `SubmitWord` names them."""
    missing: tuple[Letter, ...]
    over: int
    """How many tiles more than the bid allows it would bring onto the table."""
    short: int
    """How many letters it lacks to fill the contract."""
    ready: bool
    """Whether it can be submitted in your minute."""
