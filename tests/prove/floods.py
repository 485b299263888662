"""The promise that malformed, huge and endless input harms nobody else."""

from __future__ import annotations

import asyncio
import base64
import json
import struct
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import pytest
import websockets

from tests.prove import autobahn
from tests.prove.doors import logged
from tests.prove.fire import Server, Table, add_short_words, nursery, seat_players
from tests.prove.oddly import REQUESTS, asked_oddly
from tests.prove.promises import Finding, Goal, Scale, promise
from tests.prove.spoiling import FILES, files_spoilt, sound, told
from tests.server.harness import Page, serving
from wordlot.server import logs, sockets

SEEDS = (
    '{"t":"act","id":"x","action":{"type":"pass","round":1}}',
    (
        '{"t":"act","id":"x","action":{"type":"place_bid","round":1,"play":'
        '{"kind":"base","column":0,"before":[["a","y"],["b","r"]],"after":[]}}}'
    ),
    '{"t":"compose","n":1,"draft":{"letters":["a","b"],"colours":["y",null]}}',
    '{"t":"ping","n":0}',
    '{"t":"reveal","game":1,"nonce":"abc"}',
    '{"t":"seat_bot","id":"x","seat":1,"level":"easy"}',
    '{"t":"free_seat","id":"x","seat":9}',
)
ODD = ("null", "true", "-1", "1e999", "9" * 400, '""', "[]", "{}", '"\\ud800"', '"\u202e"', "NaN")
BOMBS: tuple[str, ...] = (
    "[" * 16_000,
    '{"a":' * 3_000,
    '{"t":"act","id":"x","action":' + "[" * 7_000 + "]" * 7_000 + "}",
    '{"t":"ping","n":' + "9" * 16_000 + "}",
    "{" + ",".join(f'"{i}":0' for i in range(1_500)) + "}",
    '{"t":"compose","n":1,"draft":{"letters":[' + ",".join(['"a"'] * 3_500) + "]}}",
    '{"t":"act","id":"' + "x" * 16_300 + '","action":{}}',
    "x" * 16_385,
    "x" * 65_000,
)
BATCH = 50
FRAMES = 1_000_000
HALF_OPENS = 10_000
SILENT = 1_000
P99_MS = 100


def _fuzzed(luck: Random) -> str | bytes:
    """Return a frame that is nearly right, or nothing like one."""
    text = luck.choice(SEEDS)
    match luck.randrange(6):
        case 0:
            return luck.randbytes(luck.randint(0, 60))
        case 1:
            return "".join(chr(luck.choice((luck.randrange(128), 0x20AC))) for _ in range(20))
        case 2:
            at = luck.randrange(len(text))
            return text[:at] + luck.choice(ODD) + text[at + luck.randint(0, 3) :]
        case 3:
            values = json.loads(text)
            values[luck.choice(list(values))] = json.loads(luck.choice(ODD[:-1]))
            return json.dumps(values)
        case 4:
            return text[: luck.randrange(len(text))]
        case _:
            return text


async def _fuzz(scale: Scale, folder: Path, luck: Random) -> Counter[str]:
    """Send fuzzed frames and bombs to a table in play; count frames, and answers that lack."""
    counts: Counter[str] = Counter()
    async with serving(folder) as house:
        _, mira, tom = await house.pair(game="match", options={"round_clock_ms": None})
        for i in scale.until(lambda: counts["frames"], short=1_500, long=FRAMES, least=4):
            batch = [_fuzzed(luck) for _ in range(BATCH)] if i else list(BOMBS)
            for frame in batch:
                await mira.send(frame)
            heard = await mira.settled()
            # Answers about the table come when they are done.
            while any(socket._tasks or socket._unanswered for socket in house.app.state.sockets):
                heard += await mira.settled()
            heard += await mira.settled()
            answers = sum(_is_answer(frame, mira) for frame in heard)
            counts.update(frames=len(batch), lacking=abs(len(batch) - answers))
            if i % 20 == 0:
                # Else what he is told would be more than waits for a page.
                await tom.settled()
            for page in (mira, tom):
                page.frames.clear()
                page.raw.clear()
        assert (await tom.command("act", action={"type": "pass", "round": 99}))["t"] == "refused"
    return counts


def _is_answer(frame: dict[str, Any], page: Page) -> bool:
    """Tell whether a frame answers another one than the questions of the page itself."""
    own = frame["t"] == "pong" and 0 < frame["n"] <= page._count
    return frame["t"] in {"done", "refused", "pong", "composed"} and not own


