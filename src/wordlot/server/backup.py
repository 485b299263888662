"""Backups: all that a data folder keeps in one file, taken while the server goes on serving."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path, PurePosixPath

import msgspec

from wordlot import __version__
from wordlot.core.errors import CorruptRecord, InvalidNotation
from wordlot.server.store import FILE, VERSION

FORMAT = 1
"""Raised when a backup would be read differently."""
CONTENTS = "contents.json"
LEXICONS = "lexicons"


class Contents(msgspec.Struct, frozen=True):
    """What a backup holds, as its file `contents.json` tells it."""

    format: int
    wordlot: str
    begun: str
    """In UTC. What was acknowledged before is in the backup; what came later may be missing."""
    tables: int
    games: int
    events: int
    files: dict[str, str]
    """SHA-256 (hex) of each file."""


def back_up(data: Path, target: Path) -> Contents:
    """Write all that a data folder keeps to a new file, whether or not a server uses it.

    `InvalidNotation` where there is nothing to keep, or the file is there already or cannot be
    written.
    """
    if not (data / FILE).is_file():
        raise InvalidNotation(f"{data} holds no tables; choose another folder with --data")
    if target.exists():
        raise InvalidNotation(f"{target} is there already; choose another name")
    try:
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            copy = Path(folder) / FILE
            begun = datetime.now(UTC).isoformat(timespec="milliseconds")
            _copy_tables(data / FILE, copy)
            files = {FILE: copy, **dict(_lexicon_files(data))}
            counts = _counts(copy)
            hashes = {name: _hash(path) for name, path in files.items()}
            contents = Contents(FORMAT, __version__, begun, *counts, hashes)
            whole = Path(folder) / "backup"
            _pack(whole, contents, files)
            # It holds the seeds of running games, as the tables do.
            whole.chmod(0o600)
            whole.rename(target)
    except OSError as error:
        raise InvalidNotation(f"{target} cannot be written: {error.strerror}") from None
    except sqlite3.Error as error:
        raise CorruptRecord(f"{data / FILE} cannot be read: {error}") from None
    return contents


def restore(source: Path, data: Path) -> Contents:
    """Put a backup into a data folder that holds no tables yet.

    Nothing is put there at all where something is wrong: `InvalidNotation` for a file that is no
    backup, or a folder that holds tables or lexicons; `CorruptRecord` for a damaged one.
    """
    if (data / FILE).exists() or (data / LEXICONS).exists():
        raise InvalidNotation(f"{data} holds tables or lexicons; choose another with --data")
    try:
        data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=data) as folder:
            contents = _unpack(source, Path(folder))
            _check_tables(Path(folder) / FILE, contents)
            if (Path(folder) / LEXICONS).exists():
                (Path(folder) / LEXICONS).rename(data / LEXICONS)
            (Path(folder) / FILE).rename(data / FILE)
    except OSError as error:
        raise InvalidNotation(f"{error.filename or source}: {error.strerror}") from None
    return contents


def _copy_tables(source: Path, copy: Path) -> None:
    """Copy the tables as they stand at one moment; writers go on meanwhile."""
    with (
        # One that only reads never moves the log of a running server into its file.
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as running,
        closing(sqlite3.connect(copy)) as copied,
    ):
        running.backup(copied)


def _lexicon_files(data: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted((data / LEXICONS).rglob("*")):
        if path.is_file():
            yield path.relative_to(data).as_posix(), path


def _counts(tables: Path) -> tuple[int, int, int]:
    with closing(sqlite3.connect(tables)) as connection:
        one, two, three = (
            connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608 - ours
            for name in ("tables", "games", "events")
        )
    return one, two, three


def _hash(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _pack(whole: Path, contents: Contents, files: dict[str, Path]) -> None:
    with whole.open("wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(CONTENTS, msgspec.json.format(msgspec.json.encode(contents)))
            for name, path in files.items():
                packed.write(path, name)
        file.flush()
        os.fsync(file.fileno())


def _unpack(source: Path, folder: Path) -> Contents:
    """Unpack what the contents name and nothing else, having seen that it is whole."""
    try:
        with zipfile.ZipFile(source) as packed:
            contents = msgspec.json.decode(packed.read(CONTENTS), type=Contents)
            _check_contents(contents, source)
            for name, expected in contents.files.items():
                raw = packed.read(name)
                if sha256(raw).hexdigest() != expected:
                    raise CorruptRecord(f"{source}: {name} was changed, its hash is another")
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch(0o600)
                path.write_bytes(raw)
    except (zipfile.BadZipFile, KeyError, msgspec.MsgspecError, EOFError) as error:
        raise InvalidNotation(f"{source} is not a whole backup: {error}") from None
    return contents


def _check_contents(contents: Contents, source: Path) -> None:
    if contents.format != FORMAT:
        raise InvalidNotation(f"{source} has format {contents.format}; known here is {FORMAT}")
    for name in contents.files:
        path = PurePosixPath(name)
        if name != FILE and (path.parts[0] != LEXICONS or ".." in path.parts):
            raise InvalidNotation(f"{source} holds {name!r}, which is no file of a data folder")
    if FILE not in contents.files:
        raise InvalidNotation(f"{source} holds no tables")


def _check_tables(tables: Path, contents: Contents) -> None:
    try:
        with closing(sqlite3.connect(tables)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchone()[0]
            (version,) = connection.execute("PRAGMA user_version").fetchone()
        counts = _counts(tables)
    except sqlite3.Error as error:
        raise CorruptRecord(f"the tables of the backup cannot be read: {error}") from None
    if found != "ok":
        raise CorruptRecord(f"the tables of the backup are damaged: {found}")
    if version > VERSION:
        raise CorruptRecord(f"the tables have version {version}; known here is {VERSION}")
    if counts != (contents.tables, contents.games, contents.events):
        raise CorruptRecord(f"the backup holds {counts}, not what its contents say")
