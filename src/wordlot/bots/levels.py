"""The levels of bots: what each knows, how fast it reads, and how it judges."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class Level(StrEnum):
    """How well a bot plays."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class LevelInfo(msgspec.Struct, frozen=True):
    """What is told to people of a level."""

    level: Level
    names: tuple[str, ...]
    """Names of such bots, enough for a whole table; no two levels share one."""
    about: str
    """One sentence on how it plays."""


LEVELS: tuple[LevelInfo, ...] = (
    LevelInfo(
        Level.EASY,
        ("Pip", "Tilly", "Gus", "Dotty", "Benny", "Nell", "Milo", "Poppy"),
        "Knows everyday words and bids its first good idea.",
    ),
    LevelInfo(
        Level.MEDIUM,
        ("Hugo", "Olive", "Felix", "Edith", "Basil", "Clara", "Otis", "Ruth"),
        "Well read, sees much of what its cards can do.",
    ),
    LevelInfo(
        Level.HARD,
        ("Sibyl", "Erasmus", "Vera", "Quentin", "Agatha", "Horace", "Portia", "Linus"),
        "Knows rare words and weighs every bid.",
    ),
)
"""All levels, the easiest first."""


class Decision(msgspec.Struct, frozen=True):
    """What a bot does next, unless its view changes first."""

    action: Any | None
    """An action of the game; none to wait for the next update."""
    after_ms: int
    """Counted from the moment at which the round or phase opened for the seat."""