def _frame(opcode: int, payload: bytes = b"", *, head: int = 0x80, masked: bool = True) -> bytes:
    mask = b"\1\2\3\4" if masked else b""
    size = len(payload)
    length = bytes([size]) if size < 126 else b"\x7e" + struct.pack(">H", size)
    length = bytes([length[0] | (0x80 if masked else 0)]) + length[1:]
    body = bytes(b ^ mask[i % 4] for i, b in enumerate(payload)) if masked else payload
    return bytes([head | opcode]) + length + mask + body


PING = b'{"t":"ping","n":7}'
CLOSE = struct.pack(">H", 1000)
PROTOCOL: dict[str, tuple[bytes, bytes | None]] = {
    "whole": (_frame(1, PING), b"pong"),
    "in pieces": (_frame(1, PING[:5], head=0) + _frame(0, PING[5:]), b"pong"),
    "in pieces around a ping": (
        _frame(1, PING[:5], head=0) + _frame(9, b"x") + _frame(0, PING[5:]),
        b"pong",
    ),
    "two at once": (_frame(1, PING) + _frame(1, PING.replace(b"7", b"8")), b'"n":8'),
    "a long one": (_frame(1, PING + b" " * 300), b"pong"),
    "signs of two and more bytes": (
        _frame(1, '{"t":"ping","n":7,"é€😀":0}'.encode()),
        b"malformed",
    ),
    "ping": (_frame(9, b"here"), b"\x8a\x04here"),
    "a pong nobody asked for": (_frame(10, b"x") + _frame(1, PING), b"pong"),
    "close": (_frame(8, CLOSE), b"\x88\x02\x03\xe8"),
    "close without a code": (_frame(8), b"\x88"),
    "close with a code that is none": (_frame(8, struct.pack(">H", 999)), None),
    "close with half a code": (_frame(8, b"\3"), None),
    "unmasked": (_frame(1, PING, masked=False), None),
    "reserved bit 1, a deflate bomb": (_frame(1, b"\xca\x5d" * 50, head=0xC0), None),
    "reserved bit 2": (_frame(1, PING, head=0xA0), None),
    "unknown opcode": (_frame(3, PING), None),
    "unknown control opcode": (_frame(11, PING), None),
    "ping too long": (_frame(9, b"x" * 126), None),
    "ping in pieces": (_frame(9, b"x", head=0), None),
    "continuation of nothing": (_frame(0, PING), None),
    "new text within a text": (_frame(1, PING, head=0) + _frame(1, PING), None),
    "not UTF-8": (_frame(1, b"\xff\xfe"), None),
    "not UTF-8, over two pieces": (_frame(1, b"\xe2", head=0) + _frame(0, b"\x28"), None),
    "a length without end": (b"\x81\xff\x7f" + b"\xff" * 7 + b"\1\2\3\4", None),
    "binary": (_frame(2, PING), b"malformed"),
    "a whole one, then a reserved bit": (_frame(1, PING) + _frame(1, PING, head=0xC0), None),
    "a whole one, then no UTF-8": (_frame(1, PING) + _frame(1, b"\xff"), None),
    "a whole one, then one unmasked": (_frame(1, PING) + _frame(1, PING, masked=False), None),
    "a whole one after the end": (_frame(8, CLOSE) + _frame(1, PING), b"\x88\x02\x03\xe8"),
}
"""Frames as bytes, and what is in the answer; none where the connection has to be closed."""
HALF_OPEN = b"GET /ws/CDFHJK HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"


async def _speak(address: str, code: str, said: bytes, piece: int, wanted: bytes | None) -> bytes:
    """Open a socket by hand and say something; return what comes up to what is wanted or the end.

    It is said in pieces of so many bytes.
    """
    host, _, port = address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    key = base64.b64encode(bytes(16)).decode()
    lines = [f"GET /ws/{code} HTTP/1.1", f"Host: {host}:{port}", f"Origin: {address}"]
    lines += ["Upgrade: websocket", "Connection: Upgrade"]
    lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
    writer.write("\r\n".join(lines).encode())
    await reader.readuntil(b"\r\n\r\n")
    hearing = asyncio.ensure_future(_hear(reader, wanted))
    for at in range(0, len(said), piece):
        # Who breaks the protocol may be cut off in the middle.
        if writer.is_closing() or hearing.done():
            break
        writer.write(said[at : at + piece])
        await asyncio.sleep(0.001)
    heard = await hearing
    writer.close()
    return heard


async def _hear(reader: asyncio.StreamReader, wanted: bytes | None) -> bytes:
    heard = b""
    with suppress(TimeoutError, ConnectionError):
        while chunk := await asyncio.wait_for(reader.read(65_536), 10.0):
            heard += chunk
            if wanted is not None and wanted in heard:
                break
    return heard


