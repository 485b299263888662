"""Who is connected to a table, and who was until a moment ago."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from wordlot.core.protocol import Seat
from wordlot.server import seats, wire
from wordlot.server.links import Link
from wordlot.server.seats import TableRow
from wordlot.server.timers import Timers
from wordlot.table import Clock

GRACE_MS = 10_000
"""How long a player is away before the others are told: a reload or a bad line takes a moment."""
STAY_S = 10.0
"""How long somebody may be away and still be waited for in a rematch."""


class Presence:
    """Knows when the players of a table were last seen.

    What was before the table came into memory nobody knows: all may have been here then.
    """

    def __init__(self, clock: Clock, links: Sequence[Link], tell: Callable[[], None]) -> None:
        self._clock = clock
        self._links = links
        self._tell = tell
        self._going = Timers(clock)
        self._seen: dict[str, int] = {}
        self._since = clock.now()

    def here(self) -> set[str]:
        """Return the guests who are connected."""
        return {link.client.guest for link in self._links if link.client.guest is not None}

    def told(self) -> set[str]:
        """Return the guests who are told to be here: who is, and who went a moment ago."""
        return self.here() | self._going.names()

    def see(self, guest: str | None, row: TableRow) -> None:
        """Note that a guest who has a seat is here, or was until now."""
        if guest is None or not any(x and x.guest == guest for x in row.seats):
            return
        self._seen[guest] = self._clock.now()
        if guest not in self.here():
            self._going.stop(guest)
            self._going.after(guest, GRACE_MS, partial(self._gone, guest))

    def stop(self) -> None:
        """Tell nobody of anything any more."""
        self._going.stop()

    def _gone(self, guest: str) -> None:
        if guest not in self.here():
            self._tell()

    def last(self, guest: str) -> int:
        """Return when a guest was last seen, on the server's clock in ms."""
        return self._seen.get(guest, self._since)

    def lately(self, row: TableRow, seconds: float) -> set[str]:
        """Return who is here, and the players who were within so many seconds."""
        since = self._clock.now() - seconds * 1_000
        players = {holder.guest for holder in row.seats if holder and holder.guest}
        return self.here() | {guest for guest in players if self.last(guest) > since}


def sitters(
    row: TableRow, here: set[str], bots: Mapping[Seat, str | None], number: int, *, playing: bool
) -> tuple[wire.Sitter | None, ...]:
    """Return who sits at a table, by seat: none for a free one.

    `bots` are the levels of those that stand in, `number` the game that one can be ready for.
    """
    return tuple(
        None
        if holder is None
        else _sitter(row, holder, bots.get(Seat(seat)), here, number, playing=playing)
        for seat, holder in enumerate(row.seats)
    )


def _sitter(
    row: TableRow,
    holder: seats.Holder,
    bot: str | None,
    here: set[str],
    number: int,
    *,
    playing: bool,
) -> wire.Sitter:
    played = holder.bot is not None
    return wire.Sitter(
        name=holder.name,
        bot=holder.bot or bot,
        here=played or (holder.guest in here and not holder.left),
        ready=played or holder.ready == number,
        gone=seats.gone(holder) if playing or holder.left else None,
        agreed=played or holder.agreed == row.settings,
    )
