"""What a table tells whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from wordlot.core.protocol import Millis, Seat
from wordlot.record import AnyRules, Entry

LONG = 1_000
"""From so many events on, those of a game are made once for all who come to it anew."""
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


class Retold:
    """The events of a long game as each audience may know them, made once for all who come."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules = rules
        self._game = 0
        self._told: dict[Audience, tuple[int, bytes]] = {}
        """How many events, and these as JSON, with commas between."""

    def whole(self, update: Update, audience: Audience, entries: Sequence[Entry]) -> Update:
        """Return an update with all events of its game, which are JSON already: to be sent only."""
        if update.game != self._game:
            self._game, self._told = update.game, {}
        count, told = self._told.get(audience, (0, b""))
        fresh = [
            msgspec.json.encode(self._rules.redact(entry.event, audience))
            for entry in entries[count:]
        ]
        told = b",".join((told, *fresh) if told else fresh)
        self._told[audience] = len(entries), told
        at = tuple([entry.at for entry in entries])
        return msgspec.structs.replace(update, events=msgspec.Raw(b"[%b]" % told), at=at)
