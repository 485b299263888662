"""All tables of a server, by code: made, found again after a restart, and put away when idle."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, OrderedDict
from contextlib import suppress
from functools import partial

import msgspec
import structlog

from wordlot.core.errors import CorruptRecord, IllegalAction, InvalidNotation, UnknownVersion
from wordlot.core.protocol import LexiconPin
from wordlot.games.names import game_named
from wordlot.games.registry import GAMES, Game
from wordlot.server import names, seats, terms, wire
from wordlot.server.dealing import drawn_seed
from wordlot.server.links import Services
from wordlot.server.players import bot_names
from wordlot.server.room import Room
from wordlot.server.seats import Holder, TableRow
from wordlot.server.watched import Watched
from wordlot.server.wire import Fault, Stage
from wordlot.table import LogUnavailable
from wordlot.words import Lexicon, Library

ALPHABET = "CDFHJKMNPRTVWXY34679"
"""Letters and digits that are not taken for one another, and spell no words."""
CODE_LENGTH = 6
CLOCKS_S = 2.0
"""How often the clocks of running tables are saved; a crash gives back no more than this."""
SERVED_S = 60.0
"""How often it is kept how long the server runs, for the clocks of tables that sleep."""
LOADED = 2_000
"""Tables in memory beyond which those that nobody attends make room; open pages bound the others.
"""
IDLE_S = 120.0
"""How long a table is awake where nobody plays; then its bots and short clocks stand still."""
DUE = 100
"""The most tables that are woken at a time, as something falls due at them."""
LISTED = 50
"""The most public tables that are listed."""
FORGET_S = 3_600.0
"""How often tables are looked for that have waited for too long."""
WAITING_DAYS = 14
"""How long a table at which no game ever began is kept after somebody was there: of the time in
which servers run, so that no clock which is set anew takes it away."""
DAY_S = 86_400.0

_log = structlog.get_logger(__name__)


class Rooms:
    """The tables that are being served. It belongs to one event loop."""

    def __init__(self, services: Services, library: Library) -> None:
        self._services = services
        self._library = library
        self._lexicons: dict[str | None, Lexicon] = {}
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        """By use, what was asked for last at the end."""
        self._used: dict[str, float] = {}
        self._sought: dict[str, asyncio.Task[Room | None]] = {}
        self._awaited: Counter[str] = Counter()
        """How many wait for a table to be found; until they have it, it is not put away."""
        self._closing: dict[str, asyncio.Task[None]] = {}
        self._forget_at = self._served_at = 0.0
        self._keeper = Watched("keeper", self._keep)

    async def start(self) -> None:
        """Begin to look after the tables; first of all, those at which a game was on."""
        self._keeper.start()

    async def close(self) -> None:
        """Put all tables away; they go on where they stand at the next start."""
        await self._keeper.stop()
        for seeking in self._sought.values():
            seeking.cancel()
        for room in self.loaded():
            await room.close()
        self._rooms.clear()
        await asyncio.gather(*self._closing.values())
        with suppress(LogUnavailable):
            await self._services.store.save_clocks([])

    def faults(self) -> tuple[str, ...]:
        """Return what is amiss with the tables, a sentence each."""
        found = [] if self._keeper.well else [f"the keeper of tables failed: {self._keeper.fault}"]
        frozen = sum(room.table.frozen for room in self.loaded())
        return (*found, f"{frozen} tables cannot write their records") if frozen else (*found,)

    def loaded(self) -> list[Room]:
        """Return the tables in memory."""
        return list(self._rooms.values())

    def in_memory(self, code: str) -> Room | None:
        """Return a table if it is in memory; a table that sleeps is not woken."""
        return self._rooms.get(code)

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
        return room

    def public(self) -> list[Room]:
        """Return public tables at which somebody is, those that still wait for players first."""
        found = [
            room
            for room in self.loaded()
            if room.row.public and room.visited and room.stage is not Stage.OVER
        ]
        return sorted(found, key=lambda room: room.stage is not Stage.WAITING)[:LISTED]

    async def create(self, body: wire.NewTable, guest: str) -> Room:
        """Make a table whose host is a guest, who sits in seat 0. `IllegalAction` refuses it."""
        game = GAMES.get(game_named(body.game))
        if game is None:
            known = ", ".join(GAMES)
            raise IllegalAction(Fault.NO_GAME, f"no game is {body.game!r}; there are {known}")
        lexicon = await self._lexicon(body.lexicon)
        options = terms.options_of(game, body.options)
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
            game=game.rules.name,
            options=options,
            lexicon=lexicon.pin,
            public=body.public,
            absence=body.absence,
            seats=(host, *(None,) * (body.seats - 1)),
            host=guest,
        )
        for seat, level in enumerate(body.bots, start=1 + others):
            named = bot_names(self._services.pool, game, level)
            row = seats.put(row, seat, seats.bot_holder(row, level, named))
        return row

    async def _new_room(self, row: TableRow, game: Game, lexicon: Lexicon) -> Room:
        seed = drawn_seed(row.number)
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            named = msgspec.structs.replace(row, code=code)
            if await self._services.store.create(named, seed):
                break
        await self._make_place()
        lexicons = lexicon, self._lexicon
        room = self._rooms[code] = Room(self._services, named, game, lexicons, seed)
        self._use(code)
        return room

    def _use(self, code: str) -> None:
        self._rooms.move_to_end(code)
        self._used[code] = asyncio.get_running_loop().time()

    async def _make_place(self) -> None:
        """Put away tables that nobody attends, the longest unused first, until there is room."""
        while len(self._rooms) >= LOADED:
            room = next((room for room in self._rooms.values() if self._may_sleep(room)), None)
            if room is None:
                return
            await self._put_away(room)

    def _may_sleep(self, room: Room) -> bool:
        return not (room.attended or self._awaited[room.row.code])

    async def _find(self, code: str) -> Room | None:
        room = self._rooms.get(code)
        if room is None:
            room = await self._seek(code)
        if room is not None:
            self._use(code)
        return room

    async def _seek(self, code: str) -> Room | None:
        """Wait for a table to be loaded, once for all who ask for it."""
        if code not in self._sought:
            self._sought[code] = asyncio.get_running_loop().create_task(self._revive(code))
            self._sought[code].add_done_callback(partial(self._sought_out, code))
        self._awaited[code] += 1
        try:
            return await asyncio.shield(self._sought[code])
        finally:
            self._awaited[code] -= 1
            if not self._awaited[code]:
                del self._awaited[code]

    def _sought_out(self, code: str, task: asyncio.Task[Room | None]) -> None:
        self._sought.pop(code, None)
        # Whoever asked may be gone by now.
        if not task.cancelled():
            task.exception()

    def _drop(self, code: str) -> None:
        self._rooms.pop(code, None)
        self._used.pop(code, None)

    async def _revive(self, code: str) -> Room | None:
        if code in self._closing:
            await asyncio.wait([self._closing[code]])
        try:
            row = await self._services.store.load(code)
            # Guesses at codes end here: they put no table away.
            return None if row is None else await self._revived(row)
        except UnknownVersion as error:
            _log.error("table_set_aside", table=code, reason=str(error))
            raise IllegalAction(Fault.FAILED, str(error)) from None
        except LogUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - what was kept otherwise may break anything
            _log.error("table_unreadable", table=code, reason=str(error) or repr(error))
            text = f"the record of table {code} cannot be read; whoever runs the server can see why"
            raise IllegalAction(Fault.FAILED, text) from None

    async def _revived(self, row: TableRow) -> Room:
        game = GAMES.get(row.game)
        seed = await self._services.store.seed(row.code, row.number)
        if game is None or seed is None:
            raise CorruptRecord(f"game {row.number} of {row.game!r} cannot be played here")
        lexicon = await self._lexicon(row.lexicon.name, row.lexicon.sha256)
        room = Room(self._services, row, game, (lexicon, self._lexicon), seed)
        await room.revive()
        await self._make_place()
        self._rooms[row.code] = room
        self._use(row.code)
        return room

    async def lexicon(self, pin: LexiconPin) -> Lexicon | None:
        """Return a lexicon by name and hash; none where it is not here any more."""
        try:
            return await self._lexicon(pin.name, pin.sha256)
        except IllegalAction:
            return None

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
        """Look after the tables once: save clocks, wake what is due, let others rest and sleep."""
        now = asyncio.get_running_loop().time()
        if now >= self._forget_at:
            await self._forget_waiting()
            self._forget_at = now + FORGET_S
        await asyncio.sleep(CLOCKS_S)
        await self._save_clocks()
        for code in await self._services.store.due(DUE):
            if code not in self._rooms:
                await self._wake(code)
        for room in self.loaded():
            await self._let_rest(room)

    async def _let_rest(self, room: Room) -> None:
        now = asyncio.get_running_loop().time()
        if room.played:
            self._use(room.row.code)
        elif now - room.played_at >= IDLE_S:
            room.rest()
        if self._may_sleep(room) and now - self._used.get(room.row.code, now) >= IDLE_S:
            await self._put_away(room)

    async def _wake(self, code: str) -> None:
        """Load a table for something that falls due; it rests again when that is done."""
        try:
            await self._find(code)
        except IllegalAction:
            # Why is in the log; it is asked for once, not for ever.
            await self._services.store.wake(code)

    async def _save_clocks(self) -> None:
        now = asyncio.get_running_loop().time()
        clocks = [
            room.clock()
            for room in self.loaded()
            if room.stage is Stage.PLAYING and room.table.due is not None and room.table.running
        ]
        if clocks or now >= self._served_at:
            self._served_at = now + SERVED_S
            with suppress(LogUnavailable):
                await self._services.store.save_clocks(clocks)

    async def _forget_waiting(self) -> None:
        with suppress(LogUnavailable):
            used = [room.row.code for room in self.loaded() if room.attended]
            held = tuple(self._rooms)
            forgotten = await self._services.store.forget_waiting(WAITING_DAYS * DAY_S, used, held)
            if forgotten:
                _log.info("tables_forgotten", tables=forgotten)

    async def _put_away(self, room: Room) -> None:
        """Let a table sleep; a clock of a day goes on meanwhile."""
        code = room.row.code
        self._drop(code)
        self._closing[code] = asyncio.get_running_loop().create_task(room.close())
        try:
            await asyncio.wait([self._closing[code]])
        finally:
            self._closing.pop(code, None)
