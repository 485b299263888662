"""The promise that stalls, restarts and changed clocks cost nobody time."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import signal
import time
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import pytest
import websockets

import wordlot
from tests.prove.fire import Server, Table, add_short_words, nursery, seat_players
from tests.prove.players import Short, any_move
from tests.prove.promises import Finding, Scale, promise
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
            async with websockets.connect(where, origin=websockets.Origin(server.address)) as page:
                while True:
                    frame = json.loads(await page.recv())
                    if frame["t"] == "update":
                        return _Reading(frame["now"], asked, time.monotonic())
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(0.01)
            asked = time.monotonic()


async def _stopped(scale: Scale, luck: Random) -> tuple[list[float], list[float]]:
    """Stop or restart a server while games wait; return what stalls and restarts cost, in ms."""
    stalls: list[float] = []
    restarts: list[float] = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        add_short_words(folder / "data", folder / "cache")
        async with nursery(folder / "data", folder / "cache", folder / "log") as server:
            await server.start()
            day = {"round_clock_ms": 86_400_000}
            table = await seat_players(server, "match", 2, luck, day)
            for i in scale.each(short=2, long=60, least=2):
                away_s = luck.uniform(0.0, 1.0) if i < 2 else luck.choice([0.1, 0.3, 1, 3, 8])
                before = await _read(server, table)
                if i % 2:
                    await server.kill(luck.choice([signal.SIGKILL, signal.SIGTERM]))
                    down = time.monotonic()
                    await asyncio.sleep(away_s)
                    await server.start()
                    away_s = time.monotonic() - down
                else:
                    os.kill(server.pid, signal.SIGSTOP)
                    await asyncio.sleep(away_s)
                    os.kill(server.pid, signal.SIGCONT)
                after = await _read(server, table)
                (restarts if i % 2 else stalls).append(after.least_cost(before, away_s))
    return stalls, restarts


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


@promise(9)
def stalls_cost_nobody_time(scale: Scale) -> Finding:
    """Games of both kinds stall for up to 120 s, simulated, before actions that wait in the
    socket. A real server is stopped (SIGSTOP) or restarted (in order, or killed) for up to some
    seconds in the middle of an auction, and its table's clock read before and after; the shortest
    time that the reading itself can have taken is counted as played. Deadlines come while the
    clock of the machine is changed by an hour, and the package is searched for readings of that
    clock.
    """
    luck = Random("clocks")
    costs: list[int] = []
    late = 0
    for i in scale.part(0.2).each(short=6, long=2_000, least=2):
        more, wrong = asyncio.run(_stalled(("match", "bet_the_bag")[i % 2], luck))
        costs, late = costs + more, late + wrong
    offs = [asyncio.run(_off(luck)) for _ in scale.part(0.1).each(short=3, long=40)]
    stalls, restarts = asyncio.run(_stopped(scale, luck))
    walls = _wall_clocks()
    return Finding(
        f"most charged for {len(costs):,} simulated stalls {max(costs)} ms, judged late {late}; "
        f"for {len(stalls)} real stalls {max(stalls):.0f} ms and {len(restarts)} restarts "
        f"{max(restarts):.0f} ms (less than 0: given back); deadlines off by {median(offs):.0f} ms "
        f"(median of {len(offs)}) with the clock changed; {len(walls)} readings of that clock",
        late == 0
        and max(costs) <= MOST_MS
        and max(*stalls, *restarts) <= MOST_MS
        # On a busy machine everything is late, with or without a changed clock.
        and (median(offs) <= OFF_MS or not scale.long)
        and not walls,
    )
