"""Files and folders of every command: what is wrong with one is told in a sentence."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from typer.main import get_command

from tests.counts.positions import PATH
from wordlot import cli

WORDLOT = (sys.executable, "-c", "from wordlot.cli import main; main()")
FULL = Path("/dev/full")

COMMANDS: dict[str, tuple[str, ...]] = {
    "serve": ("--no-browser", "--port", "0"),
    "backup": ("OUT",),
    "restore": ("BACKUP",),
    "verify": ("RECORD",),
    "lexicon add": ("mine", "WORDS"),
    "lexicon list": (),
    "lexicon info": ("english",),
    "lexicon remove": ("mine",),
    "solve match": ("POSITION",),
    "solve tiles": ("rates",),
    "odds": ("--contract", "3"),
    "kit": ("match", "-o", "OUT"),
}
"""Every command, with what it needs; names in capitals are files."""


class Told(NamedTuple):
    code: int
    out: bytes
    err: str


class Shelf:
    """Files that commands read, each as it should be, and a way to run a command on them."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._patch = monkeypatch
        self._write("WORDS", b"rate\ntar\n")
        self._write("POSITION", json.dumps(json.loads(PATH.read_text())["cases"][3]).encode())
        self._write("RECORD", (Path(__file__).parent / "records/match-sealed-2.jsonl").read_bytes())

    def _write(self, name: str, content: bytes) -> None:
        (self.folder / name).write_bytes(content)

    def run(self, *words: object, stdin: bytes = b"") -> Told:
        """Run a command in this process; whatever it raises but its end fails the test."""
        out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
        self._patch.setattr(sys, "argv", ["wordlot", *map(str, words)])
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self._patch.setattr(sys, "stdout", out)
        self._patch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out.flush()
        assert isinstance(ended.value.code, int)
        return Told(ended.value.code, out.buffer.getvalue(), err.getvalue())

    def named(self, words: tuple[str, ...], **other: object) -> list[object]:
        return [other.get(word, self.folder / word if word.isupper() else word) for word in words]


@pytest.fixture
def shelf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Shelf]:
    cache = tmp_path_factory.getbasetemp() / "cache of files"
    monkeypatch.setenv("WORDLOT_CACHE", str(cache))
    monkeypatch.setenv("WORDLOT_DATA", str(tmp_path / "data"))
    with monkeypatch.context() as patch:
        yield Shelf(tmp_path, patch)


def every_command(group: Any, path: str = "") -> Iterator[tuple[str, click.Command]]:  # noqa: ANN401
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from every_command(command, f"{path}{name} ")
        else:
            yield f"{path}{name}", command


def is_sentence(text: str) -> bool:
    return text.startswith("wordlot: ") and text.count("\n") == 1 and "Traceback" not in text


def test_every_command_is_tried_here() -> None:
    assert {name for name, _ in every_command(get_command(cli.app))} == set(COMMANDS)


def test_every_file_of_every_command_says_what_a_dash_is() -> None:
    for name, command in every_command(get_command(cli.app)):
        for parameter in command.params:
            if "FILE" in str(parameter.metavar or "") or parameter.metavar == "RECORD":
                assert "standard" in str(getattr(parameter, "help", "")), (name, parameter.name)


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"serve"}))
@pytest.mark.parametrize("place", ["/proc/x", "FILE", "FILE/below"])
def test_a_data_folder_that_cannot_be_made_is_told(shelf: Shelf, command: str, place: str) -> None:
    (shelf.folder / "FILE").write_text("a file")
    data = shelf.folder / place
    if command == "restore":
        (shelf.folder / "BACKUP").write_bytes(b"nothing")
    told = shelf.run(*command.split(), *shelf.named(COMMANDS[command]), *_data(command, data))
    assert told.code == 0 or is_sentence(told.err), told.err
    if command == "lexicon add":
        assert told.code == cli.BAD_INPUT
        assert str(data).removesuffix("/below") in told.err


def _data(command: str, folder: Path) -> tuple[object, ...]:
    return () if command in {"kit", "verify"} else ("--data", folder)


