"""What tables share with the server, and who is connected to a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from wordlot.core.protocol import Seat
from wordlot.server import seats
from wordlot.server.players import Pool
from wordlot.server.quotas import Quotas, Visitor
from wordlot.server.seats import TableRow
from wordlot.server.store import Store
from wordlot.server.wire import Close
from wordlot.table import Clock, Table, Update


@dataclass(frozen=True)
class Services:
    """What all tables of a server share."""

    store: Store
    clock: Clock
    pool: Pool
    quotas: Quotas


class Client(Visitor, Protocol):
    """A connection, as a table knows it. Both calls return at once."""

    def send(self, frame: bytes) -> None:
        """Send a frame after those before it."""
        ...

    def close(self, code: Close) -> None:
        """Send what waits, then close."""
        ...


class Link:
    """A client with its seat, and the seat that it hears the game from."""

    def __init__(self, client: Client, row: TableRow, table: Table) -> None:
        self.client = client
        self.take(seats.seat_of(row, client.guest))
        self.plays = plays(row, client.guest, table)
        self.leave = table.subscribe(self.plays, self.hear)

    def take(self, seat: Seat | None) -> None:
        """Note its seat at the table."""
        self.seat = seat
        self.client.seated = seat is not None

    def hear(self, _update: Update, frame: bytes) -> None:
        """Pass on what the table tells."""
        self.client.send(frame)


def plays(row: TableRow, guest: str | None, table: Table) -> Seat | None:
    """Return the seat that a guest has in the game of a table, or in the first one to come."""
    return seats.plays(row, guest, max(1, table.game))
