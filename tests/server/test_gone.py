"""Who leaves for good, or lets clocks run out, holds nobody up, and can come back (X1)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.harness import Frame, House, Page, Person, PuppetBots, serving
from wordlot.bots import Decision
from wordlot.games.match import model as match

pytestmark = pytest.mark.anyio
DAY_MS = 86_400_000


async def three(house: House, game: str = "match", **changes: object) -> Table:
    people = [house.person() for _ in range(3)]
    code = await people[0].create(game=game, seats=3, **changes)
    for person, name in zip(people[1:], ("Tom", "Ada"), strict=True):
        await person.sit(code, name)
    pages = [await person.open(code) for person in people]
    assert (await pages[0].command("start"))["t"] == "done"
    for page in pages:
        await page.settled()
    return Table(house, code, people, pages)


async def last_view(page: Page) -> Frame:
    # A page that asks too often gets no answer.
    await asyncio.sleep(0.05)
    await page.settled()
    view: Frame = next(x for x in reversed(page.frames) if x["t"] == "update")["view"]
    return view


class Table:
    """A table of three at which a game is on."""

    def __init__(self, house: House, code: str, people: list[Person], pages: list[Page]) -> None:
        self.house, self.code, self.people, self.pages = house, code, people, pages
        self.acts = 0

    async def lobby(self) -> Frame:
        lobby: Frame = (await self.people[0].http.get(f"/api/tables/{self.code}")).json()
        return lobby

    async def until_gone(self, seat: int, gone: str | None) -> Frame:
        """Wait until everybody is told how a seat stands; returns what is told of it."""
        while (lobby := await self.lobby())["seats"][seat]["gone"] != gone:
            await last_view(self.pages[0])
        told: Frame = lobby["seats"][seat]
        return told

    async def passes(self, seat: int, round_: int) -> Frame:
        # By an id of its own, whichever page sends it: a second one has the first one's answer.
        self.acts += 1
        action, page = {"type": "pass", "round": round_}, self.pages[seat]
        named = f"{seat} passes {round_}, {self.acts}"
        await page.send({"t": "act", "id": named, "action": action})
        return await page.answer(named)

    async def round_of(self, seat: int, round_: int) -> Frame:
        """Wait until a round is on for a seat."""
        while True:
            frame = await self.pages[seat].next("update")
            if frame["view"]["round"] == round_:
                return frame

    async def run_out(self, round_: int) -> None:
        """Let the clock of a round run out after all but Tom have passed."""
        for seat in (0, 2):
            assert (await self.passes(seat, round_))["t"] == "done"
        self.house.clock.turn(60_000)
        await self.round_of(0, round_ + 1)


async def test_who_leaves_for_good_passes_from_then_on_where_the_table_chose_that(
    house: House,
) -> None:
    table = await three(house, absence="passes")
    assert (await table.passes(0, 1))["t"] == "done"
    assert (await table.passes(2, 1))["t"] == "done"
    assert (await table.pages[1].command("free_seat", seat=1))["t"] == "done"
    told = await table.until_gone(1, "left")
    assert (told["bot"], told["here"]) == (None, False)
    assert (await table.lobby())["absence"] == "passes"
    await table.round_of(0, 2)
    for seat in (0, 2):
        await table.passes(seat, 2)
    # No clock was turned: nobody waits for Tom.
    await table.round_of(0, 3)


async def test_a_bot_takes_over_for_who_leaves_for_good(tmp_path: Path) -> None:
    def decide(view: match.MatchView) -> Decision:
        return Decision(match.Pass(view.round), 0)

    async with serving(tmp_path, brains=PuppetBots(decide)) as house:
        table = await three(house)
        assert (await table.pages[1].command("free_seat", seat=1))["t"] == "done"
        assert (await table.until_gone(1, "left"))["bot"] == "easy"
        for seat in (0, 2):
            await table.passes(seat, 1)
        await table.round_of(0, 2)
        back = await table.people[1].sit(table.code, "whoever")
        assert back.json() == {"seat": 1}
        told = await table.until_gone(1, None)
        assert (told["bot"], told["here"]) == (None, True)
        for seat in (0, 2):
            await table.passes(seat, 2)
        await table.round_of(1, 3)
        await table.pages[1].settled()
        assert (await table.passes(1, 3))["t"] == "done", "the bot plays no more"


async def test_two_clocks_that_run_out_make_absent_until_the_player_is_back(house: House) -> None:
    table = await three(house, absence="passes")
    await table.run_out(1)
    assert (await table.lobby())["seats"][1]["gone"] is None
    await table.run_out(2)
    told = await table.until_gone(1, "absent")
    assert told["here"] is True
    for seat in (0, 2):
        await table.passes(seat, 3)
    await table.round_of(0, 4)
    assert (await table.pages[1].command("back"))["t"] == "done"
    assert (await table.until_gone(1, None))["here"] is True
    for seat in (0, 2):
        await table.passes(seat, 4)
    await table.round_of(1, 5)
    await table.pages[1].settled()
    assert (await table.passes(1, 5))["t"] == "done"


@pytest.mark.parametrize("sign", ["refused", "composed", "bid elsewhere"])
async def test_who_does_anything_at_all_is_there(house: House, sign: str) -> None:
    """What a player tries counts, also where it is refused."""
    table = await three(house, absence="passes")
    await table.run_out(1)
    page = table.pages[1]
    if sign == "refused":
        assert (await table.passes(1, 9))["t"] == "refused"
    elif sign == "composed":
        draft: Frame = {"letters": [], "lane": None}
        await page.send({"t": "compose", "n": 1, "draft": draft})
    else:
        await page.send({"t": "act", "id": "x", "action": {"type": "nothing"}})
    await page.settled()
    await table.run_out(2)
    assert (await table.lobby())["seats"][1]["gone"] is None
    await table.run_out(3)
    if sign != "bid elsewhere":
        assert (await table.lobby())["seats"][1]["gone"] is None
    await table.run_out(4)
    await table.until_gone(1, "absent")


async def test_what_others_do_makes_nobody_absent(house: House) -> None:
    """No rival can end a clock of Tom's, and no frame speaks for another's seat."""
    table = await three(house, absence="passes")
    for round_ in range(1, 6):
        assert (await table.passes(1, round_))["t"] == "done"
        for seat in (0, 2):
            for frame in ({"t": "back", "id": f"b{seat}{round_}"}, {"t": "ping", "n": 9}):
                await table.pages[seat].send(frame)
        await table.pages[2].settled()
        house.clock.turn(60_000)
        await table.round_of(1, round_ + 1)
        # Mira and Ada are here and wait for nobody but each other.
        for seat in (0, 2):
            await table.pages[seat].command("back")
    assert (await table.lobby())["seats"][1]["gone"] is None


async def test_an_action_of_an_absent_player_takes_the_seat_back(house: House) -> None:
    table = await three(house, absence="passes")
    await table.run_out(1)
    await table.run_out(2)
    await table.until_gone(1, "absent")
    assert (await table.passes(1, 1))["code"] == "stale_round"
    await table.until_gone(1, None)


async def test_a_page_that_connects_by_itself_is_no_player_who_is_back(house: House) -> None:
    """A page comes back by itself; a page that is loaded anew has a person before it."""
    table = await three(house, absence="passes")
    await table.run_out(1)
    await table.run_out(2)
    await table.until_gone(1, "absent")
    page = await table.people[1].open(table.code, "?game=1&after=5")
    assert (await page.next("welcome"))["lobby"]["seats"][1]["gone"] == "absent"
    page = await table.people[1].open(table.code)
    assert (await page.next("welcome"))["lobby"]["seats"][1]["gone"] is None


async def test_the_host_cannot_choose_who_plays_for_somebody_who_is_gone(house: House) -> None:
    """The table chose when it was made; no host puts a weak bot, or a strong one, there."""
    table = await three(house, absence="passes")
    await table.pages[1].command("free_seat", seat=1)
    refused = await table.pages[0].command("seat_bot", seat=1, level="hard")
    assert (refused["code"], refused["clause"]) == ("not_now", "X1")


async def test_nobody_plays_for_who_is_gone_where_no_person_waits(house: House) -> None:
    table = await three(house, absence="passes")
    for seat in range(3):
        assert (await table.pages[seat].command("free_seat", seat=seat))["t"] == "done"
    assert [sitter["gone"] for sitter in (await table.lobby())["seats"]] == ["left"] * 3
    onlooker = await house.person().open(table.code)
    view = (await onlooker.next("update"))["view"]
    assert len(view["awaited"]) > 0
    assert (view["round"], view["outcome"]) == (1, None)


async def test_the_last_one_is_never_absent(house: House) -> None:
    """Who plays with bots alone holds nobody up."""
    mira = house.person()
    code = await mira.create(game="match", seats=2, bots=["easy"], absence="passes")
    page = await mira.open(code)
    await page.command("start")
    for _ in range(4):
        await page.settled()
        house.clock.turn(60_000)
    await page.settled()
    lobby = (await mira.http.get(f"/api/tables/{code}")).json()
    assert lobby["seats"][0]["gone"] is None


async def test_who_is_gone_is_so_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        table = await three(house, absence="passes")
        await table.pages[1].command("free_seat", seat=1)
        for seat in (0, 2):
            await table.passes(seat, 1)
        await table.round_of(0, 2)
    async with serving(tmp_path) as house:
        mira, ada = house.person(), house.person()
        mira.http.cookies.update(table.people[0].http.cookies)
        ada.http.cookies.update(table.people[2].http.cookies)
        pages = [await mira.open(table.code), await ada.open(table.code)]
        assert (await pages[0].next("welcome"))["lobby"]["seats"][1]["gone"] == "left"
        again = Table(house, table.code, [mira], [pages[0], pages[0], pages[1]])
        for seat in (0, 2):
            await again.passes(seat, 2)
        await again.round_of(0, 3)


async def test_a_seat_that_is_left_in_bet_the_bag_holds_up_no_turn(house: House) -> None:
    """It flips, passes, gives up and accepts at once."""
    table = await three(house, "bet_the_bag", absence="passes", options={"bid_clock_ms": DAY_MS})
    for seat in (0, 2):
        assert (await table.pages[seat].command("free_seat", seat=seat))["t"] == "done"
    page = table.pages[1]
    for turn in range(1, 4):
        while (view := await last_view(page))["turn"] != turn or view["awaited"] != [1]:
            pass
        if view["phase"] == "flip":
            await page.command("act", action={"type": "flip_card", "turn": turn})
        while (await last_view(page))["phase"] != "bidding":
            pass
        while (view := await last_view(page))["awaited"] != [1]:
            pass
        assert (await page.command("act", action={"type": "pass_bid", "turn": turn}))["t"] == "done"


async def test_who_lets_two_bid_clocks_of_bet_the_bag_run_out_is_absent(tmp_path: Path) -> None:
    """B4.3."""
    async with serving(tmp_path) as house:
        table = await three(house, "bet_the_bag")
        for n in range(40):
            if (await table.lobby())["seats"][1]["gone"]:
                break
            for seat in (0, 2):
                act = {"t": "act", "id": f"{n}", "action": {"type": "pass_bid", "turn": 0}}
                await table.pages[seat].send(act)
                await last_view(table.pages[seat])
            house.clock.turn(20_000)
        lobby = await table.lobby()
        assert [sitter["gone"] for sitter in lobby["seats"]] == [None, "absent", None]


async def sleep(table: Table) -> None:
    """Close all pages, and let the table sleep."""
    for page in table.pages:
        await page.close()
    rooms = table.house.app.state.rooms
    room = await rooms.find(table.code)
    for _ in range(1_000):
        if not room.attended:
            break
        await asyncio.sleep(0.01)
    await rooms._put_away(room)


async def day_of(table: Table, day: int, *, tom: bool = False) -> None:
    """Let a day pass on which Mira and Ada play, while the table sleeps most of the time."""
    table.pages = [await person.open(table.code, "?game=1&after=1") for person in table.people]
    for seat in (0, 2):
        assert (await table.passes(seat, day))["t"] == "done"
    if tom:
        draft: Frame = {"letters": [], "lane": None}
        await table.pages[1].send({"t": "compose", "n": 1, "draft": draft})
        await table.pages[1].settled()
    await sleep(table)
    table.house.clock.turn(DAY_MS)
    page = await table.people[0].open(table.code, "?game=1&after=1")
    while (await last_view(page))["round"] == day:
        pass
    table.pages = [page]
    await sleep(table)


async def test_clocks_that_run_out_while_the_table_sleeps_count_one_after_another(
    house: House,
) -> None:
    """A table with clocks of a day is asleep whenever one of them runs out."""
    table = await three(house, absence="passes", options={"round_clock_ms": DAY_MS})
    await sleep(table)
    await day_of(table, 1)
    assert (await table.lobby())["seats"][1]["gone"] is None
    await day_of(table, 2, tom=True)
    assert (await table.lobby())["seats"][1]["gone"] is None
    await day_of(table, 3)
    assert (await table.lobby())["seats"][1]["gone"] is None
    await day_of(table, 4)
    for _ in range(100):
        if (gone := (await table.lobby())["seats"][1]["gone"]) is not None:
            break
        await asyncio.sleep(0.01)
    assert gone == "absent"


async def test_what_a_stopped_server_does_not_know_is_charged_to_nobody(tmp_path: Path) -> None:
    """After a crash the clock that runs may be one at which somebody was heard."""
    async with serving(tmp_path) as house:
        table = await three(house, absence="passes", options={"round_clock_ms": DAY_MS})
        await sleep(table)
        await day_of(table, 1)
        table.pages = [await table.people[0].open(table.code, "?game=1&after=1")]
        assert (await table.passes(0, 2))["t"] == "done"
        cookies = table.people[0].http.cookies
        room = await house.app.state.rooms.find(table.code)
        # As in a crash: nothing is kept but what was kept before.
        room.close = room.table.close
    async with serving(tmp_path) as house:
        again = house.person()
        again.http.cookies.update(cookies)
        room = await house.app.state.rooms.find(table.code)
        assert not any(room._attendance._missed.values())
        house.clock.turn(DAY_MS)
        page = await again.open(table.code)
        while (await last_view(page))["round"] == 2:
            pass
        assert not any(room._attendance._missed.values())
