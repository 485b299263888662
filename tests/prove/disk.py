"""A disk that remembers every write and sync, loses power at any point, and can be full.

The store of the server runs on it unchanged: it talks to SQLite through `apsw`, whose file system
is written in Python. SQLite's own shared memory is not kept, since it is made anew after a crash.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import apsw
import pytest

from wordlot.server import store, tables_file

SECTOR = 512
"""What a disk writes whole or not at all."""
_names = count()


@dataclass(frozen=True)
class Write:
    """Bytes handed to the operating system."""

    file: str
    at: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    """A file cut to a length."""

    file: str
    size: int


@dataclass(frozen=True)
class Sync:
    """All that was written to a file before is on the disk from here on."""

    file: str


@dataclass(frozen=True)
class Delete:
    """A file taken away."""

    file: str


@dataclass(frozen=True)
class Acknowledged:
    """The moment from which a caller counts on something."""

    what: Any


Step = Write | Truncate | Sync | Delete | Acknowledged


class Disk:
    """What was done to the files of one folder, in order, and how much may still be written."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.room: int | None = None
        """Bytes that the disk still takes; none where it has no end."""
        self.refused = 0
        """Writes that found the disk full."""

    def take(self, size: int) -> None:
        """Use room up, or fail as a full disk does."""
        if self.room is not None and size > self.room:
            self.refused += 1
            raise apsw.FullError("no room for more")
        if self.room is not None:
            self.room -= size


class _File(apsw.VFSFile):
    def __init__(self, name: str | apsw.URIFilename | None, flags: list[int], disk: Disk) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._name = Path(path).name if path else ""
        self._disk = disk
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.take(len(data))
        super().xWrite(data, offset)
        if self._name:
            self._disk.steps.append(Write(self._name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self._disk.steps.append(Truncate(self._name, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._disk.steps.append(Sync(self._name))


class _Files(apsw.VFS):
    def __init__(self, name: str, disk: Disk) -> None:
        self._disk = disk
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: ANN401, N802
        return _File(name, flags, self._disk)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self._disk.steps.append(Delete(Path(filename).name))


class _Connection(apsw.Connection):
    """A connection with what the store asks of those of `sqlite3`."""

    synchronous = "FULL"

    def execute(self, statements: str, *more: Any, **named: Any) -> Any:  # noqa: ANN401
        if statements == "PRAGMA synchronous=FULL":
            statements = f"PRAGMA synchronous={self.synchronous}"
        return super().execute(statements, *more, **named)

    def executescript(self, script: str) -> None:
        super().execute(script)


@contextmanager
def stored_on(disk: Disk, synchronous: str = "FULL") -> Iterator[None]:
    """Let every store that is opened meanwhile keep its file on a disk."""
    name = f"disk {next(_names)}"
    files = _Files(name, disk)

    def connect(path: Path, **_more: object) -> _Connection:
        connection = _Connection(str(path), vfs=name)
        connection.synchronous = synchronous
        return connection

    stand_in = SimpleNamespace(connect=connect, Error=apsw.Error, Connection=_Connection)
    with pytest.MonkeyPatch.context() as patch:
        for module in (store, tables_file):
            patch.setattr(module, "sqlite3", stand_in)
        yield
    files.unregister()


class Platter:
    """What is on a disk after some of its steps: for certain, and perhaps."""

    def __init__(self) -> None:
        self._synced: dict[str, bytes] = {}
        self._unsynced: dict[str, list[Write | Truncate]] = {}

    def follow(self, step: Step) -> None:
        match step:
            case Write() | Truncate():
                self._unsynced.setdefault(step.file, []).append(step)
            case Sync():
                waiting = self._unsynced.pop(step.file, [])
                self._synced[step.file] = _applied(self._synced.get(step.file, b""), waiting)
            case Delete():
                self._unsynced.pop(step.file, None)
                self._synced.pop(step.file, None)
            case Acknowledged():
                pass

    def cut(self, luck: Random | None) -> dict[str, bytes]:
        """Return the files after a power cut: without what was not synced, or with some of it.

        Of what was not synced a random half of the sectors is there, whichever came first.
        """
        files = dict(self._synced)
        if luck is not None:
            for file, steps in self._unsynced.items():
                kept = [part for step in steps for part in _parts(step) if luck.random() < 0.5]
                files[file] = _applied(files.get(file, b""), kept)
        return files


def _parts(step: Write | Truncate) -> list[Write | Truncate]:
    if isinstance(step, Truncate):
        return [step]
    # Sectors are counted from the start of the file.
    ends = range(step.at - step.at % SECTOR + SECTOR, step.at + len(step.data) + SECTOR, SECTOR)
    parts: list[Write | Truncate] = []
    begin = step.at
    for end in ends:
        parts.append(Write(step.file, begin, step.data[begin - step.at : end - step.at]))
        begin = end
    return parts


def _applied(before: bytes, steps: list[Write | Truncate]) -> bytes:
    content = bytearray(before)
    for step in steps:
        if isinstance(step, Truncate):
            content = content[: step.size].ljust(step.size, b"\0")
            continue
        if len(content) < step.at:
            content = content.ljust(step.at, b"\0")
        content[step.at : step.at + len(step.data)] = step.data
    return bytes(content)
