import pytest

from tests.games.match.drawing import crossword, play, show
from tests.games.match.game import Game, kinds, standing
from wordlot.core.errors import Refusal
from wordlot.core.protocol import Seat
from wordlot.games.match import model as m
from wordlot.games.match.model import MatchCode
from wordlot.games.match.rules import MATCH

CALLED = m.MatchOptions(bidding=m.Bidding.CALLED)


def called(*hands: str, **more: str) -> Game:
    return standing(*hands, options=CALLED, **more)  # type: ignore[arg-type]


def test_any_seat_may_bid_first() -> None:
    """M3.1: there are no turns."""
    game = standing("rate", "tone", "said")
    assert MATCH.awaited(game.state) == (0, 1, 2)
    game.bid(2, "base said")
    assert MATCH.awaited(game.state) == (0, 1)


@pytest.mark.parametrize("text", ["base to", "base tOn", "base tone"])
def test_a_bid_that_is_not_higher_is_refused(text: str) -> None:
    """M3.1: a lower one as well as an equal one."""
    game = standing("rate", "toneONE")
    game.bid(0, "base rate")
    assert game.refuses_bid(1, text) == (MatchCode.NOT_HIGHER, "M3.1")


def test_a_higher_bid_leads() -> None:
    """M3.1: so the last bid is the highest."""
    game = standing("rate", "tones", "i")
    game.bid(0, "base rate")
    game.bid(1, "base tones")
    view = game.view(None)
    assert (view.high, view.leader) == (10, 1)


def test_a_seat_bids_once_a_round() -> None:
    """M3.1."""
    game = standing("rates", "tone")
    game.bid(0, "base at")
    assert game.refuses_bid(0, "base rates") == (MatchCode.ALREADY_BID, "M3.1")
    assert game.refusal(0, m.Pass(1)).code == MatchCode.ALREADY_BID


def test_the_last_bid_wins_whoever_spoke_first() -> None:
    """M3.1."""
    game = standing("at", "rate", "tones")
    game.bid(2, "base to")
    game.pass_(0)
    game.bid(1, "base rate")
    assert show(game.state.crossword) == "rate"
    assert game.state.coins == (0, 8, 0)


def test_a_bid_names_its_round() -> None:
    """M3.1: one that comes late is never taken for the next round."""
    game = standing("rate", "tone")
    late = m.PlaceBid(1, play("base tone"))
    game.bid(0, "base rate")
    game.pass_(1)
    assert game.state.round == 2
    for action in (late, m.PlaceBid(3, play("base tone")), m.Pass(1)):
        assert game.refusal(1, action).code == Refusal.STALE_ROUND


def test_a_sealed_bid_tells_the_table_seat_and_value_only() -> None:
    """M3.2, M9.1."""
    game = standing("rate", "tone")
    (placed, *_) = game.bid(0, "base rate")
    assert MATCH.redact(placed, Seat(0)) == placed
    for other in (Seat(1), None):
        seen = MATCH.redact(placed, other)
        assert isinstance(seen, m.BidPlaced)
        assert (seen.seat, seen.value, seen.play) == (0, 8, None)
    assert game.view(0).your_play == play("base rate")
    assert game.view(1).your_play is None
    assert game.view(None).your_play is None


@pytest.mark.parametrize(
    ("text", "code", "clause"),
    [
        ("base ton", MatchCode.NOT_A_WORD, "M4.5"),
        ("base tare", Refusal.NOT_HELD, "M4.5"),
        ("cross 1 t+e", MatchCode.NO_SUCH_PLACE, "M4.2"),
        ("base to", MatchCode.NOT_HIGHER, "M3.1"),
    ],
)
def test_a_refused_bid_does_not_use_up_the_bid(text: str, code: str, clause: str) -> None:
    """M3.2: whatever was wrong with it."""
    game = standing("at", "toneA", "i", words="at to tone tare")
    game.bid(0, "base at")
    assert game.refuses_bid(1, text) == (code, clause)
    game.bid(1, "base tone")
    assert game.view(None).leader == 1


