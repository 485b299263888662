"""The promise that stalls, restarts and changed clocks cost nobody time."""

from __future__ import annotations

import ast
import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import msgspec
import pytest
import websockets

import wordlot
from tests.prove.attempts import judged_late
from tests.prove.fire import Server, Table, add_short_words, nursery, seat_players
from tests.prove.players import Short, any_move
from tests.prove.promises import Finding, Goal, Scale, promise
from tests.prove.tables import CODE, any_opening
from tests.tables import MemoryLog, make_table, opening
from wordlot.games.bet_the_bag.actions import BagCode
from wordlot.games.registry import GAMES
from wordlot.table import SteadyClock
from wordlot.table import Table as Authority

MOST_MS = 250
"""What a stall may cost a player."""
OFF_MS = 50
"""What a deadline may be off when the clock of the machine is changed."""
HOUR_S = 3_600.0
WALL_CLOCKS = {"time.time", "time.time_ns", "datetime.now", "datetime.today", "datetime.utcnow"}
MAY_TELL_THE_TIME = {"server/backup.py"}
"""A backup says when it began."""


class _Source:
    """A monotonic clock whose process stands still as told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def run(self, clock: SteadyClock, seconds: float) -> None:
        """Go on for some time, in which the clock is looked at as often as it asks for."""
        until = self.now + seconds
        while self.now < until:
            self.now = min(until, self.now + 0.05)
            clock.now()


async def _stalled(name: str, luck: Random) -> tuple[list[int], int]:
    """Play a game with stalls before its actions; return what they cost, and what was late."""
    source = _Source()
    clock = SteadyClock(source)
    table = Authority(CODE, GAMES[name].rules, Short(), MemoryLog(), clock)
    await table.open(any_opening(name, luck, Short()))
    costs: list[int] = []
    late = sent = 0
    while not table.over and len(costs) < 100:
        due = table.due
        if due is not None:
            source.run(clock, luck.random() * 0.9 * (due - table.now) / 1000)
        seat = luck.choice(table.rules.awaited(table.state))
        view = table.view(seat)
        action = any_move(view, table.rules.offers(view), luck)
        before = table.now
        source.now += luck.choice([luck.uniform(0, 1), luck.uniform(0, 120)])
        sent += 1
        # What waited in the socket is read first after a stall.
        verdict = await table.submit(seat, f"c{sent}", action)
        if due is not None and due - before > MOST_MS:
            costs.append(verdict.at - before)
            # A word may be tried once a second, stall or not (B7.4).
            late += not verdict.ok and verdict.code != BagCode.TOO_SOON
    await table.close()
    return costs, late


class _Reading:
    """What the clock of a table showed, and between which two moments that was read."""

    def __init__(self, now: int, asked: float, told: float) -> None:
        self.now = now
        self.asked = asked
        self.told = told

    def least_cost(self, before: _Reading, away_s: float) -> float:
        """Return the least of what the time away cost since a reading, in milliseconds."""
        return self.now - before.now - (self.told - before.asked - away_s) * 1000


async def _read(server: Server, table: Table) -> _Reading:
    asked = time.monotonic()
    where = f"{server.address.replace('http', 'ws')}/ws/{table.code}"
    while True:
        try:
            async with websockets.connect(
                where, origin=websockets.Origin(server.address), proxy=None
            ) as page:
                while True:
                    frame = msgspec.json.decode(await page.recv())
                    if frame["t"] == "update":
                        return _Reading(frame["now"], asked, time.monotonic())
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(0.01)
            asked = time.monotonic()


PLANS_S: tuple[tuple[float, ...], ...] = (
    (120,),
    (120,),
    (90, 30),
    (90, 30),
    (60, 60),
    (45, 40, 35),
    (20, 15, 15, 15, 15, 10, 10, 10, 10),
    (8, 0.1, 8, 0.3, 3, 1, 5, 1, 3, 0.1, 0.3, 1, 8, 0.1, 8, 0.3, 3, 1, 5, 1, 3, 0.1, 0.3, 1),
)
"""For how long each of some servers stands still; every second time it is started again."""


AUCTIONS = (("match", "round_clock_ms"), ("bet_the_bag", "bid_clock_ms"))
DAY_MS = 86_400_000


async def _stopped_often(
    folder: Path, number: int, plan: Iterable[float], luck: Random
) -> tuple[list[float], list[float]]:
    """Stop or restart a server while a game waits; return what stalls and restarts cost, in ms."""
    costs: tuple[list[float], list[float]] = ([], [])
    add_short_words(folder / "data", folder / "cache")
    async with nursery(folder / "data", folder / "cache", folder / "log") as server:
        await server.start()
        game, clock = AUCTIONS[number // 2 % 2]
        table = await seat_players(server, game, 2, luck, {clock: DAY_MS})
        for i, planned_s in enumerate(plan, start=number):
            before = await _read(server, table)
            if i % 2:
                await server.kill(luck.choice([signal.SIGKILL, signal.SIGTERM]))
                begun = time.monotonic()
                await asyncio.sleep(planned_s)
                await server.start()
            else:
                os.kill(server.pid, signal.SIGSTOP)
                begun = time.monotonic()
                await asyncio.sleep(planned_s)
                os.kill(server.pid, signal.SIGCONT)
            away_s = time.monotonic() - begun
            after = await _read(server, table)
            costs[i % 2].append(after.least_cost(before, away_s))
    return costs


ATTEMPTS_S = (120.0, 90.0, 70.0, 30.0)
"""For how long servers stand still in the minute of an attempt."""


@dataclass
class _Stopped:
    """What it cost that real servers stood still, in ms, and which actions came too late for it."""

    stalls: list[float]
    restarts: list[float]
    late: list[bool]
    longest_s: float


async def _stopped(scale: Scale, luck: Random) -> _Stopped:
    """Stop servers side by side."""
    plans: Sequence[tuple[float, ...]] = ((0.6, 0.3),)
    attempts_s: Sequence[float] = (0.5,)
    if scale.long:
        longest = max(sum(plan) for plan in PLANS_S)
        share = min(1.0, max(5.0, scale.left_s - 10) / longest)
        plans = [tuple(away_s * share for away_s in plan) for plan in PLANS_S]
        attempts_s = [away_s * share for away_s in ATTEMPTS_S]
    with TemporaryDirectory() as name:
        folders = [Path(name) / f"server {i}" for i in range(len(plans) + len(attempts_s))]
        for folder in folders:
            folder.mkdir()
        work = [
            _stopped_often(folder, i, plan, Random(luck.random()))
            for i, (folder, plan) in enumerate(zip(folders, plans, strict=False))
        ]
        attempts = [
            judged_late(folder, away_s, Random(luck.random()))
            for folder, away_s in zip(folders[len(plans) :], attempts_s, strict=True)
        ]
        costs, late = await asyncio.gather(asyncio.gather(*work), asyncio.gather(*attempts))
    stalls = [cost for one, _ in costs for cost in one]
    restarts = [cost for _, other in costs for cost in other]
    return _Stopped(stalls, restarts, late, max(max(plan) for plan in plans))


async def _off(luck: Random) -> float:
    """Let a deadline come while the clock of the machine is changed; return how far it is off."""
    clock, log = SteadyClock(), MemoryLog()
    clock.start()
    table = make_table(log, clock)  # type: ignore[arg-type]  # any clock will do
    begun = time.monotonic()
    await table.open(opening(2, clock_ms=200))
    closed = asyncio.Event()
    table.subscribe(None, lambda update, _frame: closed.set() if update.view.round > 1 else None)
    shift = luck.choice([-HOUR_S, HOUR_S])
    with pytest.MonkeyPatch.context() as patch:
        real = time.time
        patch.setattr(time, "time", lambda: real() + shift)
        patch.setattr(time, "time_ns", lambda: int((real() + shift) * 1e9))
        await closed.wait()
    off = (time.monotonic() - begun) * 1000 - 200
    await table.close()
    clock.stop()
    return off


def _wall_clocks() -> list[str]:
    """Return where the package reads the clock of the machine, other than to tell people."""
    root = Path(wordlot.__file__).parent
    return [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in sorted(root.rglob("*.py"))
        if path.relative_to(root).as_posix() not in MAY_TELL_THE_TIME
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in WALL_CLOCKS
    ]


STALLS = 50_000


def _stall_often(scale: Scale, luck: Random) -> Counter[str]:
    counts: Counter[str] = Counter()
    most = 0
    for i in scale.until(lambda: counts["stalls"], short=300, long=STALLS, least=2):
        costs, late = asyncio.run(_stalled(("match", "bet_the_bag")[i % 2], luck))
        most = max(most, *costs, 0)
        counts.update(stalls=len(costs), late=late)
    # Those of several processes are added up, so each says what it found by its name.
    counts[f"most {most}"] += 1
    return counts


@promise(9)
def stalls_cost_nobody_time(scale: Scale) -> Finding:
    """Games of both kinds stall for up to 120 s, simulated, before actions that wait in the
    socket. Real servers, each with a game in an auction, are stopped (SIGSTOP) or restarted (in
    order, or killed), and the clock of the table is read before and after; the shortest time that
    the reading itself can have taken is counted as played. Others are stopped in the minute of an
    attempt, and an action waits in the socket meanwhile. Deadlines come while the clock of the
    machine is changed by an hour, and the package is searched for readings of that clock.
    """
    luck = scale.luck("clocks")
    counts = scale.part(0.2).divided(_stall_often, "stalls")
    most = max(int(name.removeprefix("most ")) for name in counts if name.startswith("most "))
    offs = [asyncio.run(_off(luck)) for _ in scale.part(0.1).each(short=3, long=40)]
    real = asyncio.run(_stopped(scale, luck))
    walls = _wall_clocks()
    return Finding(
        f"most charged for {counts['stalls']:,} simulated stalls {most} ms, judged late "
        f"{counts['late']}; for {len(real.stalls)} real stalls {max(real.stalls):.0f} ms and "
        f"{len(real.restarts)} restarts {max(real.restarts):.0f} ms (less than 0: given back), the "
        f"longest of {real.longest_s:.0f} s; judged late after a stall in an attempt "
        f"{sum(real.late)} of {len(real.late)}; deadlines off by {median(offs):.0f} ms (median of "
        f"{len(offs)}) with the clock changed; {len(walls)} readings of that clock",
        counts["late"] == 0
        and most <= MOST_MS
        and max(*real.stalls, *real.restarts) <= MOST_MS
        and not any(real.late)
        # On a busy machine everything is late, with or without a changed clock.
        and (median(offs) <= OFF_MS or not scale.long)
        and not walls,
        (Goal("simulated stalls", STALLS, counts["stalls"]),),
    )
