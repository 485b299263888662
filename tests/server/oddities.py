"""Requests and frames that nobody's page would send: to every route, and at every stage."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, get_args

import h11
import msgspec
from starlette.applications import Starlette
from starlette.routing import Route

from wordlot.server import wire

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "FETCH")
PIECES = (
    *("", ".", "..", "%00", "a%00b", "%2e%2e%2f%2e%2e", "..%2f..%2fetc%2fpasswd", "%ff%fe"),
    *("%C3%28", "%ED%A0%80", "%F0%9F%98%80", "%0d%0aSet-Cookie:%20a=b", "%", "%zz", "%25252e"),
    *("x" * 255, "x" * 300, "%E2%82%AC" * 100, "a/" * 200, "x" * 5_000, "CDFHJK", "index.html"),
    *("english", "match", "nul", "con.txt", "~", "*", "a;b", "a\\b", "%5c..%5c", "__proto__", "0"),
    *("-1", "9" * 300, "%3Cscript%3E", "%u0041", "favicon.svg", "assets", ".sources", "sw.js"),
    *("\xe9", "a b", "a\tb", "?", "#", "a?b?c"),
)
"""What may stand between two slashes of a path, as it comes over the line."""
VALUES = ("", "0", "-1", "1", "9" * 400, "1e9", "%00", "%ff", "NaN", "%F0%9F%98%80", "x" * 2_000)
NAMES = ("game", "after", "deck", "paper", "language", "ink_saving", "folded", "%00", "x" * 300, "")
ODD = (
    *("null", "true", "-1", "1e999", "9" * 400, '""', "[]", "{}", '"\\ud800"', '"\\u0000"'),
    *('"' + "x" * 9_000 + '"', "[" * 8_000, '{"a":' * 3_000, "1.5", "2147483648", "-0", "\ufeff1"),
    *("9223372036854775808", '"\\u202e"', "NaN"),
)
"""Values of JSON, or nearly so."""
HEADERS = (
    ("Cookie", "wordlot_guest=" + "x" * 43),
    ("Cookie", "wordlot_guest=" + "\xff" * 43),
    ("Cookie", '=;;; =a; wordlot_guest="' + "\\" * 43 + '"'),
    ("Accept-Encoding", "br;q=nonsense,,gzip"),
    ("If-None-Match", '"' + "\xe9" * 200 + '"'),
    ("X-Forwarded-For", "," * 500),
    ("X-Forwarded-For", "[::1%\xff]:99999999"),
    ("X-Forwarded-Proto", "javascript"),
    ("Content-Type", "application/xml; charset=utf-7"),
    ("Origin", "http://[::1"),
    ("Origin", "http://localhost:99999999"),
    ("Range", "bytes=5-1"),
    ("Expect", "100-continue"),
    ("Upgrade", "h2c"),
    ("Transfer-Encoding", "chunked"),
    ("X", "\xff" * 2_000),
)


class Asked(NamedTuple):
    """A request as it goes over the line."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def raw(self, host: str) -> bytes:
        """Return its bytes."""
        headers = [("Host", host), ("Origin", f"http://{host}"), *self.headers]
        if ("Transfer-Encoding", "chunked") in self.headers:
            body = (
                b"%x\r\n%b\r\n0\r\n\r\n" % (len(self.body), self.body)
                if self.body
                else b"0\r\n\r\n"
            )
        else:
            headers.append(("Content-Length", str(len(self.body))))
            body = self.body
        lines = [f"{self.method} {self.path} HTTP/1.1", *(f"{n}: {v}" for n, v in headers), "", ""]
        return "\r\n".join(lines).encode("latin-1") + body


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[bytes, bytes]
    body: bytes


def paths(app: Starlette) -> list[str]:
    """Return the paths of all routes, found by asking the application."""
    return [route.path for route in app.routes if isinstance(route, Route)]


def requests(app: Starlette, code: str, luck: Random) -> Iterator[Asked]:
    """Yield odd requests without an end: each piece at each place of each route comes first."""
    found = paths(app)
    for path in found:
        for piece in PIECES:
            yield Asked("GET", _filled(path, (piece,)), (), b"")
        for method in METHODS:
            yield Asked(method, _filled(path, (code,)), (), b"{}")
    while True:
        yield _request(luck.choice(found), code, luck)


def _request(path: str, code: str, luck: Random) -> Asked:
    pieces = [luck.choice((*PIECES, code, code)) for _ in range(3)]
    query = "&".join(
        f"{luck.choice(NAMES)}={luck.choice(VALUES)}" for _ in range(luck.choice((0, 0, 1, 3)))
    )
    headers = [luck.choice(HEADERS) for _ in range(luck.choice((0, 0, 1, 2)))]
    target = _filled(path, pieces)[:8_000] + (f"?{query}" if query else "")
    return Asked(luck.choice(METHODS[:6]), target, tuple(dict(headers).items()), _body(luck))


