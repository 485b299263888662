"""Limits how often something may be done: the token bucket, and requests by client address."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordlot.server.addresses import address_of
from wordlot.server.problems import TooMuch, refusal_response
from wordlot.server.wire import Close, Fault

BURST = 120.0
"""What an address may ask for at once; a busy household reloading its pages needs a part of it."""
PER_S = 10.0
"""What comes back in a second."""
MISS = 10.0
"""What it costs to ask for a table that is not there; a socket or a POST costs 1."""
LONGEST_WAIT_S = 10.0
"""Whoever would have to wait longer is turned away."""
ADDRESSES = 10_000
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

    def __init__(self, rate: Rate, most: int = ADDRESSES) -> None:
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


class RateLimit:
    """Rate-limits requests to the API and sockets by client address."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float] = monotonic) -> None:
        self._app = app
        self._clock = clock
        self._buckets = Buckets(Rate(BURST, PER_S), ADDRESSES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket, once its address may have an answer."""
        group = _group(scope)
        if group is None:
            await self._app(scope, receive, send)
            return
        bucket = self._buckets.of(group, self._clock())
        wait_s = bucket.wait_s(self._clock())
        if wait_s > LONGEST_WAIT_S:
            text = "too much was asked for from your address; try again later"
            refusal = TooMuch(Fault.TOO_FAST, text, wait_s - LONGEST_WAIT_S)
            await refusal_response(refusal)(scope, receive, send)
            return
        if scope["type"] == "websocket" or scope["method"] == "POST":
            bucket.spend(1, self._clock())
        if wait_s:
            await asyncio.sleep(wait_s)

        async def send_and_count(message: Message) -> None:
            if _is_miss(message):
                bucket.spend(MISS, self._clock())
            await send(message)

        await self._app(scope, receive, send_and_count)


def _group(scope: Scope) -> str | None:
    """Return who is limited; none for the page's files, and for who is exempt."""
    if scope["type"] not in {"http", "websocket"}:
        return None
    if scope["type"] == "http" and not scope["path"].startswith("/api/"):
        return None
    address = address_of(scope)
    return None if address.exempt else address.group


def _is_miss(message: Message) -> bool:
    if message["type"] == "http.response.start":
        return bool(message["status"] == 404)
    return message["type"] == "websocket.close" and message.get("code") == Close.NO_TABLE
