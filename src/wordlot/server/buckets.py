"""Token buckets: how much of something may be had at once, and how much comes back."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

KEYS = 10_000
"""The most that are remembered; a new one takes the place of the one not heard of for longest."""


class Rate(NamedTuple):
    """How often something may be done."""

    burst: float
    """Tokens that a full bucket holds."""
    per_s: float
    """Tokens that come back in a second."""


class TokenBucket:
    """Tokens that are spent and come back with time; it begins full, and may go into debt."""

    __slots__ = ("_left", "_rate", "_seen")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.burst
        self._seen = now

    def spend(self, cost: float, now: float) -> None:
        """Take tokens out, be they there or owed; less than 0 puts some back."""
        self._refill(now)
        self._left = min(self._rate.burst, self._left - cost)

    def take(self, now: float) -> bool:
        """Take one token out; false where there is none, and then nothing is spent."""
        self._refill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait_s(self, now: float, wanted: float = 0.0) -> float:
        """Return the seconds until so many tokens are there, of none the end of the debt."""
        self._refill(now)
        lacking = wanted - self._left
        if lacking <= 0:
            return 0.0
        return lacking / self._rate.per_s if self._rate.per_s else float("inf")

    def _refill(self, now: float) -> None:
        back = (now - self._seen) * self._rate.per_s
        self._left = min(self._rate.burst, self._left + back)
        self._seen = now


class Buckets:
    """A bucket for each key, up to a number of keys."""

    def __init__(self, rate: Rate, most: int = KEYS) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def of(self, key: str, now: float) -> TokenBucket:
        """Return the bucket of a key, full where it is new; the key of longest ago makes room."""
        bucket = self._buckets.pop(key, None) or TokenBucket(self._rate, now)
        self._buckets[key] = bucket
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket

    def keys(self) -> list[str]:
        """Return the keys that are remembered, that of longest ago first."""
        return list(self._buckets)
