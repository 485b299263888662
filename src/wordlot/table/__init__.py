"""The authority over a running game: log, state, seats and deadlines; it knows no transport."""

from wordlot.table.authority import Asked, Audience, Opening, Sink, Table, Update
from wordlot.table.clock import Clock, SteadyClock, Timer
from wordlot.table.log import Batch, Conflict, Log, LogUnavailable, Reply, Stored, Verdict

__all__ = [
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
