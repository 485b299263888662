import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.main import get_command

import wordlot
from tests.counts.positions import CASES, PATH
from wordlot import cli
from wordlot.bots import plays_game
from wordlot.games.names import game_named
from wordlot.kit import kit_named
from wordlot.words import Library

Run = Callable[..., str]


@pytest.fixture(autouse=True, scope="module")
def one_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORDLOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("COLUMNS", "200")
        yield


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def running(*words: object, code: int = 0) -> str:
        """Run a command, check its exit code, and return what it printed (or its complaint)."""
        monkeypatch.setattr(sys, "argv", ["wordlot", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        assert ended.value.code == code, printed.err
        assert bool(printed.err) == bool(code)
        return printed.err if code else printed.out

    return running


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "mine.txt"
    path.write_text("rate\n\ntar\ntar\n")
    return path


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version") == f"{wordlot.__version__}\n"


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, wordlot.cli; "
        "heavy = {'numpy', 'numba', 'starlette', 'wordfreq', 'matplotlib', 'rich.table'}; "
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_lexicon_is_added_listed_and_told_of(run: Run, words: Path) -> None:
    added = run("lexicon", "add", "mine", words)
    assert added.startswith("mine: 2 words, 1 repeated (mine.txt)\nSHA-256 ")
    assert "mine" in run("lexicon", "list")
    told = run("lexicon", "info", "mine")
    assert "of 4 letters" in told
    assert "english" in told
    info = json.loads(run("lexicon", "info", "mine", "--json"))
    assert (info["words"], info["duplicates"], info["by_length"]) == (2, 1, {"3": 1, "4": 1})
    every = json.loads(run("lexicon", "list", "--json"))
    assert [entry["name"] for entry in every] == ["english", "mine"]
    assert every[1] == info


def test_a_bad_line_is_named_and_nothing_is_added(run: Run, words: Path) -> None:
    words.write_text("rate\ntar\nr4te\n")
    told = run("lexicon", "add", "mine", words, code=2)
    assert "mine.txt, line 3: '4' is not a letter of the alphabet english" in told
    assert told.count("\n") == 1
    assert "no lexicon is called 'mine'" in run("lexicon", "info", "mine", code=2)


def test_bad_lines_can_be_left_out(run: Run, words: Path) -> None:
    words.write_text("rate\ntar\nr4te\nx\n")
    told = run("lexicon", "add", "mine", words, "--skip-bad")
    assert "mine: 2 words (mine.txt without 2 bad lines)" in told
    assert "left out 2 bad lines: line 3: '4' is not a letter" in told
    assert "line 4: 'x' has 1 letter" in told
    info = json.loads(run("lexicon", "info", "mine", "--json"))
    assert info["words"] == 2
    words.write_text("r4te\n")
    assert "holds no words" in run("lexicon", "add", "other", words, "--skip-bad", code=2)


def test_capitals_and_small_letters_are_the_same_words(run: Run, words: Path) -> None:
    words.write_text("RATE\nTar\n")
    assert "mine: 2 words (" in run("lexicon", "add", "mine", words)
    for rack in ("RATE", "rate", "rAtE"):
        assert run("solve", "tiles", rack, "--lexicon", "mine").splitlines()[1:] == ["rate", "tar"]


def test_a_lexicon_can_be_removed_and_games_still_find_it(
    run: Run, words: Path, tmp_path: Path
) -> None:
    run("lexicon", "add", "mine", words)
    digest = json.loads(run("lexicon", "info", "mine", "--json"))["sha256"]
    assert run("lexicon", "remove", "mine") == "mine is removed; it had 2 words\n"
    assert "mine" not in run("lexicon", "list")
    for command in (("info", "mine"), ("remove", "mine")):
        assert "no lexicon is called 'mine'" in run("lexicon", *command, code=2)
    assert len(Library(tmp_path / "data").load("mine", sha256=digest)) == 2
    words.write_text("crab\n")
    assert "mine: 1 word (" in run("lexicon", "add", "mine", words)
    assert len(Library(tmp_path / "data").load("mine", sha256=digest)) == 2
    assert "comes with the program" in run("lexicon", "remove", "english", code=2)


def commands(group: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, (*path, name))


@pytest.mark.parametrize("path", tuple(commands(get_command(cli.app))), ids=" ".join)
def test_help_is_shown_as_it_was_written(run: Run, path: tuple[str, ...]) -> None:
    told = run(*path, "--help")
    assert "<bool>" not in told
    assert ("[ch]" in told) == (path == ("solve", "tiles"))


@pytest.mark.parametrize("name", ["bet-the-bag", "bet_the_bag", "Bet the Bag", "BET-THE-BAG"])
def test_a_game_is_known_by_every_way_to_write_its_name(name: str) -> None:
    assert game_named(name) == "bet_the_bag"
    assert kit_named(name) == "bet-the-bag"
    assert plays_game(name)


def test_a_terminal_is_told_what_is_going_on_and_a_pipe_is_not() -> None:
    code = (
        "import sys, time\n"
        "from wordlot.terminal import waiting\n"
        "with waiting('Searching') as say:\n"
        "    say('Compiling')\n"
        "    time.sleep(1.5)\n"
        "print('done')\n"
    )
    ours, theirs = pty.openpty()
    at_terminal = subprocess.run([sys.executable, "-c", code], stderr=theirs, stdout=-1, check=True)
    assert at_terminal.stdout == b"done\n"
    assert b"Compiling" in os.read(ours, 4096)
    for end in (ours, theirs):
        os.close(end)
    in_pipe = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert (in_pipe.stdout, in_pipe.stderr) == (b"done\n", b"")


def test_a_name_in_use_needs_replace(run: Run, words: Path) -> None:
    run("lexicon", "add", "mine", words)
    assert "--replace" in run("lexicon", "add", "mine", words, code=2)
    words.write_text("crab\n")
    run("lexicon", "add", "mine", words, "--replace")
    assert json.loads(run("lexicon", "info", "mine", "--json"))["words"] == 1


def test_the_data_folder_can_be_chosen(run: Run, words: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    run("lexicon", "add", "mine", words, "--data", other)
    assert (other / "lexicons" / "mine.json").is_file()
    assert "no lexicon is called" in run("lexicon", "info", "mine", code=2)


def test_an_alphabet_can_be_chosen(run: Run, words: Path) -> None:
    words.write_text("chico\n")
    run("lexicon", "add", "corta", words, "--alphabet", "spanish")
    assert json.loads(run("lexicon", "info", "corta", "--json"))["by_length"] == {"4": 1}


def test_a_derived_list_tells_what_it_derives_from(run: Run, words: Path) -> None:
    run("lexicon", "add", "house", "--from", "english", "--exclude", words)
    info = json.loads(run("lexicon", "info", "house", "--json"))
    assert info["words"] == 188_376
    assert info["derived"]["parent"]["name"] == "english"
    assert "derived from" in run("lexicon", "info", "house")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("mine",), "give a FILE of words"),
        (("mine", "FILE", "--exclude", "FILE"), "give a FILE of words, or --from"),
        (("mine", "FILE", "--from", "english"), "with --from there is no FILE"),
        (("mine", "--from", "english"), "--from needs --exclude or --include"),
        (("mine", "--from", "none", "--exclude", "FILE"), "no lexicon is called 'none'"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    run: Run, words: Path, arguments: tuple[str, ...], reason: str
) -> None:
    given = [words if argument == "FILE" else argument for argument in arguments]
    assert reason in run("lexicon", "add", *given, code=2)


@pytest.mark.parametrize("number", range(len(CASES.cases)))
def test_solve_match_prints_the_keys_of_a_case(run: Run, tmp_path: Path, number: int) -> None:
    case = json.loads(PATH.read_bytes())["cases"][number]
    (tmp_path / "position.json").write_text(json.dumps(case))
    solved = json.loads(run("solve", "match", tmp_path / "position.json", "--json"))
    assert list(solved) == ["plays", "best_value", "best_score", "all"]
    for key in ("plays", "best_value", "best_score"):
        assert solved[key] == case[key]
    assert len(solved["all"]) == sum(case["plays"].values())
    assert list(solved["all"][0]) == ["kind", "anchor", "word", "offset", "value", "score"]
    named = [[p["kind"], p["anchor"], p["word"], p["offset"]] for p in solved["all"]]
    assert all(play in named for play in case["with_best_value"] + case["with_best_score"])


def test_solve_match_prints_a_table_for_people(run: Run, tmp_path: Path) -> None:
    (tmp_path / "position.json").write_text(json.dumps(json.loads(PATH.read_bytes())["cases"][3]))
    lines = run("solve", "match", tmp_path / "position.json").splitlines()
    assert lines[0] == "6 plays: 0 base, 0 cross, 1 extend_base, 5 extend_cross"
    assert lines[1] == "best value 6, best score 7"
    assert lines[3].split() == ["extend_cross", "0", "soviet", "2", "6", "6"]


def test_a_deck_can_be_asked_whether_it_deals_the_position(run: Run, tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    cards = [{"letter": "Q", "colour": "y"}] * 3
    position.write_text(
        json.dumps({"base": "", "base_colours": "", "crossings": [], "hand": cards})
    )
    assert run("solve", "match", position).startswith("0 plays: ")
    told = run("solve", "match", position, "--deck", "english", code=2)
    assert "the deck english has too few cards: " in told
    deck = tmp_path / "deck.json"
    deck.write_text(
        json.dumps({"name": "own", "alphabet": "english", "yellow": {"Q": 39}, "red": {"E": 39}})
    )
    assert run("solve", "match", position, "--deck", deck).startswith("0 plays: ")
    assert "there is no deck 'klingon'" in run(
        "solve", "match", position, "--deck", "klingon", code=2
    )


def test_solve_match_says_what_is_wrong_with_a_file(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("[1, 2]")
    told = run("solve", "match", bad, "--json", code=2)
    assert told.startswith(f"wordlot: {bad}: the position is not in the right form")
    assert told.count("\n") == 1
    assert "cannot be read" in run("solve", "match", tmp_path / "absent.json", code=2)
    assert "no lexicon is called" in run("solve", "match", bad, "--lexicon", "none", code=2)
