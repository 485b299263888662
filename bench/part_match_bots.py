"""The bots of Match against each other: how far levels are apart, and how human a game looks."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, quantiles

import msgspec

from bench.report import Part, Row, Tell
from tests.bots.selfplay import Game, play
from wordlot.bots import Level, warm
from wordlot.games.match import model as m
from wordlot.games.match.placing import free_columns
from wordlot.games.match.rules import MATCH
from wordlot.words import Lexicon, load

EASY, MEDIUM, HARD = Level
DUELS = 300
TABLES = 60


class Round(msgspec.Struct, frozen=True):
    """How one auction went."""

    open: bool
    """Whether a word could be laid or a column was free."""
    bids: tuple[int, ...]
    """Values in order."""
    took_ms: int


def measure(tell: Tell) -> Part:
    """Play every pair of levels, and tables of three and four."""
    lexicon = load()
    warm("match", lexicon)
    rows = []
    for better, worse, reach in ((HARD, MEDIUM, 0.6), (MEDIUM, EASY, 0.65), (HARD, EASY, 0.75)):
        tell(f"{better} against {worse}")
        share = wins("match", [better, worse], DUELS, lexicon)[better]
        figure = f"{share:.0%} of {DUELS} games"
        rows.append(Row(f"{better} beats {worse}", figure, f"≥ {reach:.0%}", share >= reach))
    for levels in ([EASY] * 3, [MEDIUM] * 3, [HARD] * 3, [EASY, MEDIUM, HARD, MEDIUM]):
        tell(", ".join(levels))
        rows.append(_look(levels, lexicon))
    return Part(
        title="The bots of Match",
        how=(
            "Whole games in virtual time with the default options, seats rotated; shared wins "
            "count in parts. Bids of an open round are those while a base word is to be laid or a "
            "column is free."
        ),
        rows=tuple(rows),
    )


def wins(name: str, levels: Sequence[Level], games: int, lexicon: Lexicon) -> dict[Level, float]:
    """Return the share of games that each level won."""
    won = dict.fromkeys(levels, 0.0)
    for seed in range(games):
        turn = seed % len(levels)
        game = play([*levels[turn:], *levels[:turn]], lexicon, seed, name=name)
        outcome = game.rules.outcome(game.state)
        assert outcome is not None
        for seat in outcome.winners:
            won[game.levels[seat]] += 1 / len(outcome.winners) / games
    return won


def _look(levels: Sequence[Level], lexicon: Lexicon) -> Row:
    games = [play(levels, lexicon, 1000 + seed) for seed in range(TABLES)]
    rounds = [_rounds(game) for game in games]
    every = [each for game in rounds for each in game]
    busy = mean(len(each.bids) for each in every if each.open)
    times = [each.took_ms / 1000 for each in every]
    note = (
        f"{mean(map(len, rounds)):.0f} rounds; "
        f"mean bid {mean(value for each in every for value in each.bids):.1f}; "
        f"no bid in {mean(not each.bids for each in every):.0%} of rounds; "
        f"{mean(times):.0f} s a round, 9 of 10 within {quantiles(times, n=10)[-1]:.0f} s"
    )
    reach = "2 to 4" if len(levels) == 4 else "—"
    met = 2 <= busy <= 4 or len(levels) != 4
    return Row(f"bids in an open round: {', '.join(levels)}", f"{busy:.1f}", reach, met, note)


def _rounds(game: Game) -> list[Round]:
    state = MATCH.empty
    found: list[Round] = []
    opened, is_open, bids = 0, False, list[int]()
    for at, event in game.events:
        state = MATCH.evolve(state, event)
        match event:
            case m.RoundOpened():
                opened, bids = at, []
                is_open = not state.crossword.base or bool(free_columns(state.crossword))
            case m.BidPlaced():
                bids.append(event.value)
            case m.AuctionClosed():
                found.append(Round(is_open, tuple(bids), at - opened))
    return found