PIECES = {"at once": 1 << 16, "byte by byte": 1}


async def _conform(address: str, code: str) -> list[str]:
    """Return the cases of the protocol in which the server does not do what it has to."""

    async def fails(said: bytes, piece: int, expected: bytes | None) -> bool:
        heard = await _speak(address, code, said, piece, expected)
        # A close frame, then the end.
        return b"\x88" not in heard if expected is None else expected not in heard

    tried = list(product(PROTOCOL, PIECES))
    failed = await asyncio.gather(
        *(fails(PROTOCOL[name][0], PIECES[how], PROTOCOL[name][1]) for name, how in tried)
    )
    return [f"{name}, {how}" for (name, how), bad in zip(tried, failed, strict=True) if bad]


@dataclass
class Honest:
    """People at tables of the same server, and how long their answers take."""

    delays_ms: list[float] = field(default_factory=list)

    async def ask(self, server: Server, tables: list[Table], until: Callable[[], bool]) -> None:
        """Ask and wait for the answer, again and again, at every table; once whenever it is."""
        await asyncio.gather(*(self._one(server, table, until) for table in tables))

    async def _one(self, server: Server, table: Table, until: Callable[[], bool]) -> None:
        # With a seat: places to watch may all be taken.
        async with page_at(server, table.code, table.players[0].cookie) as page:
            number = 0
            while not (number and until()):
                number += 1
                begun = monotonic()
                await page.send({"t": "ping", "n": number})
                await page.next("pong", n=number)
                self.delays_ms.append((monotonic() - begun) * 1_000)
                await asyncio.sleep(0.05)

    def p99(self) -> float:
        """Return what 99 of 100 answers are quicker than."""
        ordered = sorted(self.delays_ms)
        return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]


@asynccontextmanager
async def page_at(server: Server, code: str, cookie: str = "") -> AsyncIterator[Page]:
    """Open the page of a table."""
    async with websockets.connect(
        f"{server.address.replace('http', 'ws')}/ws/{code}",
        origin=websockets.Origin(server.address),
        compression=None,
        additional_headers={"Cookie": cookie},
        close_timeout=0.5,
        proxy=None,
    ) as connection:
        yield Page(connection)


async def _half_open(server: Server, count: int) -> list[asyncio.StreamWriter]:
    """Begin handshakes and never end them."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    writers = []
    for _ in range(count):
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(HALF_OPEN)
        writers.append(writer)
    return writers


async def _never_read(server: Server, code: str, count: int) -> list[Any]:
    """Open sockets of spectators who read nothing, and ask for an answer all the same."""
    found = []
    for _ in range(count):
        connection = await websockets.connect(
            f"{server.address.replace('http', 'ws')}/ws/{code}",
            origin=websockets.Origin(server.address),
            compression=None,
            max_queue=1,
            proxy=None,
        )
        connection.transport.pause_reading()
        found.append(connection)
    return found


async def _flood(server: Server, code: str, until: Callable[[], bool]) -> int:
    """Send 1,000 messages a second from one client, on as many sockets as it takes; return them."""
    sent, begun = 0, monotonic()
    while not until():
        with suppress(websockets.WebSocketException, OSError):
            async with page_at(server, code) as page:
                while not until():
                    due = int((monotonic() - begun) * 1_000) - sent
                    for _ in range(due):
                        await page.send('{"t":"ping","n":1}')
                    sent += due
                    await asyncio.sleep(0.01)
    return sent


def memory_mib(pid: int) -> float:
    """Return the memory that a process holds (Linux)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError(pid)


@dataclass
class Siege:
    """What a server bore, and how honest tables fared."""

    calm_ms: float = 0.0
    sieged_ms: float = 0.0
    half_open: int = 0
    silent: int = 0
    sent: int = 0
    grown_mib: float = 0.0
    failed: list[str] = field(default_factory=list)
    log: str = ""


