"""The three kinds of error that the project raises on purpose."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """Why an action was refused, where the reason is the same in every game."""

    STALE_ROUND = "stale_round"
    """The action names a round that is not the running one."""
    NOT_NOW = "not_now"
    """The game is in another phase."""
    NOT_YOURS = "not_yours"
    """Another seat is to act, or the seat does not exist."""
    GAME_OVER = "game_over"
    """The game has ended."""
    NOT_HELD = "not_held"
    """The hand does not hold what the action would use."""
    BAD_OPTIONS = "bad_options"
    """A setting of the table, or the number of seats, is out of its range."""


class InvalidNotation(ValueError):
    """A text, a file or a message that cannot be read at all."""


class IllegalAction(ValueError):
    """An action that was read and refused; nothing has changed.

    `code` is what a client translates, `detail` a sentence that names the value and the situation,
    `clause` the clause of the rules that decides (empty where none does).
    """

    def __init__(self, code: StrEnum, detail: str, clause: str = "") -> None:
        super().__init__(f"{detail} ({clause})" if clause else detail)
        self.code = code
        self.detail = detail
        self.clause = clause


class CorruptRecord(ValueError):
    """A stored game that does not fold: a gap, an unknown event, a broken promise."""


class UnknownVersion(CorruptRecord):
    """A stored game of rules that are not known here, as a later release plays them.

    Nothing is wrong with it; its text tells people what to do.
    """


def counted(count: int, noun: str) -> str:
    """Return a number with its noun, which takes an s unless there is one: "1 word", "2 words"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
