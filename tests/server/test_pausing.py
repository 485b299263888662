"""Who plays with bots alone may let the game stand, and may resign it (X1.2)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.harness import Frame, House, Page, Person, PuppetBots, serving
from wordlot.bots import Decision
from wordlot.games.match import model as match

pytestmark = pytest.mark.anyio


async def with_bots(house: House, **changes: object) -> tuple[str, Person, Page]:
    mira = house.person()
    code = await mira.create(**{"game": "match", "bots": ["easy"]} | changes)
    page = await mira.open(code)
    assert (await page.command("start"))["t"] == "done"
    return code, mira, page


async def last(page: Page) -> Frame:
    # A page that asks too often gets no answer.
    await asyncio.sleep(0.05)
    await page.settled()
    return next(frame for frame in reversed(page.frames) if frame["t"] == "update")


async def stands(page: Page, *, paused: bool) -> Frame:
    """Wait until a page is told that the clock stands, or that it goes on."""
    while (frame := await last(page))["running"] is paused:
        pass
    return frame


async def passes(page: Page, round_: int) -> Frame:
    return await page.command("act", action={"type": "pass", "round": round_})


async def test_a_pause_takes_nothing_from_the_clock_and_gives_nothing(house: House) -> None:
    """X1.2."""
    code, mira, page = await with_bots(house)
    house.clock.turn(20_000)
    assert (await page.command("pause", paused=True))["t"] == "done"
    told = await stands(page, paused=True)
    assert told["now"] == 20_000
    house.clock.turn(10 * 3_600_000)
    assert (await mira.http.get(f"/api/tables/{code}")).json()["paused"] is True
    assert (await page.command("pause", paused=False))["t"] == "done"
    told = await stands(page, paused=False)
    assert (told["now"], told["view"]["round"]) == (20_000, 1)
    assert (await mira.http.get(f"/api/tables/{code}")).json()["paused"] is False
    house.clock.turn(39_999)
    assert (await last(page))["view"]["round"] == 1
    house.clock.turn(1)
    while (await last(page))["view"]["round"] != 2:
        pass


async def test_nobody_acts_in_a_pause(tmp_path: Path) -> None:
    """A person cannot think with the clock stopped and then act with it stopped; nor can a bot."""

    def decide(view: match.MatchView) -> Decision:
        return Decision(match.Pass(view.round), 0)

    async with serving(tmp_path, brains=PuppetBots(decide)) as house:
        _, _, page = await with_bots(house)
        await page.command("pause", paused=True)
        await stands(page, paused=True)
        before = (await last(page))["seq"]
        refused = await passes(page, 1)
        assert (refused["code"], refused["clause"]) == ("not_now", "X1.2")
        await asyncio.sleep(0.1)
        assert (await last(page))["seq"] == before
        await page.command("pause", paused=False)
        await stands(page, paused=False)
        assert (await passes(page, 1))["t"] == "done"


async def test_a_game_with_others_stands_for_nobody(house: House) -> None:
    _, *pages = await house.pair(game="match", seats=3, bots=["easy"])
    for page in pages:
        refused = await page.command("pause", paused=True)
        assert (refused["code"], refused["clause"]) == ("not_now", "X1.2")
        assert (await page.command("end_game"))["t"] == "refused"


async def test_a_pause_ends_when_somebody_comes_back_into_the_game(house: House) -> None:
    """Who left for good may return; then the game is not that of one any more."""
    mira, tom = house.person(), house.person()
    code = await mira.create(game="match", seats=3, bots=["easy"])
    await tom.sit(code, "Tom")
    pages = [await mira.open(code), await tom.open(code)]
    await pages[0].command("start")
    await pages[1].command("free_seat", seat=1)
    assert (await pages[0].command("pause", paused=True))["t"] == "done"
    await stands(pages[0], paused=True)
    assert (await tom.sit(code, "Tom")).status_code == 200
    await stands(pages[0], paused=False)
    assert (await pages[0].command("pause", paused=True))["code"] == "not_now"


async def test_a_pause_outlives_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        code, mira, page = await with_bots(house)
        house.clock.turn(20_000)
        await page.command("pause", paused=True)
        await stands(page, paused=True)
    async with serving(tmp_path) as house:
        again = house.person()
        again.http.cookies.update(mira.http.cookies)
        page = await again.open(code)
        assert (await page.next("welcome"))["lobby"]["paused"] is True
        told = await last(page)
        assert (told["now"], told["running"]) == (20_000, False)
        house.clock.turn(3_600_000)
        # By another id than before the restart, whose answer is remembered.
        await page.send({"t": "pause", "id": "go on", "paused": False})
        told = await stands(page, paused=False)
        assert (told["now"], told["view"]["round"]) == (20_000, 1)


async def test_a_pause_outlives_the_sleep_of_its_table(house: House) -> None:
    """A day's clock goes on while its table sleeps, but not where it stands."""
    code, mira, page = await with_bots(house, options={"round_clock_ms": 86_400_000})
    await page.command("pause", paused=True)
    await stands(page, paused=True)
    await page.close()
    rooms = house.app.state.rooms
    room = await rooms.find(code)
    await asyncio.sleep(0.2)
    assert not room.attended
    await rooms._put_away(room)
    house.clock.turn(2 * 86_400_000)
    page = await mira.open(code)
    told = await last(page)
    assert (told["now"], told["running"], told["view"]["round"]) == (0, False, 1)


async def test_who_plays_with_bots_alone_may_resign(house: House) -> None:
    """X1.2."""
    code, mira, page = await with_bots(house)
    assert (await page.command("pause", paused=True))["t"] == "done"
    assert (await page.command("end_game"))["t"] == "done"
    lobby = (await mira.http.get(f"/api/tables/{code}")).json()
    assert (lobby["stage"], lobby["paused"]) == ("over", False)
    while not (await page.next("lobby"))["lobby"]["next_commitment"]:
        pass
    assert (await page.command("ready", game=2))["t"] == "done"
    while (told := await last(page))["game"] != 2:
        pass
    assert told["running"] is True


async def test_only_a_game_that_is_on_can_stand(house: House) -> None:
    mira = house.person()
    page = await mira.open(await mira.create(game="match", bots=["easy"]))
    assert (await page.command("pause", paused=True))["code"] == "not_now"
