"""The newest result of a function, for who asks about the same thing several times on end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Newest(Generic[K, V]):
    """A function of one frozen thing that is not worked out again while that very thing is asked.

    Things are told apart by identity, since to hash a whole state takes longer than its view.
    """

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make
        self._kept: tuple[K, V] | None = None

    def __call__(self, thing: K) -> V:
        """Return what the function returns for the thing."""
        kept = self._kept
        if kept is None or kept[0] is not thing:
            kept = self._kept = (thing, self._make(thing))
        return kept[1]
