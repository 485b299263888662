"""What a table is asked for: a game to begin, and who waits for the verdict on an action."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from wordlot.core.errors import IllegalAction, Refusal
from wordlot.core.protocol import Millis, Setup
from wordlot.core.seeds import SecretSeed
from wordlot.record import Named
from wordlot.table.log import Verdict


class Opening(msgspec.Struct, frozen=True):
    """All that a new game at a table starts from."""

    number: int
    setup: Setup[Any]
    seed: SecretSeed
    seats: tuple[Named, ...]
    held: bool = False
    """Whether the clock stands until the game is let go."""


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


def no_game() -> IllegalAction:
    """Return the refusal of what needs a game that is on."""
    return IllegalAction(Refusal.GAME_OVER, "no game is on at this table")


def refused(refusal: IllegalAction, seq: int, at: Millis) -> Verdict:
    """Return a refusal as a verdict."""
    code, text, clause = str(refusal.code), refusal.detail, refusal.clause
    return Verdict(ok=False, seq=seq, at=at, code=code, text=text, clause=clause)
