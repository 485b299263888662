"""The file of the store: its form in each version, and how it is opened."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing, suppress
from errno import ENOENT
from pathlib import Path
from sqlite3 import SQLITE_CORRUPT, SQLITE_NOTADB
from typing import NoReturn

from wordlot.core.errors import CorruptRecord, InvalidNotation
from wordlot.words.files import reason

FILE = "tables.db"
SQL_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged file raises: what SQLite says of one may quote bytes of it that are no text."""
BUSY_MS = 5_000
"""How long the lock of another program on the file, as of one that copies it, is waited for."""
_HEAD = b"SQLite format 3\0"
_SIZE_AT, _PAGES_AT = slice(16, 18), slice(28, 32)
"""Where the file says how big its pages are, and how many it has (sqlite.org/fileformat2.html)."""

# Each script leads to the next version of the file; one that was released is never edited.
_MIGRATIONS = (
    """
    CREATE TABLE tables (
        code TEXT PRIMARY KEY,
        public INTEGER NOT NULL,
        stage TEXT NOT NULL,
        body BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_stage ON tables (stage, public);
    CREATE TABLE games (
        code TEXT NOT NULL,
        game INTEGER NOT NULL,
        seed BLOB NOT NULL,
        header BLOB,
        clock INTEGER NOT NULL DEFAULT 0,
        broken_off INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (code, game)
    ) WITHOUT ROWID;
    CREATE TABLE events (
        code TEXT NOT NULL,
        game INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        batch INTEGER NOT NULL,
        event BLOB NOT NULL,
        PRIMARY KEY (code, game, seq)
    ) WITHOUT ROWID;
    CREATE TABLE replies (
        code TEXT NOT NULL,
        game INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        n INTEGER NOT NULL,
        id TEXT NOT NULL,
        verdict BLOB NOT NULL,
        PRIMARY KEY (code, game, seat, n)
    ) WITHOUT ROWID;
    CREATE TABLE commands (
        code TEXT NOT NULL,
        guest TEXT NOT NULL,
        n INTEGER NOT NULL,
        id TEXT NOT NULL,
        answer BLOB NOT NULL,
        PRIMARY KEY (code, guest, n)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE tables ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET touched = CAST(strftime('%s', 'now') AS INTEGER);
    """,
    # Games that are on are looked at once: which of them have clocks that go on, is not known here.
    """
    CREATE TABLE service (ms INTEGER NOT NULL);
    INSERT INTO service VALUES (0);
    ALTER TABLE games ADD COLUMN slept INTEGER;
    ALTER TABLE games ADD COLUMN due INTEGER;
    CREATE INDEX games_by_due ON games (due) WHERE due IS NOT NULL;
    UPDATE games SET slept = 0, due = 0
    WHERE header IS NOT NULL AND NOT broken_off
        AND code IN (SELECT code FROM tables WHERE stage = 'playing');
    """,
    # A row that cannot be read is set aside when it is asked for, and has no places until then.
    """
    CREATE TABLE places (
        guest TEXT NOT NULL,
        code TEXT NOT NULL,
        over INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        PRIMARY KEY (guest, code)
    ) WITHOUT ROWID;
    CREATE INDEX places_by_code ON places (code);
    CREATE INDEX places_by_time ON places (guest, over, touched);
    INSERT OR IGNORE INTO places
    SELECT json_extract(seat.value, '$.guest'), code, stage = 'over', touched
    FROM tables, json_each(
        CASE WHEN json_valid(CAST(body AS TEXT)) THEN CAST(body AS TEXT) ELSE '{}' END, '$.seats'
    ) AS seat
    WHERE seat.type = 'object' AND json_type(seat.value, '$.guest') = 'text';
    """,
    """
    ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    """,
    """
    ALTER TABLE service ADD COLUMN name TEXT NOT NULL DEFAULT '';
    UPDATE service SET name = lower(hex(randomblob(8)));
    """,
    # From here on seconds of the service count, not those of the machine's clock.
    """
    UPDATE tables SET touched = (SELECT ms / 1000 FROM service);
    UPDATE places SET touched = touched
        - (SELECT max(touched) FROM places) + (SELECT ms / 1000 FROM service);
    """,
)
VERSION = len(_MIGRATIONS)
"""Of the file as it is here."""
FORM = (
    "SELECT code, public, stage, body, touched, version FROM tables LIMIT 0",
    "SELECT code, game, seed, header, clock, broken_off, slept, due FROM games LIMIT 0",
    "SELECT ms, name FROM service LIMIT 0",
    "SELECT guest, code, over, touched FROM places LIMIT 0",
    "SELECT code, game, seq, at, batch, event FROM events LIMIT 0",
    "SELECT code, game, seat, n, id, verdict FROM replies LIMIT 0",
    "SELECT code, guest, n, id, answer FROM commands LIMIT 0",
)
"""Questions that only a file of this form answers."""
_ODD_CLOCKS = "SELECT count(*) FROM service WHERE typeof(ms) != 'integer'"
_NAME = re.compile("[0-9a-f]{16}")


