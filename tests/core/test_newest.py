"""What is remembered of a function is its newest result, for that very argument."""

from __future__ import annotations

from wordlot.core.newest import Newest


def test_a_thing_is_worked_out_once_while_it_is_asked_about_on_end() -> None:
    asked: list[list[int]] = []

    @Newest
    def total(numbers: list[int]) -> int:
        asked.append(numbers)
        return sum(numbers)

    one, other = [1, 2], [1, 2]
    assert [total(one), total(one), total(other), total(one)] == [3, 3, 3, 3]
    assert [numbers is one for numbers in asked] == [True, False, True]
