"""Whole games of Match between bots, by the rules alone and in virtual time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from wordlot.bots import Decision, Level, decide
from wordlot.core.chance import Stream, stream_at
from wordlot.core.protocol import Millis, Seat, Setup
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH
from wordlot.words import Lexicon


@dataclass
class Game:
    """A game that was played: its events, each with its time, and every decision acted upon."""

    levels: tuple[Level, ...]
    events: list[tuple[int, m.Event]] = field(default_factory=list)
    made: list[tuple[m.MatchView, Decision]] = field(default_factory=list)
    state: m.MatchState = field(default_factory=m.MatchState)

    def add(self, now: int, events: Sequence[m.Event]) -> None:
        for event in events:
            self.events.append((now, event))
            self.state = MATCH.evolve(self.state, event)


def play(
    levels: Sequence[Level], lexicon: Lexicon, seed: int, options: m.MatchOptions | None = None
) -> Game:
    """Play a game to its end. Bids go in the order of their times; the lower seat first."""
    key = sha256(f"game {seed}".encode()).digest()
    setup = Setup(len(levels), options or m.MatchOptions(), lexicon.pin, "", ("",) * len(levels))
    game = Game(tuple(levels))
    game.add(0, MATCH.open(setup, now=Millis(0), chance=stream_at(key, 0)))
    opened = 0
    now = 0
    while MATCH.outcome(game.state) is None:
        before = (game.state.round, game.state.laying)
        now = _step(game, lexicon, key, opened, now)
        if (game.state.round, game.state.laying) != before:
            opened = now
    return game


def _step(game: Game, lexicon: Lexicon, key: bytes, opened: int, now: int) -> int:
    """Carry out what comes next: the first decision to fall due, or the clock."""
    chance = stream_at(key, len(game.events))
    due: list[tuple[int, Seat, m.MatchView, Decision]] = []
    for seat in MATCH.awaited(game.state):
        view = MATCH.view(game.state, seat)
        mood = Stream(sha256(key + bytes([seat]) + view.round.to_bytes(4, "big")).digest())
        decision = decide(
            "match",
            view,
            MATCH.offers(view),
            level=game.levels[seat],
            chance=mood,
            lexicon=lexicon,
        )
        if decision.action is not None:
            due.append((max(now, opened + decision.after_ms), seat, view, decision))
    at, seat, view, decision = min(due, key=lambda entry: entry[:2])
    deadline = MATCH.deadline(game.state)
    if deadline is not None and deadline <= at:
        at = deadline
        game.add(at, MATCH.expire(game.state, now=deadline, chance=chance, lexicon=lexicon))
        return at
    game.made.append((view, decision))
    assert decision.action is not None
    events = MATCH.decide(
        game.state, decision.action, by=seat, now=Millis(at), chance=chance, lexicon=lexicon
    )
    game.add(at, events)
    return at
