"""One request at a time, and whatever else waits between two of them.

A loop that finds thirty requests at once would serve all of them before it looks at the frame of a
player. Here each turn of the loop has one of them, by turns of who asks: who asks much waits for
oneself, and what a player does waits for no more than one request.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial

from starlette.types import ASGIApp, Receive, Scope, Send

from wordlot.server.addresses import address_of


class Pace:
    """Does one thing in each turn of the loop, of each who waits in turn."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Callable[[], None]]] = OrderedDict()

    def ask(self, who: str, work: Callable[[], None]) -> None:
        """Have something done when it is its turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._go)
        self._waiting.setdefault(who, deque()).append(work)

    async def turn(self, who: str) -> None:
        """Wait for a turn."""
        mine = asyncio.get_running_loop().create_future()
        self.ask(who, partial(_settle, mine))
        await mine

    def _go(self) -> None:
        who, asked = self._waiting.popitem(last=False)
        work = asked.popleft()
        if asked:
            self._waiting[who] = asked
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._go)
        work()


class InTurn:
    """Serves one new request in each turn of the loop, of each client address in turn."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._pace = Pace()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] in {"http", "websocket"}:
            await self._pace.turn(address_of(scope).group)
        await self._app(scope, receive, send)


def _settle(mine: asyncio.Future[None]) -> None:
    # Who waited may be gone.
    if not mine.done():
        mine.set_result(None)
