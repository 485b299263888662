"""The promise that a backup can be taken at any time."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from tests.prove.players import Short
from tests.prove.promises import Finding, Scale, promise
from wordlot.core.protocol import Millis, Seat
from wordlot.core.seeds import SecretSeed
from wordlot.record import FORMAT, Header, Line, Named
from wordlot.server.archive import Contents
from wordlot.server.backup import restore
from wordlot.server.seats import Holder, TableRow
from wordlot.server.store import Store
from wordlot.server.tables_file import FILE
from wordlot.table import Batch, Reply, Verdict

BIDS_PER_S = 500
TABLES = 20
WORDLOT = (sys.executable, "-c", "from wordlot.cli import main; main()")
HEADER = Header(FORMAT, "match", 1, Short.pin, "TABLE", 1, (Named("Mira"), Named("Tom")))


def _row(code: str) -> TableRow:
    seats = (Holder("Mira", "m"), Holder("Tom", "t"))
    return TableRow(code, "match", {}, Short.pin, public=False, seats=seats, host="m")


def _bid(after: int) -> Batch:
    event = msgspec.Raw(msgspec.json.encode({"type": "bid_placed", "number": after + 1}))
    line = Line(after + 1, Millis(after), after + 1, event)
    reply = Reply(
        Seat(0), f"c{after}", after + 1, Verdict(ok=True, seq=after + 1, at=Millis(after))
    )
    return Batch(1, after, (line,), (reply,), HEADER if after == 0 else None)


class Bids:
    """Bids that come in at a rate, and when each was acknowledged."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._heads = dict.fromkeys((f"TABLE{i}" for i in range(TABLES)), 0)
        self.acknowledged: list[tuple[datetime, str, int]] = []
        self._stopped = False

    async def come_in(self) -> None:
        """Send bids to the tables in turn until they are to stop."""
        for code in self._heads:
            await self._store.create(_row(code), SecretSeed(bytes(32), 1))
        loop = asyncio.get_running_loop()
        begun, waiting = loop.time(), set[asyncio.Task[None]]()
        codes = list(self._heads)
        for number in count():
            if self._stopped:
                break
            await asyncio.sleep(begun + number / BIDS_PER_S - loop.time())
            code = codes[number % TABLES]
            after = self._heads[code]
            self._heads[code] += 1
            task = loop.create_task(self._append(code, after))
            waiting.add(task)
            task.add_done_callback(waiting.discard)
        await asyncio.gather(*waiting)

    def stop(self) -> None:
        self._stopped = True

    async def _append(self, code: str, after: int) -> None:
        await self._store.append(code, _bid(after))
        self.acknowledged.append((datetime.now(UTC), code, after + 1))


async def _back_up(data: Path, file: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(*WORDLOT, "backup", str(file), "--data", str(data)),
        env=os.environ,
        stdout=subprocess.DEVNULL,
    )
    assert await process.wait() == 0


def _events(data: Path) -> dict[str, list[int]]:
    with closing(sqlite3.connect(data / FILE)) as connection:
        rows = connection.execute("SELECT code, seq FROM events ORDER BY code, seq").fetchall()
    found: dict[str, list[int]] = {}
    for code, seq in rows:
        found.setdefault(code, []).append(seq)
    return found


def _missing(contents: Contents, data: Path, bids: Bids) -> tuple[int, int, int]:
    """Return how many bids had to be there, how many are not, and in how many tables some lack."""
    begun = datetime.fromisoformat(contents.begun)
    events = _events(data)
    due = [(code, seq) for at, code, seq in bids.acknowledged if at < begun]
    missing = sum(seq not in events.get(code, ()) for code, seq in due)
    gaps = sum(seqs != list(range(1, len(seqs) + 1)) for seqs in events.values())
    return len(due), missing, gaps


async def _backed_up(scale: Scale, folder: Path) -> tuple[list[tuple[int, int, int]], float]:
    store, found = Store(folder / "data"), list[tuple[int, int, int]]()
    await store.open()
    bids = Bids(store)
    coming = asyncio.ensure_future(bids.come_in())
    begun = asyncio.get_running_loop().time()
    await asyncio.sleep(0.3)
    for i in scale.each(short=1, long=30):
        file, there = folder / f"{i}.zip", folder / f"there {i}"
        await _back_up(folder / "data", file)
        contents = await asyncio.to_thread(restore, file, there)
        found.append(await asyncio.to_thread(_missing, contents, there, bids))
    bids.stop()
    await coming
    rate = len(bids.acknowledged) / (asyncio.get_running_loop().time() - begun)
    await store.close()
    return found, rate


@promise(7)
def a_backup_can_be_taken_at_any_time(scale: Scale) -> Finding:
    """Bids come in at 500 a second while `wordlot backup` runs in another process, again and
    again. Each backup is restored into another folder, where SQLite checks it, and the bids in it
    are compared with those that were acknowledged. A backup tells when it began: what was
    acknowledged before is in it, what came later may be missing.
    """
    with TemporaryDirectory() as folder:
        found, rate = asyncio.run(_backed_up(scale, Path(folder)))
    due, missing, gaps = (sum(column) for column in zip(*found, strict=True))
    return Finding(
        f"{len(found)} backups at {rate:.0f} bids a second, all restored whole; of {due:,} bids "
        f"acknowledged before a backup began {missing} missing, {gaps} tables with a gap",
        missing == gaps == 0 and due > 0,
    )
