"""What can be chosen about a kit, and the measures that papers and printers set."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from wordlot.core.errors import InvalidNotation
from wordlot.games.names import game_named

INCH = 72.0
"""Points of an inch. All measures of the kit are in points of 1/72 in."""
MM = INCH / 25.4
"""Points of a millimetre."""
MARGIN = INCH / 4
"""What every sheet leaves white at its edges: a quarter inch, as home printers need."""
BLEED = 3 * MM
"""How far colour goes beyond a cut, where bleed is asked for."""
SAFE = 4 * MM
"""How far what matters keeps from a cut in the files for a print shop."""
SHOP_DPI = 300
"""Pixels of an inch in the pictures for a print shop."""

GAMES = ("bet-the-bag", "match")


class Paper(StrEnum):
    """The papers that a kit can be printed on."""

    ORIGINAL = "original"
    """8.25 × 11.75 in, the cardboard sheets that Match comes on (M1.3)."""
    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points, upright."""
        return _SIZES[self]


_SIZES = {
    Paper.ORIGINAL: (8.25 * INCH, 11.75 * INCH),
    Paper.A4: (210 * MM, 297 * MM),
    Paper.LETTER: (8.5 * INCH, 11 * INCH),
}


class KitOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a kit is printed. Defaults are for a home printer and a pair of scissors."""

    paper: Paper = Paper.A4
    deck: str = "english"
    """The deck of Match, or the tile set of Bet the Bag, by name."""
    language: str = "english"
    """The language of the rules and of all labels."""
    ink_saving: bool = False
    """White cards with patterns and signs in thin lines, instead of colour all over."""
    backs: bool = False
    """A back after every sheet, for duplex printing that turns over the long edge."""
    folded: bool = False
    """Backs beside the fronts, to be folded in the middle and glued: for a printer of one side."""
    bleed: bool = True
    crop_marks: bool = True
    """Marks around the cards instead of lines between them."""


def check_options(options: KitOptions) -> None:
    """Raise `InvalidNotation` for choices that do not go together."""
    if options.backs and options.folded:
        text = "folded sheets have their backs beside the fronts; choose backs or folded, not both"
        raise InvalidNotation(text)


def kit_named(name: str) -> str:
    """Return what the kit of a game is called: `bet_the_bag` has `bet-the-bag`.

    `InvalidNotation` lists the games for any other.
    """
    kit = game_named(name).replace("_", "-")
    if kit not in GAMES:
        raise InvalidNotation(f"there is no kit for {name!r}; there are {_listed(GAMES)}")
    return kit


def paper_named(name: str) -> Paper:
    """Return the paper of a name. `InvalidNotation` lists the papers for any other."""
    try:
        return Paper(name.lower())
    except ValueError:
        raise InvalidNotation(f"there is no paper {name!r}; there are {_listed(Paper)}") from None


def _listed(names: Sequence[str] | type[Paper]) -> str:
    return ", ".join(str(name) for name in names)
