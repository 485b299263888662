"""Both sides of a comparison in one run: turn by turn, by the processor's time of one thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any, NamedTuple, TypeAlias

Side: TypeAlias = Callable[[], float]
"""Does its work once, and returns the processor's seconds that it took."""

ROUNDS = 7


class Compared(NamedTuple):
    """Medians over all rounds."""

    seconds: dict[str, float]
    ratios: dict[str, float]
    """How many times as long as the first side each side took, in the same round."""


def timed(work: Callable[[], Any], each: int = 1, *, warm: bool = True) -> Side:
    """Return a side: seconds of one thing, where the work does `each` of them.

    A side that is to be warm does its work once more before, as the other side has had the
    processor's caches since.
    """

    def side() -> float:
        if warm:
            work()
        began = time.thread_time()
        work()
        return (time.thread_time() - began) / each

    return side


def compare(sides: Mapping[str, Side], rounds: int = ROUNDS) -> Compared:
    """Return medians of sides that take turns, after a turn each that warms them up."""
    for side in sides.values():
        side()
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            taken[name].append(side())
    first = next(iter(taken.values()))
    return Compared(
        {name: median(times) for name, times in taken.items()},
        {
            name: median(t / max(f, 1e-12) for t, f in zip(times, first, strict=True))
            for name, times in taken.items()
        },
    )


def show(seconds: float) -> str:
    """Write a time with two digits or three, in the unit that fits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
