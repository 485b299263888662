"""A restart after any decision of a whole game of either kind changes nothing that comes after it.

Waiting states (a challenge, a lay-down clock) are made by events, so they are there again.
"""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.prove.players import Short, any_move
from tests.prove.tables import PAUSES_MS, any_opening, new_table
from tests.tables import MemoryLog, TurnedClock
from wordlot.games.bet_the_bag import model as b
from wordlot.games.match import model as m
from wordlot.record import write_record

pytestmark = pytest.mark.anyio
KINDS = {
    "match": (m.MatchOptions(), m.MatchOptions(bidding=m.Bidding.CALLED)),
    "bet_the_bag": (b.BagOptions(), b.BagOptions(words=b.Words.CHECKED)),
}


async def play(name: str, options: object, *, restarts: bool) -> tuple[bytes, set[str]]:
    """Play a game; return its record, and the phases in which the table waited."""
    luck, log, clock = Random(f"{name} {options}"), MemoryLog(), TurnedClock()
    opening = any_opening(name, luck, Short(), seats=3)
    opening = replace(opening, setup=replace(opening.setup, options=options))
    table = new_table(name, log, clock)
    await table.open(opening)
    phases = set()
    while not table.over:
        seat = luck.choice(table.rules.awaited(table.state))
        view = table.view(seat)
        phases.add(view.phase.value)
        await table.submit(seat, f"{table.seq}", any_move(view, table.rules.offers(view), luck))
        if restarts:
            log.clock = await table.close()
            clock.turn(100_000)
            table = new_table(name, log, clock)
            await table.restore(1, opening.seed)
        clock.turn(luck.choice(PAUSES_MS))
        await table.idle()
    await table.close()
    assert log.header is not None
    return write_record(log.header, log.lines, table.told), phases


@pytest.mark.parametrize(
    ("name", "options"), [(name, options) for name, each in KINDS.items() for options in each]
)
async def test_a_restart_after_every_decision_changes_nothing(name: str, options: object) -> None:
    """M3.2, B5.5, B7.4."""
    with_restarts, phases = await play(name, options, restarts=True)
    without, _ = await play(name, options, restarts=False)
    assert with_restarts == without
    if options == m.MatchOptions(bidding=m.Bidding.CALLED):
        assert "laying" in phases
    if options == b.BagOptions():
        assert {"attempt", "challenge"} <= phases
