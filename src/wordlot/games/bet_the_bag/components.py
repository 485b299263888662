"""Tile sets and contract cards: data files that are checked when they are loaded (B1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import msgspec

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import (
    BLANK,
    Letter,
    Tile,
    check_name,
    fold_letters,
    parse_tiles,
    show_tiles,
)
from wordlot.core.reading import UNREADABLE
from wordlot.games.bet_the_bag.model import ACE, LONGEST, Blanks, ContractCard, Suit, TileSet

CARDS = 20
"""Contract cards in the game (B1.2)."""
MOST_TILES = 1_000
"""In a tile set, blanks and all; ten games have as many."""
_HERE = files("wordlot.games.bet_the_bag")


class _TileFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    letters: dict[Letter, int]
    """Tiles of each letter; none for a letter that only a blank can be."""
    blanks: int


class _CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    suits: tuple[Suit, ...]
    ranks: tuple[int, ...]


def read_tiles(raw: bytes, blanks: Blanks) -> TileSet:
    """Read a tile set (JSON), its letters small or capital.

    One object with `name`, `letters` (how many tiles there are of each, 0 for one that only a blank
    can be) and `blanks`. `InvalidNotation` names what cannot be in one (B1.1).
    """
    try:
        data = msgspec.json.decode(raw, type=_TileFile)
    except UNREADABLE as error:
        raise InvalidNotation(f"the tile set cannot be read: {error}") from error
    check_name(data.name)
    counts = fold_letters(data.letters)
    faces = tuple(sorted(counts))
    for letter, count in counts.items():
        if letter == BLANK or count < 0 or not _is_face(letter):
            raise InvalidNotation(f"tile set {data.name!r}: {count} of {letter!r}")
    if data.blanks < 0:
        raise InvalidNotation(f"tile set {data.name!r}: {data.blanks} blanks")
    # Before any tile is made: a number is written in a few bytes, whatever it is.
    if (total := sum(counts.values()) + data.blanks) > MOST_TILES:
        raise InvalidNotation(f"tile set {data.name!r} has {total} tiles, more than {MOST_TILES}")
    counts[BLANK] = data.blanks if blanks is Blanks.IN else 0
    tiles = sorted(tile for tile, count in counts.items() for _ in range(count))
    return TileSet(data.name, faces, tuple(tiles))


def _is_face(letter: Letter) -> bool:
    """Tell whether a letter can be written on a tile and read back."""
    try:
        return parse_tiles(show_tiles((letter,))) == (letter,)
    except InvalidNotation:
        return False


@cache
def tile_set_names() -> tuple[str, ...]:
    """Return the names of the tile sets that come with the package, sorted."""
    found = (_HERE / "tiles").iterdir()
    return tuple(sorted(f.name.removesuffix(".json") for f in found if f.name.endswith(".json")))


@cache
def load_tiles(name: str, blanks: Blanks = Blanks.IN) -> TileSet:
    """Return a tile set of the package by name. `InvalidNotation` for an unknown one."""
    if name not in tile_set_names():
        known = ", ".join(tile_set_names())
        raise InvalidNotation(f"there is no tile set {name!r}; there are {known}")
    return read_tiles((_HERE / "tiles" / f"{name}.json").read_bytes(), blanks)


def unseen_tiles(tiles: TileSet, seen: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return a tile set less some tiles, sorted. `InvalidNotation` where it has fewer of them."""
    left = Counter(tiles.tiles)
    left.subtract(seen)
    for tile, count in left.items():
        if count < 0:
            has = tiles.tiles.count(tile)
            raise InvalidNotation(
                f"the tile set {tiles.name} has {has} {tile!r}, not {has - count}"
            )
    return tuple(sorted(left.elements()))


def read_cards(raw: bytes) -> tuple[ContractCard, ...]:
    """Read the contract cards (JSON), sorted: 20 of them, aces among them (B1.2).

    `InvalidNotation` where they do not add up, or a contract is no number of letters (X2).
    """
    try:
        data = msgspec.json.decode(raw, type=_CardFile)
    except UNREADABLE as error:
        raise InvalidNotation(f"the contract cards cannot be read: {error}") from error
    cards = {ContractCard(rank, suit) for rank in data.ranks for suit in data.suits}
    if len(cards) != CARDS:
        raise InvalidNotation(f"{data.name!r} has {len(cards)} cards, not {CARDS} (B1.2)")
    if ACE not in data.ranks or not all(1 <= rank <= LONGEST for rank in data.ranks):
        raise InvalidNotation(f"{data.name!r} has the ranks {data.ranks}; one is an ace (B1.2)")
    return tuple(sorted(cards))


@cache
def load_cards() -> tuple[ContractCard, ...]:
    """Return the contract cards of the game (B1.2)."""
    return read_cards((_HERE / "cards" / "standard.json").read_bytes())
