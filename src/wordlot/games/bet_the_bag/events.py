"""What happens in a game of Bet the Bag: the facts that it is folded from."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from wordlot.core.pieces import Tile, Word
from wordlot.core.protocol import Hidden, Millis, Seat, Setup
from wordlot.games.bet_the_bag.model import BagOptions, ContractCard, ScoreCard, TileSet


class BagOpened(msgspec.Struct, frozen=True, tag="bag_opened"):
    """The game begins; the bag is filled (B1)."""

    version: int
    setup: Setup[BagOptions]
    tiles: TileSet
    cards: tuple[ContractCard, ...]


class CardsShuffled(msgspec.Struct, frozen=True, tag="cards_shuffled"):
    """The contract cards are shuffled; the last card of the pile is flipped first (B2.1)."""

    pile: tuple[ContractCard, ...]


class StarterChosen(msgspec.Struct, frozen=True, tag="starter_chosen"):
    """Who has the first turn: the winner of the last game, else a random seat (B2.2)."""

    seat: Seat


class TilesTaken(msgspec.Struct, frozen=True, tag="tiles_taken"):
    """A seat took random tiles into its hand (B2.1, B4.2, B6.1). Others see only how many."""

    seat: Seat
    count: int
    tiles: tuple[Tile, ...] | None


class TurnOpened(msgspec.Struct, frozen=True, tag="turn_opened"):
    """A seat is to flip a card; at `closes_at` the card flips by itself (B3.1)."""

    turn: int
    seat: Seat
    closes_at: Millis


class CardFlipped(msgspec.Struct, frozen=True, tag="card_flipped"):
    """A card was turned up: an ace is set aside, a number is the contract (B3.1)."""

    turn: int
    card: ContractCard
    by_clock: bool


class BidAsked(msgspec.Struct, frozen=True, tag="bid_asked"):
    """It is a seat's turn to bid or pass; silence is a pass (B4.1, B4.3)."""

    turn: int
    seat: Seat
    closes_at: Millis | None


class TilesBid(msgspec.Struct, frozen=True, tag="tiles_bid"):
    """A seat bid a number of tiles (B4.1)."""

    turn: int
    seat: Seat
    tiles: int


class BidPassed(msgspec.Struct, frozen=True, tag="bid_passed"):
    """A seat passed (B4.2), or its clock ran out (B4.3)."""

    turn: int
    seat: Seat
    by_clock: bool


class AttemptAsked(msgspec.Struct, frozen=True, tag="attempt_asked"):
    """A bidder is asked to begin its minute (X1.1); at `closes_at` the attempt has failed."""

    turn: int
    attempt: int
    seat: Seat
    limit: int
    closes_at: Millis | None


class AttemptOpened(msgspec.Struct, frozen=True, tag="attempt_opened"):
    """A bidder's minute starts (B5.1, B5.3). `closes_at` is its end, before the grace (B5.5)."""

    turn: int
    attempt: int
    """Which attempt at this contract, from 1."""
    seat: Seat
    limit: int
    """The bid: the most tiles that may be on the table."""
    closes_at: Millis


class TileDrawn(msgspec.Struct, frozen=True, tag="tile_drawn"):
    """A random tile came onto the table (B5.1)."""

    turn: int
    attempt: int
    seat: Seat
    tile: Tile


class TilesLaid(msgspec.Struct, frozen=True, tag="tiles_laid"):
    """Tiles of the hand were laid on the table (B5.1)."""

    turn: int
    attempt: int
    seat: Seat
    tiles: tuple[Tile, ...]


class WordRefused(msgspec.Struct, frozen=True, tag="word_refused"):
    """A word that is not in the lexicon was tried where words are checked (B7.4).

    Nothing was laid, the attempt goes on, and `again_at` is when the next word can be tried. It is
    told to its seat alone: the word may show the hand.
    """

    turn: int
    attempt: int
    seat: Seat
    word: Word
    again_at: Millis


class WordSubmitted(msgspec.Struct, frozen=True, tag="word_submitted"):
    """A word was submitted (B5.2); until `closes_at` it can be challenged (B7.4).

    Where words are checked there is no challenge, and no such time; and none where bids have no
    clock (X1.1).
    """

    turn: int
    attempt: int
    seat: Seat
    word: Word
    blanks: tuple[int, ...]
    closes_at: Millis | None


class WordAccepted(msgspec.Struct, frozen=True, tag="word_accepted"):
    """A seat lets the word stand (B7.4)."""

    turn: int
    attempt: int
    seat: Seat


class WordChallenged(msgspec.Struct, frozen=True, tag="word_challenged"):
    """A seat challenged the word, and the lexicon was asked (B7.1)."""

    turn: int
    attempt: int
    seat: Seat
    in_lexicon: bool


class CardLost(msgspec.Struct, frozen=True, tag="card_lost"):
    """The submitter of a bogus word lost the score card of least points (B7.1)."""

    turn: int
    seat: Seat
    lost: ScoreCard
    points: int
    """What the card counted."""


class Failure(StrEnum):
    """Why an attempt failed."""

    CLOCK = "clock"
    """The minute and its grace are over (B5.3), or the day in which to begin it (X1.1)."""
    GAVE_UP = "gave_up"
    """Its seat ended it (B5.3)."""
    BOGUS = "bogus"
    """The word was challenged and is not in the lexicon (B7.2)."""


class AttemptFailed(msgspec.Struct, frozen=True, tag="attempt_failed"):
    """An attempt is over without a word that stands (B5.3, B7.2)."""

    turn: int
    attempt: int
    seat: Seat
    reason: Failure


class ContractFilled(msgspec.Struct, frozen=True, tag="contract_filled"):
    """A word stands, and its seat takes the contract card (B6.1), doubled or not (B7.1)."""

    turn: int
    seat: Seat
    word: Word
    won: ScoreCard
    points: int
    """What the card counts."""


class ContractDiscarded(msgspec.Struct, frozen=True, tag="contract_discarded"):
    """Nobody filled the contract (B5.4), or all passed (B4.4)."""

    turn: int


class TableCleared(msgspec.Struct, frozen=True, tag="table_cleared"):
    """The tiles on the table went back into the bag, or out of play (B5.4)."""

    turn: int
    out: bool


class BagEnded(msgspec.Struct, frozen=True, tag="bag_ended"):
    """The last ace was turned up, and the game is over (B3.2, B8.1)."""


Event: TypeAlias = (
    BagOpened
    | CardsShuffled
    | StarterChosen
    | TilesTaken
    | TurnOpened
    | CardFlipped
    | BidAsked
    | TilesBid
    | BidPassed
    | AttemptAsked
    | AttemptOpened
    | TileDrawn
    | TilesLaid
    | WordRefused
    | WordSubmitted
    | WordAccepted
    | WordChallenged
    | CardLost
    | AttemptFailed
    | ContractFilled
    | ContractDiscarded
    | TableCleared
    | BagEnded
)
SeenEvent: TypeAlias = Event | Hidden
"""An event as a seat gets it."""
