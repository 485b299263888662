"""Tile sets as a tree of their letters, the rarest first, with runs of masks at its ends."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import (
    MOST_LETTERS,
    NO_BIT,
    ODD,
    Coding,
    Masks,
    Rows,
    letter_sets,
    mask_rows,
)
from wordlot.solver.vectors import AT_ONCE

_MASK, _FIRST, _START, _END = range(4)
NODE_WORDS = 4

Nodes: TypeAlias = NDArray[np.uint64]


class Tree(NamedTuple):
    """Tile sets in the order of their letters. A step down is one more letter that they have.

    A node is four words: the letters that lead on, a bit each; its first child, the others beside
    it in order of their letters; and where its own run of sets begins and ends. Copies of a letter
    are not told apart by steps but by the masks of the runs.
    """

    nodes: Nodes
    masks: Masks
    """Of each set in turn, and some that no tiles have, so that all can be read eight at once."""
    odd: NDArray[np.uint32]
    """The sets whose masks do not tell all, in rising order."""
    odd_letters: Rows
    """The letters of those, each row filled up."""


def build_tree(
    rows_by_size: Mapping[int, Rows], coding: Coding, run: int
) -> tuple[Tree, NDArray[np.uint32]]:
    """Return the tree of rows of sorted letter numbers, and which row each of its sets was.

    Up to `run` sets make a run that is not divided further.
    Rows count through all sizes, in the order of the dictionary.
    """
    blocks = list(rows_by_size.values())
    none = np.empty(0, np.uint64)
    sets = np.concatenate([none, *(letter_sets(rows) for rows in blocks)])
    masks = np.concatenate([none, *(mask_rows(rows, coding) for rows in blocks)])
    order = np.argsort(~_reversed(sets), kind="stable")
    masks = masks[order]
    odd = np.flatnonzero(masks >> np.uint64(ODD))
    letters = np.full((len(odd), MOST_LETTERS), NO_BIT, np.uint8)
    starts = np.cumsum([0, *map(len, blocks)])
    for i, row in enumerate(order[odd].tolist()):
        block = int(np.searchsorted(starts, row, side="right")) - 1
        found = blocks[block][row - starts[block]]
        letters[i, : len(found)] = found
    padded = np.append(masks, np.full(AT_ONCE, ~np.uint64(0)))
    tree = Tree(_nodes(sets[order], run), padded, odd.astype(np.uint32), letters)
    return tree, order.astype(np.uint32)


def _nodes(sets: Masks, run: int) -> Nodes:
    """Return the nodes over letter sets in order, level by level."""
    nodes = [[0, 0, 0, len(sets)]]
    rest = sets.copy()
    level = range(1)
    while level:
        made = len(nodes)
        low = rest & (~rest + np.uint64(1))
        for number in level:
            node = nodes[number]
            start, end = node[_START], node[_END]
            if end - start > run:
                _divide(node, nodes, low[start:end])
        rest &= rest - (rest != 0)
        level = range(made, len(nodes))
    return np.array(nodes, np.uint64)


def _divide(node: list[int], nodes: list[list[int]], low: Masks) -> None:
    """Give a node a child for each next letter of its sets; those that have none stay its run."""
    start, end = node[_START], node[_END]
    own = int(np.count_nonzero(low == 0))
    if own == len(low):
        return
    node[_FIRST], node[_START] = len(nodes), end - own
    going = low[: len(low) - own]
    cuts = [0, *(np.flatnonzero(going[1:] != going[:-1]) + 1).tolist(), len(going)]
    for first, last in pairwise(cuts):
        node[_MASK] |= int(going[first])
        nodes.append([0, 0, start + first, start + last])


def _reversed(sets: Masks) -> Masks:
    """Return the bits of words in the other order, so that low letters weigh most."""
    for shift, keep in (
        (1, 0x5555_5555_5555_5555),
        (2, 0x3333_3333_3333_3333),
        (4, 0x0F0F_0F0F_0F0F_0F0F),
        (8, 0x00FF_00FF_00FF_00FF),
        (16, 0x0000_FFFF_0000_FFFF),
        (32, 0x0000_0000_FFFF_FFFF),
    ):
        by, kept = np.uint64(shift), np.uint64(keep)
        sets = ((sets >> by) & kept) | ((sets & kept) << by)
    return sets
