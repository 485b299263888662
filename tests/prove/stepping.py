"""A server that stops at every step: a loop that runs one thing at a time, and asks in between.

Time is made up, the store commits when the loop says so, and threads run where they are started, so
that the luck of a run decides what comes before what, and the same luck does so again.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from wordlot.server import store as stores
from wordlot.server import tables_file
from wordlot.server.store import Store, Work
from wordlot.server.together import Append
from wordlot.table import Timer

T = TypeVar("T")

COMMITS = 0.3
"""How likely a step lets the store commit, where something else is ready too."""


class StepLoop(asyncio.SelectorEventLoop):
    """An event loop that runs one callback at a time and looks around after each."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self._moment = 0.0
        self.look: Callable[[], None] = lambda: None
        self.commit: Callable[[], bool] = lambda: False
        """Lets the store commit; false where nothing waits for that."""
        super().__init__()

    def time(self) -> float:
        return self._moment

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(
        self, _executor: object, func: Callable[..., object], *args: object
    ) -> asyncio.Future[Any]:
        done: asyncio.Future[Any] = self.create_future()
        done.set_result(func(*args))
        return done

    def _run_once(self) -> None:
        ready: deque[asyncio.Handle] = self._ready  # type: ignore[attr-defined]
        if not ready or self._luck.random() < COMMITS:
            self.commit()
        if not ready:
            self._ring(ready)
        handle = ready.popleft()
        if not handle.cancelled():
            handle._run()
            self.look()

    def _ring(self, ready: deque[asyncio.Handle]) -> None:
        """Let the time pass up to the next timer."""
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        while timers:
            timer = heapq.heappop(timers)
            timer._scheduled = False  # type: ignore[attr-defined]
            if not timer.cancelled():
                self._moment = max(self._moment, timer.when())
                ready.append(timer)
                return
        raise RuntimeError("nothing will ever happen again")


class LoopClock:
    """A `Clock` by the time of such a loop."""

    def __init__(self, loop: StepLoop) -> None:
        self._loop = loop

    def now(self) -> int:
        return round(self._loop.time() * 1000)

    def call_at(self, when: int, what: Callable[[], None]) -> Timer:
        return self._loop.call_at(when / 1000, what)


class StepStore(Store):
    """A store that does its jobs, some at a time, when the loop lets it."""

    def __init__(self, folder: Path, loop: StepLoop, luck: Random) -> None:
        super().__init__(folder)
        self._step = loop
        self._luck = luck
        self._waiting: deque[stores._Job] = deque()
        self.done: Callable[[stores._Job], None] = lambda _job: None
        """Hears of each job that is on the disk, before who asked for it does."""
        loop.commit = self._commit

    async def open(self) -> None:
        self._loop = self._step
        self.connection = tables_file.connect(self._folder)
        self.connection.execute("PRAGMA synchronous=OFF")

    async def close(self) -> None:
        self.connection.close()

    async def _do(self, work: Work[T], append: Append | None = None) -> T:
        done: asyncio.Future[T] = self._step.create_future()
        self._waiting.append(stores._Job(work, done, append))
        return await done

    def _commit(self) -> bool:
        if not self._waiting:
            return False
        jobs = [self._waiting.popleft() for _ in range(self._luck.randint(1, len(self._waiting)))]
        stores._commit(self.connection, jobs)
        for job in jobs:
            if job.error is None:
                self.done(job)
        self._step.call_soon(stores._resolve, jobs)
        return True


def finished(coroutine: Coroutine[Any, Any, T]) -> T | None:
    """Return what a coroutine returns that waits for nothing; none where it waits."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    with suppress(BaseException):
        coroutine.throw(asyncio.CancelledError())
    return None
