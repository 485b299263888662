"""One look over all words for those that a rack spells, for whoever asks once (B5.2).

The solver answers sooner, but only after its kernels were loaded, which takes a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import BLANK, Tile, Word, show_tiles
from wordlot.words.lexicon import Lexicon

MOST_BLANKS = 2
"""Blanks of a rack at most: there are no more in a game (B1.1)."""
MOST_TILES = 128
"""Tiles of a rack at most; no game has more."""


def scan_words(tiles: Iterable[Tile], lexicon: Lexicon, min_letters: int = 2) -> tuple[Word, ...]:
    """Return the words that tiles can spell: the longest first, then by letter.

    It is `solver.words_from`, found without numpy or a compiler. Raises `InvalidNotation` as that
    does.
    """
    held = checked_rack(tiles)
    letters = lexicon.alphabet.encode([tile for tile in held if tile != BLANK])
    blanks = len(held) - len(letters)
    longest_first = sorted(lexicon.by_length, reverse=True)
    return tuple(
        lexicon.alphabet.decode(word)
        for length in longest_first
        if min_letters <= length <= len(held)
        for word in _spelled(lexicon.spelled(length), length, letters, blanks)
    )


def _spelled(block: bytes, length: int, letters: bytes, blanks: int) -> Iterator[bytes]:
    """Yield the words of a block that letters and blanks spell, in order."""
    # Most words fail by a letter that is not there at all, which one call tells.
    there = bytes(set(letters))
    for at in range(0, len(block), length):
        word = block[at : at + length]
        lacking = len(word.translate(None, there))
        if lacking <= blanks and lacking + _too_often(word, letters) <= blanks:
            yield word


def _too_often(word: bytes, letters: bytes) -> int:
    """Return how many letters that are there at all a word has more often than there are."""
    faces = set(word)
    if len(faces) == len(word):
        return 0
    over = (word.count(face) - (letters.count(face) or word.count(face)) for face in faces)
    return sum(count for count in over if count > 0)


def checked_rack(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return tiles as they are. `InvalidNotation` where they are more than a rack can have."""
    held = tuple(tiles)
    check_blanks(held)
    if len(held) > MOST_TILES:
        raise InvalidNotation(f"a rack has at most {MOST_TILES} tiles, not {len(held)}")
    return held


def check_blanks(tiles: Sequence[Tile]) -> None:
    """Raise `InvalidNotation` for more blanks than there are in a game."""
    blanks = tiles.count(BLANK)
    if blanks > MOST_BLANKS:
        raise InvalidNotation(f"{show_tiles(tiles)} has {blanks} blanks; there are {MOST_BLANKS}")
