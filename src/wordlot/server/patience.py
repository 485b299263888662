"""Slows down who guesses: an address that asks for what is not there waits for its answers."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_address
from time import monotonic

import msgspec
import structlog
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordlot.server.wire import Close, Fault, Problem

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

_log = structlog.get_logger(__name__)


class _Credit:
    """What one address has left; less than nothing has to be waited for."""

    def __init__(self, now: float) -> None:
        self._left = BURST
        self._seen = now

    def spend(self, cost: float, now: float) -> None:
        self._left = min(BURST, self._left + (now - self._seen) * PER_S) - cost
        self._seen = now

    def wait_s(self, now: float) -> float:
        """Return how long it takes until nothing is owed."""
        self.spend(0, now)
        return max(0.0, -self._left / PER_S)


class Patience:
    """Lets requests to the API and sockets wait whose address has asked too much.

    Addresses of this machine are let through: a proxy on it has to pass on those of its visitors.
    """

    def __init__(self, app: ASGIApp, clock: Callable[[], float] = monotonic) -> None:
        self._app = app
        self._clock = clock
        self._credits: OrderedDict[str, _Credit] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket, once its address may have an answer."""
        address = _address(scope)
        if address is None:
            await self._app(scope, receive, send)
            return
        credit = self._credit(address)
        wait_s = credit.wait_s(self._clock())
        if wait_s > LONGEST_WAIT_S:
            await _turn_away(scope, receive, send)
            return
        if scope["type"] == "websocket" or scope["method"] == "POST":
            credit.spend(1, self._clock())
        if wait_s:
            await asyncio.sleep(wait_s)

        async def send_and_count(message: Message) -> None:
            if _is_miss(message):
                credit.spend(MISS, self._clock())
            await send(message)

        await self._app(scope, receive, send_and_count)

    def _credit(self, address: str) -> _Credit:
        credit = self._credits.pop(address, None) or _Credit(self._clock())
        self._credits[address] = credit
        while len(self._credits) > ADDRESSES:
            self._credits.popitem(last=False)
        return credit


def _address(scope: Scope) -> str | None:
    """Return who has to be patient; none for the page's files, and for this machine itself."""
    if scope["type"] not in {"http", "websocket"}:
        return None
    if scope["type"] == "http" and not scope["path"].startswith("/api/"):
        return None
    host: str = (scope.get("client") or ("", 0))[0]
    try:
        return None if ip_address(host).is_loopback else host
    except ValueError:
        return None


def _is_miss(message: Message) -> bool:
    if message["type"] == "http.response.start":
        return bool(message["status"] == 404)
    return message["type"] == "websocket.close" and message.get("code") == Close.NO_TABLE


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    _log.info("refused", code=str(Fault.TOO_FAST))
    problem = Problem(Fault.TOO_FAST, "too much was asked for from your address; try again later")
    body = msgspec.json.encode(problem)
    headers = {"Retry-After": str(round(LONGEST_WAIT_S)), "Cache-Control": "no-store"}
    answer = Response(body, 429, headers=headers, media_type="application/json")
    await answer(scope, receive, send)
