"""The promise that nobody can slow, fill or shut a server for others, from whatever addresses."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import httpx

from tests.prove.attackers import attacks
from tests.prove.fire import Server, Table, add_short_words, nursery, seat_players
from tests.prove.floods import Honest, faults_in
from tests.prove.promises import Finding, Scale, promise
from tests.server.harness import NO_CERTIFICATES, WAIT_S
from wordlot.server.crowd import open_files

P99_MS = 20.0
HONEST = "127.0.0.1"
"""From where honest people come; no other address is exempt from limits."""
ADDRESSES = (1, 200)
LIMITS = {"WORDLOT_EXEMPT": f"{HONEST}/32", "WORDLOT_PROXIES": ""}


@asynccontextmanager
async def attacked(server: Server, addresses: int, names: list[str]) -> AsyncIterator[None]:
    """Attack a server from a process of its own until this is left."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.prove.attackers", server.address.removeprefix("http://")),
        *(str(addresses), *names),
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
            done = await asyncio.wait_for(heard.read(), WAIT_S)
            assert not json.loads(done).get("broke"), "the attack itself broke"
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@dataclass
class Siege:
    """How honest people fared in one attack."""

    name: str
    p99_ms: float
    newcomers: int
    """People who came in the middle of it and made a table."""
    shut_out: int


@dataclass
class Sieges:
    """How they fared in all of them."""

    calm_ms: float = 0.0
    found: list[Siege] = field(default_factory=list)
    log: str = ""


async def _come(server: Server) -> bool:
    """Come as somebody new, and make a table; tells whether that worked."""
    body = {"game": "match", "nickname": "New", "seats": 2, "lexicon": "short"}
    try:
        async with httpx.AsyncClient(
            base_url=server.address,
            headers={"origin": server.address},
            timeout=10,
            verify=NO_CERTIFICATES,
        ) as person:
            return (await person.post("/api/tables", json=body)).status_code == 200
    except httpx.HTTPError:
        return False


async def _suffer(
    server: Server, tables: list[Table], names: list[str], addresses: int, seconds: float
) -> Siege:
    honest = Honest()
    async with attacked(server, addresses, names):
        # Until the attack is in full swing.
        await asyncio.sleep(min(2.0, seconds / 2))
        until = monotonic() + seconds
        asking = asyncio.ensure_future(honest.ask(server, tables, lambda: monotonic() > until))
        came = []
        while not asking.done():
            came.append(await _come(server))
            await asyncio.wait({asking}, timeout=0.5)
        await asking
    name = names[0] if len(names) == 1 else "all at once"
    shut_out = came.count(False)
    return Siege(f"{name} from {addresses}", honest.p99(), len(came), shut_out)


async def besieged(scale: Scale, folder: Path) -> Sieges:
    """Attack a server in every way, and in all ways at once."""
    sieges, luck = Sieges(), scale.luck("sieges")
    add_short_words(folder / "data", folder / "cache")
    async with nursery(folder / "data", folder / "cache", folder / "log", **LIMITS) as server:
        await server.start()
        tables = [await seat_players(server, "match", 2, luck) for _ in range(4)]
        calm, until = Honest(), monotonic() + scale.of(short=1, long=5)
        await calm.ask(server, tables, lambda: monotonic() > until)
        sieges.calm_ms = calm.p99()
        kinds = [[name] for name in attacks()] if scale.long else []
        for names in (*kinds, list(attacks())):
            for addresses in ADDRESSES if scale.long else ADDRESSES[-1:]:
                seconds = scale.of(short=1, long=8)
                sieges.found.append(await _suffer(server, tables, names, addresses, seconds))
    sieges.log = (folder / "log").read_text()
    return sieges


@promise(19)
def nobody_is_shut_out(scale: Scale) -> Finding:
    """Attackers in a process of their own come from one address and from 200, to which the limits
    by address apply: one way at a time, then all at once. They send heads and bodies without end,
    and hold more slow connections than the server has files. Meanwhile people at tables measure
    how long their answers take, and others come and make tables.
    """
    open_files()
    with TemporaryDirectory() as name:
        sieges = asyncio.run(besieged(scale, Path(name)))
    faults = faults_in(sieges.log)
    shut_out = sum(siege.shut_out for siege in sieges.found)
    told = "; ".join(f"{siege.name} {siege.p99_ms:.1f} ms" for siege in sieges.found)
    newcomers = sum(siege.newcomers for siege in sieges.found)
    return Finding(
        f"p99 of honest tables {told} ({sieges.calm_ms:.1f} ms before); {shut_out} of "
        f"{newcomers:,} newcomers shut out; crashes and unhandled exceptions {faults}",
        faults == shut_out == 0
        and newcomers > 0
        # On a busy machine answers are late without a siege too.
        and (
            not scale.long
            or all(siege.p99_ms <= max(P99_MS, 2 * sieges.calm_ms) for siege in sieges.found)
        ),
    )
