import pytest

from tests.games.bet_the_bag.game import SECOND, bidding, kinds
from wordlot.core.errors import Refusal
from wordlot.core.protocol import Millis, Seat
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.actions import BagCode
from wordlot.games.bet_the_bag.rules import BET_THE_BAG


def test_bids_go_once_around_clockwise_from_whose_turn_it_is() -> None:
    """B4.1."""
    game = bidding("abc", "def", "ghi", on_turn=1)
    asked = []
    for tiles in (5, 6, 7):
        assert game.state.bidder is not None
        asked.append(game.state.bidder)
        game.bid(game.state.bidder, tiles)
    assert asked == [1, 2, 0]
    assert game.state.phase is m.BagPhase.ATTEMPT


def test_a_bid_out_of_turn_is_refused() -> None:
    """B4.1."""
    game = bidding("abc", "def", "ghi")
    assert game.refuses_bid(1, 5) == (Refusal.NOT_YOURS, "B4.1")
    assert game.refuses(2, a.PassBid(1)) == (Refusal.NOT_YOURS, "B4.1")
    game.bid(0, 5)
    assert game.refuses_bid(0, 6) == (Refusal.NOT_YOURS, "B4.1")


def test_a_number_that_somebody_bid_is_taken() -> None:
    """B4.1."""
    game = bidding("abc", "def", "ghi").say(6, 5)
    assert game.refuses_bid(2, 6) == (BagCode.TAKEN, "B4.1")
    assert game.refuses_bid(2, 5) == (BagCode.TAKEN, "B4.1")
    assert "seat 1 has bid 5" in game.refusal(2, a.BidTiles(1, 5)).detail
    game.bid(2, 4)


@pytest.mark.parametrize("contract", [4, 5, 6, 7])
def test_the_least_bid_is_the_contracts_number(contract: int) -> None:
    """B4.1."""
    game = bidding("abc", "def", contract=contract)
    assert game.refuses_bid(0, contract - 1) == (BagCode.TOO_LOW, "B4.1")
    game.bid(0, contract)


@pytest.mark.parametrize("tiles", [0, -5, -(10**30)])
def test_a_bid_of_no_tiles_is_too_low(tiles: int) -> None:
    """B4.1."""
    assert bidding("abc", "def").refuses_bid(0, tiles) == (BagCode.TOO_LOW, "B4.1")


def test_the_highest_bid_is_fifteen() -> None:
    """B4.1."""
    game = bidding("abc", "def")
    for tiles in (16, 10**30):
        assert game.refuses_bid(0, tiles) == (BagCode.TOO_HIGH, "B4.1")
    game.bid(0, 15)


def test_the_free_numbers_are_offered_and_the_taken_ones_with_their_owners() -> None:
    """B4.1."""
    game = bidding("abc", "def", "ghi", contract=7).say(9, 7)
    (bid, pass_) = game.offers(2)
    taken = (m.TileBid(Seat(0), 9), m.TileBid(Seat(1), 7))
    assert bid == m.BidTilesOffer((8, 10, 11, 12, 13, 14, 15), taken)
    assert pass_ == m.PassBidOffer(1)
    assert game.offers(0) == ()


def test_eight_seats_at_contract_seven_always_find_a_free_number() -> None:
    """B4.1: nine numbers for at most eight seats."""
    game = bidding(*["abc"] * 8, contract=7).say(*range(7, 14))
    bid = game.offers(7)[0]
    assert isinstance(bid, m.BidTilesOffer)
    assert bid.free == (14, 15)


def test_who_passes_draws_a_random_tile() -> None:
    """B4.2."""
    game = bidding("abc", "def", bag="xyz")
    game.draws("y")
    assert kinds(game.pass_(0)) == ["BidPassed", "TilesTaken", "BidAsked"]
    assert game.hands() == ("abcy", "def")
    assert game.bag() == "xz"


def test_who_passes_at_an_empty_bag_draws_nothing() -> None:
    """B4.2."""
    game = bidding("abc", "def", bag="")
    assert game.offers(0)[1] == m.PassBidOffer(0)
    assert kinds(game.pass_(0)) == ["BidPassed", "BidAsked"]
    assert game.hands() == ("abc", "def")


def test_a_pass_is_final_for_the_round() -> None:
    """B4.1: once around."""
    game = bidding("abc", "def", "ghi").say(None)
    assert game.refuses_bid(0, 5) == (Refusal.NOT_YOURS, "B4.1")


def test_silence_is_a_pass_when_the_bid_clock_runs_out() -> None:
    """B4.3, X1: twenty seconds unless the table says otherwise."""
    game = bidding("abc", "def")
    assert game.wait(19.999) == ()
    passed = game.wait(0.001)[0]
    assert passed == e.BidPassed(1, Seat(0), by_clock=True)
    assert BET_THE_BAG.awaited(game.state) == (1,)
    assert len(game.state.hands[0]) == 4


def test_each_seat_has_the_whole_bid_clock() -> None:
    """B4.3."""
    game = bidding("abc", "def", options=m.BagOptions(bid_clock_ms=10_000))
    game.wait(9)
    game.bid(0, 5)
    assert game.state.closes_at == game.at + 10 * SECOND


def test_without_a_clock_a_bid_is_waited_for() -> None:
    """B4.3: none."""
    game = bidding("abc", "def", options=m.BagOptions(bid_clock_ms=None))
    assert game.wait(10**6) == ()
    game.say(5, None)
    assert game.state.phase is m.BagPhase.OPENING


def test_a_bid_after_the_clock_is_refused() -> None:
    """B4.3."""
    game = bidding("abc", "def")
    game.at = Millis(20 * SECOND)
    assert game.refuses_bid(0, 5) == (BagCode.TOO_LATE, "B4.3")


def test_a_bid_names_its_turn() -> None:
    """B4.1: one that comes late is never taken for the next round."""
    game = bidding("abc", "def", bag="zzzzzz").say(None, None)
    game.flip(1)
    assert (game.state.turn, game.state.bidder) == (2, 1)
    assert game.refuses(1, a.BidTiles(1, 9)) == (Refusal.STALE_ROUND, "B4.1")
    assert game.refuses(1, a.PassBid(1)) == (Refusal.STALE_ROUND, "B4.1")
    assert game.refuses(1, a.BidTiles(3, 9)) == (Refusal.STALE_ROUND, "B4.1")


def test_a_bid_before_the_flip_or_after_the_bidding_is_refused() -> None:
    """B4.1."""
    game = bidding("abc", "def", bag="zzzzzz").say(5, 6)
    assert game.refuses_bid(0, 7) == (Refusal.NOT_NOW, "B4.1")
    game.give_up(0)
    game.give_up(1)
    assert game.refuses_bid(1, 7) == (Refusal.NOT_NOW, "B4.1")


def test_when_all_pass_the_contract_is_discarded_and_the_turn_moves_on() -> None:
    """B4.4."""
    game = bidding("abc", "def", bag="zzzzzz").say(None)
    happened = game.pass_(1)
    assert kinds(happened) == ["BidPassed", "TilesTaken", "ContractDiscarded", "TurnOpened"]
    assert [card.rank for card in game.state.gone] == [4]
    assert game.state.contract is None
    assert game.state.on_turn == 1
    assert game.scores() == (0, 0)
