"""The compiled form of a word list: words by length, a hash index, and masks of letter copies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

from wordlot.words.tables import pack
from wordlot.words.wordlist import MAX_LETTERS, MIN_LETTERS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 1
"""Raised when files of an earlier program would be read wrongly."""

LENGTHS = range(MIN_LETTERS, MAX_LETTERS + 1)
_BITS = 64


def compile_words(words: Iterable[bytes], faces: Sequence[str]) -> bytes:
    """Return the packed tables of a list of words, given as indices of the alphabet.

    A word's number counts the words sorted by length, then by the alphabet. The tables are, for
    each length n that has words:

    - `letters/n`: a row of n indices for each word;
    - `slots/n`: an open hash table over the rows, its size a power of two and at most half full.
      A slot is 0 when empty, else a row + 1; a word's first slot is the CRC-32 of its indices,
      modulo the size, and the next ones follow.

    and over all words `copies`, planes of 64 bits: see `copy_bits`.
    """
    by_length: dict[int, list[bytes]] = {length: [] for length in LENGTHS}
    for word in words:
        by_length[len(word)].append(word)
    filled = {length: sorted(rows) for length, rows in by_length.items() if rows}
    arrays: dict[str, NDArray[Any]] = {}
    for length, rows in filled.items():
        arrays[f"letters/{length}"] = _letters(rows, length)
        arrays[f"slots/{length}"] = _slots(rows)
    counts = _counts([arrays[f"letters/{length}"] for length in filled], len(faces))
    most = [int(count) for count in counts.max(axis=0, initial=0)]
    arrays["copies"] = _copies(counts, most)
    meta = {
        "words": {length: len(rows) for length, rows in filled.items()},
        "most": most,
    }
    return pack(meta, arrays)


def copy_bits(most: Sequence[int]) -> dict[tuple[int, int], int]:
    """Return the bit that stands for each (letter, copy) of a word, copies counted from 1.

    All first copies come first, then the second ones, and so on up to `most` of each letter. So a
    word can be laid from a rack exactly when `word & ~rack == 0`, and the lowest bits are the set
    of its letters.
    """
    order = [
        (letter, copy)
        for copy in range(1, max(most, default=0) + 1)
        for letter, limit in enumerate(most)
        if copy <= limit or copy == 1
    ]
    return {key: bit for bit, key in enumerate(order)}


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


def _counts(blocks: Sequence[NDArray[np.uint8]], letters: int) -> NDArray[np.uint8]:
    """Return how often each word has each letter, a row for each word."""
    import numpy as np

    counts = np.zeros((sum(len(block) for block in blocks), letters), np.uint8)
    start = 0
    for block in blocks:
        rows = np.arange(start, start + len(block))
        for column in block.T:
            counts[rows, column] += 1
        start += len(block)
    return counts


def _copies(counts: NDArray[np.uint8], most: Sequence[int]) -> NDArray[np.uint64]:
    import numpy as np

    bits = copy_bits(most)
    planes = np.zeros((-(-len(bits) // _BITS), len(counts)), np.uint64)
    for (letter, copy), bit in bits.items():
        has_copy = (counts[:, letter] >= copy).astype(np.uint64)
        planes[bit // _BITS] |= has_copy << np.uint64(bit % _BITS)
    return planes
