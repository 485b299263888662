"""What was hidden in a game, told once it is over: every word with its verdict, and all hands.

A review is made from the record of a game by its number, so that whatever stands at the table by
then, nothing is told of a game that runs.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from wordlot.core.seeds import ToldSeed
from wordlot.games.registry import Game
from wordlot.record import states
from wordlot.server import wire
from wordlot.server.turns import Turns
from wordlot.table import Stored
from wordlot.words import Lexicon

KEPT = 200
"""Reviews in memory; a long game has about 10 kB."""
WAITING = 20
"""The most requests that wait for a game to be gone through, which takes a part of a second."""


class Reviews:
    """Reviews as they were last asked for; one game is gone through at a time."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], wire.Review] = OrderedDict()
        self._turns = Turns(WAITING, "many games are looked at")

    async def take(
        self, stored: Stored, told: ToldSeed, game: Game, lexicon: Lexicon | None
    ) -> wire.Review:
        """Return the review of a game whose seed may be told, as only that of one that is over is.

        `IllegalAction` where too many wait.
        """
        assert told.number == stored.header.number, "a game is reviewed by its own seed"
        key = (stored.header.table, stored.header.number)
        if key not in self._kept:
            async with self._turns.turn():
                # Who waited for the same game finds it made.
                if key not in self._kept:
                    self._kept[key] = await asyncio.to_thread(_review, stored, game, lexicon)
        self._kept.move_to_end(key)
        made = self._kept[key]
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return made


def _review(stored: Stored, game: Game, lexicon: Lexicon | None) -> wire.Review:
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
