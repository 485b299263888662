"""Promises about servers that die: what was acknowledged is there, and is there once."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec

from tests.prove.audit import audited
from tests.prove.fire import (
    LEXICON,
    Server,
    Table,
    add_short_words,
    nursery,
    seat_players,
    tally,
)
from tests.prove.promises import Finding, Goal, Scale, promise
from tests.prove.tables import any_options
from wordlot.server.store import Store
from wordlot.words import Library

Playing = asyncio.Future[list[None]]
GRACE_S = 2.0
"""What games have to come to their end once the time is over."""


@dataclass(frozen=True)
class Trouble:
    """How hard the players of a server have it."""

    together: int
    """Tables that play at the same time."""
    copies: int = 1
    faulty: float = 0.0
    leaves: float = 0.0
    life_s: tuple[float, float] = (0.05, 0.5)
    """How long a server lives, from when it serves."""
    deaths: tuple[signal.Signals, ...] = (signal.SIGKILL,)


class _Siege:
    """Games under trouble in one data folder."""

    def __init__(self, server: Server, trouble: Trouble, luck: Random, scale: Scale) -> None:
        self.server = server
        self.tables: list[Table] = []
        self._trouble = trouble
        self._luck = luck
        self._scale = scale

    async def play(self, aim: tuple[int, int]) -> None:
        """Play some tables at a time until there were enough, or the time is over."""
        games = self._scale.each(short=aim[0], long=aim[1], least=self._trouble.together)
        await self.server.start()
        playing = await self._fill(set(), games)
        while playing and self._scale.overtime_s < GRACE_S:
            _, playing = await asyncio.wait(
                playing, timeout=self._luck.uniform(*self._trouble.life_s)
            )
            await self.server.kill(self._luck.choice(self._trouble.deaths))
            await self.server.start()
            playing = await self._fill(playing, games)
        # Games that the end of the time cuts short are looked at all the same.
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await self.server.kill()

    async def _fill(self, playing: set[Playing], games: Iterator[int]) -> set[Playing]:
        """Let new tables take the places of those that are over; the server lives meanwhile."""
        going_on = {task for task in playing if not task.done()}
        for task in playing - going_on:
            task.result()
        free = self._trouble.together - len(going_on)
        for number in islice(games, free):
            table = await self._seated(number)
            self.tables.append(table)
            going_on.add(asyncio.gather(*(player.play() for player in table.players)))
        return going_on

    async def _seated(self, number: int) -> Table:
        name = ("match", "bet_the_bag")[number % 2]
        # Where words are checked one can be tried each second only, which is slow.
        options = {} if number % 2 else msgspec.to_builtins(any_options(name, self._luck))
        seats = self._luck.choice((2, 2, 2, 3, 4))
        table = await seat_players(self.server, name, seats, self._luck, options)
        for player in table.players:
            player.copies = self._trouble.copies
            player.faulty = self._trouble.faulty
            player.leaves = self._trouble.leaves
        return table


async def _besieged(
    scale: Scale, aim: tuple[int, int], trouble: Trouble, luck: Random
) -> Counter[str]:
    """Play under trouble; return what was counted."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        data, cache, log = folder / "data", folder / "cache", folder / "log"
        add_short_words(data, cache)
        async with nursery(data, cache, log) as server:
            siege = _Siege(server, trouble, luck, scale)
            await siege.play(aim)
        store = Store(data)
        await store.open()
        lexicon = Library(data, cache).load(LEXICON)
        counts = tally(siege.tables)
        counts.update(await audited(siege.tables, store, lexicon))
        await store.close()
        counts["tables"] = len(siege.tables)
        counts["deaths"] = server.deaths
        counts["faults"] = _faults(log.read_text())
        return counts


GAMES_KILLED = 2_000
WRONG = ("lost", "applied twice", "told and not kept", "views differ", "contradicted")


def _faults(log: str) -> int:
    return sum("_fault" in line or "Traceback" in line for line in log.splitlines())


def _killed(scale: Scale, luck: Random) -> Counter[str]:
    trouble = Trouble(together=scale.of(short=4, long=16))
    return asyncio.run(_besieged(scale, (4, GAMES_KILLED), trouble, luck))


@promise(1)
def acknowledged_is_durable(scale: Scale) -> Finding:
    """Seats of random games of both kinds act over real sockets as fast as they can. The server
    is killed (SIGKILL) 50 to 500 ms after it serves, and started again, all the time. In the end
    the store has to bear out every answer, every event that was told and every seat's last view,
    and each decision in it has to stem from one command or from the clock.
    """
    counts = scale.divided(_killed, "durable")
    wrong = {name: counts[name] for name in WRONG}
    return Finding(
        f"acknowledged actions lost {wrong['lost']}, applied twice {wrong['applied twice']}, "
        f"events told and not kept {wrong['told and not kept'] + wrong['contradicted']}, last "
        f"views that differ from a replay {wrong['views differ']}: {counts['acknowledged']:,} "
        f"acknowledged actions of {counts['tables']:,} games ({counts['over']:,} to their end), "
        f"{counts['events']:,} events, {counts['deaths']:,} deaths, {counts['faults']} faults "
        "logged",
        not any(wrong.values())
        and not counts["faults"]
        and min(counts["deaths"], counts["acknowledged"]) > 0,
        (Goal("games", GAMES_KILLED, counts["over"]),),
    )


def _repeated(scale: Scale, luck: Random) -> Counter[str]:
    trouble = Trouble(
        together=scale.of(short=3, long=16),
        copies=5,
        faulty=0.3,
        leaves=0.05,
        life_s=(0.3, 0.9) if not scale.long else (1.0, 3.0),
        deaths=(signal.SIGKILL, signal.SIGTERM),
    )
    return asyncio.run(_besieged(scale, (3, 2_000), trouble, luck))


@promise(3)
def a_command_has_one_effect(scale: Scale) -> Finding:
    """Seats send each command one to five times, hang up at random, and send what was not
    answered again under its id; a third of the commands are to be refused. The server is stopped
    in order, or killed, every one to three seconds.
    """
    counts = scale.divided(_repeated, "one effect")
    wrong = sum(counts[name] for name in WRONG)
    return Finding(
        f"effects beyond the first {counts['applied twice']}, commands with two answers "
        f"{counts['answers differ']}: {counts['commands']:,} commands, {counts['again']:,} more "
        f"answers to the same commands, {counts['deaths']} stops of the server",
        wrong == 0
        and counts["answers differ"] == 0
        and not counts["faults"]
        and min(counts["again"], counts["deaths"]) > 0,
    )
