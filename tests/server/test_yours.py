"""The tables of a guest: found by the cookie, told without waking those that sleep."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.harness import House, Person, serving
from tests.server.test_sleeping import all_asleep, awake, with_bots
from tests.server.test_tables import finish
from wordlot.server import rooms as served
from wordlot.server import tables_file
from wordlot.server.addresses import ClientAddress
from wordlot.server.problems import TooMuch
from wordlot.server.quotas import Quota, Quotas
from wordlot.server.seats import Holder

pytestmark = pytest.mark.anyio


async def yours(person: Person) -> dict[str, Any]:
    answer = await person.http.get("/api/yours")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def codes(tables: list[dict[str, Any]]) -> list[tuple[str, bool]]:
    return [(table["code"], table["waits"]) for table in tables]


async def test_games_that_wait_come_first_then_games_then_lobbies(house: House) -> None:
    mira, tom = house.person(), house.person()
    acted = await mira.create()
    waits = await mira.create()
    lobby = await mira.create()
    ended = await mira.create()
    pages = {}
    for code in (acted, waits, ended):
        await tom.sit(code, "Tom")
        pages[code] = await mira.open(code)
        assert (await pages[code].command("start"))["t"] == "done"
    assert (await pages[acted].raise_to(3))["t"] == "done"
    await finish(pages[ended])
    told = await yours(mira)
    assert codes(told["tables"]) == [(waits, True), (acted, False), (lobby, False)]
    assert codes(told["finished"]) == [(ended, False)]
    assert told["tables"][0]["seats"] == ["Mira", "Tom"]
    assert told["tables"][2]["seats"] == ["Mira", None]
    assert set(codes((await yours(tom))["tables"])) == {(waits, True), (acted, True)}


async def test_nobody_is_told_of_the_tables_of_others(house: House) -> None:
    mira = house.person()
    await mira.create()
    for stranger in (house.person(), house.person()):
        assert await yours(stranger) == {"tables": [], "finished": []}
        await stranger.post("/api/guest")
    assert await yours(stranger) == {"tables": [], "finished": []}


async def test_who_left_or_lost_the_seat_is_told_of_the_table_no_more(house: House) -> None:
    mira, tom = house.person(), house.person()
    freed, left = await mira.create(), await mira.create()
    for code in (freed, left):
        await tom.sit(code, "Tom")
    page = await mira.open(freed)
    assert (await page.command("free_seat", seat=1))["t"] == "done"
    assert (await (await mira.open(left)).command("start"))["t"] == "done"
    assert codes((await yours(tom))["tables"]) == [(left, True)]
    assert (await (await tom.open(left)).command("free_seat", seat=1))["t"] == "done"
    assert (await yours(tom))["tables"] == []


async def test_sleeping_tables_are_told_and_not_woken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "IDLE_S", 0.0)
    monkeypatch.setattr(served, "CLOCKS_S", 0.01)
    async with serving(tmp_path) as house:
        mira = house.person()
        made = [await with_bots(mira, round_clock_ms=None) for _ in range(5)]
        await all_asleep(house)
        for _ in range(3):
            told = await yours(mira)
            assert set(codes(told["tables"])) == {(code, True) for code in made}
            assert awake(house) == []


async def test_a_table_that_cannot_be_read_hides_no_other(house: House) -> None:
    mira = house.person()
    bad, good = await mira.create(), await mira.create()
    await house.app.state.store._do(
        lambda c: c.execute("UPDATE tables SET body = x'00ff' WHERE code = ?", (bad,))
    )
    assert codes((await yours(mira))["tables"]) == [(good, False)]


def test_a_file_of_before_gets_the_places_of_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(tables_file, "_MIGRATIONS", tables_file._MIGRATIONS[:3])
        before.setattr(tables_file, "VERSION", 3)
        # The form of today is not that of a file of then.
        before.setattr(tables_file, "FORM", ())
        before.setattr(tables_file, "name_of", lambda _connection: "")
        with closing(tables_file.connect(tmp_path)) as old:
            holders = [Holder("Mira", "m"), None, Holder("Pip", bot="easy"), Holder("Tom", "t")]
            bodies: list[tuple[str, str, bytes]] = [
                ("GOOD", "playing", msgspec.json.encode({"seats": holders})),
                ("OVER", "over", msgspec.json.encode({"seats": holders[:1]})),
                ("BAD", "playing", b"\x00\xff{"),
                ("ODD", "playing", b'{"seats": {"a": "b"}}'),
                ("ODDER", "playing", b'{"seats": [1, "x", {"guest": 3}]}'),
                ("NONE", "playing", b"[]"),
            ]
            old.executemany("INSERT INTO tables VALUES (?, 0, ?, ?, 7)", bodies)
            old.execute("UPDATE tables SET touched = 8 WHERE code = 'OVER'")
    with closing(tables_file.connect(tmp_path)) as new:
        found = new.execute("SELECT guest, code, over, touched FROM places ORDER BY 1, 2")
        assert found.fetchall() == [("m", "GOOD", 0, -1), ("m", "OVER", 1, 0), ("t", "GOOD", 0, -1)]


async def test_places_go_with_their_tables(house: House) -> None:
    mira = house.person()
    await mira.create()
    store = house.app.state.store
    assert await store.forget_waiting(-10, (), ()) == 1
    rows = await store._do(lambda c: c.execute("SELECT * FROM places").fetchall())
    assert rows == []


def test_one_may_ask_so_often_and_no_more() -> None:
    now = 0.0
    quotas = Quotas(Quota(), clock=lambda: now)
    here, there = (
        ClientAddress(group, group, exempt=False) for group in ("192.0.2.1", "192.0.2.2")
    )
    for _ in range(20):
        quotas.ask(here, "m")
    with pytest.raises(TooMuch):
        quotas.ask(there, "m")
    for guest in range(80):
        quotas.ask(here, f"g{guest}")
    with pytest.raises(TooMuch):
        quotas.ask(here, "another")
    now = 2.0
    quotas.ask(here, "m")