def test_a_bid_that_is_too_low_tells_nothing_about_its_word() -> None:
    """M3.2: so nobody looks words up with bids that could not win."""
    game = standing("rate", "toneO", words="rate tone")
    game.bid(0, "base rate")
    for text in ("base to", "base ne", "base tOn"):
        assert game.refuses_bid(1, text) == (MatchCode.NOT_HIGHER, "M3.1")


def test_each_way_of_bidding_refuses_the_other() -> None:
    """M3.2."""
    assert standing("rate", "i").refusal(0, m.CallBid(1, 4)).code == MatchCode.WRONG_BIDDING
    game = called("rate", "i")
    assert game.refuses_bid(0, "base rate") == (MatchCode.WRONG_BIDDING, "M3.2")


def test_the_winner_of_a_called_auction_lays_within_30_seconds() -> None:
    """M3.2."""
    game = called("rate", "tone")
    game.call(0, 4)
    game.call(1, 6)
    assert game.state.phase is m.Phase.LAYING
    assert MATCH.awaited(game.state) == (1,)
    assert game.left_ms() == 30_000
    game.lay(1, "base tone")
    assert show(game.state.crossword) == "tone"
    assert game.state.coins == (0, 8)


@pytest.mark.parametrize("clock_ms", m.LAY_CLOCKS_MS)
def test_the_lay_down_clock_is_an_option(clock_ms: int) -> None:
    """M3.2."""
    options = m.MatchOptions(bidding=m.Bidding.CALLED, lay_clock_ms=clock_ms)
    game = standing("rate", "i", options=options)
    game.call(0, 4)
    game.pass_(1)
    assert game.left_ms() == clock_ms


def test_a_play_below_the_call_is_refused_and_may_be_mended() -> None:
    """M3.2."""
    game = called("rate", "tone")
    game.call(0, 6)
    game.pass_(1)
    error = game.refusal(0, m.LayPlay(1, play("base at")))
    assert (error.code, error.clause) == (MatchCode.BELOW_CALL, "M3.2")
    game.lay(0, "base rat")
    assert game.state.coins == (6, 0)


def test_a_called_bid_that_is_not_laid_in_time_goes_to_the_next_lower_bidder() -> None:
    """M3.2: that seat has the same chance and the whole clock."""
    game = called("rate", "tone", "said")
    for seat, value in ((1, 3), (2, 5), (0, 8)):
        game.call(seat, value)
    assert kinds(game.wait(30)) == ["BidVoided", "LayingOpened"]
    assert (game.state.laying, game.left_ms()) == (2, 30_000)
    game.pass_(2)
    assert (game.state.laying, game.left_ms()) == (1, 30_000)
    game.lay(1, "base tone")
    assert game.state.coins == (0, 8, 0)


def test_a_called_bid_is_given_up_by_passing() -> None:
    """M3.2: the table need not wait for the clock."""
    game = called("rate", "tone")
    game.call(0, 4)
    game.call(1, 6)
    (voided, *_) = game.pass_(1)
    assert voided == m.BidVoided(1, Seat(1), 6, by_clock=False)
    assert game.state.laying == 0


def test_a_void_bid_stays_public() -> None:
    """M3.2, M9.1: its value is seen, and that it is void."""
    game = called("rate", "tone")
    game.call(0, 4)
    game.call(1, 6)
    game.pass_(1)
    seats = game.view(None).seats
    assert [(seat.bid, seat.voided) for seat in seats] == [(4, False), (6, True)]
    assert (game.view(None).high, game.view(None).leader) == (4, 0)


def test_when_every_called_bid_is_void_it_is_as_if_nobody_had_bid() -> None:
    """M3.2, M7.1, M7.2."""
    game = called("rate", "tone", table="at")
    game.call(0, 2)
    game.pass_(1)
    assert kinds(game.pass_(0)) == ["BidVoided", "CrosswordCleared", "RoundOpened"]
    game.call(1, 2)
    game.pass_(0)
    assert kinds(game.wait(30)) == ["BidVoided", "CardsDrawn", "CardsDrawn", "RoundOpened"]


