"""Tables that nobody attends sleep: they cost no place, and go on where they stand."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import House, Person, PuppetBots, serving
from tests.tables import TurnedClock
from wordlot.games.registry import GAMES
from wordlot.server import rooms as served
from wordlot.server.room import Room
from wordlot.server.tables_file import FILE

pytestmark = pytest.mark.anyio

HOUR_MS = 3_600_000


def awake(house: House) -> list[str]:
    rooms: list[Room] = house.app.state.rooms.loaded()
    return [room.row.code for room in rooms]


async def all_asleep(house: House) -> None:
    for _ in range(1_000):
        if not (awake(house) or house.app.state.rooms._closing):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"awake: {awake(house)}")


async def with_bots(person: Person, **options: object) -> str:
    """Make a table at which only bots play beside its maker, who opens no page."""
    bots = {"seats": 3, "bots": ["easy", "easy"], "start": True, "options": options}
    return await person.create(game="match", **bots)


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "IDLE_S", 0.0)
    monkeypatch.setattr(served, "CLOCKS_S", 0.01)


async def lobby_of(house: House, code: str) -> dict[str, Any]:
    answer = await house.person().http.get(f"/api/tables/{code}")
    lobby: dict[str, Any] = answer.json()
    assert (answer.status_code, lobby["code"]) == (200, code)
    return lobby


async def test_tables_that_nobody_attends_make_room_for_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "LOADED", 3)
    maker = house.person()
    codes = [await with_bots(maker, round_clock_ms=None) for _ in range(12)]
    assert len(awake(house)) <= 3
    for code in codes:
        assert (await lobby_of(house, code))["stage"] == "playing"
    assert awake(house) == codes[-3:]
    await lobby_of(house, codes[-3])
    await with_bots(maker, round_clock_ms=None)
    assert awake(house)[:2] == [codes[-1], codes[-3]]


async def test_tables_that_people_attend_are_not_put_away_and_shut_nobody_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "LOADED", 2)
    people = [house.person() for _ in range(4)]
    codes = [await person.create() for person in people[:2]]
    sleeping = await house.person().create()
    pages = [await person.open(code) for person, code in zip(people, codes, strict=False)]
    for person in people[2:]:
        codes.append(await person.create())
        pages.append(await person.open(codes[-1]))
    await lobby_of(house, sleeping)
    assert set(codes) <= set(awake(house))
    for page in pages:
        await page.settled()


async def test_guessed_codes_put_no_table_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "LOADED", 3)
    codes = [await house.person().create() for _ in range(3)]
    guesser = house.person()
    guesses = ["".join(guess) for guess in product("CDF", repeat=6)][:50]
    await asyncio.gather(*(guesser.http.get(f"/api/tables/{guess}") for guess in guesses))
    assert awake(house) == codes


async def test_a_table_that_many_ask_for_at_once_is_loaded_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "LOADED", 1)
    codes = [await house.person().create() for _ in range(3)]
    rooms = house.app.state.rooms
    for _ in range(20):
        # However little there is room for, who asked for a table has it.
        found = await asyncio.gather(*(rooms.find(code) for code in codes * 3))
        assert [room.row.code for room in found] == codes * 3
        assert len(set(map(id, found))) == 3
    assert len(awake(house)) <= len(codes)


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize("clock_ms", [60_000, None])
async def test_a_table_that_nobody_attends_costs_nothing(
    tmp_path: Path, clock_ms: int | None
) -> None:
    """Who only looks, or watches, wakes neither bots nor clocks."""
    brains = PuppetBots()
    async with serving(tmp_path, brains=brains) as house:
        maker = house.person()
        code = await with_bots(maker, round_clock_ms=clock_ms)
        await all_asleep(house)
        for _ in range(3):
            await lobby_of(house, code)
        watcher = await house.person().open(code)
        watched = await watcher.next("update")
        assert not watched["running"]
        house.clock.turn(3 * HOUR_MS)
        assert await watcher.news() == []
        assert brains.views == []
        page = await maker.open(code)
        # It goes on where it stood, when who plays is there.
        update = await page.next("update", running=True)
        assert (update["now"], update["view"]["round"]) == (0, 1)
        await until(lambda: len(brains.views) >= 2)
        await page.close()
        stands = await watcher.next("update", running=False)
        seen = len(brains.views)
        house.clock.turn(3 * HOUR_MS)
        assert await watcher.news() == []
        assert (stands["view"]["round"], len(brains.views)) == (1, seen)
        await watcher.close()
        await all_asleep(house)


async def until(true: Callable[[], bool]) -> None:
    for _ in range(1_000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come about")


async def test_bots_go_on_for_a_while_when_their_opponent_reloads(tmp_path: Path) -> None:
    brains = PuppetBots()
    async with serving(tmp_path, brains=brains) as house:
        maker = house.person()
        code = await with_bots(maker, round_clock_ms=60_000)
        page = await maker.open(code)
        await page.next("update", running=True)
        await page.close()
        await until(lambda: not house.app.state.rooms.loaded()[0].visited)
        house.clock.turn(61_000)
        page = await maker.open(code)
        while (await page.next("update"))["view"]["round"] < 2:
            pass


@dataclass
class ByDay:
    """A game with a clock of a day that sleeps, made by `maker`, whose clock shows 0."""

    folder: Path
    clock: TurnedClock
    code: str
    maker: Person


async def slept(house: House, folder: Path) -> ByDay:
    maker = house.person()
    code = await with_bots(maker, round_clock_ms=24 * HOUR_MS)
    await all_asleep(house)
    return ByDay(folder, house.clock, code, maker)


async def shown(house: House, game: ByDay) -> tuple[int, int]:
    """Return the hour that the clock of a game shows, and its round; it sleeps again then."""
    page = await house.person().open(game.code)
    update = await page.next("update")
    assert update["running"]
    await page.close()
    await all_asleep(house)
    return update["now"] // HOUR_MS, update["view"]["round"]


@pytest.mark.usefixtures("hurry")
async def test_a_clock_of_a_day_goes_on_while_its_table_sleeps(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        game = await slept(house, tmp_path)
        house.clock.turn(2 * HOUR_MS)
        assert await shown(house, game) == (2, 1)
        # However little is left of it.
        house.clock.turn(21 * HOUR_MS + 3_599_000)
        assert await shown(house, game) == (23, 1)


@pytest.mark.usefixtures("hurry")
async def test_a_clock_of_a_day_rings_while_its_table_sleeps(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        game = await slept(house, tmp_path)
        for round_ in (2, 3):
            house.clock.turn(24 * HOUR_MS + 1_000)
            await until(lambda: asleep_since(game) > house.clock.now() - HOUR_MS)
            await all_asleep(house)
            assert (await shown(house, game))[1] == round_


def asleep_since(game: ByDay) -> int:
    """Return when a game was last put to sleep, on the clock of the service."""
    file = sqlite3.connect(game.folder / FILE)
    (since,) = file.execute("SELECT slept FROM games WHERE code = ?", (game.code,)).fetchone()
    file.close()
    return since or 0


@pytest.mark.usefixtures("hurry")
async def test_a_clock_of_a_day_goes_on_and_rings_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        game = await slept(house, tmp_path)
        house.clock.turn(20 * HOUR_MS)
        # Nobody asks for the table, before or after.
    down = TurnedClock()
    down.turn(7_000 * HOUR_MS)
    async with serving(tmp_path, clock=down) as house:
        # While the server is down nobody is charged, whatever its clock shows then.
        await asyncio.sleep(0.1)
        assert awake(house) == []
        assert await shown(house, game) == (20, 1)
        house.clock.turn(5 * HOUR_MS)
        await until(lambda: asleep_since(game) > 24 * HOUR_MS)
        await all_asleep(house)
        assert (await shown(house, game))[1] == 2


@pytest.mark.usefixtures("hurry")
async def test_a_clock_of_a_day_goes_on_after_the_sudden_death_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "SERVED_S", 0.0)
    async with serving(tmp_path / "house") as house:
        asleep = await slept(house, tmp_path / "house")
        attended = await slept(house, tmp_path / "house")
        page = await attended.maker.open(attended.code)
        await page.next("update")
        house.clock.turn(3 * HOUR_MS)
        await until(lambda: asleep_since(attended) >= 3 * HOUR_MS)
        shutil.copytree(tmp_path / "house", tmp_path / "dead")
    async with serving(tmp_path / "dead") as house:
        assert [await shown(house, game) for game in (asleep, attended)] == [(3, 1), (3, 1)]
        house.clock.turn(22 * HOUR_MS)
        for game in (asleep, attended):
            dead = replace(game, folder=tmp_path / "dead")
            await until(lambda dead=dead: asleep_since(dead) > 24 * HOUR_MS)  # type: ignore[misc]
            assert (await shown(house, game))[1] == 2


@pytest.mark.usefixtures("hurry")
async def test_a_bad_table_that_is_due_stops_no_other_and_is_asked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "DUE", 1)
    async with serving(tmp_path) as house:
        bad, good = await slept(house, tmp_path), await slept(house, tmp_path)
        file = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        file.execute("UPDATE tables SET body = x'00' WHERE code = ?", (bad.code,))
        file.execute("UPDATE games SET due = due - 1 WHERE code = ?", (bad.code,))
        file.close()
        house.clock.turn(25 * HOUR_MS)
        await until(lambda: asleep_since(good) > 24 * HOUR_MS)
        assert asleep_since(bad) == 0


@pytest.mark.parametrize(
    ("game", "options", "by_day"),
    [
        ("match", {}, False),
        ("match", {"round_clock_ms": None}, False),
        ("match", {"round_clock_ms": 24 * HOUR_MS}, True),
        ("match", {"round_clock_ms": None, "lay_clock_ms": 24 * HOUR_MS}, True),
        ("match", {"round_clock_ms": 60_000, "lay_clock_ms": 24 * HOUR_MS}, False),
        ("bet_the_bag", {}, False),
        ("bet_the_bag", {"bid_clock_ms": None}, False),
        ("bet_the_bag", {"bid_clock_ms": 24 * HOUR_MS}, True),
    ],
)
def test_games_know_whether_their_clocks_are_of_a_day(
    game: str, options: dict[str, Any], by_day: bool
) -> None:
    known = GAMES[game]
    assert known.by_day(known.rules.options_type(**options)) is by_day


@pytest.mark.parametrize("ends", ["broken off", "by its rules"])
async def test_whoever_looks_at_a_game_that_is_over_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    """However often somebody asks, and whether the table slept or not."""
    # Or how long the server runs would be kept meanwhile.
    monkeypatch.setattr(served, "CLOCKS_S", 1e9)
    async with serving(tmp_path) as house:
        code, host, _ = await house.pair(options={"clock_ms": None})
        if ends == "broken off":
            assert (await host.command("end_game"))["t"] == "done"
        for round_ in (1, 2, 3) if ends == "by its rules" else ():
            await host.raise_to(9, round_)
        while not (await host.next("lobby"))["lobby"]["next_commitment"]:
            pass
        for page in house.pages:
            await page.close()
        rooms = house.app.state.rooms
        room = await rooms.find(code)
        for _ in range(1_000):
            if not room.attended:
                break
            await asyncio.sleep(0.01)
        await rooms._put_away(room)
        with closing(sqlite3.connect(tmp_path / FILE)) as onlooker:
            before = onlooker.execute("PRAGMA data_version").fetchone()
            for path in ("", "/link", "/record", "/review"):
                told = await house.person().http.get(f"/api/tables/{code}{path}")
                assert told.status_code == 200
                await rooms._put_away(rooms.in_memory(code))
            assert (await lobby_of(house, code))["next_commitment"]
            page = await house.person().open(code)
            assert (await page.next("welcome"))["lobby"]["stage"] == "over"
            assert onlooker.execute("PRAGMA data_version").fetchone() == before
