"""A server that stops and starts: nothing is lost, nothing is done twice, nobody is charged."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tests.server.harness import WAIT_S, House, Page, Person, PuppetBots, serving
from tests.tables import TurnedClock
from tests.tally import Raise, TallyView
from wordlot.bots import Decision
from wordlot.server import store
from wordlot.server.rooms import DAY_S, WAITING_DAYS
from wordlot.server.tables_file import FILE
from wordlot.table import authority

pytestmark = pytest.mark.anyio


def move(person: Person, house: House) -> Person:
    """Return the same browser at another address of the server."""
    moved = house.person()
    moved.http.cookies.update(person.http.cookies)
    return moved


async def test_a_page_that_comes_back_in_an_auction_has_what_it_missed_and_no_more(
    house: House,
) -> None:
    mira, tom = house.person(), house.person()
    code = await mira.create()
    await tom.sit(code, "Tom")
    page, other = await mira.open(code), await tom.open(code)
    await page.command("start")
    await page.settled()
    await page.close()
    await other.raise_to(2)
    house.clock.turn(5_000)
    await other.raise_to(4)
    again = await mira.open(code, "?game=1&after=3")
    update = await again.next("update")
    assert [(e["seat"], e["value"]) for e in update["events"]] == [(1, 2), (1, 4)]
    assert (update["seq"], update["now"], update["at"]) == (5, 5_000, [0, 5_000])
    assert update["view"]["high"] == 4
    assert (await again.raise_to(5))["t"] == "done"


@pytest.mark.parametrize("query", ["?game=2&after=3", "?after=-1&game=1", "?game=x&after=y", ""])
async def test_a_page_that_knows_something_else_begins_anew(house: House, query: str) -> None:
    code, _, _ = await house.pair()
    page = await house.person().open(code, query)
    assert len((await page.next("update"))["events"]) == 3


async def test_a_restart_in_an_auction_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as first:
        mira, tom = first.person(), first.person()
        code = await mira.create()
        await tom.sit(code, "Tom")
        pages = await mira.open(code), await tom.open(code)
        await pages[0].command("start")
        first.clock.turn(20_000)
        bid = {"t": "act", "id": "bid", "action": {"type": "raise", "round": 1, "value": 5}}
        low = {"t": "act", "id": "low", "action": {"type": "raise", "round": 1, "value": 4}}
        await pages[0].send(bid)
        answers = [await pages[0].answer("bid")]
        await pages[1].send(low)
        answers.append(await pages[1].answer("low"))
    clock = TurnedClock()
    clock.turn(9_999_999)
    async with serving(tmp_path, clock=clock) as second:
        mira, tom = move(mira, second), move(tom, second)
        pages = await mira.open(code, "?game=1&after=3"), await tom.open(code)
        assert (await pages[0].next("welcome"))["is_host"]
        update = await pages[0].next("update")
        assert [event["type"] for event in update["events"]] == ["raised"]
        assert (update["now"], update["running"]) == (20_000, True)
        await pages[0].send(bid)
        await pages[1].send(low)
        again = [await pages[0].answer("bid"), await pages[1].answer("low")]
        assert again == answers
        clock.turn(39_999)
        assert (await pages[1].raise_to(6))["t"] == "done"
        # The bid left ten seconds on the clock.
        clock.turn(9_999)
        assert (await pages[1].raise_to(7))["t"] == "done"
        clock.turn(10_000)
        assert (await pages[1].raise_to(8))["code"] == "stale_round"


async def test_a_command_about_the_table_has_its_answer_again_after_a_restart(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as first:
        mira = first.person()
        code = await mira.create(bots=["easy"])
        page = await mira.open(code)
        await page.send({"t": "start", "id": "go"})
        answer = await page.answer("go")
        assert answer["t"] == "done"
    async with serving(tmp_path) as second:
        page = await move(mira, second).open(code)
        await page.send({"t": "start", "id": "go"})
        assert await page.answer("go") == answer


async def test_a_table_that_waits_is_there_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as first:
        mira = first.person()
        code = await mira.create(seats=3, public=True)
        before = (await mira.http.get(f"/api/tables/{code}")).json()
    async with serving(tmp_path) as second:
        mira = move(mira, second)
        assert (await mira.http.get(f"/api/tables/{code}")).json() == before
        assert (await second.person().sit(code, "Tom")).json() == {"seat": 1}


async def test_a_table_that_waited_for_weeks_is_gone_unless_a_page_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordlot.server.rooms.FORGET_S", 0.0)
    monkeypatch.setattr("wordlot.server.rooms.CLOCKS_S", 0.01)
    monkeypatch.setattr("wordlot.server.rooms.IDLE_S", 0.0)
    async with serving(tmp_path) as house:
        mira = house.person()
        left, open_ = await mira.create(), await mira.create()
        page = await mira.open(open_)
        house.clock.turn(round((WAITING_DAYS - 1) * DAY_S * 1_000))
        await asyncio.sleep(0.1)
        assert await house.app.state.store.load(left) is not None
        house.clock.turn(round(2 * WAITING_DAYS * DAY_S * 1_000))
        for _ in range(round(WAIT_S / 0.01)):
            await asyncio.sleep(0.01)
            if await house.app.state.store.load(left) is None:
                break
        assert (await mira.http.get(f"/api/tables/{left}")).status_code == 404
        assert (await page.command("seat_bot", seat=1, level="easy"))["t"] == "done"
        assert (await page.command("start"))["t"] == "done"


async def test_a_game_that_is_over_has_its_record_and_a_rematch_after_a_restart(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as first:
        mira = first.person()
        code = await mira.create(bots=["easy"])
        page = await mira.open(code)
        await page.command("start")
        for round_ in (1, 2, 3):
            await page.raise_to(9, round_)
        record = (await mira.http.get(f"/api/tables/{code}/record")).content
    async with serving(tmp_path) as second:
        mira = move(mira, second)
        assert (await mira.http.get(f"/api/tables/{code}/record")).content == record
        page = await mira.open(code)
        assert (await page.command("ready", game=2))["t"] == "done"


async def test_bots_play_on_after_a_restart_once_a_player_is_there(tmp_path: Path) -> None:
    """A bot's seat is never stuck because the server was restarted; for who watches it waits."""
    async with serving(tmp_path) as first:
        mira = first.person()
        code = await mira.create(bots=["easy"])
        page = await mira.open(code)
        await page.command("start")

    def decide(view: TallyView) -> Decision:
        return Decision(Raise(view.round, 9), 0)

    async with serving(tmp_path, brains=PuppetBots(decide)) as second:
        room = await second.app.state.rooms.find(code)
        watcher = await second.person().open(code)
        assert not (await watcher.next("update"))["running"]
        await move(mira, second).open(code)
        while (await watcher.next("lobby"))["lobby"]["stage"] != "over":
            pass
        assert room.table.outcome.scores == (0, 27)


