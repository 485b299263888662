"""What the real rules say, for the page's translation of them to say too.

`python -m tests.server.clause_cases` writes the cases that the page's own tests read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec

from tests.games.bet_the_bag import players as bag_players
from tests.games.bet_the_bag.game import Game as BagGame
from tests.games.match import players as match_players
from tests.games.match.drawing import crossword, play
from tests.games.match.game import Game as MatchGame
from wordlot.core.errors import IllegalAction
from wordlot.core.pieces import Card, Colour
from wordlot.core.protocol import Millis, Seat
from wordlot.games.bet_the_bag import model as bag
from wordlot.games.match import model as match
from wordlot.games.match.placing import worth
from wordlot.games.registry import GAMES

T = TypeVar("T")
Json = dict[str, Any]

TARGET = Path(__file__).parents[2] / "web/src/referee/clauses/cases.json"
WORKED = (
    ("raTe", "extend_base +s"),
    ("raTe", "extend_base c+s"),
    ("raTe", "extend_base C+s"),
    ("raTe", "cross 1 pl+y"),
    ("raTe", "cross 1 pL+y"),
    ("raTe", "cross 2 s+op"),
    ("rate", "extend_base +s"),
    ("rate", "extend_base +S"),
)
"""The worked figures of M5.3."""
MOST_CARDS = 8
"""Letters of the longest word whose every colouring is a case."""


class Recorder:
    """Chance that keeps what it gave."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self.given: list[int] = []

    def below(self, n: int) -> int:
        self.given.append(self._luck.randrange(n))
        return self.given[-1]

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)


class Told:
    """A game that is played by chance and written down, refusals too."""

    def __init__(self, name: str, game: MatchGame | BagGame, luck: Random) -> None:
        self.rules = GAMES[name].rules
        self.game = game
        self.luck = luck
        self.players: Any = match_players if name == "match" else bag_players
        chance = Recorder(luck)
        self.state = self.rules.empty
        events = self.rules.open(game.setup, now=Millis(0), chance=chance)
        self.steps: list[Json] = []
        self.now = Millis(0)
        self._tell({"chance": chance.given}, events)
        self.case: Json = {"game": name, "setup": plain(game.setup), "steps": self.steps}

    def play(self, steps: int) -> Json:
        """Let chance act until the game is over, or so many things have happened."""
        while self.rules.outcome(self.state) is None and len(self.steps) < steps:
            self._wait(self.luck.choice([0, 0, 0, 1, 3, 11]))
            waited_for = self.rules.awaited(self.state)
            if not waited_for:
                break
            self.game.state, self.game.at = self.state, self.now
            seat = self.luck.choice(waited_for)
            sensible = self.luck.random() < 0.7
            pick = self.players.sensible_action if sensible else self.players.any_action
            self._act(seat, pick(self.game, seat, self.luck))
        return self.case

    def _act(self, seat: Seat, action: object) -> None:
        chance = Recorder(self.luck)
        step = {"by": seat, "action": plain(action)}
        try:
            events = self.rules.decide(
                self.state,
                action,
                by=seat,
                now=self.now,
                chance=chance,
                lexicon=match_players.EverySecond(),
            )
        except IllegalAction as no:
            refused = {"code": no.code, "detail": no.detail, "clause": no.clause}
            self.steps.append({**step, "now": self.now, "refused": refused})
            return
        self._tell({**step, "chance": chance.given}, events)

    def _wait(self, seconds: int) -> None:
        until = Millis(self.now + seconds * 1000)
        while (due := self.rules.deadline(self.state)) is not None and due <= until:
            self.now = max(self.now, due)
            chance = Recorder(self.luck)
            events = self.rules.expire(
                self.state, now=self.now, chance=chance, lexicon=match_players.EverySecond()
            )
            self._tell({"chance": chance.given}, events)
        self.now = until

    def _tell(self, step: Json, events: Sequence[Any]) -> None:
        for event in events:
            self.state = self.rules.evolve(self.state, event)
        seats = (None, *map(Seat, range(self.game.setup.seats)))
        views = [self.rules.view(self.state, seat) for seat in seats]
        self.steps.append(
            {
                **step,
                "now": self.now,
                "events": [plain(event) for event in events],
                "views": [plain(view) for view in views],
                "offers": [plain(self.rules.offers(view)) for view in views],
                "due": self.rules.deadline(self.state),
            }
        )


def plain(value: object) -> Any:  # noqa: ANN401 - JSON of any shape
    return msgspec.json.decode(msgspec.json.encode(value))


def told(name: str, seats: int, options: Any, seed: int, steps: int = 10_000) -> Json:  # noqa: ANN401
    """Return a game as told by chance from a seed."""
    luck = Random(seed)
    if name == "match":
        return Told(name, MatchGame(seats, options), luck).play(steps)
    return Told(name, BagGame(seats, options, starter=seed % 2 or None), luck).play(steps)


def all_settings() -> Iterator[tuple[str, int, Any]]:
    """Yield every kind of table once, at different numbers of seats."""
    kinds = product(match.Bidding, match.Dry, (20_000, None))
    for i, (bidding, dry, clock) in enumerate(kinds):
        void = tuple(match.Void)[i // 2 % 2]
        yield "match", 2 + i % 5, match.MatchOptions(bidding, clock, void=void, dry=dry)
    for i, (words, blanks, recycle) in enumerate(product(bag.Words, bag.Blanks, bag.Recycle)):
        most = bag.MOST_SEATS_OUT if recycle is bag.Recycle.OUT else 8
        clock = (20_000, bag.DAY_MS, None)[i % 3]
        options = bag.BagOptions(words, blanks, recycle, bid_clock_ms=clock)
        yield "bet_the_bag", min(most, 2 + i), options


def worked_figures() -> list[Json]:
    """Return the figures of M5.3 as the rules have them."""
    return [worth_case(crossword(table), play(text)) for table, text in WORKED]


def worth_case(table: match.Crossword, laid: match.Play) -> Json:
    what = worth(table, laid)
    return {
        "crossword": plain(table),
        "play": plain(laid),
        "value": what.value,
        "score": what.score,
    }


def all_worths() -> list[list[int]]:
    """Return value and score for all numbers of new and lying cards of each colour, in a row each:

    new yellow, new red, lying yellow, lying red, value, score.
    """
    rows = []
    for counts in product(range(MOST_CARDS + 1), repeat=4):
        new, lying = sum(counts[:2]), sum(counts[2:])
        if not (new and new + lying <= MOST_CARDS) or lying == 1:
            continue
        y, r = Card("a", Colour.YELLOW), Card("a", Colour.RED)
        cards = (y,) * counts[0] + (r,) * counts[1]
        old = match.Crossword((y,) * counts[2] + (r,) * counts[3])
        kind = match.Kind.EXTEND_BASE if lying else match.Kind.BASE
        what = worth(old, match.Play(kind, 0, cards, ()))
        rows.append([*counts, what.value, what.score])
    return rows


def render() -> str:
    """Return the cases that the page's own tests read."""
    games = [
        told("match", 3, match.MatchOptions(match.Bidding.CALLED), 3, steps=26),
        told("bet_the_bag", 3, bag.BagOptions(), 5, steps=26),
    ]
    worths = {"worked": worked_figures(), "all": all_worths()}
    return msgspec.json.encode({"games": games, "worths": worths}).decode() + "\n"


if __name__ == "__main__":
    TARGET.write_text(render())
    sys.stdout.write(f"{TARGET}\n")