async def _besieged(scale: Scale, folder: Path, luck: Random) -> Siege:
    siege = Siege(
        half_open=scale.of(short=100, long=HALF_OPENS), silent=scale.of(short=20, long=SILENT)
    )
    add_short_words(folder / "data", folder / "cache")
    async with nursery(folder / "data", folder / "cache", folder / "log") as server:
        await server.start()
        tables = [await seat_players(server, "match", 2, luck) for _ in range(5)]
        honest, victims = tables[:2], tables[2:]
        calm, sieged = Honest(), Honest()
        end = monotonic() + scale.of(short=1, long=8)
        await calm.ask(server, honest, lambda: monotonic() > end)
        siege.failed = await _conform(server.address, victims[0].code)
        before = memory_mib(server.pid)
        writers = await _half_open(server, siege.half_open)
        silent = []
        for victim in victims:
            silent += await _never_read(server, victim.code, -(-siege.silent // len(victims)))
        until = monotonic() + scale.of(short=1, long=20)
        _, siege.sent = await asyncio.gather(
            sieged.ask(server, honest, lambda: monotonic() > until),
            _flood(server, victims[0].code, lambda: monotonic() > until),
        )
        siege.grown_mib = memory_mib(server.pid) - before
        for writer in writers:
            writer.transport.abort()
        for connection in silent:
            connection.transport.abort()
        siege.calm_ms, siege.sieged_ms = calm.p99(), sieged.p99()
    siege.log = (folder / "log").read_text()
    return siege


def faults_in(log: str) -> int:
    """Count what the server did not foresee; that a text is not UTF-8 is logged by uvicorn."""
    lines = [line for line in log.splitlines() if "Invalid UTF-8" not in line]
    return sum("_fault" in line or "Traceback" in line for line in lines)


def _fuzz_often(scale: Scale, luck: Random) -> Counter[str]:
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch, logged() as log:
        for limit in ("FRAMES_PER_S", "BURST", "PATIENCE", "UNANSWERED"):
            patch.setattr(sockets, limit, 1e9)
        counts = asyncio.run(_fuzz(scale, Path(name), luck))
        counts["faults"] = faults_in(log.getvalue())
    return counts


@promise(16)
def bad_input_harms_nobody(scale: Scale) -> Finding:
    """Fuzzed frames and JSON bombs of up to 64 KiB are sent to a table in play, with the limit of
    frames lifted so that each is judged, and each has to get its answer. That left out requests
    until one for a file whose name holds a zero byte was a fault: now every route is asked by every
    method for what nobody's page asks for. Nor had frames been cut where the library had kept a
    part of one before the table listened, so that a payload was read as a frame: frames are read in
    one way now, and cut at every byte. Against a server of its own: cases of the WebSocket
    protocol, each at once and byte by byte, handshakes that are never ended, sockets that are never
    read, and a client that sends 1,000 messages a second, while people at other tables measure how
    long their answers take. Files were left out too, until a flipped bit in a backup was a
    traceback: now every file that a command reads (a test lists them from the code) is spoilt, by
    bits, cuts, insertions, numbers, nesting, and by somebody who makes its checksums anew, and the
    command has to end in order, with a sentence, nothing left behind and no damage taken for an
    answer. The cases of the Autobahn test suite are run by `kosoku` against the sockets of the
    server, with an echo behind them.
    """
    luck = scale.luck("floods")
    counts = scale.part(0.6).divided(_fuzz_often, "fuzz")
    counts.update(scale.part(0.1).divided(asked_oddly, "requests"))
    with TemporaryDirectory() as name:
        siege = asyncio.run(_besieged(scale, Path(name), luck))
    verdicts = asyncio.run(autobahn.judged(everything=scale.long))
    faults = counts["faults"] + faults_in(siege.log)
    files = scale.part(0.4).divided(files_spoilt, "files")
    cases = len(PROTOCOL) * len(PIECES)
    return Finding(
        f"{counts['frames']:,} frames: {counts['lacking']} without an answer; "
        f"{counts['requests']:,} odd requests, of which the log has "
        f"{counts['logged'] / counts['sent']:.2f} bytes for each byte; "
        f"{cases - len(siege.failed)} of {cases} "
        f"cases of the protocol right{': not ' if siege.failed else ''}{', '.join(siege.failed)}; "
        f"{siege.half_open:,} half-open handshakes, {siege.silent:,} sockets never read and "
        f"{siege.sent:,} messages of one client: memory + {siege.grown_mib:.0f} MiB, p99 of honest "
        f"tables {siege.sieged_ms:.0f} ms ({siege.calm_ms:.0f} ms before); crashes and unhandled "
        f"exceptions {faults}; {told(files)}; {verdicts}",
        counts["lacking"] == faults == 0
        and sound(files)
        # What one address may log at once is more than a short run sends.
        and counts["logged"] < logs.ONE_ADDRESS.burst + counts["sent"] / 8
        and not siege.failed
        and siege.grown_mib < 500
        and not verdicts.failed
        # On a busy machine answers are late without a siege too.
        and (not scale.long or siege.sieged_ms <= max(P99_MS, 2 * siege.calm_ms)),
        (
            Goal("frames", FRAMES, counts["frames"]),
            Goal("requests", REQUESTS, counts["requests"]),
            Goal("files", FILES, files["files"]),
        ),
    )
