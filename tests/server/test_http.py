"""The HTTP API: tables are made, found and joined, and whatever is wrong is said with a code."""

from __future__ import annotations

import httpx
import pytest

from tests.server.harness import House

pytestmark = pytest.mark.anyio


def problem(response: httpx.Response) -> tuple[int, str]:
    body = response.json()
    assert set(body) == {"code", "text", "clause"}
    assert body["text"]
    return response.status_code, body["code"]


async def test_the_games_are_told_with_their_options(house: House) -> None:
    body = (await house.person().http.get("/api/games")).json()
    match = next(game for game in body["games"] if game["name"] == "match")
    assert (match["min_seats"], match["max_seats"]) == (2, 6)
    assert match["defaults"]["bidding"] == "sealed"
    for name, value in match["defaults"].items():
        assert value in match["choices"][name]
    assert match["levels"] == ["easy", "hard"]
    assert "english" in body["lexicons"]


async def test_a_table_is_made_and_its_maker_is_the_host_in_seat_0(house: House) -> None:
    mira = house.person()
    response = await mira.post("/api/tables", seats=3, bots=["easy"])
    assert response.json()["seat"] == 0
    lobby = (await mira.http.get(f"/api/tables/{response.json()['code']}")).json()
    assert lobby["stage"] == "waiting"
    assert [s and (s["name"], s["bot"]) for s in lobby["seats"]] == [
        ("Mira", None),
        None,
        ("Pip", "easy"),
    ]
    assert (lobby["host"], lobby["seed"], len(lobby["commitment"])) == (0, None, 64)


async def test_each_bot_has_a_name_of_its_own(house: House) -> None:
    mira = house.person()
    bots = ["easy", "hard", "easy", "easy", "hard"]
    code = await mira.create(game="match", seats=6, bots=bots)
    lobby = (await mira.http.get(f"/api/tables/{code}")).json()
    assert [(s["name"], s["bot"]) for s in lobby["seats"][1:]] == list(
        zip(["Pip", "Sibyl", "Gus", "Pip 2", "Sibyl 2"], bots, strict=True)
    )


async def test_no_bot_has_a_name_that_looks_like_a_person_s(house: House) -> None:
    mira = house.person()
    code = await mira.create(nickname="Рip", seats=3, bots=["easy"])
    lobby = (await mira.http.get(f"/api/tables/{code}")).json()
    assert [s and s["name"] for s in lobby["seats"]] == ["Рip", None, "Gus"]


async def test_a_guest_is_known_by_a_cookie_that_no_script_can_read(house: House) -> None:
    mira = house.person()
    response = await mira.post("/api/tables")
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    token = mira.http.cookies[house.cookie]
    assert len(token) == 43
    assert "set-cookie" not in (await mira.post("/api/tables")).headers


async def test_the_store_does_not_hold_the_token_of_a_guest(house: House) -> None:
    mira = house.person()
    code = await mira.create()
    row = await house.app.state.store.load(code)
    assert mira.http.cookies[house.cookie] not in repr(row)


async def test_codes_have_no_look_alikes_and_are_found_in_any_case(house: House) -> None:
    mira = house.person()
    codes = [await mira.create() for _ in range(20)]
    assert len(set(codes)) == 20
    assert not set("".join(codes)) & set("0O1IL2Z5S8BGQU")
    assert (await mira.http.get(f"/api/tables/{codes[0].lower()}")).json()["code"] == codes[0]


