"""Kernels that find tile sets of a tree within a rack: all of them, or whether there is one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import BLANK_CODE, FACES, MOST_LETTERS, NO_BIT, ODD, Coding, Masks, Rows
from wordlot.solver.compiling import inlined, kernel, signed
from wordlot.solver.tree import Tree
from wordlot.solver.vectors import AT_ONCE, equal8, lowest, near8, popcount

DEEPEST = 1024
"""Nodes that wait to be looked at: at most 64 for each of 15 letters."""
_BLANK_SHIFT = 32


class Scratch(NamedTuple):
    """Where a search writes down what it is about to do."""

    waiting: Masks
    """Nodes to be looked at."""
    counts: NDArray[np.int64]
    """Copies of each letter, and of blanks, at hand."""
    wanted: NDArray[np.int64]
    """Copies of each letter of a set."""


def scratch() -> Scratch:
    """Return room for one search at a time."""
    counts = np.zeros((2, FACES + 1), np.int64)
    return Scratch(np.empty(DEEPEST, np.uint64), counts[0], counts[1])


class Rack(NamedTuple):
    """Tiles at hand, as a search wants them."""

    counts: NDArray[np.int64]
    """Copies of each letter, and of blanks at `BLANK_CODE`."""
    held: np.uint64
    """The bits of all copies, and `ODD`: who asks for an odd one has to count."""
    letters: np.uint64
    """A bit for each letter."""


@kernel
def take(tiles: Rows, bits: Rows, counts: NDArray[np.int64]) -> Rack:
    """Return tiles as a rack, in counts that are all 0 before; `put_back` makes them so again."""
    one = np.uint64(1)
    held, letters = one << np.uint64(ODD), np.uint64(0)
    for tile in tiles:
        counts[tile] += 1
        if tile < BLANK_CODE:
            letters |= one << np.uint64(tile)
            held |= bit_of(bits, signed(tile), counts[tile])
    return Rack(counts, held, letters)


@inlined
def put_back(tiles: Rows, counts: NDArray[np.int64]) -> None:
    """Make the counts of some tiles 0."""
    for tile in tiles:
        counts[tile] = 0


@inlined
def bit_of(bits: Rows, letter: int, copy: int) -> np.uint64:
    """Return the bit of a copy of a letter in a mask, none where it is odd."""
    if copy <= MOST_LETTERS and bits[letter, copy] != NO_BIT:
        return np.uint64(1) << np.uint64(bits[letter, copy])
    return np.uint64(0)


@kernel
def find_words(
    coding: Coding,
    tree: Tree,
    numbers: NDArray[np.uint32],
    tiles: Rows,
    least: int,
    room: Scratch,
    found: NDArray[np.uint32],
) -> int:
    """Write the words that tiles spell into `found`, and return how many there are.

    `numbers` gives the number of each set of the tree; those below `least` are left out.
    """
    rack = take(tiles, coding.bits, room.counts)
    count = 0
    for i in range(find_sets(tree, rack, room, found)):
        number = numbers[found[i]]
        if number >= least:
            found[count] = number
            count += 1
    put_back(tiles, room.counts)
    return count


@kernel
def find_sets(tree: Tree, rack: Rack, room: Scratch, found: NDArray[np.uint32]) -> int:
    """Write where the sets stand that a rack holds, and return how many there are."""
    count = 0
    blanks = np.uint64(rack.counts[BLANK_CODE])
    lacking = ~rack.held
    waiting = room.waiting
    waiting[0] = blanks << np.uint64(_BLANK_SHIFT)
    depth = 1
    while depth > 0:
        depth -= 1
        start, end, depth = _step(tree, rack.letters, waiting, depth)
        for at in range(start, end, AT_ONCE):
            if blanks == 0:
                hits = equal8(tree.masks, at, np.uint64(0), lacking)
            else:
                hits = near8(tree.masks, at, lacking, blanks)
            hits = within(hits, end - at)
            while hits:
                one = at + signed(lowest(hits))
                hits &= hits - np.uint64(1)
                if holds(tree, one, rack, room):
                    found[count] = one
                    count += 1
    return count


@kernel
def has_any(tree: Tree, rack: Rack, room: Scratch) -> bool:
    """Tell whether a rack holds one of the sets of a tree."""
    blanks = np.uint64(rack.counts[BLANK_CODE])
    lacking = ~rack.held
    waiting = room.waiting
    waiting[0] = blanks << np.uint64(_BLANK_SHIFT)
    depth = 1
    while depth > 0:
        depth -= 1
        start, end, depth = _step(tree, rack.letters, waiting, depth)
        for at in range(start, end, AT_ONCE):
            if blanks == 0:
                hits = equal8(tree.masks, at, np.uint64(0), lacking)
            else:
                hits = near8(tree.masks, at, lacking, blanks)
            hits = within(hits, end - at)
            while hits:
                if holds(tree, at + signed(lowest(hits)), rack, room):
                    return True
                hits &= hits - np.uint64(1)
    return False


@inlined
def _step(tree: Tree, letters: np.uint64, waiting: Masks, depth: int) -> tuple[int, int, int]:
    """Take the node on top; put its children that a rack reaches in its place, the commonest up.

    Returns where the node's run begins and ends, and how many nodes wait now. A letter that the
    rack lacks costs one of the blanks that a waiting node has left.
    """
    one = np.uint64(1)
    top = waiting[depth]
    left = top >> np.uint64(_BLANK_SHIFT)
    node = signed(top & np.uint64(0xFFFF_FFFF))
    mask, first = tree.nodes[node, 0], tree.nodes[node, 1]
    going = mask if left > 0 else mask & letters
    while going:
        bit = going & (~going + one)
        going ^= bit
        rest = left if bit & letters else left - one
        child = first + popcount(mask & (bit - one))
        waiting[depth] = child | (rest << np.uint64(_BLANK_SHIFT))
        depth += 1
    return signed(tree.nodes[node, 2]), signed(tree.nodes[node, 3]), depth


@inlined
def within(hits: np.uint64, left: int) -> np.uint64:
    """Return the flags of the sets that a run still has."""
    return hits & ((np.uint64(1) << np.uint64(left)) - np.uint64(1)) if left < AT_ONCE else hits


@inlined
def holds(tree: Tree, one: int, rack: Rack, room: Scratch) -> bool:
    """Tell of a set whose mask fits whether it fits, copy by copy where its mask does not tell."""
    told = tree.masks[one] >> np.uint64(ODD) == 0
    return bool(told) or (_short(tree, one, rack, room.wanted) <= rack.counts[BLANK_CODE])


@kernel
def _short(tree: Tree, one: int, rack: Rack, wanted: NDArray[np.int64]) -> int:
    """Return how many tiles of an odd set the letters of a rack do not give, copy by copy."""
    wanted[:] = 0
    short = 0
    for letter in tree.odd_letters[odd_row(tree, one)]:
        if letter == NO_BIT:
            break
        wanted[letter] += 1
        short += wanted[letter] > rack.counts[letter]
    return short


@kernel
def odd_row(tree: Tree, one: int) -> int:
    """Return which of the odd sets a set is."""
    low, high = 0, len(tree.odd)
    while low < high:
        middle = (low + high) // 2
        if tree.odd[middle] < one:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def contained(tree: Tree, bits: Rows, rows: Rows, room: Scratch, found: NDArray[np.bool_]) -> None:
    """Tell for each row of letters whether it contains a set of the tree."""
    for row in range(len(rows)):
        found[row] = has_any(tree, take(rows[row], bits, room.counts), room)
        put_back(rows[row], room.counts)


@kernel
def count_missing(
    coding: Coding,
    tree: Tree,
    places: NDArray[np.uint32],
    tiles: Rows,
    room: Scratch,
    lacking: NDArray[np.int64],
) -> None:
    """Count the tiles of each set that the letters of some tiles do not give."""
    rack = take(tiles, coding.bits, room.counts)
    for i in range(len(places)):
        mask = tree.masks[places[i]]
        if mask >> np.uint64(ODD):
            lacking[i] = _short(tree, places[i], rack, room.wanted)
        else:
            lacking[i] = signed(popcount(mask & ~rack.held))
    put_back(tiles, room.counts)
