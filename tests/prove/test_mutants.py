"""A test of a promise is one only if it fails where the promise is broken: each mutant breaks one.

Others have their mutants within: naive swaps in the promise of fair deals, and a store that does
not sync in that of power cuts.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
import structlog
from msgspec.structs import replace

from tests.prove import between, clocks, disks, doors, durable, hidden, operators
from tests.prove.promises import SHORT_S, Finding, Scale, proofs
from wordlot import record
from wordlot.core import seeds
from wordlot.core.errors import CorruptRecord
from wordlot.core.protocol import Seat
from wordlot.core.seeds import ToldSeed
from wordlot.server import http, wire
from wordlot.server.room import Room
from wordlot.server.store import Store
from wordlot.table import Batch, Conflict, LogUnavailable, Opening, Stored, Table, authority, clock
from wordlot.table import asked as judging


def tried(number: int) -> Finding:
    return proofs()[number](Scale(long=False, seconds=SHORT_S))


class Forgetful:
    """A store from whose last game something is missing."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._read = Store.read

    async def read(self, store: Store, code: str, number: int) -> Stored:
        stored = await self._read(store, code, number)
        return replace(stored, **{self._what: getattr(stored, self._what)[:-1]})


@pytest.mark.parametrize(
    ("missing", "found"), [("lines", "told and not kept"), ("replies", "applied twice")]
)
def test_an_event_or_an_answer_that_is_not_in_the_store_is_found(
    monkeypatch: pytest.MonkeyPatch, missing: str, found: str
) -> None:
    """Promises 1 and 3."""
    forgetful = Forgetful(missing)

    async def read(store: Store, code: str, number: int) -> Stored:
        return await forgetful.read(store, code, number)

    monkeypatch.setattr(Store, "read", read)
    # Long enough for two games to come to their ends on any machine.
    trouble = durable.Trouble(together=2, life_s=(1.0, 2.0))
    scale = Scale(long=False, seconds=20)
    counts = asyncio.run(durable._besieged(scale, (2, 2), trouble, Random("mutant")))
    assert counts["tables"] == 2
    assert counts["lost"] > 0
    assert counts[found] > 0


def test_a_table_that_adds_up_otherwise_than_its_record_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Promise 4: one coin too many, of which no event tells."""
    commit = authority.Table._commit

    async def give_a_coin(table: Table, *what: Any, **more: Any) -> None:  # noqa: ANN401
        await commit(table, *what, **more)
        if table.rules.name == "match" and table.seq > 60 and not table.__dict__.get("gave"):
            table.__dict__["gave"] = True
            first, *others = table.state.coins
            table.state = replace(table.state, coins=(first + 1, *others))

    monkeypatch.setattr(authority.Table, "_commit", give_a_coin)
    # The coin can also be one that the record has no place for.
    with suppress(CorruptRecord):
        assert not tried(4).ok


def test_a_table_that_answers_before_it_has_written_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Promise 8."""
    writing = set[asyncio.Future[None]]()

    async def write_some_time(table: Table, batch: Batch) -> None:
        late = asyncio.ensure_future(table._log.append(batch))
        writing.add(late)
        late.add_done_callback(writing.discard)

    monkeypatch.setattr(authority.Table, "_write", write_some_time)
    found = tried(8)
    assert not found.ok
    assert "announced before durable 0" not in found.figure


def test_a_table_at_which_a_later_bid_comes_first_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise 8: the queue hands out what came last."""
    get = asyncio.Queue.get_nowait

    def last_first(queue: asyncio.Queue[Any]) -> Any:  # noqa: ANN401 - a job
        queue._queue.reverse()  # type: ignore[attr-defined]  # what a queue keeps its items in
        return get(queue)

    monkeypatch.setattr(asyncio.Queue, "get_nowait", last_first)
    found = tried(8)
    assert not found.ok
    assert "by another than the first 0" not in found.figure


def test_a_table_whose_refusals_say_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise 11."""
    refusal = judging.refused

    def dumb(*what: Any) -> Any:  # noqa: ANN401 - a verdict
        return replace(refusal(*what), text="")

    monkeypatch.setattr("wordlot.table.authority.refused", dumb)
    assert not tried(11).ok


