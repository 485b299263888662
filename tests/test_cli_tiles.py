import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from tests.counts import test_odds, test_racks
from tests.test_cli import Run, run

__all__ = ["run"]

HAND = [{"letter": letter, "colour": "y"} for letter in "rate"]
RACKS = {case.rack: case for case in test_racks.FILE.cases}


@pytest.fixture(autouse=True, scope="module")
def one_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORDLOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.mark.parametrize("rack", list(RACKS)[:4])
def test_words_of_a_rack_are_printed_as_json(run: Run, rack: str) -> None:
    """B5.2."""
    case = RACKS[rack]
    found = json.loads(run("solve", "tiles", rack, "--min", 4, "--json"))
    assert list(found) == ["count", "longest", "words"]
    assert found["count"] == len(found["words"]) == case.words_of_4_or_more
    assert found["longest"] == case.longest
    assert found["words"][: len(case.longest_words)] == case.longest_words


def test_words_of_a_rack_are_printed_for_people(run: Run) -> None:
    lines = run("solve", "tiles", "CRAB", "--min", 4).splitlines()
    assert lines == ["2 words, the longest of 4 letters", "carb", "crab"]


def test_tiles_that_spell_nothing_are_an_answer(run: Run) -> None:
    nothing = {"count": 0, "longest": 0, "words": []}
    for rack in ("", "qqq"):
        assert json.loads(run("solve", "tiles", rack, "--json")) == nothing


def test_one_word_is_not_words(run: Run) -> None:
    lines = run("solve", "tiles", "quizzes", "--min", 7).splitlines()
    assert lines == ["1 word, the longest of 7 letters", "quizzes"]


PLAYS = {"wordlot.solver.match", "wordlot.solver.laying"}
ODDS = {"wordlot.solver.odds", "wordlot.solver.deals"}
NEVER = {"pydantic", "starlette", "wordfreq", "matplotlib", "reportlab", "wordlot.solver.racks"}


@pytest.mark.parametrize(
    ("command", "needed", "spared"),
    [
        (("solve", "tiles", "retain??"), set(), {"numpy", "numba", "rich", "wordlot.solver"}),
        (("solve", "match", "POSITION"), PLAYS, ODDS),
        (("odds", "--contract", "4", "--hand", "q"), ODDS, PLAYS),
    ],
)
def test_a_search_loads_what_it_needs_and_nothing_of_another(
    command: Sequence[str], needed: set[str], spared: set[str], tmp_path: Path
) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps({"base": "", "base_colours": "", "crossings": [], "hand": HAND}))
    asked = [str(position) if word == "POSITION" else word for word in command]
    code = (
        f"import sys; sys.argv = ['wordlot', *{asked!r}]\n"
        "from wordlot import cli\n"
        "try: cli.main()\n"
        "except SystemExit as end: assert not end.code\n"
        f"loaded, needed = set(sys.modules), {needed!r}\n"
        f"heavy = {spared | NEVER!r} & loaded\n"
        "sys.exit(str((heavy, needed - loaded)) if heavy or needed - loaded else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_a_tile_set_of_ones_own_fills_the_bag(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    own.write_text(json.dumps({"name": "own", "letters": {"C": 1, "r": 1, "A": 1}, "blanks": 0}))
    asked = "odds", "--contract", 4, "--hand", "B", "--json"
    assert "the tile set own has 0 'b', not 1" in run(*asked, "--tiles", own, code=2)
    own.write_text(
        json.dumps({"name": "own", "letters": {"C": 1, "r": 1, "A": 1, "b": 1}, "blanks": 0})
    )
    found = json.loads(run(*asked, "--tiles", own))
    assert found["odds_by_tiles"][:5] == [None, None, None, None, 1.0]
    assert "there is no tile set 'klingon'" in run(*asked, "--tiles", "klingon", code=2)
    assert "the tile set own has 1 'c', not 2" in run(
        "solve", "tiles", "cc", "--tiles", own, code=2
    )
    assert run("solve", "tiles", "CRAB", "--tiles", own, "--min", 4).endswith("carb\ncrab\n")


def test_odds_are_printed_as_json(run: Run) -> None:
    """B4.1."""
    case = next(case for case in test_odds.FILE.cases if case.hand == "qzv")
    found = json.loads(run("odds", "--contract", case.contract, "--hand", case.hand, "--json"))
    assert list(found) == ["odds_by_tiles", "error"]
    assert [len(values) for values in found.values()] == [16, 16]
    for share, error, other in zip(*found.values(), case.odds_by_tiles, strict=True):
        assert (share is None) == (error is None) == (other is None)
        assert share is None or abs(share - other) <= 2 * error + 0.001


def test_tiles_on_the_table_count_towards_the_odds(run: Run) -> None:
    """B5.3."""
    found = json.loads(run("odds", "--contract", 4, "--hand", "c", "--table", "rabj", "--json"))
    assert found["odds_by_tiles"][4:6] == [0.0, 1.0]


def test_odds_are_printed_for_people(run: Run) -> None:
    rows = [line.split() for line in run("odds", "--contract", 5, "--hand", "aeinrst").splitlines()]
    assert rows[0] == ["tiles", "odds", "±"]
    assert rows[1:] == [[str(tiles), "100.0%", "0.0%"] for tiles in range(5, 16)]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["solve", "tiles", "cr4b"], "'4' in 'cr4b' is neither a letter nor a blank '?'"),
        (["solve", "tiles", "crèb"], "'è' is not a letter of the alphabet english"),
        (["solve", "tiles", "a???"], "a??? has 3 blanks; there are 2"),
        (["solve", "tiles", "crab", "--min", "0"], "--min is 1 to 15 letters, not 0"),
        (["solve", "tiles", "crab", "--lexicon", "none"], "none"),
        (["odds", "--contract", "16"], "a contract asks for 2 to 15 letters, not 16"),
        (["odds", "--contract", "4", "--hand", "zz"], "the tile set english has 1 'z', not 2"),
        (["odds", "--contract", "4", "--hand", "???"], "the tile set english has 2 '?', not 3"),
        (["odds", "--contract", "4", "--hand", "1"], "'1' in '1'"),
        (["odds", "--contract", "4", "--table", "aaeeiioourstlndy"], "15 tiles lie on the table"),
    ],
)
def test_bad_input_is_told_in_one_sentence(run: Run, words: list[str], complaint: str) -> None:
    told = run(*words, code=2)
    assert told.startswith("wordlot: ")
    assert complaint in told
    assert told.count("\n") == 1


def test_json_has_no_more_than_the_answer(run: Run) -> None:
    raw = run("odds", "--contract", 7, "--json")
    decoded = msgspec.json.decode(raw, type=dict[str, list[float | None]])
    assert decoded["odds_by_tiles"][:7] == decoded["error"][:7] == [None] * 7
