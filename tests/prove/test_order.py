"""The promises that time and order are fair, at a scale for every day."""

import pytest

from tests.prove.promises import TIME_AND_ORDER, check, numbers


@pytest.mark.parametrize("number", numbers(TIME_AND_ORDER))
def test_time_and_order_are_fair(number: int) -> None:
    check(number)
