"""How each level of Match bots sees, waits and judges."""

from __future__ import annotations

import msgspec

from wordlot.bots.levels import Level


class Character(msgspec.Struct, frozen=True):
    """The traits of a level; shares are from 0 to 1."""

    sight: float
    """Share of plays that it notices of the rarest words it knows, laying two cards."""
    plain_sight: float
    """The same for words that everybody uses daily."""
    long_sight: float
    """What is left of that share with every card more."""
    eager: float
    """Share of rounds in which it bids out of its first ideas at once."""
    ideas: int
    """How many of the plays that it noticed it thinks over in other rounds."""
    thrift: float
    """How far it minds the cards that it lays: 0 not at all, 1 as the figures say."""
    discernment: float
    """How far it minds which letters and colours it keeps: 0 not at all, 1 as the figures say."""
    foresight: float
    """How far it minds that others may bid higher: 0 not at all, 1 as the figures say."""
    whim: float
    """Points by which it may misjudge a play, up or down."""
    quick: float
    """Its time to an idea, in times to read the board."""
    spread_ms: int
    """What chance adds to that time at most."""
    rare_ms: int
    """What each Zipf unit that its word is rarer than `COMMON_ZIPF` adds to it."""
    patience_ms: int
    """How long at most it sits on an idea to see what others bid."""


FIRST_IDEAS = 3
"""How many plays an eager bot thinks over."""

CHARACTERS = {
    Level.EASY: Character(
        sight=0.35,
        plain_sight=0.75,
        long_sight=0.84,
        eager=0.6,
        ideas=12,
        thrift=0.6,
        discernment=0.0,
        foresight=0.0,
        whim=2.0,
        quick=1.4,
        spread_ms=7_000,
        rare_ms=900,
        patience_ms=3_000,
    ),
    Level.MEDIUM: Character(
        sight=0.5,
        plain_sight=0.9,
        long_sight=0.9,
        eager=0.35,
        ideas=80,
        thrift=0.9,
        discernment=0.7,
        foresight=0.5,
        whim=1.0,
        quick=1.2,
        spread_ms=6_000,
        rare_ms=700,
        patience_ms=5_000,
    ),
    Level.HARD: Character(
        sight=0.85,
        plain_sight=1.0,
        long_sight=0.97,
        eager=0.15,
        ideas=400,
        thrift=1.0,
        discernment=1.0,
        foresight=1.0,
        whim=0.0,
        quick=1.0,
        spread_ms=4_000,
        rare_ms=500,
        patience_ms=5_000,
    ),
}
