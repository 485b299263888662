"""Attackers that come again and again to tables with the longest games that there can be."""

from __future__ import annotations

from itertools import cycle

from tests.prove.attackers import AT_ONCE, Target, again, attack
from tests.prove.intruders import asked, listen, page

RUNNING, OVER, BEYOND = "CDFHJK", "CDFHJM", "CDFHJN"
"""Tables whose game has as many events as it may have, runs or is over; and one with far more."""


@attack("the longest games")
async def longest_games(target: Target) -> None:
    """Load such tables, open their pages anew, and ask for what is told of games that are over."""
    kinds = cycle(("record", "review", "", "record"))

    async def one() -> None:
        source = target.source()
        for code in (RUNNING, OVER, BEYOND):
            async with page(target, code, source=source) as (reader, _):
                await listen(reader, 0.5)
            await asked(target, f"GET /api/tables/{code}/{next(kinds)}".rstrip("/"), source=source)

    await again(one, AT_ONCE // 4)
