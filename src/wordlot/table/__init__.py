"""The authority over a running game: log, state, seats and deadlines; it knows no transport."""

from wordlot.table.asked import Asked, Opening
from wordlot.table.authority import Table
from wordlot.table.clock import Clock, SteadyClock, Timer
from wordlot.table.log import (
    MOST_EVENTS,
    Batch,
    Conflict,
    Log,
    LogUnavailable,
    Reply,
    Stored,
    Verdict,
)
from wordlot.table.update import Audience, Sink, Update

__all__ = [
    "MOST_EVENTS",
    "Asked",
    "Audience",
    "Batch",
    "Clock",
    "Conflict",
    "Log",
    "LogUnavailable",
    "Opening",
    "Reply",
    "Sink",
    "SteadyClock",
    "Stored",
    "Table",
    "Timer",
    "Update",
    "Verdict",
]
