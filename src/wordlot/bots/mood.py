"""A bot's chance for one round: numbers by name, the same however often it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from wordlot.core.chance import Chance

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T")

_SPAN = 1 << 64
_UNIT = 2.0**-53


class Mood:
    """Shares from 0 to 1 that depend on the chance of the round and on what they are for."""

    def __init__(self, key: int) -> None:
        self.key = key

    @classmethod
    def drawn(cls, chance: Chance) -> Mood:
        """Return a mood that chance decides, with one draw."""
        return cls(chance.below(_SPAN))

    def share(self, purpose: int) -> float:
        """Return the number for a purpose, at least 0 and below 1."""
        return float(self.shares(np.array([purpose], np.uint64))[0])

    def between(self, purpose: int, low: float, high: float) -> float:
        """Return the number for a purpose, scaled to lie from `low` to `high`."""
        return low + (high - low) * self.share(purpose)

    def number(self, purpose: int) -> int:
        """Return a number from 0 to 2**32 - 1 for a purpose."""
        return int(self.share(purpose) * 2**32)

    def shuffled(self, purpose: int, items: Sequence[T]) -> tuple[T, ...]:
        """Return items in an order for a purpose."""
        lot = self.shares(np.arange(len(items), dtype=np.uint64) + np.uint64(purpose << 40))
        return tuple(items[at] for at in np.argsort(lot, kind="stable").tolist())

    def shares(self, purposes: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Return a number for each purpose: SplitMix64 of the key and the purpose.

        Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
        """
        z = purposes * np.uint64(0x9E3779B97F4A7C15) + np.uint64(self.key % _SPAN)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
        return (z >> np.uint64(11)).astype(np.float64) * _UNIT
