"""What a call costs that is not laid, in Match (M3.2)."""

import pytest
from msgspec.structs import replace

from tests.games.match.game import Game, kinds, standing
from wordlot.core.errors import CorruptRecord
from wordlot.core.protocol import Seat
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH


def called(coins: tuple[int, int], *, void: m.Void = m.Void.PAYS, table: str = "") -> Game:
    options = m.MatchOptions(bidding=m.Bidding.CALLED, void=void)
    game = standing("rate", "tone", options=options, pot=80 - sum(coins), table=table)
    game.state = replace(game.state, coins=coins)
    return game


@pytest.mark.parametrize(("has", "called_value", "pays"), [(20, 6, 6), (4, 6, 4), (0, 6, 0)])
def test_a_void_call_costs_what_was_called_or_all_that_its_seat_has(
    has: int, called_value: int, pays: int
) -> None:
    """M3.2: into the pot."""
    game = called((0, has))
    game.call(0, 4)
    game.call(1, called_value)
    pot = game.state.pot
    (voided, *_) = game.pass_(1)
    assert voided == m.BidVoided(1, Seat(1), called_value, by_clock=False, paid=pays)
    assert game.state.coins == (0, has - pays)
    assert game.state.pot == pot + pays


def test_a_call_that_runs_out_of_time_costs_the_same() -> None:
    """M3.2."""
    game = called((0, 20))
    game.call(0, 4)
    game.call(1, 6)
    (voided, *_) = game.wait(30)
    assert voided == m.BidVoided(1, Seat(1), 6, by_clock=True, paid=6)


def test_every_void_call_of_a_round_is_paid_for() -> None:
    """M3.2: the next lower bidder has the same chance, and the same to lose."""
    game = called((10, 20), table="at")
    game.call(0, 4)
    game.call(1, 6)
    game.pass_(1)
    assert kinds(game.pass_(0)) == ["BidVoided", "CrosswordCleared", "RoundOpened"]
    assert game.state.coins == (6, 14)


def test_where_the_table_has_it_so_a_void_call_is_free() -> None:
    """M3.2."""
    game = called((0, 20), void=m.Void.FREE)
    game.call(0, 4)
    game.call(1, 6)
    (voided, *_) = game.pass_(1)
    assert voided == m.BidVoided(1, Seat(1), 6, by_clock=False, paid=0)
    assert game.state.coins == (0, 20)


@pytest.mark.parametrize(("void", "costs"), [(m.Void.PAYS, 6), (m.Void.FREE, 0)], ids=str)
def test_who_is_to_lay_is_told_what_it_costs_not_to(void: m.Void, costs: int) -> None:
    """M3.2."""
    game = called((0, 20), void=void)
    game.call(0, 4)
    game.call(1, 6)
    lay = game.offers(1)[0]
    assert isinstance(lay, m.LayOffer)
    assert lay.costs == costs


def test_a_record_in_which_a_seat_paid_more_than_it_had_does_not_fold() -> None:
    """M3.2."""
    game = called((0, 4))
    game.call(0, 4)
    game.call(1, 6)
    with pytest.raises(CorruptRecord):
        MATCH.evolve(game.state, m.BidVoided(1, Seat(1), 6, by_clock=False, paid=5))
