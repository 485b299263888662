"""Searches over tries of tile sets, compiled: they allocate nothing and let other threads run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

FACES = 64
"""Letters that an alphabet has at most."""
BLANK_CODE = FACES
"""The number of a blank; letters are numbered from the rarest, from 0."""
MOST_TILES = 15
"""The most tiles that can be bid (B4.1), and the most letters of a word (X2)."""
NEVER = MOST_TILES + 1
COPIES = MOST_TILES + 1

_NARROW, _WIDE = 0, 1
_BITS = (4, 8)
"""Bits of a lane. Narrow ones hold up to 7 tiles of the hand, for up to 15 draws; wide ones more,
for up to 7 draws."""
_ONES = (0x1111_1111_1111_1111, 0x0101_0101_0101_0101)
_HIGHS = (0x8888_8888_8888_8888, 0x8080_8080_8080_8080)
_NARROW_MOST = 7


class Trie(NamedTuple):
    """A set of tile sets, none of which contains another, as a tree of rising letters.

    Node 0 is the root. The children of a node stand beside each other, in order of their letters.
    """

    inner: NDArray[np.uint64]
    """For each node, the letters that lead to another node, one bit each."""
    final: NDArray[np.uint64]
    """For each node, the letters that complete a tile set."""
    first: NDArray[np.int64]
    """For each node, its first child."""
    always: bool
    """Whether the empty tile set is the one that it holds."""


class _Pool(NamedTuple):
    """Tiles at hand in a search, by letter."""

    counts: NDArray[np.int64]
    """Copies of each letter, and of blanks."""
    hand: NDArray[np.int64]
    """How many of them are in the hand; the others have been drawn."""
    costs: NDArray[np.uint64]
    """By kind of lane, letter and copy: 0 in a lane by whose draws it has come, 1 where it takes a
    tile of the hand, and its high bit where it is not to be had."""


def _emit_popcount(_context: Any, _word: Any) -> tuple[Any, Callable[..., Any]]:  # noqa: ANN401
    def emit(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:  # noqa: ANN401
        return builder.ctpop(given[0])

    return types.uint64(types.uint64), emit


def _emit_lowest(_context: Any, _word: Any) -> tuple[Any, Callable[..., Any]]:  # noqa: ANN401
    def emit(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:  # noqa: ANN401
        return builder.cttz(given[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), emit


_popcount = cast(Callable[[np.uint64], np.uint64], intrinsic(_emit_popcount))
"""How many bits of a word are set."""
_lowest = cast(Callable[[np.uint64], np.uint64], intrinsic(_emit_lowest))
"""The number of the lowest bit that is set in a word, which has one."""


@njit(nogil=True, cache=True)
def contained(trie: Trie, racks: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Tell for each row of letters whether it contains a tile set of the trie."""
    found = np.zeros(len(racks), np.bool_)
    pool = _empty_pool()
    for row in range(len(racks)):
        pool.counts[:] = 0
        letters = np.uint64(0)
        for letter in racks[row]:
            pool.counts[letter] += 1
            letters |= np.uint64(1) << np.uint64(letter)
        found[row] = _search(trie, np.uint64(_HIGHS[_NARROW]), letters, pool, _NARROW)
    return found


@njit(nogil=True, cache=True)
def deal_out(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    tries: tuple[Trie, ...],
    bag: NDArray[np.uint8],
    table: NDArray[np.uint8],
    hand: NDArray[np.int64],
    least: int,
    most: int,
    deals: int,
    seed: np.uint64,
) -> NDArray[np.int64]:
    """Return how many of `deals` random deals need each number of tiles.

    A deal draws from the bag, after what lies on the table. It needs the least b for which the
    first k tiles and b - k of the hand give n blanks and a tile set of `tries[n]`. No b below
    `least` is looked at; what needs `most` or more counts as `most`. The bag ends in another order.
    """
    needs = np.zeros(NEVER + 1, np.int64)
    pool = _empty_pool()
    pool.hand[:] = hand
    state = seed
    for _ in range(deals):
        state, need = _deal(tries, bag, table, pool, least, most, state)
        needs[need] += 1
    return needs


