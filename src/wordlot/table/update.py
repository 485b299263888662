"""What a table tells whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from wordlot.core.protocol import Millis, Seat
from wordlot.record import Entry

Audience: TypeAlias = Seat | None
"""Who is spoken to: a seat, or the spectators."""


class Update(msgspec.Struct, frozen=True, tag_field="t", tag="update"):
    """What happened in the game and how it stands now, as one audience may know it."""

    game: int
    """Which game at this table; events of another number start anew."""
    seq: int
    """Number of the last event; the events here are the ones up to it, without a gap."""
    now: Millis
    """The table's clock; times in the view count on it."""
    running: bool
    """Whether that clock runs."""
    events: tuple[Any, ...]
    at: tuple[Millis, ...]
    """When each of the events happened, on the table's clock."""
    view: Any
    offers: tuple[Any, ...]


Sink: TypeAlias = Callable[[Update, bytes], None]
"""Takes an update, and the same as JSON; it returns at once and does not raise."""


class Moment(NamedTuple):
    """What an update tells every audience alike."""

    now: Millis
    running: bool
    over: bool
    entries: list[Entry]
    at: tuple[Millis, ...]
