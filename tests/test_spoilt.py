"""Spoilt files at a scale for every day, and a list of all that reads files at all."""

from __future__ import annotations

import ast
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from typer.main import get_command

from tests.spoilt import CASES, Bench
from tests.test_cli_files import Shelf, every_command, is_sentence
from wordlot import cli
from wordlot.core.errors import CorruptRecord
from wordlot.server import tables_file
from wordlot.server.backup import back_up
from wordlot.server.folder_lock import HOLDER
from wordlot.server.tables_file import FILE
from wordlot.terminal import MOST_SIGNS, plain

SOURCES = Path(cli.__file__).parent
READS = {"open", "read_bytes", "read_text", "read_file", "connect", "ZipFile", "mmap"}
OURS = "of the package itself"
NONE = "reads no file of anybody's"

READERS: dict[str, tuple[str, ...]] = {
    "cli.py:_fail_of_system": (NONE,),
    "cli.py:_own_file": ("deck", "tile set", "tile set for odds"),
    "cli.py:solve_match": ("position",),
    "cli.py:verify": ("record", "record on standard input"),
    "games/bet_the_bag/components.py:load_cards": (OURS,),
    "games/bet_the_bag/components.py:load_tiles": (OURS,),
    "games/match/deck.py:load_deck": (OURS,),
    "kit/shop.py:shop_zip": (NONE,),
    "kit/texts.py:load_texts": (OURS,),
    "kit_command.py:kit_command": ("deck of a kit", "tile set of a kit"),
    "server/app.py:create_app": (NONE,),
    "server/app.py:serving": ("tables", "tables, a field", "log of tables"),
    "server/archive.py:_open": ("backup",),
    "server/archive.py:_opened": ("backup on standard input",),
    "server/archive.py:_unpack_one": ("backup with its hashes made anew",),
    "server/archive.py:unpack": ("backup", "backup with its hashes made anew"),
    "server/backup.py:_copy_tables": ("tables, backed up", "log of tables, backed up"),
    "server/backup.py:_hash": ("tables, backed up",),
    "server/backup.py:_lexicon_files": ("words that are kept", "list of editions"),
    "server/backup.py:_only_read": ("backup with its hashes made anew", "tables, backed up"),
    "server/backup.py:_pack": (NONE,),
    "server/backup.py:_send": (NONE,),
    "server/clauses/sources.py:_read": (OURS,),
    "server/folder_lock.py:_holder": ("holder of the lock",),
    "server/room.py:_deal": (NONE,),
    "server/serve.py:lan_address": (NONE,),
    "server/static.py:_file": (OURS,),
    "server/tables_file.py:_check_whole": ("tables", "log of tables"),
    "server/tables_file.py:check": ("tables", "log of tables"),
    "server/tables_file.py:check_head": ("tables", "tables, backed up"),
    "server/tables_file.py:connect": ("tables", "log of tables"),
    "solver/compiling.py:_hashes": ("compiled code", "what of compiled code there is"),
    "solver/compiling.py:keeping_folder": (OURS,),
    "solver/compiling.py:sift": ("mark of compiled code",),
    "table/asked.py:beginning": (NONE,),
    "words/alphabet.py:alphabet": (OURS,),
    "words/files.py:_read": ("record", "position", "words", "list of editions"),
    "words/generated.py:write_or_check": (OURS,),
    "words/library.py:_english": (OURS,),
    "words/library.py:_read_file": ("words", "words put in", "words taken out"),
    "words/library.py:_read_shelf": ("list of editions", "list of editions, removed"),
    "words/library.py:_source": ("words that are kept",),
    "words/tables.py:keep": ("compiled lexicon", "tables of searches", "tables of a contract"),
    "words/tables.py:open": ("compiled lexicon", "tables of searches", "tables of a contract"),
}
"""All that reads a file, with the cases in which that is spoilt."""


def readers() -> Iterator[str]:
    for path in SOURCES.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            calls = (call.func for call in ast.walk(function) if isinstance(call, ast.Call))
            if any(getattr(f, "attr", getattr(f, "id", "")) in READS for f in calls):
                yield f"{path.relative_to(SOURCES).as_posix()}:{function.name}"


