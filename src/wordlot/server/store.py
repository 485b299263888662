"""The store: one SQLite file in the data folder, one writer thread, commits in groups."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias, TypeVar

import msgspec

from wordlot.core.errors import CorruptRecord
from wordlot.core.protocol import Millis, Seat
from wordlot.core.reading import UNREADABLE
from wordlot.core.seeds import SecretSeed
from wordlot.record import Header, Line
from wordlot.server.seats import TableRow
from wordlot.server.tables_file import connect, kind_of, name_of
from wordlot.server.together import (
    Append,
    ClockAt,
    append_together,
    save_clocks,
    write_rows,
)
from wordlot.server.wire import Done, Refused, Stage
from wordlot.table import MOST_EVENTS, Batch, Conflict, LogUnavailable, Reply, Stored, Verdict

COMMANDS_KEPT = 64
"""Answers to commands of the lobby that are remembered for each guest at a table."""
GROUP = 256
"""The most jobs of one commit."""

LONGEST = MOST_EVENTS + 250
"""The most events of a game that are read; the last decision may go beyond what a game may have."""

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], T]
Answer: TypeAlias = Done | Refused


class _Job:
    def __init__(
        self, work: Work[Any], done: asyncio.Future[Any], append: Append | None = None
    ) -> None:
        self.work = work
        self.done = done
        self.append = append
        """What it appends; nothing else is done for many tables at once."""
        self.result: Any = None
        self.error: Exception | None = None


class Store:
    """The tables, games and answers of one data folder.

    Every call is a coroutine of the event loop in which the store was opened. Raises
    `LogUnavailable` where the disk does not take it; the call may then be tried again.
    """

    def __init__(
        self,
        folder: Path,
        uptime: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    ) -> None:
        self._folder = folder
        self._uptime = uptime
        self._service_from = 0
        self.name = ""
        """Of the file, unlike that of any other; known once it is open."""
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._fault: str | None = None

    @property
    def fault(self) -> str | None:
        """Why nothing can be kept just now; none where the last commit was done."""
        if self._thread is not None and not self._thread.is_alive():
            return "the thread that writes has died"
        return self._fault

    async def open(self) -> None:
        """Open the file, bring it to this version, and start the writer.

        Raises `InvalidNotation` where the folder cannot be used, and `CorruptRecord` where the file
        is damaged or a later version wrote it.
        """
        self._loop = asyncio.get_running_loop()
        connection = await asyncio.to_thread(connect, self._folder)
        self._thread = threading.Thread(
            target=self._run, args=(connection,), name="store", daemon=True
        )
        self._thread.start()
        self._service_from = await self._do(_service) - self._uptime()
        self.name = await self._do(name_of)

    async def close(self) -> None:
        """Finish what was asked for, and close the file."""
        if self._thread is not None:
            with suppress(LogUnavailable):
                await self._do(partial(_served, now=self._now()))
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    async def create(self, row: TableRow, seed: SecretSeed) -> bool:
        """Keep a new table and the seed of its first game; false where its code is taken."""
        return await self._do(partial(_create, row=row, seed=seed, now=self._now()))

    async def save(
        self, row: TableRow, stage: Stage, answer: tuple[str, int, Answer] | None = None
    ) -> TableRow:
        """Keep who sits at a table, with the answer to a command: guest, number, answer.

        Returns the row as it is kept. `Conflict` where somebody else has kept another since.
        """
        return await self._do(partial(_save, row=row, stage=stage, now=self._now(), answer=answer))

    async def load(self, code: str) -> TableRow | None:
        """Return a table, or none where there is no such code."""
        return await self._do(partial(_load, code=code))

    async def places(self, guest: str, *, over: bool, most: int) -> list[tuple[TableRow, Stage]]:
        """Return so many tables at which a guest has a seat, the newest first.

        Those that are over, or all others; what cannot be read is left out.
        """
        return await self._do(partial(_places, guest=guest, over=over, most=most))

    async def knows(self, guest: str) -> bool:
        """Tell whether a guest has a seat anywhere."""
        return await self._do(partial(_knows, guest=guest))

    async def head(self, code: str, game: int) -> int:
        """Return the number of the last event of a game; 0 before the first."""
        return await self._do(partial(_head, code=code, game=game))

    async def answers(self, code: str) -> dict[str, list[tuple[int, Answer]]]:
        """Return the remembered answers to commands at a table, by guest, the oldest first."""
        return await self._do(partial(_answers, code=code))

    async def due(self, most: int) -> list[str]:
        """Return tables at which something fell due while they slept, the first ones first."""
        return await self._do(partial(_due, now=self._service_ms(), most=most))

    async def wake(self, code: str) -> None:
        """Let the clock of a game that slept be as late as it is now; nothing is due any more."""
        await self._do(partial(_wake, code=code, now=self._service_ms()))

    async def forget_waiting(
        self, age_s: float, used: Collection[str], held: Collection[str]
    ) -> int:
        """Forget tables at which no game ever began and that nobody touched for so long a service.

        Those in use count as touched now; those held in memory stay. Returns how many went.
        """
        now = self._now()
        work = partial(_forget_waiting, now=now, before=now - age_s, used=used, held=held)
        return await self._do(work)

    async def prepare(self, code: str, seed: SecretSeed) -> SecretSeed:
        """Keep the seed of a game to come; returns the one that was kept before, if any."""
        return await self._do(partial(_prepare, code=code, seed=seed))

    async def seed(self, code: str, game: int) -> SecretSeed | None:
        """Return the secret seed of a game."""
        return await self._do(partial(_seed, code=code, game=game))

    async def opened(self, code: str, game: int) -> bool:
        """Tell whether a game has events."""
        return await self._do(partial(_opened, code=code, game=game))

    async def save_clocks(self, clocks: Sequence[ClockAt]) -> None:
        """Keep how far the clocks of games have come, and that of the service.

        That one goes on only while a server runs, so that games that sleep are not charged else.
        """
        await self._do(partial(save_clocks, clocks=clocks, service_ms=self._service_ms()))

    async def append(self, code: str, batch: Batch) -> None:
        """Write a batch durably. Raises `Conflict` where the log ends elsewhere."""
        work = partial(_append, code=code, batch=batch)
        await self._do(work, Append(code, batch))

    async def read(self, code: str, game: int) -> Stored:
        """Return a game. `CorruptRecord` where it never began."""
        return await self._do(partial(_read, code=code, game=game))

    def _now(self) -> int:
        """Return when it is, in seconds of the service: no clock that people set counts here."""
        return self._service_ms() // 1_000

    def _service_ms(self) -> int:
        """Return for how long servers have run with this file, all together."""
        return self._service_from + self._uptime()

    async def _do(self, work: Work[T], append: Append | None = None) -> T:
        assert self._loop is not None, "the store is not open"
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(work, done, append))
        return await done

    def _run(self, connection: sqlite3.Connection) -> None:
        going = True
        while going:
            first = self._jobs.get()
            jobs, going = self._gather(first)
            if jobs:
                self._fault = _commit(connection, jobs)
                self._hand_back(jobs)
        connection.close()

    def _gather(self, first: _Job | None) -> tuple[list[_Job], bool]:
        """Return what waits as one group, and whether to go on after it."""
        jobs: list[_Job] = []
        job = first
        while job is not None:
            jobs.append(job)
            if len(jobs) == GROUP:
                return jobs, True
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return jobs, True
        return jobs, False

    def _hand_back(self, jobs: list[_Job]) -> None:
        assert self._loop is not None
        # Without a running loop nobody waits for the results any more.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(_resolve, jobs)


class StoreLog:
    """The log of one table, as `Table` asks for it."""

    def __init__(self, store: Store, code: str) -> None:
        self._store = store
        self._code = code

    async def append(self, batch: Batch) -> None:
        """Write durably, or raise `Conflict` or `LogUnavailable`."""
        await self._store.append(self._code, batch)

    async def read(self, game: int) -> Stored:
        """Return all that is kept of a game."""
        return await self._store.read(self._code, game)


def _resolve(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if job.error is not None:
            job.done.set_exception(job.error)
        else:
            job.done.set_result(job.result)


def _commit(connection: sqlite3.Connection, jobs: list[_Job]) -> str | None:
    """Do all jobs in one transaction; one that raises is undone alone.

    Returns why nothing was kept; none where it was.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        _carry_out(connection, jobs)
        connection.execute("COMMIT")
    except Exception as error:  # noqa: BLE001 - the thread goes on, whatever one job was
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        for job in jobs:
            job.error = LogUnavailable(str(error))
        return str(error)
    return None


