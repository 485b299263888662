"""The promises that nothing is lost, at a scale for every day; `make prove` gives the figures."""

import pytest

from tests.prove.promises import NOTHING_IS_LOST, check, numbers


@pytest.mark.parametrize("number", numbers(NOTHING_IS_LOST))
def test_nothing_is_lost(number: int) -> None:
    check(number)
