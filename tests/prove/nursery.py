"""Servers that can be killed at any moment: each is forked off a process that is ready to serve.

`python -m tests.prove.nursery DATA [bots]` prints its port, then starts a server at each line that
comes in, and prints the process id of the server when it serves. All listen at the same socket.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

import uvicorn

from wordlot.bots import Decision
from wordlot.server import logs, rooms
from wordlot.server.app import create_app
from wordlot.server.serve import configure
from wordlot.server.settings import Settings


class NoBots:
    """Takes the place of the bots, which take a while to get ready."""

    levels: Mapping[str, tuple[str, ...]] = {}

    def plays(self, game: str) -> bool:
        return False

    def warm(self, game: str, lexicon: object) -> None:
        raise AssertionError(game)

    def decide(self, *_asked: object) -> Decision:
        raise AssertionError


class _Told(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        sys.stdout.write(f"{os.getpid()}\n")
        sys.stdout.flush()


def main(data: str, bots: str = "") -> None:
    logs.set_up()
    rooms.IDLE_S = float(os.environ.get("PROVE_IDLE_S", rooms.IDLE_S))
    # Nobody asks what became of a server that was killed.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    for _ in sys.stdin:
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            settings = Settings(Path(data))
            app = create_app(settings, brains=None if bots else NoBots())
            _Told(configure(app, settings)).run(sockets=[listening])
            os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
