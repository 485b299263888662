"""Runs the server in this process, and tells people where it is."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn
from starlette.types import ASGIApp

from wordlot.core.errors import InvalidNotation
from wordlot.server import logs, tables_file, wire
from wordlot.server.app import create_app
from wordlot.server.connections import Config
from wordlot.server.crowd import BACKLOG
from wordlot.server.folder_lock import FolderLock
from wordlot.server.settings import Settings

EVERYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104 - what a host may ask for
HEARTBEAT_S = 20.0
"""How often a silent page is asked whether it is there, and how long it has to answer."""
COLLECTOR = (20_000, 25, 10)
"""Python's collector looks at all objects of all tables only after 5 million new ones: with 500
tables that takes 0.4 s, in which nobody is served. Cycles are left by closed sockets alone."""
SWITCH_S = 0.001
"""How long the store's thread may wait for the event loop; Python's own 5 ms, several times for
each commit, made it wait for longer than it wrote."""


class _Announcing(uvicorn.Server):
    """A server that says once that it serves."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(host: str, port: int, settings: Settings, *, browser: bool) -> None:
    """Serve until the process is told to stop.

    `InvalidNotation` where the address or the data folder cannot be had, `CorruptRecord` where the
    tables are damaged, or of a later version.
    """
    logs.set_up()
    lock = FolderLock(settings.data)
    lock.take()
    try:
        tables_file.check(settings.data)
        _serve(lock, host, port, settings, browser=browser)
    finally:
        lock.give_back()


def _serve(lock: FolderLock, host: str, port: int, settings: Settings, *, browser: bool) -> None:
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    link = settings.link or link_for(host, port)
    settings = replace(settings, link=link, host=host)
    config = configure(create_app(settings, lock=lock), settings)
    server = _Announcing(config, lambda: _announce(host, port, settings, browser=browser))
    gc.set_threshold(*COLLECTOR)
    sys.setswitchinterval(SWITCH_S)
    server.run(sockets=[listening])


def configure(app: ASGIApp, settings: Settings) -> Config:
    """Return how uvicorn serves the application."""
    return Config(
        app,
        settings,
        log_config=None,
        access_log=False,
        # Beyond this a frame is not even looked at; up to it the page is told why it is refused.
        ws_max_size=4 * wire.FRAME_BYTES,
        # Who a client is behind proxies the application itself finds out, by its settings.
        proxy_headers=False,
        # Lengths of compressed frames would tell of what is hidden in them.
        ws_per_message_deflate=False,
        ws_ping_interval=HEARTBEAT_S,
        ws_ping_timeout=HEARTBEAT_S,
        timeout_graceful_shutdown=5,
        backlog=BACKLOG,
        server_header=False,
    )


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return without_delay(socket.create_server(address, family=family))
    except OSError as error:
        raise InvalidNotation(
            f"cannot serve at {host}, port {port}: {error.strerror}; choose others with --host "
            "and --port"
        ) from None


def without_delay(listening: socket.socket) -> socket.socket:
    """Return a listening socket whose connections send at once.

    uvloop sees to that by itself. asyncio does not, and each answer then waits 40 ms for the
    acknowledgement of its head.
    """
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def lan_address() -> str | None:
    """Return the address under which the local network knows this machine, if there is one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent; this only asks which interface leads outside.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def link_for(host: str, port: int) -> str | None:
    """Return where friends reach a server that listens everywhere; none where it does not."""
    address = lan_address() if host in EVERYWHERE else None
    return f"http://{address}:{port}" if address else None


def _announce(host: str, port: int, settings: Settings, *, browser: bool) -> None:
    own = "127.0.0.1" if host in EVERYWHERE else host
    own = f"[{own}]" if ":" in own else own
    address = f"http://{own}:{port}"
    lines = [f"Wordlot is at {address}"]
    if settings.url:
        lines.append(f"and for others at {settings.url}")
    elif settings.link:
        lines.append(f"and for others on this network at {settings.link}")
    sys.stdout.write("\n".join(lines) + "\n")
    if public := settings.url or settings.link:
        import segno

        segno.make(public, micro=False).terminal(out=sys.stdout, compact=True)
    sys.stdout.write("Stop it with Ctrl+C.\n")
    sys.stdout.flush()
    if browser and _has_browser():
        # A browser may take its time to start, or be a terminal one that waits.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_browser() -> bool:
    """Tell whether a window can open here."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
