"""What a table is asked for: a game to begin, and who waits for the verdict on an action."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from wordlot.core.chance import stream_at
from wordlot.core.errors import IllegalAction, Refusal
from wordlot.core.protocol import Millis, Setup
from wordlot.core.seeds import SecretSeed
from wordlot.record import AnyRules, Entry, Header, Line, Named, format_of
from wordlot.table.log import MOST_EVENTS, Verdict, line_of


class Opening(msgspec.Struct, frozen=True):
    """All that a new game at a table starts from."""

    number: int
    setup: Setup[Any]
    seed: SecretSeed
    seats: tuple[Named, ...]
    held: bool = False
    """Whether the clock stands until the game is let go."""


def beginning(opening: Opening, rules: AnyRules, table: str) -> tuple[Header, tuple[Line, ...]]:
    """Return the header of a game that is opened, and its first events as the log keeps them."""
    setup = opening.setup
    chance = stream_at(opening.seed.deal_key(setup.nonces), 1)
    events = rules.open(setup, now=Millis(0), chance=chance)
    header = Header(
        format=format_of(setup),
        game=rules.name,
        rules=rules.version,
        lexicon=setup.lexicon,
        table=table,
        number=opening.number,
        seats=opening.seats,
    )
    state = rules.empty
    # Folded before it is written, so that an event that breaks the fold is never stored.
    for event in events:
        state = rules.evolve(state, event)
    entries = [Entry(1 + i, Millis(0), 1, event) for i, event in enumerate(events)]
    return header, tuple(line_of(entry) for entry in entries)


class Asked(Protocol):
    """Who waits for a verdict; a future is one, and hears of it a little later."""

    def done(self) -> bool:
        """Tell whether nobody waits any more."""
        ...

    def set_result(self, verdict: Verdict, /) -> None:
        """Take the verdict, which is durable and told; it returns at once and does not raise."""
        ...

    def set_exception(self, error: Exception, /) -> None:
        """Take the fault for which there is no verdict."""
        ...

    def cancel(self) -> object:
        """Take that there will be none."""
        ...


def no_game(events: int = 0) -> IllegalAction:
    """Return the refusal of what needs a game that is on, after one that had so many events."""
    if events >= MOST_EVENTS:
        text = f"this game was ended: it has {events:,} events, as many as a game may have"
        return IllegalAction(Refusal.GAME_OVER, text, "X1")
    return IllegalAction(Refusal.GAME_OVER, "no game is on at this table")


def refused(refusal: IllegalAction, seq: int, at: Millis) -> Verdict:
    """Return a refusal as a verdict."""
    code, text, clause = str(refusal.code), refusal.detail, refusal.clause
    return Verdict(ok=False, seq=seq, at=at, code=code, text=text, clause=clause)
