"""Who is here and who is away, as the others at a table are told."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.harness import Frame, House, Page
from wordlot.server.company import ANNOUNCE_S
from wordlot.server.presence import GRACE_MS

pytestmark = pytest.mark.anyio


async def told(page: Page, seat: int) -> list[bool]:
    """Return what a page was told of whether a player is here, since it was last asked."""
    await asyncio.sleep(4 * ANNOUNCE_S)
    frames: list[Frame] = await page.settled()
    return [x["lobby"]["seats"][seat]["here"] for x in frames if x["t"] == "lobby"]


async def test_who_comes_back_within_the_grace_was_never_away(house: House) -> None:
    """A line that breaks again and again is nobody's business."""
    code, mira, tom = await house.pair()
    person = house._people[1]
    await told(mira, 1)
    for _ in range(5):
        await tom.close()
        await house.left(1)
        house.clock.turn(GRACE_MS - 1)
        assert False not in await told(mira, 1)
        tom = await person.open(code, "?game=1&after=1")
        await tom.next("welcome", you=1)
        house.clock.turn(1)
        assert False not in await told(mira, 1)
        house.clock.turn(5 * GRACE_MS)
        assert False not in await told(mira, 1)


async def test_who_is_gone_is_told_to_be_away_once_after_the_grace(house: House) -> None:
    code, mira, tom = await house.pair()
    await tom.close()
    await house.left(1)
    assert False not in await told(mira, 1)
    late = await house.person().open(code)
    assert (await late.next("welcome"))["lobby"]["seats"][1]["here"]
    house.clock.turn(GRACE_MS)
    assert await told(mira, 1) == [False]
    house.clock.turn(20 * GRACE_MS)
    assert await told(mira, 1) == []
    await house._people[1].open(code)
    assert (await told(mira, 1))[-1] is True


async def test_who_stands_up_is_not_here_from_then_on(house: House) -> None:
    """The grace is for lines, not for what a player chose."""
    _, mira, tom = await house.pair()
    assert (await tom.command("free_seat", seat=1))["t"] == "done"
    while (await mira.next("lobby"))["lobby"]["seats"][1]["here"]:
        pass
