"""The promises that nobody breaks in or down, at a scale for every day."""

import pytest

from tests.prove.promises import NOBODY_BREAKS_IN, check, numbers


@pytest.mark.parametrize("number", numbers(NOBODY_BREAKS_IN))
def test_nobody_breaks_in_or_down(number: int) -> None:
    check(number)
