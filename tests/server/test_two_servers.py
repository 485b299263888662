"""Two servers on one folder, as where a lock does not hold: neither takes a seat from the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import PuppetBots
from tests.server.test_store import CODE, ROW, opened
from tests.tables import TurnedClock
from wordlot.server import wire
from wordlot.server.links import Services
from wordlot.server.players import Pool
from wordlot.server.quotas import Quota, Quotas
from wordlot.server.room import Room
from wordlot.server.rooms import Rooms
from wordlot.server.store import Store
from wordlot.server.wire import Done, Fault, Stage
from wordlot.table import Conflict
from wordlot.words import Library

pytestmark = pytest.mark.anyio
SEATS = 4


@asynccontextmanager
async def rooms(folder: Path) -> AsyncIterator[Rooms]:
    store = Store(folder)
    await store.open()
    services = Services(store, TurnedClock(), Pool(PuppetBots()), Quotas(Quota()))
    served = Rooms(services, Library(folder))
    try:
        yield served
    finally:
        await served.close()
        await store.close()


@asynccontextmanager
async def both(folder: Path) -> AsyncIterator[tuple[Room, Room]]:
    """Yield one table as two servers have it in memory."""
    async with AsyncExitStack() as stack:
        one, two = [await stack.enter_async_context(rooms(folder)) for _ in range(2)]
        made = await one.create(wire.NewTable("tally", "Mira", SEATS), "mira")
        yield made, await two.find(made.row.code)


def names(room: Room) -> list[str | None]:
    return [holder.name if holder else None for holder in room.row.seats]


async def test_players_who_race_for_seats_at_two_servers_all_have_one(tmp_path: Path) -> None:
    async with both(tmp_path) as servers:
        guests = [f"guest {n}" for n in range(1, SEATS)]
        sat = await asyncio.gather(
            *(
                room.sit(guest, wire.SitDown(f"P{n}"))
                for n, (guest, room) in enumerate(zip(guests, cycle(servers), strict=False))
            )
        )
        assert sorted(sat) == list(range(1, SEATS))
        kept = await servers[0]._services.store.load(servers[0].row.code)
        assert kept is not None
        assert sorted(h.guest or "" for h in kept.seats if h) == sorted([*guests, "mira"])


async def test_a_command_at_one_server_keeps_what_another_did(tmp_path: Path) -> None:
    async with both(tmp_path) as (one, two):
        seat = await two.sit("tom", wire.SitDown("Tom"))
        answer = await one.command("mira", wire.SeatBot("a", seat, "easy"))
        assert isinstance(answer, wire.Refused)
        assert (answer.code, names(one)[seat]) == (Fault.PRESENT, "Tom")
        assert isinstance(await one.command("mira", wire.SeatBot("b", _free(one), "easy")), Done)
        assert "Tom" in names(one)


def _free(room: Room) -> Any:  # noqa: ANN401 - a seat
    return room.row.seats.index(None)


async def test_a_row_is_kept_only_by_who_knows_the_last_one(tmp_path: Path) -> None:
    store, other = await opened(tmp_path), Store(tmp_path)
    await other.open()
    later = await store.save(ROW, Stage.WAITING)
    with pytest.raises(Conflict):
        await other.save(ROW, Stage.OVER)
    assert await other.load(CODE) == later
    # Who tries again as the answer was lost is told that it was kept.
    assert await store.save(ROW, Stage.WAITING) == later
    await other.save(later, Stage.OVER)
    await other.close()
    await store.close()
