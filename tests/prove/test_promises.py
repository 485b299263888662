"""Every promise has a test and stands on the page of guarantees."""

from pathlib import Path

import pytest

from tests.prove.__main__ import NEEDED_S
from tests.prove.promises import PROMISES, how, proofs

PAGE = Path(__file__).parents[2] / "docs" / "guarantees.md"


@pytest.mark.parametrize("number", PROMISES)
def test_a_promise_has_a_test_that_says_how_it_is_tested(number: int) -> None:
    assert how(proofs()[number])


@pytest.mark.parametrize("number", PROMISES)
def test_a_promise_stands_on_the_page_with_how_it_is_tested_and_its_figure(number: int) -> None:
    """`make prove` writes the page."""
    page = PAGE.read_text()
    assert f"### {number}. {PROMISES[number][1]}\n\n{how(proofs()[number])}\n\n**" in page


def test_no_test_is_without_a_promise_and_none_without_its_time() -> None:
    assert set(proofs()) == set(PROMISES) == set(NEEDED_S)
