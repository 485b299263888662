"""A minute's attempt in which the server stands still, and an action that waits meanwhile."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from tests.prove.fire import Player, add_short_words, nursery, seat_players
from wordlot.games.bet_the_bag.model import BagPhase


class _Held(Player):
    """A seat that holds back its first action in an attempt of its own until it may go on."""

    def __init__(self, *who: Any) -> None:  # noqa: ANN401 - as any other player
        super().__init__(*who)
        self.in_attempt = asyncio.Event()
        self.go_on = asyncio.Event()
        self.answer = asyncio.get_running_loop().create_future()
        """The first answer to that action."""

    async def _act(self, connection: ClientConnection) -> None:
        attempting = self.update["view"]["phase"] == BagPhase.ATTEMPT and self.update["offers"]
        if attempting and not self.in_attempt.is_set():
            self.in_attempt.set()
            await self.go_on.wait()
        await super()._act(connection)

    async def _answered(self, connection: ClientConnection, frame: Any, text: str) -> None:  # noqa: ANN401
        await super()._answered(connection, frame, text)
        held = self.commands[-1]
        if self.go_on.is_set() and held.answers and not self.answer.done():
            self.answer.set_result(held.answers[0])


async def judged_late(folder: Path, away_s: float, luck: Random) -> bool:
    """Stop a server in an attempt, act, and let it go on after a while.

    Returns whether the action, which waited in the socket, was refused.
    """
    add_short_words(folder / "data", folder / "cache")
    async with nursery(folder / "data", folder / "cache", folder / "log") as server:
        await server.start()
        table = await seat_players(server, "bet_the_bag", 2, luck, kind=_Held)
        seats = [player for player in table.players if isinstance(player, _Held)]
        playing = [asyncio.ensure_future(player.play()) for player in seats]
        reached = {asyncio.ensure_future(seat.in_attempt.wait()): seat for seat in seats}
        (first, *_), others = await asyncio.wait(reached, return_when=asyncio.FIRST_COMPLETED)
        os.kill(server.pid, signal.SIGSTOP)
        seat = reached[first]
        seat.go_on.set()
        await asyncio.sleep(away_s)
        os.kill(server.pid, signal.SIGCONT)
        answer = await seat.answer
        for task in (*playing, *others):
            task.cancel()
        await asyncio.gather(*playing, *others, return_exceptions=True)
        return bool(msgspec.json.decode(answer)["t"] != "done")
