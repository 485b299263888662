"""What a page says is heard alike, however the network cuts it.

Streams of a client are sent cut in two at every byte, to one server: after the handshake, and with
their first part in the same packet as the handshake, before any table listens.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import CLIENT, Protocol

from tests.server.harness import WAIT_S, House

pytestmark = pytest.mark.anyio

AT_ONCE = 40
PAUSE_S = 0.002
"""Between two parts, so that the server reads them one by one; more parts than one is no error."""
ANSWERS = {"pong", "refused", "done"}
"""What a page is told because it asked; who comes and goes is told to all, at any time."""
MASK = 0xE5
LAST = 99


def framed(opcode: Opcode, data: bytes, *, fin: bool = True, mask: int = MASK) -> bytes:
    """Return a client's frame, always with the same mask."""
    head = bytes([0x80 * fin | opcode])
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return head + size + bytes([mask] * 4) + bytes(byte ^ mask for byte in data)


def text(said: str) -> bytes:
    return framed(Opcode.TEXT, said.encode())


def ping(number: int) -> bytes:
    """Return a question, as text, that a table answers."""
    return text(f'{{"t":"ping","n":{number}}}')


def act(name: str) -> bytes:
    """Return an action that is refused under its name, as who sends it only watches."""
    return text(f'{{"t":"act","id":"{name}","action":{{}}}}')


def disguised() -> bytes:
    """Return a text whose payload, as it is sent, is a whole frame with another question."""
    inner = framed(Opcode.TEXT, b'{"t":"ping","n":7}', mask=MASK ^ 0x40)
    said = act(bytes(byte ^ MASK for byte in inner).decode())
    assert inner in said
    return said


STREAMS: dict[str, bytes] = {
    "a text": ping(LAST),
    "two texts": ping(1) + ping(LAST),
    "a text of letters with two bytes": act("ßéä") + ping(LAST),
    "a longer text": act("x" * 60 + " " * 10) + text('{"t":"ping","n":99}' + " " * 120),
    "a text in pieces with a ping between": framed(Opcode.TEXT, b'{"t":"ping",', fin=False)
    + framed(Opcode.PING, b"between")
    + framed(Opcode.CONT, b'"n":5', fin=False)
    + framed(Opcode.CONT, b"}")
    + ping(LAST),
    "a payload that looks like a frame": disguised() + ping(LAST),
    "pings and pongs": framed(Opcode.PING, b"")
    + framed(Opcode.PONG, b"unasked")
    + framed(Opcode.PING, b"\x81\x85")
    + ping(LAST),
    "bytes": framed(Opcode.BINARY, b"\x81\x80\0\0\0\0") + ping(LAST),
    "an end": framed(Opcode.PING, b"last") + framed(Opcode.CLOSE, b"\x03\xe8bye"),
    "a text inside a text in pieces": framed(Opcode.TEXT, b'{"t":', fin=False) + ping(LAST),
    "a piece of nothing": framed(Opcode.CONT, b"}") + ping(LAST),
    "no UTF-8": framed(Opcode.TEXT, b"\xff\xfe"),
    "a frame of no kind": framed(Opcode.PING, b"x") + b"\x83\x80\0\0\0\0",
    "no mask": b"\x81\x02{}",
}
ENDS = {
    "a text inside a text in pieces": 1_002,
    "a piece of nothing": 1_002,
    "no UTF-8": 1_007,
    "a frame of no kind": 1_002,
    "no mask": 1_002,
}
"""How the server ends what breaks the protocol (RFC 6455, 7.4.1); the others end as they want."""
ANSWERED = {"a text": 1, "pings and pongs": 1, "an end": 0}
"""How many answers a stream gets, where they are not two."""
Heard = tuple[list[str], list[Frame]]
"""Answers, and pongs and ends: which of both comes first is not promised."""


def handshake(house: House, code: str) -> bytes:
    host = house.address.removeprefix("http://")
    lines = [f"GET /ws/{code} HTTP/1.1", f"Host: {host}", f"Origin: {house.address}"]
    lines += ["Upgrade: websocket", "Connection: Upgrade"]
    lines += ["Sec-WebSocket-Key: " + "A" * 22 + "==", "Sec-WebSocket-Version: 13", "", ""]
    return "\r\n".join(lines).encode()


