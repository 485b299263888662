"""The clock of the machine jumps: while games run, while tables sleep, and between two starts."""

from __future__ import annotations

import asyncio
import os
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import House, Person, serving
from tests.server.test_sleeping import HOUR_MS, all_asleep, asleep_since, shown, slept, until
from tests.server.test_yours import codes, yours
from wordlot.server import rooms as served
from wordlot.server.addresses import ClientAddress
from wordlot.server.backup import back_up, restore
from wordlot.server.problems import TooMuch
from wordlot.server.quotas import Quota, Quotas

pytestmark = pytest.mark.anyio
HOUR_S, YEAR_S = 3_600.0, 31_557_600.0
JUMPS = (HOUR_S, -HOUR_S, 20 * YEAR_S, -56 * YEAR_S)
"""An hour as by summer time, years as by an empty battery or a wrong server of time."""


class Wall:
    """The clock of the machine, set anew at will."""

    def __init__(self) -> None:
        self._real = time.time
        self.shift = 0.0

    def __call__(self) -> float:
        return self._real() + self.shift


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    wall = Wall()
    monkeypatch.setattr(time, "time", wall)
    monkeypatch.setattr(time, "time_ns", lambda: int(wall() * 1e9))
    return wall


@pytest.fixture(params=JUMPS, ids=["+1 h", "-1 h", "+20 y", "-56 y"])
def jump(request: pytest.FixtureRequest) -> float:
    jump: float = request.param
    return jump


def with_the_cookies_of(person: Person, house: House) -> Person:
    """Return the same browser, on a machine whose own clock is right."""
    again = house.person()
    for name, value in person.http.cookies.items():
        again.http.cookies.set(name, value)
    return again


async def test_a_running_game_knows_no_clock_of_the_machine(
    house: House, wall: Wall, jump: float
) -> None:
    _, mira, tom = await house.pair(options={"clock_ms": 60_000})
    house.clock.turn(59_999)
    wall.shift = jump
    await asyncio.sleep(0.1)
    assert (await mira.raise_to(2))["at"] == 59_999
    assert [frame["seq"] for frame in await tom.news() if frame["t"] == "update"] == [4]
    wall.shift = 0
    house.clock.turn(60_000)
    while (closed := await mira.next("update"))["events"][0]["type"] != "closed":
        pass
    assert closed["at"][0] == 69_999


async def test_what_sleeps_is_due_when_it_was_whatever_the_machine_says(
    tmp_path: Path, wall: Wall, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "IDLE_S", 0.0)
    monkeypatch.setattr(served, "CLOCKS_S", 0.01)
    async with serving(tmp_path) as house:
        game = await slept(house, tmp_path)
        house.clock.turn(2 * HOUR_MS)
        wall.shift = jump
        await asyncio.sleep(0.05)
        assert await shown(house, game) == (2, 1)
    wall.shift = -jump
    async with serving(tmp_path) as house:
        assert await shown(house, game) == (2, 1)
        house.clock.turn(23 * HOUR_MS)
        await until(lambda: asleep_since(game) > 24 * HOUR_MS)
        await all_asleep(house)
        assert (await shown(house, game))[1] == 2


async def test_no_table_that_waits_is_forgotten_early_nor_kept_for_years(
    tmp_path: Path, wall: Wall, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "FORGET_S", 0.0)
    monkeypatch.setattr(served, "CLOCKS_S", 0.01)
    monkeypatch.setattr(served, "IDLE_S", 0.0)
    wall.shift = jump
    async with serving(tmp_path) as house:
        code = await house.person().create()
        wall.shift = 0
        await asyncio.sleep(0.1)
        assert await house.app.state.store.load(code) is not None
    wall.shift = -jump
    async with serving(tmp_path) as house:
        await asyncio.sleep(0.1)
        assert await house.app.state.store.load(code) is not None
        house.clock.turn(round((served.WAITING_DAYS + 1) * served.DAY_S * 1_000))
        await until(lambda: not house.app.state.rooms.loaded())
        for _ in range(1_000):
            if await house.app.state.store.load(code) is None:
                return
            await asyncio.sleep(0.01)
    raise AssertionError("it is kept for ever")


async def test_a_guest_keeps_seats_and_has_the_newest_table_first(
    tmp_path: Path, wall: Wall, jump: float
) -> None:
    made = []
    async with serving(tmp_path) as house:
        mira = house.person()
        made.append(await mira.create())
        house.clock.turn(2_000)
        wall.shift = jump
        made.append(await with_the_cookies_of(mira, house).create())
        house.clock.turn(2_000)
    async with serving(tmp_path) as house:
        mira = with_the_cookies_of(mira, house)
        made.append(await mira.create())
        assert codes((await yours(mira))["tables"]) == [(code, False) for code in reversed(made)]
        assert (await (await mira.open(made[0])).next("welcome"))["you"] == 0


def test_quotas_know_no_clock_of_the_machine(wall: Wall, jump: float) -> None:
    quotas = Quotas(Quota(tables_per_hour=1))
    address = ClientAddress("192.0.2.1", "192.0.2.1", exempt=False)
    quotas.make_table(address, "mira")
    wall.shift = jump
    with pytest.raises(TooMuch) as refused:
        quotas.make_table(address, "tom")
    assert 3_500 < refused.value.retry_s <= 3_600


async def test_a_backup_is_made_whatever_year_it_is(
    tmp_path: Path, wall: Wall, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ZIP can tell no time before 1980, where a machine without a battery begins."""
    real = zipfile.ZipInfo.from_file

    def written_then(path: Path, *more: Any, **named: Any) -> zipfile.ZipInfo:  # noqa: ANN401
        os.utime(path, (wall(), wall()))
        return real(path, *more, **named)

    monkeypatch.setattr(zipfile.ZipInfo, "from_file", written_then)
    async with serving(tmp_path / "here") as house:
        code = await house.person().create()
        wall.shift = jump
        back_up(tmp_path / "here", tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "there")
    async with serving(tmp_path / "there") as house:
        assert await house.app.state.store.load(code) is not None
