"""Control variates: what is known exactly of the draws tells how lucky a set of deals was.

How many tiles of each letter are drawn has an exact mean, and so has the surprise of the hidden
tile; what the deals show of them beyond that is taken off what they show of the odds, as far as the
first deals tell that one goes with the other (Lavenberg and Welch 1981). Since the weights come
from other deals than those they are used for, nothing is biased by them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import FACES
from wordlot.solver.compiling import inlined, kernel
from wordlot.solver.deals import COPIES, NEVER, Dealt, Tally
from wordlot.solver.prefixes import REACH

_LETTERS = (FACES + 1) * COPIES
CONTROLS = _LETTERS + REACH + 1
"""First, second and further copies of each letter and of blanks; then the surprises."""

_STEPS = 4
"""Steps towards the best weights: more of them learn the noise of the deals (measured)."""
_RIDGE = 4.0
_WORSE = 1.2
"""How much more other deals vary than those that the weights were fitted to (measured)."""

Numbers = NDArray[np.float64]


class Span(NamedTuple):
    """Which controls go with numbers of tiles."""

    least: int
    """The contract: the first number of tiles."""
    most: int
    """The number of tiles that surely do."""
    shown: NDArray[np.int64]
    """For each number of tiles, of how many draws the copies count."""
    stay: int
    """Letters to be left out from which on the hidden tile ends deals, and surprises."""


class Weights(NamedTuple):
    """What is taken off the chance of a deal for each number of tiles."""

    weights: Numbers
    """For each number of tiles, the weight of each control."""
    means: Numbers
    """For each number of tiles, the mean of what is taken off."""
    used: NDArray[np.bool_]
    """Whether anything is."""


class _Pilot(NamedTuple):
    """The first deals, and their groups of strata."""

    dealt: Dealt
    group_of: NDArray[np.int64]
    """The group of each stratum."""
    sizes: Numbers
    """Deals of each group."""
    span: Span


class _Room(NamedTuple):
    """Where weights are found."""

    values: Numbers
    """One for each deal."""
    group_means: Numbers
    vectors: Numbers
    """Three of them, one number for each control."""


def no_weights() -> Weights:
    """Return weights that take nothing off."""
    return Weights(
        np.zeros((NEVER + 1, CONTROLS)), np.zeros(NEVER + 1), np.zeros(NEVER + 1, np.bool_)
    )


def find_weights(
    dealt: Dealt,
    group_of: NDArray[np.int64],
    groups: int,
    span: Span,
    copies: NDArray[np.int64],
) -> tuple[Weights, float]:
    """Return weights from a few deals, and the variance of a deal that will be left with them.

    `group_of` gives the group of each stratum, of so many `groups`; `copies` are those of each
    letter in the bag.
    """
    weights = no_weights()
    room = _Room(np.empty(len(dealt.strata)), np.empty(groups), np.empty((3, CONTROLS)))
    sizes = np.bincount(group_of[dealt.strata], minlength=groups).astype(np.float64)
    pilot = _Pilot(dealt, group_of, sizes, span)
    return weights, float(_fit(pilot, copies, weights, np.zeros(NEVER + 1), room))


@inlined
def mean_taken(weights: Numbers, copies: NDArray[np.int64], draws: int) -> float:
    """Return the mean of what is taken off deals: the weights of the copies that come on average.

    Draws are without putting back; a first copy comes unless none does, and so on.
    """
    tiles = 0
    for letter in range(len(copies)):
        tiles += copies[letter]
    total = 0.0
    for letter in range(len(copies)):
        held = copies[letter]
        if held == 0:
            continue
        none, one = 1.0, draws * held / tiles
        mean = one
        for before in range(draws):
            none *= max(0, tiles - held - before) / (tiles - before)
        for before in range(draws - 1):
            one *= max(0, tiles - held - before) / (tiles - 1 - before)
        first, second = 1 - none, 1 - none - one
        total += weights[COPIES * letter] * first + weights[COPIES * letter + 1] * second
        total += weights[COPIES * letter + 2] * (mean - first - second)
    return total


@kernel
def _fit(
    pilot: _Pilot,
    copies: NDArray[np.int64],
    weights: Weights,
    variances: Numbers,
    room: _Room,
) -> float:
    """Find weights for the numbers of tiles that vary most, as long as they are the worst."""
    span = pilot.span
    freedom = max(1, len(room.values) - len(pilot.sizes))
    for tiles in range(span.least, span.most):
        variances[tiles] = _centre_shares(pilot, tiles, room) / freedom
    while True:
        worst = span.least
        for tiles in range(span.least, span.most):
            if variances[tiles] > variances[worst]:
                worst = tiles
        if weights.used[worst] or variances[worst] <= 0:
            return float(variances[worst])
        weights.used[worst] = True
        left = _descend(pilot, worst, weights.weights[worst], room)
        variances[worst] = _WORSE * left / freedom
        weights.means[worst] = mean_taken(weights.weights[worst], copies, span.shown[worst])


@kernel
def _descend(pilot: _Pilot, tiles: int, weights: Numbers, room: _Room) -> float:
    """Find weights by conjugate gradients (Hestenes and Stiefel 1952); return the squares left."""
    dealt, span, values = pilot.dealt, pilot.span, room.values
    rest, way, change = room.vectors[0], room.vectors[1], room.vectors[2]
    _centre_shares(pilot, tiles, room)
    _gather(dealt, span, tiles, values, rest)
    size = 0.0
    for at in range(CONTROLS):
        way[at] = rest[at]
        size += rest[at] * rest[at]
    for _ in range(_STEPS):
        if size <= 0:
            break
        _weigh(dealt, span, tiles, way, values)
        _centre(pilot, room)
        _gather(dealt, span, tiles, values, change)
        steep = 0.0
        for at in range(CONTROLS):
            change[at] += _RIDGE * way[at]
            steep += change[at] * way[at]
        step = size / steep
        before, size = size, 0.0
        for at in range(CONTROLS):
            weights[at] += step * way[at]
            rest[at] -= step * change[at]
            size += rest[at] * rest[at]
        for at in range(CONTROLS):
            way[at] = rest[at] + size / before * way[at]
    _weigh(dealt, span, tiles, weights, values)
    for deal in range(len(values)):
        values[deal] = dealt.shares[tiles, deal] - values[deal]
    return _centre(pilot, room)


@inlined
def _centre_shares(pilot: _Pilot, tiles: int, room: _Room) -> float:
    for deal in range(len(room.values)):
        room.values[deal] = pilot.dealt.shares[tiles, deal]
    return _centre(pilot, room)


@kernel
def _centre(pilot: _Pilot, room: _Room) -> float:
    """Take the mean of its group off each value, and return the sum of squares."""
    strata, group_of, means = pilot.dealt.strata, pilot.group_of, room.group_means
    means[:] = 0
    for deal in range(len(strata)):
        means[group_of[strata[deal]]] += room.values[deal]
    for group in range(len(means)):
        means[group] /= max(1.0, pilot.sizes[group])
    squares = 0.0
    for deal in range(len(strata)):
        room.values[deal] -= means[group_of[strata[deal]]]
        squares += room.values[deal] * room.values[deal]
    return squares


@kernel
def _weigh(dealt: Dealt, span: Span, tiles: int, weights: Numbers, values: Numbers) -> None:
    """Write for each deal its controls times their weights."""
    values[:] = 0
    for at in range(span.shown[tiles]):
        for deal in range(len(values)):
            values[deal] += weights[dealt.draws[at, deal]]
    for out in range(max(0, span.stay), min(tiles - span.least, REACH + 1)):
        for deal in range(len(values)):
            values[deal] += weights[_LETTERS + out] * dealt.surprises[out, deal]


@kernel
def _gather(dealt: Dealt, span: Span, tiles: int, values: Numbers, sums: Numbers) -> None:
    """Write for each control the sum of the values of the deals, as often as they have it."""
    sums[:] = 0
    for at in range(span.shown[tiles]):
        for deal in range(len(values)):
            sums[dealt.draws[at, deal]] += values[deal]
    for out in range(max(0, span.stay), min(tiles - span.least, REACH + 1)):
        for deal in range(len(values)):
            sums[_LETTERS + out] += values[deal] * dealt.surprises[out, deal]


@kernel
def add_up(dealt: Dealt, span: Span, weights: Weights, values: Numbers, tally: Tally) -> None:
    """Add deals to a tally, less what is taken off them. `values` is room, one for each deal."""
    strata = dealt.strata
    for deal in range(len(strata)):
        tally.deals[strata[deal]] += 1
    for tiles in range(span.least, span.most):
        values[:] = 0
        if weights.used[tiles]:
            _weigh(dealt, span, tiles, weights.weights[tiles], values)
        for deal in range(len(strata)):
            share = dealt.shares[tiles, deal] + weights.means[tiles] - values[deal]
            tally.shares[strata[deal], tiles] += share
            tally.squares[strata[deal], tiles] += share * share
