"""A small game for the tests of tables: it has chance, secrets, a clock and an end, and no words.

Each round every seat draws a secret number from 0 to 9. Seats raise the bid, once or more, by one
or more; at 9 or when the clock runs out the round closes, and the highest bidder scores the bid.
After three rounds the game is over.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from wordlot.core.chance import Chance
from wordlot.core.errors import IllegalAction, Refusal
from wordlot.core.protocol import (
    Hidden,
    LexiconLike,
    LexiconPin,
    Millis,
    Outcome,
    Rules,
    Seat,
    Setup,
    outcome_of,
)

ROUND_MS = 60_000
GOING_ONCE_MS = 10_000
TOP = 9
ROUNDS = 3
PIN = LexiconPin("none", "0" * 64)


class TallyCode(StrEnum):
    NOT_HIGHER = "not_higher"


class TallyOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    clock_ms: int | None = ROUND_MS


class Raise(msgspec.Struct, frozen=True, tag="raise", forbid_unknown_fields=True):
    round: int
    value: int


class Crash(msgspec.Struct, frozen=True, tag="crash"):
    """Stands for a fault in a game's rules."""


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    setup: Setup[TallyOptions]


class Drawn(msgspec.Struct, frozen=True, tag="drawn"):
    round: int
    seat: Seat
    number: int | None
    closes_at: Millis | None


class Raised(msgspec.Struct, frozen=True, tag="raised"):
    round: int
    seat: Seat
    value: int
    closes_at: Millis | None


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    round: int


Action: TypeAlias = Raise | Crash
Event: TypeAlias = Opened | Drawn | Raised | Closed


class TallyState(msgspec.Struct, frozen=True):
    setup: Setup[TallyOptions] | None = None
    round: int = 0
    numbers: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    high: int = 0
    leader: Seat | None = None
    closes_at: Millis | None = None


class TallyView(msgspec.Struct, frozen=True):
    you: Seat | None
    round: int
    number: int | None
    scores: tuple[int, ...]
    high: int
    leader: Seat | None
    closes_at: Millis | None


class RaiseOffer(msgspec.Struct, frozen=True, tag="raise"):
    least: int


class Tally:
    name = "tally"
    version = 1
    oldest = 1
    min_seats = 2
    max_seats = 4
    empty = TallyState()
    action_type: Any = Action
    event_type: Any = Event
    view_type: Any = TallyView
    options_type = TallyOptions
    offer_type: Any = RaiseOffer

    def check(self, seats: int, options: TallyOptions) -> None:
        if not self.min_seats <= seats <= self.max_seats:
            raise IllegalAction(Refusal.BAD_OPTIONS, f"{seats} seats")

    def open(self, setup: Setup[TallyOptions], *, now: Millis, chance: Chance) -> tuple[Event, ...]:
        return (Opened(setup), *self._draws(1, setup, now, chance))

    def _draws(
        self, round_: int, setup: Setup[TallyOptions], now: Millis, chance: Chance
    ) -> tuple[Event, ...]:
        clock = setup.options.clock_ms
        closes = None if clock is None else Millis(now + clock)
        seats = range(setup.seats)
        return tuple(Drawn(round_, Seat(seat), chance.below(10), closes) for seat in seats)

    def decide(
        self,
        state: TallyState,
        action: Action,
        *,
        by: Seat,
        now: Millis,
        chance: Chance,
        lexicon: LexiconLike,
    ) -> tuple[Event, ...]:
        if isinstance(action, Crash):
            raise ZeroDivisionError("a fault in the rules")
        if self.outcome(state) is not None:
            raise IllegalAction(Refusal.GAME_OVER, "the game is over")
        if action.round != state.round:
            raise IllegalAction(Refusal.STALE_ROUND, f"round {state.round} is running")
        if action.value <= state.high:
            raise IllegalAction(TallyCode.NOT_HIGHER, f"{action.value} is not above {state.high}")
        closes = state.closes_at
        if closes is not None:
            closes = Millis(max(closes, now + GOING_ONCE_MS))
        raised = Raised(state.round, by, action.value, closes)
        if action.value < TOP:
            return (raised,)
        return (raised, *self._close(self.evolve(state, raised), now, chance))

    def _close(self, state: TallyState, now: Millis, chance: Chance) -> tuple[Event, ...]:
        assert state.setup is not None
        closed = Closed(state.round)
        if state.round == ROUNDS:
            return (closed,)
        return (closed, *self._draws(state.round + 1, state.setup, now, chance))

    def deadline(self, state: TallyState) -> Millis | None:
        return state.closes_at

    def expire(
        self, state: TallyState, *, now: Millis, chance: Chance, lexicon: LexiconLike
    ) -> tuple[Event, ...]:
        if state.closes_at is None or now < state.closes_at:
            return ()
        return self._close(state, now, chance)

    def redraw(self, state: TallyState, event: Event, chance: Chance) -> Event:
        return replace(event, number=chance.below(10)) if isinstance(event, Drawn) else event

    def evolve(self, state: TallyState, event: Event) -> TallyState:
        match event:
            case Opened(setup=setup):
                return TallyState(setup, 0, (0,) * setup.seats, (0,) * setup.seats)
            case Drawn():
                numbers = list(state.numbers)
                numbers[event.seat] = event.number or 0
                return replace(
                    state,
                    round=event.round,
                    numbers=tuple(numbers),
                    closes_at=event.closes_at,
                    high=0,
                    leader=None,
                )
            case Raised():
                return replace(
                    state, high=event.value, leader=event.seat, closes_at=event.closes_at
                )
            case Closed():
                scores = list(state.scores)
                if state.leader is not None:
                    scores[state.leader] += state.high
                over = event.round == ROUNDS
                return replace(
                    state,
                    scores=tuple(scores),
                    round=ROUNDS + 1 if over else state.round,
                    closes_at=None,
                )

    def outcome(self, state: TallyState) -> Outcome | None:
        return outcome_of(state.scores) if state.round > ROUNDS else None

    def view(self, state: TallyState, seat: Seat | None) -> TallyView:
        return TallyView(
            seat,
            state.round,
            None if seat is None else state.numbers[seat],
            state.scores,
            state.high,
            state.leader,
            state.closes_at,
        )

    def redact(self, event: Event, seat: Seat | None) -> Event | Hidden:
        if isinstance(event, Drawn) and event.seat != seat:
            return replace(event, number=None)
        return event

    def offers(self, view: TallyView) -> tuple[RaiseOffer, ...]:
        playing = view.you is not None and view.round <= ROUNDS
        return (RaiseOffer(view.high + 1),) if playing else ()

    def awaited(self, state: TallyState) -> tuple[Seat, ...]:
        return tuple(Seat(i) for i in range(len(state.scores)) if i != state.leader)


TALLY: Rules[TallyState, Action, Event, TallyView, TallyOptions, RaiseOffer] = Tally()


class NoWords:
    """A lexicon for a game without words."""

    pin = PIN

    def has(self, word: object) -> bool:
        return False
