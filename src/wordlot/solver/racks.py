"""The words that tiles can spell, blanks among them (B5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import BLANK, Tile, Word, show_tiles
from wordlot.words import Lexicon

MOST_BLANKS = 2
"""Blanks that a tile set has at most, of those the solver knows (B1.1)."""
_PLANE_BITS = 64


def words_from(tiles: Iterable[Tile], lexicon: Lexicon, min_letters: int = 2) -> tuple[Word, ...]:
    """Return the words that tiles can spell: the longest first, then by letter.

    They have `min_letters` or more letters, and need not use every tile. Raises `InvalidNotation`
    for a tile that is no letter of the lexicon's alphabet, and for more than two blanks.
    """
    found = word_numbers(tiles, lexicon, min_letters)
    words = [lexicon.word(number) for number in found.tolist()]
    return tuple(sorted(words, key=len, reverse=True))


def word_numbers(tiles: Iterable[Tile], lexicon: Lexicon, min_letters: int = 2) -> NDArray[np.intp]:
    """Return the numbers of the words that tiles can spell, in rising order.

    A word fits when the copies of letters that it has beyond those of the tiles are no more than
    the blanks.
    """
    letters, blanks = split_blanks(tiles, lexicon)
    missing = lexicon.copies & ~_copies(letters, lexicon)[:, None]
    fits = np.bitwise_count(missing).sum(axis=0, dtype=np.uint8) <= blanks
    first = min((f for n, f in lexicon.first.items() if n >= min_letters), default=len(lexicon))
    return np.flatnonzero(fits[first:]) + first


def split_blanks(tiles: Iterable[Tile], lexicon: Lexicon) -> tuple[bytes, int]:
    """Return the letters of tiles as indices of the alphabet, and the number of blanks.

    Raises `InvalidNotation` as `words_from` does.
    """
    held = tuple(tiles)
    blanks = held.count(BLANK)
    if blanks > MOST_BLANKS:
        raise InvalidNotation(f"{show_tiles(held)} has {blanks} blanks; there are {MOST_BLANKS}")
    return lexicon.alphabet.encode([tile for tile in held if tile != BLANK]), blanks


def _copies(letters: bytes, lexicon: Lexicon) -> NDArray[np.uint64]:
    """Return the letter copies of tiles as one mask of bits over the planes of the lexicon."""
    planes = [0] * len(lexicon.copies)
    for letter, count in Counter(letters).items():
        for copy in range(1, count + 1):
            bit = lexicon.copy_bits.get((letter, copy))
            if bit is not None:
                planes[bit // _PLANE_BITS] |= 1 << (bit % _PLANE_BITS)
    return np.array(planes, np.uint64)
