import subprocess
import sys
from pathlib import Path

import pytest

import wordlot

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


def test_every_public_name_is_there_and_belongs_to_the_package() -> None:
    assert len(set(wordlot.__all__)) == len(wordlot.__all__)
    for name in wordlot.__all__:
        assert getattr(wordlot, name) is not None
    assert dir(wordlot) == sorted(wordlot.__all__)


def test_a_name_that_is_not_public_is_refused_by_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'auction'"):
        _ = wordlot.auction


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = (
        "import sys, wordlot; print([m for m in ('msgspec', 'numpy', 'numba') if m in sys.modules])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_examples_run_and_say_something(example: Path) -> None:
    run = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) > 3
