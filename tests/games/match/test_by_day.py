"""Match by day: a called bid's clock begins when its player is there (X1.1)."""

import pytest

from tests.games.match.drawing import play
from tests.games.match.game import Game, kinds, standing
from wordlot.core.errors import Refusal
from wordlot.core.protocol import Millis, Seat
from wordlot.games.match import model as m

DAY_S = m.DAY_MS / 1000
by_day = pytest.mark.parametrize("clock", [m.DAY_MS, None], ids=["a day", "none"])


def called(clock: int | None, lay_clock_ms: int = 30_000) -> Game:
    options = m.MatchOptions(m.Bidding.CALLED, clock, lay_clock_ms)
    game = standing("rate", "tone", options=options)
    game.call(0, 4)
    return game


@by_day
def test_the_winner_of_a_call_begins_the_lay_down_clock(clock: int | None) -> None:
    """X1.1: and not before it did, however long it sleeps, does the clock run."""
    game = called(clock)
    (*_, asked) = game.pass_(1)
    ends = None if clock is None else Millis(game.at + m.DAY_MS)
    assert asked == m.LayingAsked(1, Seat(0), 4, ends)
    assert game.view(None).awaited == (0,)
    assert game.wait(DAY_S - 1) == ()
    assert game.open_laying(0) == (m.LayingOpened(1, Seat(0), 4, Millis(game.at + 30_000)),)
    game.lay(0, "base rate")
    assert game.state.coins == (8, 0)


def test_a_day_runs_out_for_who_does_not_begin_it() -> None:
    """X1.1: the call is then void, as with any clock (M3.2)."""
    game = called(m.DAY_MS)
    game.pass_(1)
    assert kinds(game.wait(DAY_S))[0] == "BidVoided"


def test_without_a_clock_nothing_runs_out() -> None:
    """X1.1: the host's means of X1 are there."""
    game = called(None)
    game.pass_(1)
    assert game.wait(100 * DAY_S) == ()


@by_day
def test_it_is_offered_to_begin_or_to_give_the_call_up(clock: int | None) -> None:
    """X1.1, M3.3."""
    game = called(clock)
    game.pass_(1)
    assert game.offers(0) == (m.OpenLayingOffer(30_000, 0), m.PassOffer())
    assert game.offers(1) == ()
    assert kinds(game.pass_(0))[0] == "BidVoided"


def test_nothing_is_laid_before_the_clock_began_and_it_begins_once() -> None:
    """X1.1."""
    game = called(None)
    game.pass_(1)
    refused = game.refusal(0, m.LayPlay(1, play("base rate")))
    assert (refused.code, refused.clause) == (Refusal.NOT_NOW, "X1.1")
    assert game.refusal(1, m.OpenLaying(1)).code == Refusal.NOT_YOURS
    game.open_laying(0)
    refused = game.refusal(0, m.OpenLaying(1))
    assert (refused.code, refused.clause) == (Refusal.NOT_NOW, "X1.1")


def test_there_is_nothing_to_begin_while_bids_are_made() -> None:
    """X1.1."""
    game = called(None)
    assert game.refusal(0, m.OpenLaying(1)).code in {Refusal.NOT_NOW, m.MatchCode.ALREADY_BID}
    assert game.refusal(1, m.OpenLaying(1)).code == Refusal.NOT_NOW


@pytest.mark.parametrize(
    ("clock", "lay_clock_ms"), [(60_000, 30_000), (m.DAY_MS, m.DAY_MS), (None, m.DAY_MS)]
)
def test_a_clock_that_its_player_sees_or_that_has_a_day_begins_at_once(
    clock: int | None, lay_clock_ms: int
) -> None:
    """M3.2, X1.1."""
    game = called(clock, lay_clock_ms)
    assert kinds(game.pass_(1)) == ["SeatPassed", "AuctionClosed", "LayingOpened"]
    assert game.left_ms() == lay_clock_ms
