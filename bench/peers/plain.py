"""The same answers in plain Python: a set of alphagrams and the combinations of a rack's tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from string import ascii_lowercase

BLANK = "?"


def alphagrams(words: Iterable[str], least: int) -> frozenset[str]:
    """Return the sorted letters of all words of `least` or more."""
    return frozenset("".join(sorted(word)) for word in words if len(word) >= least)


def can_spell(tiles: Sequence[str], least: int, known: frozenset[str]) -> bool:
    """Tell whether some of the tiles are the letters of a known word."""
    return any(
        "".join(chosen) in known
        for rack in _filled(tiles)
        for size in range(least, len(rack) + 1)
        for chosen in combinations(rack, size)
    )


def _filled(tiles: Sequence[str]) -> Iterator[list[str]]:
    """Yield a rack's letters in order, for every letter that its blanks could stand for."""
    letters = [tile for tile in tiles if tile != BLANK]
    for stand_ins in combinations_with_replacement(ascii_lowercase, len(tiles) - len(letters)):
        yield sorted([*letters, *stand_ins])


def tiles_needed(
    draws: Sequence[str], hand: Sequence[str], least: int, known: frozenset[str]
) -> int:
    """Return the least b for which k draws and b - k tiles of the hand do; one more for none."""
    for tiles in range(least, len(draws) + 1):
        for drawn in range(max(0, tiles - len(hand)), tiles + 1):
            for laid in combinations(hand, tiles - drawn):
                if can_spell((*draws[:drawn], *laid), least, known):
                    return tiles
    return len(draws) + 1
