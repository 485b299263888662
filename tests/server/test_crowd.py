"""Too many connections: of one address, of many, and more than the system has files for."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import WAIT_S
from wordlot.server.addresses import ClientAddress, limited_as
from wordlot.server.crowd import BACKLOG, Crowd, open_files
from wordlot.server.limits import Limits
from wordlot.server.settings import Settings

FILES = 1_024
SLOW = 1_060
"""As many connections as the system would let the server have, and some."""
HALF = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
WORDLOT = (sys.executable, "-c", "from wordlot.cli import main; main()")


class Line:
    """A connection that does nothing by itself."""

    def __init__(self, *, seated: bool = False) -> None:
        self.seated = seated
        self.ended = False

    def make_room(self) -> None:
        self.ended = True


def crowd(most: int = 1_000, from_one: int = 1_000, **settings: Any) -> Crowd:  # noqa: ANN401
    limits = replace(Limits(), connections=most, from_one=from_one)
    return Crowd(replace(Settings(), limits=limits, **settings), clock=lambda: 0.0)


def come(found: Crowd, *addresses: str) -> list[bool]:
    """Connect from each address; tell who was let in."""
    return [found.enter(Line(), address) for address in addresses]


def client(address: str) -> ClientAddress:
    return ClientAddress(address, address, exempt=False)


def test_one_address_has_so_many_connections_and_others_theirs() -> None:
    found, first = crowd(from_one=3), Line()
    assert found.enter(first, "192.0.2.1")
    assert come(found, *["192.0.2.1"] * 4) == [True] * 2 + [False] * 2
    assert come(found, "192.0.2.2") == [True]
    found.leave(first)
    assert come(found, "192.0.2.1") == [True]
    assert len(found) == 4


def test_an_address_with_many_below_it_is_one() -> None:
    found = crowd(from_one=2)
    assert come(found, *(f"2001:db8:1:2::{n}" for n in range(3))) == [True, True, False]
    assert come(found, "2001:db8:1:3::1") == [True]
    assert limited_as("::ffff:192.0.2.1", ()) == "192.0.2.1"


@pytest.mark.parametrize("setting", ["exempt", "proxies"])
def test_this_machine_and_proxies_are_not_limited_as_one_client(setting: str) -> None:
    named: dict[str, Any] = {setting: (ip_network("192.0.2.0/24"),)}
    assert come(crowd(from_one=1, **named), *["192.0.2.7"] * 3) == [True] * 3


def test_a_proxy_leaves_places_to_others() -> None:
    found = crowd(most=80, proxies=(ip_network("192.0.2.7/32"),))
    assert come(found, *["192.0.2.7"] * 80).count(True) == 70
    assert come(found, *["198.51.100.1"] * 10) == [True] * 10


def test_what_comes_through_a_proxy_counts_for_who_asks_it() -> None:
    found = crowd(from_one=2, proxies=(ip_network("192.0.2.7/32"),))
    lines = [Line() for _ in range(4)]
    for line in lines:
        assert found.enter(line, "192.0.2.7")
    assert [found.asks(line, client("203.0.113.1")) for line in lines[:3]] == [True, True, False]
    assert found.asks(lines[3], client("203.0.113.2"))
    # The next request over a line is counted anew, also for the same client.
    assert found.asks(lines[0], client("203.0.113.1"))
    found.rests(lines[0])
    assert found.asks(lines[2], client("203.0.113.1"))
    found.leave(lines[1])
    assert found.asks(lines[0], client("203.0.113.1"))
    # Who came by itself is counted already.
    direct = Line()
    assert found.enter(direct, "203.0.113.1") is False
    assert found.enter(direct, "203.0.113.3")
    assert found.asks(direct, client("203.0.113.1"))


def test_a_socket_has_the_place_of_its_request() -> None:
    found = crowd(from_one=1, proxies=(ip_network("192.0.2.7/32"),))
    line, socket, next_one = Line(), Line(), Line()
    assert found.enter(line, "192.0.2.7")
    assert found.asks(line, client("203.0.113.1"))
    found.becomes(line, socket)
    found.leave(line)
    assert found.enter(next_one, "192.0.2.7")
    assert not found.asks(next_one, client("203.0.113.1"))
    found.leave(socket)
    assert found.asks(next_one, client("203.0.113.1"))
    found.leave(next_one)
    assert len(found) == 0


def test_whoever_waits_longest_makes_room_for_a_new_one() -> None:
    found = crowd(most=3)
    first, second = Line(), Line()
    for number, line in enumerate([first, second], start=1):
        assert found.enter(line, f"192.0.2.{number}")
        found.rests(line)
    assert come(found, "192.0.2.3") == [True]
    found.rests(first)
    assert come(found, "192.0.2.4") == [True]
    assert (first.ended, second.ended) == (False, True)


def test_who_has_too_many_loses_one_that_waits_and_others_lose_none() -> None:
    found = crowd(from_one=2)
    other, first, second = Line(), Line(), Line()
    for line, address in ((other, "192.0.2.2"), (first, "192.0.2.1"), (second, "192.0.2.1")):
        assert found.enter(line, address)
        found.rests(line)
    assert come(found, "192.0.2.1") == [True]
    assert [line.ended for line in (other, first, second)] == [False, True, False]


def test_who_has_fewest_is_never_ended_for_others() -> None:
    found = crowd(most=1)
    busy = Line()
    assert found.enter(busy, "192.0.2.1")
    found.rests(busy)
    found.works(busy)
    assert come(found, "192.0.2.2") == [False]
    assert not busy.ended


def test_who_holds_most_places_gives_one_to_who_has_fewer_without_a_seat_first() -> None:
    found = crowd(most=5)
    held = [Line(seated=seated) for seated in (True, False, True)]
    for line in held:
        assert found.enter(line, "192.0.2.1")
    own = [Line(seated=True), Line()]
    for line in own:
        assert found.enter(line, "192.0.2.2")
    # It would not have fewer than who gives.
    assert come(found, "192.0.2.2") == [False]
    assert come(found, "192.0.2.3") == [True]
    assert [line.ended for line in (*held, *own)] == [False, True, False, False, False]
    # Who comes back has no more than two here, as everybody has by now.
    assert come(found, "192.0.2.4", "192.0.2.5", "192.0.2.6") == [True, True, False]


def test_two_hundred_addresses_cannot_hold_all_places() -> None:
    found = crowd(most=2_000)
    for n in range(200):
        for _ in range(10):
            assert found.enter(Line(seated=True), f"192.0.{2 + n % 2}.{n}")
    assert come(found, *(f"198.51.100.{n}" for n in range(100))) == [True] * 100
    assert len(found) == 2_000


def test_the_system_is_asked_for_as_many_files_as_it_gives() -> None:
    assert open_files() == resource.getrlimit(resource.RLIMIT_NOFILE)[1]


@contextmanager
def served(folder: Path, **variables: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Serve with few files; yield the process and its port."""
    process = subprocess.Popen(
        [*WORDLOT, "serve", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"WORDLOT_DATA": str(folder), "WORDLOT_PROXIES": ""} | variables,
        preexec_fn=lambda: resource.setrlimit(  # noqa: PLW1509 - no other thread runs here
            resource.RLIMIT_NOFILE, (256, FILES)
        ),
    )
    try:
        assert process.stdout is not None
        yield process, int(process.stdout.readline().rpartition(":")[2])
    finally:
        process.kill()
        process.communicate()


