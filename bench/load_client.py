"""The load client as the benchmarks call it: a plan of sockets and actions, and runs at a rate."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec

from bench.program import Program, build

SOURCE = Path(__file__).parent / "peers/load.cpp"

Lines: TypeAlias = list[tuple[str, ...]]


class Run(msgspec.Struct, frozen=True):
    """What one run measured; times in milliseconds from the moment an action was due."""

    rate: float
    """Actions a second that were asked for; 0 kept every table busy."""
    seconds: float
    actions: int
    told: int
    """Updates that sockets received."""
    acks: int
    bytes: int
    ack_p50: float
    ack_p99: float
    last_p50: float
    last_p99: float
    missed: int
    """Actions that were due and not done when it ended."""
    exhausted: bool
    """Whether a table came to the end of its script, which ended the run."""
    cpu: float
    """Share of one core that the client used."""

    @property
    def deliveries_per_s(self) -> float:
        """Updates that sockets received in a second."""
        return self.told / self.seconds

    def holds(self, limit_ms: float) -> bool:
        """Tell whether 99 of 100 actions were acknowledged and told to all within a limit."""
        late = self.missed > 0.01 * self.actions
        return not late and self.actions > 0 and max(self.ack_p99, self.last_p99) <= limit_ms


@dataclass
class Plan:
    """Which sockets to open, what they say at first, and the script that every table plays.

    `{table}` in a payload is the name of the table, `{seat}` in a greeting the number of the seat.
    """

    port: int
    told: bytes
    """How an update begins."""
    ack: bytes | None = None
    """How an acknowledgement begins; none where the update is one."""
    empty: bytes = b""
    """What an update that tells of no action has near its beginning."""
    fault: bytes = b""
    ready: bytes = b""
    """How the frame begins after which a socket is ready; empty where an open one is."""
    share: int = 5
    """One table of so many is bidding at a time, a quarter of a second each."""
    binary: bool = False
    again: bool = False
    """Whether a script starts over at its end."""
    hello: list[tuple[bytes, bytes]] = field(default_factory=list)
    answers: list[tuple[bytes, bytes]] = field(default_factory=list)
    opening: list[tuple[int, bytes]] = field(default_factory=list)
    script: list[tuple[int, bytes]] = field(default_factory=list)
    tables: list[tuple[str, Sequence[tuple[str, str]]]] = field(default_factory=list)
    """Each with its name, and a path and header lines for each of its sockets."""

    def lines(self) -> str:
        """Return the plan as the client reads it."""
        lines: Lines = [("port", str(self.port)), ("share", str(self.share))]
        lines += [("binary",)] if self.binary else []
        lines += [("again",)] if self.again else []
        lines += [("ack", self.ack.hex())] if self.ack is not None else []
        for name in ("told", "empty", "fault", "ready"):
            lines.append((name, getattr(self, name).hex()))
        lines += [("hello", when.hex(), what.hex()) for when, what in self.hello]
        lines += [("answer", when.hex(), what.hex()) for when, what in self.answers]
        lines += [("opening", str(seat), what.hex()) for seat, what in self.opening]
        lines += [("step", str(seat), what.hex()) for seat, what in self.script]
        for name, sockets in self.tables:
            lines.append(("table", name))
            lines += [("socket", path, headers) for path, headers in sockets]
        return "".join("\t".join(line) + "\n" for line in lines)


@cache
def built() -> tuple[tempfile.TemporaryDirectory[str], Path]:
    """Return the program, compiled once in a folder of its own. `OSError` where there is no g++."""
    folder = tempfile.TemporaryDirectory()
    program = Path(folder.name) / "load"
    build(SOURCE, program, "-O2")
    return folder, program


class Client(Program):
    """A load client whose sockets are open when this is made; it ends when this is left."""

    def __init__(self, plan: Plan) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".plan") as file:
            file.write(plan.lines())
            file.flush()
            super().__init__([built()[1], file.name])

    def run(self, rate: float, *, warm_s: float, measure_s: float) -> Run:
        """Let tables act at a rate, or without a pause where it is 0; measure the latter part."""
        return msgspec.json.decode(self.ask(f"run {rate} {warm_s} {measure_s}"), type=Run)
