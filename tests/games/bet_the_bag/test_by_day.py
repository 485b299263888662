"""Bet the Bag by day: a minute begins when its player is there, a challenge has a day (X1.1)."""

import pytest

from tests.games.bet_the_bag.game import SECOND, Game, attempting, kinds
from wordlot.core.errors import Refusal
from wordlot.core.protocol import Millis, Seat
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.rules import BET_THE_BAG

DAY_S = m.DAY_MS / 1000
by_day = pytest.mark.parametrize("clock", [m.DAY_MS, None], ids=["a day", "none"])


def asked(clock: int | None) -> Game:
    """Return a game in which seat 0 (bid 5) is asked to begin; seat 1 bid 6."""
    options = m.BagOptions(bid_clock_ms=clock)
    return attempting("crab", "defg", bids=[5, 6], options=options, words="crab")


@by_day
def test_the_minute_begins_when_its_player_opens_the_attempt(clock: int | None) -> None:
    """X1.1, B5.1."""
    game = asked(clock)
    ends = None if clock is None else Millis(game.at + m.DAY_MS)
    assert game.events[-1] == e.AttemptAsked(1, 1, Seat(0), 5, ends)
    assert BET_THE_BAG.awaited(game.state) == (0,)
    assert game.wait(DAY_S - 1) == ()
    (opened,) = game.open(0)
    assert opened == e.AttemptOpened(1, 1, Seat(0), 5, Millis(game.at + 60 * SECOND))
    game.submit(0, "crab", "crab")
    assert game.state.phase is m.BagPhase.CHALLENGE


def test_who_does_not_open_it_in_a_day_has_failed() -> None:
    """X1.1, B5.3: and the next bidder is asked, with a whole day too."""
    game = asked(m.DAY_MS)
    failed, following = game.wait(DAY_S)
    assert failed == e.AttemptFailed(1, 1, Seat(0), e.Failure.CLOCK)
    assert following == e.AttemptAsked(1, 2, Seat(1), 6, Millis(game.at + m.DAY_MS))


def test_without_a_clock_nothing_runs_out() -> None:
    """X1.1: the host's means of X1 are there."""
    assert asked(None).wait(100 * DAY_S) == ()


@by_day
def test_it_is_offered_to_begin_or_to_give_up(clock: int | None) -> None:
    """X1.1, B5.3."""
    game = asked(clock)
    assert game.offers(0) == (m.OpenAttemptOffer(), m.GiveUpOffer())
    assert game.offers(1) == ()
    assert kinds(game.give_up(0)) == ["AttemptFailed", "AttemptAsked"]


@by_day
def test_nothing_is_drawn_laid_or_submitted_before(clock: int | None) -> None:
    """X1.1."""
    game = asked(clock)
    for action in (game.drawing(), game.laying("c"), game.submitting("crab", "crab")):
        assert game.refuses(0, action)[0] == Refusal.NOT_NOW
    assert game.refuses(1, game.opening()) == (Refusal.NOT_YOURS, "X1.1")
    assert game.refuses(0, a.OpenAttempt(1, 2)) == (Refusal.STALE_ROUND, "X1.1")
    game.open(0)
    assert game.refuses(0, game.opening()) == (Refusal.NOT_NOW, "X1.1")


@by_day
def test_a_word_can_be_challenged_for_a_day_or_until_all_accept(clock: int | None) -> None:
    """X1.1, B7.4."""
    game = asked(clock)
    game.open(0)
    game.submit(0, "crab", "crab")
    assert game.wait(DAY_S - 1) == ()
    assert game.challenge(1)[0] == e.WordChallenged(1, 1, Seat(1), in_lexicon=True)


def test_after_a_day_the_word_stands() -> None:
    """X1.1, B7.3."""
    game = asked(m.DAY_MS)
    game.open(0)
    game.submit(0, "crab", "crab")
    assert "ContractFilled" in kinds(game.wait(DAY_S))


def test_where_all_accept_it_is_over_early() -> None:
    """B7.4."""
    game = asked(None)
    game.open(0)
    game.submit(0, "crab", "crab")
    assert "ContractFilled" in kinds(game.accept(1))


def test_with_a_clock_that_its_player_sees_the_minute_begins_at_once() -> None:
    """B5.1, B7.4."""
    game = asked(60_000)
    assert isinstance(game.events[-1], e.AttemptOpened)
    game.submit(0, "crab", "crab")
    assert game.state.closes_at == game.at + 10 * SECOND
