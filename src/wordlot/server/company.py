"""Everybody who is connected to a table: where each sits, and what each of them is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from wordlot.server import seats, wire
from wordlot.server.links import Client, Link, plays
from wordlot.server.seats import TableRow
from wordlot.server.wire import Close
from wordlot.table import Table

ANNOUNCE_S = 0.05
"""Comings and goings within this time are told at once."""


class Company:
    """The connections of a table; `lobby` tells what everybody may know of it."""

    def __init__(
        self, table: Table, row: Callable[[], TableRow], lobby: Callable[[], wire.Lobby]
    ) -> None:
        self.links: list[Link] = []
        self._table = table
        self._row = row
        self._lobby = lobby
        self._announcing: asyncio.TimerHandle | None = None

    def add(self, client: Client, *, game: int, after: int) -> None:
        """Take a client in, and tell it all that it does not know yet."""
        link = Link(client, self._row(), self._table)
        self._replace_others(link)
        self.links.append(link)
        client.send(_frame(self._greeting(link, wire.Welcome)))
        self._bring_up_to_date(link, game=game, after=after)

    def remove(self, client: Client) -> None:
        """Let a client go."""
        for link in [link for link in self.links if link.client is client]:
            link.leave()
            self.links.remove(link)

    @property
    def watching(self) -> int:
        """How many connections have no seat."""
        return sum(link.seat is None for link in self.links)

    def close(self) -> None:
        """Close all connections, since the server goes down."""
        self._stop_announcing()
        for link in tuple(self.links):
            link.client.close(Close.RESTART)

    def reseat(self, *, tell: bool = True) -> None:
        """Give every client the audience of its seat, which a change of seats may have moved."""
        row = self._row()
        for link in tuple(self.links):
            guest = link.client.guest
            now = seats.seat_of(row, guest), plays(row, guest, self._table)
            if now == (link.seat, link.plays) or link not in self.links:
                continue
            link.leave()
            link.take(now[0])
            link.plays = now[1]
            link.leave = self._table.subscribe(link.plays, link.hear)
            self._replace_others(link)
            if tell:
                self._bring_up_to_date(link, game=0, after=0)

    def announce(self) -> None:
        """Tell everybody how the table stands, in a moment."""
        if self._announcing is None:
            loop = asyncio.get_running_loop()
            self._announcing = loop.call_later(ANNOUNCE_S, self.tell)

    def tell(self) -> None:
        """Tell everybody how the table stands."""
        self._stop_announcing()
        for link in tuple(self.links):
            link.client.send(_frame(self._greeting(link, wire.LobbyChanged)))

    def _stop_announcing(self) -> None:
        if self._announcing is not None:
            self._announcing.cancel()
            self._announcing = None

    def _replace_others(self, newest: Link) -> None:
        """Close the other tabs of a seat: the newest one plays."""
        for link in tuple(self.links):
            if link is not newest and link.seat is not None and link.seat == newest.seat:
                link.leave()
                self.links.remove(link)
                link.client.send(_frame(wire.Replaced()))
                link.client.close(Close.REPLACED)

    def _bring_up_to_date(self, link: Link, *, game: int, after: int) -> None:
        if self._table.seq:
            update = self._table.update(link.plays, game=game, after=after)
            link.client.send(_frame(update))

    def _greeting(self, link: Link, kind: type[Any]) -> Any:  # noqa: ANN401 - one of two frames
        row, guest = self._row(), link.client.guest
        held = link.seat is None and seats.held_by(row, guest) is not None
        return kind(you=link.seat, is_host=guest == row.host, lobby=self._lobby(), held=held)


def _frame(message: msgspec.Struct) -> bytes:
    return msgspec.json.encode(message)
