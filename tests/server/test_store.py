"""The store: what it said it kept is kept, and two writers never both win."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.tally import PIN
from wordlot.core.errors import CorruptRecord
from wordlot.core.protocol import Millis, Seat
from wordlot.core.seeds import SecretSeed
from wordlot.record import FORMAT, Header, Line, Named
from wordlot.server import store as store_module
from wordlot.server import together
from wordlot.server.seats import Holder, TableRow
from wordlot.server.store import Store
from wordlot.server.tables_file import FILE, connect
from wordlot.server.together import ClockAt
from wordlot.server.wire import Done, Stage
from wordlot.table import Batch, Conflict, LogUnavailable, Reply, Verdict

pytestmark = pytest.mark.anyio
SEED = SecretSeed(bytes(32), 1)
ROW = TableRow(
    "CDFHJK", "tally", {}, PIN, public=False, seats=(Holder("Mira", "m"), None), host="m"
)
HEADER = Header(FORMAT, "tally", 1, PIN, "CDFHJK", 1, (Named("Mira"), Named("Tom")))
CODE = ROW.code


async def opened(folder: Path, **named: Any) -> Store:  # noqa: ANN401 - those of a store
    store = Store(folder, **named)
    await store.open()
    await store.create(ROW, SEED)
    return store


def line(seq: int) -> Line:
    return Line(seq, Millis(seq), seq, msgspec.Raw(b'{"type":"closed","round":1}'))


def batch(after: int, *, replies: tuple[Reply, ...] = (), events: int = 1) -> Batch:
    lines = tuple(line(after + 1 + i) for i in range(events))
    return Batch(1, after, lines, replies, HEADER if after == 0 else None)


def reply(n: int) -> Reply:
    return Reply(Seat(0), f"id {n}", n, Verdict(ok=True, seq=n, at=Millis(n)))


async def test_what_was_appended_is_read_again_from_the_file(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    await store.append(CODE, batch(0, replies=(reply(1),)))
    await store.append(CODE, batch(1, events=3))
    await store.save_clocks([ClockAt(CODE, 1, Millis(777))])
    before = await store.read(CODE, 1)
    await store.close()
    again = await opened(tmp_path)
    assert await again.read(CODE, 1) == before
    assert [x.seq for x in before.lines] == [1, 2, 3, 4]
    assert (before.header, before.replies, before.clock) == (HEADER, (reply(1),), 777)
    await again.close()


async def test_an_append_elsewhere_than_at_the_end_conflicts_and_writes_nothing(
    tmp_path: Path,
) -> None:
    store = await opened(tmp_path)
    await store.append(CODE, batch(0, events=2))
    for after in (0, 1, 3):
        with pytest.raises(Conflict):
            await store.append(CODE, batch(after, replies=(reply(1),)))
    stored = await store.read(CODE, 1)
    assert (len(stored.lines), stored.replies) == (2, ())
    await store.close()


async def test_of_a_game_that_is_longer_than_any_may_be_nothing_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that writes for all tables reads too."""
    store = await opened(tmp_path)
    await store.append(CODE, batch(0, events=20))
    monkeypatch.setattr(store_module, "LONGEST", 20)
    assert len((await store.read(CODE, 1)).lines) == 20
    monkeypatch.setattr(store_module, "LONGEST", 19)
    with pytest.raises(CorruptRecord, match="20 events; 19 at most"):
        await store.read(CODE, 1)
    await store.close()


async def test_a_waiting_table_that_nobody_touches_is_forgotten_and_no_other(
    tmp_path: Path,
) -> None:
    now = 1_000.0
    store = Store(tmp_path, uptime=lambda: round(now * 1_000))
    await store.open()
    waits, used, held, fresh, over, begins = codes = [5 * letter + "C" for letter in "DFHJKM"]
    for code in codes:
        await store.create(msgspec.structs.replace(ROW, code=code), SEED)
    await store.append(begins, batch(0))
    await store.append(over, batch(0))
    await store.save(msgspec.structs.replace(ROW, code=over), Stage.OVER)
    now = 1_100.0
    await store.save(msgspec.structs.replace(ROW, code=fresh), Stage.WAITING)
    assert await store.forget_waiting(100, [used], [used, held]) == 0
    now = 1_101.0
    assert await store.forget_waiting(100, [used], [used, held]) == 1
    there = [code for code in codes if await store.load(code) is not None]
    assert there == [used, held, fresh, over, begins]
    assert await store.seed(waits, 1) is None
    assert await store.forget_waiting(100, [], []) == 1, "what is held is not in use"
    assert await store.load(held) is None
    now = 1_202.0
    assert await store.forget_waiting(100, [], []) == 2
    await store.close()


BACK = {
    3: "DROP TABLE places",
    1: "ALTER TABLE tables DROP COLUMN touched",
    2: "DROP INDEX games_by_due; ALTER TABLE games DROP COLUMN due;"
    "ALTER TABLE games DROP COLUMN slept; DROP TABLE service",
    4: "ALTER TABLE tables DROP COLUMN version",
    5: "ALTER TABLE service DROP COLUMN name",
    6: "",
}
"""What leads to each version of the file from the next one."""


