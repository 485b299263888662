"""Attackers of a server, in a process of their own: `python -m tests.prove.attackers`.

They come from as many addresses of this machine as they are told, and go on until they are
stopped. Each attack registers itself here by its name; so do those of the modules in `MORE`, which
import little, as each siege starts a process.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from itertools import cycle
from typing import TypeAlias

OWN = "http://localhost"
"""Where pages of the server come from."""
HEAD = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
MOST_BYTES = 300_000_000
"""What one connection sends at most."""
SLOW = 1_200
"""Connections that are held open, more than a server has files for by default."""
AT_ONCE = 32
"""Connections of one attack that send at the same time."""


@dataclass
class Target:
    """A server, from where it is attacked, and what came of it."""

    host: str
    port: int
    sources: tuple[str, ...]
    codes: tuple[str, ...] = ()
    """Of the tables of honest people."""
    proxy: str = ""
    """The address of a proxy that the server trusts, and that honest people use too."""
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._next = cycle(self.sources)

    def source(self) -> str:
        """Return the address to come from next."""
        return next(self._next)

    @asynccontextmanager
    async def connection(
        self, source: str | None = None
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Open a connection from the next address; its end at the server's hand ends it quietly."""
        local = (source or self.source(), 0)
        with suppress(ConnectionError, TimeoutError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=local)
            if not self.counts["connections"]:
                sys.stdout.write("attacking\n")
                sys.stdout.flush()
            self.counts["connections"] += 1
            try:
                yield reader, writer
            finally:
                writer.transport.abort()


Attack: TypeAlias = Callable[[Target], Awaitable[None]]
"""Attacks a server again and again; it is cancelled in the end."""
ATTACKS: dict[str, Attack] = {}
MORE: tuple[str, ...] = ("tests.prove.intruders", "tests.prove.longest")
"""Modules with further attacks."""


def attack(name: str) -> Callable[[Attack], Attack]:
    """Register an attack by its name, for people."""

    def registered(made: Attack) -> Attack:
        ATTACKS[name] = made
        return made

    return registered


def attacks() -> dict[str, Attack]:
    """Return all attacks by their names."""
    for module in MORE:
        import_module(module)
    return ATTACKS


async def again(what: Callable[[], Awaitable[None]], at_once: int) -> None:
    """Do something again and again, so many at once; a pause keeps the client from being all."""

    async def one() -> None:
        while True:
            await what()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one() for _ in range(at_once)))


async def pour(target: Target, first: bytes, more: bytes) -> None:
    """Send without end over one connection."""
    async with target.connection() as (reader, writer):
        writer.write(first)
        sent = 0
        while sent < MOST_BYTES and not reader.at_eof():
            writer.write(more)
            await writer.drain()
            sent += len(more)
        target.counts["bytes"] += sent


FLOODS: tuple[tuple[bytes, bytes], ...] = (
    (HEAD + b"X: ", b"x" * 65_536),
    (HEAD, b"X: y\r\n" * 10_000),
    (HEAD, b":\r\n" * 10_000),
    (HEAD + b"a: b\r\n" * 900 + b"\r\n", b""),
    (b"\r\n", b"\r\n" * 10_000),
    (HEAD + b"\r\n", (HEAD + b"\r\n") * 500),
    (POST + CHUNKED, b"1\r\na\r\n" * 10_000),
    (POST + CHUNKED + b"1;", b"x" * 65_536),
    (HEAD + CHUNKED, b"ffff\r\n" + b"x" * 0xFFFF + b"\r\n"),
)
"""What is sent first, and then without end."""


@attack("endless heads and bodies")
async def endless(target: Target) -> None:
    """Send one header of 300 MB, and its like, over some connections at once."""
    kinds = cycle(FLOODS)

    async def one() -> None:
        first, more = next(kinds)
        await pour(target, first, more or first)

    await again(one, AT_ONCE)


SLOWLY: tuple[bytes, ...] = (HEAD, b"", POST + b"Content-Length: 9000\r\n\r\n{", HEAD + b"\r\n")
"""Half a head, nothing, half a body, and a question whose answer nobody takes."""


@attack("slow connections")
async def slow(target: Target) -> None:
    """Hold more connections than the server has files, and open each again when it is closed."""
    kinds = cycle(SLOWLY)

    async def one() -> None:
        async with target.connection() as (reader, writer):
            said = next(kinds)
            writer.write(said)
            # A byte now and then shows that it is alive; nothing is read.
            while not reader.at_eof() and not writer.is_closing():
                await asyncio.sleep(1.0)
                if said.endswith((b"{", b"localhost\r\n")):
                    writer.write(b"x")
        # Who is turned away at once tries again, but not all the time.
        await asyncio.sleep(0.5)

    await again(one, SLOW)


async def _attack(target: Target, names: list[str]) -> None:
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*(attacks()[name](target) for name in names))


async def _until_told(target: Target, names: list[str]) -> None:
    attacking = asyncio.ensure_future(_attack(target, names))
    # The end of the input is the end of the attack.
    await asyncio.to_thread(sys.stdin.read)
    attacking.cancel()
    await asyncio.wait({attacking})
    if not attacking.cancelled() and attacking.exception() is not None:
        target.counts["broke"] += 1
    sys.stdout.write(json.dumps(target.counts) + "\n")


def main(address: str, addresses: int, codes: str, proxy: str, *names: str) -> None:
    """Attack an address from so many others until the input ends; print what was done.

    `codes` are those of honest tables, separated by commas; `proxy` is one that they use too.
    """
    host, _, port = address.rpartition(":")
    # What is measured is the server, not who has the processor.
    os.nice(10)
    sources = tuple(f"127.{10 + n // 250}.{1 + n % 250}.1" for n in range(addresses))
    target = Target(host, int(port), sources, tuple(codes.split(",")), proxy)
    asyncio.run(_until_told(target, list(names)))


if __name__ == "__main__":
    # Attacks register themselves in the module of this name, not in `__main__`.
    from tests.prove.attackers import main as attack_from_here

    attack_from_here(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
