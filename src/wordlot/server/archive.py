"""The file of a backup, a ZIP archive: what it holds, and how it is read with suspicion."""

from __future__ import annotations

import os
import re
import shutil
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from typing import BinaryIO
from zlib import error as ZlibError  # noqa: N812 - it is an exception

import msgspec

from wordlot.core.errors import CorruptRecord, InvalidNotation
from wordlot.core.reading import UNREADABLE
from wordlot.server.tables_file import FILE
from wordlot.words.files import STANDARD, named, reason, standard_input

FORMAT = 1
"""Raised when a backup would be read differently."""
CONTENTS = "contents.json"
CONTENTS_BYTES = 16 * 2**20
LEXICONS = "lexicons"
_SIGNATURE = b"PK\x03\x04"
"""How an archive begins that holds something."""
_WAYS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_PIECE = 2**20
_PART = re.compile(r"(?!\.)[\w.-]{1,128}")
"""A part of the path of a word list."""
_NO_ZIP: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    ZlibError,
    struct.error,
    EOFError,
    KeyError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    OverflowError,
    MemoryError,
    *UNREADABLE,
)
"""What reading a damaged archive raises, beside `OSError` for places before its beginning."""


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


def unpack(source: Path, folder: Path, data: Path) -> Contents:
    """Unpack what the contents name and nothing else, having seen that it is whole.

    `-` is standard input; `folder` is a new one on the disk of `data`. `InvalidNotation` for what
    is no backup, or has more than there is room for, `CorruptRecord` for a damaged one, `OSError`
    where the folder takes no more.
    """
    room = shutil.disk_usage(folder).free
    with _opened(source, folder, room // 2) as file:
        with _reading(source):
            packed = zipfile.ZipFile(file)
        with packed:
            with _reading(source), packed.open(_entry(packed, CONTENTS)) as entry:
                raw = entry.read(CONTENTS_BYTES)
                contents = msgspec.json.decode(raw, type=Contents)
            _check_contents(contents, source)
            with _reading(source):
                entries = {name: _entry(packed, name) for name in contents.files}
            size = sum(entry.file_size for entry in entries.values())
            if size > room:
                text = f"{named(source)} takes {size} bytes, and there are {room} free for {data}"
                raise InvalidNotation(text)
            for name, expected in contents.files.items():
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch(0o600)
                if _unpack_one(packed, entries[name], path, source) != expected:
                    raise CorruptRecord(f"{named(source)}: {name} was changed, its hash is another")
    return contents


def _entry(packed: zipfile.ZipFile, name: str) -> zipfile.ZipInfo:
    """Return what an archive tells of a file. `ValueError` where that is packed in another way."""
    entry = packed.getinfo(name)
    if entry.compress_type not in _WAYS:
        raise ValueError(f"{name} is packed in a way that no backup uses")
    return entry


def _unpack_one(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, source: Path) -> str:
    """Unpack a file, and return its SHA-256 (hex) as it is on the disk."""
    with _reading(source):
        opened = packed.open(entry)
    with opened, path.open("w+b") as file:
        while True:
            with _reading(source):
                part = opened.read(_PIECE)
            if not part:
                break
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
        file.seek(0)
        return file_digest(file, "sha256").hexdigest()


@contextmanager
def _opened(source: Path, folder: Path, most: int) -> Iterator[BinaryIO]:
    """Open a backup; one from a stream is put into a file first, since it is read to and fro."""
    if source != STANDARD:
        with _open(source) as file:
            yield file
        return
    with (folder / "backup").open("w+b") as file:
        for part in _received(source, most):
            file.write(part)
        file.seek(0)
        yield file


def _open(source: Path) -> BinaryIO:
    try:
        if source.is_file():
            return source.open("rb")
        source.stat()
    except (OSError, ValueError) as error:
        raise InvalidNotation(f"{source} cannot be read: {reason(error)}") from None
    raise InvalidNotation(f"{source} is not a file")


def _received(source: Path, most: int) -> Iterator[bytes]:
    """Yield what comes from standard input. `InvalidNotation` for what can be no backup at all."""
    received = 0
    while True:
        with _reading(source):
            part = standard_input().read(_PIECE)
        if not received and not part.startswith(_SIGNATURE):
            raise InvalidNotation(f"{named(source)} is not a whole backup: it begins otherwise")
        received += len(part)
        if received > most:
            text = f"{named(source)} has more than {most} bytes, for which there is no room"
            raise InvalidNotation(text)
        if not part:
            return
        yield part


@contextmanager
def _reading(source: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InvalidNotation(f"{named(source)} cannot be read: {reason(error)}") from None
    except _NO_ZIP as error:
        raise InvalidNotation(f"{named(source)} is not a whole backup: {reason(error)}") from None


def is_own(name: str) -> bool:
    """Tell whether a name is that of a word list of a data folder, which leads nowhere else."""
    first, *rest = name.split("/")
    return first == LEXICONS and bool(rest) and all(_PART.fullmatch(part) for part in rest)


def _check_contents(contents: Contents, source: Path) -> None:
    if contents.format != FORMAT:
        raise InvalidNotation(
            f"{named(source)} has format {contents.format}; known here is {FORMAT}"
        )
    for name in contents.files:
        if name != FILE and not is_own(name):
            text = f"{named(source)} holds {name!r}, which is no file of a data folder"
            raise InvalidNotation(text)
    folders = {str(above) for name in contents.files for above in PurePosixPath(name).parents}
    if both := folders & contents.files.keys():
        raise InvalidNotation(f"{named(source)} holds {min(both)!r} as a file and as a folder")
    if FILE not in contents.files:
        raise InvalidNotation(f"{named(source)} holds no tables")
