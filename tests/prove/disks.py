"""Promises about disks: power may fail and room may run out."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

from tests.prove.disk import Acknowledged, Disk, Platter, Sync, stored_on
from tests.prove.players import Short, any_move
from tests.prove.promises import Finding, Goal, Scale, promise
from tests.prove.tables import CODE, any_opening, new_table
from tests.tables import Listener, TurnedClock, soon
from wordlot.core.protocol import Millis, Seat
from wordlot.core.seeds import SecretSeed
from wordlot.record import FORMAT, Header, Line, Named, fingerprint
from wordlot.server.seats import Holder, TableRow
from wordlot.server.store import Store, StoreLog
from wordlot.server.tables_file import FILE
from wordlot.table import Batch, Reply, Table, Verdict, authority

TABLES = 5
PIN = Short.pin
HEADER = Header(FORMAT, "match", 1, PIN, CODE, 1, (Named("Mira"), Named("Tom")))

Kept = tuple[str, int, bytes]
"""Table, number and bytes of an event."""


def _row(code: str) -> TableRow:
    seats = (Holder("Mira", "m"), Holder("Tom", "t"))
    return TableRow(code, "match", {}, PIN, public=False, seats=seats, host="m")


def _batch(after: int, luck: Random) -> Batch:
    size = luck.choice((1, 1, 2, 5))
    lines = tuple(
        Line(after + 1 + i, Millis(0), after + 1, msgspec.Raw(msgspec.json.encode(luck.random())))
        for i in range(size)
    )
    reply = Reply(Seat(0), f"c{after}", after + 1, Verdict(ok=True, seq=after + size, at=Millis(0)))
    return Batch(1, after, lines, (reply,), HEADER if after == 0 else None)


async def _appends(folder: Path, disk: Disk, groups: int, luck: Random) -> None:
    """Append in groups, as a busy server does, and mark on the disk what was acknowledged."""
    codes = [f"TABLE{i}" for i in range(TABLES)]
    heads = dict.fromkeys(codes, 0)
    store = Store(folder)
    await store.open()
    for code in codes:
        await store.create(_row(code), SecretSeed(bytes(32), 1))
    for _ in range(groups):
        chosen = luck.sample(codes, luck.randint(1, TABLES))
        batches = {code: _batch(heads[code], luck) for code in chosen}
        await asyncio.gather(*(store.append(code, batch) for code, batch in batches.items()))
        for code, batch in batches.items():
            kept = [(code, line.seq, bytes(line.event)) for line in batch.lines]
            disk.steps.append(Acknowledged(kept))
            heads[code] += len(batch.lines)
    await store.close()


def _found(folder: Path, files: dict[str, bytes]) -> set[Kept] | None:
    """Return the events that are there after a power cut; none where the file is corrupt."""
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    try:
        with closing(sqlite3.connect(folder / FILE)) as connection:
            # What becomes of this copy does not matter.
            connection.execute("PRAGMA synchronous=OFF")
            if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return None
            if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                return set()
            found = connection.execute("SELECT code, seq, event FROM events").fetchall()
    except sqlite3.DatabaseError:
        return None
    return {(code, seq, bytes(event)) for code, seq, event in found}


PASS = 100
"""Cuts in one pass over the steps; the time may end after any pass, and all parts were tried."""


class _Pass:
    """One pass over what happened to a disk, with cuts on the way."""

    def __init__(self, disk: Disk, luck: Random) -> None:
        self._steps = disk.steps
        self._luck = luck
        self._platter = Platter()
        self._done = 0
        self.acknowledged: set[Kept] = set()

    def cut(self, at: int, *, drop_all: bool) -> dict[str, bytes]:
        """Go on to a step, and return the files as a power cut before it leaves them."""
        for step in self._steps[self._done : at]:
            self._platter.follow(step)
            if isinstance(step, Acknowledged):
                self.acknowledged |= set(step.what)
        self._done = at
        return self._platter.cut(None if drop_all else self._luck)


def _cut_often(scale: Scale, disk: Disk, points: tuple[int, int], luck: Random) -> tuple[int, ...]:
    """Cut the power at random steps; return cuts, acknowledged events lost, and files corrupt."""
    cuts = lost = corrupt = 0
    passes = scale.until(lambda: cuts, short=points[0], long=points[1])
    with TemporaryDirectory() as folder:
        for _ in passes:
            one = _Pass(disk, luck)
            chosen = luck.sample(range(len(disk.steps) + 1), PASS)
            for at in sorted(chosen):
                found = _found(Path(folder), one.cut(at, drop_all=luck.random() < 0.5))
                cuts += 1
                corrupt += found is None
                lost += len(one.acknowledged - found) if found is not None else 0
    return cuts, lost, corrupt


def _recorded(groups: int, synchronous: str, luck: Random) -> Disk:
    disk = Disk()
    with TemporaryDirectory() as folder, stored_on(disk, synchronous):
        asyncio.run(_appends(Path(folder), disk, groups, luck))
    return disk


CUTS = 5_000
CONTROL_CUTS = 1_000


def _powerless(scale: Scale, luck: Random) -> Counter[str]:
    groups = scale.of(short=80, long=1_000)
    disk = _recorded(groups, "FULL", luck)
    cuts, lost, corrupt = _cut_often(scale.part(0.8), disk, (100, CUTS), luck)
    control = _recorded(groups, "NORMAL", luck)
    again, control_lost, _ = _cut_often(scale.part(0.2), control, (100, CONTROL_CUTS), luck)
    return Counter(
        {
            "cuts": cuts,
            "lost": lost,
            "corrupt": corrupt,
            "steps": len(disk.steps),
            "syncs": sum(isinstance(step, Sync) for step in disk.steps),
            "control cuts": again,
            "control lost": control_lost,
        }
    )


@promise(2)
def power_may_fail(scale: Scale) -> Finding:
    """The store of the server runs on a file system that records every write and sync; for that
    it uses `apsw`, with an SQLite of its own, in place of `sqlite3`. The power is cut at random
    steps, in half of the cuts without all that was not synced, in the others with a random half
    of its sectors; then SQLite checks the file, and all that was acknowledged by then is looked
    up. With `synchronous=NORMAL` the same test has to find losses.
    """
    counts = scale.divided(_powerless, "power")
    return Finding(
        f"{counts['lost']} acknowledged events lost and {counts['corrupt']} files corrupt in "
        f"{counts['cuts']:,} power cuts among {counts['steps']:,} steps with {counts['syncs']:,} "
        f"syncs; with `synchronous=NORMAL` {counts['control lost']:,} lost in "
        f"{counts['control cuts']:,} cuts",
        counts["lost"] == counts["corrupt"] == 0 and counts["control lost"] > 0,
        (Goal("power cuts", CUTS, counts["cuts"]),),
    )


POINTS = 200


class _Filled:
    """What happened at a table each time that its disk was full."""

    def __init__(self) -> None:
        self.points = 0
        self.acknowledged = 0
        """Falsely: while nothing could be written."""
        self.frozen = 0
        self.resumed = 0
        self.ran_ms = 0
        """What the table's clock went on while the disk was full."""


