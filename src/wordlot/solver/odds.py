"""The odds of a bid in Bet the Bag: how likely that many tiles fill a contract.

The odds of b tiles are the chance that, drawing from the bag one tile at a time, after some number
k of draws the k drawn tiles and at most b - k chosen tiles of the hand spell a word of at least the
contract's letters. Drawing first and laying only what fits is the best there is, as a laid tile
never comes back; so this is what a bid of b tiles is worth (B5.1, B5.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil, comb, sqrt
from typing import NamedTuple

import numpy as np

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import Tile
from wordlot.solver.coding import BLANK_CODE, FACES, MOST_LETTERS, Rows, code_tiles
from wordlot.solver.controls import Span, Weights, add_up, find_weights, no_weights
from wordlot.solver.deals import (
    MOST_COPIES,
    NEVER,
    Dealt,
    Hand,
    certain_need,
    deal_out,
    empty_tally,
    make_rooms,
    room_for,
)
from wordlot.solver.fills import SUMS
from wordlot.solver.index import Contract, contract_of
from wordlot.solver.prefixes import REACH
from wordlot.solver.strata import Estimate, grouped, share_strata, summed
from wordlot.words import Lexicon
from wordlot.words.scanning import MOST_TILES, check_blanks

MOST_DEALS = 1_000_000
CLOSE = 0.01
"""Half width of the 95 % intervals, for which as many deals are made as it takes."""

_PILOT = 384
_PILOT_WEIGHT = 0.14
"""The share of the first deals in the odds. It does not depend on how they come out, nor does the
mean of the others, whatever their number; so the odds have no bias."""
_FEWEST, _MORE = 256, 64
"""Deals after the first ones at least; and beyond those needed: few tell their variance badly."""
_AT_A_TIME = 4096
"""Deals that are written down before they are added up, where their number is given."""
_LAID = 1
"""Tiles that a hand lays, as far as it matters for which draws go best with the odds (measured)."""
_MOST_SETS = 1_024
"""Sets of a hand that are looked at one by one; beyond, a tree is walked for each deal."""
_CHEAP = 100
"""Look-ups that are worth doing for a number of tiles although the hidden tile would do with fewer:
the chances of all deals vary less than those of the deals that go on (measured)."""
_Z = 1.959964
"""Of a normal variable, 95 % lie within so many standard deviations."""
_SEEDS = 1 << 64
_OTHER_DEALS = 0x5851_F42D_4C95_7F2D


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
    deals: int | None = None,
    seed: int = 0,
) -> Odds:
    """Return the odds of every number of tiles for a contract, a hand and the unseen bag.

    Tiles of the table were drawn already, and a bid below their number is lost. Without a number
    of `deals` there are as many as make all odds right within a point (`CLOSE`), 95 times in a
    hundred. Every deal serves all numbers of tiles; the same `seed` gives the same deals. Raises
    `InvalidNotation` for a contract that is no number of letters from 2 to 15, for tiles that are
    not of the lexicon's alphabet, more than two blanks among all, more than 15 on the table, or
    more than a million deals.
    """
    lying, held, unseen = tuple(table), tuple(hand), tuple(bag)
    check_question(contract, held, unseen, lying)
    if deals is not None and not 1 <= deals <= MOST_DEALS:
        raise InvalidNotation(f"odds are found by 1 to {MOST_DEALS} deals, not {deals}")
    found = contract_of(lexicon, contract)
    codes = [code_tiles(tiles, lexicon.alphabet, found.coding) for tiles in (held, unseen, lying)]
    question = _Question(contract, found, *codes)
    if question.certain <= contract or not unseen:
        return question.told(Estimate(*np.zeros((2, NEVER + 1))), 0)
    if deals is not None:
        return question.told(question.ask(deals, seed), deals)
    pilot = question.deal(_PILOT, seed)
    first = question.summed(pilot, no_weights())
    weights, variance = question.weights(pilot)
    rest = _deals_needed(float(first.variances.max()), variance)
    second = question.summed(question.deal(rest, seed ^ _OTHER_DEALS), weights)
    shares = np.array([_PILOT_WEIGHT, 1 - _PILOT_WEIGHT])
    both = Estimate(
        shares @ np.stack([first.means, second.means]),
        shares**2 @ np.stack([first.variances, second.variances]),
    )
    return question.told(both, _PILOT + rest)


def check_question(
    contract: int, hand: Sequence[Tile], bag: Sequence[Tile], table: Sequence[Tile]
) -> None:
    """Raise `InvalidNotation` for what no bid can be asked of."""
    if not 2 <= contract <= MOST_LETTERS:
        raise InvalidNotation(f"a contract asks for 2 to {MOST_LETTERS} letters, not {contract}")
    if len(table) > MOST_LETTERS:
        raise InvalidNotation(f"at most {MOST_LETTERS} tiles lie on the table, not {len(table)}")
    check_blanks((*hand, *bag, *table))
    if len(hand) > MOST_TILES:
        raise InvalidNotation(f"a hand has at most {MOST_TILES} tiles, not {len(hand)}")
    commonest = max(Counter(bag).values(), default=0)
    if commonest > MOST_COPIES:
        raise InvalidNotation(f"a bag has at most {MOST_COPIES} tiles of a letter, not {commonest}")


class _Question:
    """A contract, a hand, a bag and a table, ready for the kernels."""

    def __init__(self, contract: int, found: Contract, hand: Rows, bag: Rows, table: Rows) -> None:
        self._contract = contract
        self._found = found
        self._hand = code_hand(hand, contract, has_fills=found.has_fills)
        self._bag, self._table = bag, table
        open_draws = max(0, min(len(bag) - 1, MOST_LETTERS - 1 - len(table)))
        looked = max(0, min(open_draws, contract + 1 - len(hand) // 2))
        self._rooms = make_rooms(found.tree, bag, table, looked)
        self._strata = share_strata(bag, found, looked)
        self.certain = certain_need(found, self._hand, len(table), contract, self._rooms)
        """Tiles that do with no draw at all; 16 when none do."""
        draws = np.arange(NEVER + 1) - 1 - len(table) - (_LAID if len(hand) else 0)
        shown = np.clip(draws, 0, open_draws)
        self._span = Span(contract, self.certain, shown, self._hand.stay)

    def ask(self, deals: int, seed: int) -> Estimate:
        """Return what so many deals come to, many of them at a time, without controls."""
        tally, weights, chance = empty_tally(), no_weights(), np.uint64(seed % _SEEDS)
        for done in range(0, deals, _AT_A_TIME):
            dealt = room_for(min(_AT_A_TIME, deals - done))
            chance = self._deal_out(dealt, chance)
            add_up(dealt, self._span, weights, np.empty(len(dealt.strata)), tally)
        return summed(tally, self._strata)

    def deal(self, deals: int, seed: int) -> Dealt:
        """Return so many deals."""
        dealt = room_for(deals)
        self._deal_out(dealt, np.uint64(seed % _SEEDS))
        return dealt

    def weights(self, pilot: Dealt) -> tuple[Weights, float]:
        """Return the weights of controls from the first deals, and the variance left with them."""
        group_of, groups = grouped(self._strata, len(pilot.strata))
        copies = np.bincount(self._bag, minlength=FACES + 1)
        return find_weights(pilot, group_of, groups, self._span, copies)

    def summed(self, dealt: Dealt, weights: Weights) -> Estimate:
        """Return what deals come to, with their controls taken off."""
        tally = empty_tally()
        add_up(dealt, self._span, weights, np.empty(len(dealt.strata)), tally)
        return summed(tally, self._strata)

    def told(self, estimate: Estimate, deals: int) -> Odds:
        """Return the odds: what was found below the certain number of tiles, 1 from there on.

        Odds rise with tiles; where estimates fall by chance, the one before is told.
        """
        shares = np.clip(estimate.means, 0.0, 1.0).tolist()
        variances = estimate.variances.tolist()
        by_tiles: list[float | None] = [None] * self._contract
        error: list[float | None] = [None] * self._contract
        highest = 0.0
        for tiles in range(self._contract, MOST_LETTERS + 1):
            certain = tiles >= self.certain
            highest = max(highest, shares[tiles])
            by_tiles.append(1.0 if certain else highest)
            off = 0.0 if certain or not deals else _error(shares[tiles], variances[tiles], deals)
            error.append(off)
        return Odds(tuple(by_tiles), tuple(error))

    def _deal_out(self, dealt: Dealt, chance: np.uint64) -> np.uint64:
        state = deal_out(
            self._found,
            self._hand,
            self._bag.copy(),
            self._table,
            self._contract,
            self.certain,
            chance,
            self._rooms,
            dealt,
        )
        return np.uint64(state)


def code_hand(hand: Rows, contract: int, *, has_fills: bool) -> Hand:
    """Return a hand with all sets of its tiles, blanks first, each once, by size."""
    counts = np.bincount(hand, minlength=FACES + 1)
    blanks = int(counts[BLANK_CODE])
    sums, sizes = np.zeros(1, np.uint64), np.zeros(1, np.int64)
    for letter in np.flatnonzero(counts[:FACES]).tolist():
        copies = np.arange(counts[letter] + 1)
        if len(sums) * len(copies) * (blanks + 1) > _MOST_SETS:
            has_fills = False
            break
        sums = (sums[:, None] + SUMS[letter] * copies.astype(np.uint64)).ravel()
        sizes = (sizes[:, None] + copies).ravel()
    if not has_fills:
        return Hand(counts, np.zeros(1, np.uint64), np.array([0, 1]), -1, -1)
    # Blanks count nothing, so few of them alone make sets of size 1 and 2 beside the empty one.
    sums = np.concatenate([np.zeros(blanks, np.uint64), sums])
    sizes = np.concatenate([np.arange(blanks), sizes + blanks])
    order = np.argsort(sizes, kind="stable")
    by_size = np.bincount(sizes)
    starts = np.concatenate([[0], np.cumsum(by_size)])
    return Hand(counts, sums[order], starts, REACH, _stay(by_size.tolist(), contract))


def _stay(by_size: Sequence[int], contract: int) -> int:
    """Return how many tiles may be left out before the sets to be looked up are too many."""
    for out in range(REACH + 1):
        looks = sum(
            sets * sum(comb(max(0, contract + out - laid - 2), r) for r in range(out + 1))
            for laid, sets in enumerate(by_size[: contract + out])
        )
        if looks > _CHEAP:
            return out - 1
    return REACH


def _deals_needed(first: float, variance: float) -> int:
    """Return how many deals more bring the widest interval to `CLOSE`.

    `first` is the variance of the mean of the first deals, `variance` that of each one more.
    """
    left = (CLOSE / _Z) ** 2 - _PILOT_WEIGHT**2 * first
    return max(_FEWEST, _MORE + ceil((1 - _PILOT_WEIGHT) ** 2 * variance / left))


def _error(share: float, variance: float, deals: int) -> float:
    """Return the half width of the 95 % interval."""
    # As if one deal more had gone the other way: a few deals that are all alike prove little.
    variance += (max(share, 1 - share) / deals) ** 2
    return half_width(share, max(deals, share * (1 - share) / variance), variance)


def half_width(share: float, deals: float, variance: float | None = None) -> float:
    """Return how far the 95 % interval of a share found by so many deals reaches on either side.

    It is the farther end of Wilson's interval (1927), which is right also for shares near 0 and 1.
    The `variance` of the share is that of plain yes or no, where none is given.
    """
    square = _Z * _Z / deals
    spread = share * (1 - share) * square if variance is None else variance * _Z * _Z
    middle = (share + square / 2) / (1 + square)
    return sqrt(spread + square * square / 4) / (1 + square) + abs(middle - share)