def test_whatever_reads_a_file_is_tried_with_spoilt_ones() -> None:
    """Who writes a new reader names the case here that spoils what it reads."""
    assert set(readers()) == set(READERS)
    named = {case for cases in READERS.values() for case in cases}
    assert named - {OURS, NONE} <= set(CASES)


def test_every_command_is_tried_with_spoilt_files() -> None:
    tried = {" ".join(case.words) for case in CASES.values()}
    for name, _ in every_command(get_command(cli.app)):
        assert any(words.startswith(f"{name} ") or words == name for words in tried), name


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with pytest.MonkeyPatch.context() as patch:
        yield Bench(tmp_path, patch)


def test_no_spoilt_file_brings_a_command_out_of_order(bench: Bench) -> None:
    luck = Random("spoilt")
    faults = [bench.attempt(luck, name) for name in CASES for _ in range(2)]
    assert [fault for fault in faults if fault] == []


@pytest.mark.parametrize(
    ("place", "breaks", "told"),
    [
        ("wordlot.record.sha256", None, "record"),
        ("wordlot.core.reading.UNREADABLE", (), "position"),
    ],
)
def test_a_reader_that_is_broken_is_found(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, place: str, breaks: object, told: str
) -> None:
    monkeypatch.setattr(place, breaks)
    if told == "position":
        monkeypatch.setattr("wordlot.solver.position.UNREADABLE", breaks)
    luck = Random("broken")
    assert any(bench.attempt(luck, told) for _ in range(30))


def test_a_checksum_that_sees_nothing_is_found(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = SimpleNamespace(hexdigest=lambda: bench.names["source"].removesuffix(".txt"))
    monkeypatch.setattr("wordlot.words.library.sha256", lambda _: told)
    luck = Random("unseen")
    faults = [bench.attempt(luck, "words that are kept") for _ in range(30)]
    assert any("ended with 0 and was not to" in fault for fault in faults)


def test_what_files_say_cannot_command_a_terminal(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf(bench.folder, monkeypatch)
    record = bench.folder / "RECORD"
    record.write_bytes(record.read_bytes().replace(b'"game":"match"', b'"game":"\\u001b[2J"', 1))
    told = shelf.run("verify", record)
    assert is_sentence(told.err)
    assert "\x1b" not in told.err
    assert plain("\x1b[2J\n\u202e" + "x" * 5_000) == (
        r"\x1b[2J\n\u202e" + "x" * (MOST_SIGNS - 6) + "…"
    )


def test_tables_without_a_head_keep_their_log(bench: Bench) -> None:
    """SQLite would take the file for a new one, and remove all that is in the log."""
    data = bench.folder / "data"
    log = (data / f"{FILE}-wal").read_bytes()
    assert log
    for head in (b"", b"\0" * 100):
        (data / FILE).write_bytes(head)
        for ask in (tables_file.check, lambda folder: back_up(folder, bench.folder / "B")):
            with pytest.raises(CorruptRecord, match="lost its head, and not its log"):
                ask(data)
            assert (data / f"{FILE}-wal").read_bytes() == log


def test_a_clock_of_the_service_that_is_no_number_is_told_at_start(bench: Bench) -> None:
    data = bench.folder / "data"
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        connection.execute("UPDATE service SET ms = ''")
    with pytest.raises(CorruptRecord, match="clock of the service"):
        tables_file.check(data)


def test_a_damaged_schema_that_is_no_text_is_told(bench: Bench) -> None:
    data = bench.folder / "data"
    tables_file.check(data)
    raw = (data / FILE).read_bytes()
    (data / FILE).write_bytes(raw.replace(b"event BLOB NOT NULL", b"event BLOB NOT \xceULL"))
    with pytest.raises(CorruptRecord, match="is damaged"):
        tables_file.check(data)


@pytest.mark.parametrize("said", [b"", b"\x1b[2J\n", b"one\0two", b"\xff", b"\n\nmore"])
def test_who_holds_a_folder_is_told_in_signs_that_can_be_read(bench: Bench, said: bytes) -> None:
    told = bench.while_held(said)
    assert "is in use by another process;" in told
    assert "is in use by process 9;" in bench.while_held(b"process 9\nand more")
    assert not (bench.folder / "data" / HOLDER).exists()