def test_only_the_seat_that_lays_may_act_while_it_lays() -> None:
    """M3.2, M3.3."""
    game = called("rate", "tone", "said")
    game.call(0, 4)
    game.pass_(1, 2)
    assert game.refusal(1, m.LayPlay(1, play("base tone"))).code == Refusal.NOT_YOURS
    assert game.refusal(1, m.Pass(1)).code == Refusal.NOT_YOURS
    assert game.refusal(0, m.CallBid(1, 8)).code == Refusal.NOT_NOW
    assert game.offers(1) == ()


def test_nothing_is_laid_before_a_bid_has_won() -> None:
    """M3.2."""
    for game in (standing("rate", "i"), called("rate", "i")):
        assert game.refusal(0, m.LayPlay(1, play("base rate"))).code == Refusal.NOT_NOW


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (-3, MatchCode.NOT_HIGHER),
        (1, MatchCode.NOT_HIGHER),
        (5, MatchCode.NOT_HIGHER),
        (9, MatchCode.TOO_HIGH),
        (10**9, MatchCode.TOO_HIGH),
    ],
)
def test_a_call_is_higher_than_the_last_and_within_what_the_hand_can_be_worth(
    value: int, code: str
) -> None:
    """M3.1, M5.1."""
    game = called("tones", "rate")
    game.call(0, 5)
    assert game.refusal(1, m.CallBid(1, value)).code == code


def test_a_pass_is_final_for_the_round() -> None:
    """M3.3: a bid of another seat changes nothing about it."""
    game = standing("rate", "tone", "said")
    game.pass_(0)
    game.bid(1, "base to")
    assert game.refuses_bid(0, "base rate") == (MatchCode.ALREADY_PASSED, "M3.3")
    assert game.refusal(0, m.Pass(1)).code == MatchCode.ALREADY_PASSED
    assert game.offers(0) == ()


def test_the_auction_closes_when_every_seat_has_bid_or_passed() -> None:
    """M3.3."""
    game = standing("rate", "tones", "said")
    game.bid(0, "base rate")
    game.pass_(2)
    closing = game.bid(1, "base tones")
    assert kinds(closing)[:3] == ["BidPlaced", "AuctionClosed", "PlayLaid"]
    assert game.state.round == 2


def test_silence_counts_as_a_pass_when_the_clock_runs_out() -> None:
    """M3.3: the seats that said nothing show as having passed."""
    game = called("rate", "tone", "said")
    game.call(1, 4)
    assert kinds(game.wait(60)) == ["AuctionClosed", "LayingOpened"]
    assert [seat.passed for seat in game.view(None).seats] == [True, False, True]


def test_the_clock_does_not_run_out_early() -> None:
    """M3.3, M3.4."""
    game = Game(2)
    assert game.wait(59.999) == ()
    assert kinds(game.wait(0.001))[0] == "AuctionClosed"


def test_a_seat_that_has_bid_is_not_waited_for() -> None:
    """M3.3."""
    game = standing("rate", "tone")
    game.bid(0, "base rate")
    assert MATCH.awaited(game.state) == (1,)
    assert game.offers(0) == ()


@pytest.mark.parametrize(("waited_s", "left_s"), [(0, 60), (45, 15), (50, 10), (52, 10), (59, 10)])
def test_an_accepted_bid_leaves_ten_seconds_at_least(waited_s: int, left_s: int) -> None:
    """M3.4: "going once" adds time only where less is left."""
    game = standing("rate", "tone")
    game.wait(waited_s)
    game.bid(0, "base rate")
    assert game.left_ms() == left_s * 1000


def test_a_refused_bid_or_a_pass_leaves_the_clock_alone() -> None:
    """M3.4: time is bought by an accepted bid only."""
    game = standing("rate", "tone", "said", words="rate")
    game.wait(58)
    game.refuses_bid(1, "base tone")
    game.pass_(0)
    assert game.left_ms() == 2000


def test_every_bid_in_the_last_moment_goes_once_again() -> None:
    """M3.4."""
    game = standing("tao", "tones", "rates", "i")
    game.wait(59)
    game.bid(0, "base to")
    game.wait(9)
    game.bid(1, "base tone")
    assert game.left_ms() == 10_000


