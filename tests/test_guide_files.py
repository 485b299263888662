"""Every example of the guide to files is read by what reads such files."""

import re
import shutil
from pathlib import Path

import msgspec
import pytest

from tests.test_cli import Run, run
from wordlot.record import Header, Line, Trailer

__all__ = ["run"]

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "guide" / "files.md").read_text()
FILES = dict(re.findall(r"```json (\S+)\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]
RECORD = re.findall(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)[0].splitlines()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the page and a record, in which commands run."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    shutil.copy(ROOT / "tests" / "records" / "match-sworn-3.jsonl", tmp_path / "record.jsonl")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_has_an_example_of_every_file() -> None:
    assert list(FILES) == ["deck.json", "tiles.json", "position.json"]
    named = {name for name in FILES if any(name in command for command in COMMANDS)}
    assert named == set(FILES)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_does_what_it_says(run: Run, folder: Path, command: str) -> None:
    first, *words = command.split()
    assert first == "wordlot"
    said = run(*words)
    assert said or list(folder.glob("*.pdf"))


def test_the_worked_figure_of_the_position_is_true(run: Run, folder: Path) -> None:
    """M5.3."""
    plays = run("solve", "match", folder / "position.json", "--json")
    (rates,) = (one for one in msgspec.json.decode(plays)["all"] if one["word"] == "rates")
    assert (rates["value"], rates["score"]) == (2, 5)


def test_the_odds_count_from_no_tile(run: Run) -> None:
    printed = run("odds", "--hand", "CRB", "--contract", "4", "--json")
    odds = msgspec.json.decode(printed)
    assert [len(odds[key]) for key in ("odds_by_tiles", "error")] == [16, 16]
    assert odds["odds_by_tiles"][:4] == [None] * 4
    assert 0 < odds["odds_by_tiles"][4] < odds["odds_by_tiles"][15]


@pytest.mark.parametrize(("text", "kind"), list(zip(RECORD, (Header, Line, Trailer), strict=True)))
def test_a_line_of_the_record_is_whole(text: str, kind: type[msgspec.Struct]) -> None:
    msgspec.json.decode(text, type=kind)
    keys = set(msgspec.json.decode(text))
    assert keys == {*msgspec.structs.asdict(msgspec.json.decode(text, type=kind)), "t"}


@pytest.mark.parametrize("command", ["solve match", "odds", "verify", "kit"])
def test_help_names_the_page(run: Run, command: str) -> None:
    assert "docs/guide/files.md" in run(*command.split(), "--help")
