"""The public names: all there, lazy, and enough for programs, as the examples show."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import wordlot
from wordlot.words import Lexicon

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )


def test_every_public_name_is_there_and_belongs_to_the_package() -> None:
    assert len(set(wordlot.__all__)) == len(wordlot.__all__)
    for name in wordlot.__all__:
        assert getattr(wordlot, name) is not None
    assert dir(wordlot) == sorted(wordlot.__all__)


def test_what_a_type_checker_is_told_is_what_is_loaded() -> None:
    """The imports for type checkers name each public name, in the module that it comes from."""
    tree = ast.parse(Path(wordlot.__file__).read_text("utf-8"))
    told = {
        entry.asname or entry.name: (str(node.module), entry.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("wordlot.")
        for entry in node.names
    }
    loaded = {
        name: (f"wordlot.{home[0]}", home[1])
        for name in wordlot.__all__
        if (home := wordlot._home(name)) is not None
    }
    assert told == loaded
    assert set(told) == set(wordlot.__all__) - {"__version__"}


def test_lexicon_that_is_named_is_the_one_that_is_loaded(english: Lexicon) -> None:
    """And the rules take any that has words, by another name."""
    assert wordlot.Lexicon is Lexicon
    assert isinstance(english, wordlot.Lexicon)
    assert not hasattr(wordlot.LexiconLike, "words")


def test_a_name_that_is_not_public_is_refused_by_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'auction'"):
        _ = wordlot.auction


def test_importing_the_package_loads_nothing_heavy_and_none_of_its_modules() -> None:
    loaded = run(
        "-c",
        "import sys, wordlot; print(sorted(m for m in sys.modules"
        " if m.partition('.')[0] in ('msgspec', 'numpy', 'numba', 'reportlab', 'wordlot')))",
    )
    assert loaded.stdout.strip() == "['wordlot']"


def imported(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports, and the names it takes of them."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (entry.name for entry in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "wordlot":
            yield f"wordlot.{node.attr}"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_examples_live_on_public_names_alone(example: Path) -> None:
    public = {"wordlot", *(f"wordlot.{name}" for name in wordlot.__all__)}
    used = {name for name in imported(example) if name.partition(".")[0] == "wordlot"}
    assert used - {"wordlot"}
    assert used <= public


def test_there_is_an_example_for_each_game_and_the_odds() -> None:
    used = {name for example in EXAMPLES for name in imported(example)}
    assert {"wordlot.MATCH", "wordlot.BET_THE_BAG", "wordlot.odds", "wordlot.plays"} <= used
    assert {"wordlot.decide", "wordlot.write_record", "wordlot.verify"} <= used


def test_examples_pass_a_strict_type_checker() -> None:
    checked = run("-m", "mypy", "--strict", *map(str, EXAMPLES))
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_examples_run_and_say_something(example: Path) -> None:
    told = run(str(example))
    assert told.returncode == 0, told.stderr
    assert len(told.stdout.splitlines()) > 3
