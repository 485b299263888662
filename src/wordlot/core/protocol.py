"""The protocol that every game implements: a fold over events, with time and chance handed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, NewType, Protocol, TypeVar

import msgspec

from wordlot.core.chance import Chance

Seat = NewType("Seat", int)
"""A place at the table, counted from 0."""

Millis = NewType("Millis", int)
"""Milliseconds of the table's own clock, which stands still while the table is stopped."""


class LexiconPin(msgspec.Struct, frozen=True):
    """The word list in force: its name and the SHA-256 (hex) of its source."""

    name: str
    sha256: str


class LexiconLike(Protocol):
    """A lexicon as the rules need it: membership only. `wordlot.words.Lexicon` is one."""

    @property
    def pin(self) -> LexiconPin:
        """Return the name and hash that a record is bound to."""
        ...

    def has(self, word: Sequence[str]) -> bool:
        """Tell whether the letters, in order, are a word of the list (X2)."""
        ...


class Hidden(msgspec.Struct, frozen=True, tag="hidden"):
    """An event of which a seat may only know that it happened; it keeps its number."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: points by seat, and the seats that share the win (M8.1, B8.1)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


def outcome_of(scores: Sequence[int]) -> Outcome:
    """Return the outcome in which the highest score wins and equal ones share (M8.1, B8.1)."""
    best = max(scores)
    return Outcome(tuple(scores), tuple(Seat(i) for i, s in enumerate(scores) if s == best))


Opt = TypeVar("Opt")
S = TypeVar("S")
A_contra = TypeVar("A_contra", contravariant=True)
E = TypeVar("E")
V = TypeVar("V")
F_co = TypeVar("F_co", covariant=True)


class Setup(msgspec.Struct, Generic[Opt], frozen=True):
    """All that is settled before the first card: it is part of a game's first event."""

    seats: int
    options: Opt
    lexicon: LexiconPin
    commitment: str
    """SHA-256 of the secret seed, in hex (X3)."""
    nonces: tuple[str, ...]
    """What each seat adds to the seed, in the order of seats; empty where one adds none (X3)."""
    starter: Seat | None = None
    """The winner of the last game at this table, who starts where a game has turns (B2.2)."""
    commitments: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """What each seat committed to before any nonce was known; empty where one did not (X3).

    Who committed and has no nonce here did not reveal it. Games of the older way have none of this.
    """


class Rules(Protocol[S, A_contra, E, V, Opt, F_co]):
    """A game. State, action, event, view, options and offer are frozen structs of its own."""

    name: str
    version: int
    """Raised when an old event would fold differently, or an action bring about other events."""
    oldest: int
    """The oldest version whose games still go on, and whose records are read."""
    min_seats: int
    max_seats: int
    empty: S
    action_type: Any
    """The union of the game's actions, for decoding; so are the next three of theirs."""
    event_type: Any
    view_type: Any
    options_type: type[Opt]
    offer_type: Any

    def check(self, seats: int, options: Opt) -> None:
        """Raise `IllegalAction` where the number of seats or a setting is out of its range."""
        ...

    def open(self, setup: Setup[Opt], *, now: Millis, chance: Chance) -> tuple[E, ...]:
        """Return the first events of a game; the first of them holds the setup."""
        ...

    def decide(
        self,
        state: S,
        action: A_contra,
        *,
        by: Seat,
        now: Millis,
        chance: Chance,
        lexicon: LexiconLike,
    ) -> tuple[E, ...]:
        """Return what an action brings about. `IllegalAction` refuses it."""
        ...

    def deadline(self, state: S) -> Millis | None:
        """Return when something falls due by itself, or `None` when nothing does."""
        ...

    def expire(
        self, state: S, *, now: Millis, chance: Chance, lexicon: LexiconLike
    ) -> tuple[E, ...]:
        """Return what falls due by `now`; nothing before the deadline."""
        ...

    def redraw(self, state: S, event: E, chance: Chance) -> E:
        """Return the event as chance makes it from this state (X3); equal to it, if it was fair."""
        ...

    def evolve(self, state: S, event: E) -> S:
        """Fold one event. Total over events that `decide` made; needs no chance and no clock."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or `None` while it runs."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """Return all that a seat may know; `None` is a spectator."""
        ...

    def redact(self, event: E, seat: Seat | None) -> E | Hidden:
        """Return what a seat may know of an event."""
        ...

    def offers(self, view: V) -> tuple[F_co, ...]:
        """Return what the seat of a view may do now: ranges and places, never lists of words."""
        ...

    def awaited(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that the game waits for, in order."""
        ...