@njit(nogil=True, cache=True)
def _empty_pool() -> _Pool:
    counts = np.zeros(FACES + 1, np.int64)
    costs = np.zeros((2, FACES + 1, COPIES + 1), np.uint64)
    return _Pool(counts, np.zeros(FACES + 1, np.int64), costs)


@njit(nogil=True, cache=True)
def _deal(
    tries: tuple[Trie, ...],
    bag: NDArray[np.uint8],
    table: NDArray[np.uint8],
    pool: _Pool,
    least: int,
    most: int,
    state: np.uint64,
) -> tuple[np.uint64, int]:
    """Return the next state of chance and what one deal needs, as `deal_out` says."""
    letters = _take_hand(pool)
    held = pool.hand.sum()
    for at in range(len(table)):
        letters |= _arrive(pool, table[at], at + 1)
    drawn, size = len(table), len(bag)
    for tiles in range(max(1, drawn), most):
        if tiles > len(table) and size > 0:
            state, at = _below(state, size)
            size -= 1
            drawn += 1
            bag[at], bag[size] = bag[size], bag[at]
            letters |= _arrive(pool, bag[size], drawn)
        if tiles < least:
            continue
        for kind in (_NARROW, _WIDE):
            if kind == _WIDE and held <= _NARROW_MOST:
                continue
            budget = _budget(len(table), drawn, tiles, held, kind)
            if _fills(tries, budget, letters, pool, kind):
                return state, tiles
    return state, most


@njit(nogil=True, cache=True)
def _take_hand(pool: _Pool) -> np.uint64:
    """Put the hand into the pool, and nothing else; return the letters that it has."""
    letters = np.uint64(0)
    for letter in range(FACES + 1):
        count = pool.hand[letter]
        pool.counts[letter] = count
        if count > 0:
            if letter < FACES:
                letters |= np.uint64(1) << np.uint64(letter)
            for copy in range(1, min(count, COPIES) + 1):
                for kind in (_NARROW, _WIDE):
                    pool.costs[kind, letter, copy] = np.uint64(_ONES[kind])
    return letters


@njit(nogil=True, cache=True)
def _arrive(pool: _Pool, letter: int, draws: int) -> np.uint64:
    """Add a drawn tile to the pool; return its letter as a bit, none for a blank.

    The copies that were to be laid from the hand come one draw later each: the n-th drawn one costs
    nothing from here on, and one more than before can be had with the hand's.
    """
    held = pool.hand[letter]
    nth = pool.counts[letter] - held + 1
    pool.counts[letter] += 1
    for kind in (_NARROW, _WIDE):
        shift = np.uint64(_BITS[kind] * draws)
        before = (np.uint64(1) << shift) - np.uint64(1) if shift < 64 else ~np.uint64(0)
        lacking = np.uint64(_HIGHS[kind]) & before
        if held == 0:
            pool.costs[kind, letter, nth] = lacking
            continue
        pool.costs[kind, letter, nth] &= before
        if nth + held <= COPIES:
            pool.costs[kind, letter, nth + held] = lacking | (np.uint64(_ONES[kind]) & ~before)
    return np.uint64(1) << np.uint64(letter) if letter < FACES else np.uint64(0)


@njit(nogil=True, cache=True)
def _budget(lying: int, drawn: int, tiles: int, held: int, kind: int) -> np.uint64:
    """Return a lane for each number of draws k, with the `tiles` - k that the hand may lay.

    Where that is more than the hand holds, one draw more does as well.
    """
    budget = np.uint64(0)
    high = np.uint64(1 << (_BITS[kind] - 1))
    for draws in range(max(lying, tiles - held), drawn + 1):
        lay = tiles - draws
        if (lay > _NARROW_MOST) == (kind == _WIDE):
            budget |= (high + np.uint64(lay)) << np.uint64(_BITS[kind] * draws)
    return budget


