"""The promise that nobody can slow, fill or shut a server for others, from whatever addresses."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import httpx

from tests.prove.attackers import attacks
from tests.prove.fire import FAILURES, Server, Table, add_short_words, nursery, seat_players
from tests.prove.floods import Honest, faults_in, page_at
from tests.prove.long_games import FAR_MORE, keep_long_games
from tests.prove.promises import Finding, Scale, promise
from tests.server.harness import NO_CERTIFICATES, WAIT_S
from wordlot.server.crowd import open_files
from wordlot.server.store import LONGEST

P99_MS = 20.0
PROXY = "127.9.0.1"
"""A proxy that is trusted, behind which there are both attackers and others."""
ADDRESSES = (1, 200)
LIMITS = {"WORDLOT_EXEMPT": "", "WORDLOT_PROXIES": f"{PROXY}/32"}
"""Limits by address hold for everybody."""
_numbers = count()


@asynccontextmanager
async def attacked(
    server: Server, addresses: int, names: list[str], codes: list[str], done: Counter[str]
) -> AsyncIterator[None]:
    """Attack a server from a process of its own until this is left; then count what was done."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.prove.attackers", server.address.removeprefix("http://")),
        *(str(addresses), ",".join(codes), PROXY, *names),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    told, heard = process.stdin, process.stdout
    assert told is not None
    assert heard is not None
    try:
        began = await asyncio.wait_for(heard.readline(), WAIT_S)
        assert began == b"attacking\n", "nobody attacked"
        yield
    finally:
        told.close()
        with suppress(TimeoutError):
            done.update(json.loads(await asyncio.wait_for(heard.read(), WAIT_S)))
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@dataclass
class Siege:
    """How honest people fared in one attack."""

    name: str
    p99_ms: float = 0.0
    calm_ms: float = 0.0
    """The same right after the attack: on a busy machine answers are late without one too."""
    newcomers: int = 0
    """People who came in the middle of it and made a table, half of them through the proxy."""
    reloads: int = 0
    """Pages of seated players that were loaded again."""
    shut_out: int = 0

    @property
    def well(self) -> bool:
        """Whether nobody was slowed, or no more than by what else the machine does."""
        return self.p99_ms <= max(P99_MS, 2 * self.calm_ms)

    def __str__(self) -> str:
        return f"{self.name} {self.p99_ms:.1f} ms ({self.calm_ms:.1f} ms without)"


@dataclass
class Sieges:
    """How they fared in all of them."""

    found: list[Siege] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    """What the attackers did."""
    log: str = ""


async def _come(server: Server, number: int) -> bool:
    """Come as somebody new, and make a table and look at it; tells whether that worked."""
    body = {"game": "match", "nickname": "New", "seats": 2, "lexicon": "short"}
    own = f"127.{100 + number // 62_500}.{1 + number // 250 % 250}.{1 + number % 250}"
    through = number % 2
    headers = {"origin": server.address} | ({"X-Forwarded-For": own} if through else {})
    try:
        async with httpx.AsyncClient(
            base_url=server.address,
            headers=headers,
            timeout=10,
            transport=httpx.AsyncHTTPTransport(
                local_address=PROXY if through else own, verify=NO_CERTIFICATES
            ),
        ) as person:
            made = await person.post("/api/tables", json=body)
            if made.status_code != 200:
                return False
            return (await person.get(f"/api/tables/{made.json()['code']}")).status_code == 200
    except httpx.HTTPError:
        return False


async def _reload(server: Server, table: Table) -> bool:
    """Load the page of a seat again; tells whether it has its seat."""
    try:
        async with page_at(server, table.code, table.players[1].cookie) as page:
            return (await page.next("welcome"))["you"] is not None
    except FAILURES:
        return False


