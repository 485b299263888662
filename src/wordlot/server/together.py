"""Many writes in a few statements: what a busy server stores at once.

Each step of a statement lets go of Python's lock and has to wait for it again, up to the switch
interval while the event loop is busy. Eight statements for each bid would wait for longer than
they work; a group of any size needs about a dozen.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec

from wordlot.core.protocol import Millis
from wordlot.table import Batch, Reply
from wordlot.table.replies import REPLIES_KEPT

LARGEST = 512
"""Rows of one statement; SQLite binds 32,766 values at most."""

Values: TypeAlias = tuple[Any, ...]


class ClockAt(NamedTuple):
    """How far the clock of a game has come; all times in ms."""

    code: str
    game: int
    clock: Millis
    left: int | None = None
    """Until the game goes on by itself, where its clock runs on while nobody is there."""


class Append(NamedTuple):
    """A batch for the game of a table."""

    code: str
    batch: Batch


def append_together(connection: sqlite3.Connection, appends: Sequence[Append]) -> bool:
    """Append to games, all or nothing; false where that was nothing.

    It is when one of them conflicts, or is not plain: opens a game, breaks one off, or is not the
    only one to its game. Then each has to be judged by itself.
    """
    games = {(code, batch.game) for code, batch in appends}
    if len(games) < len(appends) or not all(_is_plain(batch) for _, batch in appends):
        return False
    connection.execute("SAVEPOINT together")
    try:
        done = _try(connection, appends)
    except sqlite3.IntegrityError:
        done = False
    if not done:
        connection.execute("ROLLBACK TO together")
    connection.execute("RELEASE together")
    return done


def save_clocks(connection: sqlite3.Connection, clocks: Sequence[ClockAt], service_ms: int) -> None:
    """Keep how far the clocks of games have come at a moment of the service."""
    rows = [
        (code, game, clock, *((None, None) if left is None else (service_ms, service_ms + left)))
        for code, game, clock, left in clocks
    ]
    for part in _parts(rows):
        connection.execute(_clocks(len(part)), _flat(part))
    # Where no clock goes on by itself nobody asks for it, and nothing is written.
    connection.execute(
        "UPDATE service SET ms = ? WHERE EXISTS (SELECT 1 FROM games WHERE due IS NOT NULL)",
        (service_ms,),
    )


def _is_plain(batch: Batch) -> bool:
    return batch.header is None and not batch.broken_off


def _try(connection: sqlite3.Connection, appends: Sequence[Append]) -> bool:
    asked = [(code, batch.game, batch.after, bool(batch.lines)) for code, batch in appends]
    for part in _parts(asked):
        if connection.execute(_conflicts(len(part)), _flat(part)).fetchone() is not None:
            return False
    write_rows(connection, appends)
    return True


def write_rows(connection: sqlite3.Connection, appends: Sequence[Append]) -> None:
    """Write the lines and replies of batches that were judged, and drop the replies too old."""
    lines = [
        (code, batch.game, line.seq, line.at, line.batch, bytes(line.event))
        for code, batch in appends
        for line in batch.lines
    ]
    replies = [(code, batch.game, reply) for code, batch in appends for reply in batch.replies]
    for part in _parts(lines):
        connection.execute(_insert("events", len(part)), _flat(part))
    for part in _parts([_reply_row(*reply) for reply in replies]):
        connection.execute(_insert("replies", len(part)), _flat(part))
    connection.executemany(
        "DELETE FROM replies WHERE code = ? AND game = ? AND seat = ? AND n <= ?",
        [
            (code, game, reply.seat, reply.n - REPLIES_KEPT)
            for code, game, reply in replies
            if reply.n > REPLIES_KEPT
        ],
    )


def _reply_row(code: str, game: int, reply: Reply) -> Values:
    verdict = msgspec.json.encode(reply.verdict)
    return code, game, reply.seat, reply.n, reply.command_id, verdict


def _parts(rows: Sequence[Values]) -> Iterator[Sequence[Values]]:
    """Yield the rows in parts whose sizes are powers of two, so that statements are few."""
    at, size = 0, LARGEST
    while at < len(rows):
        while size > len(rows) - at:
            size //= 2
        yield rows[at : at + size]
        at += size


def _flat(rows: Sequence[Values]) -> list[Any]:
    return [value for row in rows for value in row]


@cache
def _insert(table: str, rows: int) -> str:
    marks = ", ".join(["(?, ?, ?, ?, ?, ?)"] * rows)
    return f"INSERT INTO {table} VALUES {marks}"  # noqa: S608 - its two names are here


@cache
def _clocks(rows: int) -> str:
    marks = ", ".join(["(?, ?, ?, ?, ?)"] * rows)
    return f"""
        WITH saved (code, game, clock, slept, due) AS (VALUES {marks})
        UPDATE games SET clock = saved.clock, slept = saved.slept, due = saved.due FROM saved
        WHERE games.code = saved.code AND games.game = saved.game
    """  # noqa: S608 - all values are bound


@cache
def _conflicts(rows: int) -> str:
    """Return the query for a game that is not to be played, or does not end where it should."""
    marks = ", ".join(["(?, ?, ?, ?)"] * rows)
    return f"""
        WITH asked (code, game, after, adds) AS (VALUES {marks})
        SELECT 1 FROM asked LEFT JOIN games USING (code, game)
        WHERE broken_off IS NULL OR (broken_off AND adds) OR after <> coalesce(
            (SELECT max(seq) FROM events
             WHERE events.code = asked.code AND events.game = asked.game), 0)
        LIMIT 1
    """  # noqa: S608 - all values are bound
