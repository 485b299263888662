"""A real server on a real port in the loop of a test, and people with cookies and pages."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection

from tests.tables import TurnedClock
from tests.tally import TALLY, Raise, TallyView
from wordlot.bots import Decision
from wordlot.core.chance import Chance
from wordlot.core.protocol import LexiconLike
from wordlot.games.registry import Game
from wordlot.server.app import create_app
from wordlot.server.crowd import Crowd
from wordlot.server.presence import GRACE_MS
from wordlot.server.serve import configure, without_delay
from wordlot.server.settings import Settings

Frame = dict[str, Any]
WAIT_S = 20.0
"""Long enough for a busy machine; nothing waits so long that works."""
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing here speaks TLS, and to read all certificates for each client takes a while."""


def least(view: TallyView, offers: Sequence[Any]) -> Raise | None:
    """Give up: the small game knows no pass, so the least bid stands for one."""
    return Raise(view.round, 1) if offers and not view.high else None


TALLY_GAME = Game(
    rules=TALLY,
    choices={"clock_ms": (60_000, None)},
    give_up=least,
    occasion=lambda view: (view.round, "bidding"),
)


class PuppetBots:
    """Bots that do what a test says: they wait, unless it gives them something to do."""

    levels: Mapping[str, tuple[str, ...]] = {"easy": ("Pip", "Gus"), "hard": ("Sibyl",)}

    def __init__(self, decide: Callable[[Any], Decision] = lambda _view: Decision(None, 0)) -> None:
        self._decide = decide
        self.views: list[Any] = []

    def plays(self, game: str) -> bool:
        return True

    def warm(self, game: str, lexicon: LexiconLike) -> None:
        pass

    def decide(
        self,
        game: str,
        view: object,
        offers: Sequence[Any],
        level: str,
        chance: Chance,
        lexicon: LexiconLike,
    ) -> Decision:
        self.views.append(view)
        return self._decide(view)


class Page:
    """An open page of a person: its socket, and all that came over it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[Frame] = []
        self.raw: list[str] = []
        self._count = 0

    async def next(self, kind: str, **wanted: object) -> Frame:
        """Return the next frame of a kind, and with some values, that comes in."""
        while True:
            frame = await self._receive()
            if frame["t"] == kind and all(frame[name] == value for name, value in wanted.items()):
                return frame

    async def _receive(self) -> Frame:
        text = await asyncio.wait_for(self.connection.recv(), WAIT_S)
        assert isinstance(text, str)
        frame: Frame = json.loads(text)
        self.raw.append(text)
        self.frames.append(frame)
        return frame

    async def settled(self) -> list[Frame]:
        """Return all frames that came up to an answer to a question asked now."""
        self._count += 1
        before = len(self.frames)
        await self.send({"t": "ping", "n": self._count})
        await self.next("pong", n=self._count)
        return self.frames[before:-1]

    async def news(self) -> list[Frame]:
        """Return what came of the game up to now; comings and goings are told a little later."""
        return [frame for frame in await self.settled() if frame["t"] != "lobby"]

    async def send(self, frame: Frame | str | bytes) -> None:
        await self.connection.send(json.dumps(frame) if isinstance(frame, dict) else frame)

    async def command(self, kind: str, **fields: object) -> Frame:
        """Send a command under a new id and return its answer."""
        self._count += 1
        named = f"{kind} {self._count}"
        await self.send({"t": kind, "id": named, **fields})
        return await self.answer(named)

    async def answer(self, command_id: str | None) -> Frame:
        while True:
            frame = await self._receive()
            if frame["t"] in {"done", "refused"} and frame["id"] == command_id:
                return frame

    async def raise_to(self, value: int, round_: int = 1) -> Frame:
        action = {"type": "raise", "round": round_, "value": value}
        return await self.command("act", action=action)

    async def closed(self) -> int:
        """Wait for the server to close the socket; return the code."""
        with suppress(websockets.ConnectionClosed):
            while True:
                await self._receive()
        assert self.connection.close_code is not None
        return self.connection.close_code

    async def close(self) -> None:
        await self.connection.close()


class Person:
    """A browser: its cookies, its requests and its pages."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.http = httpx.AsyncClient(
            base_url=house.address,
            headers={"origin": house.address},
            timeout=3 * WAIT_S,
            verify=NO_CERTIFICATES,
        )

    async def create(self, **changes: object) -> str:
        """Make a table of the small game with two seats, and return its code."""
        response = await self.post("/api/tables", **changes)
        assert response.status_code == 200, response.text
        code: str = response.json()["code"]
        return code

    async def post(self, path: str, **changes: object) -> httpx.Response:
        body = {"game": "tally", "nickname": "Mira", "seats": 2} if path == "/api/tables" else {}
        return await self.http.post(path, json=body | changes)

    async def sit(self, code: str, nickname: str, **more: object) -> httpx.Response:
        return await self.post(f"/api/tables/{code}/sit", nickname=nickname, **more)

    async def open(self, code: str, query: str = "") -> Page:
        connection = await websockets.connect(
            f"{self._house.address.replace('http', 'ws')}/ws/{code}{query}",
            origin=websockets.Origin(self._house.address),
            additional_headers={"Cookie": self.cookie},
            compression=None,
        )
        page = Page(connection)
        self._house.pages.append(page)
        return page

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


