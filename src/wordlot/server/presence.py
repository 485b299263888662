"""Who is connected to a table, and who was until a moment ago."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wordlot.core.protocol import Seat
from wordlot.server import seats, wire
from wordlot.server.links import Link
from wordlot.server.seats import TableRow
from wordlot.table import Clock


class Presence:
    """Knows when the players of a table were last seen.

    What was before the table came into memory nobody knows: all may have been here then.
    """

    def __init__(self, clock: Clock, links: Sequence[Link]) -> None:
        self._clock = clock
        self._links = links
        self._seen: dict[str, int] = {}
        self._since = clock.now()

    def here(self) -> set[str]:
        """Return the guests who are connected."""
        return {link.client.guest for link in self._links if link.client.guest is not None}

    def see(self, guest: str | None, row: TableRow) -> None:
        """Note that a guest who has a seat is here, or was until now."""
        if guest is not None and any(x and x.guest == guest for x in row.seats):
            self._seen[guest] = self._clock.now()

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
