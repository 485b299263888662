"""Logs: one JSON object a line on standard error, with no secrets in it, and never a flood.

At a terminal they are lines for people.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from time import monotonic
from typing import Any

import structlog

from wordlot.server.buckets import Buckets, Rate, TokenBucket

ONE_ADDRESS = Rate(16_384, 64)
"""Characters of log that one client address can cause at once, and in a second."""
ALL_ADDRESSES = Rate(262_144, 1_024)
"""What all of them can cause together."""
TELL_EACH_S = 10.0
"""How long after a line was left out that is told, with all that were left out by then."""
KINDS = 30
"""The most kinds of lines that are told apart there."""
ADDRESSES = 10_000
"""The most addresses that are counted there."""
_JSON = structlog.processors.JSONRenderer()
# Other tracebacks would show the values of variables, and with them seeds.
_PLAIN = structlog.dev.ConsoleRenderer(
    colors=False, exception_formatter=structlog.dev.plain_traceback
)
_FAULTS = {"error", "critical", "exception", "fatal"}

_caused_by: ContextVar[str] = ContextVar("caused_by", default="")


def caused_by(address: str) -> None:
    """Have what this task logs from now on count for a client address."""
    _caused_by.set(address)


@contextmanager
def while_caused_by(address: str) -> Iterator[None]:
    """Have what is logged meanwhile count for a client address; for nobody where it is empty."""
    before = _caused_by.set(address)
    try:
        yield
    finally:
        _caused_by.reset(before)


def for_people(logger: Any, level: str, line: MutableMapping[str, Any]) -> str:  # noqa: ANN401
    """Return a line to read at a terminal, which no sign of a client can command."""
    plain = _PLAIN(logger, level, line)
    return "".join(
        sign if sign.isprintable() or sign == "\n" else ascii(sign)[1:-1] for sign in plain
    )


class Sparing:
    """Renders lines, and leaves out what clients cause beyond a bound.

    Faults have bounds of their own, so that no flood of refusals hides one. What no client caused
    is always logged.
    """

    def __init__(
        self,
        clock: Callable[[], float] = monotonic,
        render: Callable[[Any, str, MutableMapping[str, Any]], str | bytes] = _JSON,
    ) -> None:
        self._clock = clock
        self._render = render
        self._one = {fault: Buckets(ONE_ADDRESS) for fault in (False, True)}
        self._all = {fault: TokenBucket(ALL_ADDRESSES, clock()) for fault in (False, True)}
        self._left_out: Counter[str] = Counter()
        self._addresses: set[str] = set()
        self._tell_at: float | None = None

    def __call__(self, logger: Any, level: str, line: MutableMapping[str, Any]) -> str | bytes:  # noqa: ANN401
        """Return a line as it is written, or raise `structlog.DropEvent`."""
        address, now = _caused_by.get(), self._clock()
        kind = str(line.get("code") or line.get("event"))
        rendered = self._render(logger, level, line)
        if self._tell_at is not None and now >= self._tell_at:
            self.tell()
        if address and not self._spend(address, len(rendered), now, fault=level in _FAULTS):
            self._leave_out(address, kind, now)
            raise structlog.DropEvent
        return rendered

    def _spend(self, address: str, size: int, now: float, *, fault: bool) -> bool:
        """Take a line out of what an address and all of them have; false where it is used up."""
        buckets = self._one[fault].of(address, now), self._all[fault]
        if any(bucket.wait_s(now) for bucket in buckets):
            return False
        for bucket in buckets:
            bucket.spend(size, now)
        return True

    def _leave_out(self, address: str, kind: str, now: float) -> None:
        known = kind in self._left_out or len(self._left_out) < KINDS
        self._left_out[kind if known else "others"] += 1
        if len(self._addresses) < ADDRESSES:
            self._addresses.add(address)
        if self._tell_at is None:
            self._tell_at = now + TELL_EACH_S
            # Without a running loop the next line tells.
            with suppress(RuntimeError):
                asyncio.get_running_loop().call_later(TELL_EACH_S, self.tell)

    def tell(self) -> None:
        """Log how many lines were left out since this was told last, if any were."""
        if not self._left_out:
            return
        left_out, addresses = dict(self._left_out), len(self._addresses)
        self._left_out.clear()
        self._addresses.clear()
        self._tell_at = None
        with while_caused_by(""):
            structlog.get_logger(__name__).warning(
                "lines_left_out", lines=sum(left_out.values()), addresses=addresses, of=left_out
            )


def set_up(level: int = logging.INFO) -> None:
    """Write the logs of this process from now on: as JSON; plain at a terminal, what is amiss."""
    at_terminal = sys.stderr is not None and sys.stderr.isatty()
    if at_terminal:
        level = max(level, logging.WARNING)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *(() if at_terminal else (structlog.processors.format_exc_info,)),
            Sparing(render=for_people if at_terminal else _JSON),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = _ToStructlog()
    for name in ("asyncio", "uvicorn", "uvicorn.error", "wordlot"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.setLevel(logging.WARNING)
        logger.propagate = name == "uvicorn.error"


class _ToStructlog(logging.Handler):
    """Hands on what libraries log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record of `logging` as one of ours."""
        if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
            # A text that is none is bad input. uvicorn refuses it, and the server logs that.
            return
        log = structlog.get_logger(record.name)
        log.log(record.levelno, record.getMessage(), exc_info=record.exc_info)
