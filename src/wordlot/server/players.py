"""Bots in seats: each is asked what to do, in a thread of its own, and never holds up its table."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Protocol, TypeVar

import structlog

from wordlot import bots
from wordlot.bots import Decision, Level
from wordlot.core.chance import Chance, Stream
from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import LexiconLike, Seat
from wordlot.core.seeds import SecretSeed
from wordlot.games.registry import Game
from wordlot.server.wire import Fault
from wordlot.table import Table, Update

THINK_S = 5.0
"""A bot that takes longer has hung, and its seat passes."""
THREADS = 2
"""Bots that think at the same time."""

_log = structlog.get_logger(__name__)
T = TypeVar("T")


class Brains(Protocol):
    """Where bots take their decisions from."""

    @property
    def levels(self) -> Mapping[str, tuple[str, ...]]:
        """Return the levels, the easiest first, each with names of such bots."""
        ...

    def plays(self, game: str) -> bool:
        """Tell whether there are bots for a game."""
        ...

    def warm(self, game: str, lexicon: LexiconLike) -> None:
        """Make ready for a game; slow the first time."""
        ...

    def decide(
        self,
        game: str,
        view: Any,  # noqa: ANN401 - each game has a view of its own
        offers: Sequence[Any],
        level: str,
        chance: Chance,
        lexicon: LexiconLike,
    ) -> Decision:
        """Return what a bot does next; it runs in a thread."""
        ...


class HouseBots:
    """The bots that come with the package."""

    @property
    def levels(self) -> Mapping[str, tuple[str, ...]]:
        """Return the levels, the easiest first, each with names of such bots."""
        return {info.level.value: info.names for info in bots.LEVELS}

    def plays(self, game: str) -> bool:
        """Tell whether there are bots for a game."""
        return bots.plays_game(game)

    def warm(self, game: str, lexicon: LexiconLike) -> None:
        """Load vocabularies and kernels."""
        bots.warm(game, lexicon)  # type: ignore[arg-type]  # a table's lexicon is one of `words`

    def decide(
        self,
        game: str,
        view: Any,  # noqa: ANN401 - each game has a view of its own
        offers: Sequence[Any],
        level: str,
        chance: Chance,
        lexicon: LexiconLike,
    ) -> Decision:
        """Return what `wordlot.bots` decides."""
        return bots.decide(
            game,
            view,
            offers,
            level=Level(level),
            chance=chance,
            lexicon=lexicon,  # type: ignore[arg-type]  # as in `warm`
        )


class Pool:
    """Brains shared by all bots of a server, warmed once for each game and lexicon."""

    def __init__(self, brains: Brains) -> None:
        self.brains = brains
        self._free = asyncio.Semaphore(THREADS)
        self._warm: dict[tuple[str, str], asyncio.Task[None]] = {}

    async def ready(self, game: str, lexicon: LexiconLike) -> None:
        """Wait until the bots of a game know a lexicon."""
        key = (game, lexicon.pin.sha256)
        if key not in self._warm:
            work = _in_thread(lambda: self.brains.warm(game, lexicon))
            self._warm[key] = asyncio.ensure_future(work)
        await asyncio.shield(self._warm[key])

    async def ask(self, work: Callable[[], T]) -> T:
        """Return what a bot decides. `TimeoutError` where it hangs; it is then left behind."""
        async with self._free:
            return await asyncio.wait_for(_in_thread(work), THINK_S)


async def _in_thread(work: Callable[[], T]) -> T:
    """Run something in a daemon thread, which can be left behind if it never ends."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: Exception | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]  # none only beside an error

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - it belongs to who waits
            outcome: tuple[T | None, Exception | None] = (None, error)
        else:
            outcome = (result, None)
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, *outcome)

    threading.Thread(target=run, daemon=True, name="bot").start()
    return await done


