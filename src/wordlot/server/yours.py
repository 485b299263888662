"""The tables at which a guest has a seat, those that wait for that person first.

Tables that sleep are not woken: what is asked of them is read from the store.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import structlog

from wordlot.core.errors import CorruptRecord
from wordlot.core.protocol import Seat
from wordlot.games.registry import GAMES
from wordlot.record import replay
from wordlot.server import seats, wire
from wordlot.server.rooms import Rooms
from wordlot.server.seats import TableRow
from wordlot.server.store import Store
from wordlot.server.turns import Turns
from wordlot.server.wire import Stage

MOST = 40
"""Tables that are told of those that are not over; of a guest who is at more, the newest."""
MOST_OVER = 20
KEPT = 2_000
"""Sleeping games of which it is remembered whom they wait for."""
WAITING = 50
"""The most requests that wait to have games read."""

_log = structlog.get_logger(__name__)


class Yours:
    """Tells guests of their tables."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms
        self._awaited: OrderedDict[tuple[str, int, int], tuple[Seat, ...]] = OrderedDict()
        self._turns = Turns(WAITING, "many ask for their tables")

    async def of(self, guest: str) -> wire.YourTables:
        """Return the tables of a guest. `IllegalAction` where too many ask at once."""
        async with self._turns.turn():
            on = await self._told(guest, over=False, most=MOST)
            ended = await self._told(guest, over=True, most=MOST_OVER)
        # A game that ends meanwhile is found in both.
        every = {table.code: table for table in (*on, *ended)}.values()
        going = [table for table in every if table.stage is not Stage.OVER]
        return wire.YourTables(
            tables=tuple(sorted(going, key=_urgency)),
            finished=tuple(table for table in every if table.stage is Stage.OVER),
        )

    async def _told(self, guest: str, *, over: bool, most: int) -> list[wire.YourTable]:
        kept = await self._store.places(guest, over=over, most=most)
        told = [await self._table(row, stage, guest) for row, stage in kept]
        return [table for table in told if table is not None]

    async def _table(self, row: TableRow, stage: Stage, guest: str) -> wire.YourTable | None:
        room = self._rooms.in_memory(row.code)
        if room is not None:
            row, stage = room.row, room.stage
        seat = seats.held_by(row, guest)
        holder = None if seat is None else row.seats[seat]
        if seat is None or holder is None or holder.left or row.game not in GAMES:
            return None
        awaited: tuple[Seat, ...] = ()
        if stage is Stage.PLAYING and room is not None:
            awaited = room.table.rules.awaited(room.table.state)
        elif stage is Stage.PLAYING:
            awaited = await self._of_sleeping(row)
        return wire.YourTable(
            code=row.code,
            game=row.game,
            stage=stage,
            seats=tuple(None if other is None else other.name for other in row.seats),
            you=seat,
            waits=seat in awaited and holder.bot is None,
        )

    async def _of_sleeping(self, row: TableRow) -> tuple[Seat, ...]:
        """Return whom a game waits for, by what is kept of it; nobody where it cannot be read."""
        key = (row.code, row.number, await self._store.head(row.code, row.number))
        if key not in self._awaited:
            try:
                self._awaited[key] = await self._read(row)
            except CorruptRecord as error:
                _log.warning("table_unreadable", table=row.code, reason=str(error))
                self._awaited[key] = ()
            while len(self._awaited) > KEPT:
                self._awaited.popitem(last=False)
        self._awaited.move_to_end(key)
        return self._awaited[key]

    async def _read(self, row: TableRow) -> tuple[Seat, ...]:
        rules = GAMES[row.game].rules
        stored = await self._store.read(row.code, row.number)
        state = await asyncio.to_thread(lambda: replay(stored.record(rules), rules))
        over = stored.broken_off or rules.outcome(state) is not None
        return () if over else rules.awaited(state)


def _urgency(table: wire.YourTable) -> int:
    """Return where a table stands in the list: who waits for you, then games, then the others."""
    return 0 if table.waits else 1 if table.stage is Stage.PLAYING else 2
