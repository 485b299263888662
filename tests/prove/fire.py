"""Players on real sockets whose server dies and comes back all the time."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Any

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

from tests.prove.players import any_move
from tests.server.harness import NO_CERTIFICATES
from wordlot.games.registry import GAMES
from wordlot.words import Library

LEXICON = "short"
"""All that has two or three letters."""
UNJUDGED = {"too_fast", "frozen"}
"""Answers after which the same command is to be sent again."""
CALM_TRIES = 120
"""How often it is looked whether a server does nothing yet."""
FAILURES = (OSError, websockets.WebSocketException, TimeoutError, httpx.HTTPError, EOFError)


def add_short_words(data: Path, cache: Path) -> None:
    """Put the lexicon of these games into a data folder."""
    words = ("".join(letters) for n in (2, 3) for letters in product(ascii_lowercase, repeat=n))
    file = data.parent / "short.txt"
    file.write_text("\n".join(words))
    library = Library(data, cache)
    library.add(LEXICON, file)
    library.load(LEXICON)


class Server:
    """A server that is killed and started, always at the same address."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self._process = process
        self.address = address
        self.pid = 0
        self.deaths = 0

    async def start(self) -> None:
        """Start it, and wait until it serves."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"start\n")
        self.pid = int(await self.line())

    async def line(self) -> str:
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode()

    async def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it at once, or as another signal does, and see that it is gone."""
        os.kill(self.pid, how)
        self.deaths += 1
        with suppress(ProcessLookupError):
            while True:
                os.kill(self.pid, 0)
                await asyncio.sleep(0.002)


@asynccontextmanager
async def nursery(
    data: Path, cache: Path, log: Path, *, bots: bool = False, **variables: str
) -> AsyncIterator[Server]:
    """Yield a server that is not started yet, without bots if it need not have them.

    Its log goes to a file; what is named beside are variables of its environment.
    """
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.prove.nursery", str(data), *(["bots"] if bots else [])),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=os.environ | {"WORDLOT_CACHE": str(cache)} | variables,
        )
        server = Server(process, "")
        server.address = f"http://127.0.0.1:{int(await server.line())}"
        try:
            yield server
        finally:
            if server.pid:
                with suppress(ProcessLookupError):
                    os.kill(server.pid, signal.SIGKILL)
            process.kill()
            await process.wait()


async def until_calm(server: Server) -> None:
    """Return once a server has made ready what its bots need, and does next to nothing."""
    used = -1.0
    for _ in range(CALM_TRIES):
        before, used = used, processor_s(server.pid)
        if 0 <= used - before < 0.05:
            return
        await asyncio.sleep(0.5)


