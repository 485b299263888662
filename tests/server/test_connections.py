"""Connections that send without end, slowly, or not at all, and answers that nobody takes."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from tests.server.harness import WAIT_S, House, serving
from wordlot.server.limits import Limits

pytestmark = pytest.mark.anyio

MIB = 1 << 20
ENDLESS = 64 * MIB
"""What is sent at most; the server has to have ended it long before."""
HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


class Wire:
    """A connection by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def flood(self, first: bytes, again: bytes, most: int = ENDLESS) -> int:
        """Send without end; return how many bytes went out before the server ended it."""
        sent = len(first)
        with suppress(ConnectionError):
            await self.send(first)
            while sent < most and not self._reader.at_eof():
                await self.send(again)
                sent += len(again)
        return sent

    async def heard(self) -> bytes:
        """Return all that comes up to the end of the connection."""
        heard = b""
        with suppress(ConnectionError):
            while part := await asyncio.wait_for(self._reader.read(65_536), WAIT_S):
                heard += part
        return heard

    async def line(self) -> bytes:
        return await asyncio.wait_for(self._reader.readline(), WAIT_S)

    async def status(self) -> int:
        return int((await self.heard()).split(b" ", 2)[1])

    def abort(self) -> None:
        self._writer.transport.abort()


@asynccontextmanager
async def wire(house: House) -> AsyncIterator[Wire]:
    host, _, port = house.address.removeprefix("http://").partition(":")
    opened = Wire(*await asyncio.open_connection(host, int(port)))
    try:
        yield opened
    finally:
        opened.abort()


async def gone(house: House) -> None:
    """Return once nobody is connected."""
    async with asyncio.timeout(WAIT_S):
        while len(house.crowd):  # noqa: ASYNC110 - the server tells nobody
            await asyncio.sleep(0.02)


async def check_others(house: House) -> None:
    assert (await house.person().http.get("/health")).status_code == 200


FLOODS: dict[str, tuple[bytes, bytes]] = {
    "a header that never ends": (HEAD + b"X: ", b"x" * 65_536),
    "a header in small pieces": (HEAD + b"X: ", b"x" * 1_000),
    "headers that never end": (HEAD, b"X: y\r\n" * 10_000),
    "headers without a name": (HEAD, b": y\r\n" * 10_000),
    "one header over many lines": (HEAD + b"X: y\r\n", b" z\r\n" * 10_000),
    "a first line that never ends": (b"GET /", b"x" * 65_536),
    "only ends of lines": (b"\r\n", b"\r\n" * 10_000),
    "no HTTP at all": (b"\x16\x03\x01", b"\0" * 65_536),
    "a body that never ends": (CHUNKED, b"1\r\na\r\n" * 10_000),
    "an extension of a piece that never ends": (CHUNKED + b"1;", b"x" * 65_536),
    "the size of a piece that never ends": (CHUNKED, b"0" * 65_536),
    "trailers that never end": (CHUNKED + b"0\r\n", b"X: y\r\n" * 10_000),
    "a body for who asks for none": (
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n",
        b"ffff\r\n" + b"x" * 0xFFFF + b"\r\n",
    ),
    "a body that was announced": (POST + b"Content-Length: 99999999999\r\n\r\n", b"x" * 65_536),
}


@pytest.mark.parametrize("first", ["at once", "in one piece with more"])
@pytest.mark.parametrize("name", FLOODS)
async def test_what_never_ends_is_ended_long_before_the_server_is_slow(
    house: House, name: str, first: str
) -> None:
    start, again = FLOODS[name]
    async with wire(house) as attacker:
        start, again = (start, again) if first == "at once" else (start + again, again)
        # What the system keeps for a connection is sent too, without having been looked at.
        assert await attacker.flood(start, again) < ENDLESS // 2
    await check_others(house)


