"""The promises that nobody gets in: other sites, wrong tokens, guesses, and what is given away."""

from __future__ import annotations

import asyncio
import io
import json
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http import HTTPStatus
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import httpx
import pytest
import structlog
import websockets
from starlette.routing import Route, WebSocketRoute

from tests.prove.promises import Finding, Goal, Scale, promise
from tests.server.harness import NO_CERTIFICATES, House, Page, Person, serving
from wordlot.server import guests, logs
from wordlot.server.tables_file import FILE

FOREIGN = ("https://evil.example", "null", None, "http://127.0.0.1:1", "file://")
"""Origins that are not of the server; none is a missing one."""
BODIES: tuple[dict[str, object], ...] = (
    {"game": "match", "nickname": "Eve", "seats": 2},
    {"nickname": "Eve"},
    {},
)
FRAMES: tuple[dict[str, object], ...] = (
    {"t": "act", "action": {"type": "pass", "round": 1}},
    {"t": "start"},
    {"t": "ready", "game": 2},
    {"t": "seat_bot", "seat": 1, "level": "easy"},
    {"t": "free_seat", "seat": 0},
    {
        "t": "change_table",
        "settings": 1,
        "seats": 3,
        "options": {},
        "lexicon": "english",
        "public": True,
        "absence": "passes",
    },
    {"t": "back"},
    {"t": "pause", "paused": True},
    {"t": "skip", "round": 1},
    {"t": "end_game"},
)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def _kept(data: Path) -> list[str]:
    """Return all that is kept of tables and games, but for how far their clocks have come."""
    with closing(sqlite3.connect(data / FILE)) as connection:
        return [line for line in connection.iterdump() if 'INTO "commands"' not in line]


class Stranger:
    """Somebody with a cookie and an origin of any kind, who tries every door."""

    def __init__(self, house: House, code: str, origin: str | None, token: str) -> None:
        self.tries = 0
        self.let_in = 0
        self._house = house
        self._code = code
        self._origin = origin
        self._headers = {"Cookie": f"{house.cookie}={token}"} if token else {}

    async def try_routes(
        self, routes: list[Route | WebSocketRoute], methods: tuple[str, ...]
    ) -> None:
        """Ask every route in every way, with every body."""
        headers = self._headers | ({"Origin": self._origin} if self._origin else {})
        async with httpx.AsyncClient(
            base_url=self._house.address, headers=headers, timeout=60, verify=NO_CERTIFICATES
        ) as http:
            for route in routes:
                path = re.sub(r"\{code[^}]*\}", self._code, route.path)
                path = re.sub(r"\{[^}]+\}", "match", path)
                if isinstance(route, WebSocketRoute):
                    await self._try_socket(path)
                    continue
                for method in methods:
                    for body in BODIES if method == "POST" else ({},):
                        self.tries += 1
                        answer = await http.request(method, path, json=body)
                        # Answers to be read by others would need this header.
                        self.let_in += "access-control-allow-origin" in answer.headers
                        self.let_in += method != "GET" and answer.is_success

    async def _try_socket(self, path: str) -> None:
        self.tries += 1
        with suppress(websockets.InvalidStatus):
            async with websockets.connect(
                f"{self._house.address.replace('http', 'ws')}{path}",
                origin=websockets.Origin(self._origin) if self._origin else None,
                additional_headers=self._headers,
            ):
                self.let_in += 1

    async def try_name(self, routes: list[Route | WebSocketRoute], name: str) -> None:
        """Ask every route as a page does whose own name points here; each has to refuse it."""
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        upgrade["Sec-WebSocket-Key"] = "A" * 22 + "=="
        headers = self._headers | {"Host": name, "Origin": f"http://{name}"}
        async with httpx.AsyncClient(
            base_url=self._house.address, headers=headers, timeout=60, verify=NO_CERTIFICATES
        ) as http:
            for route in routes:
                path = re.sub(r"\{code[^}]*\}", self._code, route.path)
                path = re.sub(r"\{[^}]+\}", "match", path)
                socket = isinstance(route, WebSocketRoute)
                for method in ("GET",) if socket else ("GET", "POST"):
                    self.tries += 1
                    answer = await http.request(method, path, headers=upgrade if socket else {})
                    self.let_in += answer.status_code != HTTPStatus.MISDIRECTED_REQUEST

    async def try_frames(self) -> None:
        """Send every command over a socket from a page of the server itself."""
        who = Person(self._house)
        who.http.headers["Cookie"] = self._headers.get("Cookie", "")
        page = Page(
            await websockets.connect(
                f"{self._house.address.replace('http', 'ws')}/ws/{self._code}",
                origin=websockets.Origin(self._house.address),
                additional_headers=self._headers,
                compression=None,
            )
        )
        for number, frame in enumerate(FRAMES):
            self.tries += 1
            await page.send(frame | {"id": f"eve {number}"})
            self.let_in += (await page.answer(f"eve {number}"))["t"] != "refused"
        await page.close()
        await who.http.aclose()


