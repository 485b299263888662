"""Requests are limited by client address: who guesses has to wait, and nobody else does."""

from __future__ import annotations

from functools import partial

import httpx
import pytest
import websockets
from starlette.types import Scope

from tests.server.harness import House
from wordlot.server import rate_limit
from wordlot.server.addresses import ClientAddress
from wordlot.server.buckets import Buckets, Rate, TokenBucket
from wordlot.server.rate_limit import RateLimit
from wordlot.server.wire import Close

pytestmark = pytest.mark.anyio
GUESSER = {"X-Forwarded-For": "192.0.2.9"}
NEIGHBOUR = {"X-Forwarded-For": "192.0.2.10"}


@pytest.fixture(autouse=True)
def tight_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "BURST", 30.0)
    monkeypatch.setattr(rate_limit, "PER_S", 0.001)
    monkeypatch.setattr(rate_limit, "LOOKS", Rate(20, 0.001))
    monkeypatch.setattr(rate_limit, "LONGEST_WAIT_S", 0.0)


async def guess(house: House, headers: dict[str, str], code: str = "CDFHJK") -> int:
    response = await house.person().http.get(f"/api/tables/{code}", headers=headers)
    return response.status_code


async def test_who_guesses_codes_of_tables_is_turned_away_after_a_few(house: House) -> None:
    found = [await guess(house, GUESSER) for _ in range(6)]
    assert found == [404, 404, 404, 404, 429, 429]


async def test_the_answer_says_so_and_carries_the_safe_headers(house: House) -> None:
    for _ in range(5):
        await guess(house, GUESSER)
    answer = await house.person().http.get("/api/tables/CDFHJK", headers=GUESSER)
    assert answer.json()["code"] == "too_fast"
    assert answer.json()["text"]
    assert "retry-after" in answer.headers
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("path", ["/kit/match.zip", "/kit/match.pdf"])
async def test_who_asks_for_kit_after_kit_is_turned_away_and_a_neighbour_is_not(
    house: House, path: str
) -> None:
    """One that is kept costs as much: what matters is that nobody can ask without end."""

    async def ask(headers: dict[str, str]) -> int:
        return (await house.person().http.get(path, headers=headers)).status_code

    assert [await ask(GUESSER) for _ in range(4)] == [200, 200, 429, 429]
    assert await ask(NEIGHBOUR) == 200


async def test_a_guess_over_a_socket_costs_as_much(house: House) -> None:
    address = house.address.replace("http", "ws")
    for _ in range(3):
        async with websockets.connect(
            f"{address}/ws/CDFHJK",
            origin=websockets.Origin(house.address),
            additional_headers=GUESSER,
        ) as page:
            await page.wait_closed()
            assert page.close_code == Close.NO_TABLE
    with pytest.raises(websockets.InvalidStatus) as caught:
        await websockets.connect(
            f"{address}/ws/CDFHJK",
            origin=websockets.Origin(house.address),
            additional_headers=GUESSER,
        )
    assert caught.value.response.status_code == 429


async def test_tokens_are_guessed_by_sockets_or_posts_and_both_cost(house: House) -> None:
    code = await house.person().create()
    body = {"nickname": ""}
    answers = [
        await house.person().http.post(f"/api/tables/{code}/sit", json=body, headers=GUESSER)
        for _ in range(33)
    ]
    statuses = [answer.status_code for answer in answers]
    assert statuses[:30] == [422] * 30
    assert statuses[-1] == 429


async def test_a_neighbour_and_this_machine_do_not_notice(house: House) -> None:
    for _ in range(6):
        await guess(house, GUESSER)
    code = await house.person().create()
    assert await guess(house, NEIGHBOUR, code) == 200
    assert [await guess(house, {}) for _ in range(6)] == [404] * 6


@pytest.mark.parametrize("path", ["", "/link", "/qr.svg", "/record", "/review"])
async def test_who_looks_at_a_table_without_end_is_turned_away_and_a_neighbour_is_not(
    house: House, path: str
) -> None:
    """Each look costs the same, at whatever is told; and nothing that one does."""
    code = await house.person().create()
    looker = house.person()

    async def look(headers: dict[str, str]) -> httpx.Response:
        return await looker.http.get(f"/api/tables/{code}{path}", headers=headers)

    served = [(await look(GUESSER)).status_code for _ in range(int(rate_limit.LOOKS.burst))]
    assert 429 not in served
    answer = await look(GUESSER)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
    assert answer.json()["text"].count(" ") >= 2
    assert "retry-after" in answer.headers
    # Who looked too often can still play.
    body = {"nickname": "Tom"}
    sat = await looker.http.post(f"/api/tables/{code}/sit", json=body, headers=GUESSER)
    assert sat.status_code == 200
    assert (await look(NEIGHBOUR)).status_code != 429
    assert (await look({})).status_code != 429


async def test_files_of_the_page_are_given_to_everybody(house: House) -> None:
    for _ in range(6):
        await guess(house, GUESSER)
    answer = await house.person().http.get("/", headers=GUESSER)
    assert answer.status_code != 429


async def test_the_limit_lifts_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    codes = iter([404] * 5 + [200])
    served: list[int] = []

    async def app(_scope: object, _receive: object, send: object) -> None:
        served.append(next(codes))
        await send({"type": "http.response.start", "status": served[-1]})  # type: ignore[operator]

    limited = RateLimit(app, clock=lambda: now)
    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": "/api/x",
        "wordlot.address": ClientAddress("192.0.2.1", "192.0.2.1", exempt=False),
    }
    told: list[int] = []

    async def send(message: object) -> None:
        told.append(message.get("status", 0))  # type: ignore[attr-defined]

    async def receive() -> dict[str, object]:
        return {}

    for _ in range(5):
        await limited(scope, receive, send)
    assert [status for status in told if status] == [404, 404, 404, 404, 429]
    now = 20_000.0
    await limited(scope, receive, send)
    assert told[-1] == 404


async def test_few_addresses_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "Buckets", partial(Buckets, most=3))

    async def app(*_: object) -> None:
        pass

    limited = RateLimit(app)
    for i in range(10):
        scope: Scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/x",
            "wordlot.address": ClientAddress("", f"192.0.2.{i}", exempt=False),
        }
        await limited(scope, lambda: None, lambda _: None)  # type: ignore[arg-type, return-value]
    assert limited._buckets.keys() == ["192.0.2.7", "192.0.2.8", "192.0.2.9"]


def test_a_bucket_begins_full_refills_to_its_brim_and_may_be_in_debt() -> None:
    bucket = TokenBucket(Rate(burst=2, per_s=1), now=0)
    assert [bucket.take(0) for _ in range(3)] == [True, True, False]
    assert bucket.wait_s(0, wanted=1) == 1
    bucket.spend(3, 0)
    assert bucket.wait_s(1) == 2
    assert [bucket.take(100) for _ in range(3)] == [True, True, False]
    bucket.spend(-9, 100)
    assert [bucket.take(100) for _ in range(3)] == [True, True, False]
