"""Folding the events of Match into its state."""

from __future__ import annotations

from functools import singledispatch
from typing import TypeVar

from msgspec.structs import replace

from wordlot.core.errors import CorruptRecord, IllegalAction
from wordlot.core.pieces import Card
from wordlot.core.protocol import Seat, Setup
from wordlot.games.match import model as m
from wordlot.games.match.placing import cards_of, lay, without

T = TypeVar("T")


def evolve(state: m.MatchState, event: m.Event) -> m.MatchState:
    """Return the state after an event. `CorruptRecord` for one that cannot have happened here.

    Cards, coins, seats and the order of rounds are held to what is there; whether a play kept the
    rules was judged when it was made and is not judged again.
    """
    try:
        _check_fits(state, event)
        return _fold(event, state)
    except (IllegalAction, IndexError, StopIteration) as error:
        raise CorruptRecord(f"{event!r} cannot follow round {state.round}: {error}") from error


def _check_fits(state: m.MatchState, event: m.Event) -> None:
    """Refuse what no game can hold, whatever its rules: a broken promise of the record."""
    if isinstance(event, m.MatchOpened) is not (state.setup is None):
        raise CorruptRecord(f"{event!r}: a game is opened once, before all else")
    if state.ended is not None:
        raise CorruptRecord(f"{event!r} comes after the end of the game")
    seat = getattr(event, "seat", 0)
    if state.setup is not None and not 0 <= seat < state.setup.seats:
        raise CorruptRecord(f"{event!r}: there is no seat {seat}")
    opens = isinstance(event, m.RoundOpened)
    if getattr(event, "round", state.round + opens) != state.round + opens:
        raise CorruptRecord(f"{event!r} does not belong to round {state.round + opens}")


@singledispatch
def _fold(event: object, state: m.MatchState) -> m.MatchState:
    raise CorruptRecord(f"{event!r} is no event of Match (round {state.round})")


@_fold.register
def _(event: m.MatchOpened, _state: m.MatchState) -> m.MatchState:
    seats = event.setup.seats
    return m.MatchState(
        setup=_setup(event),
        phase=m.Phase.BIDDING,
        hands=((),) * seats,
        coins=(0,) * seats,
        pot=m.COINS_PER_SEAT * seats,
        discards=event.deck.cards,
        version=event.version,
    )


def _setup(event: m.MatchOpened) -> Setup[m.MatchOptions]:
    """Return the setup as its version meant it: in version 1 a void call was free (M3.2)."""
    if event.version > 1:
        return event.setup
    options = replace(event.setup.options, void=m.Void.FREE)
    return replace(event.setup, options=options)


@_fold.register
def _(event: m.PileShuffled, state: m.MatchState) -> m.MatchState:
    if sorted(event.pile) != sorted(state.pile + state.discards):
        raise CorruptRecord("the new pile does not hold the cards of the old one and the discards")
    return replace(state, pile=event.pile, discards=())


@_fold.register
def _(event: m.CardsDrawn, state: m.MatchState) -> m.MatchState:
    cards = drawn_from(state.pile, event.count)
    if event.count < 1 or event.cards != cards or len(cards) != event.count:
        raise CorruptRecord(f"seat {event.seat} drew other cards than the pile's last ones")
    hands = _with(state.hands, event.seat, state.hands[event.seat] + cards)
    return replace(state, hands=hands, pile=state.pile[: len(state.pile) - event.count])


def drawn_from(pile: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """Return the next cards of a pile in the order in which they come off it."""
    return tuple(reversed(pile))[:count]


@_fold.register
def _(event: m.RoundOpened, state: m.MatchState) -> m.MatchState:
    return replace(
        state,
        phase=m.Phase.BIDDING,
        round=event.round,
        closes_at=event.closes_at,
        bids=(),
        passed=(),
        voided=(),
        laying=None,
    )


@_fold.register
def _(event: m.BidPlaced, state: m.MatchState) -> m.MatchState:
    bid = m.Bid(event.seat, event.value, event.play)
    return replace(state, bids=(*state.bids, bid), closes_at=event.closes_at)


@_fold.register
def _(event: m.SeatPassed, state: m.MatchState) -> m.MatchState:
    return replace(state, passed=(*state.passed, event.seat))


@_fold.register
def _(_event: m.AuctionClosed, state: m.MatchState) -> m.MatchState:
    spoke = {*state.passed, *(bid.seat for bid in state.bids)}
    silent = tuple(Seat(i) for i in range(len(state.hands)) if i not in spoke)
    return replace(state, passed=state.passed + silent, closes_at=None)


@_fold.register
def _(event: m.LayingAsked, state: m.MatchState) -> m.MatchState:
    return replace(state, phase=m.Phase.OPENING, laying=event.seat, closes_at=event.closes_at)


@_fold.register
def _(event: m.LayingOpened, state: m.MatchState) -> m.MatchState:
    return replace(state, phase=m.Phase.LAYING, laying=event.seat, closes_at=event.closes_at)


@_fold.register
def _(event: m.BidVoided, state: m.MatchState) -> m.MatchState:
    best = state.bids[-1]
    if (best.seat, best.value) != (event.seat, event.value):
        raise CorruptRecord(f"{event!r}: the highest bid that stands is {best!r}")
    if not 0 <= event.paid <= state.coins[event.seat]:
        raise CorruptRecord(f"{event!r}: the seat has {state.coins[event.seat]}")
    return replace(
        state,
        bids=state.bids[:-1],
        voided=(*state.voided, best),
        coins=_with(state.coins, event.seat, state.coins[event.seat] - event.paid),
        pot=state.pot + event.paid,
        laying=None,
        closes_at=None,
    )


@_fold.register
def _(event: m.PlayLaid, state: m.MatchState) -> m.MatchState:
    seat = event.seat
    if not 0 <= event.coins <= state.pot:
        raise CorruptRecord(f"{event!r}: the pot holds {state.pot}")
    if not 0 <= event.play.column <= len(state.crossword.base):
        raise CorruptRecord(f"{event!r}: there is no column {event.play.column}")
    return replace(
        state,
        hands=_with(state.hands, seat, without(state.hands[seat], event.play.cards)),
        crossword=lay(state.crossword, event.play),
        coins=_with(state.coins, seat, state.coins[seat] + event.coins),
        pot=state.pot - event.coins,
        winner=seat,
        laying=None,
        closes_at=None,
    )


@_fold.register
def _(_event: m.CrosswordCleared, state: m.MatchState) -> m.MatchState:
    discards = state.discards + cards_of(state.crossword)
    return replace(state, discards=discards, crossword=m.Crossword())


@_fold.register
def _(event: m.MatchEnded, state: m.MatchState) -> m.MatchState:
    return replace(state, phase=m.Phase.OVER, ended=event.reason, closes_at=None, laying=None)


def _with(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
