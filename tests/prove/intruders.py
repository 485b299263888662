"""Attackers that ask for all they may, and for more: tables, places to watch, codes, odd things."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle

from tests.prove.attackers import AT_ONCE, OWN, Target, again, attack

WATCHERS = 300
"""As many watch at the same time as once locked a player out."""
FRAMING = 60
"""Pages that send as much as they may."""
KEPT = 5_000
"""Codes of own tables that are remembered."""
GUEST = re.compile(rb"wordlot_guest_[0-9a-f]{16}=[^;\r]+")
ALPHABET = "CDFHJKMNPRTVWXY34679"
BOTS_ALONE = {
    "game": "match",
    "nickname": "Mine",
    "seats": 4,
    "lexicon": "short",
    "start": True,
    "bots": ["hard"] * 3,
    "options": {"round_clock_ms": None},
}
"""A table with bots and no clock."""
ODD = (
    "GET /assets/%00",
    "GET /assets/" + "a" * 300,
    "GET /api/tables/%2e%2e%2f%00",
    "GET /kit/%F0%9F%92%A9.pdf",
    "GET /api/lexicons/%ff/" + "0" * 64 + ".txt",
    "GET /t/" + "%F3%A0%81%81" * 40,
    "PUT /api/tables",
    "GET /nothing",
)
ODD_FRAMES = (
    '{"t":"end_game","id":"x"}',
    '{"t":"act","id":"x","action":{"type":"pass","round":99}}',
    '{"t":"free_seat","id":"x","seat":-1}',
    "\\ud800",
    "{",
)


async def asked(
    target: Target, head: str, body: bytes = b"", source: str | None = None, more: str = ""
) -> tuple[int, str, bytes]:
    """Ask once; return the status, a new cookie with its name, and the body (0 where cut off)."""
    async with target.connection(source) as (reader, writer):
        lines = [f"{head} HTTP/1.1", "Host: localhost", f"Origin: {OWN}", "Connection: close"]
        said = "\r\n".join([*lines, f"Content-Length: {len(body)}"]) + f"\r\n{more}\r\n"
        writer.write(said.encode() + body)
        target.counts["bytes"] += len(said) + len(body)
        heard = await reader.read()
        answer, _, found = heard.partition(b"\r\n\r\n")
        given = GUEST.search(answer)
        cookie = given[0].decode() if given else ""
        target.counts["asked"] += 1
        return int(answer[9:12] or 0), cookie, found
    return 0, "", b""


@asynccontextmanager
async def page(
    target: Target, code: str, cookie: str = "", source: str | None = None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open the page of a table, as far as the server takes it."""
    async with target.connection(source) as (reader, writer):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET /ws/{code} HTTP/1.1", "Host: localhost", f"Origin: {OWN}"]
        lines += ["Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}"]
        lines += ["Sec-WebSocket-Version: 13", f"Cookie: {cookie}", "", ""]
        writer.write("\r\n".join(lines).encode())
        target.counts["pages"] += 1
        yield reader, writer


async def listen(reader: asyncio.StreamReader, seconds: float) -> None:
    """Hear what comes for a while, or until there is no more."""
    deadline = asyncio.get_running_loop().time() + seconds
    while (left := deadline - asyncio.get_running_loop().time()) > 0:
        try:
            if not await asyncio.wait_for(reader.read(65_536), left):
                return
        except TimeoutError:
            return


def text_frame(text: str) -> bytes:
    """Return a masked frame; the mask is of zeros."""
    said = text.encode()
    size = bytes([0x80 | len(said)]) if len(said) < 126 else b"\xfe" + len(said).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + said


@attack("tables with bots and no clock")
async def tables_of_bots(target: Target) -> None:
    """Make tables of bots without a clock, look into those that sleep, and let bots play."""
    said, codes = json.dumps(BOTS_ALONE).encode(), list[str]()

    async def one() -> None:
        source = target.source()
        status, cookie, found = await asked(target, "POST /api/tables", said, source)
        if status == 200:
            target.counts["tables"] += 1
            code = json.loads(found)["code"]
            codes.append(code)
            del codes[:-KEPT]
            async with page(target, code, cookie, source) as (reader, _):
                await listen(reader, 5.0)
        for number in range(10):
            if codes:
                code = codes[number * len(codes) // 10]
                await asked(target, f"GET /api/tables/{code}", source=source)

    await again(one, 2 * AT_ONCE)


@attack("spectators")
async def spectators(target: Target) -> None:
    """Take all places to watch the tables of honest people, and come back when sent away."""
    codes = cycle(target.codes)

    async def one() -> None:
        async with page(target, next(codes)) as (reader, _):
            await listen(reader, 60.0)
        await asyncio.sleep(0.5)

    await again(one, WATCHERS)


@attack("frames of many pages")
async def many_frames(target: Target) -> None:
    """Ask at the tables of others as often as a page may, from many pages; and all at once."""
    codes, frame = cycle(target.codes), text_frame('{"t":"ping","n":1}')

    async def one() -> None:
        async with page(target, next(codes)) as (reader, writer):
            burst = asyncio.ensure_future(listen(reader, 30.0))
            writer.write(frame * 2_000)
            while not burst.done():
                await asyncio.sleep(0.1)
                writer.write(frame * 3)
                target.counts["bytes"] += 3 * len(frame)

    await again(one, FRAMING)


@attack("all behind one proxy")
async def behind_a_proxy(target: Target) -> None:
    """Guess codes and ask for too much behind a proxy that others use too, under forged names."""
    guesses = cycle(range(1 << 30))

    async def one() -> None:
        number = next(guesses)
        code = "".join(ALPHABET[number * 7 // 20**n % 20] for n in range(6))
        # What a proxy adds stands last; what its client said before it is not to be believed.
        more = f"X-Forwarded-For: 127.0.0.1, {target.source()}\r\n"
        await asked(target, f"GET /api/tables/{code}", source=target.proxy, more=more)
        await asked(target, "POST /api/guest", b"{}", source=target.proxy, more=more)

    await again(one, AT_ONCE)


@attack("odd questions")
async def odd_questions(target: Target) -> None:
    """Ask what nobody asks, hang up in the middle, and say odd things at tables of one's own."""
    kinds = cycle(ODD)
    body = json.dumps({"game": "match", "nickname": "Odd", "seats": 2}).encode()

    async def one() -> None:
        source = target.source()
        for _ in range(10):
            await asked(target, next(kinds), source=source)
        async with target.connection(source) as (_, writer):
            head = f"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nOrigin: {OWN}\r\n"
            writer.write(head.encode() + b"Content-Length: 900\r\n\r\n{")
            await writer.drain()
        _, cookie, found = await asked(target, "POST /api/tables", body, source)
        code = json.loads(found).get("code") if found else None
        async with page(target, code or target.codes[0], cookie, source) as (reader, writer):
            for frame in ODD_FRAMES * 4:
                said = text_frame(frame)
                target.counts["bytes"] += len(said)
                writer.write(said)
            await listen(reader, 1.0)

    await again(one, AT_ONCE)