async def _until(what: Callable[[], Any]) -> None:
    while not what():  # noqa: ASYNC110 - a thread brings it about
        await asyncio.sleep(0.001)


async def _fill_once(
    table: Table, clock: TurnedClock, disk: Disk, filled: _Filled, luck: Random
) -> None:
    """Let an action meet a disk that has room for a part of its writes, or for none."""
    seat = luck.choice(table.rules.awaited(table.state))
    view = table.view(seat)
    action = any_move(view, table.rules.offers(view), luck)
    heard, before, refused = Listener(table, None), table.now, disk.refused
    # A commit is some pages of 4 KiB with their heads.
    disk.room = luck.choice([0, luck.randrange(16_000)])
    verdict = table.submit(seat, f"{table.seq} {luck.random()}", action)
    await _until(lambda: verdict.done() or disk.refused > refused + 1)
    if not verdict.done():
        clock.turn(3_600_000)
        await soon()
        filled.points += 1
        filled.acknowledged += verdict.done()
        filled.frozen += not table.running and not heard.updates[-1].running
        filled.ran_ms += table.now - before
    disk.room = None
    settled = await verdict
    heard.leave()
    if disk.refused > refused:
        filled.resumed += settled.ok and table.now == before and (table.running or table.over)


async def _fill(scale: Scale, folder: Path, disk: Disk, luck: Random) -> tuple[_Filled, int]:
    """Fill the disk again and again; returns what happened, and how many tables differ after."""
    filled, differing, number = _Filled(), 0, 0
    store, clock = Store(folder), TurnedClock()
    await store.open()
    table: Table | None = None
    for _ in scale.each(short=12, long=POINTS, least=4):
        if table is None or table.over:
            if table is not None:
                await table.close()
            number += 1
            name = ("match", "bet_the_bag")[number % 2]
            code = f"TABLE{number}"
            opening = any_opening(name, luck, Short())
            await store.create(_row(code), opening.seed)
            table = new_table(name, StoreLog(store, code), clock, code=code)
            await table.open(opening)
        goal = filled.points + 1
        while filled.points < goal and not table.over:
            await _fill_once(table, clock, disk, filled, luck)
        again = new_table(name, StoreLog(store, code), clock, code=code)
        await again.restore(1, opening.seed)
        differing += fingerprint(again.state) != fingerprint(table.state)
        await again.close()
    if table is not None:
        await table.close()
    await store.close()
    return filled, differing


@promise(5)
def room_may_run_out(scale: Scale) -> Finding:
    """Seats of tables of both kinds act while the disk has room for none, or only for the first
    bytes, of what is to be written, be it the log or the copying of it into the file. An hour
    passes, then there is room again.
    """
    luck = Random("room")
    disk = Disk()
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder, stored_on(disk):
        patch.setattr(authority, "RETRY_S", 0.002)
        filled, differing = asyncio.run(_fill(scale, Path(folder), disk, luck))
    return Finding(
        f"at {filled.points} points: {filled.acknowledged} false acknowledgements, "
        f"{filled.frozen} tables said that they were frozen, {filled.resumed} resumed by "
        f"themselves and acknowledged once, their clocks had gone on by {filled.ran_ms} ms; "
        f"{differing} tables differ from what is on the disk",
        filled.points > 0
        and filled.acknowledged == differing == filled.ran_ms == 0
        and filled.frozen == filled.resumed == filled.points,
        (Goal("points", POINTS, filled.points),),
    )
