"""The coins: 240 points that pay and change every score, however they are divided."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordlot.games.match.model import COINS_PER_SEAT, LEAST_VALUE, MOST_VALUE
from wordlot.kit.coins import (
    COINS,
    COINS_WORTH,
    HOLDERS,
    SHARE,
    SHARES,
    lay_out,
    smaller_worth,
)


def worth(coins: Sequence[int]) -> int:
    return sum(coins)


def test_all_coins_are_worth_240_and_a_share_40() -> None:
    """M1.1, M2.1."""
    assert worth(list(COINS.elements())) == COINS_WORTH
    assert worth(SHARE) == COINS_PER_SEAT
    assert SHARES * COINS_PER_SEAT == COINS_WORTH


@pytest.mark.parametrize("denomination", sorted(COINS))
def test_smaller_coins_suffice_for_any_split_over_pot_and_six_players(denomination: int) -> None:
    """The inequality of the proof in `wordlot.kit.coins`, for each denomination."""
    assert smaller_worth(denomination) >= (HOLDERS - 1) * (denomination - 1)


def splits() -> st.SearchStrategy[tuple[int, ...]]:
    """Seven amounts that add up to 240."""
    cuts = st.lists(st.integers(0, COINS_WORTH), min_size=HOLDERS - 1, max_size=HOLDERS - 1)
    return cuts.map(sorted).map(
        lambda c: tuple(b - a for a, b in zip((0, *c), (*c, COINS_WORTH), strict=True))
    )


@given(split=splits())
def test_any_split_can_be_laid_out_with_the_coins_there_are(split: tuple[int, ...]) -> None:
    held = lay_out(split)
    assert tuple(worth(list(coins.elements())) for coins in held) == split
    assert sum(held, start=COINS.__class__()) == COINS


def test_every_payment_is_made_from_every_pot_whatever_the_winner_has() -> None:
    """M5.2, M6.1: payments of 2 to 30 out of every pot, the rest lying with one other."""
    for pot in range(LEAST_VALUE, COINS_WORTH + 1):
        for winner in range(0, COINS_WORTH - pot + 1, 13):
            other = COINS_WORTH - pot - winner
            for score in range(LEAST_VALUE, min(pot, MOST_VALUE) + 1, 5):
                paid = (pot - score, winner + score, other)
                assert worth(list(lay_out(paid)[1].elements())) == winner + score


def test_hardest_split_leaves_six_players_one_short_of_the_largest_coin() -> None:
    split = (COINS_WORTH - 6 * 9, 9, 9, 9, 9, 9, 9)
    assert [worth(list(coins.elements())) for coins in lay_out(split)] == list(split)


def test_amounts_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot be laid out"):
        lay_out((100, 100))
