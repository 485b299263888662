"""What a view shows of a phase ends with it: whole games, looked at event by event."""

from random import Random

from hypothesis import Phase, given, settings

from tests.games.bet_the_bag.game import Game
from tests.games.bet_the_bag.players import play_out
from tests.games.bet_the_bag.test_machine import GAMES, LUCK
from wordlot.core.protocol import Seat
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.rules import BET_THE_BAG

ATTEMPTS = {m.BagPhase.OPENING, m.BagPhase.ATTEMPT, m.BagPhase.CHALLENGE}


def check_view(view: m.BagView) -> None:
    """Nothing is shown that belongs to no contract, attempt or word that still counts."""
    if view.contract is None:
        assert view.bids == view.queue == ()
        assert view.attempt == 0
        assert not any(s.bid is not None or s.passed or s.failed for s in view.seats)
    if view.contract is None or view.phase not in ATTEMPTS:
        assert (view.attempting, view.limit) == (None, None)
        assert (view.submission, view.tried) == (None, None)
    if view.phase not in ATTEMPTS:
        assert view.table == ()
    if view.phase is not m.BagPhase.CHALLENGE:
        assert view.submission is None
    if view.phase is not m.BagPhase.ATTEMPT:
        assert view.tried is None
    if view.phase is m.BagPhase.OVER:
        assert (view.contract, view.closes_at) == (None, None)
        assert view.awaited == ()


@settings(max_examples=25, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(GAMES, LUCK)
def test_no_view_shows_what_belongs_to_a_phase_that_has_ended(game: Game, luck: Random) -> None:
    """B4.4, B5.3, B6.1, B9.1: at each event, to each seat and to spectators."""
    play_out(game, luck)
    state, seen = BET_THE_BAG.empty, set[m.BagPhase]()
    for event in game.events:
        state = BET_THE_BAG.evolve(state, event)
        seen.add(state.phase)
        for seat in (None, *map(Seat, range(game.setup.seats))):
            check_view(BET_THE_BAG.view(state, seat))
    assert {m.BagPhase.FLIP, m.BagPhase.BIDDING, m.BagPhase.OVER} <= seen
    assert (m.BagPhase.ATTEMPT in seen) is any(isinstance(x, e.AttemptOpened) for x in game.events)