@pytest.mark.parametrize("command", ["lexicon list", "lexicon info", "lexicon add", "solve match"])
@pytest.mark.parametrize("place", ["/proc/x", "FILE"])
def test_a_cache_folder_that_cannot_be_made_is_done_without(
    shelf: Shelf, command: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shelf.folder / "FILE").write_text("a file")
    monkeypatch.setenv("WORDLOT_CACHE", str(shelf.folder / place))
    told = shelf.run(*command.split(), *shelf.named(COMMANDS[command]))
    assert told.code == 0, told.err


@pytest.mark.parametrize("place", ["/proc/x", "FILE", "FILE/below"])
def test_a_server_tells_that_its_folder_cannot_be_used(tmp_path: Path, place: str) -> None:
    (tmp_path / "FILE").write_text("a file")
    command = (*WORDLOT, "serve", *COMMANDS["serve"], "--data", str(tmp_path / place))
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (cli.BAD_INPUT, "")
    assert is_sentence(done.stderr), done.stderr
    assert str(tmp_path / "FILE") in done.stderr or place == "/proc/x" in done.stderr


def test_a_dash_is_standard_input(shelf: Shelf) -> None:
    raw = {name: (shelf.folder / name).read_bytes() for name in ("WORDS", "POSITION", "RECORD")}
    assert shelf.run("lexicon", "add", "mine", "-", stdin=raw["WORDS"]).code == 0
    assert b"standard input" in shelf.run("lexicon", "info", "mine").out
    for option, words in (("--include", b"zzz\n"), ("--exclude", b"tar\n")):
        told = shelf.run("lexicon", "add", option[2:], "--from", "mine", option, "-", stdin=words)
        assert told.code == 0, told.err
    both = shelf.run("lexicon", "add", "x", "--from", "mine", "--include", "-", "--exclude", "-")
    assert is_sentence(both.err)
    assert b"plays" in shelf.run("solve", "match", "-", stdin=raw["POSITION"]).out
    assert b"hold" in shelf.run("verify", "-", stdin=raw["RECORD"]).out
    deck = Path("src/wordlot/games/match/decks/english.json")
    told = shelf.run(
        *("kit", "match", "--deck-file", "-", "-o", "-"),
        stdin=(Path(__file__).parents[1] / deck).read_bytes(),
    )
    assert told.out.startswith(b"%PDF"), told.err
    mine = b'{"name": "own", "letters": {"t": 1, "a": 1, "r": 1}, "blanks": 0}'
    assert b"rat" in shelf.run("solve", "tiles", "tar", "--tiles", "-", stdin=mine).out
    told = shelf.run("solve", "match", "-", "--deck", "-", stdin=raw["POSITION"])
    assert is_sentence(told.err)
    for command in (("verify", "-"), ("solve", "match", "-"), ("lexicon", "add", "y", "-")):
        told = shelf.run(*command, stdin=b"\xff{")
        assert is_sentence(told.err)
        assert "/-" not in told.err


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in {"serve", "backup"}])
def test_an_endless_file_is_not_read_to_its_end(
    shelf: Shelf, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device such as /dev/full gives zeros without an end."""
    monkeypatch.setattr("wordlot.words.files.MOST_BYTES", 4096)
    monkeypatch.setattr("wordlot.words.files.read_file.__defaults__", (4096,))
    names = [word for word in COMMANDS[command] if word.isupper() and word != "OUT"]
    for name in names:
        words = shelf.named(COMMANDS[command], **{name: FULL})
        told = shelf.run(*command.split(), *words)
        assert (told.code, is_sentence(told.err)) == (cli.BAD_INPUT, True), told.err
        assert str(FULL) in told.err


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "serve"])
def test_output_that_takes_nothing_is_told(shelf: Shelf, command: str) -> None:
    words = [str(word) for word in shelf.named(COMMANDS[command])]
    with FULL.open("wb") as full:
        done = subprocess.run(
            (*WORDLOT, *command.split(), *words),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=120,
        )
    assert done.returncode == cli.BAD_INPUT
    assert is_sentence(done.stderr), done.stderr


def test_a_program_that_stops_reading_ends_a_command_without_a_word(shelf: Shelf) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        (*WORDLOT, "lexicon", "list"),
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    with suppress(OSError):
        os.close(writing)
    assert done.stderr == ""
