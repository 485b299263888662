"""The exact odds of a few tiles: over all sets that can be drawn, in every order of drawing."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb, perm

import numpy as np
from numpy.typing import NDArray

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import Tile
from wordlot.solver.coding import code_tiles
from wordlot.solver.compiling import inlined, kernel, signed
from wordlot.solver.deals import Hand, Rooms, make_rooms, search
from wordlot.solver.index import Contract, contract_of
from wordlot.solver.odds import check_question, code_hand
from wordlot.words import Lexicon

MOST = 6
"""Tiles for which there are exact odds; one more takes five times as long."""

_UNKNOWN = 255


def exact_odds(
    contract: int,
    hand: Iterable[Tile],
    bag: Iterable[Tile],
    lexicon: Lexicon,
    *,
    most: int = MOST,
) -> tuple[float | None, ...]:
    """Return the exact odds of 0 to `most` tiles, None below the contract; see `odds`.

    Six tiles of the English set have 906,192 sets of letters, and take a second or two. Raises
    `InvalidNotation` as `odds` does, and for more than six tiles.
    """
    held, unseen = tuple(hand), tuple(bag)
    check_question(contract, held, unseen, ())
    if not 0 <= most <= MOST:
        raise InvalidNotation(f"exact odds are found for up to {MOST} tiles, not {most}")
    found = contract_of(lexicon, contract)
    hand_codes, bag_codes = (
        code_tiles(tiles, lexicon.alphabet, found.coding) for tiles in (held, unseen)
    )
    kinds, copies = np.unique(bag_codes, return_counts=True)
    draws = min(most, len(unseen))
    ways = _ways(len(kinds), most)
    needs = [np.full(_sets(len(kinds), size), _UNKNOWN, np.uint8) for size in range(draws + 1)]
    rooms = make_rooms(found.tree, bag_codes, bag_codes[:0], 0)
    coded = code_hand(hand_codes, contract, has_fills=found.has_fills)
    drawn = np.zeros(MOST + 1, np.int64)
    for size in range(draws + 1):
        least = max(contract, size)
        _tell_needs(found, coded, rooms, kinds, copies, drawn[:size], least, most, needs[size])
    odds: list[float | None] = [None] * min(contract, most + 1)
    for tiles in range(contract, most + 1):
        left = np.array([float(needs[0][0] > tiles)])
        for size in range(1, min(tiles, len(unseen)) + 1):
            more = np.zeros(len(needs[size]))
            _go_on(copies, ways, drawn[:size], needs[size], tiles, left, more)
            left = more
        odds.append(1 - float(left.sum()) / perm(len(unseen), min(tiles, len(unseen))))
    return tuple(odds)


def _sets(kinds: int, size: int) -> int:
    return comb(kinds + size - 1, size) if size else 1


def _ways(kinds: int, most: int) -> NDArray[np.int64]:
    """Return `ways[n, k]`: how many ways there are to choose k of n."""
    table = [[comb(n, k) for k in range(most + 2)] for n in range(kinds + most + 1)]
    return np.array(table, np.int64)


@kernel
def _tell_needs(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    contract: Contract,
    hand: Hand,
    rooms: Rooms,
    kinds: NDArray[np.uint8],
    copies: NDArray[np.int64],
    drawn: NDArray[np.int64],
    least: int,
    most: int,
    needs: NDArray[np.uint8],
) -> None:
    """Write the number of tiles with which each drawn set does; sets are in colexical order."""
    size = len(drawn)
    drawn[:] = 0
    for rank in range(len(needs)):
        if _can_be_drawn(drawn, copies):
            for at in range(size):
                rooms.turned.order[at] = signed(kinds[drawn[at]])
            need = search(contract, hand, rooms, size, size, most + 1)
            if need <= most:
                needs[rank] = max(least, need)
        _next(drawn)


@kernel
def _go_on(
    copies: NDArray[np.int64],
    ways: NDArray[np.int64],
    drawn: NDArray[np.int64],
    needs: NDArray[np.uint8],
    tiles: int,
    left: NDArray[np.float64],
    more: NDArray[np.float64],
) -> None:
    """Count the orders of drawing each set in which no start does with so many tiles.

    `left` counts those of the sets that are one smaller.
    """
    drawn[:] = 0
    for rank in range(len(needs)):
        if needs[rank] > tiles and _can_be_drawn(drawn, copies):
            for at in range(len(drawn)):
                last = at == len(drawn) - 1 or drawn[at] != drawn[at + 1]
                if last:
                    same = 1
                    while same <= at and drawn[at - same] == drawn[at]:
                        same += 1
                    smaller = _rank_without(drawn, at, ways)
                    more[rank] += left[smaller] * (copies[drawn[at]] - same + 1)
        _next(drawn)


@inlined
def _can_be_drawn(drawn: NDArray[np.int64], copies: NDArray[np.int64]) -> bool:
    same = 0
    for at in range(len(drawn)):
        same = same + 1 if at > 0 and drawn[at] == drawn[at - 1] else 1
        if same > copies[drawn[at]]:
            return False
    return True


@inlined
def _next(drawn: NDArray[np.int64]) -> None:
    """Go on to the next set of as many kinds, which rise from place to place."""
    at = 0
    while at < len(drawn) - 1 and drawn[at] == drawn[at + 1]:
        drawn[at] = 0
        at += 1
    if len(drawn):
        drawn[at] += 1


@inlined
def _rank_without(drawn: NDArray[np.int64], left_out: int, ways: NDArray[np.int64]) -> int:
    """Return which set it is, of those one smaller, when one place is left out."""
    rank = 0
    for at in range(left_out):
        rank += ways[drawn[at] + at, at + 1]
    for at in range(left_out + 1, len(drawn)):
        rank += ways[drawn[at] + at - 1, at]
    return rank
