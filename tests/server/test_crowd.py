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
from wordlot.server.addresses import limited_as
from wordlot.server.crowd import BACKLOG, Crowd, open_files
from wordlot.server.limits import Limits
from wordlot.server.settings import Settings

FILES = 1_024
SLOW = 1_060
"""As many connections as the system would let the server have, and some."""
HALF = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
WORDLOT = (sys.executable, "-c", "from wordlot.cli import main; main()")


class Resting:
    ended = False

    def make_room(self) -> None:
        self.ended = True


def crowd(most: int = 1_000, from_one: int = 1_000, **settings: Any) -> Crowd:  # noqa: ANN401
    limits = replace(Limits(), connections=most, from_one=from_one)
    return Crowd(replace(Settings(), limits=limits, **settings), clock=lambda: 0.0)


def test_one_address_has_so_many_connections_and_others_theirs() -> None:
    found = crowd(from_one=3)
    names = [found.enter("192.0.2.1") for _ in range(5)]
    assert names == ["192.0.2.1"] * 3 + [None] * 2
    assert found.enter("192.0.2.2") == "192.0.2.2"
    found.leave("192.0.2.1")
    assert found.enter("192.0.2.1") == "192.0.2.1"
    assert len(found) == 4


def test_an_address_with_many_below_it_is_one() -> None:
    found = crowd(from_one=2)
    names = [found.enter(f"2001:db8:1:2::{n}") for n in range(3)]
    assert names == ["2001:db8:1:2::/64"] * 2 + [None]
    assert found.enter("2001:db8:1:3::1") is not None
    assert limited_as("::ffff:192.0.2.1", ()) == "192.0.2.1"


@pytest.mark.parametrize("setting", ["exempt", "proxies"])
def test_this_machine_and_proxies_are_not_limited(setting: str) -> None:
    named: dict[str, Any] = {setting: (ip_network("192.0.2.0/24"),)}
    found = crowd(from_one=1, **named)
    assert [found.enter("192.0.2.7") for _ in range(3)] == [""] * 3


def test_whoever_waits_longest_makes_room_for_a_new_one() -> None:
    found = crowd(most=3)
    first, second = Resting(), Resting()
    for number, connection in enumerate([first, second], start=1):
        assert found.enter(f"192.0.2.{number}") is not None
        found.rests(connection)
    assert found.enter("192.0.2.3") is not None
    found.rests(first)
    assert found.enter("192.0.2.4") is not None
    assert (first.ended, second.ended) == (False, True)


def test_connections_that_are_of_use_are_never_ended() -> None:
    found = crowd(most=1)
    busy = Resting()
    assert found.enter("192.0.2.1") is not None
    found.rests(busy)
    found.works(busy)
    assert found.enter("192.0.2.2") is None
    assert not busy.ended


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
