"""Backups: all that is kept goes into one file while people play, and comes back elsewhere."""

from __future__ import annotations

import sqlite3
import stat
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.server.harness import House, serving
from wordlot import cli
from wordlot.core.errors import CorruptRecord, InvalidNotation
from wordlot.server.archive import CONTENTS, Contents
from wordlot.server.backup import back_up, restore
from wordlot.server.tables_file import FILE
from wordlot.words import Library

pytestmark = pytest.mark.anyio


def run(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    monkeypatch.setattr(sys, "argv", ["wordlot", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    code = ended.value.code
    assert isinstance(code, int)
    return code


async def test_a_backup_of_a_running_server_goes_on_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "backup.zip"
    async with serving(here) as first:
        code, mira, _ = await first.pair()
        await mira.raise_to(5)
        assert run(monkeypatch, "backup", file, "--data", here) == 0
        # What is acknowledged after the backup began is not in it.
        await mira.raise_to(6)
    told = capsys.readouterr().out
    assert f"{file}: 1 table, 1 game, 4 events" in told
    assert "It holds all that was acknowledged before 20" in told
    assert run(monkeypatch, "restore", file, "--data", there) == 0
    assert "later moves may be missing" in capsys.readouterr().out
    async with serving(there) as second:
        watcher = await second.person().open(code)
        assert (await watcher.next("update"))["view"]["high"] == 5


async def test_word_lists_of_the_host_come_along(tmp_path: Path, house: House) -> None:
    data, words = tmp_path / "house", tmp_path / "words.txt"
    words.write_text("tar\nrate\n")
    Library(data, tmp_path / "cache").add("mine", words)
    back_up(data, tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "there")
    assert Library(tmp_path / "there", tmp_path / "cache").load("mine").has(("t", "a", "r"))


async def test_only_its_owner_reads_a_backup_and_what_is_restored(
    tmp_path: Path, house: House
) -> None:
    back_up(tmp_path / "house", tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "there")
    for path in (tmp_path / "backup.zip", tmp_path / "there" / FILE):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_a_server_that_is_not_running_can_be_backed_up(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as house:
        await house.pair()
    held = back_up(tmp_path / "data", tmp_path / "backup.zip")
    assert (held.tables, held.games, held.events) == (1, 1, 3)


async def test_what_is_there_is_never_replaced(tmp_path: Path, house: House) -> None:
    data, file = tmp_path / "house", tmp_path / "backup.zip"
    back_up(data, file)
    before = file.read_bytes()
    with pytest.raises(InvalidNotation, match="there already"):
        back_up(data, file)
    assert file.read_bytes() == before
    with pytest.raises(InvalidNotation, match="holds tables or lexicons"):
        restore(file, data)


def test_a_folder_without_tables_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidNotation, match="holds no tables"):
        back_up(tmp_path, tmp_path / "backup.zip")
    with pytest.raises(InvalidNotation, match="No such file"):
        restore(tmp_path / "none.zip", tmp_path / "there")


async def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, house: House) -> None:
    with pytest.raises(InvalidNotation, match="cannot be written"):
        back_up(tmp_path / "house", tmp_path / "no" / "such" / "folder.zip")


def repacked(source: Path, target: Path, changes: dict[str, bytes]) -> Path:
    """Write a backup again with other files in it, and the hashes of these."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, changes.get(name, old.read(name)))
        for name in changes.keys() - set(old.namelist()):
            new.writestr(name, changes[name])
    return target


async def test_a_damaged_backup_puts_nothing_anywhere(tmp_path: Path, house: House) -> None:
    file, there = tmp_path / "backup.zip", tmp_path / "there"
    back_up(tmp_path / "house", file)
    raw = file.read_bytes()
    with zipfile.ZipFile(file) as packed:
        contents = msgspec.json.decode(packed.read(CONTENTS), type=Contents)
    outside = msgspec.structs.replace(contents, files=contents.files | {"lexicons/../../x": "0"})
    later = msgspec.structs.replace(contents, format=2)
    spoilt = [
        b"",
        b"no zip",
        raw[: len(raw) // 2],
        repacked(file, tmp_path / "1", {FILE: b"something else"}).read_bytes(),
        repacked(file, tmp_path / "2", {CONTENTS: msgspec.json.encode(outside)}).read_bytes(),
        repacked(file, tmp_path / "3", {CONTENTS: msgspec.json.encode(later)}).read_bytes(),
        repacked(file, tmp_path / "4", {CONTENTS: b"{}"}).read_bytes(),
    ]
    for number, content in enumerate(spoilt):
        bad = tmp_path / f"bad{number}.zip"
        bad.write_bytes(content)
        with pytest.raises((InvalidNotation, CorruptRecord)):
            restore(bad, there)
        assert not there.exists()
    restore(file, there)


async def test_tables_of_a_later_version_are_left_alone(tmp_path: Path, house: House) -> None:
    back_up(tmp_path / "house", tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", tmp_path / "there")
    with closing(sqlite3.connect(tmp_path / "there" / FILE)) as connection:
        connection.execute("PRAGMA user_version=99")
    back_up(tmp_path / "there", tmp_path / "later.zip")
    with pytest.raises(CorruptRecord, match="version 99"):
        restore(tmp_path / "later.zip", tmp_path / "elsewhere")
