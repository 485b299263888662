"""Decks of Match: data files that are checked when they are loaded (M1.1, M1.2)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import (
    Card,
    Colour,
    check_name,
    fold_letters,
    parse_cards,
    show_cards,
)
from wordlot.core.reading import UNREADABLE
from wordlot.games.match.model import Deck

CARDS_PER_COLOUR = 39
"""Cards of each colour in a deck (M1.1)."""


class _DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    alphabet: str
    yellow: dict[str, int]
    red: dict[str, int]


def read_deck(raw: bytes) -> Deck:
    """Read a deck file (JSON), its letters small or capital.

    One object with `name`, `alphabet`, and `yellow` and `red`: how many cards there are of each
    letter, 39 of each colour. `InvalidNotation` names what does not add up (M1.1).
    """
    try:
        data = msgspec.json.decode(raw, type=_DeckFile)
    except UNREADABLE as error:
        raise InvalidNotation(f"the deck cannot be read: {error}") from error
    check_name(data.name)
    yellow, red = fold_letters(data.yellow), fold_letters(data.red)
    cards = _cards(data.name, Colour.YELLOW, yellow) + _cards(data.name, Colour.RED, red)
    return Deck(data.name, tuple(sorted(cards)))


def _cards(name: str, colour: Colour, counts: dict[str, int]) -> tuple[Card, ...]:
    for letter, count in counts.items():
        if count < 1 or not _is_face(letter):
            raise InvalidNotation(f"deck {name!r}: {count} of {letter!r} in {colour.name.lower()}")
    total = sum(counts.values())
    if total != CARDS_PER_COLOUR:
        raise InvalidNotation(
            f"deck {name!r} has {total} {colour.name.lower()} cards, not {CARDS_PER_COLOUR} (M1.1)"
        )
    return tuple(Card(letter, colour) for letter, n in counts.items() for _ in range(n))


def _is_face(letter: str) -> bool:
    """Tell whether a letter can be written on cards of both colours and read back."""
    pair = tuple(Card(letter, colour) for colour in Colour)
    try:
        return parse_cards(show_cards(pair)) == pair
    except InvalidNotation:
        return False


@cache
def deck_names() -> tuple[str, ...]:
    """Return the names of the decks that come with the package, sorted."""
    found = (files("wordlot.games.match") / "decks").iterdir()
    return tuple(sorted(f.name.removesuffix(".json") for f in found if f.name.endswith(".json")))


@cache
def load_deck(name: str) -> Deck:
    """Return a deck of the package by name. `InvalidNotation` for an unknown one."""
    if name not in deck_names():
        raise InvalidNotation(f"there is no deck {name!r}; there are {', '.join(deck_names())}")
    return read_deck((files("wordlot.games.match") / "decks" / f"{name}.json").read_bytes())
