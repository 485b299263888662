"""Whatever a request or a frame is, it gets an answer that says what is wrong, and no fault."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random

import pytest
from websockets import ConnectionClosed

from tests.prove.doors import logged
from tests.prove.floods import faults_in
from tests.server.harness import House, Page
from tests.server.oddities import FRAMES, Asked, Line, frame_names, frames, paths, requests
from wordlot.core.chance import nonce_commitment
from wordlot.server import sockets

pytestmark = pytest.mark.anyio

MORE = 400
"""Requests by chance, after those that are tried each time."""


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    with logged() as text:
        yield text


async def test_every_odd_request_is_answered_without_a_fault(
    house: House, log: io.StringIO
) -> None:
    code, _, _ = await house.pair()
    line, statuses = Line(house.address), Counter[int]()
    every = len(paths(house.app)) * 60 + MORE
    for asked in islice(requests(house.app, code, Random(13)), every):
        answer = await line.ask(asked)
        assert answer is not None, asked
        assert answer.status < 500, (asked, answer)
        statuses[answer.status] += 1
    line.close()
    assert faults_in(log.getvalue()) == 0, log.getvalue()
    assert {200, 400, 404, 405, 409, 422} <= set(statuses), statuses


async def test_a_file_has_one_name(house: House) -> None:
    """Each other name of a file would be kept, and packed, once more."""
    line = Line(house.address)
    for path in ("/./index.html", "//index.html", "/assets/../index.html", "/x/../index.html"):
        answer = await line.ask(Asked("GET", path, (), b""))
        assert answer is not None
        assert answer.status == 404, path
    line.close()


def test_every_frame_is_tried_here() -> None:
    assert set(FRAMES) == frame_names()


STAGES = (
    *("alone", "seated", "dealing", "playing", "broken off", "over"),
    *("rematch offered", "rematch dealing"),
)
"""Where a table can stand; each begins with those before it, but for "broken off"."""
NONCE = "a1" * 32


async def at_stage(house: House, stage: str) -> list[Page]:
    """Return the pages of a spectator, of a player and of the host of a table at a stage."""
    mira, tom, reached = house.person(), house.person(), STAGES.index(stage)
    sworn = {"commitment": nonce_commitment(NONCE)}
    code = await mira.create(options={"clock_ms": None}, **sworn)
    if reached > 0:
        await tom.sit(code, "Tom")
    pages = [await person.open(code) for person in (house.person(), tom, mira)]
    host = pages[-1]
    if reached > 1:
        assert (await host.command("start"))["t"] == "done"
    if reached > 2:
        await host.send({"t": "reveal", "game": 1, "nonce": NONCE})
        await host.next("update")
    if stage == "broken off":
        assert (await host.command("end_game"))["t"] == "done"
    elif reached > 4:
        for round_ in (1, 2, 3):
            await host.raise_to(9, round_)
    for page in (host, pages[1])[: max(0, reached - 5)]:
        assert (await page.command("ready", game=2, **sworn))["t"] == "done"
    return pages


async def send_all(pages: list[Page], said: Iterator[str]) -> None:
    """Send frames from every page, and see that each page is served still."""
    for text in said:
        for page in pages:
            with suppress(ConnectionClosed):
                await page.send(text)
    for page in pages:
        # Whoever gave up a seat, and took another's place, may be in another tab by now.
        with suppress(ConnectionClosed):
            await page.settled()


@pytest.mark.parametrize("stage", STAGES)
async def test_every_frame_at_every_stage_does_something_or_is_refused(
    house: House, log: io.StringIO, stage: str
) -> None:
    """One frame may lead to another stage, so each has a table of its own."""
    for text in islice(frames(Random(0)), len(FRAMES)):
        await send_all(await at_stage(house, stage), iter([text]))
    assert faults_in(log.getvalue()) == 0, log.getvalue()


@pytest.mark.parametrize("stage", STAGES)
async def test_odd_frames_at_every_stage_do_no_harm(
    house: House, log: io.StringIO, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    for limit in ("FRAMES_PER_S", "BURST", "UNANSWERED"):
        monkeypatch.setattr(sockets, limit, 1e9)
    pages = await at_stage(house, stage)
    await send_all(pages, islice(frames(Random(stage)), 80))
    assert faults_in(log.getvalue()) == 0, log.getvalue()
    assert (await house.person().http.get("/health")).json()["status"] == "ok"
