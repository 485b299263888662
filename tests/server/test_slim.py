"""Slim waiting: the same behaviour as that of asyncio's queue and event."""

from __future__ import annotations

import asyncio

import pytest

from wordlot.server.slim import Gate, Inbox

pytestmark = pytest.mark.anyio


async def test_what_was_put_in_first_comes_out_first() -> None:
    inbox = Inbox[int]()
    waiting = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    assert inbox.empty()
    for number in (1, 2, 3):
        inbox.put_nowait(number)
    assert [await waiting, await inbox.get(), await inbox.get()] == [1, 2, 3]
    assert inbox.empty()


async def test_a_reader_that_was_given_up_takes_nothing_with_it() -> None:
    inbox = Inbox[int]()
    first, second = (asyncio.create_task(inbox.get()) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    inbox.put_nowait(7)
    assert await second == 7
    assert first.cancelled()


async def test_a_gate_holds_whoever_comes_while_it_is_shut() -> None:
    gate = Gate(is_open=True)
    await gate.wait()
    gate.clear()
    held = [asyncio.create_task(gate.wait()) for _ in range(3)]
    await asyncio.sleep(0)
    held[0].cancel()
    assert not gate.is_set()
    gate.set()
    await asyncio.gather(*held[1:])
    assert gate.is_set()
