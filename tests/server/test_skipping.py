"""With only bots left in an attempt, one press lets them do at once what is left."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Frame, House, Page, PuppetBots, serving
from wordlot.bots import Decision
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import model as m

pytestmark = pytest.mark.anyio
AGES_MS = 50_000_000


def slow(view: m.BagView) -> Decision:
    """Flip and bid at once, and give up or accept after ages."""
    match view.phase:
        case m.BagPhase.FLIP:
            return Decision(a.FlipCard(view.turn), 0)
        case m.BagPhase.BIDDING:
            taken = {bid.tiles for bid in view.bids}
            tiles = min(n for n in range(view.contract.rank, 16) if n not in taken)  # type: ignore[union-attr]
            return Decision(a.BidTiles(view.turn, tiles), 0)
        case m.BagPhase.ATTEMPT:
            return Decision(a.GiveUp(view.turn, view.attempt), AGES_MS)
        case _:
            return Decision(None, 0)


def seen(page: Page) -> Frame:
    view: Frame = next(x for x in reversed(page.frames) if x["t"] == "update")["view"]
    return view


async def until(page: Page, phase: str) -> Frame:
    while not any(x["t"] == "update" for x in page.frames) or seen(page)["phase"] != phase:
        await page.next("update")
    return seen(page)


async def bidding(house: House, people: int, bots: int) -> list[Page]:
    """Return the pages of a game in which all bots have bid and it is on persons to bid."""
    host = house.person()
    code = await host.create(game="bet_the_bag", seats=people + bots, bots=["easy"] * bots)
    pages = [await host.open(code)]
    for n in range(1, people):
        person = house.person()
        await person.sit(code, f"Guest {n}")
        pages.append(await person.open(code))
    assert (await pages[0].command("start"))["t"] == "done"
    return pages


async def act(page: Page, **action: Any) -> Frame:  # noqa: ANN401
    return await page.command("act", action={"turn": 1} | action)


async def play_up_to_attempts(pages: list[Page], *, bids: tuple[int | None, ...]) -> None:
    """Let persons do what they are asked until somebody attempts."""
    while True:
        for page in pages:
            await page.settled()
        view = seen(pages[0])
        if view["phase"] == "attempt":
            return
        seat = next(iter(view["awaited"]), None)
        if seat is not None and seat < len(pages):
            if view["phase"] == "flip":
                await act(pages[seat], type="flip_card")
            elif (tiles := bids[seat]) is None:
                await act(pages[seat], type="pass_bid")
            else:
                await act(pages[seat], type="bid_tiles", tiles=tiles)
        await asyncio.sleep(0.05)


async def test_a_press_skips_what_bots_alone_have_left(tmp_path: Path) -> None:
    async with serving(tmp_path, brains=PuppetBots(slow)) as house:
        (page,) = await bidding(house, 1, 2)
        await play_up_to_attempts([page], bids=(None,))
        await asyncio.sleep(0.3)
        await page.settled()
        assert seen(page)["attempt"] == 1, "bots take their time"
        assert (await page.command("skip", round=1))["t"] == "done"
        while seen(page)["turn"] == 1:
            await page.next("update")
        again = await page.command("skip", round=1)
        assert (again["t"], again["code"]) == ("refused", "not_now")


async def test_the_next_turn_takes_its_time_again(tmp_path: Path) -> None:
    async with serving(tmp_path, brains=PuppetBots(slow)) as house:
        (page,) = await bidding(house, 1, 2)
        await play_up_to_attempts([page], bids=(None,))
        await page.command("skip", round=1)
        while seen(page)["turn"] == 1:
            await page.next("update")
        while seen(page)["phase"] != "attempt":
            view = seen(page)
            if view["awaited"] == [0]:
                kind = "flip_card" if view["phase"] == "flip" else "pass_bid"
                await page.command("act", action={"turn": 2, "type": kind})
            await asyncio.sleep(0.05)
            await page.settled()
        attempt = seen(page)["attempt"]
        await asyncio.sleep(0.3)
        await page.settled()
        assert (seen(page)["turn"], seen(page)["attempt"]) == (2, attempt)


async def test_nobody_skips_while_a_person_may_still_attempt(tmp_path: Path) -> None:
    """Nor does the other person, for whom nothing is left."""
    async with serving(tmp_path, brains=PuppetBots(slow)) as house:
        pages = await bidding(house, 2, 1)
        await play_up_to_attempts(pages, bids=(None, 15))
        for page in pages:
            refused = await page.command("skip", round=1)
            assert (refused["t"], refused["code"]) == ("refused", "not_now")
            assert refused["text"] == "a person at the table has something left to do"
        assert seen(pages[0])["attempt"] == 1


async def test_whoever_has_a_seat_skips_and_nobody_else(tmp_path: Path) -> None:
    async with serving(tmp_path, brains=PuppetBots(slow)) as house:
        pages = await bidding(house, 2, 1)
        await play_up_to_attempts(pages, bids=(None, None))
        code = house.app.state.rooms.loaded()[0].row.code
        stranger = await house.person().open(code)
        assert (await stranger.command("skip", round=1))["code"] == "not_seated"
        assert (await pages[1].command("skip", round=1))["t"] == "done"
        while seen(pages[0])["turn"] == 1:
            await pages[0].next("update")