BAD_TABLES: list[tuple[dict[str, object], int, str]] = [
    ({"game": "chess"}, 422, "no_game"),
    ({"seats": 7}, 422, "bad_options"),
    ({"seats": -1}, 422, "bad_options"),
    ({"seats": "2"}, 422, "malformed"),
    ({"seats": True}, 422, "malformed"),
    ({"game": "match", "options": {"bidding": "loud"}}, 422, "bad_options"),
    ({"game": "match", "options": {"speed": 1}}, 422, "bad_options"),
    ({"game": "match", "options": {"round_clock_ms": 1}}, 422, "bad_options"),
    ({"game": "match", "options": {"deck": "../secret"}}, 422, "bad_options"),
    ({"options": []}, 422, "malformed"),
    ({"lexicon": "klingon"}, 422, "no_lexicon"),
    ({"lexicon": "../../etc/passwd"}, 422, "no_lexicon"),
    ({"bots": ["genius"]}, 422, "no_bot"),
    ({"bots": ["easy", "easy"]}, 409, "table_full"),
    ({"nickname": ""}, 422, "bad_nickname"),
    ({"nickname": "   "}, 422, "bad_nickname"),
    ({"nickname": "x" * 21}, 422, "bad_nickname"),
    ({"nickname": "a\u202eb"}, 422, "bad_nickname"),
    ({"nickname": "a\x00b"}, 422, "bad_nickname"),
    ({"start": True}, 422, "too_few"),
    ({"surprise": 1}, 422, "malformed"),
]


async def test_a_table_that_cannot_be_is_refused(house: House) -> None:
    for changes, status, code in BAD_TABLES:
        refused = problem(await house.person().post("/api/tables", **changes))
        assert refused == (status, code), changes
    assert house.app.state.rooms.loaded() == []


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"{", 422, "malformed"),
        (b"", 422, "malformed"),
        (b"\xff\xfe", 422, "malformed"),
        (b"[" * 10_000, 422, "malformed"),
        (b'{"nickname":' + b'"' + b"x" * 20_000 + b'"}', 413, "too_big"),
    ],
)
async def test_a_body_that_cannot_be_read_is_refused(
    house: House, content: bytes, status: int, code: str
) -> None:
    response = await house.person().http.post("/api/tables", content=content)
    assert problem(response) == (status, code)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://", None])
async def test_a_page_of_another_site_can_make_and_join_nothing(
    house: House, origin: str | None
) -> None:
    mira, stranger = house.person(), house.person()
    code = await mira.create()
    headers = {} if origin is None else {"origin": origin}
    async with httpx.AsyncClient(base_url=house.address, headers=headers, timeout=60) as client:
        made = await client.post("/api/tables", json={"game": "tally", "nickname": "E", "seats": 2})
        sat = await client.post(f"/api/tables/{code}/sit", json={"nickname": "E"})
    assert problem(made) == problem(sat) == (403, "foreign")
    assert (await stranger.sit(code, "Tom")).json() == {"seat": 1}


@pytest.mark.parametrize("code", ["CDFHJK", "nosuch", "A", "%2e%2e", "x" * 500])
async def test_a_dead_link_is_told_as_such(house: House, code: str) -> None:
    client = house.person().http
    for path in (f"/api/tables/{code}", f"/api/tables/{code}/record", f"/api/tables/{code}/link"):
        assert problem(await client.get(path)) == (404, "no_table")


async def test_the_api_says_what_it_does_not_have(house: House) -> None:
    client = house.person().http
    assert problem(await client.get("/api/nothing")) == (404, "no_page")
    assert problem(await client.delete("/api/tables/CDFHJK/sit")) == (404, "no_page")


async def test_a_fault_of_the_server_is_told_as_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_rooms: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(house.app.state.rooms), "public", broken)
    assert problem(await house.person().http.get("/api/tables")) == (500, "failed")


async def test_sitting_down_takes_the_first_free_seat_or_the_one_asked_for(house: House) -> None:
    code = await house.person().create(seats=4)
    assert (await house.person().sit(code, "Tom")).json() == {"seat": 1}
    assert (await house.person().sit(code, "Ada", seat=3)).json() == {"seat": 3}


