"""Bet the Bag behind the protocol that every game implements."""

from __future__ import annotations

from wordlot.core.protocol import Rules
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import decide as _decide
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag import view as _view
from wordlot.games.bet_the_bag.evolve import evolve
from wordlot.games.bet_the_bag.turns import redraw


class BetTheBag:
    """The rules of Bet the Bag; the functions of its modules under the names of `Rules`."""

    name = "bet_the_bag"
    version = _decide.VERSION
    oldest = _decide.OLDEST
    min_seats = _decide.MIN_SEATS
    max_seats = _decide.MAX_SEATS
    empty = m.BagState()
    action_type = a.Action
    event_type = e.Event
    view_type = m.BagView
    options_type = m.BagOptions
    offer_type = m.Offer

    check = staticmethod(_decide.check)
    open = staticmethod(_decide.open_game)
    decide = staticmethod(_decide.decide)
    deadline = staticmethod(_decide.deadline)
    expire = staticmethod(_decide.expire)
    redraw = staticmethod(redraw)
    evolve = staticmethod(evolve)
    outcome = staticmethod(_view.outcome)
    view = staticmethod(_view.view)
    redact = staticmethod(_view.redact)
    offers = staticmethod(_view.offers)
    awaited = staticmethod(_view.awaited)


BET_THE_BAG: Rules[m.BagState, a.Action, e.Event, m.BagView, m.BagOptions, m.Offer] = BetTheBag()
