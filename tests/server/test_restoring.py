"""Restoring: nothing is put anywhere unless all is right, and whoever is at fault is named."""

from __future__ import annotations

import io
import os
import resource
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from tests.server.harness import House
from wordlot.core.errors import CorruptRecord, InvalidNotation
from wordlot.server import archive, backup
from wordlot.server.archive import CONTENTS
from wordlot.server.backup import back_up, restore
from wordlot.server.folder_lock import HOLDER, LOCK, FolderLock
from wordlot.server.tables_file import FILE
from wordlot.words.files import STANDARD

pytestmark = pytest.mark.anyio
COMMAND = (sys.executable, "-c", "from wordlot.cli import main; main()")


class Pouring(io.RawIOBase):
    """A stream that begins in one way and has no end, and counts what was taken of it."""

    def __init__(self, begins: bytes) -> None:
        self._begins = begins
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        assert size > 0, "all of what has no end was asked for"
        given = (self._begins + bytes(size))[:size]
        self._begins = b""
        self.taken += size
        return given


class Broken(io.RawIOBase):
    """A stream that cannot be read."""

    def read(self, size: int = -1) -> bytes:
        raise OSError(5, "Input/output error")


@pytest.fixture
async def file(house: House, tmp_path: Path) -> Path:
    """Return a backup of a house with a table."""
    await house.pair()
    back_up(tmp_path / "house", tmp_path / "backup.zip")
    return tmp_path / "backup.zip"


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Path]:
    """Return a folder that is empty, and has to be so afterwards."""
    folder = tmp_path / "there"
    folder.mkdir()
    yield folder
    assert list(folder.iterdir()) == []


def free(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=size))


def listed(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


def test_a_stream_that_is_no_backup_is_not_taken_in(
    there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pouring = Pouring(b"no archive")
    monkeypatch.setattr(archive, "standard_input", lambda: pouring)
    with pytest.raises(InvalidNotation, match="standard input is not a whole backup"):
        restore(STANDARD, there)
    assert pouring.taken <= archive._PIECE


def test_a_stream_without_end_is_taken_in_while_there_is_room(
    there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pouring = Pouring(archive._SIGNATURE)
    monkeypatch.setattr(archive, "standard_input", lambda: pouring)
    free(monkeypatch, 8 * archive._PIECE)
    with pytest.raises(InvalidNotation, match="standard input has more than 4194304 bytes"):
        restore(STANDARD, there)
    assert pouring.taken <= 5 * archive._PIECE


def test_a_stream_that_breaks_is_at_fault_and_not_the_folder(
    there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "standard_input", Broken)
    with pytest.raises(InvalidNotation, match="standard input cannot be read: Input/output"):
        restore(STANDARD, there)


async def test_a_backup_that_is_more_than_there_is_room_for_is_not_unpacked(
    file: Path, there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(file) as packed:
        size = packed.getinfo(FILE).file_size
    free(monkeypatch, size - 1)
    with pytest.raises(InvalidNotation, match=f"takes {size} bytes, and there are {size - 1} free"):
        restore(file, there)


@pytest.mark.parametrize("way", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 93, 255])
@pytest.mark.parametrize("name", [FILE, CONTENTS])
async def test_an_archive_that_is_packed_in_another_way_is_no_backup(
    file: Path, there: Path, tmp_path: Path, way: int, name: str
) -> None:
    other = tmp_path / "other.zip"
    known = way in {zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA}
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w") as new:
        for each in old.namelist():
            new.writestr(each, old.read(each), way if known and each == name else None)
        if not known:
            new.getinfo(name).compress_type = way
    with pytest.raises(InvalidNotation, match=r"other\.zip is not a whole backup: .*packed"):
        restore(other, there)


async def test_a_file_in_the_place_of_a_folder_is_told(
    file: Path, there: Path, tmp_path: Path
) -> None:
    contents = msgspec.json.decode(zipfile.ZipFile(file).read(CONTENTS))
    contents["files"] |= {"lexicons/a": "", "lexicons/a/b": ""}
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as new:
        new.writestr(CONTENTS, msgspec.json.encode(contents))
    with pytest.raises(InvalidNotation, match=r"other\.zip holds 'lexicons/a' as a file and as"):
        restore(other, there)


async def test_a_folder_that_somebody_uses_is_left_alone(file: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    lock = FolderLock(there)
    lock.take()
    with pytest.raises(InvalidNotation, match="in use by process"):
        restore(file, there)
    assert {path.name for path in there.iterdir()} == {LOCK, HOLDER}
    lock.give_back()
    restore(file, there)
    assert {path.name for path in there.iterdir()} == {LOCK, FILE}


@pytest.mark.parametrize("at", ["unpack", "_check_tables", "_put"])
async def test_nobody_else_can_use_the_folder_meanwhile(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    tried = []
    done: Callable[..., object] = getattr(backup, at)

    def meanwhile(*given: object) -> object:
        with pytest.raises(InvalidNotation, match=f"process {os.getpid()}"):
            FolderLock(tmp_path / "deep" / "there").take()
        tried.append(at)
        return done(*given)

    monkeypatch.setattr(backup, at, meanwhile)
    restore(file, tmp_path / "deep" / "there")
    assert tried == [at]


@pytest.mark.parametrize("at", ["unpack", "_check_tables", "_put"])
@pytest.mark.parametrize("error", [CorruptRecord("bad"), OSError(28, "full"), KeyboardInterrupt()])
async def test_a_restore_that_fails_leaves_no_trace(
    file: Path,
    tmp_path: Path,
    there: Path,
    monkeypatch: pytest.MonkeyPatch,
    at: str,
    error: BaseException,
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(backup, at, fails)
    for folder in (there, tmp_path / "deep" / "deeper"):
        with pytest.raises((CorruptRecord, InvalidNotation, KeyboardInterrupt)):
            restore(file, folder)
    assert not (tmp_path / "deep").exists()


@pytest.mark.parametrize("size", [0, 100, 4_096, 20_000, 40_000])
async def test_a_disk_that_is_full_is_at_fault_and_not_what_was_read(
    house: House, file: Path, there: Path, tmp_path: Path, size: int
) -> None:
    """A limit on the size of files stands for it: writes fail in the same places."""

    def run(*words: object) -> str:
        def no_room() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        command = (*COMMAND, *map(str, words))
        done = subprocess.run(
            command, preexec_fn=no_room, capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
        return done.stderr

    before = listed(tmp_path)
    target = tmp_path / "second.zip"
    assert f"wordlot: {target} cannot be written" in run(
        "backup", target, "--data", tmp_path / "house"
    )
    assert f"wordlot: {there} cannot be written" in run("restore", file, "--data", there)
    assert listed(tmp_path) == before
