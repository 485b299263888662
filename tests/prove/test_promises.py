"""Every promise has a test and stands on the page of guarantees."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.prove.__main__ import NEEDED_S
from tests.prove.promises import PROMISES, how, proofs
from tests.prove.tested import KEPT, section

PAGE = Path(__file__).parents[2] / "docs" / "guarantees.md"


@pytest.mark.parametrize("number", PROMISES)
def test_a_promise_has_a_test_that_says_how_it_is_tested(number: int) -> None:
    assert how(proofs()[number])


@pytest.mark.parametrize("number", PROMISES)
def test_a_promise_stands_on_the_page_with_how_it_is_tested_and_its_figure(number: int) -> None:
    """`make prove` writes the page."""
    page = PAGE.read_text()
    assert f"### {number}. {PROMISES[number][1]}\n\n{how(proofs()[number])}\n\n**" in page


def test_what_other_tests_keep_stands_on_the_page_with_them() -> None:
    assert PAGE.read_text().endswith(f"\n\n{section()}\n")
    files = [name for kept in KEPT for name in kept.tests]
    assert [name for name in files if not (PAGE.parents[1] / name).is_file()] == []


def test_no_test_is_without_a_promise_and_none_without_its_time() -> None:
    assert set(proofs()) == set(PROMISES) == set(NEEDED_S)


def test_the_command_divides_its_work_and_writes_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    command = [sys.executable, "-m", "tests.prove", "--minutes", "0.05", "--page", str(page), "11"]
    subprocess.run(command, check=True, capture_output=True, cwd=PAGE.parents[1])
    assert f"### 11. {PROMISES[11][1]}" in page.read_text()
    assert "**Kept** on" in page.read_text()
