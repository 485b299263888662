"""The cases of the Autobahn test suite, run against the sockets of the server.

They want an echo, so one stands behind the sockets in place of the tables. All else is as it is
served: the protocol, and the limit of messages.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import uvicorn
from kosoku import FailureError, run_fuzzingclient
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket

from tests.prove.doors import logged
from wordlot.server import wire
from wordlot.server.serve import configure
from wordlot.server.settings import Settings

if TYPE_CHECKING:
    from kosoku._kosoku import CaseResult

EVERY_DAY = ("1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "10.*")
"""Frames, pings, reserved bits, opcodes, pieces, UTF-8, and ends; the others take longer."""
LARGE, COMPRESSION = "9", ("12", "13")
"""Sections about large messages and about compression."""
ALL = (*EVERY_DAY, *(f"{section}.*" for section in (LARGE, *COMPRESSION)))
AT_ONCE = 20
MESSAGE_TOO_BIG = 1009
NOT_RIGHT: dict[str, str] = {
    "7.1.5": "`websockets` calls it an error (1002, not 1000) to hang up within a message",
}
"""What the server does otherwise than the suite wants, and why."""


@dataclass
class Verdicts:
    """What the suite found; as text, for people."""

    counts: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    """Cases that fail without a reason that is known."""
    explained: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        cases = self.counts.total() + len(self.explained) + len(self.failed)
        parts = [f"{self.counts['right']} of {cases} cases of the Autobahn test suite right"]
        if self.counts["compressed"]:
            parts.append(f"{self.counts['compressed']} not done, as sockets are not compressed")
        if self.counts["too big"]:
            limit = f"{4 * wire.FRAME_BYTES // 1024} KiB"
            parts.append(f"{self.counts['too big']} closed, as a message has more than {limit}")
        parts += [f"{name} not, as {NOT_RIGHT[name]}" for name in self.explained]
        parts += [f"{name} FAILED" for name in self.failed]
        return ", ".join(parts)


async def _echo(websocket: WebSocket) -> None:
    await websocket.accept()
    late: asyncio.Queue[Message] = asyncio.Queue()
    sending = asyncio.ensure_future(_send(websocket, late))
    while (message := await websocket.receive())["type"] == "websocket.receive":
        late.put_nowait({**message, "type": "websocket.send"})
    sending.cancel()


async def _send(websocket: WebSocket, late: asyncio.Queue[Message]) -> None:
    """Send what waits, as the server of a table does: what comes in does not wait for it."""
    while True:
        await websocket.send(await late.get())


@asynccontextmanager
async def _echoing() -> AsyncIterator[str]:
    """Serve an echo as tables are served; yields its address."""
    server = uvicorn.Server(configure(Starlette(routes=[WebSocketRoute("/", _echo)]), Settings()))
    listening = socket.create_server(("127.0.0.1", 0))
    serving = asyncio.ensure_future(server.serve(sockets=[listening]))
    try:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving


async def judged(*, everything: bool) -> Verdicts:
    """Return what the suite says of the sockets."""
    # What is not UTF-8 is logged with a trace by uvicorn.
    with logged():
        async with _echoing() as address:
            results = await _run(address, ALL if everything else EVERY_DAY, AT_ONCE)
            verdicts = _summed(results)
            if verdicts.failed:
                # Some have to be answered within a second, which a busy machine may not do.
                again = await _run(address, verdicts.failed, 1)
                known = [each for each in results if each.case_id not in verdicts.failed]
                verdicts = _summed([*known, *again])
    return verdicts


async def _run(address: str, cases: Sequence[str], concurrency: int) -> list[CaseResult]:
    try:
        return await run_fuzzingclient(address, cases, concurrency=concurrency)
    except FailureError as failure:
        return failure.results


def _summed(results: Sequence[CaseResult]) -> Verdicts:
    verdicts = Verdicts()
    for result in results:
        section, _, _ = result.case_id.partition(".")
        if result.passed:
            verdicts.counts["right"] += 1
        elif section in COMPRESSION and result.behavior.value == "UNIMPLEMENTED":
            verdicts.counts["compressed"] += 1
        elif section == LARGE and result.remote_close_code == MESSAGE_TOO_BIG:
            verdicts.counts["too big"] += 1
        elif result.case_id in NOT_RIGHT:
            verdicts.explained.append(result.case_id)
        else:
            verdicts.failed.append(result.case_id)
    return verdicts
