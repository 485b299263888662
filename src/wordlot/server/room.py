"""One table as the server runs it: its seats, its game, and everybody who is connected to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import structlog
from msgspec.structs import replace

from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import LexiconLike, Seat
from wordlot.core.seeds import SecretSeed
from wordlot.games.registry import Game
from wordlot.server import dealing, seats, terms, wire
from wordlot.server.answers import Answers, refused
from wordlot.server.attendance import Attendance
from wordlot.server.buckets import TokenBucket
from wordlot.server.chores import Chores
from wordlot.server.company import Company
from wordlot.server.crew import Crew
from wordlot.server.host_watch import HostWatch
from wordlot.server.links import Client, Services
from wordlot.server.players import bot_names
from wordlot.server.presence import STAY_S, Presence, sitters
from wordlot.server.seats import TableRow
from wordlot.server.store import Answer, StoreLog
from wordlot.server.timers import Timers
from wordlot.server.together import ClockAt
from wordlot.server.wire import Done, Fault, Stage
from wordlot.table import Conflict, LogUnavailable, Opening, Table

LONG_WAIT_MS = 600_000
"""A game that waits longer than this for the clock may be ended by its host (X1)."""
RETRY_S = 0.5
"""Between two tries to store what has taken effect."""
ALONE_S = 120.0
"""How long nobody else was there where the host may end a game as alone (X1)."""
AWAY_S = 30.0
"""How long a player was not there where a bot may take the seat (X1); a reload takes a moment."""
REVEAL_MS = 4_000
"""How long a deal waits for nonces that were committed to (X3)."""
OFFER_MS = 20_000
"""After which an offered rematch begins with those who are ready."""
SHOW_MS = 4_000
"""How long the first clock of a game waits for pages that do not show it."""

T = TypeVar("T")
_log = structlog.get_logger(__name__)
_Lexicons = Callable[[str], Awaitable[LexiconLike]]


class Room:
    """A table that is being served."""

    def __init__(
        self,
        services: Services,
        row: TableRow,
        game: Game,
        lexicons: tuple[LexiconLike, _Lexicons],
        seed: SecretSeed,
    ) -> None:
        self.row = row
        self.game = game
        lexicon, self._lexicon = lexicons
        self.table = Table(
            row.code,
            game.rules,
            lexicon,
            StoreLog(services.store, row.code),
            services.clock,
            ended=self._game_ended,
        )
        self._services = services
        self._seed = seed
        self._next_seed: SecretSeed | None = None
        self._company = Company(self.table, lambda: self.row, self.lobby)
        self._presence = Presence(services.clock, self._company.links, self._company.announce)
        self._crew = Crew(services.pool, game, self.table)
        self._attendance = Attendance(game, self.table, self._missing)
        self._awake = False
        self.played_at = asyncio.get_running_loop().time()
        """When who has a seat was last there, by the event loop."""
        self._answers = Answers()
        self._lock = asyncio.Lock()
        self._chores = Chores(row.code)
        self._host = HostWatch(services.clock, self._presence, lambda: self.row, self._host_is_away)
        self._changes = TokenBucket(terms.CHANGES, self.played_at)
        self._timers = Timers(services.clock)
        self._unseen: set[Seat | None] = set()

    @property
    def stage(self) -> Stage:
        """Where the table stands; the record of the game says so."""
        if self.table.seq == 0:
            return Stage.WAITING
        return Stage.OVER if self.table.over else Stage.PLAYING

    @property
    def _phase(self) -> Stage:
        """Where seats stand: those of a game that is being dealt are as settled as in a game."""
        return self.stage if self.row.dealing is None else Stage.PLAYING

    @property
    def visited(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._company.links)

    @property
    def attended(self) -> bool:
        """Whether anybody is connected, or something is being done that ends in a moment."""
        return self.visited or bool(self._chores or self._timers) or self._lock.locked()

    @property
    def played(self) -> bool:
        """Whether who has a seat is connected."""
        return any(link.seat is not None for link in self._company.links)

    async def revive(self) -> None:
        """Take up where the store left the table; it rests until who has a seat is there."""
        store, code, number = self._services.store, self.row.code, self.row.number
        self._answers.restore(await store.answers(code))
        await store.wake(code)
        if await store.opened(code, number):
            await self.table.restore(
                number, self._seed, held=not self._by_day, paused=self.row.paused
            )
            self._attendance.restore(self.row.attended)
            if self.row.dealing is not None and self.row.dealing.number == number:
                self.row = replace(self.row, dealing=None)
        if self.stage is Stage.OVER or self.row.dealing is not None:
            await self._after_game()

    async def close(self) -> None:
        """Stop everything at once; the store has all that matters."""
        self._host.stop()
        self._timers.stop()
        self._presence.stop()
        self._crew.close()
        self._company.close()
        self._chores.stop()
        await self.table.close()
        if self.stage is Stage.PLAYING:
            row = replace(self.row, attended=self._attendance.kept())
            if row != self.row:
                # Who has kept the table since knows better.
                with suppress(Conflict):
                    await self._services.store.save(row, self.stage)
            await self._services.store.save_clocks([self.clock()])

    def clock(self) -> ClockAt:
        """Return how far the game's clock has come, and when it goes on though nobody is there."""
        now, due = self.table.now, self.table.due
        goes = self._by_day and not self.table.paused
        left = due - now if due is not None and goes else None
        return ClockAt(self.row.code, self.table.game, now, left)

    def rest(self) -> None:
        """Let bots and short clocks stand until who has a seat is there; others may watch."""
        if self._awake:
            self._awake = False
            self._man()
            if not self._by_day:
                self.table.hold()

    def _wake_if_played(self) -> None:
        if self.played:
            self._wake()

    def _wake(self) -> None:
        if not self._awake:
            self._awake = True
            self._let_go()
            self._man()

    @property
    def _by_day(self) -> bool:
        return self.game.by_day(self._settings())

    def lobby(self) -> wire.Lobby:
        """Return what everybody may know of the table."""
        row, stage = self.row, self.stage
        bots = seats.stand_ins(row, self._crew.level) if (playing := stage is Stage.PLAYING) else {}
        following = self._next_seed if stage is Stage.OVER else None
        return wire.Lobby(
            code=row.code,
            game=row.game,
            options=self._settings(),
            lexicon=row.lexicon,
            stage=stage,
            number=row.number,
            seats=sitters(row, self._presence.told(), bots, self._ready_for, playing=playing),
            min_seats=self.game.rules.min_seats,
            host=seats.host_seat(row),
            commitment=self._seed.commitment,
            seed=self.table.told,
            next_commitment=following.commitment if following else None,
            dealing=dealing.told(row.dealing, following or self._seed),
            begins_in_ms=self._timers.left_ms("offer"),
            # Before a game, who has no seat may only be about to sit down.
            watching=0 if stage is Stage.WAITING else self._company.watching,
            public=row.public,
            absence=row.absence,
            paused=self.table.paused,
            settings=row.settings,
            former=row.former,
        )

    @property
    def _options(self) -> Any:  # noqa: ANN401 - each game has options of its own
        return terms.options_of(self.game, self.row.options)

    def _settings(self) -> Any:  # noqa: ANN401 - each game has options of its own
        """Return the options of the game that is played, which older rules may have begun."""
        playing = self.stage is Stage.PLAYING
        return self.table.state.setup.options if playing else self._options

    async def join(self, client: Client, *, game: int = 0, after: int = 0) -> None:
        """Connect a client: who it is, how the game stands, and from then on all that happens.

        Who has a seat always gets in. `TooMuch` where too many watch already.
        """
        self._presence.see(client.guest, self.row)
        await self._alone(partial(self._come, client.guest, game))
        if seats.seat_of(self.row, client.guest) is None:
            self._services.quotas.watch(client, [link.client for link in self._company.links])
        else:
            self._wake()
        self._company.add(client, game=game, after=after)
        self._company.announce()
        self._host.look()

    def leave(self, client: Client) -> None:
        """Disconnect a client; the seat stays its person's."""
        self._company.remove(client)
        self.played_at = asyncio.get_running_loop().time()
        self._presence.see(client.guest, self.row)
        self._company.announce()
        self._host.look()
        self._let_go()

    def pong(self, n: int) -> wire.Pong:
        """Return the answer to a heartbeat."""
        table = self.table
        return wire.Pong(n, table.game, table.now, table.running)

    def seat_of(self, client: Client) -> Seat | None:
        """Return the seat that a client plays; none for a spectator."""
        links = self._company.links
        return next((link.plays for link in links if link.client is client), None)

    def heard(self, seat: Seat) -> None:
        """Take that the player of a seat is there: something came that asks the game."""
        self._attendance.heard(seat)
        holder = self.row.seats[seat]
        if holder is not None and holder.absent:
            self._crew.dismiss(seat)
            self._spawn_locked(partial(self._return, holder.guest))

    async def _come(self, guest: str | None, game: int) -> None:
        # A page that only connects again, as pages do, says nothing of its person.
        if game == 0 or not seats.is_absent(self.row, guest):
            await self._return(guest)

    async def _return(self, guest: str | None) -> None:
        back = seats.take_back(self.row, guest)
        if back is not self.row:
            await self._keep(back)

    def _missing(self, seat: Seat) -> None:
        """Let the table play for who let clocks run out (X1)."""
        self._spawn_locked(partial(self._miss, self.table.game, seat))

    async def _miss(self, game: int, seat: Seat) -> None:
        if self.stage is not Stage.PLAYING or self.table.game != game:
            return
        row = seats.absent(self.row, seat)
        if row is not self.row and self._attendance.missing(seat):
            await self._keep(row)

    async def sit(self, guest: str, sit: wire.SitDown) -> Seat:
        """Give a guest a seat, or refuse with `IllegalAction`."""
        return await self._alone(partial(self._sit, guest, sit))

    async def _sit(self, guest: str, sit: wire.SitDown) -> Seat:
        row, seat = seats.sit(self.row, self._phase, guest, sit)
        await self._keep(row)
        return seat

    async def reveal(self, guest: str | None, frame: wire.Reveal) -> None:
        """Keep the nonce of a seat, and deal where it was the last (X3); or `IllegalAction`."""
        await self._alone(partial(self._reveal, guest or "", frame))

    async def _reveal(self, guest: str, frame: wire.Reveal) -> None:
        await self._keep(dealing.revealed(self.row, guest, frame))
        if self.row.dealing and not dealing.awaited(self.row.dealing):
            await self._keep(await self._deal(self.row))

    def shown(self, client: Client, game: int) -> None:
        """Take that the page of a seat shows a game; the clock goes when all of them do."""
        if game == self.table.game:
            self._unseen.discard(self.seat_of(client))
            self._let_go()

    async def command(self, guest: str | None, frame: wire.TableFrame) -> Answer:
        """Do what a frame about the table asks, once for each id, and return the answer."""
        if guest is None or seats.seat_of(self.row, guest) is None:
            return refused(frame.id, IllegalAction(Fault.NOT_SEATED, "you have no seat here"))
        try:
            return await self._alone(partial(self._obey, guest, frame))
        except LogUnavailable:
            frozen = IllegalAction(Fault.FROZEN, "the table cannot write its record just now")
            return refused(frame.id, frozen)

    async def _obey(self, guest: str, frame: wire.TableFrame) -> Answer:
        answer = self._answers.of(guest, frame.id)
        if answer is not None:
            return answer
        row = self.row
        try:
            row = await self._carry_out(guest, frame)
        except IllegalAction as refusal:
            answer = refused(frame.id, refusal)
            if refusal.code is Fault.TOO_FAST:
                return answer
        else:
            answer = Done(frame.id, self.table.seq, self.table.now)
        await self._keep_surely(row, (guest, self._answers.number(guest), answer))
        self._answers.keep(guest, frame.id, answer)
        return answer

    async def _carry_out(self, guest: str, frame: wire.TableFrame) -> TableRow:
        """Return the row after a command; a game that it begins or ends is so when this returns."""
        match frame:
            case wire.Start():
                seats.check_host(self.row, guest)
                if dealing.coming(self.row, self.stage) != self.row.number:
                    raise IllegalAction(Fault.NOT_NOW, "another game begins when all are ready")
                terms.check_agreed(self.row)
                return await self._settle(self.row, dealing.seated(self.row))
            case wire.Ready():
                row = dealing.with_ready(self.row, self.stage, guest, frame)
                return await self._offered(terms.settled(row), pressed=frame.ready)
            case wire.SeatBot() | wire.ChangeTable():
                return await self._arranged(guest, frame)
            case wire.FreeSeat(seat=seat):
                row = self._host.hosted(seats.free(self.row, self._phase, guest, seat))
                return await self._offered(row, pressed=False)
            case wire.Back() | wire.Pause():
                return self._attended_by(guest, frame)
            case wire.Skip(round=round_):
                self._crew.skip(round_)
            case wire.EndGame():
                self._check_may_end(guest)
                await self.table.break_off()
        return self.row

    async def _arranged(self, guest: str, frame: wire.SeatBot | wire.ChangeTable) -> TableRow:
        """Return the row in which the host seated a bot, or set the table anew."""
        seats.check_host(self.row, guest)
        if isinstance(frame, wire.SeatBot):
            return self._with_bot(guest, frame.seat, frame.level)
        if not self._changes.take(asyncio.get_running_loop().time()):
            text = "the settings were changed very often; wait a few seconds"
            raise IllegalAction(Fault.TOO_FAST, text)
        lexicon = self.table.lexicon
        if frame.lexicon != lexicon.pin.name:
            lexicon = await self._lexicon(frame.lexicon)
        row = terms.changed(self.row, self.stage, frame, self.game, lexicon.pin)
        if row is not self.row:
            self._timers.stop("offer")
            self.table.lexicon = lexicon
        return row

    def _attended_by(self, guest: str, frame: wire.Back | wire.Pause) -> TableRow:
        """Return the row of a game whose player is back, or lets it stand or go on (X1, X1.2)."""
        self._attendance.heard(seats.check_seated(self.row, guest))
        if isinstance(frame, wire.Back):
            return seats.take_back(self.row, guest)
        if self.stage is not Stage.PLAYING:
            raise IllegalAction(Fault.NOT_NOW, "no game is on", "X1.2")
        seats.check_with_bots(self.row, guest)
        return replace(self.row, paused=frame.paused)

    async def _offered(self, row: TableRow, *, pressed: bool) -> TableRow:
        """Return the row after a change of who is ready; a rematch begins when all who stay are."""
        if self.stage is not Stage.OVER or row.dealing is not None:
            return row
        number = row.number + 1
        if not dealing.offered(row, number):
            self._timers.stop("offer")
        if not pressed and "offer" not in self._timers:
            return row
        willing = dealing.willing(row, number)
        enough = pressed or len(willing) >= self.game.rules.min_seats
        if enough and not dealing.unwilling(row, number, self._presence.lately(self.row, STAY_S)):
            return await self._settle(row, willing)
        self._timers.after("offer", OFFER_MS, partial(self._spawn_locked, self._end_offer))
        return row

    async def _end_offer(self) -> None:
        """Begin a rematch with those who are ready; none where they are too few."""
        row, number = self.row, self.row.number + 1
        if self.stage is not Stage.OVER or row.dealing is not None:
            return
        try:
            row = await self._settle(row, dealing.willing(row, number))
        except IllegalAction:
            row = dealing.withdrawn(row)
        await self._keep(row)

    async def _end_deal(self) -> None:
        """Deal without the nonces that were not revealed."""
        if self.row.dealing is not None:
            await self._keep(await self._deal(self.row))

    def _check_may_end(self, host: str) -> None:
        """Refuse to end a game that will end by itself while others play it (X1, X1.2)."""
        if seats.with_bots_alone(self.row, host):
            return
        seats.check_host(self.row, host)
        others = {holder.guest for holder in self.row.seats if holder and not holder.left}
        alone = not (others - {host}) & self._presence.lately(self.row, ALONE_S)
        due = self.table.due
        if not alone and due is not None and due - self.table.now <= LONG_WAIT_MS:
            raise IllegalAction(Fault.NOT_NOW, "the clock keeps this game going", "X1")

    def _with_bot(self, guest: str, seat: Seat, level: str) -> TableRow:
        named = bot_names(self._services.pool, self.game, level)
        here = self._presence.lately(self.row, AWAY_S)
        return seats.seat_bot(self.row, self._phase, guest, seat, level, named, here)

    async def _settle(self, row: TableRow, players: tuple[Seat, ...]) -> TableRow:
        """Settle who plays the next game, and deal it where no nonce is awaited (X3)."""
        rules = self.game.rules
        if len(players) < rules.min_seats:
            text = f"{rules.min_seats} seats must be taken, not {len(players)}"
            raise IllegalAction(Fault.TOO_FEW, text)
        rules.check(len(players), self._options)
        over = self.stage is Stage.OVER
        if over:
            await self._commit_to_next()
        seed = self._next_seed if over else self._seed
        assert seed is not None, "a game that is over has prepared the next"
        # Who won may not be kept yet, where the rematch comes at once.
        starter = self._sole_winner() if over else row.starter
        settled = dealing.settled(row, players, seed, starter)
        assert settled.dealing is not None
        return settled if dealing.awaited(settled.dealing) else await self._deal(settled)

    async def _deal(self, row: TableRow) -> TableRow:
        """Open the game that was settled; returns the row as it is then."""
        assert row.dealing is not None
        seed, named = self._seed, row.dealing.named
        if seed.number != row.dealing.number:
            assert self._next_seed is not None, "a game that is over has prepared the next"
            seed = self._next_seed
        gathered = dealing.gathered(row)
        # Kept first: seats of the record are those of the table, even if the server stops here.
        gathered = await self._services.store.save(gathered, Stage.WAITING)
        setup = dealing.setup_of(gathered, self._options, seed)
        row = self._host.hosted(replace(gathered, dealing=None))
        unseen = dealing.will_show(row, gathered.dealing, self._presence.here())
        held = bool(unseen) or not (self._awake or self.game.by_day(self._options))
        opening = Opening(seed.number, setup, seed, named, held)
        await self.table.open(opening, partial(self._begun, row, seed, unseen))
        return row

    def _begun(self, row: TableRow, seed: SecretSeed, unseen: set[Seat | None]) -> None:
        """Take up what belongs to a game in the moment in which the table does."""
        self.row, self._seed, self._next_seed = row, seed, None
        self._timers.stop("deal", "offer")
        self._unseen = unseen
        if unseen:
            self._timers.after("show", SHOW_MS, self._release)
        self._company.reseat(tell=False)
        self._wake_if_played()
        self._company.tell()

    async def _keep(self, row: TableRow, answer: tuple[str, int, Answer] | None = None) -> None:
        """Store a row, and only then take it up and tell everybody."""
        row = seats.settle_pause(row, self.stage)
        self.row = row = await self._services.store.save(row, self.stage, answer)
        self._company.reseat()
        if row.paused:
            self.table.pause()
        else:
            self.table.resume()
        self._wake_if_played()
        self._man()
        self._company.announce()
        if row.dealing is not None and "deal" not in self._timers:
            # All see at once what is settled, so that they can reveal.
            self._timers.stop("offer")
            self._timers.after("deal", REVEAL_MS, partial(self._spawn_locked, self._end_deal))
            self._company.tell()

    async def _keep_surely(self, row: TableRow, answer: tuple[str, int, Answer]) -> None:
        """Store what a command did; it has taken effect, so there is no way back."""
        while True:
            try:
                await self._keep(row, answer)
            except LogUnavailable as error:
                _log.error("room_frozen", table=row.code, reason=str(error))
                await asyncio.sleep(RETRY_S)
            else:
                return

    def _game_ended(self) -> None:
        self._chores.start(self._after_game())

    async def _after_game(self) -> None:
        """Commit to the next seed and keep who won (X3, B2.2)."""
        if self.stage is Stage.OVER:
            await self._commit_to_next()
        await self._alone(self._keep_outcome)

    async def _keep_outcome(self) -> None:
        # Whoever looks at a game that was over already changes nothing.
        if self.stage is Stage.OVER and self.row.ended != self.row.number:
            starter, ended = self._sole_winner(), self.row.number
            await self._keep(replace(self.row, starter=starter, ended=ended))
        elif self.row.dealing is not None:
            await self._keep(self.row)

    def _sole_winner(self) -> Seat | None:
        """Return who won the game that is over (B2.2); who shares a win did not win alone."""
        outcome = self.table.outcome
        alone = outcome is not None and len(outcome.winners) == 1
        return outcome.winners[0] if outcome and alone else None

    async def _commit_to_next(self) -> None:
        """See that the seed of the next game is kept (X3)."""
        number = self.row.number
        if self._next_seed is None:
            fresh = dealing.drawn_seed(number + 1)
            seed = await self._services.store.prepare(self.row.code, fresh)
            # Another game may have begun while this waited.
            if number == self.row.number:
                self._next_seed = seed

    def _man(self) -> None:
        """See that bots and stand-ins play, where a game is on and who has a seat is there."""
        playing = self._awake and self.stage is Stage.PLAYING
        self._crew.man(self.row, self._seed, playing=playing)

    def _host_is_away(self) -> None:
        self._chores.start(self._alone(self._find_host))

    async def _find_host(self) -> None:
        row = self._host.hosted(self.row)
        if row is not self.row:
            await self._keep(row)

    def _spawn_locked(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something alone, and again while the store does not take it."""

        async def until_kept() -> None:
            while True:
                try:
                    return await work()
                except LogUnavailable as error:
                    _log.error("room_frozen", table=self.row.code, reason=str(error))
                    await asyncio.sleep(RETRY_S)

        self._chores.start(self._alone(until_kept))

    async def _alone(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something alone, and again from what is kept where another process kept that."""
        async with self._lock:
            while True:
                try:
                    return await work()
                except Conflict:
                    kept = await self._services.store.load(self.row.code)
                    if kept is None:
                        raise IllegalAction(Fault.NO_TABLE, "this table is gone") from None
                    self.row = kept
                    self._company.reseat()

    def _let_go(self) -> None:
        """Let the clock of a game go once every page that is here shows it."""
        here = {link.plays for link in self._company.links}
        if "show" not in self._timers or not self._unseen & here:
            self._timers.stop("show")
            self._release()

    def _release(self) -> None:
        if self._awake or self._by_day:
            self.table.release()

    @property
    def _ready_for(self) -> int:
        """The number of the game that one can be ready for."""
        return self.row.number + (self.stage is Stage.OVER)