def make_older(folder: Path, version: int) -> None:
    """Turn a file of this version into one of an older one."""
    connection = sqlite3.connect(folder / FILE)
    for older in sorted(BACK, reverse=True):
        if older >= version:
            connection.executescript(f"{BACK[older]}; PRAGMA user_version={older}")
    connection.close()


async def test_games_of_an_older_file_are_looked_at_once_for_their_clocks(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    await store.append(CODE, batch(0))
    await store.save(ROW, Stage.PLAYING)
    assert await store.due(9) == []
    await store.close()
    make_older(tmp_path, 2)
    again = await opened(tmp_path)
    assert await again.due(9) == [CODE]
    await again.wake(CODE)
    assert await again.due(9) == []
    await again.close()


async def test_a_clock_goes_on_with_the_service_alone(tmp_path: Path) -> None:
    now = 5_000
    store = await opened(tmp_path, uptime=lambda: now)
    await store.append(CODE, batch(0))
    await store.save_clocks([ClockAt(CODE, 1, Millis(700), left=1_000)])
    now += 400
    await store.save_clocks([])
    await store.close()
    now = 90_000
    again = await opened(tmp_path, uptime=lambda: now)
    now += 599
    assert await again.due(9) == []
    now += 1
    assert await again.due(9) == [CODE]
    now += 10
    await again.wake(CODE)
    assert (await again.read(CODE, 1)).clock == 700 + 400 + 600 + 10
    await again.close()


async def test_tables_of_an_older_file_count_from_when_it_is_opened(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    await store.close()
    make_older(tmp_path, 1)
    again = await opened(tmp_path)
    assert await again.forget_waiting(100, [], []) == 0
    assert await again.load(CODE) == ROW
    await again.close()


async def test_of_many_appends_in_one_group_those_that_conflict_fail_alone(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    other = msgspec.structs.replace(ROW, code="FFFFFF")
    await store.create(other, SEED)
    await store.append(CODE, batch(0))
    jobs = [store.append(CODE, batch(1)) for _ in range(20)]
    jobs += [store.append("FFFFFF", batch(0))]
    results = await asyncio.gather(*jobs, return_exceptions=True)
    assert results.count(None) == 2
    assert sum(isinstance(result, Conflict) for result in results) == 19
    assert len((await store.read(CODE, 1)).lines) == 2
    await store.close()


async def test_a_commit_that_fails_fails_its_whole_group_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opened(tmp_path)
    await store.append(CODE, batch(0))
    attempt = store_module._attempt

    def full(connection: sqlite3.Connection, job: store_module._Job) -> None:
        attempt(connection, job)
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(store_module, "_attempt", full)
    results = await asyncio.gather(
        store.append(CODE, batch(1)), store.save(ROW, Stage.OVER), return_exceptions=True
    )
    assert all(isinstance(result, LogUnavailable) for result in results)
    monkeypatch.undo()
    assert len((await store.read(CODE, 1)).lines) == 1
    await store.append(CODE, batch(1))
    await store.close()


async def test_a_game_that_was_broken_off_takes_answers_but_no_events(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    await store.append(CODE, batch(0))
    await store.append(CODE, Batch(1, 1, broken_off=True))
    with pytest.raises(Conflict):
        await store.append(CODE, batch(1))
    with pytest.raises(Conflict):
        await store.append(CODE, Batch(1, 1, broken_off=True))
    await store.append(CODE, Batch(1, 1, replies=(reply(1),)))
    assert (await store.read(CODE, 1)).broken_off
    await store.close()


async def test_answers_are_kept_within_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "REPLIES_KEPT", 3)
    monkeypatch.setattr(store_module, "COMMANDS_KEPT", 3)
    store = await opened(tmp_path)
    await store.append(CODE, batch(0))
    row = ROW
    for n in range(1, 8):
        await store.append(CODE, Batch(1, 1, replies=(reply(n),)))
        row = await store.save(row, Stage.WAITING, ("m", n, Done(f"id {n}", 0, Millis(0))))
    assert [r.n for r in (await store.read(CODE, 1)).replies] == [5, 6, 7]
    assert [n for n, _ in (await store.answers(CODE))["m"]] == [5, 6, 7]
    await store.close()


async def test_a_code_is_given_once_and_a_seed_is_never_replaced(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    assert not await store.create(ROW, SecretSeed(b"x" * 32, 1))
    kept = await store.prepare(CODE, SecretSeed(b"y" * 32, 1)), await store.seed(CODE, 1)
    assert [seed and seed.for_the_store() for seed in kept] == [bytes(32), bytes(32)]
    await store.close()


async def test_a_game_that_never_began_cannot_be_read(tmp_path: Path) -> None:
    store = await opened(tmp_path)
    for code, game in ((CODE, 1), (CODE, 2), ("NONE", 1)):
        with pytest.raises(CorruptRecord):
            await store.read(code, game)
    await store.close()


async def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(CorruptRecord, match="version 99"):
        await Store(tmp_path).open()


async def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    """Acknowledged is durable: WAL with synchronous=FULL syncs at every commit."""
    connection = connect(tmp_path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


async def test_only_its_owner_reads_the_file_with_the_seeds(tmp_path: Path) -> None:
    store = await opened(tmp_path / "new" / "folder")
    mode = (tmp_path / "new" / "folder" / FILE).stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    await store.close()
