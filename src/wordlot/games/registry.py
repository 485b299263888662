"""The games that can be played, each with what a table and a page need beside its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wordlot.core.protocol import Rules, Seat
from wordlot.core.said import SaidWord
from wordlot.games.bet_the_bag import actions as bag_actions
from wordlot.games.bet_the_bag import events as bag_events
from wordlot.games.bet_the_bag import model as bag
from wordlot.games.bet_the_bag.components import tile_set_names
from wordlot.games.bet_the_bag.compose import compose as compose_word
from wordlot.games.bet_the_bag.rules import BET_THE_BAG
from wordlot.games.bet_the_bag.said import said as said_in_bag
from wordlot.games.match import model as match
from wordlot.games.match.compose import compose
from wordlot.games.match.deck import deck_names
from wordlot.games.match.rules import MATCH
from wordlot.games.match.said import said as said_in_match


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
    silent: Callable[[Any], bool] = lambda _event: False
    """Whether an event says that a clock ran out on the seats that were awaited (X1)."""
    by_day: Callable[[Any], bool] = lambda _options: False
    """From the options, whether no clock is shorter than a day: it goes on though nobody is there.
    """
    left: Callable[[Any], frozenset[Seat]] = lambda _state: frozenset()
    """From a state, who has anything left to do before something new begins for all seats; nobody
    where that is any seat."""
    said: Callable[[Iterable[tuple[Any, Any]]], tuple[SaidWord, ...]] = lambda _steps: ()
    """From states and the event that came next, every word; to be told of a game that is over."""
    hands: Callable[[Any], tuple[tuple[Any, ...], ...]] = lambda _state: ()
    """From a state, all hands; to be told of a game that is over."""
    draft_type: Any = None
    """What a page asks about while a play is composed; none where it asks nothing."""
    composed_type: Any = None
    compose: Callable[[Any, Any], Any] | None = None
    """From a view and a draft, the answer."""


def _pass_match(view: match.MatchView, offers: Sequence[match.Offer]) -> match.Action | None:
    if any(isinstance(offer, match.PassOffer) for offer in offers):
        return match.Pass(view.round)
    return None


def _let_go(view: bag.BagView, offers: Sequence[bag.Offer]) -> bag_actions.Action | None:
    for offer in offers:
        match offer:
            case bag.FlipOffer():
                return bag_actions.FlipCard(view.turn)
            case bag.PassBidOffer():
                return bag_actions.PassBid(view.turn)
            case bag.GiveUpOffer():
                return bag_actions.GiveUp(view.turn, view.attempt)
            case bag.AcceptOffer():
                return bag_actions.Accept(view.turn, view.attempt)
    return None


def _match_occasion(view: match.MatchView) -> tuple[int, str]:
    return view.round, f"{view.phase} {view.laying}"


def _bag_occasion(view: bag.BagView) -> tuple[int, str]:
    asked = view.awaited if view.phase is bag.BagPhase.BIDDING else view.attempt
    return view.turn, f"{view.phase} {asked}"


def _match_silent(event: match.Event) -> bool:
    return isinstance(event, match.AuctionClosed | match.BidVoided) and event.by_clock


def _bag_silent(event: bag_events.Event) -> bool:
    match event:
        case bag_events.BidPassed():
            return event.by_clock
        case bag_events.AttemptFailed():
            return event.reason is bag_events.Failure.CLOCK
        case _:
            return False


def _match_by_day(options: match.MatchOptions) -> bool:
    by_day = options.round_clock_ms is None or options.round_clock_ms >= match.DAY_MS
    return by_day and match.DAY_MS in {options.round_clock_ms, options.lay_clock_ms}


def _bag_left(state: bag.BagState) -> frozenset[Seat]:
    """Tell of bidders who may still attempt, and of who judges a word (B5.3, B7.1)."""
    phase = bag.BagPhase
    if state.phase not in {phase.OPENING, phase.ATTEMPT, phase.CHALLENGE}:
        return frozenset()
    bidders = {bid.seat for bid in state.bids} - set(state.failed)
    return frozenset(bidders) | frozenset(BET_THE_BAG.awaited(state))


def _bag_by_day(options: bag.BagOptions) -> bool:
    return options.bid_clock_ms == bag.DAY_MS


GAMES: dict[str, Game] = {
    MATCH.name: Game(
        rules=MATCH,
        choices={
            "bidding": tuple(match.Bidding),
            "round_clock_ms": (*match.ROUND_CLOCKS_MS, None),
            "lay_clock_ms": match.LAY_CLOCKS_MS,
            "void": tuple(match.Void),
            "dry": tuple(match.Dry),
            "deck": deck_names(),
        },
        give_up=_pass_match,
        occasion=_match_occasion,
        silent=_match_silent,
        by_day=_match_by_day,
        said=said_in_match,
        hands=lambda state: state.hands,
        draft_type=match.Draft,
        composed_type=match.Composed,
        compose=compose,
    ),
    BET_THE_BAG.name: Game(
        rules=BET_THE_BAG,
        choices={
            "words": tuple(bag.Words),
            "blanks": tuple(bag.Blanks),
            "recycle": tuple(bag.Recycle),
            "bid_clock_ms": (*bag.BID_CLOCKS_MS, None),
            "tiles": tile_set_names(),
        },
        give_up=_let_go,
        occasion=_bag_occasion,
        silent=_bag_silent,
        left=_bag_left,
        by_day=_bag_by_day,
        said=said_in_bag,
        hands=lambda state: state.hands,
        draft_type=bag.WordDraft,
        composed_type=bag.Spelling,
        compose=compose_word,
    ),
}
"""Every game by the name of its rules."""
