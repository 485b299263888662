"""Promises about servers that die: what was acknowledged is there, and is there once."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.prove.audit import audited
from tests.prove.fire import LEXICON, Server, Table, add_short_words, nursery, seat_players, tally
from tests.prove.promises import Finding, Scale, promise
from wordlot.server.store import Store
from wordlot.words import Library


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

    def __init__(self, server: Server, trouble: Trouble, luck: Random) -> None:
        self.server = server
        self.tables: list[Table] = []
        self._trouble = trouble
        self._luck = luck

    async def play(self, scale: Scale, aim: tuple[int, int]) -> None:
        """Play some tables at a time until there were enough, or the time is over."""
        for _ in scale.each(short=aim[0], long=aim[1]):
            await self.server.start()
            tables = [await self._table(i) for i in range(self._trouble.together)]
            self.tables += tables
            playing = asyncio.gather(*(p.play() for table in tables for p in table.players))
            ending = asyncio.ensure_future(asyncio.wait_for(playing, max(2.0, scale.left_s)))
            while not ending.done():
                await asyncio.wait({ending}, timeout=self._luck.uniform(*self._trouble.life_s))
                await self.server.kill(self._luck.choice(self._trouble.deaths))
                if not ending.done():
                    await self.server.start()
            # Games that the end of the time cut short are looked at all the same.
            error = ending.exception()
            assert error is None or isinstance(error, TimeoutError), error

    async def _table(self, number: int) -> Table:
        game = ("match", "bet_the_bag")[number % 2]
        table = await seat_players(self.server, game, self._luck.randint(2, 4), self._luck)
        for player in table.players:
            player.copies = self._trouble.copies
            player.faulty = self._trouble.faulty
            player.leaves = self._trouble.leaves
        return table


async def _besieged(
    scale: Scale, aim: tuple[int, int], trouble: Trouble, luck: Random
) -> tuple[Counter[str], int, str]:
    """Play under trouble; return what was counted, the deaths, and the log of the servers."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        data, cache, log = folder / "data", folder / "cache", folder / "log"
        add_short_words(data, cache)
        async with nursery(data, cache, log) as server:
            siege = _Siege(server, trouble, luck)
            await siege.play(scale, aim)
        store = Store(data)
        await store.open()
        lexicon = Library(data, cache).load(LEXICON)
        counts = tally(siege.tables)
        counts.update(await audited(siege.tables, store, lexicon))
        await store.close()
        counts["tables"] = len(siege.tables)
        return counts, server.deaths, log.read_text()


WRONG = ("lost", "applied twice", "told and not kept", "views differ", "contradicted")


def _faults(log: str) -> int:
    return sum("_fault" in line or "Traceback" in line for line in log.splitlines())


@promise(1)
def acknowledged_is_durable(scale: Scale) -> Finding:
    """Seats of random games of both kinds act over real sockets as fast as they can. The server
    is killed (SIGKILL) 50 to 500 ms after it serves, and started again, all the time. In the end
    the store has to bear out every answer, every event that was told and every seat's last view,
    and each decision in it has to stem from one command or from the clock.
    """
    trouble = Trouble(together=scale.of(short=4, long=25))
    counts, deaths, log = asyncio.run(_besieged(scale, (1, 80), trouble, Random("durable")))
    wrong = {name: counts[name] for name in WRONG}
    return Finding(
        f"acknowledged actions lost {wrong['lost']}, applied twice {wrong['applied twice']}, "
        f"events told and not kept {wrong['told and not kept'] + wrong['contradicted']}, last "
        f"views that differ from a replay {wrong['views differ']}: {counts['acknowledged']:,} "
        f"acknowledged actions of {counts['tables']:,} games ({counts['over']:,} to their end), "
        f"{counts['events']:,} events, {deaths:,} deaths, {_faults(log)} faults logged",
        not any(wrong.values()) and not _faults(log) and deaths > 0 and counts["acknowledged"] > 0,
    )


@promise(3)
def a_command_has_one_effect(scale: Scale) -> Finding:
    """Seats send each command one to five times, hang up at random, and send what was not
    answered again under its id; a third of the commands are to be refused. The server is stopped
    in order, or killed, every one to three seconds.
    """
    trouble = Trouble(
        together=scale.of(short=3, long=15),
        copies=5,
        faulty=0.3,
        leaves=0.05,
        life_s=(0.3, 0.9) if not scale.long else (1.0, 3.0),
        deaths=(signal.SIGKILL, signal.SIGTERM),
    )
    counts, deaths, log = asyncio.run(_besieged(scale, (1, 80), trouble, Random("one effect")))
    wrong = sum(counts[name] for name in WRONG)
    return Finding(
        f"effects beyond the first {counts['applied twice']}, commands with two answers "
        f"{counts['answers differ']}: {counts['commands']:,} commands, {counts['again']:,} more "
        f"answers to the same commands, {deaths} stops of the server",
        wrong == 0
        and counts["answers differ"] == 0
        and not _faults(log)
        and min(counts["again"], deaths) > 0,
    )
