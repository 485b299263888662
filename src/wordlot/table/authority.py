"""A running game: its queue, log, state and deadlines; it knows no transport.

Whatever happens at a table goes through its one queue, so the order of arrival is the order of play
(M3.5). An event is in the log before anybody hears of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import structlog

from wordlot.core.chance import stream_at
from wordlot.core.errors import IllegalAction, Refusal
from wordlot.core.protocol import LexiconLike, Millis, Outcome, Seat
from wordlot.core.seeds import SecretSeed, ToldSeed
from wordlot.record import (
    AnyRules,
    Entry,
    Header,
    Record,
    check_opening,
    check_version,
    told_seed,
)
from wordlot.table.asked import Asked, Opening, beginning, no_game, refused
from wordlot.table.clock import Clock, TableClock, Timer
from wordlot.table.log import (
    MOST_EVENTS,
    Batch,
    Conflict,
    Log,
    LogUnavailable,
    Reply,
    Stored,
    Verdict,
    line_of,
)
from wordlot.table.replies import Replies
from wordlot.table.update import LONG, Audience, Moment, Retold, Sink, Update

PATIENCE_MS = 250
"""An append that takes longer stops the table's clock until it is done."""
RETRY_S = 0.5
"""Between two tries of an append that fails."""
QUEUE_LIMIT = 512
"""Actions that may wait at a table; more are turned away unjudged."""

_log = structlog.get_logger(__name__)


class _Job(msgspec.Struct):
    run: Callable[[Millis], Any]
    """Makes the coroutine that does it; it is given the moment of arrival."""
    at: Millis
    done: Any
    """Who waits for its result, if anybody does: something like `Asked`."""


