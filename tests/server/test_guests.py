"""Servers of one host share its cookies, whatever their ports; none takes a guest from another."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from hashlib import sha256
from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest

from tests.server.harness import House, Page, Person, serving
from tests.server.test_store import make_older
from wordlot.server.guests import ONCE

pytestmark = pytest.mark.anyio


@pytest.fixture
async def houses(tmp_path: Path) -> AsyncIterator[tuple[House, House]]:
    """Two servers of one host, with a folder each."""
    async with AsyncExitStack() as stack:
        one, two = [
            await stack.enter_async_context(serving(tmp_path / name)) for name in ("one", "two")
        ]
        yield one, two


def in_one_browser(houses: tuple[House, ...]) -> list[Person]:
    """Return one browser at several servers: it sends each cookie of the host to all of them."""
    people = [house.person() for house in houses]
    jar = httpx.Cookies()
    for person in people:
        person.http._cookies = jar
    return people


async def seat(page: Page) -> int | None:
    seat: int | None = (await page.next("welcome"))["you"]
    return seat


def given(answer: httpx.Response) -> dict[str, str]:
    cookies = SimpleCookie(answer.headers.get("set-cookie", ""))
    return {name: morsel.value for name, morsel in cookies.items()}


async def test_one_browser_plays_at_two_servers_of_a_host(houses: tuple[House, House]) -> None:
    here, there = in_one_browser(houses)
    codes = [await here.create(), await there.create()]
    # Whatever one of them does later, the guest of the other is as before.
    for who, code in zip((here, there, here, there), codes * 2, strict=True):
        other = houses[who is there].person()
        assert (await other.sit(code, f"Tom {len(houses[0].pages + houses[1].pages)}")).is_success
        page = await who.open(code)
        assert await seat(page) == 0
        assert (await page.command("free_seat", seat=1))["t"] == "done"
    assert len(here.http.cookies) == 2


async def test_a_browser_gets_one_cookie_of_each_server(houses: tuple[House, House]) -> None:
    here, there = in_one_browser(houses)
    for who in (here, there) * 3:
        await who.create()
    names = {name for name in here.http.cookies if name.startswith(ONCE)}
    assert names == {house.cookie for house in houses}
    assert len(names) == 2


async def test_the_name_of_the_cookie_outlives_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        mira = house.person()
        code, cookies, name = await mira.create(), mira.http.cookies, house.cookie
    async with serving(tmp_path) as again:
        mira = again.person()
        mira.http.cookies.update(cookies)
        assert again.cookie == name
        assert await seat(await mira.open(code)) == 0


async def test_a_guest_of_before_keeps_the_seat_and_gets_the_cookie_by_its_name(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as house:
        mira = house.person()
        code, token = await mira.create(), mira.http.cookies[house.cookie]
    make_older(tmp_path, 5)
    async with serving(tmp_path) as house:
        for path in ("/api/yours", "/api/guest"):
            mira = house.person()
            mira.http.cookies.set(ONCE, token)
            ask = mira.http.get(path) if path == "/api/yours" else mira.post(path)
            answer = await ask
            assert given(answer) == {house.cookie: token}
            assert "HttpOnly" in answer.headers["set-cookie"]
            assert answer.json().get("known", True)
            assert [t["code"] for t in answer.json().get("tables", [{"code": code}])] == [code]
        mira = house.person()
        mira.http.cookies.set(ONCE, token)
        page = await mira.open(code)
        assert await seat(page) == 0
        assert page.connection.response is not None
        assert f"{house.cookie}={token}" in page.connection.response.headers["set-cookie"]
        # Who has the cookie by its new name is not given it again.
        mira.http.cookies.set(house.cookie, token)
        assert "set-cookie" not in (await mira.http.get("/api/yours")).headers
        page = await mira.open(code)
        assert page.connection.response is not None
        assert "set-cookie" not in page.connection.response.headers


async def test_a_token_that_another_server_gave_under_the_name_of_before_is_nobody_s(
    houses: tuple[House, House],
) -> None:
    here, there = (house.person() for house in houses)
    code = await here.create()
    await there.create()
    foreign = there.http.cookies[houses[1].cookie]
    stranger = houses[0].person()
    stranger.http.cookies.set(ONCE, foreign)
    assert await seat(await stranger.open(code)) is None
    answer = await stranger.sit(code, "Tom")
    assert answer.is_success
    assert given(answer)[houses[0].cookie] != foreign
    row = await houses[0].app.state.store.load(code)
    assert row is not None
    assert sha256(foreign.encode()).hexdigest() not in repr(row)


async def test_the_token_by_the_new_name_goes_before_that_of_before(house: House) -> None:
    mira, tom = house.person(), house.person()
    code = await mira.create()
    await tom.sit(code, "Tom")
    both = house.person()
    both.http.cookies.set(ONCE, tom.http.cookies[house.cookie])
    both.http.cookies.set(house.cookie, mira.http.cookies[house.cookie])
    assert await seat(await both.open(code)) == 0


async def test_a_token_by_the_name_of_another_server_gives_no_seat(
    houses: tuple[House, House],
) -> None:
    mira = houses[0].person()
    code = await mira.create()
    stranger = houses[0].person()
    stranger.http.cookies.set(houses[1].cookie, mira.http.cookies[houses[0].cookie])
    assert await seat(await stranger.open(code)) is None
