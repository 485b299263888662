"""What a table promises, and how a promise gets its figure: a list, and a test for each entry."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, wait
from dataclasses import dataclass
from itertools import count
from random import Random
from time import monotonic

import structlog

NOTHING_IS_LOST = "Nothing is lost"
TIME_AND_ORDER = "Time and order are fair"
NOTHING_LEAKS = "Nothing leaks"
NOBODY_BREAKS_IN = "Nobody breaks in or down"

PROMISES: dict[int, tuple[str, str]] = {
    1: (
        NOTHING_IS_LOST,
        "An acknowledged action survives the sudden death of the server, and has effect once.",
    ),
    2: (NOTHING_IS_LOST, "An acknowledged action survives a power cut, and no file is corrupted."),
    3: (NOTHING_IS_LOST, "A command that is sent up to five times has one effect and one answer."),
    4: (
        NOTHING_IS_LOST,
        "A running table is what its record says, and so is one continued from a kept state.",
    ),
    5: (
        NOTHING_IS_LOST,
        "On a full disk nothing is falsely acknowledged, clocks stand, and play resumes by itself.",
    ),
    6: (
        NOTHING_IS_LOST,
        "Kept records mean what they meant, whatever became of program and word list.",
    ),
    7: (
        NOTHING_IS_LOST,
        "A backup can be taken while people play, and holds all that was acknowledged before.",
    ),
    8: (
        TIME_AND_ORDER,
        "Of seats that race for one bid one gets it, by the order of arrival and nothing else.",
    ),
    9: (TIME_AND_ORDER, "Stalls, restarts and changed clocks of the server cost no player time."),
    10: (TIME_AND_ORDER, "A slow line costs little in an auction."),
    11: (TIME_AND_ORDER, "Every bid gets a receipt that tells when it was taken and why not."),
    12: (NOTHING_LEAKS, "No byte that a seat or a spectator gets depends on what is hidden."),
    13: (NOTHING_LEAKS, "Every deal is as likely as any other."),
    14: (NOTHING_LEAKS, "Anybody can check afterwards that the cards were dealt as committed to."),
    15: (NOBODY_BREAKS_IN, "Neither another site nor a guessed token gets anything done."),
    16: (NOBODY_BREAKS_IN, "Malformed, huge and endless input harms nobody else."),
    17: (NOBODY_BREAKS_IN, "Two tabs and broken bots do not disturb a table."),
    18: (NOBODY_BREAKS_IN, "Pages, cookies and logs give nothing away."),
    19: (NOBODY_BREAKS_IN, "One address, or 200, can neither slow nor fill a server for others."),
}
"""Every promise by its number: the part that it belongs to, and what it says."""


@dataclass(frozen=True)
class Goal:
    """How often something was to be tried at length, and how often it was."""

    what: str
    aim: int
    reached: int


@dataclass(frozen=True)
class Finding:
    """What a test of a promise found."""

    figure: str
    ok: bool
    goals: tuple[Goal, ...] = ()


class Scale:
    """How much is tried: so many times, and no longer than so many seconds."""

    def __init__(
        self,
        *,
        long: bool,
        seconds: float,
        told: Callable[[float], None] = lambda _share: None,
        pool: Executor | None = None,
        part: tuple[int, int] = (0, 1),
    ) -> None:
        self.long = long
        self._until = monotonic() + seconds
        # A process may get its part when the time is over.
        self._seconds = max(seconds, 0.001)
        self._told = told
        self._pool = pool
        self._part = part

    @property
    def left_s(self) -> float:
        """Seconds that are left for this promise."""
        return max(0.0, self._until - monotonic())

    @property
    def overtime_s(self) -> float:
        """Seconds since the time of this promise was over."""
        return max(0.0, monotonic() - self._until)

    def part(self, share: float) -> Scale:
        """Return a scale for a share of the time of this one, or what is left of it."""
        return Scale(
            long=self.long,
            seconds=min(self._seconds * share, max(1.0, self.left_s)),
            told=self._told,
            pool=self._pool,
            part=self._part,
        )

    def luck(self, name: str) -> Random:
        """Return chance that is the same in every run, and another one in each process."""
        number, of = self.numbers
        return Random(name if of == 1 else f"{name} {number}")

    @property
    def numbers(self) -> tuple[int, int]:
        """Return the first of the numbers of this process, and from one to the next."""
        return self._part

    def of(self, *, short: int, long: int) -> int:
        """Return how much is aimed at; in one of several processes a part of that."""
        number, of = self.numbers
        aim = long if self.long else short
        return aim // of + (number < aim % of)

    def each(self, *, short: int, long: int, least: int = 1) -> Iterator[int]:
        """Count up to what is aimed at; the end of the time ends it, but not before `least`."""
        yield from self.until(count().__next__, short=short, long=long, least=least)

    def until(
        self, done: Callable[[], int], *, short: int, long: int, least: int = 1
    ) -> Iterator[int]:
        """Count until so much is done as is aimed at, with an end as in `each`."""
        aim, i = self.of(short=short, long=long), 0
        while (reached := done()) < aim and (i < least or monotonic() <= self._until):
            self._told(max(reached / aim, 1 - self.left_s / self._seconds))
            yield i
            i += 1

    def divided(self, work: Work, name: str) -> Counter[str]:
        """Return what a test counts, of which each process does a part, if there are several."""
        if self._pool is None:
            return work(self, self.luck(name))
        asked = [
            self._pool.submit(_worked, work, self.left_s, name, (number, PROCESSES))
            for number in range(PROCESSES)
        ]
        waiting = set(asked)
        while waiting:
            waiting = wait(waiting, timeout=0.5).not_done
            self._told(min(1.0, 1 - self.left_s / self._seconds))
        counts: Counter[str] = Counter()
        for each in asked:
            counts.update(each.result())
        return counts


Work = Callable[[Scale, Random], Counter[str]]
"""Tries something as often as it is told to, and counts what it finds. It stands in a module."""
PROCESSES = 2


def _worked(work: Work, seconds: float, name: str, part: tuple[int, int]) -> Counter[str]:
    scale = Scale(long=True, seconds=seconds, part=part)
    return work(scale, scale.luck(name))


Proof = Callable[[Scale], Finding]
"""The test of a promise; its docstring tells people how the promise is tested."""
_PROOFS: dict[int, Proof] = {}


def promise(number: int) -> Callable[[Proof], Proof]:
    """Register the test of a promise."""

    def registered(proof: Proof) -> Proof:
        assert number not in _PROOFS, f"promise {number} has two tests"
        _PROOFS[number] = proof
        return proof

    return registered


def proofs() -> dict[int, Proof]:
    """Return the tests by the numbers of their promises."""
    # Each module registers its tests when it is imported.
    from tests.prove import every  # noqa: F401

    return dict(sorted(_PROOFS.items()))


def how(proof: Proof) -> str:
    """Return how a promise is tested, for people."""
    return " ".join((proof.__doc__ or "").split())


def numbers(group: str) -> list[int]:
    """Return the promises of a group."""
    return [number for number, (of, _) in PROMISES.items() if of == group]


SHORT_S = 5.0
"""What a promise may take in a run of all tests; some take less."""


def check(number: int) -> None:
    """Fail where a promise is not kept at the short scale."""
    found = proofs()[number](Scale(long=False, seconds=SHORT_S))
    assert found.ok, found.figure


def hush() -> None:
    """Log nothing but what a test asks for; the tests look at the logs of servers themselves.

    Processes that work on a promise begin with it, so it stands where they find it.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
