"""`wordlot serve`: it starts with no settings at all, says where it is, and stops cleanly."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import websockets

from wordlot.server.serve import link_for, without_delay

TIMEOUT_S = 60
WORDLOT = (sys.executable, "-c", "from wordlot.cli import main; main()")


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the command as a person does; yield the process and the address that it tells."""
    process = subprocess.Popen(
        [*WORDLOT, "serve", "--port", "0", "--no-browser", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"WORDLOT_DATA": str(folder)},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line + (process.stderr.read() if process.stderr else "")
        yield process, found[0]
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def get(address: str) -> dict[str, object]:
    with urllib.request.urlopen(address, timeout=TIMEOUT_S) as response:
        body: dict[str, object] = json.load(response)
        return body


def test_it_serves_with_no_settings_and_stops_on_sigterm(tmp_path: Path) -> None:
    with served(tmp_path / "data") as (process, address):
        assert get(f"{address}/health")["status"] == "ok"
        assert (tmp_path / "data" / "tables.db").is_file()
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode in {0, -signal.SIGTERM}
    events = [json.loads(line)["event"] for line in errors.splitlines()]
    assert events[0] == "started"
    assert events[-1] == "stopped"
    assert not (tmp_path / "data" / "tables.db-wal").exists()


def test_a_terminal_is_greeted_first_and_reads_no_json(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*WORDLOT, "serve", "--port", "0", "--no-browser"],
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"WORDLOT_DATA": str(tmp_path)},
    )
    os.close(theirs)
    shown = b""
    while b"Stop it with Ctrl+C." not in shown:
        shown += os.read(ours, 1024)
    process.send_signal(signal.SIGTERM)
    # A terminal whose last writer has gone is an error to read from.
    with suppress(OSError):
        while more := os.read(ours, 1024):
            shown += more
    process.wait(TIMEOUT_S)
    os.close(ours)
    lines = shown.decode().splitlines()
    assert lines[0].startswith("Wordlot is at http://")
    assert lines[1] == "Stop it with Ctrl+C."
    assert not [line for line in lines if line.startswith("{")]


async def watch_the_end(process: subprocess.Popen[str], address: str, request: bytes) -> int | None:
    connection = await websockets.connect(
        address.replace("http", "ws") + request.decode(), origin=websockets.Origin(address)
    )
    await connection.recv()
    process.send_signal(signal.SIGINT)
    await asyncio.wait_for(connection.wait_closed(), TIMEOUT_S)
    return connection.close_code


def test_open_pages_are_told_that_the_server_restarts(tmp_path: Path) -> None:
    with served(tmp_path) as (process, address):
        request = urllib.request.Request(
            f"{address}/api/tables",
            json.dumps({"game": "match", "nickname": "Mira", "seats": 2}).encode(),
            {"Content-Type": "application/json", "Origin": address},
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
            code = json.load(response)["code"]
        assert asyncio.run(watch_the_end(process, address, f"/ws/{code}".encode())) == 1012
        process.communicate(timeout=TIMEOUT_S)


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = subprocess.run(
            [*WORDLOT, "serve", "--port", port, "--no-browser"],
            check=False,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            env=os.environ | {"WORDLOT_DATA": str(tmp_path)},
        )
    assert told.returncode == 2
    assert f"cannot serve at 127.0.0.1, port {port}" in told.stderr
    assert "Traceback" not in told.stderr


def test_listening_everywhere_shows_an_address_for_others_as_a_picture_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordlot.server.serve.lan_address", lambda: "192.0.2.7")
    assert link_for("0.0.0.0", 8000) == "http://192.0.2.7:8000"
    assert link_for("127.0.0.1", 8000) is None
    with served(tmp_path, "--host", "0.0.0.0") as (process, address):
        assert address.startswith("http://127.0.0.1:")
        assert get(f"{address}/health")["status"] == "ok"
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=TIMEOUT_S)


def test_connections_send_at_once() -> None:
    with (
        without_delay(socket.create_server(("127.0.0.1", 0))) as listening,
        socket.create_connection(listening.getsockname()),
    ):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
