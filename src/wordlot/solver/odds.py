"""The odds of a bid in Bet the Bag: how likely that many tiles fill a contract.

The odds of b tiles are the chance that, drawing from the bag one tile at a time, after some number
k of draws the k drawn tiles and at most b - k chosen tiles of the hand spell a word of at least the
contract's letters. Drawing first and laying only what fits is the best there is, as a laid tile
never comes back; so this is what a bid of b tiles is worth (B5.1, B5.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import BLANK, Tile
from wordlot.solver.kernels import BLANK_CODE, FACES, MOST_TILES, NEVER, deal_out
from wordlot.solver.racks import split_blanks
from wordlot.solver.tries import ContractTries, contract_tries
from wordlot.words import Lexicon

Codes = NDArray[np.uint8]
"""Tiles as the kernel numbers them."""

DEALS = 9_604
"""Deals that give odds to within a point, 95 times in a hundred: (1.96 x 0.5 / 0.01) squared."""
MOST_DEALS = 1_000_000
LONGEST = 15
_Z = 1.959964
"""Of a normal variable, 95 % lie within so many standard deviations."""
_SEEDS = 1 << 64


class Odds(NamedTuple):
    """The odds of each number of tiles, 0 to 15, and how far off they may be."""

    by_tiles: tuple[float | None, ...]
    """None below the contract, as so few tiles cannot fill it (B4.1)."""
    error: tuple[float | None, ...]
    """Half width of the 95 % interval; 0 where the odds are certain."""


def odds(
    contract: int,
    hand: Iterable[Tile],
    bag: Iterable[Tile],
    lexicon: Lexicon,
    table: Iterable[Tile] = (),
    *,
    deals: int = DEALS,
    seed: int = 0,
) -> Odds:
    """Return the odds of every number of tiles for a contract, a hand and the unseen bag.

    Tiles of the table were drawn already, and a bid below their number is lost. Every deal serves
    all numbers, so the odds rise with them; the same `seed` gives the same deals. Raises
    `InvalidNotation` for a contract that is no number of letters from 2 to 15, for tiles that are
    not of the lexicon's alphabet, more than two blanks among all, or more than 15 on the table.
    """
    lying, held, unseen = tuple(table), tuple(hand), tuple(bag)
    _check(contract, lying, deals)
    split_blanks([tile for tile in (*held, *unseen, *lying) if tile == BLANK], lexicon)
    tries = contract_tries(contract, lexicon)
    hand_counts = np.bincount(_codes(held, lexicon, tries), minlength=FACES + 1)
    on_table, in_bag = _codes(lying, lexicon, tries), _codes(unseen, lexicon, tries)

    def needs(bag: Codes, most: int, deals: int) -> NDArray[np.int64]:
        start = np.uint64(seed % _SEEDS)
        return deal_out(tries.by_blanks, bag, on_table, hand_counts, contract, most, deals, start)

    certain = int(needs(_codes((), lexicon, tries), NEVER, 1).argmax())
    return _summed(contract, needs(in_bag, certain, deals), certain, deals)


def _check(contract: int, table: Sequence[Tile], deals: int) -> None:
    if not 2 <= contract <= LONGEST:
        raise InvalidNotation(f"a contract asks for 2 to {LONGEST} letters, not {contract}")
    if len(table) > MOST_TILES:
        raise InvalidNotation(f"at most {MOST_TILES} tiles lie on the table, not {len(table)}")
    if not 1 <= deals <= MOST_DEALS:
        raise InvalidNotation(f"odds are found by 1 to {MOST_DEALS} deals, not {deals}")


def _codes(tiles: Sequence[Tile], lexicon: Lexicon, tries: ContractTries) -> Codes:
    """Return tiles as the kernel numbers them: letters from the rarest, then the blank."""
    letters, blanks = split_blanks(tiles, lexicon)
    codes = tries.numbers[np.frombuffer(letters, np.uint8)]
    return np.append(codes, np.full(blanks, BLANK_CODE, np.uint8))


def _summed(contract: int, needs: NDArray[np.int64], certain: int, deals: int) -> Odds:
    by_tiles: list[float | None] = []
    error: list[float | None] = []
    for tiles, filled in enumerate(np.cumsum(needs[: MOST_TILES + 1]).tolist()):
        if tiles < contract:
            by_tiles.append(None)
            error.append(None)
        else:
            by_tiles.append(filled / deals)
            error.append(0.0 if tiles >= certain else half_width(filled / deals, deals))
    return Odds(tuple(by_tiles), tuple(error))


def half_width(share: float, deals: int) -> float:
    """Return how far the 95 % interval of a share found by so many deals reaches on either side.

    It is the farther end of Wilson's interval (1927), which is right also for shares near 0 and 1.
    """
    square = _Z * _Z / deals
    middle = (share + square / 2) / (1 + square)
    spread = sqrt(share * (1 - share) * square + square * square / 4) / (1 + square)
    return spread + abs(middle - share)
