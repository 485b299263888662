"""Load: how many bids and tables one server carries, beside its peers with the same traffic."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from bench.load_client import Client, Run
from bench.load_sides import (
    BoardgameIo,
    Colyseus,
    Echo,
    Side,
    Wordlot,
    memory_kib,
    settle,
)
from bench.load_tables import SEATS, Move, keep_tables, known_game
from bench.report import Part, Row, Tell
from wordlot.games.match import model as m
from wordlot.words import load

_Runner: TypeAlias = Callable[[float], Run]
LIMIT_MS = 50.0
NONE = "—"
"""In the place of a figure to reach."""
TABLES = 500
MOST_TABLES = 2_000
"""As many as the server keeps in memory."""
PACE_S = 1.0
"""Between two actions at a table that is bidding; people and bots take three times as long."""
IDLE = 1_000
SHARE = 5
WARM_S, MEASURE_S = 1.0, 4.0
STEPS = 4
"""Halvings of the span in which the highest rate is looked for."""
LEAST, MOST = 0.4, 1.04
"""That span, in parts of what the server does without a pause."""


def measure(tell: Tell) -> Part:
    """Measure every row."""
    lexicon = load()
    game = known_game(lexicon)
    wordlot, echo = Wordlot(game, lexicon), Echo(game)
    sides = (echo, wordlot, Colyseus(game, "told"), Colyseus(game, "state"), BoardgameIo(game))
    found = {side.name: _search(side, tell) for side in sides}
    tell(f"{MOST_TABLES:,} tables")
    many = _many(wordlot)
    tell(f"{IDLE:,} idle tables")
    idle = _idle(wordlot, tell)
    rows = (
        *_rate_rows(found, wordlot.name, echo.name),
        *_table_rows(found[wordlot.name], many),
        *_idle_rows(idle),
    )
    return Part(
        title="Load",
        how=_how(game),
        rows=rows,
        findings=_findings(rows, found, wordlot.name, echo.name),
    )


@dataclass(frozen=True)
class Found:
    """What a search found of one side."""

    best: Run | None
    """The run at the highest rate that held; none where none did."""
    full: Run
    """The run without a pause."""

    @property
    def deliveries(self) -> float:
        """Deliveries a second at the highest rate that held."""
        return self.best.deliveries_per_s if self.best else 0.0


def _search(side: Side, tell: Tell) -> Found:
    """Look for the highest rate at which 99 of 100 actions are told within the limit."""
    with _runner(side) as run:
        tell(f"{side.name}, without a pause")
        full = run(0.0)
        most = full.deliveries_per_s / SEATS
        low, high, best = LEAST * most, MOST * most, None
        for _ in range(STEPS):
            rate = (low + high) / 2
            tell(f"{side.name}, {rate:,.0f} actions a second")
            tried = run(rate)
            if tried.holds(LIMIT_MS):
                low, best = rate, tried
            else:
                high = rate
    return Found(best, full)


@contextmanager
def _runner(side: Side) -> Iterator[_Runner]:
    """Give what runs a side at a rate, with one server for all runs where that can be."""
    if side.afresh:
        yield lambda rate: _run_once(side, TABLES, rate)
        return
    with side.plan(TABLES) as (plan, pid):
        settle(pid)
        with Client(plan) as client:
            yield lambda rate: client.run(rate, warm_s=WARM_S, measure_s=MEASURE_S)


def _run_once(side: Side, tables: int, rate: float) -> Run:
    with side.plan(tables) as (plan, pid):
        settle(pid)
        with Client(plan) as client:
            settle(pid)
            return client.run(rate, warm_s=WARM_S, measure_s=MEASURE_S)


def _many(wordlot: Wordlot) -> Run:
    """Run as many tables as the server takes, a fifth of them bidding at the pace of people."""
    return _run_once(wordlot, MOST_TABLES, MOST_TABLES / SHARE / PACE_S)


@dataclass(frozen=True)
class Idle:
    """KiB of one table at rest."""

    alone: float
    """A running game with nobody connected."""
    connected: float
    """A running game with a socket for each seat."""


def _idle(wordlot: Wordlot, tell: Tell) -> Idle:
    """Measure running games at rest: nobody there, and everybody there."""
    lexicon = load()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with wordlot.at(folder, ()) as (_, pid):
            settle(pid)
            bare = memory_kib(pid)
        kept = keep_tables(folder, IDLE, lexicon)
        with wordlot.at(folder, kept) as (plan, pid):
            settle(pid)
            with Client(plan):
                tell(f"{IDLE:,} idle tables with {SEATS} sockets each")
                settle(pid)
                connected = memory_kib(pid)
        with wordlot.at(folder, kept) as (_, pid):
            settle(pid)
            settle(pid)
            alone = memory_kib(pid)
    return Idle((alone - bare) / IDLE, (connected - bare) / IDLE)


def _how(game: Sequence[Move]) -> str:
    kinds = Counter(type(move.action) for move in game)
    mean = sum(move.update for move in game) / len(game)
    return (
        f"One server process and one load client on two cores; {TABLES} tables with {SEATS} "
        f"sockets each, a fifth of them bidding at a time. Every table plays one real game of "
        f"called bidding whose seed is known beforehand: {len(game)} actions, of which "
        f"{kinds[m.CallBid]} bids, {kinds[m.Pass]} passes and {kinds[m.LayPlay]} plays; an update "
        f"has {mean:,.0f} bytes on average. Each action is acknowledged once it is durable "
        f"(`synchronous=FULL`) and told to all {SEATS} sockets: so many deliveries. Actions fall "
        "due by chance at a mean rate, and times count from when one was due. The figure is at the "
        f"highest rate at which 99 of 100 are acknowledged, and told to the last socket, within "
        f"{LIMIT_MS:.0f} ms. The peers keep nothing and send messages as long as ours: uvicorn "
        "echoes to all sockets of a table by raw ASGI, Colyseus broadcasts a message, or sends "
        "the patch of a state that an auction changes, at once; boardgame.io sends its state."
    )


def _rate_rows(found: dict[str, Found], own: str, limit: str) -> tuple[Row, ...]:
    ours = found[own].deliveries
    colyseus = max((x for name, x in found.items() if "Coly" in name), key=lambda x: x.deliveries)
    boardgame = next(x for name, x in found.items() if "boardgame" in name)
    rows = [
        Row(
            f"{name}: deliveries a second",
            f"{one.deliveries:,.0f}",
            NONE,
            one.best is not None,
            _note(one),
        )
        for name, one in found.items()
    ]
    for name, other, least, target in (
        ("the bare uvicorn's", found[limit], 0.8, "≥ 80 %"),
        ("Colyseus', the faster of both", colyseus, 1.2, "≥ 1.2×"),
        ("boardgame.io's", boardgame, 8.0, "≥ 8×"),
    ):
        ratio = ours / other.deliveries if other.deliveries else 0.0
        shown = f"{ratio:.0%}" if least < 1 else f"{ratio:.2f}×"
        rows.append(Row(f"Wordlot's deliveries to {name}", shown, target, ratio >= least))
    return tuple(rows)


def _note(found: Found) -> str:
    best = found.best
    if best is None:
        return f"no rate held; {found.full.deliveries_per_s:,.0f} without a pause"
    return (
        f"{best.deliveries_per_s / SEATS:,.0f} actions a second; acknowledged in "
        f"{best.ack_p50:.1f} ms, p99 {best.ack_p99:.1f} ms; told to all in "
        f"{best.last_p50:.1f} ms, p99 {best.last_p99:.1f} ms; "
        f"{found.full.deliveries_per_s:,.0f} without a pause; "
        f"the client used {best.cpu:.0%} of a core"
    )


def _table_rows(found: Found, many: Run) -> tuple[Row, ...]:
    by_rate = found.deliveries / SEATS * SHARE * PACE_S
    return (
        Row(
            f"tables, one of {SHARE} bidding once in {PACE_S:.0f} s, by that rate",
            f"{by_rate:,.0f}",
            NONE,
            by_rate > 0,
            f"the server keeps {MOST_TABLES:,} in memory",
        ),
        Row(
            f"{MOST_TABLES:,} tables with {MOST_TABLES * SEATS:,} sockets at that pace",
            f"p99 {max(many.ack_p99, many.last_p99):.1f} ms",
            f"≤ {LIMIT_MS:.0f} ms",
            many.holds(LIMIT_MS),
            f"{many.deliveries_per_s:,.0f} deliveries a second; median {many.last_p50:.1f} ms",
        ),
    )


def _idle_rows(idle: Idle) -> tuple[Row, ...]:
    return (
        Row(
            f"an idle table of {IDLE:,}: a game that runs, nobody connected",
            f"{idle.alone:.0f} KiB",
            "≤ 100 KiB",
            idle.alone <= 100,
            "what the server has more than without tables (PSS)",
        ),
        Row(
            f"an idle table of {IDLE:,}: a game that runs, {SEATS} sockets connected",
            f"{idle.connected:.0f} KiB",
            "≤ 100 KiB",
            idle.connected <= 100,
            "of it a socket's transport, parser and tasks four times",
        ),
    )


def _findings(rows: Sequence[Row], found: dict[str, Found], own: str, limit: str) -> str:
    wanted = [row for row in rows if row.reach != NONE]
    missed = [f"- {row.what}: {row.figure} for {row.reach}." for row in wanted if not row.met]
    if not missed:
        return ""
    costs = {name: 1e6 * SEATS / one.full.deliveries_per_s for name, one in found.items()}
    boardgame = next(x for name, x in found.items() if "boardgame" in name)
    echo_to_boardgame = found[limit].deliveries / max(1.0, boardgame.deliveries)
    reasons = (
        (
            f"Without a pause an action takes {costs[limit]:.0f} µs of the bare uvicorn and "
            f"{costs[own]:.0f} µs of Wordlot. Measured by themselves, the table with its rules, "
            "four views and their JSON take 83 to 98 µs, and the four writes to sockets, which "
            "the echo makes too, 40 to 50 µs; the rest is frames that come in, the table's queue, "
            "what Python does for the store, and waiting for its lock. The first two alone are "
            "more than 80 % leaves for everything. To get further would take several processes "
            "for the tables, or pages that fold events, and those hold no rule on purpose."
        ),
        (
            f"The bare uvicorn itself is at {echo_to_boardgame:.1f} times boardgame.io here: 8 "
            "times asks more of a server that keeps everything than one reaches that does nothing."
        ),
        "Colyseus keeps nothing, and V8 compiles what Python interprets.",
    )
    return "\n\n".join(("Missed:", "\n".join(missed), *reasons))
