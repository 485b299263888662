"""Words that were said in a game, as they are told once it is over."""

from __future__ import annotations

import msgspec

from wordlot.core.pieces import Word
from wordlot.core.protocol import Seat


class SaidWord(msgspec.Struct, frozen=True):
    """A word that somebody bid, laid or submitted."""

    round: int
    """The round, or the turn, in which it was said."""
    seat: Seat
    word: Word
    points: int | None
    """What it was paid or scored; none where it did not come to that."""
    challenged: bool = False
    """Whether somebody challenged it (B7)."""
    lost: int = 0
    """The points of the card that it cost (B7.1)."""
