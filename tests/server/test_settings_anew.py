"""The host sets a table anew before a game, and nobody plays what they did not agree to."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.harness import Frame, House, Page, Person, serving
from wordlot.server import presence, room, terms
from wordlot.server.buckets import Rate

pytestmark = pytest.mark.anyio

PLAIN: Frame = {
    "settings": 1,
    "seats": 3,
    "options": {},
    "lexicon": "english",
    "public": False,
    "absence": "bot",
}
"""How a table of three seats is made."""
SLOW = {"round_clock_ms": 120_000}


async def table(house: House, **more: object) -> tuple[str, list[Person], list[Page]]:
    """Return a table with a host, a guest and a free seat."""
    mira, tom = house.person(), house.person()
    code = await mira.create(**{"game": "match", "seats": 3} | more)
    await tom.sit(code, "Tom")
    return code, [mira, tom], [await mira.open(code), await tom.open(code)]


async def lobby_of(person: Person, code: str) -> Frame:
    found: Frame = (await person.http.get(f"/api/tables/{code}")).json()
    return found


async def change(page: Page, **changes: object) -> Frame:
    return await page.command("change_table", **PLAIN | changes)


async def test_what_the_host_changes_is_shown_with_what_it_was(house: House) -> None:
    code, people, pages = await table(house)
    before = await lobby_of(people[0], code)
    assert (before["settings"], before["former"]) == (1, None)
    assert (await change(pages[0], options=SLOW, seats=4, absence="passes"))["t"] == "done"
    told = (await pages[1].next("lobby", you=1))["lobby"]
    while told["settings"] == 1:
        told = (await pages[1].next("lobby", you=1))["lobby"]
    assert told["settings"] == 2
    assert (told["options"]["round_clock_ms"], told["absence"]) == (120_000, "passes")
    assert [sitter and sitter["name"] for sitter in told["seats"]] == ["Mira", "Tom", None, None]
    assert [sitter["agreed"] for sitter in told["seats"] if sitter] == [True, False]
    assert told["former"]["options"]["round_clock_ms"] == 60_000
    assert (told["former"]["seats"], told["former"]["absence"]) == (3, "bot")
    assert (await change(pages[0], settings=2, options=SLOW, public=True))["t"] == "done"
    told = await lobby_of(people[1], code)
    assert (told["settings"], told["public"], len(told["seats"])) == (3, True, 3)
    # Still what all had agreed to, however often it changed since.
    assert (told["former"]["public"], told["former"]["options"]["round_clock_ms"]) == (
        False,
        60_000,
    )
    assert (await pages[1].command("ready", game=1, settings=3))["t"] == "done"
    assert (await lobby_of(people[1], code))["former"] is None


async def test_a_game_does_not_begin_with_settings_that_somebody_did_not_agree_to(
    house: House,
) -> None:
    code, people, (host, guest) = await table(house)
    assert (await guest.command("ready", game=1))["t"] == "done"
    assert (await change(host, options=SLOW))["t"] == "done"
    assert [x and x["ready"] for x in (await lobby_of(people[0], code))["seats"]][:2] == [False] * 2
    refused = await host.command("start")
    assert (refused["code"], "Tom" in refused["text"]) == ("not_agreed", True)
    stale = await guest.command("ready", game=1, settings=1)
    assert stale["code"] == "stale_settings"
    assert (await guest.command("ready", game=1, settings=3))["code"] == "stale_settings"
    assert (await host.command("start"))["code"] == "not_agreed"
    assert (await guest.command("ready", game=1, settings=2))["t"] == "done"
    # Not to be ready takes no agreement back.
    assert (await guest.command("ready", game=1, ready=False))["t"] == "done"
    assert (await host.command("start"))["t"] == "done"
    update = await guest.next("update")
    assert update["view"]["options"]["round_clock_ms"] == 120_000


async def test_who_sits_down_agrees_to_what_was_shown_and_to_nothing_else(house: House) -> None:
    code, people, (host, guest) = await table(house)
    assert (await change(host, options=SLOW))["t"] == "done"
    assert (await guest.command("ready", game=1, settings=2))["t"] == "done"
    late = house.person()
    # Shown before the change, pressed after it.
    assert (await late.sit(code, "Ida", settings=1)).status_code == 200
    assert (await host.command("start"))["code"] == "not_agreed"
    assert (await late.sit(code, "Ida", settings=2)).status_code == 200
    sitters = (await lobby_of(people[0], code))["seats"]
    assert [sitter["agreed"] for sitter in sitters] == [True] * 3
    assert (await host.command("start"))["t"] == "done"


async def test_who_did_not_agree_can_be_freed_and_a_bot_agrees_to_all(house: House) -> None:
    _, _, (host, _) = await table(house)
    assert (await change(host, options=SLOW))["t"] == "done"
    assert (await host.command("free_seat", seat=1))["t"] == "done"
    assert (await host.command("seat_bot", seat=1, level="easy"))["t"] == "done"
    assert (await host.command("start"))["t"] == "done"


async def test_a_new_host_has_to_agree_too(house: House) -> None:
    """Nobody answers for what somebody else set."""
    code, _, (host, guest) = await table(house)
    assert (await change(host, options=SLOW))["t"] == "done"
    await host.close()
    house.clock.turn(int(presence.STAY_S + 30) * 1_000)
    while not (await guest.next("lobby"))["is_host"]:
        pass
    assert (await guest.command("start"))["code"] == "not_agreed"
    assert (await guest.command("ready", game=1, settings=2))["t"] == "done"
    assert (await guest.command("start"))["t"] == "done"
    assert code


async def test_only_the_host_changes_a_table_and_only_where_no_game_is_on(house: House) -> None:
    code, people, (host, guest) = await table(house)
    watcher = await house.person().open(code)
    for page, fault in ((guest, "not_host"), (watcher, "not_seated")):
        assert (await change(page, public=True))["code"] == fault
    await host.command("start")
    assert (await change(host, public=True))["code"] == "not_now"
    assert (await lobby_of(people[0], code))["public"] is False


BAD: dict[str, tuple[Frame, str]] = {
    "settings that were not seen": ({"settings": 2}, "stale_settings"),
    "fewer seats than are taken": ({"seats": 2}, "seat_taken"),
    "more seats than the game has": ({"seats": 9}, "bad_options"),
    "far too many seats": ({"seats": 10**15}, "bad_options"),
    "no seats": ({"seats": 0}, "bad_options"),
    "fewer than no seats": ({"seats": -(2**60)}, "bad_options"),
    "an option that is not": ({"options": {"x": 1}}, "bad_options"),
    "an option of another type": ({"options": {"round_clock_ms": "long"}}, "bad_options"),
    "a lexicon that is not here": ({"lexicon": "klingon"}, "no_lexicon"),
    "a lexicon of another folder": ({"lexicon": "../english"}, "no_lexicon"),
    "a name that is too long": ({"lexicon": "x" * 65}, "malformed"),
    "an absence that is not": ({"absence": "dies"}, "malformed"),
    "a number below 1": ({"settings": 0}, "malformed"),
    "a field that is not": ({"host": 1}, "malformed"),
}


async def test_settings_that_cannot_be_are_refused_and_change_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terms, "CHANGES", Rate(100, 1))
    code, people, (host, _) = await table(house)
    assert (await host.command("seat_bot", seat=2, level="easy"))["t"] == "done"
    before = await lobby_of(people[0], code)
    for name, (changes, fault) in BAD.items():
        refused = await change(host, **changes)
        assert (refused["t"], refused["code"]) == ("refused", fault), name
        assert refused["text"].count(" ") >= 2, name
        assert await lobby_of(people[0], code) == before, name


async def test_what_changes_nothing_asks_nobody_again(house: House) -> None:
    code, people, (host, guest) = await table(house)
    await guest.command("ready", game=1)
    assert (await change(host))["t"] == "done"
    lobby = await lobby_of(people[0], code)
    assert (lobby["settings"], lobby["seats"][1]["ready"]) == (1, True)


async def test_seats_are_taken_away_from_the_end_and_only_free_ones(house: House) -> None:
    code, people, (host, _) = await table(house, seats=6)
    assert (await host.command("seat_bot", seat=4, level="easy"))["t"] == "done"
    assert (await change(host, seats=4))["t"] == "done"
    names = [sitter and sitter["name"] for sitter in (await lobby_of(people[0], code))["seats"]]
    assert names[:2] == ["Mira", "Tom"]
    assert (len(names), names[2], names[3] is not None) == (4, None, True)
    assert (await change(host, settings=2, seats=3))["t"] == "done"
    assert None not in (await lobby_of(people[0], code))["seats"]


async def test_quick_changes_are_refused_and_may_be_sent_again(house: House) -> None:
    code, people, (host, _) = await table(house)
    burst = int(terms.CHANGES.burst)
    for number in range(burst):
        assert (await change(host, settings=number + 1, public=number % 2 == 0))["t"] == "done"
    fields = PLAIN | {"settings": burst + 1, "absence": "passes"}
    frame = {"t": "change_table", "id": "again"} | fields
    await host.send(frame)
    assert (await host.answer("again"))["code"] == "too_fast"
    assert (await lobby_of(people[0], code))["settings"] == burst + 1
    loaded = house.app.state.rooms.in_memory(code)
    loaded._changes.spend(-1, asyncio.get_running_loop().time())
    await host.send(frame)
    assert (await host.answer("again"))["t"] == "done"


async def test_a_rematch_is_played_only_by_who_agreed_to_its_settings(house: House) -> None:
    """After a game too; who is not ready again when the time is over is not in it."""
    code, people, (host, guest) = await table(house, options={"round_clock_ms": None})
    assert (await host.command("start"))["t"] == "done"
    assert (await host.command("end_game"))["t"] == "done"
    while not (await host.next("lobby"))["lobby"]["next_commitment"]:
        pass
    assert (await guest.command("ready", game=2))["t"] == "done"
    assert (await lobby_of(people[0], code))["begins_in_ms"] is not None
    assert (await change(host, seats=2, options=SLOW))["t"] == "done"
    lobby = await lobby_of(people[0], code)
    assert lobby["begins_in_ms"] is None
    assert not any(sitter["ready"] for sitter in lobby["seats"])
    assert (await change(host, settings=2, seats=4, options=SLOW))["code"] == "not_now"
    assert (await guest.command("ready", game=2))["code"] == "stale_settings"
    assert (await host.command("ready", game=2, settings=2))["t"] == "done"
    ida = house.person()
    # Sat down for what she was shown, which is not what is played.
    assert (await ida.sit(code, "Ida", settings=1)).status_code == 200
    assert not (await lobby_of(people[0], code))["seats"][2]["ready"]
    assert (await guest.command("ready", game=2, settings=2))["t"] == "done"
    house.clock.turn(room.OFFER_MS)
    while (await host.next("update"))["game"] != 2:
        pass
    names = [sitter["name"] for sitter in (await lobby_of(people[0], code))["seats"]]
    assert names == ["Mira", "Tom"]


async def test_changes_outlive_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        code, people, (host, _) = await table(house)
        assert (await change(host, options=SLOW, seats=4))["t"] == "done"
        before = await lobby_of(people[0], code)
    async with serving(tmp_path) as house:
        again = house.person()
        again.http.cookies.update(people[1].http.cookies)
        after = await lobby_of(again, code)
        same = ("settings", "former", "options", "seats")
        for sitter in (*before["seats"], *after["seats"]):
            if sitter:
                sitter["here"] = None
        assert {key: after[key] for key in same} == {key: before[key] for key in same}
        page = await again.open(code)
        await page.send({"t": "ready", "id": "r", "game": 1, "settings": 2})
        assert (await page.answer("r"))["t"] == "done"


async def test_another_lexicon_is_that_of_the_game(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        words = tmp_path / "short.txt"
        words.write_text("rate\nrates\ntea\n")
        await asyncio.to_thread(house.app.state.rooms._library.add, "short", words)
        code, people, (host, guest) = await table(house)
        assert (await change(host, lexicon="short"))["t"] == "done"
        assert (await lobby_of(people[0], code))["lexicon"]["name"] == "short"
        assert (await guest.command("ready", game=1, settings=2))["t"] == "done"
        assert (await host.command("start"))["t"] == "done"
        update = await guest.next("update")
        assert update["events"][0]["setup"]["lexicon"]["name"] == "short"