def test_a_full_disk_that_is_passed_over_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise 5."""

    async def write_or_not(table: Table, batch: Batch) -> None:
        with suppress(LogUnavailable):
            await table._log.append(batch)

    monkeypatch.setattr(authority.Table, "_write", write_or_not)

    async def timely(what: Callable[[], Any]) -> None:
        # What is waited for may never be.
        for _ in range(500):
            if what():
                return
            await asyncio.sleep(0.001)
        raise _StoodStill

    monkeypatch.setattr(disks, "_until", timely)
    with suppress(_StoodStill, Conflict):
        assert not tried(5).ok


class _StoodStill(Exception):
    """What was to happen did not."""


def test_a_clock_that_counts_stalls_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise 9."""
    monkeypatch.setattr(clock, "STALL_MS", 3_600_000)
    counts = clocks._stall_often(Scale(long=False, seconds=SHORT_S), Random("mutant"))
    most = max(int(name.removeprefix("most ")) for name in counts if name.startswith("most "))
    assert counts["late"] > 0
    assert most > clocks.MOST_MS


@pytest.mark.parametrize("what", ["redact", "view"])
def test_a_table_that_tells_a_seat_all_is_found(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Promise 12: every event, or the view of another seat, is told to everybody."""

    def redact(_rules: hidden.Retold, event: object, _audience: object) -> object:
        return event

    def view(rules: hidden.Retold, state: Any, audience: Seat | None) -> Any:  # noqa: ANN401
        return rules._rules.view(state, Seat(((audience or 0) + 1) % 2))

    monkeypatch.setattr(hidden.Retold, what, {"redact": redact, "view": view}[what], raising=False)
    counts: Counter[str] = Counter()
    for i in range(8):
        name = ("match", "bet_the_bag")[i % 2]
        _, differing = asyncio.run(hidden._compared(name, Random(f"mutant {i}")))
        counts[name] += differing
    assert min(counts["match"], counts["bet_the_bag"]) > 0


def test_a_table_that_takes_up_a_game_before_it_is_kept_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Promise 12: seats and commitment of the next game stand beside what is left of the last."""
    opens = Table.open

    def early(table: Table, opening: Opening, begun: Callable[[], None]) -> Any:  # noqa: ANN401
        begun()
        return opens(table, opening)

    monkeypatch.setattr(Table, "open", early)
    assert sum(between.evening(Random(i), "tally")[0]["faults"] for i in range(3)) > 0


def test_a_seed_that_is_told_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise 12."""
    lobby = Room.lobby

    def telling(room: Room) -> wire.Lobby:
        seed = ToldSeed(room.row.number, room._seed.for_the_store().hex())
        return replace(lobby(room), seed=seed)

    monkeypatch.setattr(Room, "lobby", telling)
    assert between.evening(Random(1), "match")[0]["faults"] > 0


def test_cards_that_are_dealt_from_another_seed_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise 14: by `wordlot verify` and by the page."""
    monkeypatch.setattr(seeds, "deal_key", lambda _seed, _nonces: bytes(32))
    found = tried(14)
    assert not found.ok
    assert found.figure.startswith("both hold 0 of ")


def test_an_operator_whom_neither_page_nor_record_hold_to_anything_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Promise 14: where nobody compares commitments, the draws alone tell nothing."""
    asked = operators.Page.ask

    def trusting(page: operators.Page, what: str, **more: object) -> Any:  # noqa: ANN401
        answer = asked(page, what, **more)
        blind = {"list": {**answer, "foul": None} if what == "list" else None, "opened": None}
        return {**blind, "record": {"sworn": True, "withheld": []}}.get(what, answer)

    monkeypatch.setattr(operators.Page, "ask", trusting)
    monkeypatch.setattr(operators, "_passes", operators._draws_hold)
    monkeypatch.setattr(record, "_check_nonces", lambda *_: None)
    counts = operators.ground(Random("mutant"), range(len(operators.WAYS)))
    assert counts["noticed"] < counts["ground"]


def test_a_door_that_is_left_open_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Promise 15."""
    monkeypatch.setattr(http, "is_own", lambda *_asked: True)
    scale = Scale(long=False, seconds=SHORT_S)
    _, _, let_in, changed = asyncio.run(doors._try_all(scale, tmp_path))
    assert min(let_in, changed) > 0


def test_a_log_that_tells_who_plays_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise 18."""
    sit = Room.sit

    async def told(room: Room, guest: str, asked: wire.SitDown) -> Seat:
        structlog.get_logger().info("sat", guest=guest)
        return await sit(room, guest, asked)

    monkeypatch.setattr(Room, "sit", told)
    assert not tried(18).ok