def _carry_out(connection: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Do the jobs in their order, neighbouring appends together where none of them conflicts."""
    for appends, group in groupby(jobs, lambda job: job.append is not None):
        run = list(group)
        if not (appends and _together(connection, [x.append for x in run if x.append])):
            for job in run:
                _attempt(connection, job)


def _together(connection: sqlite3.Connection, appends: list[Append]) -> bool:
    """Append all at once; false where each has to be tried by itself, and nothing was done."""
    connection.execute("SAVEPOINT together")
    try:
        done = append_together(connection, appends)
    except sqlite3.Error as error:
        if kind_of(error) != sqlite3.SQLITE_CORRUPT:
            raise
        done = False
    except Exception:  # noqa: BLE001 - which of them it was, shows when each is tried
        done = False
    if not done:
        connection.execute("ROLLBACK TO together")
    connection.execute("RELEASE together")
    return done


def _attempt(connection: sqlite3.Connection, job: _Job) -> None:
    connection.execute("SAVEPOINT job")
    try:
        job.result = job.work(connection)
    except sqlite3.Error as error:
        if kind_of(error) != sqlite3.SQLITE_CORRUPT:
            raise
        job.error = CorruptRecord(f"the file of tables is damaged where this is kept: {error}")
        connection.execute("ROLLBACK TO job")
    except Exception as error:  # noqa: BLE001 - it belongs to who asked, not to the group
        job.error = error
        connection.execute("ROLLBACK TO job")
    connection.execute("RELEASE job")


def _create(connection: sqlite3.Connection, row: TableRow, seed: SecretSeed, now: int) -> bool:
    if _load(connection, row.code) is not None:
        return False
    connection.execute(
        "INSERT INTO tables (code, public, stage, body, touched, version)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (row.code, row.public, Stage.WAITING, msgspec.json.encode(row), now, row.version),
    )
    _save_places(connection, row, Stage.WAITING, now)
    _served(connection, now)
    _prepare(connection, row.code, seed)
    return True


def _save(
    connection: sqlite3.Connection,
    row: TableRow,
    stage: Stage,
    now: int,
    answer: tuple[str, int, Answer] | None = None,
) -> TableRow:
    body, version = msgspec.json.encode(row), row.version + 1
    kept = connection.execute(
        "UPDATE tables SET stage = ?, body = ?, touched = ?, version = ?"
        " WHERE code = ? AND version = ?",
        (stage.value, body, now, version, row.code, row.version),
    )
    saved = msgspec.structs.replace(row, version=version)
    if not kept.rowcount:
        found = connection.execute(
            "SELECT stage, body, version FROM tables WHERE code = ?", (row.code,)
        ).fetchone()
        if found != (stage.value, body, version) or not _is_answered(connection, row.code, answer):
            raise Conflict(f"table {row.code} was changed by somebody else")
        # It was kept, and the answer that said so was lost.
        return saved
    _save_places(connection, row, stage, now)
    _served(connection, now)
    if answer is not None:
        guest, n, given = answer
        connection.execute(
            "INSERT INTO commands VALUES (?, ?, ?, ?, ?)",
            (row.code, guest, n, given.id, msgspec.json.encode(given)),
        )
        connection.execute(
            "DELETE FROM commands WHERE code = ? AND guest = ? AND n <= ?",
            (row.code, guest, n - COMMANDS_KEPT),
        )
    return saved


def _save_places(connection: sqlite3.Connection, row: TableRow, stage: Stage, now: int) -> None:
    connection.execute("DELETE FROM places WHERE code = ?", (row.code,))
    connection.executemany(
        "INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?)",
        [
            (holder.guest, row.code, stage is Stage.OVER, now)
            for holder in row.seats
            if holder is not None and holder.guest is not None
        ],
    )


def _is_answered(
    connection: sqlite3.Connection, code: str, answer: tuple[str, int, Answer] | None
) -> bool:
    """Tell whether the answer to a command is kept, if there is one."""
    if answer is None:
        return True
    guest, n, given = answer
    found = connection.execute(
        "SELECT id FROM commands WHERE code = ? AND guest = ? AND n = ?", (code, guest, n)
    ).fetchone()
    return found is not None and bool(found[0] == given.id)


def _load(connection: sqlite3.Connection, code: str) -> TableRow | None:
    found = connection.execute(
        "SELECT body, version FROM tables WHERE code = ?", (code,)
    ).fetchone()
    if found is None:
        return None
    row = _decoded(found[0], TableRow, f"table {code}")
    if row.code != code:
        raise CorruptRecord(f"table {code} is kept as {row.code!r}")
    return msgspec.structs.replace(row, version=found[1])


def _places(
    connection: sqlite3.Connection, guest: str, *, over: bool, most: int
) -> list[tuple[TableRow, Stage]]:
    found = connection.execute(
        "SELECT body, stage FROM places JOIN tables USING (code)"
        " WHERE guest = ? AND over = ? ORDER BY places.touched DESC LIMIT ?",
        (guest, over, most),
    )
    rows = []
    for body, stage in found:
        with suppress(CorruptRecord, ValueError):
            rows.append((_decoded(body, TableRow, "a table"), Stage(stage)))
    return rows


def _knows(connection: sqlite3.Connection, guest: str) -> bool:
    query = "SELECT 1 FROM places WHERE guest = ? LIMIT 1"
    return connection.execute(query, (guest,)).fetchone() is not None


def _decoded(raw: bytes, kind: type[T], what: str) -> T:
    try:
        return msgspec.json.decode(raw, type=kind)
    except UNREADABLE as error:
        raise CorruptRecord(f"{what} cannot be read: {error}") from None


def _answers(connection: sqlite3.Connection, code: str) -> dict[str, list[tuple[int, Answer]]]:
    found: dict[str, list[tuple[int, Answer]]] = {}
    rows = connection.execute(
        "SELECT guest, n, answer FROM commands WHERE code = ? ORDER BY guest, n", (code,)
    )
    for guest, n, answer in rows:
        decoded: Answer = _decoded(answer, Answer, f"an answer at table {code}")  # type: ignore[arg-type]
        found.setdefault(guest, []).append((n, decoded))
    return found


def _service(connection: sqlite3.Connection) -> int:
    found = connection.execute("SELECT ms FROM service").fetchone()
    return 0 if found is None else int(found[0])


def _served(connection: sqlite3.Connection, now: int) -> None:
    """Keep that servers have run until now, so that no later one counts from earlier."""
    connection.execute("UPDATE service SET ms = max(ms, ?)", (1_000 * now,))


def _due(connection: sqlite3.Connection, now: int, most: int) -> list[str]:
    rows = connection.execute(
        "SELECT code FROM games WHERE due <= ? ORDER BY due LIMIT ?", (now, most)
    )
    return [code for (code,) in rows]


def _wake(connection: sqlite3.Connection, code: str, now: int) -> None:
    connection.execute(
        "UPDATE games SET clock = clock + max(0, ? - slept), slept = NULL, due = NULL"
        " WHERE code = ? AND slept IS NOT NULL",
        (now, code),
    )


def _forget_waiting(
    connection: sqlite3.Connection,
    now: int,
    before: float,
    used: Collection[str],
    held: Collection[str],
) -> int:
    _served(connection, now)
    connection.executemany(
        "UPDATE tables SET touched = ? WHERE code = ?", [(now, code) for code in used]
    )
    # A table whose next game was about to begin counts as waiting too, but has a game to keep.
    old = connection.execute(
        "SELECT code FROM tables WHERE stage = ? AND touched < ?"
        " AND NOT EXISTS (SELECT 1 FROM events WHERE events.code = tables.code)",
        (Stage.WAITING.value, before),
    ).fetchall()
    gone = [(code,) for (code,) in old if code not in held]
    for name in ("commands", "games", "places", "tables"):
        connection.executemany(f"DELETE FROM {name} WHERE code = ?", gone)  # noqa: S608 - no input
    return len(gone)


def _prepare(connection: sqlite3.Connection, code: str, seed: SecretSeed) -> SecretSeed:
    connection.execute(
        "INSERT INTO games (code, game, seed) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (code, seed.number, seed.for_the_store()),
    )
    kept = _seed(connection, code, seed.number)
    assert kept is not None
    return kept


def _seed(connection: sqlite3.Connection, code: str, game: int) -> SecretSeed | None:
    found = connection.execute(
        "SELECT seed FROM games WHERE code = ? AND game = ?", (code, game)
    ).fetchone()
    return None if found is None else SecretSeed(bytes(found[0]), game)


def _opened(connection: sqlite3.Connection, code: str, game: int) -> bool:
    return _head(connection, code, game) > 0


def _head(connection: sqlite3.Connection, code: str, game: int) -> int:
    (head,) = connection.execute(
        "SELECT max(seq) FROM events WHERE code = ? AND game = ?", (code, game)
    ).fetchone()
    return head or 0


def _append(connection: sqlite3.Connection, code: str, batch: Batch) -> None:
    game = batch.game
    head = _head(connection, code, game)
    if head != batch.after:
        raise Conflict(f"table {code}, game {game} is at event {head}, not {batch.after}")
    _append_game(connection, code, batch)
    for reply in batch.replies:
        _check_reply(connection, code, game, reply)
    write_rows(connection, [Append(code, batch)])


def _append_game(connection: sqlite3.Connection, code: str, batch: Batch) -> None:
    key = (code, batch.game)
    found = connection.execute(
        "SELECT broken_off FROM games WHERE code = ? AND game = ?", key
    ).fetchone()
    adds = bool(batch.lines) or batch.broken_off
    if found is None or (found[0] and adds):
        raise Conflict(f"table {code}, game {batch.game} is not to be played")
    if batch.header is not None:
        connection.execute(
            "UPDATE games SET header = ? WHERE code = ? AND game = ?",
            (msgspec.json.encode(batch.header), *key),
        )
    if batch.broken_off:
        connection.execute("UPDATE games SET broken_off = 1 WHERE code = ? AND game = ?", key)


def _check_reply(connection: sqlite3.Connection, code: str, game: int, reply: Reply) -> None:
    known = connection.execute(
        "SELECT 1 FROM replies WHERE code = ? AND game = ? AND seat = ? AND n = ?",
        (code, game, reply.seat, reply.n),
    ).fetchone()
    if known is not None:
        raise Conflict(f"table {code}, game {game}: seat {reply.seat} has reply {reply.n}")


def _read(connection: sqlite3.Connection, code: str, game: int) -> Stored:
    key = (code, game)
    events = _head(connection, code, game)
    if events > LONGEST:
        raise CorruptRecord(f"game {game} has {events:,} events; {LONGEST:,} at most are read")
    found = connection.execute(
        "SELECT header, clock, broken_off FROM games WHERE code = ? AND game = ?", key
    ).fetchone()
    if found is None or found[0] is None:
        raise CorruptRecord(f"table {code} has no game {game}")
    header, clock, broken_off = found
    lines = connection.execute(
        "SELECT seq, at, batch, event FROM events WHERE code = ? AND game = ? ORDER BY seq", key
    )
    replies = connection.execute(
        "SELECT seat, id, n, verdict FROM replies WHERE code = ? AND game = ? ORDER BY n", key
    )
    return Stored(
        header=_decoded(header, Header, f"the header of table {code}, game {game}"),
        lines=tuple(Line(seq, at, batch, msgspec.Raw(e)) for seq, at, batch, e in lines),
        replies=tuple(_reply(*row) for row in replies),
        clock=Millis(clock),
        broken_off=bool(broken_off),
    )


def _reply(seat: int, command_id: str, n: int, verdict: bytes) -> Reply:
    return Reply(Seat(seat), command_id, n, _decoded(verdict, Verdict, "a reply"))
