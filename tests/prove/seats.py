"""The promise that two tabs and broken bots do not disturb a table."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.prove.promises import Finding, Scale, promise
from tests.server.harness import House, Page, PuppetBots, serving
from wordlot.bots import Decision
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.match import model as m
from wordlot.server import players
from wordlot.server.wire import Close

THINK_S = 0.05
"""How long bots may think here."""


async def _tabs(house: House, count: int) -> tuple[int, int, int]:
    """Open one tab after another; return those told that they were replaced, twice, and at rest."""
    mira, tom = house.person(), house.person()
    code = await mira.create(game="match")
    await tom.sit(code, "Tom")
    pages = [await mira.open(code)]
    await pages[0].command("start")
    replaced = again = 0
    for _ in range(count):
        pages.append(await mira.open(code))
        await pages[-1].next("welcome", you=0)
        replaced += await pages[-2].closed() == Close.REPLACED
        told = sum(frame["t"] == "replaced" for frame in pages[-2].frames)
        again += told - 1
    answer = await pages[-1].command("act", action={"type": "pass", "round": 1})
    open_ = sum(page.connection.close_code is None for page in pages)
    return replaced, again, int(answer["t"] == "done" and open_ == 1)


def _hang(_view: Any) -> Decision:  # noqa: ANN401 - of any game
    threading.Event().wait(THINK_S * 20)
    return Decision(None, 0)


def _break(_view: Any) -> Decision:  # noqa: ANN401 - of any game
    raise ZeroDivisionError


def _die(_view: Any) -> Decision:  # noqa: ANN401 - of any game
    # Its thread ends without a word.
    raise SystemExit


def _babble(_view: Any) -> Decision:  # noqa: ANN401 - of any game
    return Decision("nonsense", 0)


def _lag(view: Any) -> Decision:  # noqa: ANN401 - of any game
    late = m.Pass(view.round - 1) if isinstance(view, m.MatchView) else a.PassBid(view.turn - 1)
    return Decision(late, 0)


def _sleep(_view: Any) -> Decision:  # noqa: ANN401 - of any game
    return Decision(None, 0)


DAY = {"round_clock_ms": 86_400_000}
BOTS: tuple[Callable[[Any], Decision], ...] = (_hang, _break, _die, _babble, _lag, _sleep)


async def _resolved(house: House, game: str) -> bool:
    """Tell whether the clocks alone take a table past the seat of a bot, whatever the bot does."""
    mira = house.person()
    page = await mira.open(await mira.create(game=game, bots=["easy"]))
    assert (await page.command("start"))["t"] == "done"
    number = "round" if game == "match" else "turn"
    for _ in range(30):
        await page.settled()
        if _last(page)["view"][number] > 1:
            return True
        house.clock.turn(61_000)
        await asyncio.sleep(THINK_S)
    return False


def _last(page: Page) -> Any:  # noqa: ANN401 - a frame
    return [frame for frame in page.frames if frame["t"] == "update"][-1]


async def _broken_bots(folder: Path) -> tuple[int, int, int]:
    """Seat each kind of broken bot in both games; return tables, those that went on, and others."""
    tables = resolved = others = 0
    for kind in BOTS:
        async with serving(folder / kind.__name__, brains=PuppetBots(kind)) as house:
            # By day, so that no clock of theirs runs out meanwhile (X1).
            _, mira, tom = await house.pair(game="match", options=DAY)
            for game in ("match", "bet_the_bag"):
                tables += 1
                resolved += await asyncio.wait_for(_resolved(house, game), 30)
            await mira.settled()
            round_ = _last(mira)["view"]["round"]
            for page in (mira, tom):
                answer = await page.command("act", action={"type": "pass", "round": round_})
                others += answer["t"] == "done"
    return tables, resolved, others


@promise(17)
def tabs_and_bots_disturb_nobody(scale: Scale) -> Finding:
    """One tab after another is opened for the same seat: the newest one plays, each older one is
    told once and is not taken back. Bots that hang, break, die, babble, come too late or do
    nothing sit at tables of both games beside a table of two people.
    """
    count = scale.of(short=5, long=200)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(players, "THINK_S", THINK_S)
        # Python itself says nothing of a thread that ends so.
        patch.setattr(threading, "excepthook", lambda _what: None)

        async def with_tabs() -> tuple[int, int, int]:
            async with serving(Path(folder) / "tabs") as house:
                return await _tabs(house, count)

        replaced, again, rest = asyncio.run(with_tabs())
        tables, resolved, others = asyncio.run(_broken_bots(Path(folder)))
    return Finding(
        f"{replaced} of {count} older tabs replaced, {again} told twice, the newest plays: "
        f"{'yes' if rest else 'no'}; {resolved} of {tables} tables went on past a broken bot, and "
        f"{others} of {2 * len(BOTS)} people beside them did not notice",
        replaced == count
        and again == 0
        and rest == 1
        and resolved == tables
        and others == 2 * len(BOTS),
    )
