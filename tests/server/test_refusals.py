"""Whatever is refused is answered by a code and a sentence, and logged in one line that tells no
secret.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
import websockets

from tests.prove.doors import logged
from tests.server.harness import House, Page
from wordlot.server import rate_limit, sockets, wire
from wordlot.server.quotas import Quota

pytestmark = pytest.mark.anyio

SECRETS = ("Mira", "Tom", "Zacharias", "secret", "wordlot_guest")
FOREIGN = {"origin": "https://evil.example"}
NEW = {"game": "tally", "nickname": "Zacharias", "seats": 2}
DEEP = "[" * 8_000


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    with logged() as text:
        yield text


def lines(log: io.StringIO) -> list[dict[str, Any]]:
    """Return what was logged since this was asked for last, by starts and ends of a server too."""
    found = [json.loads(line) for line in log.getvalue().splitlines()]
    log.seek(0)
    log.truncate()
    return found


def check_log(log: io.StringIO, codes: list[str]) -> None:
    """One line for each refusal has its code, and nothing that anybody sent."""
    text = log.getvalue()
    told = [line for line in lines(log) if line["event"] != "table_created"]
    assert [line["event"] for line in told] == ["refused"] * len(codes), text
    assert [line["code"] for line in told] == codes
    assert all(set(line) <= {"event", "code", "level", "timestamp"} for line in told)
    assert not [secret for secret in SECRETS if secret in text]


def body(**changes: object) -> str:
    return json.dumps(NEW | changes)


REQUESTS: dict[str, tuple[str, str, str, dict[str, str], int, str]] = {
    "another site": ("POST", "/api/tables", body(), FOREIGN, 403, "foreign"),
    "no site": ("POST", "/api/tables", body(), {"origin": ""}, 403, "foreign"),
    "another site that sits": ("POST", "/api/tables/CODE/sit", "{}", FOREIGN, 403, "foreign"),
    "an unknown route": ("GET", "/api/secrets", "", {}, 404, "no_page"),
    "an unknown file": ("GET", "/secret.js", "", {}, 404, "no_page"),
    "an unknown method of the API": ("DELETE", "/api/tables", "", {}, 404, "no_page"),
    "an unknown method of a page": ("POST", "/rules/match", "", {}, 405, "no_page"),
    "a method of no page": ("OPTIONS", "/health", "", {}, 405, "no_page"),
    "an unknown table": ("GET", "/api/tables/CDFHJK", "", {}, 404, "no_table"),
    "no code of a table": ("GET", "/api/tables/secret", "", {}, 404, "no_table"),
    "the link of an unknown table": ("GET", "/api/tables/CDFHJK/link", "", {}, 404, "no_table"),
    "a record too soon": ("GET", "/api/tables/CODE/record", "", {}, 409, "not_over"),
    "a record of a game of nonsense": (
        *("GET", "/api/tables/CODE/record?game=secret", "", {}),
        *(409, "not_over"),
    ),
    "no JSON": ("POST", "/api/tables", "secret{", {}, 422, "malformed"),
    "not UTF-8": ("POST", "/api/tables", '"\udcff"', {}, 422, "malformed"),
    "an empty body": ("POST", "/api/tables", "", {}, 422, "malformed"),
    "a body of another type": ("POST", "/api/tables", "[]", {}, 422, "malformed"),
    "a field of another type": ("POST", "/api/tables", body(seats="2"), {}, 422, "malformed"),
    "an unknown field": ("POST", "/api/tables", body(now=1), {}, 422, "malformed"),
    "a missing field": ("POST", "/api/tables", '{"game":"tally"}', {}, 422, "malformed"),
    "deep JSON": ("POST", "/api/tables", DEEP, {}, 422, "malformed"),
    "a body too large": ("POST", "/api/tables", "x" * 20_000, {}, 413, "too_big"),
    "an unknown game": ("POST", "/api/tables", body(game="secret"), {}, 422, "no_game"),
    "an unknown lexicon": ("POST", "/api/tables", body(lexicon="secret"), {}, 422, "no_lexicon"),
    "an unknown bot": ("POST", "/api/tables", body(bots=["secret"]), {}, 422, "no_bot"),
    "unknown options": ("POST", "/api/tables", body(options={"secret": 1}), {}, 422, "bad_options"),
    "too many seats": ("POST", "/api/tables", body(game="match", seats=99), {}, 422, "bad_options"),
    "more bots than seats": ("POST", "/api/tables", body(bots=["easy"] * 3), {}, 409, "table_full"),
    "a start without people": ("POST", "/api/tables", body(start=True), {}, 422, "too_few"),
    "a nickname of controls": (
        *("POST", "/api/tables", body(nickname="secret\u202e"), {}),
        *(422, "bad_nickname"),
    ),
    "a nickname that is there": (
        *("POST", "/api/tables/CODE/sit", '{"nickname":"mira"}', {}),
        *(409, "nickname_taken"),
    ),
    "a seat that is not": (
        *("POST", "/api/tables/CODE/sit", '{"nickname":"Tom","seat":7}', {}),
        *(422, "no_seat"),
    ),
    "a seat that is taken": (
        *("POST", "/api/tables/CODE/sit", '{"nickname":"Tom","seat":0}', {}),
        *(409, "seat_taken"),
    ),
    "an unknown list of words": ("GET", "/api/lexicons/secret", "", {}, 422, "no_lexicon"),
    "another edition of a list": (
        *("GET", f"/api/lexicons/english/{'0' * 64}.txt", "", {}),
        *(422, "no_lexicon"),
    ),
    "an unknown kit": ("GET", "/kit/secret.pdf", "", {}, 422, "no_game"),
    "an unknown choice of a kit": ("GET", "/kit/match.pdf?secret=1", "", {}, 422, "bad_options"),
}
"""Method, path, body and headers of what is refused; status and code of the answer."""


async def test_every_refused_request_is_answered_and_logged(house: House, log: io.StringIO) -> None:
    table = await house.person().create()
    lines(log)
    for name, (method, path, text, headers, status, code) in REQUESTS.items():
        answer = await house.person().http.request(
            method,
            path.replace("CODE", table),
            content=text.encode(errors="surrogateescape"),
            headers=headers,
        )
        assert (answer.status_code, answer.json()["code"]) == (status, code), name
        assert answer.json()["text"].count(" ") >= 2, name
        assert "default-src 'none'" in answer.headers["content-security-policy"], name
        check_log(log, [code])


async def test_what_is_no_request_is_answered_and_logged(house: House, log: io.StringIO) -> None:
    """It comes to no application, so the answer has a status and a sentence, and no code."""
    lines(log)
    host, _, port = house.address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"SECRET /secret HTTP/9\r\n\r\n")
    answer = await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.endswith(b"Invalid HTTP request received.")
    text = log.getvalue()
    assert [line["event"] for line in lines(log)] == ["Invalid HTTP request received."]
    assert "ecret" not in text


async def test_too_much_from_one_address_is_answered_and_logged(
    house: House, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "LONGEST_WAIT_S", -1.0)
    lines(log)
    guesser = {"X-Forwarded-For": "192.0.2.9"}
    answer = await house.person().http.get("/api/tables", headers=guesser)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
    check_log(log, ["too_fast"])


_ids = count()


def frame(kind: str, **fields: object) -> str:
    return json.dumps({"t": kind, "id": f"secret {next(_ids)}"} | fields)


ACT = {"type": "raise", "round": 1, "value": 1}
SETTINGS: dict[str, object] = {
    "settings": 1,
    "seats": 2,
    "options": {},
    "lexicon": "english",
    "public": False,
    "absence": "bot",
}
FRAMES: dict[str, tuple[str | bytes, str]] = {
    "no JSON": ("secret{", "malformed"),
    "bytes": (b"secret", "malformed"),
    "an unknown message": (frame("secret"), "malformed"),
    "no message": ('{"id":"secret"}', "malformed"),
    "an unknown field": (frame("start", now=1), "malformed"),
    "a field of another type": (frame("free_seat", seat="secret"), "malformed"),
    "an action that is none": (frame("act", action={"type": "secret"}), "malformed"),
    "an unknown field of an action": (frame("act", action=ACT | {"at": 1}), "malformed"),
    "a number of another type": (frame("act", action=ACT | {"value": "1"}), "malformed"),
    "deep JSON": (DEEP, "malformed"),
    "deep JSON in an action": (
        frame("act", action=0)[:-2] + "[" * 5_000 + "]" * 5_000 + "}",
        "malformed",
    ),
    "an id too long": (frame("act", id="secret" * 20, action=ACT), "malformed"),
    "a frame too large": ("x" * (wire.FRAME_BYTES + 1), "too_big"),
    "a bid that is too low": (frame("act", action=ACT | {"value": -1}), "not_higher"),
    "a bid of another round": (frame("act", action=ACT | {"round": 9}), "stale_round"),
    "a start of what is on": (frame("start"), "not_now"),
    "a rematch too soon": (frame("ready", game=2), "not_now"),
    "a bot for who is here": (frame("seat_bot", seat=1, level="easy"), "present"),
    "an unknown bot": (frame("seat_bot", seat=1, level="secret"), "no_bot"),
    "a seat that is not": (frame("free_seat", seat=9), "no_seat"),
    "another's seat": (frame("free_seat", seat=1), "not_now"),
    "settings in a game": (frame("change_table", **SETTINGS), "not_now"),
    "settings that are none": (frame("change_table", **SETTINGS | {"seats": "2"}), "malformed"),
    "a pause of what others play too": (frame("pause", paused=True), "not_now"),
    "a skip of what persons play": (frame("skip", round=1), "not_now"),
    "a skip of another round": (frame("skip", round=9), "not_now"),
    "an end without a need": (frame("end_game"), "not_now"),
    "a nonce too late": ('{"t":"reveal","game":1,"nonce":"' + "5ec2e7" * 8 + '"}', "not_now"),
    "a draft where nothing is composed": ('{"t":"compose","n":1,"draft":{}}', "not_now"),
}
"""What the host of a game of the small kind sends, and the code of the answer."""


async def refused(page: Page) -> dict[str, Any]:
    return await page.next("refused")


async def test_every_refused_frame_is_answered_and_logged(house: House, log: io.StringIO) -> None:
    _, mira, _ = await house.pair()
    lines(log)
    for name, (said, code) in FRAMES.items():
        await mira.send(said)
        answer = await refused(mira)
        assert answer["code"] == code, name
        assert answer["text"].count(" ") >= 2, name
        await mira.settled()
        check_log(log, [code])


STRANGE: tuple[tuple[str, str], ...] = (
    (frame("act", action=ACT), "not_seated"),
    (frame("start"), "not_seated"),
    (frame("seat_bot", seat=1, level="easy"), "not_seated"),
    (frame("free_seat", seat=1), "not_seated"),
    (frame("change_table", **SETTINGS), "not_seated"),
    (frame("back"), "not_seated"),
    (frame("pause", paused=True), "not_seated"),
    (frame("skip", round=1), "not_seated"),
    (frame("end_game"), "not_seated"),
    (frame("ready", game=1), "not_seated"),
)


async def test_who_has_no_seat_or_a_token_of_nobody_is_answered_and_logged(
    house: House, log: io.StringIO
) -> None:
    table, _, _ = await house.pair()
    stranger = house.person()
    stranger.http.cookies.set(house.cookie, "s" * 43)
    page = await stranger.open(table)
    await page.settled()
    lines(log)
    for said, code in STRANGE:
        await page.send(said)
        assert (await refused(page))["code"] == code
        await page.settled()
        check_log(log, [code])


async def denied(house: House, path: str, origin: str) -> tuple[int, Any]:
    """Ask for a socket that is denied; return the status and what is said."""
    with pytest.raises(websockets.InvalidStatus) as caught:
        await websockets.connect(
            f"{house.address.replace('http', 'ws')}{path}", origin=websockets.Origin(origin)
        )
    response = caught.value.response
    return response.status_code, json.loads(response.body)


async def test_a_socket_for_another_site_is_denied_and_logged(
    house: House, log: io.StringIO
) -> None:
    table = await house.person().create()
    lines(log)
    status, said = await denied(house, f"/ws/{table}", FOREIGN["origin"])
    assert (status, said["code"], said["text"].count(" ") >= 2) == (403, "foreign", True)
    check_log(log, ["foreign"])


async def test_a_socket_that_is_not_is_denied_and_logged(house: House, log: io.StringIO) -> None:
    lines(log)
    status, said = await denied(house, "/secret", house.address)
    assert (status, said["code"], said["text"].count(" ") >= 2) == (404, "no_page", True)
    check_log(log, ["no_page"])


async def test_a_socket_to_no_table_says_so_once(house: House, log: io.StringIO) -> None:
    lines(log)
    page = await house.person().open("CDFHJK")
    assert (await refused(page))["code"] == "no_table"
    await page.closed()
    check_log(log, ["no_table"])


async def test_a_socket_too_many_is_answered_and_logged(house: House, log: io.StringIO) -> None:
    table = await house.person().create()
    house.app.state.quotas.quota = Quota(table_spectators=1)
    await (await house.person().open(table)).next("welcome")
    lines(log)
    page = await house.person().open(table)
    assert (await refused(page))["code"] == "crowded"
    await page.closed()
    check_log(log, ["crowded"])


async def test_frames_too_many_are_answered_and_logged(
    house: House, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "FRAMES_PER_S", 0.0)
    # What her page says until the game is on.
    monkeypatch.setattr(sockets, "BURST", 2.0)
    _, mira, _ = await house.pair()
    lines(log)
    for _ in range(3):
        await mira.send('{"t":"ping","n":0}')
        assert (await refused(mira))["code"] == "too_fast"
    check_log(log, ["too_fast"] * 3)


@pytest.mark.parametrize("said", [frame("act", action=ACT), frame("start")])
async def test_commands_that_wait_too_many_are_answered_and_logged(
    house: House, log: io.StringIO, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    _, mira, _ = await house.pair()
    monkeypatch.setattr(sockets, "UNANSWERED", 0)
    lines(log)
    await mira.send(said)
    assert (await refused(mira))["code"] == "too_fast"
    check_log(log, ["too_fast"])


@pytest.mark.parametrize(
    ("said", "code", "end"),
    [
        (b"\x81\x82\0\0\0\0\xff\xfe", "malformed", 1007),
        (b"\x81\x06secret", "malformed", 1002),
        (b"\xc1\x82\0\0\0\0{}", "malformed", 1002),
        (b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(4), "too_big", 1009),
    ],
    ids=["no UTF-8", "no mask", "a reserved bit", "a frame without end"],
)
async def test_what_breaks_the_protocol_ends_the_socket_and_is_logged(
    house: House, log: io.StringIO, said: bytes, code: str, end: int
) -> None:
    """RFC 6455, 5 and 7.4.1; code and sentence are those of the end of the socket."""
    _, mira, _ = await house.pair()
    lines(log)
    mira.connection.transport.write(said)
    assert await mira.closed() == end
    assert mira.connection.close_reason or end == 1007
    check_log(log, [code])


async def test_a_handshake_that_is_none_is_answered_and_logged(
    house: House, log: io.StringIO
) -> None:
    """It comes to no application, so the answer has a status and a sentence, and no code."""
    lines(log)
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "secret"}
    answer = await house.person().http.get("/ws/CDFHJK", headers=upgrade)
    assert answer.status_code == 400
    assert answer.text.startswith("Failed to open a WebSocket connection")
    check_log(log, ["malformed"])
