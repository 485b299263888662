"""How long a person who acts at once waits for bots of Bet the Bag, with and without skipping."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from bench.report import Part, Row, Tell
from tests.bots.selfplay import Game, begin, bot, play_on
from wordlot.bots import Decision, Level, warm
from wordlot.core.protocol import Seat
from wordlot.games.bet_the_bag import events as e
from wordlot.games.registry import GAMES
from wordlot.words import Lexicon, load

GAME = "bet_the_bag"
PERSON = Seat(0)
BOTS = (1, 2, 3, 5)
TABLES = 12
CONTRACTS = 15
_MINUTE_MS = 60_000


def measure(tell: Tell) -> Part:
    """Play tables of one person and some bots, twice each."""
    lexicon = load()
    warm(GAME, lexicon)
    rows = []
    for bots in BOTS:
        tell(f"{bots} bots")
        waits, skips = (_minutes(bots, lexicon, skips=skips) for skips in (False, True))
        name = f"{CONTRACTS} contracts with {bots} bot{'s' if bots > 1 else ''}"
        figure = f"{waits:.1f} to {skips:.1f} minutes"
        rows.append(Row(name, figure, "—", met=True, note="without and with skipping ahead"))
    return Part(
        title="Waiting for bots in Bet the Bag",
        how=(
            f"{TABLES} whole games each in virtual time, medium bots. The person bids as a medium "
            "bot does and acts at once whenever asked; with skipping, bots that alone have "
            "something left to do in a turn act at once too."
        ),
        rows=tuple(rows),
    )


def _minutes(bots: int, lexicon: Lexicon, *, skips: bool) -> float:
    """Return how long so many contracts take on average."""
    levels = [Level.MEDIUM] * (bots + 1)
    took = contracts = 0
    for seed in range(TABLES):
        game = begin(levels, lexicon, 2000 + seed, name=GAME)
        play_on(game, lexicon, partial(_mind, skips=skips))
        took += game.now
        contracts += sum(isinstance(event, e.TurnOpened) for _, event in game.events)
    return CONTRACTS * took / contracts / _MINUTE_MS


def _mind(game: Game, seat: Seat, view: object, lexicon: Lexicon, *, skips: bool) -> Decision:
    decision = bot(game, seat, view, lexicon)
    left = GAMES[GAME].left(game.state)
    hastens = skips and left and PERSON not in left
    return replace(decision, after_ms=0) if seat == PERSON or hastens else decision
