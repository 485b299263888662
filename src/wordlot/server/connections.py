"""Connections that speak HTTP, each with bounds: uvicorn and h11 look at nothing beyond them.

h11 is asked for its public state alone. Of uvicorn's protocol this uses what its methods and
attributes without an underscore do, which no version promises: so its version has an upper bound.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any

import h11
import structlog
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from wordlot.server import logs, wire
from wordlot.server.addresses import client_of, group_of
from wordlot.server.crowd import Crowd
from wordlot.server.pace import Pace
from wordlot.server.rate_limit import TOO_MANY_AT_ONCE
from wordlot.server.settings import Settings
from wordlot.server.upgraded import SocketConnection

BODY_BYTES = 4 * wire.FRAME_BYTES
"""What of a body is read at all; up to it, whoever sends too much is told so."""
LINES = 1_000
"""The most ends of lines in a request: each header and each piece of a body costs time."""
TAKEN_BYTES = 16_384
"""What of a long answer has to be taken between two looks."""
ENDS = {
    400: (b"Bad Request", b"Invalid HTTP request received."),
    408: (b"Request Timeout", b"The request did not come in whole in time."),
    413: (b"Content Too Large", b"The request is too long."),
    429: (b"Too Many Requests", b"Too much is asked for from your address at once."),
    431: (b"Request Header Fields Too Large", b"The head of the request is too long."),
}
"""What is said last, by its status."""
LAST_WORD_S = 1.0
"""How long a connection that ends may take to hand over what was said last."""

_log = structlog.get_logger(__name__)


class Config(uvicorn.Config):
    """How uvicorn serves, and the limits of its connections."""

    def __init__(self, app: Any, settings: Settings, **named: Any) -> None:  # noqa: ANN401 - uvicorn's
        super().__init__(
            app,
            http=HttpConnection,
            ws=SocketConnection,
            timeout_keep_alive=settings.limits.idle_s,
            h11_max_incomplete_event_size=settings.limits.head_bytes,
            **named,
        )
        self.limits = settings.limits
        self.crowd = Crowd(settings)
        self.pace = Pace()
        self.client_of = partial(client_of, proxies=settings.proxies, exempt=settings.exempt)


class HttpConnection(H11Protocol):
    """A connection whose requests have to come in whole, soon, and within bounds."""

    config: Config
    scope: Any
    _peer = ""
    """For whom what it logs counts, unless a proxy tells who asks."""
    seated = False
    """Nobody has a seat before the connection became a socket."""
    _deadline: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _ending = False
    _bytes = 0
    _lines = 0
    _came = b""
    """What came in and has to wait for its turn."""
    _rest = b""
    """What came in with what is looked at now, behind it."""
    _counted: Any = None
    """The last request that was counted for its client."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, where there is room for one more connection."""
        super().connection_made(transport)
        self._peer = group_of(self.client[0]) if self.client else ""
        if self.config.crowd.enter(self, self.client[0] if self.client else ""):
            self._expect_request()
        else:
            self._ending = True
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        self._watch_no_more()
        self.config.crowd.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Have what came in handed on when it is its turn; until then nothing more is read."""
        if self._ending:
            self._ignore(data)
            return
        if not self._came:
            self.config.pace.ask(self._peer, self._take_turn)
        self._came += data
        self.transport.pause_reading()

    def _take_turn(self) -> None:
        """Hand on what came in, up to the bounds, and see that a request does not take long."""
        came, self._came = self._came, b""
        if self.transport.is_closing():
            return
        if not self.flow.read_paused:
            self.transport.resume_reading()
        if self._ending:
            self._ignore(came)
            return
        with logs.while_caused_by(self._peer):
            self._take(came)

    def handle_events(self) -> None:
        """Read what came in, and count a request for who asks it."""
        super().handle_events()
        if not self._ending:
            self._count_request()

    def _count_request(self) -> bool:
        """Count the request that is read, if it is a new one; false where its client has too many.

        Its task has not begun yet, and refuses it.
        """
        if self.scope is None or self.scope is self._counted:
            return True
        self._counted = self.scope
        if self.config.crowd.asks(self, self.config.client_of(self.scope)):
            return True
        self.scope[TOO_MANY_AT_ONCE] = True
        return False

    def timeout_keep_alive_handler(self) -> None:
        """End a connection that asks nothing more; one that waits for its turn does."""
        if not self._came:
            super().timeout_keep_alive_handler()

    def _take(self, data: bytes) -> None:
        while data and not self._ending:
            has_head = self.conn.their_state is not h11.IDLE
            room = self.config.limits.head_bytes + (BODY_BYTES if has_head else 0) - self._bytes
            piece, data = data[:room], data[room:]
            self._rest = data
            self._bytes += len(piece)
            self._lines += piece.count(b"\n")
            if not piece or self._lines > LINES:
                self._refuse(413 if has_head else 431)
                return
            super().data_received(piece)
            self._look()

    def _ignore(self, data: bytes) -> None:
        """Let who was refused end what it says, for as long as that is short."""
        self._bytes += len(data)
        if self._bytes > BODY_BYTES:
            self.transport.abort()

    def _look(self) -> None:
        """Begin to count anew once a request is whole."""
        if self._is_handed_on():
            return
        if self.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
            if self._deadline is None:
                self._expect_request()
            return
        self._bytes = self._lines = 0
        self._expect_nothing()
        self.config.crowd.works(self)

    def _expect_request(self) -> None:
        self.config.crowd.rests(self)
        self._deadline = self.loop.call_later(self.config.limits.request_s, self._give_up)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        """End a connection whose request is not whole in time; some browsers ask nothing."""
        if self._bytes:
            self._refuse(408)
        else:
            self.transport.abort()

    def _refuse(self, status: int) -> None:
        with logs.while_caused_by(self._peer):
            _log.info("refused", code="too_slow" if status == 408 else str(wire.Fault.TOO_BIG))
        self._end(status, begun=self.conn.our_state is not h11.IDLE)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, which uvicorn has logged."""
        self._end(400, begun=self.conn.our_state is not h11.IDLE)

    def _end(self, status: int, *, begun: bool) -> None:
        """End the connection: with an answer where none was begun, else there is no way."""
        self._ending = True
        self._bytes = 0
        if begun or self.transport.is_closing():
            self.transport.abort()
            return
        reason, text = ENDS[status]
        headers = [("Content-Type", "text/plain"), ("Content-Length", str(len(text)))]
        headers.append(("Connection", "close"))
        answer = h11.Response(status_code=status, headers=headers, reason=reason)
        self.transport.write((self.conn.send(answer) or b"") + text)
        # To close at once would take back what was said, where more had come in by then.
        with suppress(OSError):
            # Who said that may be gone.
            self.transport.write_eof()
        self.loop.call_later(LAST_WORD_S, self.transport.abort)

    def pause_writing(self) -> None:
        """Wait until the answer is taken, but not for ever."""
        super().pause_writing()
        self._watch_answer()

    def on_response_complete(self) -> None:
        """Wait for the next request, or until the answer is taken, but not for ever."""
        super().on_response_complete()
        if self._is_handed_on():
            return
        if self.conn.our_state is h11.IDLE:
            self.config.crowd.rests(self)
        self._watch_answer()

    def _watch_answer(self) -> None:
        left = self.transport.get_write_buffer_size()
        if self._stalled is None and left:
            self.config.crowd.rests(self)
            after = self.config.limits.stalled_s
            self._stalled = self.loop.call_later(after, self._look_at_answer, left)

    def _look_at_answer(self, before: int) -> None:
        """Hang up where next to nothing of an answer was taken since the last look."""
        self._stalled = None
        left = self.transport.get_write_buffer_size()
        if left and left > before - TAKEN_BYTES:
            self.transport.abort()
        else:
            self._watch_answer()

    def shutdown(self) -> None:
        """End with the server, without another word where the last one was said."""
        if self._ending:
            self.transport.abort()
        else:
            super().shutdown()

    def make_room(self) -> None:
        """End the connection at once."""
        self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection on, with all that came behind the handshake; it stays counted."""
        if not self._count_request():
            self._end(429, begun=False)
            return
        self._ending = True
        self._rest = self.conn.trailing_data[0] + self._rest
        self._watch_no_more()
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        if isinstance(socket, SocketConnection):
            self.config.crowd.becomes(self, socket)
            socket.when_lost = partial(self.config.crowd.leave, socket)
            if self._rest and not self.transport.is_closing():
                socket.data_received(self._rest)
        self._rest = b""

    def _is_handed_on(self) -> bool:
        return self.transport.get_protocol() is not self

    def _watch_no_more(self) -> None:
        self._expect_nothing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        self.config.crowd.works(self)
