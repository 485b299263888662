"""Tables that nobody attends sleep: they cost no place, and go on where they stand."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.harness import House, Person, PuppetBots, serving
from tests.tables import TurnedClock
from wordlot.server import rooms as served
from wordlot.server.room import Room

pytestmark = pytest.mark.anyio

HOUR_MS = 3_600_000


def awake(house: House) -> list[str]:
    rooms: list[Room] = house.app.state.rooms.loaded()
    return [room.row.code for room in rooms]


async def all_asleep(house: House) -> None:
    for _ in range(1_000):
        if not awake(house):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"awake: {awake(house)}")


async def with_bots(person: Person, **options: object) -> str:
    """Make a table at which only bots play beside its maker, who opens no page."""
    bots = {"seats": 3, "bots": ["easy", "easy"], "start": True, "options": options}
    return await person.create(game="match", **bots)


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("IDLE_S", "GRACE_S"):
        monkeypatch.setattr(served, name, 0.0)
    monkeypatch.setattr(served, "CLOCKS_S", 0.01)


async def test_tables_that_nobody_attends_make_room_for_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "LOADED", 3)
    monkeypatch.setattr(served, "GRACE_S", 0.0)
    maker = house.person()
    codes = [await with_bots(maker, round_clock_ms=None) for _ in range(12)]
    assert len(awake(house)) <= 3
    for code in codes:
        lobby = (await house.person().http.get(f"/api/tables/{code}")).json()
        assert (lobby["code"], lobby["stage"]) == (code, "playing")
    assert len(awake(house)) <= 3


async def test_tables_that_people_attend_are_not_put_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "LOADED", 2)
    monkeypatch.setattr(served, "GRACE_S", 0.0)
    one, other = house.person(), house.person()
    pages = [await person.open(await person.create()) for person in (one, other)]
    refused = await house.person().post("/api/tables")
    assert (refused.status_code, refused.json()["code"]) == (503, "crowded")
    await pages[0].close()
    for _ in range(100):
        made = await house.person().post("/api/tables")
        if made.status_code == 200:
            break
        await asyncio.sleep(0.02)
    assert made.status_code == 200
    await pages[1].settled()


@pytest.mark.usefixtures("hurry")
async def test_bots_do_not_play_on_alone(tmp_path: Path) -> None:
    brains = PuppetBots()
    async with serving(tmp_path, brains=brains) as house:
        code = await with_bots(house.person(), round_clock_ms=60_000)
        await all_asleep(house)
        seen = len(brains.views)
        house.clock.turn(3 * HOUR_MS)
        await asyncio.sleep(0.1)
        assert awake(house) == []
        assert len(brains.views) == seen
        page = await house.person().open(code)
        assert (await page.next("update"))["now"] < HOUR_MS


@pytest.mark.usefixtures("hurry")
async def test_a_clock_of_a_day_goes_on_while_its_table_sleeps(tmp_path: Path) -> None:
    clock = TurnedClock()
    async with serving(tmp_path, clock=clock) as house:
        maker = house.person()
        code = await with_bots(maker, round_clock_ms=24 * HOUR_MS)
        await all_asleep(house)
        clock.turn(2 * HOUR_MS)
        page = await house.person().open(code)
        assert 2 * HOUR_MS <= (await page.next("update"))["now"] < 3 * HOUR_MS
        await page.close()
        await all_asleep(house)
    # While the server is down nobody is charged.
    async with serving(tmp_path, clock=clock) as house:
        page = await house.person().open(code)
        update = await page.next("update")
        assert 2 * HOUR_MS <= update["now"] < 3 * HOUR_MS
        assert update["view"]["round"] == 1