async def test_a_record_that_cannot_be_read_stops_neither_the_server_nor_other_tables(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as first:
        broken, _, _ = await first.pair()
        whole, _, _ = await first.pair()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("DELETE FROM events WHERE code = ? AND seq = 2", (broken,))
    connection.commit()
    connection.close()
    async with serving(tmp_path) as second:
        client = second.person().http
        response = await client.get(f"/api/tables/{broken}")
        assert (response.status_code, response.json()["code"]) == (500, "failed")
        assert (await client.get(f"/api/tables/{whole}")).status_code == 200


async def test_a_full_disk_freezes_a_table_which_goes_on_by_itself(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bid is acknowledged only once it is written, and no clock runs on meanwhile."""
    monkeypatch.setattr(authority, "RETRY_S", 0.01)
    _, mira, tom = await house.pair()
    carry_out = store._carry_out

    def full(connection: sqlite3.Connection, jobs: list[store._Job]) -> None:
        carry_out(connection, jobs)
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(store, "_carry_out", full)
    await mira.send({"t": "act", "id": "bid", "action": {"type": "raise", "round": 1, "value": 5}})
    frozen = await tom.next("update")
    assert (frozen["running"], frozen["events"]) == (False, [])
    house.clock.turn(3_600_000)
    assert not any(frame["t"] == "done" for frame in await mira.settled())
    monkeypatch.setattr(store, "_carry_out", carry_out)
    assert (await mira.answer("bid"))["t"] == "done"
    told = await tom.next("update", seq=4)
    assert (told["running"], told["now"], told["view"]["high"]) == (True, 0, 5)


async def test_a_clean_stop_closes_sockets_with_a_code_on_which_pages_come_back(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as house:
        _, page, _ = await house.pair()
        closing: asyncio.Task[int] = asyncio.create_task(Page.closed(page))
        await asyncio.sleep(0)
        for room in house.app.state.rooms.loaded():
            await room.close()
        assert await closing == 1012