class BotPlayer:
    """One bot in one seat of a running game; it hears and does what a person could.

    Without a level it passes at once whatever it is asked (X1).
    """

    def __init__(
        self,
        pool: Pool,
        game: Game,
        table: Table,
        seat: Seat,
        level: str | None,
        key: bytes,
        hastens: Callable[[], bool],
    ) -> None:
        self.level = level
        self._hastens = hastens
        self._pool = pool
        self._game = game
        self._table = table
        self._seat = seat
        self._key = key
        self._changed = asyncio.Event()
        self._update: Update | None = table.update(seat)
        self._occasion: tuple[int, str] | None = None
        self._opened = 0
        self._changed.set()
        self._leave = table.subscribe(seat, self._hear)
        self._task = asyncio.get_running_loop().create_task(self._play(), name=f"bot {seat}")

    def close(self) -> None:
        """Leave the seat."""
        self._leave()
        self._task.cancel()

    def look(self) -> None:
        """Decide anew, as it may be that nobody waits any more."""
        self._changed.set()

    def _hear(self, update: Update, _frame: bytes) -> None:
        self._update = update
        self._changed.set()

    async def _play(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            update = self._update
            if update is None or not update.offers or not update.running:
                continue
            try:
                await self._turn(update)
            except Exception:  # noqa: BLE001 - whatever breaks, the seat's deadline remains
                _log.exception("bot_fault", table=self._table.code, seat=self._seat)

    async def _turn(self, update: Update) -> None:
        level = self.level
        if level is None:
            await self._give_up(update)
            return
        occasion = self._game.occasion(update.view)
        if occasion != self._occasion:
            self._occasion, self._opened = occasion, update.now
        try:
            decision = await self._decide(update, level, occasion[0])
        except Exception as error:  # noqa: BLE001 - a bot that fails passes
            _log.warning(
                "bot_failed", table=self._table.code, seat=self._seat, error=type(error).__name__
            )
            await self._give_up(update)
            return
        if decision.action is None:
            return
        wait_ms = 0 if self._hastens() else self._opened + decision.after_ms - self._table.now
        if await self._overtaken(wait_ms):
            return
        if not await self._submit(decision.action) and not self._changed.is_set():
            await self._give_up(update)

    async def _decide(self, update: Update, level: str, round_: int) -> Decision:
        table, name = self._table, self._game.rules.name
        await self._pool.ready(name, table.lexicon)
        chance = Stream(sha256(self._key + round_.to_bytes(8, "big")).digest())
        return await self._pool.ask(
            lambda: self._pool.brains.decide(
                name, update.view, update.offers, level, chance, table.lexicon
            )
        )

    async def _overtaken(self, wait_ms: int) -> bool:
        """Wait, and tell whether something happened meanwhile that needs another decision."""
        if wait_ms > 0 and not self._changed.is_set():
            try:
                await asyncio.wait_for(self._changed.wait(), wait_ms / 1000)
            except TimeoutError:
                return False
        return self._changed.is_set()

    async def _give_up(self, update: Update) -> None:
        action = self._game.give_up(update.view, update.offers)
        if action is not None:
            await self._submit(action)

    async def _submit(self, action: object) -> bool:
        verdict = await self._table.submit(self._seat, secrets.token_hex(12), action)
        if not verdict.ok:
            _log.info("bot_refused", table=self._table.code, seat=self._seat, code=verdict.code)
        return verdict.ok


def bot_key(seed: SecretSeed, seat: Seat) -> bytes:
    """Return what a bot's moods come from: the same after a restart, and nobody can foresee it."""
    return seed.derived(f"wordlot bot {seed.number}/{seat}")


def bot_names(pool: Pool, game: Game, level: str) -> tuple[str, ...]:
    """Return names for bots of a level. `IllegalAction` where there is no such bot."""
    levels = pool.brains.levels
    if not pool.brains.plays(game.rules.name):
        raise IllegalAction(Fault.NO_BOT, f"there are no bots for {game.rules.name}")
    if level not in levels:
        raise IllegalAction(Fault.NO_BOT, f"no bot is {level!r}; there are {', '.join(levels)}")
    return levels[level]
