"""What a seat can do in Bet the Bag, and why it may be refused."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

import msgspec

from wordlot.core.pieces import Tile, Word


class BagCode(StrEnum):
    """Why Bet the Bag refused an action."""

    TAKEN = "taken"
    """Somebody has bid that number in this round."""
    TOO_LOW = "too_low"
    TOO_HIGH = "too_high"
    BID_FULL = "bid_full"
    """The tiles on the table would number more than the bid."""
    BAG_EMPTY = "bag_empty"
    NO_TILES = "no_tiles"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    CANNOT_SPELL = "cannot_spell"
    """The tiles do not give the word as it was submitted."""
    TOO_LATE = "too_late"
    TOO_SOON = "too_soon"
    OWN_WORD = "own_word"
    """Nobody challenges or accepts a word of their own."""
    ALREADY_ACCEPTED = "already_accepted"


class FlipCard(msgspec.Struct, frozen=True, tag="flip_card", forbid_unknown_fields=True):
    """Flip cards up to the next contract (B3.1)."""

    turn: int


class BidTiles(msgspec.Struct, frozen=True, tag="bid_tiles", forbid_unknown_fields=True):
    """Bid a number of tiles (B4.1)."""

    turn: int
    tiles: int


class PassBid(msgspec.Struct, frozen=True, tag="pass_bid", forbid_unknown_fields=True):
    """Pass, and draw a tile (B4.2)."""

    turn: int


class OpenAttempt(msgspec.Struct, frozen=True, tag="open_attempt", forbid_unknown_fields=True):
    """Begin the minute of one's attempt, where bids have a clock of a day or none (X1.1)."""

    turn: int
    attempt: int


class DrawTile(msgspec.Struct, frozen=True, tag="draw_tile", forbid_unknown_fields=True):
    """Draw a random tile onto the table (B5.1)."""

    turn: int
    attempt: int


class LayTiles(msgspec.Struct, frozen=True, tag="lay_tiles", forbid_unknown_fields=True):
    """Lay tiles of the hand on the table, for good (B5.1)."""

    turn: int
    attempt: int
    tiles: tuple[Tile, ...]


class SubmitWord(msgspec.Struct, frozen=True, tag="submit_word", forbid_unknown_fields=True):
    """Submit a word, and lay what it needs from the hand in the same moment (B5.2)."""

    turn: int
    attempt: int
    word: Word
    lay: tuple[Tile, ...] = ()
    """Tiles of the hand to lay first."""
    blanks: tuple[int, ...] = ()
    """The places in the word, from 0, that blanks stand for (B1.1)."""


class GiveUp(msgspec.Struct, frozen=True, tag="give_up", forbid_unknown_fields=True):
    """End one's own attempt early (B5.3)."""

    turn: int
    attempt: int


class Challenge(msgspec.Struct, frozen=True, tag="challenge", forbid_unknown_fields=True):
    """Have the submitted word looked up (B7.1)."""

    turn: int
    attempt: int


class Accept(msgspec.Struct, frozen=True, tag="accept", forbid_unknown_fields=True):
    """Let the submitted word stand, as far as this seat is asked; it is final (B7.4)."""

    turn: int
    attempt: int


AttemptAction: TypeAlias = OpenAttempt | DrawTile | LayTiles | SubmitWord | GiveUp
Verdict: TypeAlias = Challenge | Accept
Action: TypeAlias = FlipCard | BidTiles | PassBid | AttemptAction | Verdict
