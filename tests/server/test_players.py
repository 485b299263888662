"""Bots in seats: whatever a bot does, its table goes on."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import NoReturn

import pytest

from tests.server.harness import House, Page, PuppetBots, serving
from tests.tally import Raise, TallyView
from wordlot.bots import Decision
from wordlot.core.seeds import SecretSeed
from wordlot.server import players

pytestmark = pytest.mark.anyio


async def against(house: House) -> Page:
    """Begin a game of one person and one bot; return the person's page."""
    mira = house.person()
    page = await mira.open(await mira.create(bots=["easy"]))
    assert (await page.command("start"))["t"] == "done"
    return page


async def heard(page: Page, value: int) -> None:
    """Wait until seat 1 has raised to a value."""

    def told() -> bool:
        updates = [frame for frame in page.frames if frame["t"] == "update"]
        return any(
            (event.get("seat"), event.get("value")) == (1, value)
            for update in updates
            for event in update["events"]
        )

    while not told():
        await page.next("update")


async def test_a_bot_gets_the_view_of_its_seat_and_no_more(tmp_path: Path) -> None:
    """M9.1: bots and people get the same view."""
    brains = PuppetBots(lambda view: Decision(Raise(view.round, 5) if not view.high else None, 0))
    async with serving(tmp_path, brains=brains) as house:
        page = await against(house)
        await heard(page, 5)
        table = house.app.state.rooms.loaded()[0].table
        first = brains.views[0]
        assert isinstance(first, TallyView)
        assert (first.you, first.number) == (1, table.state.numbers[1])


async def test_a_bot_is_asked_anew_when_somebody_is_faster(tmp_path: Path) -> None:
    """A decision that was overtaken is void."""

    def decide(view: TallyView) -> Decision:
        return Decision(Raise(view.round, view.high + 1), 0 if view.high == 3 else 3_600_000)

    async with serving(tmp_path, brains=PuppetBots(decide)) as house:
        page = await against(house)
        await page.raise_to(3)
        await heard(page, 4)


def fail(_view: TallyView) -> NoReturn:
    raise ZeroDivisionError


async def test_a_bot_that_breaks_passes(tmp_path: Path) -> None:
    async with serving(tmp_path, brains=PuppetBots(fail)) as house:
        page = await against(house)
        await heard(page, 1)
        assert (await page.raise_to(9))["t"] == "done"


async def test_a_bot_that_hangs_passes_and_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "THINK_S", 0.05)
    woken = threading.Event()

    def hang(_view: TallyView) -> Decision:
        woken.wait()
        return Decision(None, 0)

    async with serving(tmp_path, brains=PuppetBots(hang)) as house:
        page = await against(house)
        await heard(page, 1)
        assert (await house.person().http.get("/health")).status_code == 200
        woken.set()


async def test_a_bot_whose_action_is_refused_passes(tmp_path: Path) -> None:
    brains = PuppetBots(lambda _view: Decision(Raise(99, 5), 0))
    async with serving(tmp_path, brains=brains) as house:
        await heard(await against(house), 1)


async def test_a_seat_whose_bot_does_nothing_is_resolved_by_the_deadline(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        page = await against(house)
        house.clock.turn(60_000)
        assert (await page.next("update"))["events"][0]["type"] == "closed"


async def test_a_bot_that_cannot_be_made_ready_leaves_the_seat_to_the_clock(tmp_path: Path) -> None:
    class Unready(PuppetBots):
        def warm(self, game: str, lexicon: object) -> None:
            raise OSError("no vocabulary")

    async with serving(tmp_path, brains=Unready()) as house:
        await heard(await against(house), 1)


async def test_the_moods_of_a_bot_are_the_same_after_a_restart_and_differ_between_seats() -> None:
    from wordlot.core.protocol import Seat

    seed = SecretSeed(bytes(32), 1)
    assert players.bot_key(seed, Seat(0)) == players.bot_key(seed, Seat(0))
    seeds = [SecretSeed(bytes(32), game) for game in (1, 2)]
    keys = {players.bot_key(seed, Seat(seat)) for seed in seeds for seat in range(4)}
    assert len(keys) == 8
