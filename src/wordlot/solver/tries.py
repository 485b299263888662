"""The least tile sets that fill a contract, with each number of blanks beside them, as tries."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.kernels import Trie, contained
from wordlot.solver.racks import MOST_BLANKS
from wordlot.words import Lexicon

Rows = NDArray[np.uint8]
"""Tile sets of one size, a row each: numbers of letters, rising."""

_PAD = 255


class ContractTries(NamedTuple):
    """What fills a contract, for a search."""

    numbers: Rows
    """For each letter of the alphabet its number in the tries, from the rarest."""
    by_blanks: tuple[Trie, ...]
    """For 0, 1 and 2 blanks, the least tile sets that with them spell a word long enough."""


_kept: WeakKeyDictionary[Lexicon, dict[int, ContractTries]] = WeakKeyDictionary()
_lock = Lock()


def contract_tries(contract: int, lexicon: Lexicon) -> ContractTries:
    """Return the tries of a contract, made once for each lexicon.

    A word that contains a shorter one of at least `contract` letters is needed by nobody, so only
    the others are kept.
    """
    with _lock:
        made = _kept.setdefault(lexicon, {})
        if contract not in made:
            made[contract] = _make(contract, lexicon)
        return made[contract]


def _make(contract: int, lexicon: Lexicon) -> ContractTries:
    numbers = rarest_first(lexicon)
    sets = least_sets(
        {
            length: _distinct(np.sort(numbers[lexicon.letters(length)], axis=1))
            for length in lexicon.by_length
            if length >= contract
        }
    )
    tries = [build_trie(sets)]
    for _ in range(MOST_BLANKS):
        sets = least_sets(_with_a_blank(sets))
        tries.append(build_trie(sets))
    return ContractTries(numbers, tuple(tries))


def rarest_first(lexicon: Lexicon) -> Rows:
    """Return for each letter of the alphabet its number when the rarest in words comes first.

    A search that asks for rare letters first gives up soonest.
    """
    letters = len(lexicon.alphabet)
    counts = np.zeros(letters, np.int64)
    for length in lexicon.by_length:
        counts += np.bincount(lexicon.letters(length).ravel(), minlength=letters)
    numbers = np.empty(letters, np.uint8)
    numbers[np.argsort(counts, kind="stable")] = np.arange(letters)
    return numbers


def _with_a_blank(sets: Mapping[int, Rows]) -> dict[int, Rows]:
    """Return the tile sets less one letter each, for which a blank stands."""
    if 0 in sets:
        return dict(sets)
    return {
        size - 1: _distinct(np.concatenate([np.delete(rows, at, axis=1) for at in range(size)]))
        for size, rows in sets.items()
    }


def least_sets(sets: Mapping[int, Rows]) -> dict[int, Rows]:
    """Return the tile sets that contain no other one, by size."""
    least: dict[int, Rows] = {}
    for size in sorted(sets):
        rows = sets[size]
        if least:
            rows = rows[~contained(build_trie(least), rows)]
        if len(rows):
            least[size] = rows
    return least


def build_trie(sets: Mapping[int, Rows]) -> Trie:
    """Return the trie of tile sets of which none contains another."""
    width = max(sets, default=0)
    rows = np.full((sum(map(len, sets.values())), width), _PAD, np.uint8)
    start = 0
    for size, block in sets.items():
        rows[start : start + len(block), :size] = block
        start += len(block)
    rows = _in_order(rows)
    sizes = (rows != _PAD).sum(axis=1)
    return _levels(rows, sizes, always=0 in sets)


def _levels(rows: Rows, sizes: NDArray[np.int64], *, always: bool) -> Trie:
    """Return the trie of rows in order, made level by level, each node once."""
    levels: list[tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64]]] = []
    parents = np.zeros(len(rows), np.int64)
    nodes, made = 1, 1
    for depth in range(rows.shape[1] + 1):
        going = sizes > depth
        rows, sizes, parents = rows[going], sizes[going], parents[going]
        inner, final = np.zeros(nodes, np.uint64), np.zeros(nodes, np.uint64)
        first = np.zeros(nodes, np.int64)
        levels.append((inner, final, first))
        if not len(rows):
            break
        letters = rows[:, depth]
        bits = np.uint64(1) << letters.astype(np.uint64)
        ends = sizes == depth + 1
        np.bitwise_or.at(final, parents[ends], bits[ends])
        rows, sizes = rows[~ends], sizes[~ends]
        parents, letters, bits = parents[~ends], letters[~ends], bits[~ends]
        fresh = np.ones(len(rows), np.bool_)
        fresh[1:] = (parents[1:] != parents[:-1]) | (letters[1:] != letters[:-1])
        np.bitwise_or.at(inner, parents[fresh], bits[fresh])
        children = np.bitwise_count(inner).astype(np.int64)
        first[:] = made + np.cumsum(children) - children
        parents = np.cumsum(fresh) - 1
        nodes = int(fresh.sum())
        made += nodes
    inner, final, first = (np.concatenate(arrays) for arrays in zip(*levels, strict=True))
    return Trie(inner, final, first, always)


def _in_order(rows: Rows) -> Rows:
    return rows[np.lexsort(rows.T[::-1])] if rows.shape[1] else rows


def _distinct(rows: Rows) -> Rows:
    """Return the rows in order, each once."""
    rows = _in_order(rows)
    if len(rows) < 2:
        return rows
    fresh = np.ones(len(rows), np.bool_)
    fresh[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return rows[fresh]
