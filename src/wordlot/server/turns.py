"""Work that one request has done at a time, so that many at once do not stall the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from wordlot.core.errors import IllegalAction
from wordlot.server.wire import Fault


class Turns:
    """Gives one at a time a turn, in the order in which they came."""

    def __init__(self, most: int, text: str) -> None:
        """Let at most so many wait or have their turn; `text` says of what there is too much."""
        self._most = most
        self._text = text
        self._lock = asyncio.Lock()
        self._waiting = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn and have it. `IllegalAction` where too many wait."""
        if self._waiting >= self._most:
            raise IllegalAction(Fault.CROWDED, f"{self._text}; try again in a moment")
        self._waiting += 1
        try:
            async with self._lock:
                yield
        finally:
            self._waiting -= 1
