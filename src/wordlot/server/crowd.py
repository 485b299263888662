"""Who is connected: how many connections there are, and how many of them from each address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Protocol

import structlog

from wordlot.server.addresses import limited_as
from wordlot.server.settings import Settings

BACKLOG = 64
"""The most connections that the system accepts before they are counted here."""
TELL_EACH_S = 10.0
"""How often it is logged at most that connections were refused."""

_log = structlog.get_logger(__name__)


class Idle(Protocol):
    """A connection that nobody would miss."""

    def make_room(self) -> None:
        """End it at once."""
        ...


class Crowd:
    """Counts connections, and refuses those beyond a bound.

    Where there are too many in all, one that waits makes room for a new one: whoever asks something
    gets through, whoever holds connections without a whole request loses the oldest of them.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        limits = settings.limits
        self._from_one = limits.from_one
        self._most = min(limits.connections, open_files() - limits.spare_files - 2 * BACKLOG)
        # Through a proxy come many, and who they are is told by what they ask.
        self._unlimited = (*settings.exempt, *settings.proxies)
        self._clock = clock
        self._of: Counter[str] = Counter()
        self._all = 0
        self._idle: dict[Idle, None] = {}
        self._refused: Counter[str] = Counter()
        self._tell_at = 0.0

    def enter(self, address: str) -> str | None:
        """Count a new connection; returns as what to `leave`, or none where it is refused."""
        name = limited_as(address, self._unlimited)
        if name and self._of[name] >= self._from_one:
            self._count_refusal("too_many_of_one")
            return None
        if self._all >= self._most:
            self._count_refusal("too_many")
            if not self._idle:
                return None
            oldest = next(iter(self._idle))
            del self._idle[oldest]
            oldest.make_room()
        self._all += 1
        self._of[name] += 1
        return name

    def leave(self, name: str) -> None:
        """Count a connection no longer."""
        self._all -= 1
        self._of[name] -= 1
        if not self._of[name]:
            del self._of[name]

    def rests(self, connection: Idle) -> None:
        """Note that a connection asks nothing; it makes room where that is needed."""
        self._idle.pop(connection, None)
        self._idle[connection] = None

    def works(self, connection: Idle) -> None:
        """Note that a connection is of use, or gone."""
        self._idle.pop(connection, None)

    def __len__(self) -> int:
        return self._all

    def _count_refusal(self, why: str) -> None:
        """Log it, but not each time: whoever floods a server could fill its disk too."""
        self._refused[why] += 1
        now = self._clock()
        if now >= self._tell_at:
            self._tell_at = now + TELL_EACH_S
            _log.warning("connections_refused", open=self._all, most=self._most, **self._refused)
            self._refused.clear()


def open_files() -> int:
    """Return how many files and connections this process may have open, having asked for more."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        soft = _raise(hard)
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft


def _raise(hard: int) -> int:
    """Raise the limit of open files as far as it goes; returns it."""
    import resource

    # macOS tells no limit, and takes no more than a number of its own.
    for wanted in (hard, 10_240):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):
            continue
        break
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
