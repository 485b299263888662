"""What a view shows of a phase ends with it: whole games of Match, looked at event by event."""

from collections import Counter
from random import Random

import pytest
from hypothesis import Phase, given, settings

from tests.games.match.game import Game
from tests.games.match.players import play_out
from tests.games.match.test_machine import GAMES, LUCK
from wordlot.core.protocol import Seat
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH

OPENS = (m.RoundOpened, m.LayingAsked, m.LayingOpened)
"""After these there is an auction to show, or one whose highest bid is to be laid."""
SETTLES = (m.AuctionClosed, m.BidVoided, m.PlayLaid, m.MatchEnded)
"""After these there is none."""


def check_view(view: m.MatchView, *, auction: bool) -> None:
    """Nothing is shown that belongs to no running auction, or to no running laying."""
    if not auction:
        assert (view.high, view.leader, view.laying, view.your_play) == (None,) * 4
        assert view.closes_at is None
        assert view.awaited == ()
        assert not any(s.bid is not None or s.passed or s.voided for s in view.seats)
    if view.phase is m.Phase.BIDDING:
        assert view.laying is None
        assert not any(s.voided for s in view.seats)
    if view.laying is not None:
        assert view.leader == view.laying
        assert view.high is not None
    if view.leader is not None:
        assert view.seats[view.leader].bid == view.high
    if view.your_play is not None:
        assert view.you is not None
        assert view.seats[view.you].bid is not None
        assert not Counter(view.your_play.cards) - Counter(view.hand)


def look_at(game: Game) -> None:
    state, auction = MATCH.empty, False
    for event in game.events:
        state = MATCH.evolve(state, event)
        auction = isinstance(event, OPENS) or (auction and not isinstance(event, SETTLES))
        for seat in (None, *map(Seat, range(game.setup.seats))):
            check_view(MATCH.view(state, seat), auction=auction)


@settings(max_examples=25, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(GAMES, LUCK)
def test_no_view_shows_what_belongs_to_a_phase_that_has_ended(game: Game, luck: Random) -> None:
    """M3.2, M6.1, M9.1: at each event, to each seat and to spectators."""
    play_out(game, luck)
    look_at(game)


@pytest.mark.parametrize("bidding", list(m.Bidding))
def test_whole_games_come_through_every_phase(bidding: m.Bidding) -> None:
    """So that the look at all phases is one."""
    seen = set[m.Phase]()
    game = Game(3, m.MatchOptions(bidding=bidding, round_clock_ms=None))
    play_out(game, Random(1))
    state = MATCH.empty
    for event in game.events:
        state = MATCH.evolve(state, event)
        seen.add(state.phase)
    called = {m.Phase.OPENING, m.Phase.LAYING} if bidding is m.Bidding.CALLED else set()
    assert seen == {m.Phase.BIDDING, m.Phase.OVER} | called
