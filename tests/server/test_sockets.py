"""The socket of a page: what it hears, what it may say, and how it is refused."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest
import websockets

from tests.server.harness import House, Page, serving
from wordlot.server import sockets
from wordlot.server.buckets import Rate
from wordlot.server.room import Room
from wordlot.server.upgraded import PIECE
from wordlot.server.wire import FRAME_BYTES, Close

pytestmark = pytest.mark.anyio


async def test_the_first_frames_tell_who_one_is_and_how_the_game_stands(house: House) -> None:
    code, mira, _ = await house.pair()
    assert [frame["t"] for frame in mira.frames if frame["t"] in {"welcome", "update"}] == [
        "welcome",
        "update",
    ]
    assert (mira.frames[0]["you"], mira.frames[0]["is_host"]) == (0, True)
    watcher = await house.person().open(code)
    welcome, update = await watcher.next("welcome"), await watcher.next("update")
    assert (welcome["you"], welcome["is_host"]) == (None, False)
    assert (update["game"], update["seq"], len(update["events"])) == (1, 3, 3)
    assert update["view"]["you"] is None


async def test_a_bid_is_told_to_everybody_and_acknowledged_to_its_seat(house: House) -> None:
    code, mira, tom = await house.pair()
    watcher = await house.person().open(code)
    done = await mira.raise_to(5)
    for page in (mira, tom, watcher):
        heard = [f for f in (*page.frames, *await page.settled()) if f["t"] == "update"][-1]
        assert heard["events"][-1] == {
            "type": "raised",
            "round": 1,
            "seat": 0,
            "value": 5,
            "closes_at": 60_000,
        }
    assert (done["t"], done["seq"], done["at"]) == ("done", 4, 0)
    assert not any(f["t"] == "done" for page in (tom, watcher) for f in page.frames)


async def test_of_two_bids_at_once_the_first_to_arrive_wins(house: House) -> None:
    """M3.5."""
    _, mira, tom = await house.pair()
    answers = await asyncio.gather(mira.raise_to(5), tom.raise_to(5))
    assert sorted(answer["t"] for answer in answers) == ["done", "refused"]
    refused = next(answer for answer in answers if answer["t"] == "refused")
    assert (refused["code"], refused["seq"]) == ("not_higher", 4)


async def test_a_late_bid_is_refused_and_never_counts_for_the_next_round(house: House) -> None:
    """M3.1: a bid names its round."""
    _, mira, tom = await house.pair()
    house.clock.turn(60_000)
    await tom.next("update")
    refused = await mira.raise_to(5, round_=1)
    assert (refused["t"], refused["code"]) == ("refused", "stale_round")
    assert (await mira.raise_to(1, round_=2))["t"] == "done"


BAD_FRAMES: list[tuple[str | bytes, str]] = [
    ("{", "malformed"),
    ("", "malformed"),
    ("null", "malformed"),
    ("[]", "malformed"),
    ('{"t":"nonsense"}', "malformed"),
    ('{"t":"ping"}', "malformed"),
    ('{"t":"ping","n":true}', "malformed"),
    ('{"t":"ping","n":1,"more":2}', "malformed"),
    ('{"t":"act","id":"","action":{}}', "malformed"),
    ("[" * 10_000, "malformed"),
    ('{"t":"act","id":"x","action":' + "[" * 8_000 + "]" * 8_000 + "}", "malformed"),
    ('{"t":"act","id":"x","action":{"type":"explode"}}', "malformed"),
    ('{"t":"act","id":"x","action":{"type":"raise","round":1}}', "malformed"),
    ('{"t":"act","id":"x","action":{"type":"raise","round":1,"value":1.5}}', "malformed"),
    ('{"t":"compose","n":1,"draft":{}}', "not_now"),
    ('{"t":"seat_bot","id":"x","seat":0,"level":"easy"}', "present"),
    ('{"t":"seat_bot","id":"y","seat":7,"level":"easy"}', "no_seat"),
    ('{"t":"seat_bot","id":"z","seat":1,"level":"genius"}', "no_bot"),
    ('{"t":"free_seat","id":"x2","seat":-1}', "no_seat"),
    ('{"t":"free_seat","id":"x3","seat":1}', "not_now"),
    ('{"t":"start","id":"x4"}', "not_now"),
    ('{"t":"ready","id":"x5","game":2}', "not_now"),
    ('{"t":"pause","id":"x7","paused":true}', "not_now"),
    ('{"t":"pause","id":"x8","paused":1}', "malformed"),
    ('{"t":"end_game","id":"x6"}', "not_now"),
    ('{"t":"reveal","game":1,"nonce":""}', "not_now"),
    (b"\x00\x01", "malformed"),
    ('{"t":"ping","n":1,"x":"' + "x" * FRAME_BYTES + '"}', "too_big"),
    ('{"t":"ping","n":1,"x":"' + "\u00fc" * (FRAME_BYTES // 2) + '"}', "too_big"),
]


async def test_a_bad_frame_is_refused_alone_and_the_socket_stays(house: House) -> None:
    _, mira, tom = await house.pair()
    table = house.app.state.rooms.loaded()[0].table
    before = table.state
    for frame, code in BAD_FRAMES:
        await mira.send(frame)
        refused = await mira.next("refused")
        assert refused["code"] == code, frame
        assert refused["text"], frame
        assert table.state == before, frame
    assert await tom.news() == []
    assert (await mira.raise_to(1))["t"] == "done"


async def test_a_refusal_names_the_command_that_it_refuses(house: House) -> None:
    _, mira, _ = await house.pair()
    await mira.send('{"t":"act","id":"mine","action":{"type":"explode"}}')
    assert (await mira.answer("mine"))["code"] == "malformed"


async def test_a_frame_beyond_all_bounds_closes_the_socket(house: House) -> None:
    _, mira, tom = await house.pair()
    await mira.send("x" * 10 * FRAME_BYTES)
    assert await mira.closed() == 1009
    assert (await tom.raise_to(1))["t"] == "done"


async def test_a_spectator_can_only_watch(house: House) -> None:
    code, mira, _ = await house.pair()
    watcher = await house.person().open(code)
    for frame in (
        {"t": "act", "id": "x", "action": {"type": "raise", "round": 1, "value": 5}},
        {"t": "start", "id": "x"},
        {"t": "back", "id": "x"},
        {"t": "pause", "id": "x", "paused": True},
        {"t": "end_game", "id": "x"},
        {"t": "free_seat", "id": "x", "seat": 0},
        {"t": "seat_bot", "id": "x", "seat": 0, "level": "easy"},
    ):
        await watcher.send(frame)
        assert (await watcher.answer("x"))["code"] == "not_seated"
    assert (await mira.raise_to(1))["t"] == "done"


async def test_too_many_frames_are_refused_unjudged_and_others_do_not_notice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "FRAMES_PER_S", 0.0)
    monkeypatch.setattr(sockets, "BURST", 5.0)
    _, mira, tom = await house.pair()
    for _ in range(20):
        await mira.send({"t": "act", "id": "x", "action": {}})
    assert (await mira.next("refused", code="too_fast"))["id"] == "x"
    assert (await tom.raise_to(1))["t"] == "done"


async def test_a_page_that_never_stops_is_closed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "PATIENCE", 10)
    monkeypatch.setattr(sockets, "FRAMES_PER_S", 0.0)
    _, mira, tom = await house.pair()
    for _ in range(100):
        await mira.send({"t": "ping", "n": 1})
    assert await mira.closed() == Close.TOO_MUCH
    assert (await tom.raise_to(1))["t"] == "done"


async def test_a_page_that_does_not_read_is_dropped(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "WAITING_BYTES", 2_000)
    _, mira, tom = await house.pair()
    tom.connection.transport.pause_reading()
    room = house.app.state.rooms.loaded()[0]
    slow = next(link.client for link in room._company.links if link.seat == 1)
    while slow._closing is None:
        slow.send(b'{"t":"noise","text":"' + b"x" * 1_900 + b'"}')
    tom.connection.transport.resume_reading()
    assert await tom.closed() == Close.TOO_SLOW
    assert (await mira.raise_to(1))["t"] == "done"


async def test_a_page_that_reads_nothing_at_all_is_let_go_in_the_middle_of_a_frame(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "LAST_WORD_S", 0.01)
    _, mira, tom = await house.pair()
    tom.connection.transport.pause_reading()
    room = house.app.state.rooms.loaded()[0]
    slow = next(link.client for link in room._company.links if link.seat == 1)
    while slow._bytes < sockets.WAITING_BYTES // 2:
        slow.send(b"x" * 60_000)
        await asyncio.sleep(0.001)
    for _ in range(20):
        slow.send(b"x" * 60_000)
    await house.gone(mira, 1)
    assert len(house.app.state.sockets) == 1
    assert (await mira.raise_to(1))["t"] == "done"


async def test_of_two_tabs_of_one_seat_the_newest_plays(house: House) -> None:
    mira, tom = house.person(), house.person()
    code = await mira.create()
    await tom.sit(code, "Tom")
    old, other = await mira.open(code), await tom.open(code)
    await old.command("start")
    new = await mira.open(code)
    await old.next("replaced")
    assert await old.closed() == Close.REPLACED
    assert (await new.next("welcome"))["you"] == 0
    assert (await new.raise_to(5))["t"] == "done"
    await other.next("update", seq=4)


async def test_a_socket_to_a_dead_link_says_so(house: House) -> None:
    page = await house.person().open("CDFHJK")
    assert (await page.next("refused"))["code"] == "no_table"
    assert await page.closed() == Close.NO_TABLE


@pytest.mark.parametrize("origin", ["https://evil.example", "null", None])
async def test_a_page_of_another_site_gets_no_socket(
    house: House, origin: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    code, _, _ = await house.pair()
    with pytest.raises(websockets.InvalidStatus) as caught:
        await websockets.connect(
            f"{house.address.replace('http', 'ws')}/ws/{code}",
            origin=None if origin is None else websockets.Origin(origin),
        )
    assert caught.value.response.status_code == 403
    body = json.loads(caught.value.response.body or b"{}")
    assert body["code"] == "foreign"
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_somebody_elses_or_no_token_gives_no_seat(house: House) -> None:
    code, _, _ = await house.pair()
    for token in ("", "x" * 43, "x" * 1_000):
        stranger = house.person()
        stranger.http.cookies.set(house.cookie, token)
        page = await stranger.open(code)
        assert (await page.next("welcome"))["you"] is None


async def test_sockets_are_not_compressed(house: House) -> None:
    """The length of a compressed frame would tell of what is hidden in it."""
    code, _, _ = await house.pair()
    asking = await websockets.connect(
        f"{house.address.replace('http', 'ws')}/ws/{code}",
        origin=websockets.Origin(house.address),
        compression="deflate",
    )
    assert asking.response is not None
    assert "sec-websocket-extensions" not in asking.response.headers
    await asking.close()


async def drained(page: Page) -> list[str]:
    await page.settled()
    return [text for text in page.raw if '"t":"update"' in text]


async def test_no_update_tells_a_seat_or_a_spectator_what_others_hold(house: House) -> None:
    """M9.1."""
    code, mira, tom = await house.pair()
    watcher = await house.person().open(code)
    await mira.raise_to(9)
    for you, page in ((0, mira), (1, tom), (None, watcher)):
        for text in await drained(page):
            update = json.loads(text)
            drawn = [event for event in update["events"] if event["type"] == "drawn"]
            assert all(event["number"] is None for event in drawn if event["seat"] != you)
            assert (update["view"]["number"] is None) == (you is None)


async def test_of_many_frames_at_once_a_few_are_heard_in_a_turn(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else one page that sends all it can at once holds up every table."""
    monkeypatch.setattr(sockets, "BURST", 1e9)
    _, mira, tom = await house.pair()
    heard, turn = Counter[int](), 0
    hear = sockets.Socket._hear

    async def tick() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    def counted(socket: sockets.Socket, room: Room, text: str | None) -> None:
        heard[turn] += 1
        hear(socket, room, text)

    monkeypatch.setattr(sockets.Socket, "_hear", counted)
    ticking = asyncio.create_task(tick())
    mask = bytes(4)
    frame = b'{"t":"ping","n":7}'
    # By hand, since a library sends each by itself.
    mira.connection.transport.write((bytes([0x81, 0x80 | len(frame)]) + mask + frame) * 3_000)
    for _ in range(3_000):
        await mira.next("pong", n=7)
    await tom.settled()
    ticking.cancel()
    assert sum(heard.values()) == 3_001
    assert max(heard.values()) <= PIECE // len(frame) + 1


async def test_pages_of_one_address_share_how_much_is_heard_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordlot.server.quotas.FRAMES", Rate(20, 100.0))
    async with serving(tmp_path, exempt=()) as house:
        code, _, _ = await house.pair()
        pages = [await house.person().open(code) for _ in range(3)]
        for number in range(1, 21):
            for page in pages:
                await page.send({"t": "ping", "n": number})
        for page in pages:
            assert await page.next("pong", n=20)
