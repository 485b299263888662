"""Limits how often a client address may ask for something."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordlot.server.addresses import address_of
from wordlot.server.buckets import Buckets, Rate
from wordlot.server.problems import TooMuch, refusal_response
from wordlot.server.wire import Close, Fault

KITS = "/kit/"
BURST = 120.0
"""What an address may ask for at once; a busy household reloading its pages needs a part of it."""
PER_S = 10.0
"""What comes back in a second."""
MISS = 10.0
"""What it costs to ask for a table that is not there; a socket or a POST costs 1."""
KIT = 20.0
"""What it costs to ask for a kit to print, which takes a second to draw."""
LOOKS = Rate(600, 60.0)
"""How often an address may look at what the API tells: a home page asks for two things in ten
seconds, a page that opens a table for four at once."""
LONGEST_WAIT_S = 10.0
"""Whoever would have to wait longer is turned away."""
TOO_MANY_AT_ONCE = "wordlot.too_many_at_once"
"""Set in the scope of a request whose address has too many that are not answered."""


class RateLimit:
    """Rate-limits requests to the API, sockets and kits by client address."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float] = monotonic) -> None:
        self._app = app
        self._clock = clock
        self._buckets = Buckets(Rate(BURST, PER_S))
        self._looks = Buckets(LOOKS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket, once its address may have an answer."""
        if TOO_MANY_AT_ONCE in scope:
            text = "too much is asked for from your address at once; try again in a moment"
            await refusal_response(TooMuch(Fault.TOO_FAST, text, 1.0))(scope, receive, send)
            return
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
        if _is_look(scope) and not (looks := self._looks.of(group, now := self._clock())).take(now):
            text = "your address asked for a great many things; wait a moment"
            refusal = TooMuch(Fault.TOO_FAST, text, looks.wait_s(now, wanted=1))
            await refusal_response(refusal)(scope, receive, send)
            return
        bucket.spend(_cost(scope), self._clock())
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
    if scope["type"] == "http" and not scope["path"].startswith(("/api/", KITS)):
        return None
    address = address_of(scope)
    return None if address.exempt else address.group


def _cost(scope: Scope) -> float:
    """Return what asking costs, whatever the answer is."""
    if scope["type"] == "http" and scope["path"].startswith(KITS):
        return KIT
    return float(scope["type"] == "websocket" or scope["method"] == "POST")


def _is_look(scope: Scope) -> bool:
    """Tell whether a request asks the API for something and changes nothing."""
    api = scope["type"] == "http" and scope["path"].startswith("/api/")
    return api and scope["method"] not in {"POST", "PUT", "PATCH", "DELETE"}


def _is_miss(message: Message) -> bool:
    if message["type"] == "http.response.start":
        return bool(message["status"] == 404)
    return message["type"] == "websocket.close" and message.get("code") == Close.NO_TABLE
