"""Backups: all that a data folder keeps in one file, taken while the server goes on serving."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from types import FrameType

import msgspec

from wordlot import __version__
from wordlot.core.errors import CorruptRecord, InvalidNotation
from wordlot.server.archive import CONTENTS, FORMAT, LEXICONS, Contents, is_own, unpack
from wordlot.server.folder_lock import LOCK, FolderLock
from wordlot.server.tables_file import FILE, FORM, SQL_ERRORS, VERSION, check_head, make_private
from wordlot.words.files import STANDARD, named, reason, standard_output
from wordlot.words.folders import check_folder

_DRAFT = ".wordlot-"
_OF_WRITING = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR_WRITE}
_OF_WRITING |= {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE}
"""Errors of SQLite that can only be those of the file that is written."""


def back_up(data: Path, target: Path) -> Contents:
    """Write all that a data folder keeps to a new file, whether or not a server uses it.

    `-` is standard output. `InvalidNotation` where there is nothing to keep, or the file is there
    already or cannot be written; `CorruptRecord` where the tables cannot be read.
    """
    if not os.path.isfile(data / FILE):  # noqa: PTH113 - false for whatever cannot be asked
        raise InvalidNotation(f"{data} holds no tables; choose another folder with --data")
    if target != STANDARD and os.path.lexists(target):
        raise InvalidNotation(f"{target} is there already; choose another name")
    beside = None if target == STANDARD else target.parent
    with _telling(named(target, out=True), "written"), _draft(beside) as folder:
        whole = folder / "backup"
        contents = _gather(data, folder, whole)
        if target == STANDARD:
            _send(whole)
        else:
            # Unlike a renaming this never replaces what somebody else put there meanwhile.
            _take_place(whole, target)
    return contents


def restore(source: Path, data: Path) -> Contents:
    """Put a backup into a data folder that holds no tables yet; `-` is standard input.

    Nothing is put there at all where something is wrong: `InvalidNotation` for a file that is no
    backup, or a folder that holds tables or lexicons or cannot be written; `CorruptRecord` for a
    damaged one.
    """
    check_folder(data)
    _check_empty(data)
    with _made(data), _telling(str(data), "written"), _draft(data) as folder:
        contents = unpack(source, folder, data)
        _check_tables(folder / FILE, contents, source)
        _check_empty(data)
        _put(folder, data)
    return contents


def _put(folder: Path, data: Path) -> None:
    if (folder / LEXICONS).exists():
        (folder / LEXICONS).rename(data / LEXICONS)
    try:
        _take_place(folder / FILE, data / FILE)
    except BaseException:
        shutil.rmtree(data / LEXICONS, ignore_errors=True)
        raise


def _check_empty(data: Path) -> None:
    if os.path.lexists(data / FILE) or os.path.lexists(data / LEXICONS):
        raise InvalidNotation(f"{data} holds tables or lexicons; choose another with --data")


@contextmanager
def _made(data: Path) -> Iterator[None]:
    """Have a folder, and the right to write to it, for a while.

    Where something is wrong it is as it was before, and so are those above it.
    """
    missing = [path for path in (data, *data.parents) if not path.exists()]
    lock, fresh = FolderLock(data), not os.path.lexists(data / LOCK)
    try:
        make_private(data)
        lock.take()
    except (OSError, InvalidNotation) as error:
        _remove_empty(missing)
        if isinstance(error, InvalidNotation):
            raise
        raise InvalidNotation(f"{data} cannot be made: {reason(error)}") from None
    try:
        yield
    except BaseException:
        lock.give_back(forget=fresh)
        _remove_empty(missing)
        raise
    lock.give_back()


def _remove_empty(folders: list[Path]) -> None:
    """Remove folders, the innermost first, up to one in which somebody else has put something."""
    with suppress(OSError):
        for path in folders:
            path.rmdir()


@contextmanager
def _telling(what: str, done: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InvalidNotation(f"{what} cannot be {done}: {reason(error)}") from None


@contextmanager
def _draft(beside: Path | None) -> Iterator[Path]:
    """Make a folder that is gone afterwards, also where the process is told to end."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + signal.SIGTERM)

    before = None
    with suppress(ValueError):  # only the main thread of a process hears signals
        before = signal.signal(signal.SIGTERM, end)
    try:
        with tempfile.TemporaryDirectory(dir=beside, prefix=_DRAFT) as folder:
            yield Path(folder)
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)