class House:
    """A running server."""

    def __init__(self, app: Starlette, address: str, clock: TurnedClock, crowd: Crowd) -> None:
        self.app = app
        self.crowd = crowd
        self.address = address
        self.clock = clock
        self.pages: list[Page] = []
        self._people: list[Person] = []

    @property
    def cookie(self) -> str:
        """What the cookie of a guest is called here."""
        name: str = self.app.state.guests.cookie
        return name

    def person(self) -> Person:
        person = Person(self)
        self._people.append(person)
        return person

    async def pair(self, **changes: object) -> tuple[str, Page, Page]:
        """Return a table at which two people have begun a game, and their pages."""
        mira, tom = self.person(), self.person()
        code = await mira.create(**changes)
        assert (await tom.sit(code, "Tom")).status_code == 200
        pages = await mira.open(code), await tom.open(code)
        assert (await pages[0].command("start"))["t"] == "done"
        for page in pages:
            await page.settled()
        return code, *pages

    async def left(self, seat: int) -> None:
        """Wait until no page of a seat is connected any more."""
        rooms = self.app.state.rooms
        waits = True
        while waits:
            await asyncio.sleep(0.01)
            waits = any(x.seat == seat for room in rooms.loaded() for x in room._company.links)

    async def gone(self, page: Page, seat: int) -> None:
        """Let the grace of a player who went pass, and wait until a page hears of it."""
        await self.left(seat)
        self.clock.turn(GRACE_MS)
        while (await page.next("lobby"))["lobby"]["seats"][seat]["here"]:
            pass

    async def leave(self) -> None:
        for page in self.pages:
            page.connection.transport.abort()
        for person in self._people:
            await person.http.aclose()


@asynccontextmanager
async def serving(
    data: Path,
    *,
    clock: TurnedClock | None = None,
    brains: PuppetBots | None = None,
    **settings: Any,  # noqa: ANN401 - those of `Settings`
) -> AsyncIterator[House]:
    """Serve from a data folder as `wordlot serve` does; the clock stands until a test turns it.

    What is named beside is set in `Settings`.
    """
    clock = clock or TurnedClock()
    chosen = Settings(data, **settings)
    app = create_app(chosen, brains=brains or PuppetBots(), clock=clock)
    listening = without_delay(socket.create_server(("127.0.0.1", 0)))
    config = configure(app, chosen)
    server = uvicorn.Server(config)
    # Not `serve`, which would take the signals of the process that runs the tests.
    running = asyncio.create_task(server._serve([listening]))
    try:
        while not server.started:
            assert not running.done(), "the server did not start"
            await asyncio.sleep(0.01)
        house = House(app, f"http://127.0.0.1:{listening.getsockname()[1]}", clock, config.crowd)
        try:
            yield house
        finally:
            await house.leave()
    finally:
        server.should_exit = True
        await running
        listening.close()
