"""Bet the Bag: how long the odds of all bids take, and a bot's decision in a game."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial

from bench.report import Part, Row, Tell
from tests.bots.selfplay import play
from wordlot.bots import Level, decide, warm
from wordlot.core.chance import Stream
from wordlot.core.pieces import parse_tiles
from wordlot.games.bet_the_bag.components import load_tiles, unseen_tiles
from wordlot.games.bet_the_bag.rules import BET_THE_BAG
from wordlot.solver.odds import CLOSE, odds
from wordlot.words import Lexicon, load

HANDS = ("", "qzv", "bcdfg", "aeinrst")
AGAIN = 5
GAMES = 3


def measure(tell: Tell) -> Part:
    """Measure odds for every contract, and decisions on the views of whole games."""
    lexicon = load()
    warm("bet_the_bag", lexicon)
    tell("odds")
    rows = [_odds_row(contract, lexicon) for contract in range(4, 8)]
    tell("bots")
    rows += [_bot_row(level, lexicon) for level in Level]
    return Part(
        title="Bet the Bag",
        how=(
            f"Odds of all bids up to 15, each within {100 * CLOSE:.0f} point at 95 %, the median "
            f"of {AGAIN} runs for the slowest of the hands "
            f"{', '.join(h or 'none' for h in HANDS)}; "
            f"bots on every view of {GAMES} games of their own."
        ),
        rows=tuple(rows),
    )


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _odds_row(contract: int, lexicon: Lexicon) -> Row:
    slowest = max(_curve(contract, hand, lexicon) for hand in HANDS)
    figure = f"{slowest * 1000:.0f} ms"
    return Row(f"odds of all bids, contract {contract}", figure, "≤ 100 ms", slowest <= 0.1)


def _curve(contract: int, hand: str, lexicon: Lexicon) -> float:
    held = parse_tiles(hand)
    bag = unseen_tiles(load_tiles("english"), held)
    odds(contract, held, bag, lexicon)
    return statistics.median(
        _seconds(lambda: odds(contract, held, bag, lexicon)) for _ in range(AGAIN)
    )


def _bot_row(level: Level, lexicon: Lexicon) -> Row:
    views = [
        view
        for seed in range(GAMES)
        for view, _ in play([level] * 4, lexicon, seed, name="bet_the_bag").made
    ]
    times = sorted(
        _seconds(
            partial(
                decide,
                "bet_the_bag",
                view,
                BET_THE_BAG.offers(view),
                level=level,
                chance=Stream(i.to_bytes(8, "big")),
                lexicon=lexicon,
            )
        )
        for i, view in enumerate(views)
    )
    middle, slow = statistics.median(times), times[int(0.99 * len(times))]
    figure = f"{middle * 1000:.1f} ms median, {slow * 1000:.1f} ms p99"
    return Row(f"a bot's decision, {level}", figure, "≤ 50 ms", middle <= 0.05)
