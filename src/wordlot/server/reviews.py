"""What is told of games that are over: their records, every word with its verdict, and all hands.

It comes from the record of a game by its number, so that whatever stands at the table by then,
nothing is told of a game that runs. Records are gone through beside the event loop, one at a time:
that takes a part of a second for a long one, in which all tables go on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import LexiconPin
from wordlot.core.seeds import ToldSeed
from wordlot.games.registry import Game
from wordlot.record import states, write_record
from wordlot.server import wire
from wordlot.server.store import Store
from wordlot.server.turns import Turns
from wordlot.server.wire import Fault
from wordlot.table import Stored
from wordlot.words import Lexicon

KEPT = 200
"""Reviews in memory; a long game has about 10 kB."""
KEPT_SEEDS = 10_000
WAITING = 20
"""The most requests that wait for a game to be gone through."""

Key: TypeAlias = tuple[str, int]


class Reviews:
    """Tells of games that are over. `IllegalAction` where one is not, or where too many ask."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reviews: OrderedDict[Key, wire.Review] = OrderedDict()
        self._told: OrderedDict[Key, ToldSeed] = OrderedDict()
        """Of games that were found to be over, which they stay."""
        self._turns = Turns(WAITING, "many games are looked at")

    async def record(self, code: str, number: int, game: Game) -> bytes:
        """Return the record of a game of a table."""
        async with self._turns.turn():
            stored, seed = await self._over(code, number, game)
            return await asyncio.to_thread(write_record, stored.header, stored.lines, seed)

    async def review(
        self,
        code: str,
        number: int,
        game: Game,
        lexicon: Callable[[LexiconPin], Awaitable[Lexicon | None]],
    ) -> wire.Review:
        """Return the review of a game of a table; verdicts are of the lexicon that is found."""
        key = code, number
        if key not in self._reviews:
            async with self._turns.turn():
                # Who waited for the same game finds it made.
                if key not in self._reviews:
                    stored, _ = await self._over(code, number, game)
                    words = await lexicon(stored.header.lexicon)
                    made = await asyncio.to_thread(review_of, stored, game, words)
                    _keep(self._reviews, key, made, KEPT)
        self._reviews.move_to_end(key)
        return self._reviews[key]

    async def _over(self, code: str, number: int, game: Game) -> tuple[Stored, ToldSeed]:
        """Return a game with its seed, which may be told by what is kept of the game alone."""
        key = code, number
        stored, secret = await self._store.read(code, number), await self._store.seed(code, number)
        told = self._told.get(key)
        if told is None and secret is not None:
            told = await asyncio.to_thread(stored.told_seed, game.rules, secret)
        if told is None:
            raise IllegalAction(Fault.NOT_OVER, "a record is given once the game is over")
        _keep(self._told, key, told, KEPT_SEEDS)
        return stored, told


def review_of(stored: Stored, game: Game, lexicon: Lexicon | None) -> wire.Review:
    """Return what was hidden in a game, for whoever knows that it is over."""
    record = stored.record(game.rules)
    reached = list(states(record, game.rules))
    before: list[Any] = [game.rules.empty, *reached[:-1]]
    words = game.said(zip(before, (entry.event for entry in record.entries), strict=True))
    return wire.Review(
        game=stored.header.number,
        lexicon=stored.header.lexicon,
        seats=tuple(named.name for named in stored.header.seats),
        words=tuple(
            wire.JudgedWord(said, None if lexicon is None else lexicon.has(said.word))
            for said in words
        ),
        hands=game.hands(reached[-1]),
    )


def _keep(kept: OrderedDict[Key, Any], key: Key, what: Any, most: int) -> None:  # noqa: ANN401
    kept[key] = what
    while len(kept) > most:
        kept.popitem(last=False)
