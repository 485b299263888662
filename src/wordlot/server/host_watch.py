"""Sees that a host who is away does not stay the host for long."""

from __future__ import annotations

from collections.abc import Callable

from wordlot.server import seats
from wordlot.server.presence import Presence
from wordlot.server.seats import TableRow
from wordlot.table import Clock, Timer

HOST_AWAY_S = 30.0
"""How long a host may be away before somebody who is here becomes the host."""


class HostWatch:
    """Looks after the host of one table; `away` is called once the host was away for too long."""

    def __init__(
        self,
        clock: Clock,
        presence: Presence,
        row: Callable[[], TableRow],
        away: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._presence = presence
        self._row = row
        self._away = away
        self._timer: Timer | None = None

    def look(self) -> None:
        """Begin to wait where the host is away."""
        host = self._row().host
        if host not in self._presence.here() and self._timer is None:
            when = self._presence.last(host) + int(HOST_AWAY_S * 1_000)
            self._timer = self._clock.call_at(max(when, self._clock.now()), self._ring)

    def stop(self) -> None:
        """Wait no longer."""
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self) -> None:
        self._timer = None
        row = self._row()
        if row.host in self._presence.lately(row, HOST_AWAY_S):
            self.look()
        else:
            self._away()

    def hosted(self, row: TableRow) -> TableRow:
        """Return a row with another host where the host is away, and not just for a moment."""
        now = self._row()
        lately = self._presence.lately(now, HOST_AWAY_S)
        return seats.pass_host(row, self._presence.here() | ({row.host} & lately))
