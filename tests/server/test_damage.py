"""One bad table, a store that fails or a task that dies: the others go on, and it is told."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.server.harness import House, serving
from wordlot.server import rooms as served
from wordlot.server import watched
from wordlot.server.store import Store
from wordlot.server.tables_file import FILE

pytestmark = pytest.mark.anyio

COLUMNS = (
    ("tables", "body"),
    ("games", "header"),
    ("games", "seed"),
    ("events", "event"),
    ("replies", "verdict"),
    ("commands", "answer"),
)


async def health(house: House) -> tuple[int, list[str]]:
    answer = await house.person().http.get("/health")
    return answer.status_code, answer.json()["faults"]


async def told(house: House, wanted: int) -> list[str]:
    """Ask how the server is until it says so; returns what is amiss then."""
    for _ in range(1_000):
        status, faults = await health(house)
        if status == wanted:
            return faults
        await asyncio.sleep(0.01)
    raise AssertionError(f"never {wanted}")


async def played(folder: Path) -> list[str]:
    """Leave two tables at which a game is on; each has a bid and an answer of every kind."""
    async with serving(folder) as house:
        codes = []
        for _ in range(2):
            code, page, _other = await house.pair()
            await page.command("act", action={"type": "raise", "round": 1, "value": 1})
            codes.append(code)
        return codes


def spoil(folder: Path, code: str, table: str, column: str, raw: bytes) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE code = ?", (raw, code))


@pytest.mark.parametrize(("table", "column"), COLUMNS)
async def test_a_bad_table_is_told_to_its_people_and_the_others_go_on(
    tmp_path: Path, table: str, column: str
) -> None:
    bad, good = await played(tmp_path)
    spoil(tmp_path, bad, table, column, b'{"t":[[[\xff')
    async with serving(tmp_path) as house:
        person = house.person()
        told = await person.http.get(f"/api/tables/{bad}")
        assert (told.status_code, told.json()["code"]) == (500, "failed")
        assert f"table {bad} cannot be read" in told.json()["text"]
        assert (await person.http.get(f"/api/tables/{good}")).json()["stage"] == "playing"
        assert (await health(house))[0] == 200


async def test_no_flipped_bit_of_a_row_reaches_anybody_else(tmp_path: Path) -> None:
    bad, good = await played(tmp_path)
    luck = random.Random(5)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        (body,) = connection.execute("SELECT body FROM tables WHERE code = ?", (bad,)).fetchone()
    for _ in range(12):
        flipped = bytearray(body)
        flipped[luck.randrange(len(flipped))] ^= 1 << luck.randrange(8)
        spoil(tmp_path, bad, "tables", "body", bytes(flipped))
        async with serving(tmp_path) as house:
            person = house.person()
            assert (await person.http.get(f"/api/tables/{bad}")).status_code in {200, 404, 500}
            assert (await person.http.get(f"/api/tables/{good}")).json()["stage"] == "playing"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock on the file, as a program does that copies it."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")


async def test_health_is_red_while_the_store_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordlot.server.tables_file.BUSY_MS", 50)
    async with serving(tmp_path) as house:
        assert await health(house) == (200, [])
        with locked(tmp_path):
            refused = await house.person().post("/api/tables")
            assert (refused.status_code, refused.json()["code"]) == (503, "frozen")
            status, faults = await health(house)
            assert status == 503
            assert any("store" in fault for fault in faults)
        await house.person().create()
        assert await health(house) == (200, [])


async def test_a_keeper_that_dies_is_told_of_and_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "CLOCKS_S", 0.01)
    monkeypatch.setattr(watched, "FIRST_WAIT_S", 0.01)
    broken = True

    async def due(_store: Store, _most: int) -> list[str]:
        if broken:
            raise RuntimeError("no such luck")
        return []

    monkeypatch.setattr(Store, "due", due)
    async with serving(tmp_path) as house:
        faults = await told(house, 503)
        assert "no such luck" in faults[0]
        broken = False
        assert await told(house, 200) == []


async def test_a_job_that_breaks_the_writer_takes_no_other_with_it(tmp_path: Path) -> None:
    store = Store(tmp_path)
    await store.open()

    def bad(_connection: sqlite3.Connection) -> None:
        raise MemoryError

    asked = [store._do(bad), store.due(9)]
    error, codes = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(error, MemoryError)
    assert codes == []
    assert store.fault is None
    await store.close()
