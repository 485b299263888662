"""The data folder: one server at a time, and a sentence for whatever is wrong with it at start."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.tally import PIN
from wordlot.core.errors import CorruptRecord, InvalidNotation
from wordlot.core.seeds import SecretSeed
from wordlot.server import tables_file
from wordlot.server.folder_lock import FolderLock
from wordlot.server.seats import Holder, TableRow
from wordlot.server.store import Store
from wordlot.server.tables_file import FILE, VERSION

COMMAND = (sys.executable, "-c", "from wordlot.cli import main; main()")
SERVE = (*COMMAND, "serve", "--no-browser", "--port", "0", "--data")
ROW = TableRow("CDFHJK", "tally", {}, PIN, public=False, seats=(Holder("Mira", "m"),), host="m")
NOBODY = 65534


@contextmanager
def served(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a server as a process of its own until it says where it is."""
    with subprocess.Popen(
        (*SERVE, str(folder)), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        assert "Wordlot is at" in server.stdout.readline()
        try:
            yield server
        finally:
            server.terminate()


def start(folder: Path, **more: object) -> subprocess.CompletedProcess[str]:
    """Start a server that is to refuse."""
    done = subprocess.run(
        (*SERVE, str(folder)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **more,  # type: ignore[call-overload]  # of `subprocess.run`
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("wordlot: ")
    assert done.stderr.count("\n") == 1
    return done  # type: ignore[no-any-return]


def test_a_second_server_on_a_folder_is_refused_and_told_who_has_it(tmp_path: Path) -> None:
    with served(tmp_path) as first:
        told = start(tmp_path).stderr
        assert f"in use by process {first.pid} on " in told
        back_up = (*COMMAND, "backup", str(tmp_path / "b.zip"), "--data", str(tmp_path))
        subprocess.run(back_up, check=True, stdout=subprocess.DEVNULL)
        first.send_signal(signal.SIGKILL)
        first.wait()
        with served(tmp_path) as second:
            assert f"process {second.pid} on " in start(tmp_path).stderr


def test_the_lock_is_given_back_once_for_each_time_it_was_taken(tmp_path: Path) -> None:
    one, other = FolderLock(tmp_path), FolderLock(tmp_path)
    one.take()
    one.take()
    one.give_back()
    with pytest.raises(InvalidNotation, match=f"process {os.getpid()} "):
        other.take()
    one.give_back()
    other.take()
    other.give_back()


def a_folder_in_its_place(file: Path) -> None:
    file.unlink()
    file.mkdir()


def garbage(file: Path) -> None:
    file.write_bytes(bytes(range(256)) * 64)


def half(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version={VERSION + 1}")


def of_another_program(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE notes (body TEXT)")


def without_a_table(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE replies")


SPOILT: dict[Callable[[Path], None], str] = {
    a_folder_in_its_place: "cannot be used",
    garbage: "is damaged",
    half: "is (cut off|damaged)",
    newer: f"has version {VERSION + 1}",
    of_another_program: "is no file of tables",
    without_a_table: "no such table",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a hundred tables."""

    async def fill() -> None:
        store = Store(tmp_path)
        await store.open()
        for number in range(100):
            code = f"CDFH{number // 10}{number % 10}"
            await store.create(replace(ROW, code=code), SecretSeed(bytes(32), 1))
        await store.close()

    asyncio.run(fill())
    return tmp_path


@pytest.mark.parametrize("spoil", SPOILT)
def test_tables_that_cannot_be_used_are_told(folder: Path, spoil: Callable[[Path], None]) -> None:
    spoil(folder / FILE)
    with pytest.raises((InvalidNotation, CorruptRecord), match=SPOILT[spoil]) as told:
        tables_file.check(folder)
    assert str(folder / FILE) in str(told.value)


def test_a_server_tells_what_is_wrong_with_its_tables(folder: Path) -> None:
    newer(folder / FILE)
    assert f"{folder / FILE} has version" in start(folder).stderr


def test_a_full_disk_is_told_at_start(tmp_path: Path) -> None:
    def no_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    assert str(tmp_path / FILE) in start(tmp_path, preexec_fn=no_room).stderr


@pytest.fixture
def read_only() -> Iterator[Path]:
    """Yield a folder in which this process may write nothing; root becomes somebody else."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        tables_file.check(path)
        for file in path.iterdir():
            file.chmod(0o444)
        path.chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(NOBODY)
        try:
            yield path
        finally:
            if root:
                os.seteuid(0)
            path.chmod(0o755)


def test_a_folder_that_may_only_be_read_is_told(read_only: Path) -> None:
    with pytest.raises(InvalidNotation, match=r"tables\.db cannot be used: Permission denied"):
        tables_file.check(read_only)
    with pytest.raises(InvalidNotation, match=r"cannot be used: Permission denied"):
        FolderLock(read_only).take()
