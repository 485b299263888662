"""Match behind the protocol that every game implements."""

from __future__ import annotations

from wordlot.core.protocol import Millis, Rules
from wordlot.games.match import decide as _decide
from wordlot.games.match import model as m
from wordlot.games.match import view as _view
from wordlot.games.match.evolve import evolve


class Match:
    """The rules of Match; the functions of its four modules under the names of `Rules`."""

    name = "match"
    version = _decide.VERSION
    oldest = _decide.OLDEST
    min_seats = _decide.MIN_SEATS
    max_seats = _decide.MAX_SEATS
    empty = m.MatchState()
    action_type = m.Action
    event_type = m.Event
    view_type = m.MatchView
    options_type = m.MatchOptions
    offer_type = m.Offer

    check = staticmethod(_decide.check)
    open = staticmethod(_decide.open_game)
    decide = staticmethod(_decide.decide)
    expire = staticmethod(_decide.expire)
    redraw = staticmethod(_decide.redraw)
    evolve = staticmethod(evolve)
    outcome = staticmethod(_view.outcome)
    view = staticmethod(_view.view)
    redact = staticmethod(_view.redact)
    offers = staticmethod(_view.offers)
    awaited = staticmethod(_view.awaited)

    @staticmethod
    def deadline(state: m.MatchState) -> Millis | None:
        """Return when the auction or the laying closes (M3.2, M3.4)."""
        return state.closes_at


MATCH: Rules[m.MatchState, m.Action, m.Event, m.MatchView, m.MatchOptions, m.Offer] = Match()
