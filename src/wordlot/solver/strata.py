"""Deals weighed by strata of their first tiles: by how often these come, not how often they did.

Post-stratification (Holt and Smith 1979): a stratum has the weight that it has among all deals,
which is known, not its share of those that were made.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import BLANK_CODE, Rows
from wordlot.solver.compiling import kernel
from wordlot.solver.deals import MOST_RARE, NEVER, STRATA, Tally
from wordlot.solver.index import Contract
from wordlot.words.scanning import MOST_BLANKS

_EXPECTED = 20
"""Deals that each group of strata can expect. So a group is empty once in 500 million times, and
seldom has so few deals that their variance tells little."""

Numbers = NDArray[np.float64]


class Estimate(NamedTuple):
    """Means of one chance a deal for each number of tiles, and the variances of the means."""

    means: Numbers
    variances: Numbers


class _Sums(NamedTuple):
    """What the deals of each group of strata came to."""

    weights: Numbers
    deals: Numbers
    shares: Numbers
    squares: Numbers


def share_strata(bag: Rows, found: Contract, looked: int) -> Numbers:
    """Return how likely each stratum is: of all ways to draw the tiles that are looked at."""
    letters = np.uint64(1) << bag[bag != BLANK_CODE].astype(np.uint64)
    vowels = int(np.count_nonzero(letters & found.vowels))
    rare = int(np.count_nonzero(letters & found.rare))
    kinds = np.array([len(bag) - len(letters), rare, vowels, len(letters) - vowels - rare])
    shares = np.zeros(STRATA)
    _share(kinds, looked, np.empty((len(kinds), looked + 1)), shares)
    return shares.ravel() / comb(len(bag), looked)


@kernel
def _share(kinds: NDArray[np.int64], looked: int, ways: Numbers, shares: Numbers) -> None:
    """Add to each stratum the ways to draw it: blanks, rare letters, vowels, and the others."""
    for kind in range(len(kinds)):
        ways[kind, 0] = 1
        for drawn in range(1, looked + 1):
            ways[kind, drawn] = ways[kind, drawn - 1] * max(0, kinds[kind] + 1 - drawn) / drawn
    for blanks in range(min(MOST_BLANKS, looked) + 1):
        for rare in range(looked - blanks + 1):
            some = ways[0, blanks] * ways[1, rare]
            for vowels in range(looked - blanks - rare + 1):
                every = some * ways[2, vowels] * ways[3, looked - blanks - rare - vowels]
                shares[blanks, min(rare, MOST_RARE), vowels] += every


def summed(tally: Tally, strata: Numbers) -> Estimate:
    """Return means and their variances."""
    group_of, groups = grouped(strata, int(tally.deals.sum()))
    sums = _Sums(*np.zeros((2, groups)), *np.zeros((2, groups, NEVER + 1)))
    estimate = Estimate(*np.zeros((2, NEVER + 1)))
    _weigh_groups(tally, strata, group_of, sums, estimate)
    return estimate


@kernel
def _weigh_groups(
    tally: Tally, strata: Numbers, group_of: NDArray[np.int64], sums: _Sums, estimate: Estimate
) -> None:
    for stratum in range(len(strata)):
        if strata[stratum] > 0:
            group = group_of[stratum]
            sums.weights[group] += strata[stratum]
            sums.deals[group] += tally.deals[stratum]
            for tiles in range(NEVER + 1):
                sums.shares[group, tiles] += tally.shares[stratum, tiles]
                sums.squares[group, tiles] += tally.squares[stratum, tiles]
    for group in range(len(sums.deals)):
        weight, deals = sums.weights[group], max(1.0, sums.deals[group])
        for tiles in range(NEVER + 1):
            mean = sums.shares[group, tiles] / deals
            spread = max(0.0, sums.squares[group, tiles] / deals - mean * mean)
            spread /= max(1.0, deals - 1)
            estimate.means[tiles] += weight * mean
            estimate.variances[tiles] += weight * weight * spread


def grouped(strata: Numbers, deals: int) -> tuple[NDArray[np.int64], int]:
    """Return the group of each stratum among so many deals, and how many groups there are.

    Neighbours are put together so that none is likely to be empty.
    """
    there = np.flatnonzero(strata)
    starts = _groups(strata[there].tolist(), deals)
    begins = np.zeros(len(strata), np.int64)
    begins[there[starts[1:]]] = 1
    return np.cumsum(begins), len(starts)


def _groups(strata: Sequence[float], deals: int) -> list[int]:
    """Return where groups of neighbours begin that each expect deals enough.

    They depend on the number of deals, not on how they come out.
    """
    starts = [0]
    enough = _EXPECTED / deals
    share, rest = 0.0, sum(strata)
    for stratum, chance in enumerate(strata, start=1):
        share += chance
        rest -= chance
        if share >= enough and rest >= enough:
            starts.append(stratum)
            share = 0.0
    return starts
