"""The bots of Bet the Bag against each other: how far levels are apart, and how a game goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import mean

from bench.part_match_bots import wins
from bench.report import Part, Row, Tell
from tests.bots.selfplay import Game, play
from wordlot.bots import Level, warm
from wordlot.games.bet_the_bag import events as e
from wordlot.words import Lexicon, load

EASY, MEDIUM, HARD = Level
DUELS = 120
TABLES = 20
_MINUTE_MS = 60_000


def measure(tell: Tell) -> Part:
    """Play every pair of levels, and tables of three and four."""
    lexicon = load()
    warm("bet_the_bag", lexicon)
    rows = []
    for better, worse, reach in ((HARD, MEDIUM, 0.6), (MEDIUM, EASY, 0.65), (HARD, EASY, 0.75)):
        tell(f"{better} against {worse}")
        share = wins("bet_the_bag", [better, worse], DUELS, lexicon)[better]
        figure = f"{share:.0%} of {DUELS} games"
        rows.append(Row(f"{better} beats {worse}", figure, f"≥ {reach:.0%}", share >= reach))
    for levels in ([EASY] * 3, [MEDIUM] * 3, [HARD] * 3, [EASY, MEDIUM, HARD, MEDIUM]):
        tell(", ".join(levels))
        rows.append(_look(levels, lexicon))
    return Part(
        title="The bots of Bet the Bag",
        how=(
            "Whole games in virtual time with the default options, seats rotated in duels; shared "
            "wins count in parts."
        ),
        rows=tuple(rows),
    )


def _look(levels: Sequence[Level], lexicon: Lexicon) -> Row:
    games = [play(levels, lexicon, 1000 + seed, name="bet_the_bag") for seed in range(TABLES)]
    counts: Counter[type] = Counter(type(event) for game in games for _, event in game.events)
    filled = counts[e.ContractFilled] / (counts[e.ContractFilled] + counts[e.ContractDiscarded])
    per_bid = counts[e.TilesBid] / (counts[e.TilesBid] + counts[e.BidPassed])
    minutes = mean(game.now for game in games) / _MINUTE_MS
    note = f"{per_bid:.0%} of seats bid; {_doubts(games, lexicon)}; {minutes:.0f} minutes a game"
    return Row(f"contracts filled: {', '.join(levels)}", f"{filled:.0%}", "—", met=True, note=note)


def _doubts(games: Sequence[Game], lexicon: Lexicon) -> str:
    """Tell how many words that are none were tried and found out, and how many others doubted."""
    events = [event for game in games for _, event in game.events]
    words = [event.word for event in events if isinstance(event, e.WordSubmitted)]
    bogus = sum(not lexicon.has(word) for word in words)
    real = [event.in_lexicon for event in events if isinstance(event, e.WordChallenged)]
    found, wrong = real.count(False), real.count(True)
    return (
        f"{bogus / len(games):.1f} bogus words a game, {found} of {bogus} found out; "
        f"{wrong / len(games):.1f} real ones challenged"
    )
