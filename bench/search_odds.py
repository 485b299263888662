"""The odds of all bids (W2): beside plain Python, and beside nothing but drawing the samples."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median

import numpy as np

from bench.peers.plain import alphagrams, tiles_needed
from bench.report import Row, Tell
from bench.sides import Side, compare, show, timed
from wordlot.games.bet_the_bag.components import load_tiles
from wordlot.solver.coding import Rows
from wordlot.solver.compiling import kernel
from wordlot.solver.deals import below
from wordlot.solver.exact import exact_odds
from wordlot.solver.odds import odds
from wordlot.words import Lexicon

CONTRACTS = (4, 5, 6, 7)
HANDS = (0, 3, 7)
HANDS_OF_A_SIZE = 5
PLAIN_DEALS = 9_604
"""Deals that give ±1 point at 95 %, where each says yes or no: (1.96 · 0.5 / 0.01)²."""
DRAWS = 15
PYTHON_DEALS = 25
SEEDS = 1_000


@kernel
def _draw_samples(bag: Rows, deals: int, draws: int, seed: np.uint64) -> int:
    state = seed
    last = 0
    for _ in range(deals):
        size = len(bag)
        for _ in range(draws):
            state, at = below(state, size)
            size -= 1
            bag[at], bag[size] = bag[size], bag[at]
        last += bag[size]
    return last


def limit_side() -> Side:
    """Return the bare cost of drawing the samples: 9,604 times 15 tiles of 100."""
    bag = np.arange(100, dtype=np.uint8)
    return timed(lambda: _draw_samples(bag, PLAIN_DEALS, DRAWS, np.uint64(1)))


def hands(size: int, count: int) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return random hands of a size, each with what is left in the bag."""
    chance = random.Random(size)
    found = []
    for _ in range(count):
        tiles = list(load_tiles("english").tiles)
        chance.shuffle(tiles)
        found.append((tuple(tiles[:size]), tuple(tiles[size:])))
    return found


def odds_rows(lexicon: Lexicon, tell: Tell) -> Iterator[Row]:
    """Measure W2 for hands of 0, 3 and 7: the median of some hands."""
    words = ["".join(word) for word in lexicon.words()]
    for contract in CONTRACTS:
        known = alphagrams(words, contract)
        for size in HANDS:
            tell(f"W2: contract {contract}, hand of {size}")
            python, limits, ours = [], [], []
            for hand, bag in hands(size, HANDS_OF_A_SIZE if size else 1):
                one = timed(lambda c=contract, h=hand, b=bag: odds(c, h, b, lexicon))
                both = compare({"ours": one, "limit": limit_side()}, 9)
                ours.append(both.seconds["ours"])
                limits.append(1 / both.ratios["limit"])
                python.append(_python_seconds(contract, hand, bag, known) / both.seconds["ours"])
            ratio, times = median(python), median(limits)
            yield Row(
                f"W2: c = {contract}, hand of {size}",
                f"{ratio:,.0f}× Python, {times:.1f}× the limit",
                "≥ 100×, ≤ 10×",
                ratio >= 100 and times <= 10,
                f"{show(median(ours))}; hands from {min(limits):.1f}× to {max(limits):.1f}×",
            )


def _python_seconds(
    contract: int, hand: tuple[str, ...], bag: tuple[str, ...], known: frozenset[str]
) -> float:
    """Return the seconds of 9,604 deals in plain Python, from the time of a few."""
    chance = random.Random(1)
    deals = [chance.sample(bag, DRAWS) for _ in range(PYTHON_DEALS)]
    side = timed(
        lambda: [tiles_needed(draws, hand, contract, known) for draws in deals],
        len(deals),
        warm=False,
    )
    return side() * PLAIN_DEALS


def coverage_rows(lexicon: Lexicon, tell: Tell) -> Iterator[Row]:
    """Measure how often the 95 % interval holds the exact odds, over 1,000 seeds."""
    for contract, size in ((4, 0), (5, 3), (6, 0)):
        tell(f"W2: intervals at contract {contract}")
        hand, bag = hands(size, 1)[0]
        exact = exact_odds(contract, hand, bag, lexicon, most=6)
        told = [odds(contract, hand, bag, lexicon, seed=seed) for seed in range(SEEDS)]
        for tiles in range(contract, 7):
            right = exact[tiles]
            assert right is not None
            held = sum(
                abs((each.by_tiles[tiles] or 0.0) - right) <= (each.error[tiles] or 0.0)
                for each in told
            )
            widest = max(each.error[tiles] or 0.0 for each in told)
            yield Row(
                f"W2: {tiles} tiles at c = {contract}, hand of {size}: interval holds {right:.4f}",
                f"{held / SEEDS:.1%} of {SEEDS} seeds",
                "93 to 97 %",
                0.93 <= held / SEEDS <= 0.97,
                f"widest ±{widest:.2%}",
            )
