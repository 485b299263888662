"""Tiles in a row, and the sums of all ways to leave a few of them out, kept as the row grows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import BLANK_CODE, MOST_LETTERS, Masks
from wordlot.solver.compiling import inlined
from wordlot.solver.fills import SUMS, Fills, completing

REACH = 4
"""Tiles that are left out at most. The ways to do so double with each tile; from here on walking
a tree is quicker (measured)."""
_WAYS = 1365
"""To leave 4 of 15 tiles out."""


class Row(NamedTuple):
    """Tiles in a row, at 1 to 15; nothing is at 0."""

    tiles: NDArray[np.int64]
    totals: Masks
    """The sum of the first tiles."""
    blanks: NDArray[np.int64]
    """Blanks among the first tiles."""
    out: Masks
    """`out[r, i]`: the sum of r tiles to leave out, blanks never. Those among the first tiles come
    first."""
    ways: NDArray[np.int64]
    """`ways[r, n]`: how many of them there are among the first n tiles."""
    known: NDArray[np.int64]
    """For each r, for how many of the first tiles the sums are there."""


def empty_row() -> Row:
    """Return a row with no tiles."""
    size = MOST_LETTERS + 1
    row = Row(
        np.zeros(size, np.int64),
        np.zeros(size, np.uint64),
        np.zeros(size, np.int64),
        np.zeros((REACH + 1, _WAYS), np.uint64),
        np.zeros((REACH + 1, size), np.int64),
        np.zeros(REACH + 1, np.int64),
    )
    row.ways[0, :] = 1
    return row


@inlined
def push(row: Row, at: int, tile: int) -> None:
    """Put a tile at a place, behind the one before."""
    row.tiles[at] = tile
    row.totals[at] = row.totals[at - 1] + SUMS[tile]
    row.blanks[at] = row.blanks[at - 1] + (tile == BLANK_CODE)


@inlined
def forget(row: Row, length: int) -> None:
    """Keep no more than the first tiles of a row."""
    for r in range(1, REACH + 1):
        row.known[r] = min(row.known[r], length)


@inlined
def leave_out(row: Row, older: int, most_out: int) -> None:
    """Reckon the sums of up to `most_out` of the first tiles, as far as they are not there."""
    for r in range(1, most_out + 1):
        for at in range(row.known[r] + 1, older + 1):
            tile = row.tiles[at]
            first = row.ways[r, at - 1]
            more = 0 if tile == BLANK_CODE else row.ways[r - 1, at - 1]
            for i in range(more):
                row.out[r, first + i] = row.out[r - 1, i] + SUMS[tile]
            row.ways[r, at] = first + more
        row.known[r] = max(row.known[r], older)


@inlined
def letters_wanted(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    fills: Fills,
    row: Row,
    length: int,
    older: int,
    most_out: int,
    laid: Masks,
    first: int,
    last: int,
    letters: int,
    blanks: int,
) -> np.uint64:
    """Return the letters that complete the first tiles of a row beside tiles laid from a hand.

    Up to `most_out` of the `older` first tiles may be left out, as `leave_out` has reckoned.
    `laid`, from `first` to `last`, holds the sums of the sets that can be laid, all of them with
    as many `letters` and `blanks`.
    """
    wanted = np.uint64(0)
    blanks += row.blanks[length]
    letters += length - row.blanks[length]
    total = row.totals[length]
    for r in range(min(most_out, letters) + 1):
        start, size = fills.starts[blanks, letters - r], fills.sizes[blanks, letters - r]
        ways = row.ways[r, older]
        if ways < last - first:
            for i in range(ways):
                rest = total - row.out[r, i]
                for j in range(first, last):
                    wanted |= completing(fills, start, size, rest + laid[j])
        else:
            for j in range(first, last):
                rest = total + laid[j]
                for i in range(ways):
                    wanted |= completing(fills, start, size, rest - row.out[r, i])
    return wanted
