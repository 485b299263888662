"""Between two steps: a table does whatever tables do, and at each step everything is asked."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import msgspec

from tests.prove.onlookers import Disk, Ear, Onlooker
from tests.prove.stepping import LoopClock, StepLoop, StepStore
from tests.server.harness import TALLY_GAME, PuppetBots
from tests.tally import PIN, NoWords, Raise
from wordlot.core.chance import nonce_commitment
from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import Seat
from wordlot.games.registry import GAMES
from wordlot.server import wire
from wordlot.server.guests import Guests, hashed
from wordlot.server.links import Services
from wordlot.server.players import Pool
from wordlot.server.quotas import Quota, Quotas
from wordlot.server.reviews import Reviews
from wordlot.server.room import Room
from wordlot.server.rooms import Rooms
from wordlot.server.settings import Settings
from wordlot.table import LogUnavailable

TOKENS = [letter * 43 for letter in "mtlw"]
"""Mira, who makes the table, Tom, and two that come and go."""
MOVES = 40
GAME_NAMES = ("tally", "match", "bet_the_bag")
JUNK = 5
"""Acts ahead of the opening of a game, each of them a commit of the store."""
JUNK_ACTS = {
    "tally": {"type": "raise", "round": 99, "value": 99},
    "match": {"type": "pass", "round": 99},
    "bet_the_bag": {"type": "pass_bid", "turn": 99},
}


class _Words:
    """A library with a list that has no words."""

    def load(self, _name: str = "none", *, sha256: str | None = None) -> Any:  # noqa: ANN401
        return NoWords()

    def names(self) -> tuple[str, ...]:
        return (PIN.name,)


class Evening:
    """Some people at one table, who do anything at any time."""

    def __init__(self, folder: Path, loop: StepLoop, luck: Random, name: str) -> None:
        self.luck = luck
        self.name = name
        self.store = StepStore(folder, loop, luck)
        self.onlooker = Onlooker(Disk(self.store), TOKENS)
        self.rooms: Any = None
        self._clock = LoopClock(loop)
        self._ears: dict[str, Ear] = {}
        self._going: set[asyncio.Task[None]] = set()
        self._count = 0
        loop.look = self.onlooker.look

    async def run(self) -> None:
        await self.store.open()
        self._serve()
        luck = self.luck
        bots = ("easy",) * luck.randint(0, 1)
        options = {} if self.name == "tally" else _no_clock(self.name)
        new = wire.NewTable(
            self.name, "Mira", luck.randint(2 + len(bots), 4), bots, options, PIN.name, public=True
        )
        room = await self.rooms.create(new, hashed(TOKENS[0]))
        self.onlooker.code = room.row.code
        self.onlooker.shut = False
        for move in self._moves():
            if move == self._restart:
                await self._restart()
                continue
            self._going.add(asyncio.ensure_future(self._tried(move)))
            await self._pause()
        await asyncio.gather(*self._going)
        self.onlooker.shut = True
        self.onlooker.counts["games"] = len(self.onlooker.disk.games)
        await self.rooms.close()
        await self.store.close()

    def _moves(self) -> Sequence[Callable[[], Awaitable[object]]]:
        """Return what is done: at first what begins a game, then anything, most often rematches."""
        first = [self._join, self._sit, self._join, self._start]
        weights = {
            self._join: 3,
            self._leave: 1,
            self._sit: 2,
            self._start: 2,
            self._finish: 6,
            self._rematch: 8,
            self._reveal: 4,
            self._show: 3,
            self._seats: 3,
            self._records: 4,
            self._restart: 1,
            self._junk: 3,
        }
        return first + self.luck.choices(list(weights), list(weights.values()), k=MOVES)

    async def _tried(self, move: Callable[[], Awaitable[object]]) -> None:
        with suppress(IllegalAction, LogUnavailable, asyncio.QueueFull, asyncio.CancelledError):
            await move()

    async def _pause(self) -> None:
        for _ in range(self.luck.choice((0, 1, 3, 8, 20))):
            await asyncio.sleep(0)
        if self.luck.random() < 0.1:
            await asyncio.sleep(self.luck.choice((0.1, 1.0, 40.0)))

    def _serve(self) -> None:
        pool = Pool(PuppetBots())
        services = Services(self.store, self._clock, pool, Quotas(Quota()))
        self.rooms = Rooms(services, _Words())  # type: ignore[arg-type]
        settings = Settings(Path(), origins=())
        self.onlooker.app.state = SimpleNamespace(
            rooms=self.rooms,
            store=self.store,
            settings=settings,
            guests=Guests("0", self.store.knows),
            quotas=services.quotas,
            reviews=Reviews(self.store),
        )

    async def _room(self) -> Room:
        room: Room = await self.rooms.find(self.onlooker.code)
        return room

    async def _join(self) -> None:
        token = self.luck.choice(["", *TOKENS, *TOKENS[:2], *TOKENS[:2]])
        await self._leave(token)
        ear = self._ears[token] = Ear(self.onlooker, token)
        await (await self._room()).join(ear)

    async def _leave(self, token: str | None = None) -> None:
        token = self.luck.choice(TOKENS) if token is None else token
        ear = self._ears.pop(token, None)
        if ear is not None:
            (await self._room()).leave(ear)

    async def _sit(self) -> None:
        token, room = self.luck.choice(TOKENS[1:]), await self._room()
        game = room.row.number + (room.stage is wire.Stage.OVER)
        sworn = nonce_commitment(self._nonce(token, game)) if self.luck.random() < 0.8 else ""
        await room.sit(hashed(token), wire.SitDown(f"guest {token[:1]}", commitment=sworn))

    async def _command(self, token: str, kind: Any, **fields: Any) -> None:  # noqa: ANN401
        self._count += 1
        frame = kind(id=f"command {self._count}", **fields)
        await (await self._room()).command(hashed(token), frame)

    async def _start(self) -> None:
        await self._command(TOKENS[0], wire.Start)
        await self._pause()
        await self._reveal()

    async def _rematch(self) -> None:
        """Ask for another game, most often behind acts that are all to be refused."""
        if self.luck.random() < 0.7:
            await self._junk()
        for token in self.luck.choices(TOKENS[:3], k=2):
            room = await self._room()
            await self._ready(token, room.row.number + (room.stage is wire.Stage.OVER))

    async def _ready(self, token: str, game: int) -> None:
        """Be ready or not, most often with a commitment to a nonce; reveal it a little later."""
        sworn = nonce_commitment(self._nonce(token, game)) if self.luck.random() < 0.8 else ""
        ready = self.luck.random() < 0.9
        await self._command(token, wire.Ready, game=game, ready=ready, commitment=sworn)
        if self.luck.random() < 0.8:
            await self._pause()
            await self._reveal()

    async def _reveal(self) -> None:
        """Reveal what is awaited, or say that it is lost, or something else."""
        room = await self._room()
        for token in TOKENS:
            dealing = room.lobby().dealing
            if dealing is not None:
                own = self._nonce(token, dealing.game)
                nonce = self.luck.choice((own, own, own, own, "", "ab" * 32))
                with suppress(IllegalAction):
                    await room.reveal(hashed(token), wire.Reveal(dealing.game, nonce))

    async def _show(self) -> None:
        """Say of every open page that it shows the table."""
        room = await self._room()
        for ear in tuple(self._ears.values()):
            room.shown(ear, room.table.game)

    def _nonce(self, token: str, game: int) -> str:
        nonce = sha256(f"{token} {game}".encode()).hexdigest()
        self.onlooker.nonces[nonce] = game
        return nonce

    async def _junk(self) -> None:
        room = await self._room()
        for _ in range(JUNK):
            self._count += 1
            action = msgspec.convert(JUNK_ACTS[self.name], type=room.game.rules.action_type)
            room.table.submit(Seat(0), f"junk {self._count}", action)

    async def _finish(self) -> None:
        """Play a game to its end, or break it off."""
        room = await self._room()
        if self.name != "tally" or self.luck.random() < 0.2:
            await self._command(room.row.host and TOKENS[0], wire.EndGame)
            return
        for round_ in (1, 2, 3):
            self._count += 1
            raised = Raise(round_, 9)
            await room.table.submit(Seat(self.luck.randint(0, 1)), f"play {self._count}", raised)

    async def _seats(self) -> None:
        seat, token = Seat(self.luck.randint(0, 3)), self.luck.choice(TOKENS[:3])
        if self.luck.random() < 0.5:
            await self._command(token, wire.FreeSeat, seat=seat)
        else:
            await self._command(token, wire.SeatBot, seat=seat, level="easy")

    async def _records(self) -> None:
        await self.onlooker.ask_records(range(1, (await self._room()).row.number + 2))

    async def _restart(self) -> None:
        """Stop in order, and serve again."""
        self.onlooker.shut = True
        for task in self._going:
            task.cancel()
        await asyncio.gather(*self._going, return_exceptions=True)
        self._going.clear()
        self._ears.clear()
        await self.rooms.close()
        self._serve()
        self.onlooker.shut = False


def _no_clock(name: str) -> dict[str, Any]:
    options = GAMES[name].rules.options_type.__struct_fields__
    return {field: None for field in options if field in {"round_clock_ms", "bid_clock_ms"}}


def evening(luck: Random, name: str) -> tuple[Counter[str], list[str]]:
    """Let people do anything at one table; returns the counts, and what was told wrongly."""
    before = dict(GAMES)
    GAMES["tally"] = TALLY_GAME
    loop = StepLoop(luck)
    try:
        with TemporaryDirectory() as folder:
            asyncio.set_event_loop(loop)
            table = Evening(Path(folder), loop, luck, name)
            loop.run_until_complete(table.run())
            return table.onlooker.counts, table.onlooker.faults
    finally:
        loop.look = lambda: None
        _cancel_all(loop)
        loop.close()
        asyncio.set_event_loop(None)
        GAMES.clear()
        GAMES.update(before)


def _cancel_all(loop: StepLoop) -> None:
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