class Visit:
    """A connection by hand that says what it is given, part by part."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._library = Protocol(CLIENT, max_size=None)
        self._answers: list[str] = []
        self._others: list[Frame] = []

    async def say(self, *parts: bytes) -> None:
        for part in parts:
            self._writer.write(part)
            await asyncio.sleep(PAUSE_S)

    async def greeted(self) -> None:
        head = await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), WAIT_S)
        assert head.startswith(b"HTTP/1.1 101 ")

    async def heard(self) -> Heard:
        """Return all that comes up to the end; whoever got the last answer ends it."""
        with suppress(ConnectionError):
            while data := await asyncio.wait_for(self._reader.read(65_536), WAIT_S):
                self._library.receive_data(data)
                for frame in self._library.events_received():
                    assert isinstance(frame, Frame)
                    self._note(frame)
        assert self._library.parser_exc is None or isinstance(self._library.parser_exc, EOFError)
        return self._answers, self._others

    def _note(self, frame: Frame) -> None:
        if frame.opcode is not Opcode.TEXT:
            self._others.append(frame)
            return
        found = json.loads(bytes(frame.data))
        if found["t"] in ANSWERS:
            self._answers.append(bytes(frame.data).decode())
        if found.get("n") == LAST:
            self._writer.write(framed(Opcode.CLOSE, b"\x03\xe8"))

    def abort(self) -> None:
        self._writer.transport.abort()


async def visit(house: House, *parts: bytes, greeting: bytes = b"") -> Heard:
    """Say all parts, after what is said as a greeting was answered; return what is heard."""
    host, _, port = house.address.removeprefix("http://").partition(":")
    visitor = Visit(*await asyncio.open_connection(host, int(port)))
    try:
        if greeting:
            await visitor.say(greeting)
            await visitor.greeted()
            await visitor.say(*parts)
        else:
            await visitor.say(*parts)
            await visitor.greeted()
        return await visitor.heard()
    finally:
        visitor.abort()


async def differing(
    whole: Heard, cuts: range, tried: Callable[[int], Awaitable[Heard]]
) -> dict[int, Heard]:
    """Return where to cut so that something else is heard."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one(cut: int) -> Heard:
        async with free:
            return await tried(cut)

    heard = await asyncio.gather(*map(one, cuts))
    return {cut: found for cut, found in zip(cuts, heard, strict=True) if found != whole}


@pytest.mark.parametrize("name", STREAMS)
async def test_a_stream_is_heard_alike_wherever_it_is_cut(house: House, name: str) -> None:
    code, _, _ = await house.pair()
    greeting, said = handshake(house, code), STREAMS[name]
    whole = await visit(house, said, greeting=greeting)
    assert int.from_bytes(whole[1][-1].data[:2], "big") == ENDS.get(name, 1_000)
    assert len(whole[0]) == ANSWERED.get(name, 0 if name in ENDS else 2)
    assert '"n":7' not in "".join(whole[0])
    cuts = range(1, len(said))
    later = await differing(
        whole, cuts, lambda cut: visit(house, said[:cut], said[cut:], greeting=greeting)
    )
    assert later == {}
    at_once = await differing(
        whole,
        range(len(said) + 1),
        lambda cut: visit(house, greeting + said[:cut], said[cut:]),
    )
    assert at_once == {}


@pytest.mark.parametrize("name", ["two texts", "a text in pieces with a ping between"])
async def test_a_handshake_may_be_cut_anywhere_and_more_behind_it(house: House, name: str) -> None:
    code, _, _ = await house.pair()
    greeting, said = handshake(house, code), STREAMS[name]
    whole = await visit(house, said, greeting=greeting)
    cuts = range(1, len(greeting))
    together = greeting + said
    assert await differing(whole, cuts, lambda c: visit(house, together[:c], together[c:])) == {}


async def test_each_byte_may_come_by_itself(house: House) -> None:
    code, _, _ = await house.pair()
    greeting, said = handshake(house, code), STREAMS["a text in pieces with a ping between"]
    whole = await visit(house, said, greeting=greeting)
    one_by_one = [bytes([byte]) for byte in greeting + said]
    assert await visit(house, *one_by_one) == whole


async def test_more_than_a_head_may_have_can_come_behind_a_handshake(house: House) -> None:
    """The bound of a request's head is none for what comes behind it."""
    code, _, _ = await house.pair()
    greeting = handshake(house, code)
    said = b"".join(act(f"{n}" + "x" * 4_000) for n in range(12)) + ping(LAST)
    whole = await visit(house, said, greeting=greeting)
    assert len(whole[0]) == 13
    assert await visit(house, greeting + said) == whole
