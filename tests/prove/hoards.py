"""A server full of tables that nobody attends: whether others still find a place."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from time import monotonic

import httpx

from tests.prove.attackers import Target
from tests.prove.fire import FAILURES, Server, add_short_words, nursery, until_calm
from tests.prove.floods import memory_mib, page_at
from tests.prove.intruders import BOTS_ALONE, asked
from tests.server.harness import NO_CERTIFICATES

TABLES = 2_000
AT_ONCE = 16
PROXY = "127.9.0.1"
IDLE_S = 30
"""After which tables sleep here; a server waits for two minutes."""
PATIENCE_S = 120.0
GROWN_MIB = 200.0
"""What may be left of the memory that so many tables take: Python gives not all of it back."""


@dataclass
class Hoard:
    """What became of a server with so many tables."""

    addresses: int
    made: int = 0
    seconds: float = 0.0
    awake: list[int] = field(default_factory=list)
    """Tables in memory: when all were made, after a rest, and after a restart."""
    mib: list[float] = field(default_factory=list)
    """Memory: before, and when tables were counted."""
    opened: int = 0
    shut_out: int = 0

    @property
    def well(self) -> bool:
        """Whether all that was made left others their places."""
        return (
            self.made == TABLES
            and self.shut_out == 0
            and max(self.awake[1:]) < TABLES // 20
            and self.mib[-1] < self.mib[0] + GROWN_MIB
        )

    def __str__(self) -> str:
        awake = " and ".join(map(str, self.awake))
        memory = ", ".join(f"{mib:.0f}" for mib in self.mib)
        return (
            f"{self.made:,} tables of bots from {self.addresses} in {self.seconds:.0f} s: "
            f"{awake} awake then, after a rest and after a restart, memory {memory} MiB (before, "
            f"and at these), {self.shut_out} of {self.opened} new and sleeping tables not opened"
        )


def _sources(addresses: int) -> list[tuple[str, str]]:
    """Return from where to come, and what a proxy adds: half are networks of IPv6 behind one."""
    if addresses == 1:
        return [("127.10.1.1", "")]
    return [
        (PROXY, f"X-Forwarded-For: 2001:db8:{n:x}::{n + 7:x}\r\n")
        if n % 2
        else (f"127.{10 + n // 250}.{1 + n % 250}.1", "")
        for n in range(addresses)
    ]


async def _make(server: Server, hoard: Hoard) -> None:
    host, _, port = server.address.removeprefix("http://").partition(":")
    target, said = Target(host, int(port), ("127.0.0.1",)), json.dumps(BOTS_ALONE).encode()
    sources, numbers, begun = cycle(_sources(hoard.addresses)), count(), monotonic()

    async def some() -> None:
        while next(numbers) < TABLES:
            source, more = next(sources)
            status, _, _ = await asked(target, "POST /api/tables", said, source, more)
            hoard.made += status == 200

    # The first connection of a target tells its parent that it attacks.
    target.counts["connections"] = 1
    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    hoard.seconds = monotonic() - begun


@asynccontextmanager
async def _person(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        base_url=server.address,
        headers={"origin": server.address},
        timeout=30,
        transport=httpx.AsyncHTTPTransport(local_address="127.0.0.2", verify=NO_CERTIFICATES),
    ) as person:
        yield person


async def _table(server: Server) -> tuple[str, str]:
    """Make a table as somebody who comes now; return its code and the cookie of its seat."""
    async with _person(server) as person:
        body = {"game": "match", "nickname": "Mira", "seats": 2, "lexicon": "short"}
        made = await person.post("/api/tables", json=body)
        cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        return made.raise_for_status().json()["code"], cookie


async def _opens(server: Server, hoard: Hoard, *sleeping: tuple[str, str]) -> None:
    """See that new tables can be made, and that they and those that sleep have their seats."""
    for kept in (None, *sleeping):
        hoard.opened += 1
        try:
            code, cookie = kept or await _table(server)
            async with page_at(server, code, cookie) as page:
                hoard.shut_out += (await page.next("welcome"))["you"] != 0
        except FAILURES:
            hoard.shut_out += 1


async def _count(server: Server, hoard: Hoard) -> int:
    async with _person(server) as person:
        found: int = (await person.get("/health")).json()["tables"]
    hoard.awake.append(found)
    hoard.mib.append(memory_mib(server.pid))
    return found


async def _rested(server: Server, hoard: Hoard) -> None:
    """Wait until tables sleep; note how many do not."""
    until = monotonic() + PATIENCE_S
    while await _count(server, hoard) >= TABLES // 20 and monotonic() < until:
        hoard.awake.pop()
        hoard.mib.pop()
        await asyncio.sleep(1.0)


async def _hoarded(folder: Path, addresses: int) -> Hoard:
    hoard, log = Hoard(addresses), folder / "log"
    data, cache = folder / "data", folder.parent / "cache"
    add_short_words(data, cache)
    # From one address so many cannot be made, so it has no limits here.
    exempt = "127.10.1.1/32" if addresses == 1 else ""
    settings = {"WORDLOT_EXEMPT": exempt, "WORDLOT_PROXIES": f"{PROXY}/32"}
    settings["PROVE_IDLE_S"] = str(IDLE_S)
    async with nursery(data, cache, log, bots=True, **settings) as server:
        await server.start()
        await until_calm(server)
        early = await _table(server)
        hoard.mib.append(memory_mib(server.pid))
        await _make(server, hoard)
        await _count(server, hoard)
        await _opens(server, hoard, early)
        await _rested(server, hoard)
        await _opens(server, hoard, early)
        await server.kill(signal.SIGTERM)
        await server.start()
        await _opens(server, hoard, early)
        await _rested(server, hoard)
    return hoard


async def hoarded(folder: Path) -> list[Hoard]:
    """Fill a server with tables from one address, and one from 200."""
    found = []
    for addresses in (1, 200):
        own = folder / f"hoard {addresses}"
        own.mkdir()
        found.append(await _hoarded(own, addresses))
    return found
