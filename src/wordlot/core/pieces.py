"""Letters, cards, tiles and the text in which hands are written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeAlias

import msgspec

from wordlot.core.errors import InvalidNotation

Letter: TypeAlias = str
"""One face of an alphabet; it may have several characters ("ch")."""

Word: TypeAlias = tuple[Letter, ...]
"""Letters in order: a tuple, so that no letter is counted twice as part of a longer one."""

Tile: TypeAlias = Letter
"""A tile of Bet the Bag: a letter, or `BLANK` (B1.1)."""

BLANK: Tile = "?"
"""A blank tile, which stands for any one letter; no alphabet has this face."""

MOST_SIGNS = 8
"""Signs of a letter, accents that stand apart and all."""
MOST_NAME = 64
"""Signs of the name of a deck or tile set."""
_PIECE = re.compile(r"\[([^\[\]\s]+)\]|([^\[\]\s])")


class Colour(StrEnum):
    """The two colours of the Match deck (M1.1)."""

    YELLOW = "y"
    RED = "r"


class Card(msgspec.Struct, frozen=True, array_like=True, order=True):
    """A letter card of Match (M1.1). Cards of one letter and colour are interchangeable."""

    letter: Letter
    colour: Colour


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards from text: small letters yellow, capitals red, long letters in brackets.

    `"aB[ch]"` is a yellow a, a red b and a yellow ch. Blanks between cards are ignored. Raises
    `InvalidNotation` for anything that has no case to tell the colour by.
    """
    if _PIECE.sub("", text).strip():
        raise InvalidNotation(f"cards cannot be read from {text!r}: brackets hold one letter")
    return tuple(_parse_card(a or b, text) for a, b in _PIECE.findall(text))


def _parse_card(face: str, text: str) -> Card:
    if face == face.lower() and face != face.upper():
        return Card(face, Colour.YELLOW)
    if face == face.upper() and face != face.lower():
        return Card(face.lower(), Colour.RED)
    raise InvalidNotation(f"{face!r} in {text!r} is neither a small letter nor a capital")


def show_cards(cards: Iterable[Card]) -> str:
    """Write cards as `parse_cards` reads them."""
    return "".join(_show_card(card) for card in cards)


def _show_card(card: Card) -> str:
    face = card.letter if card.colour is Colour.YELLOW else capital_of(card.letter)
    return face if len(face) == 1 else f"[{face}]"


def capital_of(face: Letter) -> str:
    """Return a face in capitals that read back as it: a sharp s has one, which `upper` avoids."""
    return face.replace("ß", "ẞ").upper()


def fold_letters(counts: Mapping[Letter, int]) -> dict[Letter, int]:
    """Return how many there are of each letter, those in capitals as the small letters.

    `InvalidNotation` for a letter that is there in both, or is longer than any is.
    """
    folded: dict[Letter, int] = {}
    for face, count in counts.items():
        if len(face) > MOST_SIGNS:
            raise InvalidNotation(f"{face[:MOST_SIGNS]!r}… is no letter: it has {len(face)} signs")
        small = unicodedata.normalize("NFC", face).lower()
        if small in folded:
            raise InvalidNotation(f"the letter {small!r} is there twice")
        folded[small] = count
    return folded


def check_name(name: str) -> None:
    """Raise `InvalidNotation` where a deck or tile set has no name, or one that nobody reads."""
    if not 0 < len(name) <= MOST_NAME:
        raise InvalidNotation(f"a name has 1 to {MOST_NAME} signs, not {len(name)}")


def letters(cards: Iterable[Card]) -> Word:
    """Return the letters of cards, in order."""
    return tuple(card.letter for card in cards)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles from text: letters, `?` for a blank, long letters in brackets.

    `"ab[ch]?"` is an a, a b, a ch and a blank, and so is `"AB[CH]?"`. Spaces between tiles are
    ignored. Raises `InvalidNotation` for what is no letter.
    """
    if _PIECE.sub("", text).strip():
        raise InvalidNotation(f"tiles cannot be read from {text!r}: a bracket is left open")
    return tuple(_parse_tile(a or b, text) for a, b in _PIECE.findall(text))


def _parse_tile(face: str, text: str) -> Tile:
    if face == BLANK or face.isalpha():
        return unicodedata.normalize("NFC", face).lower()
    raise InvalidNotation(f"{face!r} in {text!r} is neither a letter nor a blank {BLANK!r}")


def show_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles as `parse_tiles` reads them."""
    return "".join(tile if len(tile) == 1 else f"[{tile}]" for tile in tiles)