def _filled(path: str, pieces: Sequence[str]) -> str:
    """Put pieces in the places of a path that may be anything."""
    parts = path.replace("{path:path}", "{path}").replace("{rest:path}", "{rest}").split("{")
    filled = parts[0]
    for number, part in enumerate(parts[1:]):
        filled += pieces[number % len(pieces)] + part.partition("}")[2]
    return filled


BODIES: tuple[type[msgspec.Struct], ...] = (wire.NewTable, wire.SitDown, wire.Nobody)
PLAIN = {"game": "tally", "nickname": "Ada", "seats": 2, "seat": 1, "bots": ["easy"], "start": True}


def _body(luck: Random) -> bytes:
    kind = luck.randrange(5)
    if kind == 0:
        return b""
    if kind == 1:
        return luck.randbytes(luck.randrange(200))
    if kind == 2:
        return luck.choice(ODD).encode("utf-8", "surrogatepass")
    return _object(luck.choice(BODIES).__struct_fields__, PLAIN, luck).encode()


def _object(fields: Sequence[str], plain: dict[str, object], luck: Random) -> str:
    """Return an object of some fields, of which about one is odd."""
    odd = luck.choice((*fields, "more"))
    values = {name: json.dumps(plain.get(name, "")) for name in fields if name in plain}
    values[odd] = luck.choice(ODD)
    return "{" + ",".join(f'"{name}":{value}' for name, value in values.items()) + "}"


FRAMES: dict[str, dict[str, object]] = {
    "act": {"id": "a", "action": {"type": "raise", "round": 1, "value": 1}},
    "compose": {"n": 1, "draft": {}},
    "start": {"id": "b"},
    "ready": {"id": "c", "game": 1, "ready": True, "commitment": "0" * 64},
    "seat_bot": {"id": "d", "seat": 1, "level": "easy"},
    "free_seat": {"id": "e", "seat": 1},
    "change_table": {
        "id": "i",
        "settings": 1,
        "seats": 2,
        "options": {},
        "lexicon": "english",
        "public": False,
        "absence": "bot",
    },
    "back": {"id": "g"},
    "pause": {"id": "h", "paused": True},
    "skip": {"id": "j", "round": 1},
    "end_game": {"id": "f"},
    "reveal": {"game": 1, "nonce": "0" * 32},
    "shown": {"game": 1},
    "ping": {"n": 1},
}
"""Each frame that a page can send, with values that fit."""


def frame_names() -> set[str]:
    """Return the names of all frames that the server reads."""
    return {str(kind.__struct_config__.tag) for kind in get_args(wire.Frame)}


def frames(luck: Random) -> Iterator[str]:
    """Yield each frame once as it should be, then odd ones without an end."""
    for name, fields in FRAMES.items():
        yield json.dumps({"t": name} | fields)
    count = 0
    while True:
        name = luck.choice(list(FRAMES))
        fields = FRAMES[name]
        count += 1
        text = _object(tuple(fields), {"t": name} | fields | _fresh(fields, count), luck)
        yield f'{{"t":"{name}",{text[1:]}'


def _fresh(fields: dict[str, object], count: int) -> dict[str, object]:
    """Return another id, so that what is asked is not taken for what was asked before."""
    return {"id": f"odd {count}"} if "id" in fields else {}


class Line:
    """A connection by hand, opened anew wherever the server ends it."""

    def __init__(self, address: str) -> None:
        self.host = address.removeprefix("http://")
        self.sent = 0
        """Bytes."""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, asked: Asked) -> Answer | None:
        """Send a request; return its answer, or none where the server hung up on it."""
        host, _, port = self.host.partition(":")
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(host, int(port))
        assert self._reader is not None
        raw = asked.raw(self.host)
        self.sent += len(raw)
        try:
            self._writer.write(raw)
            return await self._hear(self._reader, asked.method)
        except (ConnectionError, h11.RemoteProtocolError):
            self.close()
            return None

    async def _hear(self, reader: asyncio.StreamReader, method: str) -> Answer:
        hearing = h11.Connection(h11.CLIENT)
        asked = h11.Request(method=method, target="/", headers=[("Host", "x")])
        hearing.send(asked)
        hearing.send(h11.EndOfMessage())
        status, headers, body = 0, dict[bytes, bytes](), b""
        while True:
            event = hearing.next_event()
            if event is h11.NEED_DATA:
                hearing.receive_data(await reader.read(65_536))
            elif isinstance(event, h11.Response):
                status, headers = event.status_code, dict(event.headers)
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            elif isinstance(event, h11.EndOfMessage | h11.ConnectionClosed):
                break
        if hearing.their_state is not h11.DONE or headers.get(b"connection") == b"close":
            self.close()
        return Answer(status, headers, body)

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None