def processor_s(pid: int) -> float:
    """Return how long a process has had a processor (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Command:
    """An action that was sent, and all answers to it."""

    id: str
    frame: str
    answers: list[str] = field(default_factory=list)


class Player:
    """One seat on a socket: it does anything that is offered until the game is over.

    It sends each command some times, and again under its id whenever the line was lost.
    """

    def __init__(self, address: str, code: str, seat: int, cookie: str, luck: Random) -> None:
        self.seat = seat
        self.over = False
        self.commands: list[Command] = []
        self.heard: dict[int, bytes] = {}
        """Every event that was told, as JSON, by its number."""
        self.update: Any = None
        self.contradicted = 0
        """Events that were told differently a second time."""
        self.copies = 1
        """The most times that a command is sent at once."""
        self.faulty = 0.0
        """How often it sends something that is to be refused."""
        self.leaves = 0.0
        """How often it hangs up by itself after a frame."""
        self._address = address
        self._code = code
        self.cookie = cookie
        self._luck = luck
        self._waiting: Command | None = None

    async def play(self) -> None:
        """Play until the game is over, on as many connections as it takes."""
        while not self.over:
            try:
                await self._connected()
            except FAILURES:
                await asyncio.sleep(0.01)

    async def _connected(self) -> None:
        after = self.update["seq"] if self.update else 0
        where = f"{self._address.replace('http', 'ws')}/ws/{self._code}?game=1&after={after}"
        async with websockets.connect(
            where,
            origin=websockets.Origin(self._address),
            additional_headers={"Cookie": self.cookie},
            compression=None,
            ping_interval=None,
            close_timeout=0.1,
            proxy=None,
        ) as connection:
            if self._waiting is not None:
                await self._send(connection, self._waiting)
            while not self.over:
                text = await connection.recv()
                assert isinstance(text, str)
                await self._hear(connection, msgspec.json.decode(text), text)
                if self._luck.random() < self.leaves:
                    return

    async def _hear(self, connection: ClientConnection, frame: Any, text: str) -> None:  # noqa: ANN401
        match frame["t"]:
            case "update":
                self._note(frame)
                if frame["view"]["outcome"] is not None:
                    # The last answer may still be on its way, or was lost for good.
                    self.over = self._waiting is None
                    if self._waiting is not None:
                        await self._send(connection, self._waiting)
            case "done" | "refused" if frame["id"] is not None:
                await self._answered(connection, frame, text)
        if self.update is not None and self._waiting is None and not self.over:
            await self._act(connection)

    def _note(self, frame: Any) -> None:  # noqa: ANN401 - a frame
        first = frame["seq"] - len(frame["events"]) + 1
        for number, event in enumerate(map(msgspec.json.encode, frame["events"]), start=first):
            self.contradicted += self.heard.setdefault(number, event) != event
        self.update = frame

    async def _answered(self, connection: ClientConnection, frame: Any, text: str) -> None:  # noqa: ANN401
        if frame.get("code") in UNJUDGED:
            await asyncio.sleep(0.2)
            if self._waiting is not None:
                await self._send(connection, self._waiting)
            return
        for command in self.commands[-5:]:
            if command.id == frame["id"]:
                command.answers.append(text)
        if self._waiting is not None and self._waiting.id == frame["id"]:
            self._waiting = None
            self.over = self.update["view"]["outcome"] is not None

    async def _act(self, connection: ClientConnection) -> None:
        rules = GAMES[self.game].rules
        view = msgspec.convert(self.update["view"], type=rules.view_type)
        offers = [msgspec.convert(each, type=rules.offer_type) for each in self.update["offers"]]
        action = msgspec.to_builtins(any_move(view, offers, self._luck))
        if action is None and self._luck.random() >= self.faulty:
            return
        if action is None or self._luck.random() < self.faulty:
            action = self._luck.choice(
                [{"type": "pass", "round": 99}, {"type": "flip_card", "turn": 99}]
                if self.game == "match"
                else [{"type": "flip_card", "turn": 99}, {"type": "pass_bid", "turn": 99}]
            )
        named = f"{self.seat}-{len(self.commands)}"
        frame = json.dumps({"t": "act", "id": named, "action": action})
        self._waiting = Command(named, frame)
        self.commands.append(self._waiting)
        await self._send(connection, self._waiting)

    async def _send(self, connection: ClientConnection, command: Command) -> None:
        for _ in range(self._luck.randint(1, self.copies)):
            await connection.send(command.frame)

    game = "match"


@dataclass
class Table:
    """A table and who plays at it."""

    code: str
    game: str
    players: list[Player]


async def seat_players(
    server: Server,
    game: str,
    seats: int,
    luck: Random,
    options: dict[str, Any] | None = None,
    kind: type[Player] = Player,
) -> Table:
    """Make a table, let people sit down and begin the game."""
    origin = {"origin": server.address}
    cookies, code = [], ""
    for seat in range(seats):
        async with httpx.AsyncClient(
            base_url=server.address, headers=origin, timeout=60, verify=NO_CERTIFICATES
        ) as person:
            name = {"nickname": f"P{seat}"}
            if seat == 0:
                body = {"game": game, "seats": seats, "lexicon": LEXICON, "options": options or {}}
                made = await person.post("/api/tables", json=body | name)
                code = made.raise_for_status().json()["code"]
            else:
                sat = await person.post(f"/api/tables/{code}/sit", json=name)
                sat.raise_for_status()
            cookies.append("; ".join(f"{key}={value}" for key, value in person.cookies.items()))
    async with websockets.connect(
        f"{server.address.replace('http', 'ws')}/ws/{code}",
        origin=websockets.Origin(server.address),
        additional_headers={"Cookie": cookies[0]},
        proxy=None,
    ) as host:
        await host.send('{"t":"start","id":"start"}')
        while msgspec.json.decode(await host.recv())["t"] != "done":
            pass
    players = []
    for seat, cookie in enumerate(cookies):
        player = kind(server.address, code, seat, cookie, Random(luck.random()))
        player.game = game
        players.append(player)
    return Table(code, game, players)


def tally(tables: list[Table]) -> Counter[str]:
    """Count what the players of tables saw."""
    counts: Counter[str] = Counter()
    for table in tables:
        counts["over"] += all(player.over for player in table.players)
        for player in table.players:
            counts["contradicted"] += player.contradicted
            for command in player.commands:
                counts["commands"] += 1
                counts["acknowledged"] += bool(command.answers)
                counts["again"] += max(0, len(command.answers) - 1)
                counts["answers differ"] += len(set(command.answers)) > 1
    return counts
