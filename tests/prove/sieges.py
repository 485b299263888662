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
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

import httpx

from tests.prove.attackers import attacks
from tests.prove.fire import (
    FAILURES,
    Server,
    Table,
    add_short_words,
    nursery,
    seat_players,
    until_calm,
)
from tests.prove.floods import Honest, faults_in, page_at
from tests.prove.hoards import hoarded
from tests.prove.long_games import FAR_MORE, keep_long_games
from tests.prove.promises import Finding, Scale, promise
from tests.server.harness import NO_CERTIFICATES, WAIT_S
from wordlot.server.crowd import open_files
from wordlot.server.store import LONGEST

P99_MS = 20.0
PROXY = "127.9.0.1"
"""A proxy that is trusted, behind which there are both attackers and others."""
ADDRESSES = (1, 200)
TRIES = 3
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
class Day:
    """How honest people fared for a while."""

    honest: Honest = field(default_factory=Honest)
    newcomers: int = 0
    """People who came and made a table, half of them through the proxy."""
    reloads: int = 0
    """Pages of seated players that were loaded again."""
    shut_out: int = 0

    @property
    def p99_ms(self) -> float:
        """What 99 of 100 answers at their tables were quicker than."""
        return self.honest.p99()


@dataclass
class Siege:
    """How they fared in one attack, and right before and after it."""

    name: str
    before: Day
    attacked: Day
    after: Day

    @property
    def well(self) -> bool:
        """Whether nobody was slowed: by the bound, or where the machine is too busy for it at all.

        There an attack may add half of the bound to what the same people had without it.
        """
        calm_ms = max(self.before.p99_ms, self.after.p99_ms)
        return self.attacked.p99_ms <= max(P99_MS, calm_ms + P99_MS / 2)

    def __str__(self) -> str:
        without = f"{self.before.p99_ms:.1f} before, {self.after.p99_ms:.1f} after"
        return f"{self.name} {self.attacked.p99_ms:.1f} ms ({without})"


@dataclass
class Sieges:
    """How they fared in all of them."""

    found: list[Siege] = field(default_factory=list)
    late: list[Siege] = field(default_factory=list)
    """Those that were tried again."""
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


async def _lived(server: Server, tables: list[Table], seconds: float) -> Day:
    """Have honest people play, come, and load their pages again for a while."""
    day, until = Day(), monotonic() + seconds
    asking = asyncio.ensure_future(day.honest.ask(server, tables, lambda: monotonic() > until))
    while not asking.done():
        came = await _come(server, next(_numbers))
        stayed = await _reload(server, tables[day.reloads % len(tables)])
        day.newcomers += 1
        day.reloads += 1
        day.shut_out += (not came) + (not stayed)
        await asyncio.wait({asking}, timeout=0.5)
    await asking
    return day


async def _suffer(
    server: Server, tables: list[Table], names: list[str], addresses: int, seconds: float
) -> tuple[Siege, Counter[str]]:
    name = names[0] if len(names) == 1 else "all at once"
    done = Counter[str]()
    before = await _lived(server, tables, seconds / 2)
    async with attacked(server, addresses, names, [table.code for table in tables], done):
        # Until the attack is in full swing.
        await asyncio.sleep(min(2.0, seconds / 2))
        during = await _lived(server, tables, seconds)
    await asyncio.sleep(min(1.0, seconds / 4))
    after = await _lived(server, tables, seconds / 2)
    return Siege(f"{name} from {addresses}", before, during, after), done


async def _besieged_by(
    scale: Scale, folder: Path, attackers: list[str], sieges: Sieges, luck: Random
) -> None:
    """Attack a server of its own from one address and from many; try a late one again."""
    data, cache, log = folder / "data", folder.parent / "cache", folder / "log"
    if "the longest games" in attackers:
        await keep_long_games(data, cache, scale.of(short=LONGEST + 1, long=FAR_MORE))
    async with nursery(data, cache, log, bots=scale.long, **LIMITS) as server:
        await server.start()
        if scale.long:
            await until_calm(server)
        tables = [await seat_players(server, "match", 2, luck) for _ in range(4)]
        for addresses in ADDRESSES if scale.long else ADDRESSES[-1:]:
            seconds = scale.of(short=1, long=6)
            for _ in range(TRIES if scale.long else 1):
                siege, done = await _suffer(server, tables, attackers, addresses, seconds)
                sieges.done.update(done)
                sieges.found.append(siege)
                if siege.well:
                    break
                sieges.late.append(siege)
    sieges.log += log.read_text()


async def besieged(scale: Scale, folder: Path, names: list[str]) -> Sieges:
    """Attack servers in some ways, and in all of these at once."""
    sieges, luck = Sieges(), scale.luck("sieges")
    kinds = [[name] for name in names] if scale.long and len(names) > 1 else []
    for number, attackers in enumerate((*kinds, names)):
        own = folder / str(number)
        own.mkdir()
        add_short_words(own / "data", folder / "cache")
        await _besieged_by(scale, own, attackers, sieges, luck)
    return sieges


@promise(19)
def nobody_is_shut_out(scale: Scale) -> Finding:
    """Attackers in a process of their own come from one address and from 200, one way at a time,
    then in all ways at once, to a server of its own. They send heads and bodies without end; hold
    more slow connections than the server has files; make tables of bots without clocks, and look
    into those that sleep; take all places to watch the tables of others, and send frames there
    from many pages; guess codes behind a proxy that others use too; ask for odd things, hang up,
    and fill the log; and load tables with the longest games again and again, one of them of
    100,000 events. Limits by address hold for everybody. Meanwhile, and right before and after
    without the attack, people at tables measure how long their answers take, players load their
    pages again, and others come and make tables, half of them through the proxy. Who is late in an
    attack by more than the bound, and than half of it beyond what there is without, is tried
    again, up to three times. Then 2,000 tables with bots and no clock are made from one address
    that no limit holds for, and from 200 within their limits, half of these networks of IPv6
    behind the proxy; new tables and ones that sleep have to open then, and again after a restart,
    and what the many hold has to come back. Before, one header stalled every table for 5 s; 1,060
    slow connections, or 2,000 tables of bots, shut out everybody who came, also after a restart;
    299 spectators shut out a player; and behind a proxy all had one allowance.
    """
    open_files()
    with TemporaryDirectory() as name:
        sieges = asyncio.run(besieged(scale, Path(name), list(attacks())))
        hoards = asyncio.run(hoarded(Path(name))) if scale.long else []
    faults, done = faults_in(sieges.log), sieges.done
    days = [day for siege in sieges.found for day in (siege.before, siege.attacked, siege.after)]
    shut_out = sum(day.shut_out for day in days)
    newcomers = sum(day.newcomers for day in days)
    reloads = sum(day.reloads for day in days)
    last = {siege.name: siege for siege in sieges.found}.values()
    return Finding(
        f"p99 of honest tables {'; '.join(map(str, last))}; {len(sieges.late)} late at first; "
        f"{shut_out} of {newcomers:,} "
        f"newcomers and {reloads:,} reloads shut out; {done['connections']:,} connections, "
        f"{done['tables']:,} tables and {done['bytes'] / 1e6:,.0f} MB of attackers, "
        f"{len(sieges.log) / 1e6:.1f} MB of log; crashes and unhandled exceptions {faults}"
        + "".join(f"; {hoard}" for hoard in hoards),
        faults == shut_out == done["broke"] == 0
        and newcomers > 0
        and len(sieges.log) < max(1_000_000, done["bytes"])
        and (not scale.long or all(siege.well for siege in last))
        and all(hoard.well for hoard in hoards),
    )
