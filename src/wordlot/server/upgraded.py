"""Connections that became sockets: uvicorn's, whose end does not wait for the peer.

What comes in and goes out is read and written by uvicorn and `websockets` alone. This uses what
methods and attributes of uvicorn's protocol without an underscore do, as `connections` does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from wordlot.server import logs, wire
from wordlot.server.addresses import group_of
from wordlot.server.quotas import Visitor

TOO_BIG = 1009
"""How a connection ends whose frame is too big (RFC 6455, 7.4.1)."""
PIECE = 1_024
"""How many bytes are read in one turn of the loop: some forty of the shortest frames."""
LAST_WORD_S = 1.0
"""How long who broke the protocol may take to read so."""
LINGER_S = 12.0
"""After uvicorn's own 10 s for the closing handshake."""

CONNECTION = "wordlot.connection"
"""Under which a connection stands in the scope of its socket."""

_log = structlog.get_logger(__name__)


class SocketConnection(WebSocketsSansIOProtocol):
    """A socket that ends, be it that its peer reads no more or never began.

    Of much that comes in at once it reads a piece in each turn of the loop, once the application
    has taken what was in the piece before.
    """

    config: Any
    when_lost: Callable[[], None] | None = None
    """Called once the connection is lost."""
    page: Visitor | None = None
    """What the application made of it."""
    _peer = ""
    """For whom what the library logs counts."""
    _early = b""
    """What came before the application took the socket; it is read after that."""
    _asked = False
    """Whether it waits for a turn."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Note who is connected."""
        super().connection_made(transport)
        self._left = bytearray()
        self._peer = group_of(self.client[0]) if self.client else ""

    @property
    def seated(self) -> bool:
        """Whether who is connected has a seat at the table that it shows."""
        return self.page is not None and self.page.seated

    def make_room(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell who waits for it."""
        super().connection_lost(exc)
        if self.when_lost is not None:
            self.when_lost()

    def handle_connect(self, event: Request) -> None:
        """Log a handshake that the library refuses; it has answered what is wrong with it."""
        super().handle_connect(event)
        if self.response.status_code != 101:
            _log.info("refused", code=str(wire.Fault.MALFORMED))
        else:
            self.scope[CONNECTION] = self  # type: ignore[literal-required]

    def handle_parser_exception(self) -> None:
        """End a connection that breaks the protocol; its end says why, and is not taken back.

        uvicorn closes at once: where more had come in by then, what was said last would be lost.
        """
        last = self.conn.close_sent
        assert last is not None
        said = {"type": "websocket.disconnect", "code": last.code, "reason": last.reason}
        self.queue.put_nowait(said)  # type: ignore[arg-type]
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        with suppress(OSError):
            self.transport.write_eof()
        self.close_timer = self.loop.call_later(LAST_WORD_S, self.transport.close)
        too_big = last.code == TOO_BIG
        _log.info("refused", code=str(wire.Fault.TOO_BIG if too_big else wire.Fault.MALFORMED))

    def data_received(self, data: bytes) -> None:
        """Take what came in; a handshake that cannot be read ends the connection."""
        if self.handshake_initiated and not self.handshake_complete:
            # A pong or a close would go out before the answer to the handshake.
            self._early += data
            self.transport.pause_reading()
            return
        if self.conn.parser_exc is not None:
            return
        if not self._left and (len(data) <= PIECE or not self.handshake_initiated):
            self._read(data)
            return
        self._left += data
        self.transport.pause_reading()
        self._ask_for_turn()

    def _read(self, data: bytes) -> None:
        with logs.while_caused_by(self._peer):
            super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.abort()

    def _ask_for_turn(self) -> None:
        """Go on with what is left, unless the application has something to take first."""
        if not self._asked and self.queue.empty():
            self._asked = True
            self.config.pace.ask(self._peer, self._take_turn)

    def _take_turn(self) -> None:
        self._asked = False
        if self.transport.is_closing() or self.conn.parser_exc is not None:
            self._left.clear()
            return
        piece = bytes(self._left[:PIECE])
        del self._left[:PIECE]
        self._read(piece)
        if self._left:
            self._ask_for_turn()
        elif not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> Any:  # noqa: ANN401 - an ASGI event
        """Return what came in next."""
        message = await super().receive()
        if self._left and not self.transport.is_closing():
            # uvicorn reads on once all is taken.
            self.transport.pause_reading()
            self._ask_for_turn()
        return message

    async def send(self, message: Any) -> None:  # noqa: ANN401 - an ASGI event
        """Send what the application says; a handshake that it refused is complete too."""
        try:
            await super().send(message)
        except RuntimeError:
            if not self.close_sent:
                raise
            # Whoever sends cannot know yet that the other side broke the protocol, or is silent.
            raise ConnectionAbortedError("the socket has ended") from None
        if message["type"] == "websocket.accept" and self._early:
            early, self._early = self._early, b""
            self.transport.resume_reading()
            self.data_received(early)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            # Else it would be logged as an error each time.
            self.handshake_complete = True

    async def run_asgi(self) -> None:
        """Serve one socket, then see that its connection ends."""
        await super().run_asgi()
        self.loop.call_later(LINGER_S, self.transport.abort)
