"""All tables of a server, by code: made, found again after a restart, and put away when idle."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any

import msgspec
import structlog

from wordlot.core.errors import CorruptRecord, IllegalAction, InvalidNotation, UnknownVersion
from wordlot.games.registry import GAMES, Game
from wordlot.server import names, seats, wire
from wordlot.server.dealing import drawn_seed
from wordlot.server.links import Services
from wordlot.server.players import bot_name
from wordlot.server.room import Room
from wordlot.server.seats import Holder, TableRow
from wordlot.server.wire import Fault, Stage
from wordlot.table import LogUnavailable
from wordlot.words import Lexicon, Library

ALPHABET = "CDFHJKMNPRTVWXY34679"
"""Letters and digits that are not taken for one another, and spell no words."""
CODE_LENGTH = 6
CLOCKS_S = 2.0
"""How often the clocks of running tables are saved; a crash gives back no more than this."""
LOADED = 2_000
"""The most tables in memory."""
IDLE_S = 600.0
"""How long a table without anybody stays in memory."""
LISTED = 50
"""The most public tables that are listed."""
FORGET_S = 3_600.0
"""How often tables are looked for that have waited for too long."""
WAITING_DAYS = 14
"""How long a table at which no game ever began is kept after somebody was there."""
DAY_S = 86_400.0

_log = structlog.get_logger(__name__)


class Rooms:
    """The tables that are being served. It belongs to one event loop."""

    def __init__(self, services: Services, library: Library) -> None:
        self._services = services
        self._library = library
        self._lexicons: dict[str | None, Lexicon] = {}
        self._rooms: dict[str, asyncio.Future[Room | None]] = {}
        self._idle_since: dict[str, float] = {}
        self._keeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look after the tables; first of all, those at which a game was on."""
        self._keeper = asyncio.get_running_loop().create_task(self._keep(), name="keeper")

    async def close(self) -> None:
        """Put all tables away; they go on where they stand at the next start."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
        for room in self.loaded():
            await room.close()
        self._rooms.clear()

    def loaded(self) -> list[Room]:
        """Return the tables in memory."""
        done = [f for f in self._rooms.values() if f.done() and not f.cancelled()]
        found = [future.result() for future in done if future.exception() is None]
        return [room for room in found if room is not None]

    def lexicon_names(self) -> tuple[str, ...]:
        """Return the names of the lexicons that a table may use."""
        return self._library.names()

    async def find(self, code: str) -> Room:
        """Return a table by its code, in whatever case. `IllegalAction` where there is none."""
        code = code.upper()
        room = None
        if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET):
            room = await self._find(code)
        if room is None:
            raise IllegalAction(Fault.NO_TABLE, f"there is no table {code[:12]}")
        self._idle_since.pop(code, None)
        return room

    def public(self) -> list[Room]:
        """Return public tables at which somebody is, those that still wait for players first."""
        found = [
            room
            for room in self.loaded()
            if room.row.public and room.sockets and room.stage is not Stage.OVER
        ]
        return sorted(found, key=lambda room: room.stage is not Stage.WAITING)[:LISTED]

    async def create(self, body: wire.NewTable, guest: str) -> Room:
        """Make a table whose host is a guest, who sits in seat 0. `IllegalAction` refuses it."""
        game = GAMES.get(body.game)
        if game is None:
            known = ", ".join(GAMES)
            raise IllegalAction(Fault.NO_GAME, f"no game is {body.game!r}; there are {known}")
        self._check_room()
        lexicon = await self._lexicon(body.lexicon)
        options = _options(game, body.options)
        game.rules.check(body.seats, options)
        room = await self._new_room(self._row(body, game, options, lexicon, guest), game, lexicon)
        if body.start:
            answer = await room.command(guest, wire.Start(secrets.token_hex(12)))
            if isinstance(answer, wire.Refused):
                raise IllegalAction(Fault(answer.code), answer.text, answer.clause)
        return room

    def _row(
        self, body: wire.NewTable, game: Game, options: object, lexicon: Lexicon, guest: str
    ) -> TableRow:
        others = body.seats - 1 - len(body.bots)
        if others < 0:
            text = f"{len(body.bots)} bots and a player are more than {body.seats} seats"
            raise IllegalAction(Fault.TABLE_FULL, text)
        if body.start and others:
            raise IllegalAction(Fault.TOO_FEW, f"{others} seats are still free")
        host = Holder(names.clean(body.nickname), guest, commitment=body.commitment)
        row = TableRow(
            code="",
            game=body.game,
            options=options,
            lexicon=lexicon.pin,
            public=body.public,
            seats=(host, *(None,) * (body.seats - 1)),
            host=guest,
        )
        for seat, level in enumerate(body.bots, start=1 + others):
            name = bot_name(self._services.pool, game, level)
            row = seats.put(row, seat, seats.bot_holder(row, level, name))
        return row

    async def _new_room(self, row: TableRow, game: Game, lexicon: Lexicon) -> Room:
        seed = drawn_seed(row.number)
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            named = msgspec.structs.replace(row, code=code)
            if await self._services.store.create(named, seed):
                break
        room = Room(self._services, named, game, lexicon, seed)
        future: asyncio.Future[Room | None] = asyncio.get_running_loop().create_future()
        future.set_result(room)
        self._rooms[code] = future
        return room

    def _check_room(self) -> None:
        if len(self._rooms) >= LOADED:
            raise IllegalAction(Fault.CROWDED, "the server holds no more tables; try again later")

    async def _find(self, code: str) -> Room | None:
        if code not in self._rooms:
            self._check_room()
            self._rooms[code] = asyncio.ensure_future(self._revive(code))
        finding = self._rooms[code]
        try:
            room = await asyncio.shield(finding)
        except BaseException:
            if finding.done():
                self._rooms.pop(code, None)
            raise
        if room is None:
            # Guesses at codes must not fill the memory.
            self._rooms.pop(code, None)
        return room

    async def _revive(self, code: str) -> Room | None:
        row = await self._services.store.load(code)
        if row is None:
            return None
        try:
            return await self._revived(row)
        except UnknownVersion as error:
            _log.error("table_set_aside", table=code, reason=str(error))
            raise IllegalAction(Fault.FAILED, str(error)) from None
        except (CorruptRecord, IllegalAction) as error:
            _log.error("table_unreadable", table=code, reason=str(error))
            text = f"the record of table {code} cannot be read; whoever runs the server can see why"
            raise IllegalAction(Fault.FAILED, text) from None

    async def _revived(self, row: TableRow) -> Room:
        game = GAMES.get(row.game)
        seed = await self._services.store.seed(row.code, row.number)
        if game is None or seed is None:
            raise CorruptRecord(f"game {row.number} of {row.game!r} cannot be played here")
        lexicon = await self._lexicon(row.lexicon.name, row.lexicon.sha256)
        room = Room(self._services, row, game, lexicon, seed)
        await room.revive()
        return room

    async def _lexicon(self, name: str, sha256: str | None = None) -> Lexicon:
        """Return a lexicon: the edition in force now, or that of a hash."""
        if sha256 in self._lexicons:
            return self._lexicons[sha256]
        try:
            loaded = await asyncio.to_thread(self._library.load, name, sha256=sha256)
        except InvalidNotation as error:
            raise IllegalAction(Fault.NO_LEXICON, str(error)) from None
        return self._lexicons.setdefault(loaded.pin.sha256, loaded)

    async def warm(self, name: str) -> Lexicon:
        """Load a lexicon, and what the bots of every game need of it."""
        lexicon = await self._lexicon(name)
        pool = self._services.pool
        for game in GAMES:
            if pool.brains.plays(game):
                await pool.ready(game, lexicon)
        return lexicon

    async def _keep(self) -> None:
        """Take up games, then save clocks, and put away the tables at which nothing goes on."""
        for code in await self._services.store.playing():
            # One that cannot be read is in the log; the others are to be played.
            with suppress(IllegalAction):
                await self.find(code)
        now = asyncio.get_running_loop().time
        forget_at = now()
        while True:
            if now() >= forget_at:
                await self._forget_waiting()
                forget_at = now() + FORGET_S
            await asyncio.sleep(CLOCKS_S)
            await self._save_clocks()
            for room in self.loaded():
                await self._put_away(room)

    async def _save_clocks(self) -> None:
        clocks = [
            (room.row.code, room.table.game, room.table.now)
            for room in self.loaded()
            if room.stage is Stage.PLAYING and room.table.due is not None
        ]
        if clocks:
            with suppress(LogUnavailable):
                await self._services.store.save_clocks(clocks)

    async def _forget_waiting(self) -> None:
        with suppress(LogUnavailable):
            used = [room.row.code for room in self.loaded() if room.busy]
            held = tuple(self._rooms)
            forgotten = await self._services.store.forget_waiting(WAITING_DAYS * DAY_S, used, held)
            if forgotten:
                _log.info("tables_forgotten", tables=forgotten)

    async def _put_away(self, room: Room) -> None:
        code, now = room.row.code, asyncio.get_running_loop().time()
        if room.busy:
            self._idle_since.pop(code, None)
        elif now - self._idle_since.setdefault(code, now) >= IDLE_S:
            self._idle_since.pop(code)
            self._rooms.pop(code)
            await room.close()


def _options(game: Game, given: dict[str, Any]) -> object:
    try:
        return msgspec.convert(given, type=game.rules.options_type)
    except msgspec.MsgspecError as error:
        raise IllegalAction(Fault.BAD_OPTIONS, f"options that are not known: {error}") from None