async def _suffer(
    server: Server, tables: list[Table], names: list[str], addresses: int, seconds: float
) -> tuple[Siege, Counter[str]]:
    name = names[0] if len(names) == 1 else "all at once"
    siege, done, honest, calm = (
        Siege(f"{name} from {addresses}"),
        Counter[str](),
        Honest(),
        Honest(),
    )
    async with attacked(server, addresses, names, [table.code for table in tables], done):
        # Until the attack is in full swing.
        await asyncio.sleep(min(2.0, seconds / 2))
        until = monotonic() + seconds
        asking = asyncio.ensure_future(honest.ask(server, tables, lambda: monotonic() > until))
        while not asking.done():
            came = await _come(server, next(_numbers))
            stayed = await _reload(server, tables[siege.reloads % len(tables)])
            siege.newcomers += 1
            siege.reloads += 1
            siege.shut_out += (not came) + (not stayed)
            await asyncio.wait({asking}, timeout=0.5)
        await asking
    await asyncio.sleep(min(1.0, seconds / 4))
    over = monotonic() + seconds / 2
    await calm.ask(server, tables, lambda: monotonic() > over)
    siege.p99_ms, siege.calm_ms = honest.p99(), calm.p99()
    return siege, done


async def besieged(scale: Scale, folder: Path, names: list[str]) -> Sieges:
    """Attack a server in some ways, and in all of these at once."""
    sieges, luck = Sieges(), scale.luck("sieges")
    add_short_words(folder / "data", folder / "cache")
    data, cache, log = (folder / name for name in ("data", "cache", "log"))
    await keep_long_games(data, cache, scale.of(short=LONGEST + 1, long=FAR_MORE))
    async with nursery(data, cache, log, bots=scale.long, **LIMITS) as server:
        await server.start()
        tables = [await seat_players(server, "match", 2, luck) for _ in range(4)]
        kinds = [[name] for name in names] if scale.long and len(names) > 1 else []
        for attackers in (*kinds, names):
            for addresses in ADDRESSES if scale.long else ADDRESSES[-1:]:
                seconds = scale.of(short=1, long=8)
                siege, done = await _suffer(server, tables, attackers, addresses, seconds)
                sieges.found.append(siege)
                sieges.done.update(done)
    sieges.log = (folder / "log").read_text()
    return sieges


@promise(19)
def nobody_is_shut_out(scale: Scale) -> Finding:
    """Attackers in a process of their own come from one address and from 200, one way at a time,
    then in all ways at once. They send heads and bodies without end; hold more slow connections
    than the server has files; make tables of bots without clocks, and look into those that sleep;
    take all places to watch the tables of others; guess codes behind a proxy that others use too;
    ask for odd things, hang up, and fill the log; and load tables with the longest games again and
    again, one of them of 100,000 events. Limits by address hold for everybody.
    Meanwhile people at tables measure how long their answers take, players load their pages again,
    and others come and make tables, half of them through the proxy. Before, one header stalled
    every table for 5 s; 1,060 slow connections, or 2,000 tables of bots, shut out everybody who
    came; 299 spectators shut out a player; and behind a proxy all had one allowance.
    """
    open_files()
    with TemporaryDirectory() as name:
        sieges = asyncio.run(besieged(scale, Path(name), list(attacks())))
    faults, done = faults_in(sieges.log), sieges.done
    shut_out = sum(siege.shut_out for siege in sieges.found)
    newcomers = sum(siege.newcomers for siege in sieges.found)
    reloads = sum(siege.reloads for siege in sieges.found)
    return Finding(
        f"p99 of honest tables {'; '.join(map(str, sieges.found))}; {shut_out} of {newcomers:,} "
        f"newcomers and {reloads:,} reloads shut out; {done['connections']:,} connections, "
        f"{done['tables']:,} tables and {done['bytes'] / 1e6:,.0f} MB of attackers, "
        f"{len(sieges.log) / 1e6:.1f} MB of log; crashes and unhandled exceptions {faults}",
        faults == shut_out == done["broke"] == 0
        and newcomers > 0
        and len(sieges.log) < max(1_000_000, done["bytes"])
        and (not scale.long or all(siege.well for siege in sieges.found)),
    )
