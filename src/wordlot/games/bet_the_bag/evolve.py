"""Folding the events of Bet the Bag into its state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import TypeVar

from msgspec.structs import replace

from wordlot.core.errors import CorruptRecord, IllegalAction
from wordlot.core.pieces import Tile
from wordlot.core.protocol import Seat
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.spelling import without

T = TypeVar("T")


def evolve(state: m.BagState, event: e.Event) -> m.BagState:
    """Return the state after an event. `CorruptRecord` for one that cannot have happened here."""
    try:
        return _fold(event, state)
    except (IllegalAction, IndexError, ValueError, AssertionError) as error:
        raise CorruptRecord(f"{event!r} cannot follow turn {state.turn}: {error}") from error


@singledispatch
def _fold(event: object, state: m.BagState) -> m.BagState:
    raise CorruptRecord(f"{event!r} is no event of Bet the Bag (turn {state.turn})")


@_fold.register
def _(event: e.BagOpened, _state: m.BagState) -> m.BagState:
    seats = event.setup.seats
    return m.BagState(
        setup=event.setup,
        phase=m.BagPhase.FLIP,
        letters=event.tiles.letters,
        bag=event.tiles.tiles,
        hands=((),) * seats,
        pile=event.cards,
        won=((),) * seats,
        version=event.version,
    )


@_fold.register
def _(event: e.CardsShuffled, state: m.BagState) -> m.BagState:
    if sorted(event.pile) != sorted(state.pile):
        raise CorruptRecord("the shuffled pile does not hold the contract cards of the game")
    return replace(state, pile=event.pile)


@_fold.register
def _(event: e.StarterChosen, state: m.BagState) -> m.BagState:
    return replace(state, on_turn=event.seat)


@_fold.register
def _(event: e.TilesTaken, state: m.BagState) -> m.BagState:
    if event.tiles is None or len(event.tiles) != event.count:
        raise CorruptRecord(f"the tiles that seat {event.seat} took are not told")
    hand = state.hands[event.seat] + event.tiles
    hands = with_seat(state.hands, event.seat, hand)
    return replace(state, hands=hands, bag=_less(state.bag, event.tiles))


@_fold.register
def _(event: e.TurnOpened, state: m.BagState) -> m.BagState:
    return replace(
        state,
        phase=m.BagPhase.FLIP,
        turn=event.turn,
        on_turn=event.seat,
        closes_at=event.closes_at,
        contract=None,
        bidder=None,
        bids=(),
        passed=(),
        attempt=0,
        attempting=None,
        failed=(),
        submission=None,
        tried=None,
    )


@_fold.register
def _(event: e.CardFlipped, state: m.BagState) -> m.BagState:
    *rest, card = state.pile
    if event.card != card:
        raise CorruptRecord(f"{card} is the top card of the pile, not {event.card}")
    state = replace(state, pile=tuple(rest), closes_at=None)
    if card.rank == m.ACE:
        return replace(state, aces=(*state.aces, card))
    return replace(state, contract=card)


@_fold.register
def _(event: e.BidAsked, state: m.BagState) -> m.BagState:
    phase = m.BagPhase.BIDDING
    return replace(state, phase=phase, bidder=event.seat, closes_at=event.closes_at)


@_fold.register
def _(event: e.TilesBid, state: m.BagState) -> m.BagState:
    bids = (*state.bids, m.TileBid(event.seat, event.tiles))
    return replace(state, bids=bids, bidder=None, closes_at=None)


@_fold.register
def _(event: e.BidPassed, state: m.BagState) -> m.BagState:
    return replace(state, passed=(*state.passed, event.seat), bidder=None, closes_at=None)


@_fold.register
def _(event: e.AttemptAsked, state: m.BagState) -> m.BagState:
    return replace(
        state,
        phase=m.BagPhase.OPENING,
        attempt=event.attempt,
        attempting=event.seat,
        closes_at=event.closes_at,
    )


@_fold.register
def _(event: e.AttemptOpened, state: m.BagState) -> m.BagState:
    return replace(
        state,
        phase=m.BagPhase.ATTEMPT,
        attempt=event.attempt,
        attempting=event.seat,
        closes_at=event.closes_at,
    )


@_fold.register
def _(event: e.TileDrawn, state: m.BagState) -> m.BagState:
    table = (*state.table, m.TableTile(event.tile, event.seat, drawn=True))
    return replace(state, bag=_less(state.bag, [event.tile]), table=table)


@_fold.register
def _(event: e.TilesLaid, state: m.BagState) -> m.BagState:
    hand = without(state.hands[event.seat], event.tiles)
    laid = tuple(m.TableTile(tile, event.seat, drawn=False) for tile in event.tiles)
    hands = with_seat(state.hands, event.seat, hand)
    return replace(state, hands=hands, table=state.table + laid)


@_fold.register
def _(event: e.WordRefused, state: m.BagState) -> m.BagState:
    return replace(state, tried=m.Tried(event.word, event.again_at))


@_fold.register
def _(event: e.WordSubmitted, state: m.BagState) -> m.BagState:
    return replace(
        state,
        phase=m.BagPhase.CHALLENGE,
        submission=m.Submission(event.seat, event.word, event.blanks),
        closes_at=event.closes_at,
        tried=None,
    )


@_fold.register
def _(event: e.WordAccepted, state: m.BagState) -> m.BagState:
    assert state.submission is not None
    accepted = (*state.submission.accepted, event.seat)
    return replace(state, submission=replace(state.submission, accepted=accepted))


@_fold.register
def _(_event: e.WordChallenged, state: m.BagState) -> m.BagState:
    return replace(state, closes_at=None)


@_fold.register
def _(event: e.CardLost, state: m.BagState) -> m.BagState:
    cards = list(state.won[event.seat])
    cards.remove(event.lost)
    won = with_seat(state.won, event.seat, tuple(cards))
    return replace(state, won=won, gone=(*state.gone, event.lost.card))


@_fold.register
def _(event: e.AttemptFailed, state: m.BagState) -> m.BagState:
    return replace(
        state,
        failed=(*state.failed, event.seat),
        attempting=None,
        submission=None,
        closes_at=None,
        tried=None,
    )


@_fold.register
def _(event: e.ContractFilled, state: m.BagState) -> m.BagState:
    if event.won.card != state.contract:
        raise CorruptRecord(f"{event.won.card} is not the contract, {state.contract}")
    won = with_seat(state.won, event.seat, (*state.won[event.seat], event.won))
    return replace(state, won=won, contract=None, attempting=None, submission=None, closes_at=None)


@_fold.register
def _(_event: e.ContractDiscarded, state: m.BagState) -> m.BagState:
    assert state.contract is not None
    return replace(state, gone=(*state.gone, state.contract), contract=None)


@_fold.register
def _(event: e.TableCleared, state: m.BagState) -> m.BagState:
    tiles = tuple(lying.tile for lying in state.table)
    if event.out:
        return replace(state, table=(), out=tuple(sorted(state.out + tiles)))
    return replace(state, table=(), bag=tuple(sorted(state.bag + tiles)))


@_fold.register
def _(_event: e.BagEnded, state: m.BagState) -> m.BagState:
    return replace(state, phase=m.BagPhase.OVER, closes_at=None)


def _less(bag: tuple[Tile, ...], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return the bag without some tiles. `ValueError` where it does not hold them."""
    rest = list(bag)
    for tile in tiles:
        rest.remove(tile)
    return tuple(rest)


def with_seat(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return what each seat has, with one seat's replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