@njit(nogil=True, cache=True)
def _fills(
    tries: tuple[Trie, ...], budget: np.uint64, letters: np.uint64, pool: _Pool, kind: int
) -> bool:
    """Tell whether some number of blanks and a tile set of its trie can be had."""
    for blanks in range(len(tries)):
        if blanks > 0:
            if blanks > pool.counts[BLANK_CODE]:
                return False
            budget = _pay(budget, pool.costs[kind, BLANK_CODE, blanks], kind)
        if budget == 0:
            return False
        if _search(tries[blanks], budget, letters, pool, kind):
            return True
    return False


@njit(nogil=True, cache=True)
def _search(trie: Trie, budget: np.uint64, letters: np.uint64, pool: _Pool, kind: int) -> bool:
    """Tell whether a tile set of the trie can be had within a budget, in any of its lanes."""
    if trie.always:
        return True
    node = np.empty(MOST_TILES + 1, np.int64)
    last = np.empty(MOST_TILES + 1, np.int64)
    copy = np.empty(MOST_TILES + 1, np.int64)
    rest = np.empty(MOST_TILES + 1, np.uint64)
    left = np.empty(MOST_TILES + 1, np.uint64)
    one = np.uint64(1)
    depth = 0
    node[0], last[0], copy[0], rest[0] = 0, -1, 0, budget
    left[0] = trie.inner[0] & letters
    finals = trie.final[0] & letters
    while True:
        while finals:
            letter = np.int64(_lowest(finals))
            finals &= finals - one
            nth = copy[depth] + 1 if letter == last[depth] else 1
            if _pay(rest[depth], pool.costs[kind, letter, nth], kind):
                return True
        while left[depth] == 0:
            depth -= 1
            if depth < 0:
                return False
        here = node[depth]
        letter = np.int64(_lowest(left[depth]))
        bit = one << np.uint64(letter)
        left[depth] &= left[depth] - one
        nth = copy[depth] + 1 if letter == last[depth] else 1
        paid = _pay(rest[depth], pool.costs[kind, letter, nth], kind)
        if paid == 0:
            continue
        child = trie.first[here] + np.int64(_popcount(trie.inner[here] & (bit - one)))
        usable = letters if pool.counts[letter] > nth else letters & ~bit
        depth += 1
        node[depth], last[depth], copy[depth], rest[depth] = child, letter, nth, paid
        left[depth] = trie.inner[child] & usable
        finals = trie.final[child] & usable


@njit(nogil=True, cache=True, inline="always")
def _pay(budget: np.uint64, cost: np.uint64, kind: int) -> np.uint64:
    """Return what is left of a budget: 0 in each lane that cannot pay, or could not before.

    A lane that still counts has its high bit, and loses it when its last tile is overdrawn.
    """
    alive = budget & np.uint64(_HIGHS[kind])
    reach = np.uint64(_BITS[kind] - 1)
    paid = budget - (cost & ((alive << np.uint64(1)) - (alive >> reach)))
    alive = paid & np.uint64(_HIGHS[kind])
    return paid & ((alive << np.uint64(1)) - (alive >> reach))


@njit(nogil=True, cache=True)
def _below(state: np.uint64, n: int) -> tuple[np.uint64, int]:
    """Return the next state of chance and a number from 0 to n - 1 (SplitMix64, Steele 2014).

    The upper 32 bits are scaled to n; for a bag of 100 tiles no number is likelier than another by
    more than one part in 40 million.
    """
    state += np.uint64(0x9E37_79B9_7F4A_7C15)
    mixed = state
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58_476D_1CE4_E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D0_49BB_1331_11EB)
    mixed ^= mixed >> np.uint64(31)
    return state, int(((mixed >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))
