"""Which letters complete a tile set: a table of all sets that lack one tile of a contract's words.

A tile set is known by the sum of its letters' random numbers, so a sum is made from that of a
smaller or larger set in one step, and the order of its tiles does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import BLANK_CODE, MOST_LETTERS, Masks, Rows
from wordlot.solver.compiling import inlined, kernel, signed
from wordlot.solver.vectors import AT_ONCE, MARK, found8
from wordlot.words.scanning import MOST_BLANKS

WIDEST = 32
"""Letters of an alphabet for which there are tables: a slot needs the other bits for its key."""

_LOAD, _DENSE = 4.0, 5.0
"""Sets that a bucket of eight slots holds on average, where they are asked for most, and elsewhere.
Fuller ones overflow too often, emptier ones do not stay in the processor's cache (measured)."""
_KEY_SHIFT = 20
_SEED = 0x6265_7474_6865_6261


def _sums() -> Masks:
    """Return a random number for each letter. A blank counts nothing: its table is its own."""
    chance = np.random.default_rng(_SEED)
    numbers = chance.integers(0, 1 << 64, BLANK_CODE + 1, np.uint64)
    numbers[BLANK_CODE] = 0
    return numbers


SUMS = _sums()


class Fills(NamedTuple):
    """For sets of each number of letters and of blanks, the letters that complete a word.

    A table is buckets of eight slots. A set's bucket is the upper half of its sum, scaled; a slot
    holds lower bits of the sum above, and below, in as many bits as there are letters, those that
    complete it. A bucket that had no room goes on in the next one, and is marked.
    """

    slots: Masks
    starts: NDArray[np.uint64]
    """`starts[blanks, letters]`: the first bucket of a table."""
    sizes: NDArray[np.uint64]
    """Buckets of each table."""
    low: np.uint64
    """The bits of a slot that are letters."""


def make_fills(least: Sequence[Mapping[int, Rows]], letters: int) -> Fills:
    """Return the tables for the least tile sets that need 0, 1 and 2 blanks beside them.

    They come by size, each row sorted.
    """
    low = np.uint64((1 << letters) - 1)
    starts = np.zeros((MOST_BLANKS + 1, MOST_LETTERS + 1), np.uint64)
    sizes = np.ones_like(starts)
    blocks = [np.zeros(AT_ONCE, np.uint64)]
    for blanks, sets in enumerate(least):
        hot = min(sets, default=0)
        for size, rows in sets.items():
            sums, completing = _table(*_lacking(rows))
            buckets = int(len(sums) / (_LOAD if size == hot else _DENSE)) + 1
            block = np.zeros(buckets * AT_ONCE, np.uint64)
            _place(sums, completing, block, np.uint64(buckets), low)
            starts[blanks, size - 1] = sum(map(len, blocks)) // AT_ONCE
            sizes[blanks, size - 1] = buckets
            blocks.append(block)
    return Fills(np.concatenate(blocks), starts, sizes, low)


def _lacking(rows: Rows) -> tuple[Masks, Masks]:
    """Return the sum of each tile set less one tile, for each of its tiles, and that tile's bit."""
    numbers = SUMS[rows]
    sums = numbers.sum(axis=1, dtype=np.uint64)[:, None] - numbers
    return sums.ravel(), np.uint64(1) << rows.ravel().astype(np.uint64)


def _table(sums: Masks, missing: Masks) -> tuple[Masks, Masks]:
    """Return each sum once, with all letters that were missing from it."""
    if not len(sums):
        return sums, missing
    order = np.argsort(sums, kind="stable")
    sums, missing = sums[order], missing[order]
    starts = np.flatnonzero(np.append(True, sums[1:] != sums[:-1]))
    return sums[starts], np.bitwise_or.reduceat(missing, starts)


@kernel
def _place(sums: Masks, letters: Masks, slots: Masks, size: np.uint64, low: np.uint64) -> None:
    """Put every set into the first free slot of its bucket, or of a later one."""
    for i in range(len(sums)):
        at = signed(_bucket(sums[i], size)) * AT_ONCE
        while slots[at] != 0:
            if at % AT_ONCE == AT_ONCE - 1:
                slots[at] |= np.uint64(1) << np.uint64(MARK)
            at = (at + 1) % len(slots)
        slots[at] = _key(sums[i], low) | letters[i]


@inlined
def completing(fills: Fills, start: np.uint64, size: np.uint64, total: np.uint64) -> np.uint64:
    """Return the letters that complete the set of a sum, a bit each.

    `start` and `size` are those of the table for its letters and the blanks beside it.
    """
    at = signed((start + _bucket(total, size)) * np.uint64(AT_ONCE))
    found = found8(fills.slots, at, _key(total, fills.low), fills.low)
    # One rare branch, for two would be guessed wrong before their slots are even read.
    if (found == 0) & (fills.slots[np.uint64(at + AT_ONCE - 1)] >> np.uint64(MARK) != 0):
        return _further(fills, start, size, total)
    return found


@kernel
def _further(fills: Fills, start: np.uint64, size: np.uint64, total: np.uint64) -> np.uint64:
    """Look for a set in the buckets after its own, as far as they overflowed."""
    key = _key(total, fills.low)
    bucket = _bucket(total, size)
    for _ in range(signed(size) - 1):
        bucket = (bucket + np.uint64(1)) % size
        at = signed((start + bucket) * np.uint64(AT_ONCE))
        found = found8(fills.slots, at, key, fills.low)
        if found != 0 or fills.slots[at + AT_ONCE - 1] >> np.uint64(MARK) == 0:
            return found
    return np.uint64(0)


@inlined
def _bucket(total: np.uint64, size: np.uint64) -> np.uint64:
    """Return the bucket of a sum: its upper half, scaled to the number of buckets."""
    return ((total >> np.uint64(32)) * size) >> np.uint64(32)


@inlined
def _key(total: np.uint64, low: np.uint64) -> np.uint64:
    """Return what a slot says of a sum, above the letters."""
    return (total << np.uint64(_KEY_SHIFT)) & ~low & np.uint64((1 << MARK) - 1)
