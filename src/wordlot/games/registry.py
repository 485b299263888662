"""The games that can be played, each with what a table and a page need beside its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wordlot.core.protocol import Rules
from wordlot.games.match import model as match
from wordlot.games.match.compose import compose
from wordlot.games.match.deck import deck_names
from wordlot.games.match.rules import MATCH


@dataclass(frozen=True)
class Game:
    """A game as tables, pages and records know it."""

    rules: Rules[Any, Any, Any, Any, Any, Any]
    choices: Mapping[str, Sequence[Any]]
    """What each option may be set to."""
    give_up: Callable[[Any, Sequence[Any]], Any | None]
    """From a view and its offers, the action that holds up nobody; none where there is none."""
    occasion: Callable[[Any], tuple[int, str]]
    """From a view, its round and phase: what a seat is asked stays the same until these change."""
    draft_type: Any = None
    """What a page asks about while a play is composed; none where it asks nothing."""
    composed_type: Any = None
    compose: Callable[[Any, Any], Any] | None = None
    """From a view and a draft, the answer."""


def _pass_match(view: match.MatchView, offers: Sequence[match.Offer]) -> match.Action | None:
    if any(isinstance(offer, match.PassOffer) for offer in offers):
        return match.Pass(view.round)
    return None


GAMES: dict[str, Game] = {
    MATCH.name: Game(
        rules=MATCH,
        choices={
            "bidding": tuple(match.Bidding),
            "round_clock_ms": (*match.ROUND_CLOCKS_MS, None),
            "lay_clock_ms": match.LAY_CLOCKS_MS,
            "dry": tuple(match.Dry),
            "deck": deck_names(),
        },
        give_up=_pass_match,
        occasion=lambda view: (view.round, view.phase.value),
        draft_type=match.Draft,
        composed_type=match.Composed,
        compose=compose,
    ),
}
"""Every game by the name of its rules."""