@pytest.mark.parametrize("name", [name for name in FLOODS if "header" in name])
async def test_a_head_beyond_the_bound_gets_its_answer(house: House, name: str) -> None:
    start, again = FLOODS[name]
    async with wire(house) as attacker:
        await attacker.send(start + again * -(-20_000 // len(again)))
        assert await attacker.status() in {431, 400}


@pytest.mark.parametrize("lines", [900, 10_000])
async def test_a_thousand_headers_are_the_most(house: House, lines: int) -> None:
    async with wire(house) as client:
        await client.send(HEAD + b"a:b\r\n" * lines + b"Connection: close\r\n\r\n")
        assert await client.status() == (200 if lines == 900 else 431)


@pytest.mark.parametrize("piece", [1, 7, 4_096, 16_384, 100_000])
@pytest.mark.parametrize("over", [0, 1])
async def test_the_bound_of_a_head_is_the_same_however_it_is_cut(
    house: House, piece: int, over: int
) -> None:
    end = b"\r\nConnection: close\r\n\r\n"
    limit = Limits().head_bytes
    start = HEAD + b"X: "
    said = start + b"x" * (limit - len(start) - len(end) + over) + end
    if piece < 100:
        said, kept = said[-3_000:], said[:-3_000]
    else:
        kept = b""
    async with wire(house) as client:
        await client.send(kept)
        with suppress(ConnectionError):
            for at in range(0, len(said), piece):
                await client.send(said[at : at + piece])
                await asyncio.sleep(0)
        assert await client.status() == (431 if over else 200)


@asynccontextmanager
async def hasty(folder: Path, **limits: int) -> AsyncIterator[House]:
    async with serving(folder, limits=Limits(**limits)) as house:
        yield house


SLOW: dict[str, bytes] = {
    "a head": HEAD + b"X: y",
    "a first line": b"GET",
    "a body": POST + b"Content-Length: 100\r\n\r\n{",
    "a body in pieces": CHUNKED + b"1\r\n",
    "a body after its answer": HEAD + b"Content-Length: 100\r\n\r\n",
    "nothing": b"",
}


@pytest.mark.parametrize("name", SLOW)
async def test_what_comes_too_slowly_is_ended(tmp_path: Path, name: str) -> None:
    """A byte now and then does not keep it."""
    async with hasty(tmp_path, request_s=1) as house, wire(house) as attacker:
        await attacker.send(SLOW[name])

        async def drip() -> None:
            with suppress(ConnectionError):
                while SLOW[name]:
                    await attacker.send(b"0")
                    await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        await attacker.heard()
        dripping.cancel()
        await check_others(house)


async def test_a_slow_head_is_told_so(tmp_path: Path) -> None:
    async with hasty(tmp_path, request_s=1) as house, wire(house) as attacker:
        await attacker.send(HEAD)
        assert await attacker.status() == 408


async def test_a_connection_at_rest_is_closed(tmp_path: Path) -> None:
    async with hasty(tmp_path, idle_s=1) as house, wire(house) as client:
        await client.send(HEAD + b"\r\n")
        assert (await client.heard()).startswith(b"HTTP/1.1 200")


async def test_requests_in_a_row_are_answered_in_their_order(house: House) -> None:
    said = b"".join(
        b"GET /api/tables/%d HTTP/1.1\r\nHost: localhost\r\n%b\r\n"
        % (n, b"Connection: close\r\n" * (n == 9))
        for n in range(10)
    )
    for piece in (1, 50, len(said)):
        async with wire(house) as client:
            for at in range(0, len(said), piece):
                await client.send(said[at : at + piece])
            assert (await client.heard()).count(b"HTTP/1.1 404") == 10


async def test_an_answer_that_nobody_takes_is_given_up(tmp_path: Path) -> None:
    async with hasty(tmp_path, stalled_s=1, idle_s=1) as house:
        host, _, port = house.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))) as lazy:
            lazy.setblocking(False)
            again = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20
            with suppress(BlockingIOError, ConnectionError):
                for _ in range(2_000):
                    await asyncio.get_running_loop().sock_sendall(lazy, again)
            await gone(house)
        await check_others(house)


async def test_a_socket_is_counted_until_it_is_lost(tmp_path: Path) -> None:
    """Else sockets take the open files that the store needs."""
    async with hasty(tmp_path, connections=3) as house:
        code = await house.person().create()
        pages = [await house.person().open(code) for _ in range(3)]
        async with wire(house) as late:
            with suppress(ConnectionError):
                await late.send(HEAD + b"\r\n")
            assert await late.heard() == b""
        for page in pages:
            assert await page.settled()
            await page.close()
        await gone(house)
        await check_others(house)


async def test_a_socket_outlives_the_time_for_a_request(tmp_path: Path) -> None:
    async with hasty(tmp_path, request_s=1, connections=2) as house:
        person = house.person()
        page = await person.open(await person.create())
        await asyncio.sleep(1.5)
        await check_others(house)
        await check_others(house)
        assert await page.settled()


async def test_a_server_stops_beside_a_connection_that_it_has_just_refused(tmp_path: Path) -> None:
    async with AsyncExitStack() as left_open, serving(tmp_path) as house:
        attacker = await left_open.enter_async_context(wire(house))
        await attacker.send(HEAD + b"X: " + b"x" * 20_000)
        assert await attacker.status() == 431
        assert len(house.crowd) == 1


def asked_for(client: str, end: bytes = b"") -> bytes:
    """Return a question through a proxy for one of its clients; its body does not come."""
    passed_on = b"X-Forwarded-For: " + client.encode() + b"\r\n"
    return POST + passed_on + b"Content-Length: 9\r\n\r\n" + end


async def test_a_client_behind_a_proxy_has_no_more_at_once_than_one_without(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as held, hasty(tmp_path, from_one=2) as house:
        for _ in range(2):
            await (await held.enter_async_context(wire(house))).send(asked_for("192.0.2.1"))
        await check_others(house)
        async with wire(house) as third:
            await third.send(asked_for("192.0.2.1", b"123456789"))
            assert (await third.line()).startswith(b"HTTP/1.1 429")
        async with wire(house) as other:
            await other.send(asked_for("192.0.2.2", b"123456789"))
            assert (await other.line()).startswith(b"HTTP/1.1 422")


async def test_so_it_is_with_sockets_behind_a_proxy(tmp_path: Path) -> None:
    async with AsyncExitStack() as held, hasty(tmp_path, from_one=2) as house:
        code = await house.person().create()

        async def opened(client: str) -> bytes:
            page = await held.enter_async_context(wire(house))
            lines = [f"GET /ws/{code} HTTP/1.1", "Host: localhost", "Origin: http://localhost"]
            lines += ["Upgrade: websocket", "Connection: Upgrade", f"X-Forwarded-For: {client}"]
            lines += ["Sec-WebSocket-Key: " + "A" * 22 + "==", "Sec-WebSocket-Version: 13", "", ""]
            await page.send("\r\n".join(lines).encode())
            return await page.line()

        came = [await opened(client) for client in ["192.0.2.1"] * 3 + ["192.0.2.2"]]
        assert [int(line.split(b" ")[1]) for line in came] == [101, 101, 429, 101]