def _take_place(draft: Path, target: Path) -> None:
    """Give a file its name, unless something has it; the file is whole on the disk before."""
    try:
        os.link(draft, target)
    except FileExistsError:
        raise InvalidNotation(f"{target} is there already") from None
    except OSError:
        # Not every file system has links.
        if os.path.lexists(target):
            raise InvalidNotation(f"{target} is there already") from None
        draft.rename(target)


def _gather(data: Path, folder: Path, whole: Path) -> Contents:
    copy = folder / FILE
    begun = datetime.now(UTC).isoformat(timespec="milliseconds")
    _copy_tables(data / FILE, copy)
    files = {FILE: copy, **_lexicon_files(data, folder)}
    counts = _counts(copy, data / FILE)
    hashes = {name: _hash(path) for name, path in files.items()}
    contents = Contents(FORMAT, __version__, begun, *counts, hashes)
    _pack(whole, contents, files)
    # It holds the seeds of running games, as the tables do.
    whole.chmod(0o600)
    return contents


def _copy_tables(source: Path, copy: Path) -> None:
    """Copy the tables as they stand at one moment; writers go on meanwhile."""
    check_head(source)
    with closing(sqlite3.connect(copy)) as copied:
        try:
            # One that only reads never moves the log of a running server into its file.
            address = f"{source.resolve().as_uri()}?mode=ro"
            with closing(sqlite3.connect(address, uri=True)) as running:
                running.backup(copied)
        except SQL_ERRORS as error:
            if getattr(error, "sqlite_errorcode", None) in _OF_WRITING:
                raise OSError(None, f"{error}") from None
            raise CorruptRecord(f"{source} cannot be read: {error}") from None


def _lexicon_files(data: Path, folder: Path) -> dict[str, Path]:
    """Copy the word lists, so that what is packed is what was hashed; return them by name."""
    found: dict[str, Path] = {}
    for path in sorted((data / LEXICONS).rglob("*")):
        name = path.relative_to(data).as_posix()
        if path.is_file() and is_own(name):
            try:
                content = path.read_bytes()
            except OSError as error:
                raise CorruptRecord(f"{path} cannot be read: {reason(error)}") from None
            found[name] = folder / f"{len(found)}"
            found[name].write_bytes(content)
    return found


def _counts(tables: Path, source: Path) -> tuple[int, int, int]:
    with _only_read(tables, str(source)) as connection:
        one, two, three = (
            connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608 - ours
            for name in ("tables", "games", "events")
        )
    return one, two, three


@contextmanager
def _only_read(tables: Path, source: str) -> Iterator[sqlite3.Connection]:
    """Open a copy of tables that nobody else uses, so that nothing is written beside it."""
    address = f"{tables.resolve().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            yield connection
    except SQL_ERRORS as error:
        raise CorruptRecord(f"the tables of {source} cannot be read: {error}") from None


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _pack(whole: Path, contents: Contents, files: dict[str, Path]) -> None:
    with whole.open("wb") as file:
        # A machine without a clock of its own may begin in 1970, which ZIP cannot tell.
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as packed:
            packed.writestr(
                zipfile.ZipInfo(CONTENTS), msgspec.json.format(msgspec.json.encode(contents))
            )
            for name, path in files.items():
                packed.write(path, name)
        file.flush()
        os.fsync(file.fileno())


def _send(whole: Path) -> None:
    out = standard_output()
    if out.isatty():
        raise InvalidNotation("a backup is not for a terminal; send it to a file or a program")
    with whole.open("rb") as file:
        shutil.copyfileobj(file, out)
    out.flush()


def _check_tables(tables: Path, contents: Contents, source: Path) -> None:
    with _only_read(tables, named(source)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchone()[0]
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    if found != "ok":
        raise CorruptRecord(f"the tables of {named(source)} are damaged: {found}")
    if not 1 <= version <= VERSION:
        raise CorruptRecord(
            f"the tables of {named(source)} have version {version}; known here is {VERSION}"
        )
    if version == VERSION:
        with _only_read(tables, named(source)) as connection:
            for query in FORM:
                connection.execute(query).fetchall()
    counts = _counts(tables, Path(named(source)))
    if counts != (contents.tables, contents.games, contents.events):
        raise CorruptRecord(f"{named(source)} holds {counts}, not what its contents say")
