"""Whole games between bots, by the rules alone and in virtual time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeAlias

from wordlot.bots import Decision, Level, decide
from wordlot.core.chance import Stream, stream_at
from wordlot.core.protocol import Millis, Seat, Setup
from wordlot.games.registry import GAMES
from wordlot.words import Lexicon


@dataclass
class Game:
    """A game that was played: its events, each with its time, and every decision acted upon."""

    name: str
    levels: tuple[Level, ...]
    key: bytes
    state: Any
    events: list[tuple[int, Any]] = field(default_factory=list)
    made: list[tuple[Any, Decision]] = field(default_factory=list)
    now: int = 0
    asked: dict[Seat, tuple[tuple[int, str], int]] = field(default_factory=dict)
    """For each seat, what it is asked and since when."""

    @property
    def rules(self) -> Any:  # noqa: ANN401 - each game has types of its own
        return GAMES[self.name].rules

    def chance(self) -> Stream:
        """Return the chance of the decision that comes next."""
        return stream_at(self.key, len(self.events))

    def add(self, now: int, events: Sequence[Any]) -> None:
        self.now = now
        for event in events:
            self.events.append((now, event))
            self.state = self.rules.evolve(self.state, event)

    def opened(self, seat: Seat, view: object) -> int:
        """Return since when a seat is asked what it is asked now."""
        occasion = GAMES[self.name].occasion(view)
        if self.asked.get(seat, (None, 0))[0] != occasion:
            self.asked[seat] = (occasion, self.now)
        return self.asked[seat][1]

    def mood(self, seat: Seat, view: object) -> Stream:
        """Return the chance of a seat for its round, always anew and always the same."""
        number, _ = GAMES[self.name].occasion(view)
        return Stream(sha256(self.key + bytes([seat]) + number.to_bytes(4, "big")).digest())


Mind: TypeAlias = Callable[[Game, Seat, Any, Lexicon], Decision]
"""What a seat does next, from its view."""


def bot(game: Game, seat: Seat, view: object, lexicon: Lexicon) -> Decision:
    """Return what the bot of a seat does next."""
    offers = game.rules.offers(view)
    level, mood = game.levels[seat], game.mood(seat, view)
    return decide(game.name, view, offers, level=level, chance=mood, lexicon=lexicon)


def play(
    levels: Sequence[Level],
    lexicon: Lexicon,
    seed: int,
    options: object = None,
    *,
    name: str = "match",
) -> Game:
    """Play a game to its end. Bids go in the order of their times; the lower seat first."""
    return play_on(begin(levels, lexicon, seed, options, name=name), lexicon)


def begin(
    levels: Sequence[Level],
    lexicon: Lexicon,
    seed: int,
    options: object = None,
    *,
    name: str = "match",
) -> Game:
    """Return a game just opened."""
    rules = GAMES[name].rules
    key = sha256(f"game {seed}".encode()).digest()
    nonces = ("",) * len(levels)
    setup = Setup(len(levels), options or rules.options_type(), lexicon.pin, "", nonces)
    game = Game(name, tuple(levels), key, rules.empty)
    game.add(0, rules.open(setup, now=Millis(0), chance=game.chance()))
    return game


def play_on(game: Game, lexicon: Lexicon, mind: Mind = bot) -> Game:
    """Play a game from where it is to its end, and return it."""
    while game.rules.outcome(game.state) is None:
        _step(game, lexicon, mind)
    return game


def _step(game: Game, lexicon: Lexicon, mind: Mind) -> None:
    """Carry out what comes next: the first decision to fall due, or the clock."""
    rules = game.rules
    due: list[tuple[int, Seat, Any, Decision]] = []
    for seat in rules.awaited(game.state):
        view = rules.view(game.state, seat)
        opened = game.opened(seat, view)
        decision = mind(game, seat, view, lexicon)
        if decision.action is not None:
            due.append((max(game.now, opened + decision.after_ms), seat, view, decision))
    at, seat, view, decision = min(due, key=lambda entry: entry[:2])
    deadline = rules.deadline(game.state)
    chance = game.chance()
    if deadline is not None and deadline <= at:
        game.add(deadline, rules.expire(game.state, now=deadline, chance=chance, lexicon=lexicon))
        return
    game.made.append((view, decision))
    action = decision.action
    events = rules.decide(
        game.state, action, by=seat, now=Millis(at), chance=chance, lexicon=lexicon
    )
    game.add(at, events)