async def test_a_seat_that_cannot_be_had_is_refused_and_nothing_changes(house: House) -> None:
    mira, tom = house.person(), house.person()
    code = await mira.create(seats=2)
    assert problem(await tom.sit(code, "mira")) == (409, "nickname_taken")
    assert problem(await tom.sit(code, "\uff2d\uff49ra")) == (409, "nickname_taken")
    assert problem(await tom.sit(code, "Tom", seat=0)) == (409, "seat_taken")
    assert problem(await tom.sit(code, "Tom", seat=9)) == (422, "no_seat")
    assert problem(await tom.sit(code, "Tom", seat=-1)) == (422, "no_seat")
    assert problem(await tom.sit(code, "Tom", seat=True)) == (422, "malformed")
    assert (await tom.sit(code, "Tom")).json() == {"seat": 1}
    assert problem(await house.person().sit(code, "Ada")) == (409, "table_full")
    lobby = (await mira.http.get(f"/api/tables/{code}")).json()
    assert [sitter["name"] for sitter in lobby["seats"]] == ["Mira", "Tom"]


async def test_who_sits_down_twice_has_the_same_seat(house: House) -> None:
    code = await house.person().create(seats=3)
    tom = house.person()
    assert (await tom.sit(code, "Tom")).json() == (await tom.sit(code, "Thomas")).json()


async def test_nobody_joins_a_game_that_is_on(house: House) -> None:
    code, _, _ = await house.pair()
    assert problem(await house.person().sit(code, "Ada")) == (409, "not_now")


async def test_public_tables_at_which_somebody_is_are_listed_and_others_are_not(
    house: House,
) -> None:
    """Those with seats to give come first."""
    mira = house.person()
    _, begun, _ = await house.pair(public=True)
    waits, hidden = await mira.create(public=True), await mira.create()
    await mira.create(public=True)
    for code in (hidden, waits):
        await (await mira.open(code)).settled()
    playing = begun.frames[0]["lobby"]["code"]
    tables = (await house.person().http.get("/api/tables")).json()["tables"]
    listed = [(table["code"], table["stage"]) for table in tables]
    assert listed == [(waits, "waiting"), (playing, "playing")]


async def test_a_record_is_given_once_the_game_is_over(house: House) -> None:
    """X3: the seed stays secret until then."""
    code, mira, _ = await house.pair()
    client = house.person().http
    assert problem(await client.get(f"/api/tables/{code}/record")) == (409, "not_over")
    for round_ in (1, 2, 3):
        await mira.raise_to(9, round_)
    response = await client.get(f"/api/tables/{code}/record")
    assert response.status_code == 200
    assert f'filename="{code}-1.jsonl"' in response.headers["content-disposition"]
    for asked in ("0", "2", "-1", "x", "99999999999999999999"):
        refused = await client.get(f"/api/tables/{code}/record?game={asked}")
        assert problem(refused) == (409, "not_over")


async def test_the_link_of_a_table_is_given_and_drawn(house: House) -> None:
    mira = house.person()
    code = await mira.create()
    link = (await mira.http.get(f"/api/tables/{code}/link")).json()
    assert link == {"url": f"{house.address}/t/{code}"}
    image = await mira.http.get(f"/api/tables/{code}/qr.svg")
    assert image.headers["content-type"] == "image/svg+xml"
    assert image.text.startswith("<svg xmlns=")


async def test_health_counts_tables_and_sockets(house: House) -> None:
    await house.pair()
    health = (await house.person().http.get("/health")).json()
    assert (health["status"], health["tables"], health["sockets"]) == ("ok", 1, 2)


@pytest.mark.parametrize("path", ["/", "/t/CDFHJK", "/rules/match", "/health", "/api/x", "/no.js"])
async def test_every_answer_keeps_the_page_to_its_own_files(house: House, path: str) -> None:
    response = await house.person().http.get(path)
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "same-origin"


async def test_a_browser_is_told_whether_it_keeps_who_it_is(house: House) -> None:
    mira = house.person()
    known = [(await mira.post("/api/guest")).json() for _ in range(3)]
    assert known == [{"known": False}, {"known": True}, {"known": True}]
    await mira.create()
    mira.http.cookies.clear()
    assert (await mira.post("/api/guest")).json() == {"known": False}
