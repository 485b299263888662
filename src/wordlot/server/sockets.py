"""The socket of a page: frames in, frames out, and none of them able to hold up a table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cache
from time import monotonic
from typing import Any

import msgspec
import structlog
from starlette.datastructures import MutableHeaders
from starlette.websockets import WebSocket, WebSocketDisconnect

from wordlot.core.errors import IllegalAction
from wordlot.core.reading import UNREADABLE
from wordlot.server import wire
from wordlot.server.addresses import address_of
from wordlot.server.buckets import Rate, TokenBucket
from wordlot.server.guests import Guests
from wordlot.server.origins import is_own, is_secure
from wordlot.server.problems import refusal_response
from wordlot.server.quotas import Quotas
from wordlot.server.room import Room
from wordlot.server.rooms import Rooms
from wordlot.server.upgraded import CONNECTION
from wordlot.server.wire import Close, Fault
from wordlot.table import LogUnavailable, Verdict

WAITING_BYTES = 1_048_576
"""What may wait for a page to read it; a page that reads slower is dropped."""
FRAMES_PER_S = 30.0
BURST = 60.0
PATIENCE = 600
"""Frames refused for their number before the socket is closed."""
LAST_WORD_S = 1.0
"""What a page that is dropped has left to read why."""
UNANSWERED = 32
"""Actions of one socket that may wait for their verdict."""

_log = structlog.get_logger(__name__)
_frames = msgspec.json.Decoder(wire.Frame)


class _Named(msgspec.Struct):
    id: Any = None


class _Asking:
    """A page that waits for the verdict on its action."""

    __slots__ = ("_command_id", "_socket")

    def __init__(self, socket: Socket, command_id: str) -> None:
        self._socket = socket
        self._command_id = command_id

    def done(self) -> bool:
        return False

    def set_result(self, verdict: Verdict, /) -> None:
        self._socket.answer(self._command_id, verdict)

    def set_exception(self, _error: Exception, /) -> None:
        self._socket.answer(self._command_id, None)

    def cancel(self) -> None:
        """Give no answer; the page asks again where the game goes on."""


class Socket:
    """One connection to one table; a `Client` of its room."""

    def __init__(self, websocket: WebSocket, rooms: Rooms, code: str, guest: str | None) -> None:
        self.guest = guest
        self.address = address_of(websocket.scope)
        self.code = code
        self.seated = False
        self._websocket = websocket
        self._rooms = rooms
        self._quotas: Quotas = websocket.app.state.quotas
        self._waiting: list[bytes] = []
        self._bytes = 0
        self._closing: Close | None = None
        self._allowance = TokenBucket(Rate(BURST, FRAMES_PER_S), monotonic())
        self._refused = 0
        self._unanswered = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._writer: asyncio.Task[None] | None = None
        self._reader: asyncio.Task[Any] | None = None
        self._given_up = False

    def send(self, frame: bytes) -> None:
        """Send a frame after those before it; a page that does not read is dropped."""
        if self._closing is not None:
            return
        self._bytes += len(frame)
        if self._bytes > WAITING_BYTES:
            self._waiting.clear()
            self._closing = Close.TOO_SLOW
            # The writer may wait for ever in the middle of a frame that nobody reads.
            asyncio.get_running_loop().call_later(LAST_WORD_S, self._give_up)
        else:
            self._waiting.append(frame)
        self._write_on()

    def close(self, code: Close) -> None:
        """Send what waits, then close."""
        if self._closing is None:
            self._closing = code
            self._write_on()

    async def run(self, headers: MutableHeaders, *, game: int, after: int) -> None:
        """Serve the socket until either side closes it; the headers are those of its acceptance."""
        await self._websocket.accept(headers=headers.raw)
        task = self._reader = asyncio.current_task()
        try:
            await self._serve(game=game, after=after)
        except asyncio.CancelledError:
            if task is None or not self._given_up:
                raise
            task.uncancel()
        finally:
            self._reader = None
            for other in (self._writer, *self._tasks):
                if other is not None:
                    other.cancel()

    def _give_up(self) -> None:
        self._given_up = True
        for task in (self._writer, self._reader):
            if task is not None:
                task.cancel()

    def _write_on(self) -> None:
        """See that what waits is sent; most sockets never have anything that does."""
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, OSError):
            while self._waiting:
                frame = self._waiting.pop(0)
                text = frame.decode()
                await self._websocket.send({"type": "websocket.send", "text": text})
                self._bytes -= len(frame)
            if self._closing is None:
                self._writer = None
            else:
                await self._websocket.close(self._closing, self._closing.name.lower())

    async def _serve(self, *, game: int, after: int) -> None:
        try:
            room = await self._rooms.find(self.code)
            await room.join(self, game=game, after=after)
        except IllegalAction as refusal:
            self._refuse(None, refusal)
            self.close(Close.NO_TABLE if refusal.code is Fault.NO_TABLE else Close.TOO_SLOW)
            await self._until_gone()
            return
        except LogUnavailable:
            self.close(Close.RESTART)
            await self._until_gone()
            return
        try:
            await self._read(room)
        finally:
            room.leave(self)

    async def _until_gone(self) -> None:
        while (await self._websocket.receive())["type"] != "websocket.disconnect":
            pass

    async def _read(self, room: Room) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            self._hear(room, message.get("text"))
            # What comes meanwhile is not read: it costs nothing, and nothing of it is lost.
            if wait_s := self._quotas.hear(self.address):
                await asyncio.sleep(wait_s)

    def _hear(self, room: Room, text: str | None) -> None:
        """Do what a frame asks, or refuse it; a fault of the server closes the socket."""
        if self._closing is not None:
            return
        try:
            self._take(room, text)
        except IllegalAction as refusal:
            self._refuse(_id_in(text), refusal)
        except Exception:  # noqa: BLE001 - other sockets go on
            _log.exception("socket_fault")
            self.close(Close.RESTART)

    def _take(self, room: Room, text: str | None) -> None:
        self._count()
        if text is None:
            raise IllegalAction(Fault.MALFORMED, "a frame is text")
        if len(text) > wire.FRAME_BYTES or len(text.encode()) > wire.FRAME_BYTES:
            raise IllegalAction(Fault.TOO_BIG, f"a frame has at most {wire.FRAME_BYTES} bytes")
        try:
            frame = _frames.decode(text)
        except UNREADABLE as error:
            raise IllegalAction(Fault.MALFORMED, f"the frame cannot be read: {error}") from None
        self._dispatch(room, frame)

    def _count(self) -> None:
        if self._allowance.take(monotonic()):
            self._refused = 0
            return
        self._refused += 1
        if self._refused > PATIENCE:
            self.close(Close.TOO_MUCH)
        text = f"more than {FRAMES_PER_S:.0f} frames a second; send it again in a moment"
        raise IllegalAction(Fault.TOO_FAST, text)

    def _dispatch(self, room: Room, frame: wire.Frame) -> None:
        match frame:
            case wire.Ping(n=n):
                self._say(room.pong(n))
            case wire.Act():
                self._act(room, frame)
            case wire.Compose():
                self._compose(room, frame)
            case wire.Reveal():
                self._spawn(self._reveal(room, frame))
            case wire.Shown(game=game):
                room.shown(self, game)
            case _:
                self._spawn(self._command(room, frame))

    def _act(self, room: Room, frame: wire.Act) -> None:
        seat = room.seat_of(self)
        if seat is None:
            raise IllegalAction(Fault.NOT_SEATED, "you watch this game; you have no seat in it")
        room.heard(seat)
        action = _decoded(frame.action, room.game.rules.action_type, "action")
        if self._unanswered >= UNANSWERED:
            raise IllegalAction(Fault.TOO_FAST, "too many actions wait for their answers")
        try:
            room.table.ask(seat, frame.id, action, _Asking(self, frame.id))
        except asyncio.QueueFull:
            text = "the table is busy or cannot write its record; send it again in a moment"
            raise IllegalAction(Fault.FROZEN, text) from None
        self._unanswered += 1

    def answer(self, command_id: str, verdict: Verdict | None) -> None:
        """Tell the verdict on an action of this page; none where the server failed to judge it."""
        self._unanswered -= 1
        if verdict is None:
            self._refuse(command_id, IllegalAction(Fault.FAILED, "the server made a mistake"))
            return
        if verdict.ok:
            self._say(wire.Done(command_id, verdict.seq, verdict.at))
            return
        _log.info("refused", code=verdict.code)
        code, text, clause = verdict.code, verdict.text, verdict.clause
        self._say(wire.Refused(command_id, code, text, clause, verdict.seq, verdict.at))

    def _compose(self, room: Room, frame: wire.Compose) -> None:
        game, seat = room.game, room.seat_of(self)
        if game.compose is None or room.table.seq == 0 or seat is None:
            raise IllegalAction(Fault.NOT_NOW, "there is nothing to compose")
        room.heard(seat)
        draft = _decoded(frame.draft, game.draft_type, "draft")
        self._say(wire.ComposedFor(frame.n, game.compose(room.table.view(seat), draft)))

    async def _reveal(self, room: Room, frame: wire.Reveal) -> None:
        try:
            await room.reveal(self.guest, frame)
        except IllegalAction as refusal:
            self._refuse(None, refusal)

    async def _command(self, room: Room, frame: Any) -> None:  # noqa: ANN401 - a frame to the room
        answer = await room.command(self.guest, frame)
        if isinstance(answer, wire.Refused):
            _log.info("refused", code=answer.code)
        self._say(answer)

    def _spawn(self, work: Any) -> None:  # noqa: ANN401 - a coroutine of any kind
        if len(self._tasks) >= UNANSWERED:
            work.close()
            raise IllegalAction(Fault.TOO_FAST, "too many commands wait for their answers")
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._spawned)

    def _spawned(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("socket_fault", error=repr(task.exception()))

    def _refuse(self, command_id: str | None, refusal: IllegalAction) -> None:
        _log.info("refused", code=str(refusal.code))
        code = str(refusal.code)
        self._say(wire.Refused(command_id, code, refusal.detail, refusal.clause))

    def _say(self, message: msgspec.Struct) -> None:
        self.send(msgspec.json.encode(message))


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:  # noqa: ANN401 - of the game
    return msgspec.json.Decoder(kind)


def _decoded(raw: msgspec.Raw, kind: Any, what: str) -> Any:  # noqa: ANN401 - of the game
    try:
        return _decoder(kind).decode(raw)
    except UNREADABLE as error:
        raise IllegalAction(Fault.MALFORMED, f"the {what} cannot be read: {error}") from None


def _id_in(text: str | None) -> str | None:
    """Return the id that a refused frame has, so that its page knows which one it was."""
    if text is None or len(text) > wire.FRAME_BYTES:
        return None
    try:
        found = msgspec.json.decode(text, type=_Named).id
    except UNREADABLE:
        return None
    return found if isinstance(found, str) and len(found) <= 64 else None


async def table_socket(websocket: WebSocket) -> None:
    """Serve `/ws/{code}?game=G&after=N`: a page that has event N of game G gets those after it."""
    state = websocket.app.state
    if not is_own(websocket, state.settings):
        refusal = IllegalAction(Fault.FOREIGN, "this socket is for pages of this server only")
        await websocket.send_denial_response(refusal_response(refusal))
        return
    query = websocket.query_params
    guests: Guests = state.guests
    try:
        guest = await guests.of(websocket)
        code, name = websocket.path_params["code"].upper(), None if guest is None else guest.name
        socket = Socket(websocket, state.rooms, code, name)
        if (connection := websocket.scope.get(CONNECTION)) is not None:
            connection.page = socket
        state.quotas.open_page(socket)
    except (IllegalAction, LogUnavailable) as error:
        refusal = (
            error
            if isinstance(error, IllegalAction)
            else IllegalAction(
                Fault.FROZEN, "the server cannot read just now; try again in a moment"
            )
        )
        await websocket.send_denial_response(refusal_response(refusal))
        return
    headers = MutableHeaders()
    guests.give(guest, headers, secure=is_secure(websocket, state.settings))
    state.sockets.add(socket)
    try:
        await socket.run(
            headers, game=_number(query.get("game")), after=_number(query.get("after"))
        )
    finally:
        state.sockets.discard(socket)
        state.quotas.close_page(socket)


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0