def connect(folder: Path) -> sqlite3.Connection:
    """Open the file of a data folder, made if need be, and bring it to this version.

    `InvalidNotation` where the folder or the file cannot be used, `CorruptRecord` where the file is
    damaged, is something else, or was written by a later version.
    """
    file = folder / FILE
    try:
        make_private(folder)
        # Asked first: SQLite says of a folder, or of a file of others, only that it cannot open it.
        # The file holds the seeds of running games, so that others can never open it.
        os.close(os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600))
        check_head(file)
        file.chmod(0o600)
        names = file.stat().st_nlink
    except OSError as error:
        raise InvalidNotation(f"{error.filename or file} cannot be used: {reason(error)}") from None
    if names > 1:
        # What each of them is opened by has a log of its own (sqlite.org/howtocorrupt.html, 2.4).
        raise InvalidNotation(
            f"{file} has {names} names (hard links), and is damaged when it is opened by two; "
            "copy it, and put the copy in its place"
        )
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        _migrate(connection, file)
        _check_whole(connection, file)
    except SQL_ERRORS as error:
        connection.close()
        _fail(file, error)
    except BaseException:
        connection.close()
        raise
    return connection


def make_private(folder: Path) -> None:
    """Make a folder that is its owner's alone; one that is there stays as it is. `OSError`."""
    if folder.is_symlink() and not folder.exists():
        raise OSError(ENOENT, "it is a link that leads nowhere", str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def check_head(file: Path) -> None:
    """Raise `CorruptRecord` for a file that has lost its head and still has its log.

    SQLite, even where it may only read, would take it for a new one and remove the log. `OSError`
    where it cannot be read.
    """
    log = file.with_name(f"{FILE}-wal")
    if not log.exists() or not log.stat().st_size:
        return
    with file.open("rb") as opened:
        head = opened.read(len(_HEAD))
    if head != _HEAD:
        raise CorruptRecord(f"{file} is damaged: it has lost its head, and not its log {log.name}")


def check(folder: Path) -> None:
    """Open the file of a data folder and close it again; raises as `connect` does."""
    with closing(connect(folder)):
        pass


def name_of(connection: sqlite3.Connection) -> str:
    """Return the name that the file got when it was made, unlike that of any other.

    `CorruptRecord` where it cannot be read.
    """
    found = connection.execute("SELECT name FROM service").fetchone()
    if found is None or not _NAME.fullmatch(str(found[0])):
        raise CorruptRecord("the file of tables is damaged where its name is kept")
    name: str = found[0]
    return name


def kind_of(error: Exception) -> int:
    """Return the kind of an error: its lower eight bits (sqlite.org/rescode.html)."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def _fail(file: Path, error: Exception) -> NoReturn:
    if kind_of(error) in {0, SQLITE_CORRUPT, SQLITE_NOTADB}:
        raise CorruptRecord(f"{file} is damaged, or no file of tables: {error}") from None
    raise InvalidNotation(f"{file} cannot be used: {error}") from None


def _migrate(connection: sqlite3.Connection, file: Path) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if not 0 <= version <= VERSION:
        raise CorruptRecord(f"{file} has version {version}; known here is {VERSION}")
    (there,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if version == 0 and there:
        raise CorruptRecord(f"{file} is no file of tables")
    for number, script in enumerate(_MIGRATIONS[version:], start=version + 1):
        connection.executescript(f"BEGIN;{script};PRAGMA user_version={number};COMMIT;")


def _check_whole(connection: sqlite3.Connection, file: Path) -> None:
    """See that the file has its end and its form; its rows are read when they are asked for."""
    for query in FORM:
        connection.execute(query).fetchall()
    (odd,) = connection.execute(_ODD_CLOCKS).fetchone()
    if odd:
        raise CorruptRecord(f"{file} is damaged: the clock of the service is no number")
    name_of(connection)
    with suppress(sqlite3.Error):
        # Pages that are still in the log count once they are in the file.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    if file.with_name(f"{FILE}-wal").exists() and file.with_name(f"{FILE}-wal").stat().st_size:
        return
    with file.open("rb") as opened:
        head = opened.read(100)
    size = int.from_bytes(head[_SIZE_AT], "big")
    pages = int.from_bytes(head[_PAGES_AT], "big")
    expected, found = pages * (65_536 if size == 1 else size), file.stat().st_size
    if found < expected:
        raise CorruptRecord(f"{file} is cut off: it has {found} of {expected} bytes")
