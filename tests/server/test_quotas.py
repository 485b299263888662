"""What one address, one guest and one table may have; nobody else notices who has it all."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from tests.server.harness import House, Page, Person, serving
from wordlot.core.errors import InvalidNotation
from wordlot.server.addresses import ClientAddress
from wordlot.server.problems import TooMuch
from wordlot.server.quotas import Quota, Quotas
from wordlot.server.settings import Settings

pytestmark = pytest.mark.anyio
GREEDY, OTHER = "192.0.2.9", "192.0.2.10"


@dataclass(eq=False)
class Visit:
    """A page, as quotas know it."""

    group: str = GREEDY
    guest: str | None = None
    code: str = "CDFHJK"
    seated: bool = False
    exempt: bool = False

    def __post_init__(self) -> None:
        self.address = at(self.group, exempt=self.exempt)


def at(group: str, *, exempt: bool = False) -> ClientAddress:
    return ClientAddress(group, group, exempt)


def test_tables_that_one_address_makes_are_bounded_and_come_back_with_time() -> None:
    now = 0.0
    quotas = Quotas(Quota(tables_per_hour=3, guest_tables_per_hour=0), clock=lambda: now)
    for guest in "abc":
        quotas.make_table(at(GREEDY), guest)
    with pytest.raises(TooMuch, match="your address") as caught:
        quotas.make_table(at(GREEDY), "d")
    assert caught.value.retry_s == pytest.approx(1_200)
    quotas.make_table(at(OTHER), "e")
    for _ in range(9):
        quotas.make_table(at(GREEDY, exempt=True), "f")
    now = 1_201
    quotas.make_table(at(GREEDY), "d")


def test_tables_that_one_guest_makes_are_bounded_at_whatever_address() -> None:
    quotas = Quotas(Quota(tables_per_hour=9, guest_tables_per_hour=2), clock=lambda: 0.0)
    for i in range(2):
        quotas.make_table(at(f"192.0.2.{i}"), "mira")
    for _ in range(20):
        with pytest.raises(TooMuch, match="you have made"):
            quotas.make_table(at(GREEDY), "mira")
    # A table that was refused costs the address nothing.
    for i in range(9):
        quotas.make_table(at(GREEDY), f"guest {i}")


def test_a_table_that_is_not_made_after_all_is_given_back() -> None:
    quotas = Quotas(Quota(tables_per_hour=1, guest_tables_per_hour=1), clock=lambda: 0.0)
    for _ in range(3):
        quotas.make_table(at(GREEDY), "mira")()
    quotas.make_table(at(GREEDY), "mira")
    with pytest.raises(TooMuch):
        quotas.make_table(at(GREEDY), "mira")


@pytest.mark.parametrize(
    ("quota", "pages", "text"),
    [
        (Quota(sockets=2), [Visit(), Visit(code="X")], "your address has many pages"),
        (Quota(guest_sockets=1), [Visit(OTHER, "mira", "X")], "you have many pages"),
        (Quota(tables=2), [Visit(code="X"), Visit(code="Y")], "your address is at many tables"),
        (Quota(guest_tables=1), [Visit(OTHER, "mira", "X")], "you are at many tables"),
    ],
)
def test_open_pages_and_tables_at_once_are_bounded(
    quota: Quota, pages: list[Visit], text: str
) -> None:
    quotas = Quotas(quota)
    for page in pages:
        quotas.open_page(page)
    with pytest.raises(TooMuch, match=text):
        quotas.open_page(Visit(guest="mira"))
    here = Visit("127.0.0.1", "mira", exempt=True)
    quotas.open_page(here)
    quotas.close_page(here)
    quotas.open_page(Visit("192.0.2.11", "tom"))
    quotas.close_page(pages[0])
    quotas.open_page(Visit(guest="ada" if quota.guest_sockets == 1 else "mira"))


def test_what_is_closed_is_forgotten() -> None:
    quotas = Quotas(Quota())
    pages = [Visit(f"192.0.2.{i}", f"guest {i}") for i in range(9)]
    for page in pages:
        quotas.open_page(page)
    for page in pages:
        quotas.close_page(page)
    assert not quotas._pages


def test_who_watches_is_bounded_by_table_and_by_address() -> None:
    quotas = Quotas(Quota(spectators=3, table_spectators=4))
    here = [Visit(), Visit()]
    for page in here:
        quotas.open_page(page)
    new = Visit()
    with pytest.raises(TooMuch, match="people of your address watch this table"):
        quotas.watch(new, here)
    quotas.watch(Visit(OTHER), here)
    with pytest.raises(TooMuch, match="many people watch this table"):
        quotas.watch(Visit(OTHER, exempt=True), [*here, Visit(OTHER), Visit(OTHER)])
    elsewhere = Visit(code="X")
    quotas.open_page(elsewhere)
    with pytest.raises(TooMuch, match="your address watches many tables"):
        quotas.watch(new, [])
    elsewhere.seated = True
    quotas.watch(new, [])


async def open_at(
    house: House, code: str, group: str, person: Person | None = None
) -> ClientConnection:
    headers = {"X-Forwarded-For": group}
    if person is not None:
        headers["Cookie"] = person.cookie
    return await websockets.connect(
        f"{house.address.replace('http', 'ws')}/ws/{code}",
        origin=websockets.Origin(house.address),
        additional_headers=headers,
        compression=None,
    )


async def test_spectators_lock_no_player_out(tmp_path: Path) -> None:
    quota = Quota(table_spectators=6)
    async with serving(tmp_path, quota=quota) as house:
        mira, tom = house.person(), house.person()
        code = await mira.create()
        await tom.sit(code, "Tom")
        pages = [Page(await open_at(house, code, f"192.0.2.{i}")) for i in range(9)]
        house.pages.extend(pages)
        for page in pages[:6]:
            await page.next("welcome")
        for page in pages[6:]:
            assert (await page.next("refused"))["code"] == "crowded"
            assert await page.closed() == 1013
        for _ in range(3):
            # A reload, each time from the address of those who watch.
            for person in (mira, tom):
                page = Page(await open_at(house, code, "192.0.2.1", person))
                house.pages.append(page)
                assert (await page.next("welcome"))["you"] is not None


async def test_an_address_that_watches_all_it_may_still_plays(tmp_path: Path) -> None:
    quota = Quota(spectators=2, sockets=6)
    async with serving(tmp_path, quota=quota) as house:
        tom = house.person()
        code = await house.person().create()
        await tom.sit(code, "Tom")
        for _ in range(2):
            page = Page(await open_at(house, code, GREEDY))
            house.pages.append(page)
            await page.next("welcome")
        refused = Page(await open_at(house, code, GREEDY))
        assert (await refused.next("refused"))["code"] == "crowded"
        await refused.close()
        page = Page(await open_at(house, code, GREEDY, tom))
        house.pages.append(page)
        assert (await page.next("welcome"))["you"] == 1


async def test_a_page_too_many_is_refused_before_it_opens(tmp_path: Path) -> None:
    async with serving(tmp_path, quota=Quota(sockets=1)) as house:
        code = await house.person().create()
        first = await open_at(house, code, GREEDY)
        with pytest.raises(websockets.InvalidStatus) as caught:
            await open_at(house, code, GREEDY)
        assert caught.value.response.status_code == 503
        assert int(caught.value.response.headers["Retry-After"]) > 0
        await (await open_at(house, code, OTHER)).close()
        await first.close()
        await (await open_at(house, code, GREEDY)).close()


async def test_a_table_too_many_of_an_address_is_refused_with_the_time_to_wait(
    tmp_path: Path,
) -> None:
    quota = Quota(tables_per_hour=2)
    body = {"game": "tally", "nickname": "Mira", "seats": 2}
    async with serving(tmp_path, quota=quota) as house:

        async def make(group: str, **changes: object) -> tuple[int, str, str]:
            answer = await house.person().http.post(
                "/api/tables", json=body | changes, headers={"X-Forwarded-For": group}
            )
            code = answer.json()["code"]
            return answer.status_code, code, answer.headers.get("Retry-After", "")

        for _ in range(3):
            # What is refused for another reason does not count.
            assert (await make(GREEDY, game="chess"))[:2] == (422, "no_game")
        assert [(await make(GREEDY))[0] for _ in range(2)] == [200, 200]
        status, code, after = await make(GREEDY)
        assert (status, code) == (429, "too_fast")
        assert 1_700 < int(after) <= 1_800
        assert (await make(OTHER))[0] == 200
        await house.person().create()


@pytest.mark.parametrize("text", ["-1", "many", "1.5", "9999999999", "١"])
def test_a_bound_that_is_no_number_is_refused_at_start(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORDLOT_TABLES_PER_HOUR", text)
    with pytest.raises(InvalidNotation, match="WORDLOT_TABLES_PER_HOUR"):
        Settings()


def test_each_bound_is_set_by_a_variable_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    names = Quota.__dataclass_fields__
    for number, name in enumerate(names, start=1_000):
        monkeypatch.setenv(f"WORDLOT_{name.upper()}", str(number))
    quota = Settings().quota
    assert [getattr(quota, name) for name in names] == list(range(1_000, 1_000 + len(names)))
    monkeypatch.setenv("WORDLOT_TABLES", "")
    assert Settings().quota.tables == Quota().tables


def test_frames_of_one_address_are_heard_at_a_rate_and_those_of_others_at_theirs() -> None:
    now = 0.0
    quotas = Quotas(Quota(), clock=lambda: now)
    assert [quotas.hear(at(GREEDY)) for _ in range(600)] == [0.0] * 600
    assert quotas.hear(at(GREEDY)) > 0
    assert quotas.hear(at(OTHER)) == 0
    assert {quotas.hear(at(GREEDY, exempt=True)) for _ in range(700)} == {0.0}
    now = 1.0
    assert quotas.hear(at(GREEDY)) == 0
