"""The promises that nothing leaks, at a scale for every day; `make prove` gives the figures."""

import pytest

from tests.prove.promises import NOTHING_LEAKS, check, numbers


@pytest.mark.parametrize("number", numbers(NOTHING_LEAKS))
def test_nothing_leaks(number: int) -> None:
    check(number)