async def _try_all(scale: Scale, data: Path) -> tuple[int, int, int, int]:
    """Return routes found, tries, how many were let in, and how much changed."""
    async with serving(data) as house:
        code, mira, _ = await house.pair(game="match", options={"round_clock_ms": None})
        # Somebody who sits at another table only.
        other = house.person()
        await other.create(game="match")
        tokens = {
            "none": "",
            "of nobody": secrets.token_urlsafe(guests.TOKEN_BYTES),
            "of another": other.http.cookies[house.cookie],
        }
        await mira.settled()
        before = _kept(data)
        routes = [route for route in house.app.routes if isinstance(route, Route | WebSocketRoute)]
        tries = let_in = 0
        every = list(product(FOREIGN, tokens.values()))
        # Each origin with one of the tokens is enough for every day.
        for origin, token in every if scale.long else every[:: len(tokens) + 1]:
            stranger = Stranger(house, code, origin, token)
            await stranger.try_routes(routes, METHODS if scale.long else METHODS[:2])
            tries, let_in = tries + stranger.tries, let_in + stranger.let_in
        for token in tokens.values():
            stranger = Stranger(house, code, house.address, token)
            await stranger.try_name(routes, "words.evil.example")
            await stranger.try_frames()
            tries, let_in = tries + stranger.tries, let_in + stranger.let_in
        changed = len(set(before) ^ set(_kept(data)))
    return len(routes), tries, let_in, changed


async def _guess(scale: Scale, data: Path) -> tuple[int, int, int]:
    """Guess tokens over sockets from one address; return guesses, seats gained, and turned away."""
    guesses = hits = refused = 0
    async with serving(data) as house:
        code, _, _ = await house.pair(game="match")
        eve = house.person()
        for _ in scale.each(short=200, long=2_000, least=150):
            token = secrets.token_urlsafe(guests.TOKEN_BYTES)
            headers = {"Cookie": f"{house.cookie}={token}", "X-Forwarded-For": "192.0.2.9"}
            answer = await eve.http.post(
                f"/api/tables/{code}/sit", json={"nickname": "Eve"}, headers=headers
            )
            guesses += 1
            hits += answer.is_success
            refused += answer.status_code == 429
    return guesses, hits, refused


GUESSES = 1_000_000


def _new_guest() -> str:
    return guests.hashed(secrets.token_urlsafe(guests.TOKEN_BYTES))


