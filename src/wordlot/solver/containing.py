"""Which words have a word inside them, and where: the words that it can grow into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import Rows
from wordlot.solver.compiling import inlined, kernel, signed

SHORTEST = 4
"""Letters of the words whose growth is kept. Shorter ones are in so many words that searching all
words for what the hand can lay is as quick, and the lists would be most of the table."""
OFFSET_BITS = 4

_EMPTY = 0xFFFF_FFFF
_BASIS, _PRIME = 0xCBF2_9CE4_8422_2325, 0x0000_0100_0000_01B3
"""FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/."""


class Growth(NamedTuple):
    """For each word of a lexicon, by its number, the longer words that have it inside them."""

    starts: NDArray[np.uint32]
    """Where the entries of a word begin; the next word's begin where they end."""
    entries: NDArray[np.uint32]
    """The number of a longer word, and in the lowest four bits the place of the first letter."""


def grow(spelled: Mapping[int, Rows]) -> Growth:
    """Return the growth of words, as blocks of rows by length, in the order of their numbers."""
    lengths = np.repeat(np.array(list(spelled), np.int64), [len(rows) for rows in spelled.values()])
    letters = np.concatenate([np.empty(0, np.uint8), *(r.ravel() for r in spelled.values())])
    ends = np.cumsum(lengths)
    size = 1 << (2 * len(lengths) + 1).bit_length()
    slots = np.full(size, _EMPTY, np.uint32)
    starts = np.zeros(len(lengths) + 1, np.uint32)
    _file(letters, ends - lengths, ends, slots)
    _walk(letters, ends - lengths, ends, slots, starts, np.empty(0, np.uint32))
    total = int(starts.sum(dtype=np.uint64))
    starts[1:] = np.cumsum(starts[:-1])
    starts[0] = 0
    entries = np.empty(total, np.uint32)
    _walk(letters, ends - lengths, ends, slots, starts.copy(), entries)
    return Growth(starts, entries)


@kernel
def _file(
    letters: Rows, starts: NDArray[np.int64], ends: NDArray[np.int64], slots: NDArray[np.uint32]
) -> None:
    """Put the numbers of all words into a table by the hash of their letters."""
    for number in range(len(starts)):
        mixed = np.uint64(_BASIS)
        for at in range(starts[number], ends[number]):
            mixed = _mix(mixed, letters[at])
        slot = _slot(mixed, slots)
        while slots[slot] != _EMPTY:
            slot = (slot + 1) & (len(slots) - 1)
        slots[slot] = number


@kernel
def _walk(
    letters: Rows,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    slots: NDArray[np.uint32],
    cursors: NDArray[np.uint32],
    entries: NDArray[np.uint32],
) -> None:
    """Move on the cursor of every word that is inside another, each time it is.

    Where there is room for entries, each is written where its cursor stood.
    """
    for number in range(len(starts)):
        for first in range(starts[number], ends[number] - SHORTEST + 1):
            mixed = np.uint64(_BASIS)
            for last in range(first, ends[number]):
                mixed = _mix(mixed, letters[last])
                length = last + 1 - first
                if length < SHORTEST or length == ends[number] - starts[number]:
                    continue
                inner = _find(letters, starts, ends, slots, mixed, first, length)
                if inner >= 0:
                    if len(entries):
                        offset = np.uint32(first - starts[number])
                        entry = np.uint32(number << OFFSET_BITS) | offset
                        entries[cursors[inner]] = entry
                    cursors[inner] += np.uint32(1)


@kernel
def _find(
    letters: Rows,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    slots: NDArray[np.uint32],
    mixed: np.uint64,
    first: int,
    length: int,
) -> int:
    """Return the number of the word that stands at a place, -1 where none does."""
    slot = _slot(mixed, slots)
    while slots[slot] != _EMPTY:
        number = signed(slots[slot])
        if ends[number] - starts[number] == length:
            at = 0
            while at < length and letters[starts[number] + at] == letters[first + at]:
                at += 1
            if at == length:
                return number
        slot = (slot + 1) & (len(slots) - 1)
    return -1


@inlined
def _mix(mixed: np.uint64, letter: np.uint8) -> np.uint64:
    return (mixed ^ np.uint64(letter)) * np.uint64(_PRIME)


@inlined
def _slot(mixed: np.uint64, slots: NDArray[np.uint32]) -> int:
    return signed((mixed ^ (mixed >> np.uint64(32))) & np.uint64(len(slots) - 1))