async def besiege(port: int, sources: int) -> None:
    """Open connections, from so many addresses, that ask half a question; then ask a whole one."""
    writers = []
    for number in range(SLOW):
        source = (f"127.0.{1 + number % sources}.1", 0)
        with suppress(ConnectionError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source)
            writers.append(writer)
            writer.write(HALF)
    await asyncio.wait_for(asyncio.to_thread(use, port), WAIT_S)
    for writer in writers:
        writer.transport.abort()


def use(port: int) -> None:
    """Make a table, as anybody who comes now would."""
    address = f"http://127.0.0.1:{port}"
    said = json.dumps({"game": "match", "nickname": "Mira", "seats": 2}).encode()
    headers = {"Content-Type": "application/json", "Origin": address}
    request = urllib.request.Request(f"{address}/api/tables", said, headers)
    with urllib.request.urlopen(request, timeout=WAIT_S) as response:
        assert json.load(response)["seat"] == 0


@pytest.mark.parametrize(
    ("sources", "exempt", "why"),
    [(1, "", "too_many_of_one"), (200, "", "too_many"), (1, "127.0.0.0/8", "too_many")],
)
def test_more_slow_connections_than_files_refuse_nobody_who_asks(
    tmp_path: Path, sources: int, exempt: str, why: str
) -> None:
    open_files()
    with served(tmp_path, WORDLOT_EXEMPT=exempt) as (process, port):
        asyncio.run(besiege(port, sources))
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=WAIT_S)
    lines = [json.loads(line) for line in log.splitlines()]
    told = [line for line in lines if line["event"] == "connections_refused"]
    assert 1 <= len(told) <= 3
    assert told[0][why] >= 1
    assert told[0]["most"] == FILES - Limits().spare_files - 2 * BACKLOG
    assert not [line for line in lines if line["level"] == "error"]