class Table:
    """One table: it takes actions in the order of arrival, and tells every audience what happened.

    It belongs to one event loop. Before `open` or `restore` there is no game (`game` is 0).
    """

    def __init__(
        self,
        code: str,
        rules: AnyRules,
        lexicon: LexiconLike,
        log: Log,
        clock: Clock,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        self.code = code
        self.rules = rules
        self.lexicon = lexicon
        self.game = 0
        self.state: Any = rules.empty
        self.broken_off = False
        self._log = log
        self._steady = clock
        self._clock = TableClock(clock, 0, running=False)
        self._ended = ended
        self._key = b""
        self._seed: SecretSeed | None = None
        self._header: Header | None = None
        self._told: ToldSeed | None = None
        self._held = False
        self._paused = False
        self._finished = False
        """Whether it was told that the game is over."""
        self._entries: list[Entry] = []
        self._replies = Replies()
        self._retold = Retold(rules)
        self._closed = False
        self._sinks: dict[Audience, list[Sink]] = {}
        self._timer: Timer | None = None
        self._rings = Millis(0)
        self._patience: Timer | None = None
        self._writing: int | None = None
        self._frozen = False
        self._queue: asyncio.Queue[_Job] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None

    @property
    def seq(self) -> int:
        """Number of the last event of the game."""
        return len(self._entries)

    @property
    def now(self) -> Millis:
        """The table's clock."""
        return self._clock.now()

    @property
    def running(self) -> bool:
        """Whether a game is on and its clock runs."""
        return self._clock.running

    @property
    def paused(self) -> bool:
        """Whether a game is on that stands until `resume` (X1.2)."""
        return self._paused

    @property
    def frozen(self) -> bool:
        """Whether the record cannot be written; the clock of a game stands meanwhile."""
        return self._frozen

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; none while it runs, and where it was broken off."""
        return None if self.game == 0 else self.rules.outcome(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or broken off."""
        return self.broken_off or self.outcome is not None

    @property
    def due(self) -> Millis | None:
        """When the game goes on by itself, on the table's clock; none where it only waits."""
        return None if self.over or self.game == 0 else self.rules.deadline(self.state)

    @property
    def told(self) -> ToldSeed | None:
        """The seed of the game, once that is over (X3)."""
        if self._told is None and self.over:
            assert self._header is not None
            assert self._seed is not None
            record = Record(self._header, tuple(self._entries), None)
            self._told = told_seed(
                record, self.rules, self._seed, broken_off=self.broken_off, last=self.state
            )
        return self._told

    def open(
        self, opening: Opening, begun: Callable[[], None] = lambda: None
    ) -> asyncio.Future[None]:
        """Begin a game; the future is done when its first events are durable and told.

        Until they are durable all stands as it did; then `begun` is called, before anybody is told.
        """
        return self._put(partial(self._do_open, opening, begun), waited=True)

    def submit(self, seat: Seat, command_id: str, action: object) -> asyncio.Future[Verdict]:
        """Take an action; its place in the order of play is settled when this returns.

        The future gives the verdict once it is durable. A command id that this seat used before in
        this game gets its first verdict again. Raises `asyncio.QueueFull` where too much waits; the
        action was not judged then.
        """
        verdict: asyncio.Future[Verdict] = asyncio.get_running_loop().create_future()
        self.ask(seat, command_id, action, verdict)
        return verdict

    def ask(self, seat: Seat, command_id: str, action: object, asked: Asked) -> None:
        """Take an action as `submit` does; the verdict goes to `asked`, as soon as it is told."""
        if self._queue.qsize() >= QUEUE_LIMIT:
            raise asyncio.QueueFull
        self._enqueue(partial(self._do_act, self.game, seat, command_id, action), asked)

    def hold(self) -> None:
        """Let the clock of the game stand until `release`; everybody is told."""
        if self.game and not self.over:
            self._held = True
            self._stand()

    def release(self) -> None:
        """Let the clock of a game go that is held; everybody is told."""
        if self._held:
            self._held = False
            self._thaw()

    def pause(self) -> None:
        """Let the clock stand, and nobody act, until `resume`; everybody is told (X1.2)."""
        if self.game and not (self._paused or self.over):
            self._paused = True
            self._stand()

    def resume(self) -> None:
        """Let a game that was paused go on exactly where it stands; everybody is told."""
        if self._paused:
            self._paused = False
            self._thaw()

    def break_off(self) -> asyncio.Future[None]:
        """End the game without an outcome (X1)."""
        return self._put(self._do_break_off, waited=True)

    def subscribe(self, audience: Audience, sink: Sink) -> Callable[[], None]:
        """Tell a sink whatever happens from now on; returns what ends that."""
        sinks = self._sinks.setdefault(audience, [])
        sinks.append(sink)

        def leave() -> None:
            with suppress(ValueError):
                sinks.remove(sink)

        return leave

    def update(self, audience: Audience, *, game: int = 0, after: int = 0) -> Update:
        """Return how the game stands, with the events after number `after`.

        All events are in it where `game` or `after` are not of the running game.
        """
        known = after if game == self.game and 0 <= after <= self.seq else 0
        if known or self.seq < LONG:
            return self._update(audience, self._moment(known))
        update = self._update(audience, self._moment(self.seq))
        return self._retold.whole(update, audience, self._entries)

    def view(self, audience: Audience) -> Any:  # noqa: ANN401 - each game has a view of its own
        """Return all that an audience may know of the game as it stands."""
        return self.rules.view(self.state, audience)

    async def idle(self) -> None:
        """Wait until everything that arrived so far has been dealt with."""
        await self._queue.join()

    async def close(self) -> Millis:
        """Stop at once and return the clock. What still waits gets no answer and no effect."""
        self._closed = True
        self._disarm()
        if self._patience is not None:
            self._patience.cancel()
        self._clock.stop()
        if self._worker is not None:
            self._worker.cancel()
            with suppress(asyncio.CancelledError):
                await self._worker
        while not self._queue.empty():
            job = self._queue.get_nowait()
            if job.done is not None:
                job.done.cancel()
        return self.now

    async def restore(
        self, number: int, seed: SecretSeed, *, held: bool = False, paused: bool = False
    ) -> None:
        """Take a game up again where its log ends; the clock goes on, unless it is held or paused.

        The clock of a game that was paused stands until `resume`.

        A game of an older version of the rules goes on under that version. Raises `UnknownVersion`
        for one that is not known here, and `CorruptRecord` where the log does not fold.
        """
        stored = await self._read(number)
        where = f"table {self.code}, game {number}"
        check_version(stored.header, self.rules, where=where)
        self.game = number
        # A long game takes a part of a second, in which other tables go on.
        await asyncio.to_thread(self._take, stored)
        check_opening(stored.header, self._entries[0].event, where=where)
        self._take_seed(seed)
        self._held = held and not self.over
        self._paused, self._finished = paused and not self.over, self.over
        at = Millis(max(stored.clock, self._entries[-1].at))
        stands = self.over or self._held or self._paused
        self._clock = TableClock(self._steady, at, running=not stands)
        if self._clock.running:
            self._fall_due()

    def _put(self, run: Callable[[Millis], Any], *, waited: bool) -> asyncio.Future[Any]:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._enqueue(run, done if waited else None)
        return done

    def _enqueue(self, run: Callable[[Millis], Any], done: Any) -> None:  # noqa: ANN401 - see `_Job`
        if self._closed:
            if done is not None:
                done.cancel()
            return
        self._queue.put_nowait(_Job(run, self.now, done))
        if self._worker is None:
            loop = asyncio.get_running_loop()
            self._worker = loop.create_task(self._work(), name=f"table {self.code}")

    async def _work(self) -> None:
        while True:
            job = await self._queue.get()
            try:
                result = await job.run(job.at)
            except Exception as error:  # noqa: BLE001 - one fault must not end the table
                if not (isinstance(error, IllegalAction) and job.done is not None):
                    _log.exception("table_fault", table=self.code, game=self.game, seq=self.seq)
                if job.done is not None and not job.done.done():
                    job.done.set_exception(error)
            else:
                if job.done is not None and not job.done.done():
                    job.done.set_result(result)
            finally:
                self._queue.task_done()

    async def _do_open(self, opening: Opening, begun: Callable[[], None], _at: Millis) -> None:
        self._disarm()
        header, lines = beginning(opening, self.rules, self.code)
        stored = Stored(header, lines, (), Millis(0), broken_off=False)
        try:
            await self._write(Batch(opening.number, 0, lines, header=header))
        except Conflict:
            # The game is open already: an answer was lost, or another process was first.
            stored = await self._read(opening.number)
        # Nothing waits from here on, so that nobody sees a part of one game beside another's.
        self._forget()
        self.game = opening.number
        self._take(stored)
        self._take_seed(opening.seed)
        self._held = opening.held
        self._clock = TableClock(self._steady, 0, running=not self._held)
        begun()
        self._publish(0)

    def _take_seed(self, seed: SecretSeed) -> None:
        self._seed = seed
        self._key = seed.deal_key(self._entries[0].event.setup.nonces)

    def _forget(self) -> None:
        self.state = self.rules.empty
        self.broken_off = False
        self._told = None
        self._paused = self._finished = False
        self._entries = []
        self._replies = Replies()

    async def _do_act(
        self, game: int, seat: Seat, command_id: str, action: object, at: Millis
    ) -> Verdict:
        if game != self.game or game == 0:
            # No game has begun; or another did while this waited, and its clock tells another time.
            return refused(no_game(), self.seq, self.now)
        while True:
            try:
                return await self._act(seat, command_id, action, at)
            except Conflict:
                await self._catch_up()

    async def _act(self, seat: Seat, command_id: str, action: object, at: Millis) -> Verdict:
        await self._expire_due(at)
        given = self._replies.given(seat, command_id)
        if given is not None:
            return given
        events, verdict = self._judge(seat, action, at)
        reply = self._replies.next(seat, command_id, verdict)
        await self._commit(events, at, reply=reply)
        return verdict

    def _judge(self, seat: Seat, action: object, at: Millis) -> tuple[tuple[Any, ...], Verdict]:
        if self.broken_off:
            return (), refused(no_game(self.seq), self.seq, at)
        if self._paused:
            paused = IllegalAction(
                Refusal.NOT_NOW, "the game is paused; let it go on first", "X1.2"
            )
            return (), refused(paused, self.seq, at)
        try:
            events = self.rules.decide(
                self.state,
                action,
                by=seat,
                now=at,
                chance=stream_at(self._key, self.seq + 1),
                lexicon=self.lexicon,
            )
        except IllegalAction as refusal:
            return (), refused(refusal, self.seq, at)
        return events, Verdict(ok=True, seq=self.seq + len(events), at=at)

    async def _do_expire(self, game: int, at: Millis) -> None:
        while game == self.game:
            try:
                await self._expire_due(at)
            except Conflict:
                await self._catch_up()
            else:
                self._arm()
                return

    async def _expire_due(self, at: Millis) -> None:
        if self.seq >= MOST_EVENTS and not self.over:
            _log.warning("game_too_long", table=self.code, game=self.game, seq=self.seq)
            await self._commit((), at, broken_off=True)
        while (due := self.due) is not None and due <= at:
            events = self.rules.expire(
                self.state,
                now=at,
                chance=stream_at(self._key, self.seq + 1),
                lexicon=self.lexicon,
            )
            assert events, f"a deadline at {due} ms brings nothing about at {at} ms"
            await self._commit(events, at)

    async def _do_break_off(self, at: Millis) -> None:
        while True:
            if self.over or self.game == 0:
                raise no_game()
            try:
                await self._commit((), at, broken_off=True)
            except Conflict:
                await self._catch_up()
            else:
                return

    async def _commit(
        self,
        events: tuple[Any, ...],
        at: Millis,
        *,
        reply: Reply | None = None,
        broken_off: bool = False,
    ) -> None:
        """Write events down, then fold and publish them. Raises `Conflict`, and nothing is done."""
        first = self.seq + 1
        entries = [Entry(first + i, at, first, event) for i, event in enumerate(events)]
        # Folded before it is written, so that an event that breaks the fold is never stored.
        state = self.state
        for event in events:
            state = self.rules.evolve(state, event)
        batch = Batch(
            game=self.game,
            after=self.seq,
            lines=tuple(line_of(entry) for entry in entries),
            replies=() if reply is None else (reply,),
            broken_off=broken_off,
        )
        await self._write(batch)
        self.state = state
        self._entries += entries
        self.broken_off = self.broken_off or broken_off
        if reply is not None:
            self._replies.take((reply,))
        if events or broken_off:
            self._publish(first - 1)

    async def _write(self, batch: Batch) -> None:
        """Append until it is done; while that takes long, or fails, the table stands frozen."""
        self._writing = self._steady.now()
        self._watch(self._writing)
        try:
            while True:
                try:
                    await self._log.append(batch)
                except LogUnavailable as error:
                    _log.error("table_frozen", table=self.code, reason=str(error))
                    self._freeze()
                    await asyncio.sleep(RETRY_S)
                else:
                    return
        finally:
            self._writing, self._frozen = None, False
            self._thaw()

    def _watch(self, since: int) -> None:
        """See that a write which takes long is noticed; one timer does for all quick ones."""
        if self._patience is None:
            self._patience = self._steady.call_at(since + PATIENCE_MS, self._look)

    def _look(self) -> None:
        self._patience = None
        if self._writing is None:
            return
        if self._steady.now() - self._writing < PATIENCE_MS:
            self._watch(self._writing)
        else:
            self._freeze()

    def _freeze(self) -> None:
        self._frozen = True
        self._stand()

    def _stand(self) -> None:
        if self._clock.running:
            self._disarm()
            self._clock.stop()
            self._publish(self.seq)

    def _thaw(self) -> None:
        stands = self.game == 0 or self.over or self._closed or self._held or self._paused
        if not (self._clock.running or stands or self._writing is not None):
            self._clock.go()
            _log.info("table_resumed", table=self.code)
            self._publish(self.seq)
            self._arm()

    async def _catch_up(self) -> None:
        """Take in what somebody else wrote; or one's own append, whose answer was lost."""
        before, answered = self.seq, dict(self._replies.counts)
        self._take(await self._read(self.game))
        if self.seq == before and self._replies.counts == answered:
            # Nothing is new, so another try at once would only conflict again.
            await asyncio.sleep(RETRY_S)
        self._publish(before)

    async def _read(self, game: int) -> Stored:
        while True:
            try:
                return await self._log.read(game)
            except LogUnavailable as error:
                _log.error("table_unread", table=self.code, reason=str(error))
                await asyncio.sleep(RETRY_S)

    def _take(self, stored: Stored) -> None:
        """Fold what the log has beyond the events known here."""
        self._header = stored.header
        where = f"table {self.code}, game {self.game}"
        self.state = stored.fold(self.rules, self.state, self._entries, where=where)
        self.broken_off = stored.broken_off
        self._replies.take(stored.replies)

    def _arm(self) -> None:
        """See that something falls due; an alarm that rings too early is good enough."""
        due = self.due if self._clock.running else None
        if due is None:
            self._disarm()
        elif self._timer is None or due < self._rings:
            self._disarm()
            self._timer, self._rings = self._clock.call_at(due, self._fall_due), due

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _fall_due(self) -> None:
        self._timer = None
        if self.due is not None and self.now < self.due:
            self._arm()
            return
        self._put(partial(self._do_expire, self.game), waited=False)

    def _publish(self, known: int) -> None:
        """Tell every audience the events after `known`; each update is made once."""
        ended = self.over and not self._finished
        if ended:
            self._finished, self._paused = True, False
            self._clock.stop()
        if self._entries:
            moment = self._moment(known)
            for audience, sinks in tuple(self._sinks.items()):
                if sinks:
                    self._tell(audience, tuple(sinks), moment)
        self._arm()
        if ended:
            self._ended()

    def _tell(self, audience: Audience, sinks: tuple[Sink, ...], moment: Moment) -> None:
        try:
            update = self._update(audience, moment)
            frame = msgspec.json.encode(update)
        except Exception:  # noqa: BLE001
            # An audience that cannot be told (a bug in a view) must not stop the others.
            _log.exception("update_fault", table=self.code, game=self.game, seq=self.seq)
            return
        for sink in sinks:
            sink(update, frame)

    def _moment(self, known: int) -> Moment:
        entries = self._entries[known:]
        at = tuple([entry.at for entry in entries])
        return Moment(self.now, self._clock.running, self.over, entries, at)

    def _update(self, audience: Audience, moment: Moment) -> Update:
        view, redact = self.view(audience), self.rules.redact
        return Update(
            game=self.game,
            seq=self.seq,
            now=moment.now,
            running=moment.running,
            events=tuple([redact(entry.event, audience) for entry in moment.entries]),
            at=moment.at,
            view=view,
            offers=() if moment.over else self.rules.offers(view),
        )
