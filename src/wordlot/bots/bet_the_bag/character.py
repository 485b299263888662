"""How each level of Bet the Bag bots sees, dares, doubts and hurries."""

from __future__ import annotations

import msgspec

from wordlot.bots.levels import Level


class Character(msgspec.Struct, frozen=True):
    """The traits of a level; shares are from 0 to 1."""

    sight: float
    """Chance that it spots, in one look, a word of four letters that is the rarest it knows."""
    plain_sight: float
    """The same for words that everybody uses daily."""
    long_sight: float
    """What is left of that chance with every letter more, and with every blank used."""
    trust: float
    """The share of its odds that it makes good, since it does not spot all that it could lay."""
    wobble: float
    """By how much it may misjudge odds, up or down."""
    nerve: float | None
    """The least odds at which it bids; none for one that bids what it takes to be worth most."""
    bluff: float
    """How often it tries a word that it does not know when it has no score card to lose."""
    bold_bluff: float
    """How often when it has one, and the word is likely enough to stand."""
    doubt: float
    """How likely it holds a word to be bogus of which it knows only that it does not know it."""
    quick_ms: int
    """Between draws while there cannot be a word yet."""
    look_ms: int
    """Between draws once there may be one."""
    last_look_ms: int
    """How long it looks at the end, when it cannot draw any more."""


CHARACTERS = {
    Level.EASY: Character(
        sight=0.2,
        plain_sight=0.5,
        long_sight=0.75,
        trust=0.75,
        wobble=0.2,
        nerve=0.35,
        bluff=0.0,
        bold_bluff=0.0,
        doubt=0.05,
        quick_ms=1_500,
        look_ms=4_400,
        last_look_ms=11_000,
    ),
    Level.MEDIUM: Character(
        sight=0.2,
        plain_sight=0.55,
        long_sight=0.85,
        trust=0.85,
        wobble=0.25,
        nerve=None,
        bluff=0.5,
        bold_bluff=0.0,
        doubt=0.15,
        quick_ms=1_200,
        look_ms=3_800,
        last_look_ms=10_000,
    ),
    Level.HARD: Character(
        sight=0.25,
        plain_sight=0.65,
        long_sight=0.92,
        trust=0.95,
        wobble=0.0,
        nerve=None,
        bluff=0.7,
        bold_bluff=0.5,
        doubt=0.22,
        quick_ms=900,
        look_ms=3_200,
        last_look_ms=9_000,
    ),
}