def _guess_hashes(scale: Scale) -> tuple[int, int]:
    """Compare guessed tokens with those of a thousand guests by their hashes, as a server does."""
    known = {_new_guest() for _ in range(1_000)}
    guesses = hits = 0
    for _ in scale.each(short=100, long=GUESSES // 1_000):
        guesses += 1_000
        hits += sum(_new_guest() in known for _ in range(1_000))
    return guesses, hits


@promise(15)
def nobody_gets_in(scale: Scale) -> Finding:
    """Every route of the application, found by asking it, is tried with every method, foreign,
    null and missing origins, and no token, one that nobody has and one of another table's guest;
    so is every command over a socket of the server's own page with these tokens. What the store
    keeps is compared before and after. Tokens are then guessed: in bulk by the hashes that the
    server compares, and over the network from one address, which has to wait and is turned away.
    That left out a page whose own name points here (DNS rebinding), which passed for a page of the
    server itself; and behind a proxy elsewhere one who guessed had everybody wait. Now every route
    is asked by the name of another, and has to refuse it; proxies are trusted by a setting alone,
    and who guesses behind one is turned away alone, as promise 19 tries.
    """
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("wordlot.server.rate_limit.LONGEST_WAIT_S", 0.0)
        patch.setattr("wordlot.server.rate_limit.PER_S", 1.0)
        routes, tries, let_in, changed = asyncio.run(_try_all(scale, Path(folder) / "doors"))
        bulk, hits = _guess_hashes(scale.part(0.4))
        begun = monotonic()
        guesses, seats, refused = asyncio.run(_guess(scale.part(0.4), Path(folder) / "guesses"))
        served = (guesses - refused) / (monotonic() - begun)
    bits = guests.TOKEN_BYTES * 8
    return Finding(
        f"{tries:,} tries at {routes} routes: let in {let_in}, things changed {changed}; "
        f"{bulk + guesses:,} guesses of {bits}-bit tokens: hits {hits + seats}; from one address "
        f"{refused:,} of {guesses:,} turned away at once ({served:.0f} a second looked at)",
        let_in == changed == hits == seats == 0 and refused > 0 and tries > 0 and bits >= 128,
        (Goal("guesses", GUESSES, bulk + guesses),),
    )


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Log as a server does, into memory."""
    text, before = io.StringIO(), structlog.get_config()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr", text)
        logs.set_up()
        structlog.configure(cache_logger_on_first_use=False)
        try:
            yield text
        finally:
            structlog.configure(**before)


async def _session(data: Path) -> set[str]:
    """Play with all kinds of faults; return what no log may hold."""
    async with serving(data) as house:
        code, mira, tom = await house.pair(game="match")
        room = await house.app.state.rooms.find(code)
        update = next(frame for frame in mira.frames if frame["t"] == "update")
        hands = update["view"]["hand"]
        for frame in ("{", '{"t":"act","id":"secret-id","action":{"type":"explode"}}'):
            await mira.send(frame)
        play = {"kind": "base", "column": 0, "before": hands[:4], "after": []}
        action = {"type": "place_bid", "round": 1, "play": play}
        await mira.command("act", action=action)
        await tom.command("act", action={"type": "pass", "round": 9})
        await house.person().sit(code, "Zacharias\u0000")
        await house.person().http.get(f"/api/tables/{code}/record")
        with suppress(ZeroDivisionError):
            room.table.rules = None
            await mira.command("act", action={"type": "pass", "round": 1})
        cookies = {token for page in house.pages for token in [_token(page)] if token}
        secrets_ = {
            room._seed.for_the_store().hex(),
            "Mira",
            "Zacharias",
            "secret-id",
            json.dumps(hands[:4]),
        }
        return secrets_ | cookies | {holder.guest for holder in room.row.seats if holder}


def _token(page: Page) -> str:
    cookie = page.connection.request.headers.get("Cookie", "") if page.connection.request else ""
    return str(cookie).partition("=")[2]


async def _answers(data: Path) -> tuple[int, int, int]:
    """Ask every route; return answers, and how many of them lack safe headers or cookies."""
    answers = bare = cookies = 0
    async with serving(data) as house:
        person = house.person()
        code = await person.create(game="match")
        for route in house.app.routes:
            if not isinstance(route, Route):
                continue
            path = re.sub(r"\{code[^}]*\}", code, route.path)
            path = re.sub(r"\{[^}]+\}", "match", path)
            for method in METHODS:
                who = house.person()
                answer = await who.http.request(method, path, json=dict(BODIES[0]))
                policy = answer.headers.get("content-security-policy", "")
                answers += 1
                bare += "default-src 'none'" not in policy or "unsafe" in policy
                given = answer.headers.get("set-cookie", "").lower()
                cookies += bool(given) and not ("httponly" in given and "samesite" in given)
    return answers, bare, cookies


@promise(18)
def nothing_is_given_away(_scale: Scale) -> Finding:
    """Every route is asked in every way for its Content-Security-Policy and cookies. A game with
    refusals, malformed frames and a fault in the rules is played over sockets, and its log
    searched for tokens, their hashes, the seed, nicknames, ids and cards. Dependencies are audited
    in `make check`, which says so where the network at hand cannot tell advisories.
    """
    with TemporaryDirectory() as folder, logged() as log:
        answers, bare, cookies = asyncio.run(_answers(Path(folder) / "answers"))
        hidden = asyncio.run(_session(Path(folder) / "session"))
        text = log.getvalue()
    lines = text.splitlines()
    found = sum(secret in text for secret in hidden if secret)
    return Finding(
        f"{answers} answers: {bare} without a policy or with an unsafe one, {cookies} cookies that "
        f"a script or another site could use; {found} of {len(hidden)} secrets in {len(lines)} "
        "lines of log",
        bare == cookies == found == 0 and answers > 0 and any("refused" in line for line in lines),
    )