@pytest.mark.parametrize(
    ("clock_s", "left_s"), [(20, 20), (30, 20), (60, 20), (300, 20), (86_400, 86_400)]
)
def test_without_a_free_column_the_round_clock_is_at_most_20_seconds(
    clock_s: int, left_s: int
) -> None:
    """M3.4: a table with a whole day for a round keeps it."""
    options = m.MatchOptions(round_clock_ms=clock_s * 1000)
    game = standing("so", "i", table="s..\nrat\no..", options=options)
    game.bid(0, "cross 2 s+o")
    game.pass_(1)
    assert game.state.crossword == crossword("s.s rat o.o")
    assert game.left_ms() == left_s * 1000 + m.SOLD_MS
    assert game.view(None).clock_ms == left_s * 1000


def test_without_a_free_column_there_is_still_no_clock_where_there_is_none() -> None:
    """M3.4."""
    options = m.MatchOptions(round_clock_ms=None)
    game = standing("so", "i", table="s..\nrat\no..", options=options)
    game.bid(0, "cross 2 s+o")
    game.pass_(1)
    assert game.left_ms() is None


def test_one_free_column_keeps_the_whole_clock() -> None:
    """M3.4."""
    game = standing("so", "i", table="rats")
    game.bid(0, "cross 1 s+o")
    game.pass_(1)
    assert game.left_ms() == 60_000 + m.SOLD_MS
    assert game.view(None).clock_ms == 60_000


def test_the_clock_begins_after_the_look_at_what_was_laid_but_bids_count_at_once() -> None:
    """M3.4."""
    game = standing("sot", "it", table="s..\nrat\no..")
    game.bid(0, "cross 2 s+o")
    game.pass_(1)
    left_ms = game.left_ms()
    assert left_ms is not None
    assert left_ms > m.NO_COLUMN_MS
    game.bid(1, "extend_base +i")
    assert game.left_ms() == left_ms


def test_the_clock_of_a_round_in_which_nothing_was_laid_begins_at_once() -> None:
    """M3.4."""
    game = standing("so", "i", table="rats")
    game.pass_(0, 1)
    assert game.left_ms() == 60_000


def test_a_bid_on_the_short_clock_goes_once_too() -> None:
    """M3.4."""
    game = standing("sot", "it", table="s..\nrat\no..")
    game.bid(0, "cross 2 s+o")
    game.pass_(1)
    game.wait(19)
    game.bid(1, "extend_base +i")
    assert game.left_ms() == 10_000


def test_without_a_clock_nothing_falls_due() -> None:
    """M3.4, X1: a table with none waits, however long."""
    game = Game(2, m.MatchOptions(round_clock_ms=None))
    assert MATCH.deadline(game.state) is None
    assert game.wait(10**6) == ()


def test_with_a_clock_nobody_is_waited_for_beyond_it() -> None:
    """X1: a game of which every seat has gone away ends by itself."""
    game = Game(3)
    game.wait(60 * 60)
    assert MATCH.outcome(game.state) is not None


def test_of_two_bids_in_one_moment_the_queue_decides() -> None:
    """M3.5: two bids of one value at one time: the first to arrive is taken."""
    for first, second in ((0, 1), (1, 0)):
        game = standing("rate", "rate", "i")
        game.bid(first, "base rate")
        assert game.refuses_bid(second, "base rate") == (MatchCode.NOT_HIGHER, "M3.1")
        assert game.view(None).leader == first


def test_no_action_carries_a_time() -> None:
    """M3.5: nothing that a client reports about time could count."""
    fields = {
        name
        for action in (m.PlaceBid, m.CallBid, m.LayPlay, m.Pass)
        for name in action.__struct_fields__
    }
    assert fields == {"round", "play", "value"}


def test_nobody_acts_from_a_seat_that_is_not_there() -> None:
    """M2.2."""
    game = standing("rate", "tone")
    for seat in (-1, 2):
        assert game.refusal(seat, m.Pass(1)).code == Refusal.NOT_YOURS
