"""What the tests of tables share: a clock that they turn, a log in memory that can fail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.tally import PIN, TALLY, NoWords, TallyOptions
from wordlot.core.chance import commitment, nonce_commitment
from wordlot.core.protocol import Millis, Seat, Setup
from wordlot.core.seeds import SecretSeed
from wordlot.record import AnyRules, Header, Named
from wordlot.table import Batch, Conflict, LogUnavailable, Opening, Reply, Stored, Table, Update

SEED = bytes(range(32))


class TurnedClock:
    """A `Clock` that stands until a test turns it."""

    def __init__(self) -> None:
        self._now = 1_000
        self._alarms: list[_Alarm] = []

    def now(self) -> int:
        return self._now

    def call_at(self, when: int, what: Callable[[], None]) -> _Alarm:
        alarm = _Alarm(when, what)
        self._alarms.append(alarm)
        return alarm

    def turn(self, by_ms: int) -> None:
        """Go on by some time; what falls due in it happens in order, at its own moment."""
        until = self._now + by_ms
        while due := [a for a in self._alarms if a.set and a.when <= until]:
            alarm = min(due, key=lambda a: a.when)
            self._now = max(self._now, alarm.when)
            alarm.set = False
            alarm.what()
        self._now = until
        self._alarms = [a for a in self._alarms if a.set]


class _Alarm:
    def __init__(self, when: int, what: Callable[[], None]) -> None:
        self.when = when
        self.what = what
        self.set = True

    def cancel(self) -> None:
        self.set = False


class MemoryLog:
    """A `Log` that outlives its tables, and fails as it is told."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.lines: list[Any] = []
        self.replies: list[Reply] = []
        self._numbers: set[tuple[Seat, int]] = set()
        self.clock = Millis(0)
        self.broken_off = False
        self.failures = 0
        """How many appends to come fail."""
        self.lose_answer = False
        """Whether the next append writes, and fails all the same."""
        self.gate = asyncio.Event()
        """An append waits until this is set."""
        self.gate.set()

    async def append(self, batch: Batch) -> None:
        await self.gate.wait()
        if self.failures:
            self.failures -= 1
            raise LogUnavailable("the disk is full")
        if len(self.lines) != batch.after:
            raise Conflict(f"at {len(self.lines)}, not {batch.after}")
        if len(self._numbers) != len(self.replies):
            # A test took some away, or put some in.
            self._numbers = {(reply.seat, reply.n) for reply in self.replies}
        numbers = {(reply.seat, reply.n) for reply in batch.replies}
        if not numbers.isdisjoint(self._numbers):
            raise Conflict("the reply is there")
        self._numbers |= numbers
        self.header = batch.header or self.header
        self.lines += batch.lines
        self.replies += batch.replies
        self.broken_off = self.broken_off or batch.broken_off
        if self.lose_answer:
            self.lose_answer = False
            raise LogUnavailable("the answer was lost")

    async def read(self, game: int) -> Stored:
        assert self.header is not None
        return Stored(
            self.header, tuple(self.lines), tuple(self.replies), self.clock, self.broken_off
        )


class Listener:
    """A sink that keeps what it heard."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.updates: list[Update] = []
        self.frames: list[bytes] = []
        self.leave = table.subscribe(None if seat is None else Seat(seat), self._hear)

    def _hear(self, update: Update, frame: bytes) -> None:
        self.updates.append(update)
        self.frames.append(frame)


def make_table(
    log: MemoryLog,
    clock: TurnedClock,
    rules: AnyRules = TALLY,
    ended: Callable[[], None] = lambda: None,
) -> Table:
    return Table("TABLE", rules, NoWords(), log, clock, ended)


def opening(
    seats: int = 2, *, number: int = 1, clock_ms: int | None = 60_000, seed: bytes = SEED
) -> Opening:
    nonces = tuple(f"nonce {seat}" for seat in range(seats))
    setup = Setup(
        seats=seats,
        options=TallyOptions(clock_ms),
        lexicon=PIN,
        commitment=commitment(seed),
        nonces=nonces,
        commitments=tuple(nonce_commitment(nonce) for nonce in nonces),
    )
    secret = SecretSeed(seed, number)
    return Opening(number, setup, secret, tuple(Named(f"player {seat}") for seat in range(seats)))


async def open_table(
    log: MemoryLog | None = None, clock: TurnedClock | None = None, seats: int = 2
) -> tuple[Table, MemoryLog, TurnedClock]:
    log, clock = log or MemoryLog(), clock or TurnedClock()
    table = make_table(log, clock)
    await table.open(opening(seats))
    return table, log, clock


async def soon() -> None:
    """Let everything happen that can happen without waiting."""
    for _ in range(20):
        await asyncio.sleep(0)
