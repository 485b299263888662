"""An updated server: games of older rules go on under them, those of newer ones are set aside."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import House, Page, Person, serving
from wordlot.games.match.rules import MATCH
from wordlot.record import read_record, verify
from wordlot.server.tables_file import FILE

pytestmark = pytest.mark.anyio
Edit = Callable[[dict[str, Any], dict[str, Any]], None]


async def begun(data: Path, **options: object) -> tuple[str, Person]:
    """Begin a game of two under the rules of today; return its table and its host."""
    async with serving(data) as house:
        mira, tom = house.person(), house.person()
        code = await mira.create(game="match", options={"bidding": "called"} | options)
        assert (await tom.sit(code, "Tom")).status_code == 200
        page = await mira.open(code)
        assert (await page.command("start"))["t"] == "done"
        return code, mira


def rewrite(data: Path, code: str, edit: Edit) -> None:
    """Change header and opening of the stored game as another release would have written them."""
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        (header,) = connection.execute(
            "SELECT header FROM games WHERE code = ?", (code,)
        ).fetchone()
        (event,) = connection.execute(
            "SELECT event FROM events WHERE code = ? AND seq = 1", (code,)
        ).fetchone()
        named, opening = json.loads(header), json.loads(event)
        edit(named, opening)
        written = json.dumps(named).encode(), json.dumps(opening).encode()
        connection.execute("UPDATE games SET header = ? WHERE code = ?", (written[0], code))
        connection.execute(
            "UPDATE events SET event = ? WHERE code = ? AND seq = 1", (written[1], code)
        )


def to_version_1(header: dict[str, Any], opening: dict[str, Any]) -> None:
    header["rules"] = opening["version"] = 1
    del opening["setup"]["options"]["void"]


def to_version_99(header: dict[str, Any], opening: dict[str, Any]) -> None:
    header["rules"] = opening["version"] = 99


def back_to_today(header: dict[str, Any], opening: dict[str, Any]) -> None:
    header["rules"] = opening["version"] = MATCH.version


def moved(person: Person, house: House) -> Person:
    back = house.person()
    back.http.cookies.update(person.http.cookies)
    return back


async def back_at(house: House, code: str, person: Person) -> tuple[Page, dict[str, Any]]:
    page = await moved(person, house).open(code)
    return page, (await page.next("update"))["view"]


async def test_a_running_game_of_version_1_goes_on_under_its_rules(tmp_path: Path) -> None:
    """M3.2: a void call is free in it, and costs in the next game at the table."""
    code, mira = await begun(tmp_path, round_clock_ms=None)
    rewrite(tmp_path, code, to_version_1)
    async with serving(tmp_path) as house:
        page, view = await back_at(house, code, mira)
        assert view["options"]["void"] == "free"
        assert (await house.person().http.get(f"/api/tables/{code}")).json()["options"]["void"] == (
            "free"
        )
        assert (await page.command("act", action={"type": "call_bid", "round": 1, "value": 4}))[
            "t"
        ] == "done"
        assert (await page.command("end_game"))["t"] == "done"
        raw = (await house.person().http.get(f"/api/tables/{code}/record")).content
        record = read_record(raw, MATCH)
        assert record.header.rules == 1
        assert verify(record, MATCH) == len(record.entries)
        lobby = (await house.person().http.get(f"/api/tables/{code}")).json()
        assert lobby["options"]["void"] == "pays"


async def test_a_game_of_a_version_to_come_is_set_aside_with_the_reason(tmp_path: Path) -> None:
    """Nothing of it is changed, so the release that knows it plays it on."""
    code, mira = await begun(tmp_path)
    other, _ = await begun(tmp_path)
    rewrite(tmp_path, code, to_version_99)
    async with serving(tmp_path) as house:
        answer = await house.person().http.get(f"/api/tables/{code}")
        assert answer.status_code == 500
        assert "version 99" in answer.json()["text"]
        assert "a later release" in answer.json()["text"]
        # The others are played.
        assert (await house.person().http.get(f"/api/tables/{other}")).json()["stage"] == "playing"
    rewrite(tmp_path, code, back_to_today)
    async with serving(tmp_path) as house:
        _, view = await back_at(house, code, mira)
        assert view["round"] == 1


async def test_a_header_that_disagrees_with_its_game_is_refused(tmp_path: Path) -> None:
    code, _ = await begun(tmp_path)
    rewrite(tmp_path, code, lambda header, _: header.update(rules=1))
    async with serving(tmp_path) as house:
        assert (await house.person().http.get(f"/api/tables/{code}")).status_code == 500
