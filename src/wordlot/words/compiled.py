"""The compiled form of a word list: words by length, and a hash index."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from zlib import crc32

from wordlot.words.tables import pack
from wordlot.words.wordlist import MAX_LETTERS, MIN_LETTERS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 2
"""Raised when files of an earlier program would be read wrongly."""

LENGTHS = range(MIN_LETTERS, MAX_LETTERS + 1)


def compile_words(words: Iterable[bytes]) -> bytes:
    """Return the packed tables of a list of words, given as indices of the alphabet.

    A word's number counts the words sorted by length, then by the alphabet. The tables are, for
    each length n that has words:

    - `letters/n`: a row of n indices for each word;
    - `slots/n`: an open hash table over the rows, its size a power of two and at most half full.
      A slot is 0 when empty, else a row + 1; a word's first slot is the CRC-32 of its indices,
      modulo the size, and the next ones follow.
    """
    by_length: dict[int, list[bytes]] = {length: [] for length in LENGTHS}
    for word in words:
        by_length[len(word)].append(word)
    filled = {length: sorted(rows) for length, rows in by_length.items() if rows}
    arrays: dict[str, NDArray[Any]] = {}
    for length, rows in filled.items():
        arrays[f"letters/{length}"] = _letters(rows, length)
        arrays[f"slots/{length}"] = _slots(rows)
    return pack({"words": {length: len(rows) for length, rows in filled.items()}}, arrays)


def first_slot(word: bytes, size: int) -> int:
    """Return the slot in which the search for a word begins."""
    return crc32(word) & (size - 1)


def _letters(rows: list[bytes], length: int) -> NDArray[np.uint8]:
    import numpy as np

    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), length)


def _slots(rows: list[bytes]) -> NDArray[np.uint32]:
    import numpy as np

    size = 1 << (2 * len(rows) - 1).bit_length()
    slots = [0] * size
    for row, word in enumerate(rows, start=1):
        at = first_slot(word, size)
        while slots[at]:
            at = (at + 1) & (size - 1)
        slots[at] = row
    return np.array(slots, np.uint32)
