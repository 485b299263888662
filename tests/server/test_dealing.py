"""How games come to be dealt: commitments, nonces, who is ready, and when the clock begins (X3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Frame, House, Page, Person, serving
from tests.tally import TALLY
from wordlot.core.chance import nonce_commitment
from wordlot.core.protocol import Seat
from wordlot.record import fairness, read_record, verify

pytestmark = pytest.mark.anyio
MIRAS, TOMS = "a1" * 32, "b2" * 32


async def lobby_of(client: Person, code: str) -> dict[str, Any]:
    answer: dict[str, Any] = (await client.http.get(f"/api/tables/{code}")).json()
    return answer


async def pair(house: House, *, bot: bool = False) -> tuple[str, Page, Page]:
    """Return a table at which two people sit who have committed to nonces."""
    mira, tom = house.person(), house.person()
    bots, seats = (["easy"], 3) if bot else ([], 2)
    code = await mira.create(seats=seats, bots=bots, commitment=nonce_commitment(MIRAS))
    await tom.sit(code, "Tom", commitment=nonce_commitment(TOMS))
    return code, await mira.open(code), await tom.open(code)


async def dealing(page: Page) -> Frame:
    """Return the list of commitments that a page is shown."""
    while True:
        told = [frame["lobby"] for frame in page.frames if frame["t"] == "lobby"]
        if told and told[-1]["dealing"] is not None:
            shown: Frame = told[-1]["dealing"]
            return shown
        await page.next("lobby")


async def reveal(page: Page, nonce: str, game: int = 1) -> None:
    await page.send({"t": "reveal", "game": game, "nonce": nonce})


async def setup(page: Page, game: int = 1) -> Frame:
    opened: Frame = (await page.next("update", game=game))["events"][0]["setup"]
    return opened


async def finish(page: Page) -> None:
    for round_ in (1, 2, 3):
        assert (await page.raise_to(9, round_))["t"] == "done"


async def record(house: House, code: str) -> bytes:
    return (await house.person().http.get(f"/api/tables/{code}/record")).content


async def test_all_commitments_are_shown_before_any_nonce_and_the_game_opens_with_the_last(
    house: House,
) -> None:
    code, mira, tom = await pair(house, bot=True)
    assert (await mira.command("start"))["t"] == "done"
    shown = [await dealing(page) for page in (mira, tom)]
    assert shown[0] == shown[1]
    assert shown[0]["seats"] == [0, 1, 2]
    assert shown[0]["awaited"] == [0, 1]
    assert shown[0]["commitments"][:2] == [nonce_commitment(x) for x in (MIRAS, TOMS)]
    await reveal(mira, MIRAS)
    await mira.settled()
    assert (await lobby_of(house.person(), code))["stage"] == "waiting"
    assert MIRAS not in "".join([*tom.raw, *mira.raw])
    await reveal(tom, TOMS)
    opened = await setup(tom)
    assert opened["commitments"] == shown[0]["commitments"]
    assert opened["nonces"][:2] == [MIRAS, TOMS]
    assert nonce_commitment(opened["nonces"][2]) == opened["commitments"][2]
    for page in (mira, tom):
        await page.send({"t": "shown", "game": 1})
    await finish(mira)
    raw = await record(house, code)
    kept = read_record(raw, TALLY)
    assert verify(kept, TALLY) == len(kept.entries)
    assert (fairness(kept).withheld, fairness(kept).without) == ((), ())


async def test_who_does_not_reveal_is_dealt_without_and_named(house: House) -> None:
    code, mira, tom = await pair(house)
    await mira.command("start")
    await reveal(mira, MIRAS)
    await mira.settled()
    house.clock.turn(4_000)
    assert (await setup(tom))["nonces"] == [MIRAS, ""]
    house.clock.turn(4_000)
    await finish(mira)
    kept = read_record(await record(house, code), TALLY)
    verify(kept, TALLY)
    assert fairness(kept).withheld == (Seat(1),)


async def test_a_nonce_that_was_lost_holds_nobody_up(house: House) -> None:
    _, mira, tom = await pair(house)
    await mira.command("start")
    await reveal(tom, "")
    await reveal(mira, MIRAS)
    assert (await setup(tom))["nonces"] == [MIRAS, ""]


async def test_another_nonce_than_the_one_committed_to_is_refused(house: House) -> None:
    _, mira, _ = await pair(house)
    await mira.command("start")
    await reveal(mira, TOMS)
    refused = await mira.next("refused")
    assert (refused["code"], refused["clause"]) == ("malformed", "X3")
    await reveal(mira, MIRAS, game=2)
    assert (await mira.next("refused"))["code"] == "not_now"


async def test_seats_stand_still_while_a_game_is_dealt(house: House) -> None:
    """Nobody comes in, nobody is taken out, and what was committed to stays."""
    code, mira, tom = await pair(house)
    await mira.command("start")
    assert (await mira.command("start"))["code"] == "not_now"
    assert (await house.person().sit(code, "Ada")).json()["code"] == "not_now"
    assert (await mira.command("free_seat", seat=1))["code"] == "not_now"
    late = await tom.command("ready", game=1, commitment=nonce_commitment("c3" * 32))
    assert late["code"] == "not_now"
    assert (await tom.command("free_seat", seat=1))["t"] == "done"
    await reveal(mira, MIRAS)
    await mira.settled()
    house.clock.turn(4_000)
    assert (await setup(mira))["commitments"][1] == nonce_commitment(TOMS)


async def test_a_restart_while_nonces_come_in_loses_none_and_tells_none(tmp_path: Path) -> None:
    async with serving(tmp_path) as first:
        code, mira, tom = await pair(first)
        await mira.command("start")
        shown = await dealing(tom)
        await reveal(mira, MIRAS)
        await mira.settled()
        cookies = [person.cookie for person in first._people[:2]]
    async with serving(tmp_path) as second:
        people = [second.person() for _ in cookies]
        for who, cookie in zip(people, cookies, strict=True):
            who.http.cookies.set(*cookie.split("=", 1))
        page = await people[1].open(code)
        again = (await page.next("welcome"))["lobby"]["dealing"]
        assert {**again, "awaited": None} == {**shown, "awaited": None}
        assert again["awaited"] == [1]
        assert MIRAS not in "".join(page.raw)
        await reveal(page, TOMS)
        assert (await setup(page))["nonces"] == [MIRAS, TOMS]


async def test_a_game_against_bots_begins_with_the_one_nonce(house: House) -> None:
    """One answer to the list is all that a start waits for."""
    mira = house.person()
    code = await mira.create(bots=["easy"], start=True, commitment=nonce_commitment(MIRAS))
    page = await mira.open(code)
    assert (await page.next("welcome"))["lobby"]["dealing"]["awaited"] == [0]
    await reveal(page, MIRAS)
    assert (await setup(page))["nonces"][0] == MIRAS


async def test_a_page_that_commits_to_nothing_plays_at_once(house: House) -> None:
    code, mira, _ = await house.pair()
    await finish(mira)
    kept = read_record(await record(house, code), TALLY)
    verify(kept, TALLY)
    assert fairness(kept).without == (Seat(0), Seat(1))


async def test_the_first_clock_begins_when_every_page_of_a_seat_shows_the_table(
    house: House,
) -> None:
    _, mira, tom = await pair(house)
    await mira.command("start")
    for page, nonce in ((mira, MIRAS), (tom, TOMS)):
        await reveal(page, nonce)
    opened = await mira.next("update")
    assert (opened["running"], opened["now"]) == (False, 0)
    house.clock.turn(3_000)
    await mira.send({"t": "shown", "game": 1})
    assert not [frame for frame in await mira.news() if frame["t"] == "update"]
    await tom.send({"t": "shown", "game": 1})
    assert (await tom.next("update", running=True))["now"] == 0


async def test_a_page_that_never_shows_the_table_holds_its_clock_for_some_seconds(
    house: House,
) -> None:
    _, mira, tom = await pair(house)
    await mira.command("start")
    for page, nonce in ((mira, MIRAS), (tom, TOMS)):
        await reveal(page, nonce)
    await mira.next("update", running=False)
    house.clock.turn(4_000)
    assert (await mira.next("update", running=True))["now"] == 0


async def test_a_rematch_begins_when_all_who_stay_are_ready(house: House) -> None:
    code, mira, tom = await house.pair()
    await finish(mira)
    assert (await tom.command("ready", game=2))["t"] == "done"
    lobby = await lobby_of(house.person(), code)
    assert (lobby["stage"], lobby["begins_in_ms"]) == ("over", 20_000)
    assert [sitter["ready"] for sitter in lobby["seats"]] == [False, True]
    assert (await mira.command("ready", game=2))["t"] == "done"
    assert (await lobby_of(house.person(), code))["stage"] == "playing"


async def test_an_offer_can_be_withdrawn_and_lapses_without_enough(house: House) -> None:
    code, mira, tom = await house.pair()
    await finish(mira)
    await tom.command("ready", game=2)
    await tom.command("ready", game=2, ready=False)
    assert (await lobby_of(house.person(), code))["begins_in_ms"] is None
    await tom.command("ready", game=2)
    house.clock.turn(20_000)
    while (await mira.next("lobby"))["lobby"]["begins_in_ms"] is not None:
        pass
    lobby = await lobby_of(house.person(), code)
    assert lobby["stage"] == "over"
    assert not any(sitter["ready"] for sitter in lobby["seats"])


async def test_nobody_is_taken_into_a_game_that_did_not_press(house: House) -> None:
    """Who is not ready in time watches, and can sit down for the game after."""
    mira, tom, ada = house.person(), house.person(), house.person()
    code = await mira.create(seats=3)
    await tom.sit(code, "Tom")
    await ada.sit(code, "Ada")
    pages = [await who.open(code) for who in (mira, tom, ada)]
    await pages[0].command("start")
    await finish(pages[1])
    watcher = await house.person().open(code)
    assert (await watcher.command("ready", game=2))["code"] == "not_seated"
    await pages[0].command("ready", game=2)
    await pages[2].command("ready", game=2)
    house.clock.turn(20_000)
    assert (await pages[1].next("update", game=2))["view"]["you"] is None
    assert (await pages[2].next("update", game=2))["view"]["you"] == 1
    lobby = await lobby_of(tom, code)
    assert [sitter["name"] for sitter in lobby["seats"]] == ["Mira", "Ada"]
    await finish(pages[0])
    assert (await tom.sit(code, "Tom")).json() == {"seat": 2}


async def test_who_leaves_holds_no_rematch_up(house: House) -> None:
    code, mira, tom = await house.pair(seats=3, bots=["easy"])
    await finish(mira)
    await mira.command("ready", game=2)
    assert (await tom.command("free_seat", seat=1))["t"] == "done"
    assert (await lobby_of(house.person(), code))["stage"] == "playing"
