import msgspec
import pytest

from tests.games.match.drawing import crossword
from tests.games.match.game import Game, standing
from wordlot.core.pieces import parse_cards
from wordlot.core.protocol import Hidden, Millis, Seat
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH


def test_what_everybody_may_know_is_in_every_view() -> None:
    """M9.1: crossword, pot, coins, hand sizes, pile and discard sizes, bids and passes."""
    game = standing("tone", "rate", "i", table="s.. raT", pile="xyz", discards="uv", pot=77)
    game.bid(1, "extend_base +e")
    game.pass_(2)
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        assert view.crossword == crossword("s.. raT")
        assert (view.pot, view.pile, view.discards) == (77, 3, 2)
        assert [s.hand for s in view.seats] == [4, 4, 1]
        assert [s.coins for s in view.seats] == [0, 0, 0]
        assert [(s.bid, s.passed) for s in view.seats] == [(None, False), (2, False), (None, True)]
        assert (view.high, view.leader, view.awaited) == (2, 1, (0,))


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    """M9.1: a spectator sees none."""
    game = standing("tone", "RATE")
    assert game.view(0).hand == parse_cards("tone")
    assert game.view(1).hand == parse_cards("RATE")
    assert game.view(None).hand is None


def test_the_hand_keeps_its_order_and_new_cards_come_last() -> None:
    """M9.1: the order in which a seat got its cards."""
    game = standing("xays", "i", table="raTe", pile="kz")
    game.bid(0, "extend_base +s")
    game.pass_(1)
    assert game.view(0).hand == parse_cards("xayz")


def test_draws_are_told_by_number_to_the_others() -> None:
    """M9.1."""
    drawn = m.CardsDrawn(Seat(1), 2, parse_cards("ab"))
    assert MATCH.redact(drawn, Seat(1)) == drawn
    assert MATCH.redact(drawn, Seat(0)) == m.CardsDrawn(Seat(1), 2, None)
    assert MATCH.redact(drawn, None) == m.CardsDrawn(Seat(1), 2, None)


def test_a_shuffle_keeps_its_number_and_tells_nothing() -> None:
    """M9.1: the order of the pile is hidden from all."""
    for seat in (None, Seat(0)):
        assert MATCH.redact(m.PileShuffled(parse_cards("ab")), seat) == Hidden()


def test_the_play_behind_a_bid_that_did_not_win_stays_hidden_after_the_round() -> None:
    """M9.1: from views as from events."""
    game = standing("qats", "tones", "i")
    game.bid(0, "base qat")
    game.bid(1, "base tone")
    game.pass_(2)
    seen = [MATCH.redact(event, Seat(2)) for event in game.events]
    assert all(event.play is None for event in seen if isinstance(event, m.BidPlaced))
    assert b"q" not in msgspec.json.encode([game.view(2), game.view(None)])


def test_a_game_that_is_over_shows_its_outcome() -> None:
    """M8.1, M9.1."""
    game = standing("a", "b", pile="")
    game.pass_(0, 1)
    view = game.view(None)
    assert (view.phase, view.ended) == (m.Phase.OVER, m.End.NO_CARDS)
    assert view.outcome is not None
    assert view.outcome.winners == (0, 1)


@pytest.mark.parametrize("pot", [3, 80])
def test_no_bid_outlives_the_play_that_was_laid(pot: int) -> None:
    """M6.1, M9.1: a play lies once, in the crossword, whether the game goes on or is over."""
    game = standing("rate", "tones", "i", pot=pot)
    game.pass_(2)
    game.bid(0, "base rat")
    game.bid(1, "base tone")
    laid = next(i for i, event in enumerate(game.events) if isinstance(event, m.PlayLaid))
    state = standing("rate", "tones", "i", pot=pot).state
    # The events of `standing` are those of its deal: what came after them is folded one by one.
    deal = next(i for i, event in enumerate(game.events) if isinstance(event, m.SeatPassed))
    for number, event in enumerate(game.events[deal:], deal):
        state = MATCH.evolve(state, event)
        if number < laid:
            continue
        for seat in (None, Seat(0), Seat(1), Seat(2)):
            view = MATCH.view(state, seat)
            assert (view.high, view.leader, view.laying, view.your_play) == (None,) * 4
            assert not any(s.bid is not None or s.passed or s.voided for s in view.seats)
    assert state == game.state
    assert (state.phase is m.Phase.OVER) is (pot == 3)


def test_a_game_that_ends_without_a_bid_shows_no_pass() -> None:
    """M7.2, M9.1."""
    game = standing("a", "b", pile="")
    game.pass_(0, 1)
    assert [s.passed for s in game.view(0).seats] == [False, False]


def test_offers_are_ranges_and_places() -> None:
    """M3.1, M4.2, M5.1: the least that is high enough, the most that the hand can be worth."""
    game = standing("tones", "rat", table="s.... raTes")
    game.bid(0, "extend_base +t")
    assert game.offers(1) == (
        m.BidOffer(
            least=3,
            most=6,
            lanes=(
                m.Lane(m.Kind.CROSS, 2),
                m.Lane(m.Kind.CROSS, 3),
                m.Lane(m.Kind.CROSS, 4),
                m.Lane(m.Kind.EXTEND_BASE),
                m.Lane(m.Kind.EXTEND_CROSS, 0),
            ),
            blocked=(0, 1),
        ),
        m.PassOffer(),
    )


@pytest.mark.parametrize("hand", ["", "ab"])
def test_a_hand_that_can_bid_nothing_high_enough_may_pass_only(hand: str) -> None:
    """M3.1, M5.1."""
    game = standing("tones", hand)
    game.bid(0, "base to")
    assert game.offers(1) == (m.PassOffer(),)


def test_who_lays_is_offered_the_called_value_or_more() -> None:
    """M3.2."""
    game = standing("tones", "rat", options=m.MatchOptions(bidding=m.Bidding.CALLED))
    game.call(0, 5)
    game.pass_(1)
    assert game.offers(0) == (m.LayOffer(5, (m.Lane(m.Kind.BASE),), (), 0), m.PassOffer())
    assert game.offers(1) == ()


def test_a_spectator_is_offered_nothing() -> None:
    """M9.1."""
    assert MATCH.offers(Game(2).view(None)) == ()


def test_between_the_events_of_a_decision_nobody_is_waited_for() -> None:
    """M3.2, M3.3: a replay that stops there offers nothing."""
    game = standing("rate", "tone", options=m.MatchOptions(bidding=m.Bidding.CALLED))
    game.call(0, 4)
    for event in (
        m.BidPlaced(1, Seat(1), 6, None, None),
        m.AuctionClosed(1, by_clock=False),
        m.LayingOpened(1, Seat(1), 6, Millis(1)),
        m.BidVoided(1, Seat(1), 6, by_clock=False),
    ):
        game.fold([event])
        waited_for = (1,) if isinstance(event, m.LayingOpened) else ()
        assert game.view(None).awaited == waited_for
        assert game.offers(0) == ()
    dealing = MATCH.evolve(MATCH.empty, game.events[0])
    assert MATCH.awaited(dealing) == ()
