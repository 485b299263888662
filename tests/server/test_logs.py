"""What clients cause in the log is bounded, and what is left out is told."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
import structlog
from websockets import ConnectionClosed

from tests.prove.doors import logged
from tests.server.harness import House
from wordlot.server import logs, rate_limit, sockets
from wordlot.server.buckets import Rate
from wordlot.server.logs import ALL_ADDRESSES, ONE_ADDRESS, TELL_EACH_S, Sparing

pytestmark = pytest.mark.anyio


class Turned:
    """A clock of seconds that a test turns."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def kept(sparing: Sparing, address: str, code: str = "no_page", level: str = "info") -> bool:
    """Tell whether a line of about 40 characters is logged."""
    with logs.while_caused_by(address):
        try:
            sparing(None, level, {"event": "refused", "code": code})
        except structlog.DropEvent:
            return False
    return True


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    with logged() as text:
        yield text


def lines(log: io.StringIO, event: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in log.getvalue().splitlines()]
    return [line for line in found if line["event"] == event]


def test_one_address_has_so_much_of_the_log_and_the_others_theirs() -> None:
    clock = Turned()
    sparing = Sparing(clock)
    first = sum(kept(sparing, "192.0.2.1") for _ in range(2_000))
    assert 300 < first < 500
    assert kept(sparing, "192.0.2.2")
    clock.now = 60.0
    assert 0 < sum(kept(sparing, "192.0.2.1") for _ in range(2_000)) < first


def test_many_addresses_together_have_so_much_of_the_log() -> None:
    sparing = Sparing(Turned())
    told = sum(kept(sparing, f"192.0.{n // 250}.{n % 250}") for n in range(20_000))
    assert told < ALL_ADDRESSES.burst / 38


def test_no_flood_of_refusals_hides_a_fault_or_what_no_client_caused() -> None:
    sparing = Sparing(Turned())
    while kept(sparing, "192.0.2.1"):
        pass
    assert kept(sparing, "192.0.2.1", "request_fault", "error")
    assert all(kept(sparing, "") for _ in range(2_000))


async def test_what_was_left_out_is_told_by_its_codes(log: io.StringIO) -> None:
    logger = structlog.get_logger("test")
    with logs.while_caused_by("192.0.2.1"):
        for n in range(2_000):
            logger.info("refused", code="no_page" if n % 2 else "malformed")
    written = len(lines(log, "refused"))
    structlog.get_config()["processors"][-1].tell()
    (told,) = lines(log, "lines_left_out")
    assert told["lines"] == 2_000 - written == sum(told["of"].values())
    assert (told["addresses"], set(told["of"])) == (1, {"no_page", "malformed"})


def test_what_was_left_out_is_told_before_a_later_line(log: io.StringIO) -> None:
    clock = Turned()
    sparing = Sparing(clock)
    while kept(sparing, "192.0.2.1"):
        pass
    clock.now = TELL_EACH_S
    assert kept(sparing, "")
    assert lines(log, "lines_left_out")[0]["lines"] == 1


async def no_files(house: House, times: int) -> int:
    raw = b"GET /x.y HTTP/1.1\r\nHost: localhost\r\n\r\n"
    return await _pour(house, raw * 20, times // 20)


async def no_http(house: House, times: int) -> int:
    return await _pour(house, b"\0\r\n\r\n", times)


async def no_handshakes(house: House, times: int) -> int:
    raw = b"GET /ws/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    return await _pour(house, raw + b"Upgrade: websocket\r\n\r\n", times)


async def other_hosts(house: House, times: int) -> int:
    return await _pour(house, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 20, times // 20)


async def _pour(house: House, raw: bytes, times: int) -> int:
    """Send something over one connection after another; return how many bytes."""
    host, _, port = house.address.removeprefix("http://").partition(":")
    for _ in range(times):
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(raw)
        writer.write_eof()
        await reader.read()
        writer.transport.abort()
    return times * len(raw)


async def no_frames(house: House, times: int) -> int:
    code = await house.person().create()
    page = await house.person().open(code)
    try:
        for n in range(times):
            await page.send("{}")
            if n % 50 == 0:
                await page.settled()
    except ConnectionClosed:
        raise AssertionError("turned away") from None
    return times * 8


Flood = Callable[[House, int], Awaitable[int]]


@pytest.mark.parametrize("flood", [no_files, no_http, no_handshakes, other_hosts, no_frames])
async def test_a_flood_writes_less_into_the_log_the_longer_it_is(
    house: House, log: io.StringIO, monkeypatch: pytest.MonkeyPatch, flood: Flood
) -> None:
    for limit in ("FRAMES_PER_S", "BURST", "PATIENCE"):
        monkeypatch.setattr(sockets, limit, 1e9)
    monkeypatch.setattr(rate_limit, "PER_S", 1e9)
    monkeypatch.setattr(rate_limit, "LOOKS", Rate(1e9, 1e9))
    sent = await flood(house, 1_000)
    before = len(log.getvalue())
    assert sent
    assert before < 2 * ONE_ADDRESS.burst
    sent = await flood(house, 3_000 if flood is no_frames else 1_000)
    assert len(log.getvalue()) - before < sent / 4
    structlog.get_config()["processors"][-1].tell()
    assert lines(log, "lines_left_out")


def test_a_line_at_a_terminal_shows_signs_that_would_command_it_and_no_variables() -> None:
    seed = "kept to oneself"
    try:
        seed.index("revealed")
    except ValueError as error:
        line = {"event": "refused \x1b[2J", "code": "a\r\u202eb", "exc_info": error}
        told = logs.for_people(None, "error", line)
    assert told.isascii()
    assert not {"\x1b", "\r"} & set(told)
    assert r"\x1b[2J" in told
    assert "ValueError: substring not found" in told
    assert seed not in told
