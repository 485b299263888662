"""Time at a table: it never runs back, and leaves out whatever kept the table from playing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from wordlot.core.protocol import Millis

STALL_MS = 250
"""A longer gap between two looks at the clock is a stall of the process, and counts nothing."""
LOOK_MS = 50
"""How often the clock is looked at, so that only a stall leaves a long gap."""


class Timer(Protocol):
    """Something that will happen."""

    def cancel(self) -> None:
        """Make it not happen."""
        ...


class Clock(Protocol):
    """A clock that never runs back, and leaves out the time in which the process stood still."""

    def now(self) -> int:
        """Return milliseconds since any moment."""
        ...

    def call_at(self, when: int, what: Callable[[], None]) -> Timer:
        """Call something once the clock shows `when`."""
        ...


class TableClock:
    """A table's own time: it can be stopped, and starts again where it stood."""

    def __init__(self, clock: Clock, at: int, *, running: bool) -> None:
        self._clock = clock
        self._base = clock.now() - at
        self._stopped: int | None = None if running else at

    @property
    def running(self) -> bool:
        """Whether it is not stopped."""
        return self._stopped is None

    def now(self) -> Millis:
        """Return the table's milliseconds."""
        return Millis(self._clock.now() - self._base if self._stopped is None else self._stopped)

    def stop(self) -> None:
        """Stand still from now on."""
        self._stopped = self.now()

    def go(self) -> None:
        """Go on from where it stands."""
        if self._stopped is not None:
            self._base = self._clock.now() - self._stopped
            self._stopped = None

    def call_at(self, when: Millis, what: Callable[[], None]) -> Timer:
        """Call something once it shows `when`; right only while it is not stopped."""
        return self._clock.call_at(when + self._base, what)


class SteadyClock:
    """A monotonic clock that leaves out stalls: a stopped process, a suspended machine.

    Between two looks it advances by what passed, but not at all where more than `STALL_MS` passed.
    Nobody could act while the process stood still, so nobody is charged for it, and what waited in
    the sockets meanwhile is read before a deadline comes.
    """

    def __init__(self, source: Callable[[], float] = time.monotonic) -> None:
        self._source = source
        self._seen = source()
        self._now = 0.0
        self._ticker: asyncio.TimerHandle | None = None

    def now(self) -> int:
        """Return milliseconds since the clock was made, stalls left out."""
        seen = self._source()
        gap = (seen - self._seen) * 1000
        self._seen = seen
        if gap <= STALL_MS:
            self._now += gap
        return int(self._now)

    def start(self) -> None:
        """Look at the clock from now on, from the running event loop."""
        self._look(asyncio.get_running_loop())

    def stop(self) -> None:
        """Look no more."""
        if self._ticker is not None:
            self._ticker.cancel()
            self._ticker = None

    def call_at(self, when: int, what: Callable[[], None]) -> Timer:
        """Call something once the clock shows `when`; a stall in between puts it off."""
        return _Alarm(self, when, what)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self.now()
        self._ticker = loop.call_later(LOOK_MS / 1000, self._look, loop)


class _Alarm:
    def __init__(self, clock: SteadyClock, when: int, what: Callable[[], None]) -> None:
        self._clock = clock
        self._when = when
        self._what = what
        self._loop = asyncio.get_running_loop()
        self._set()

    def _set(self) -> None:
        left = max(0, self._when - self._clock.now())
        self._handle = self._loop.call_later(left / 1000, self._ring)

    def _ring(self) -> None:
        if self._clock.now() < self._when:
            self._set()
        else:
            self._what()

    def cancel(self) -> None:
        self._handle.cancel()
