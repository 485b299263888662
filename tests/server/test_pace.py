"""Many requests at once: one in each turn of the loop, by turns of who asks."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from wordlot.server.pace import Pace

pytestmark = pytest.mark.anyio


async def test_who_asks_much_waits_for_oneself() -> None:
    pace, done = Pace(), list[str]()
    for name in ("many 1", "many 2", "many 3", "other 1", "many 4", "third 1"):
        pace.ask(name.split()[0], partial(done.append, name))
    for _ in range(6):
        await asyncio.sleep(0)
    assert done == ["many 1", "other 1", "third 1", "many 2", "many 3", "many 4"]


async def test_others_are_heard_between_any_two() -> None:
    pace, done = Pace(), list[str]()
    loop = asyncio.get_running_loop()

    def request(number: int) -> None:
        done.append(f"request {number}")
        loop.call_soon(done.append, f"frame {number}")

    for number in range(3):
        pace.ask("one", partial(request, number))
    for _ in range(6):
        await asyncio.sleep(0)
    order = [f"{kind} {number}" for number in range(3) for kind in ("request", "frame")]
    assert sorted(done) == sorted(order)
    assert done.index("frame 0") < done.index("request 2")


async def test_who_waited_and_left_holds_up_nobody() -> None:
    pace = Pace()
    gone = asyncio.ensure_future(pace.turn("one"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait_for(pace.turn("one"), 1.0)
    assert gone.cancelled()


async def test_what_fails_in_its_turn_holds_up_nobody() -> None:
    pace, done, told = Pace(), list[str](), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: told.append(context))
    pace.ask("one", partial([].pop))
    pace.ask("one", partial(done.append, "next"))
    for _ in range(3):
        await asyncio.sleep(0)
    assert done == ["next"]
    assert len(told) == 1
