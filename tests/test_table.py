"""A table: order, deadlines, commands, durability, restarts and secrets. It knows no game."""

from __future__ import annotations

import asyncio
import threading

import pytest
from msgspec.json import encode

from tests.tables import (
    SEED,
    Listener,
    MemoryLog,
    TurnedClock,
    make_table,
    open_table,
    opening,
    soon,
)
from tests.tally import TALLY, Crash, Raise, Raised
from wordlot.core.errors import CorruptRecord, IllegalAction
from wordlot.core.protocol import Millis, Seat
from wordlot.core.seeds import SecretSeed, ToldSeed
from wordlot.record import (
    Entry,
    EventReader,
    Line,
    Record,
    fingerprint,
    read_record,
    verify,
    write_record,
)
from wordlot.table import SteadyClock, Table, Verdict, asked, authority, replies

pytestmark = pytest.mark.anyio
A, B = Seat(0), Seat(1)


@pytest.fixture(autouse=True)
def quick_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authority, "RETRY_S", 0)


def kinds(log: MemoryLog) -> list[str]:
    return [bytes(line.event).decode().split('"')[3] for line in log.lines]


async def close_all(*tables: Table) -> None:
    for table in tables:
        await table.close()


async def test_the_first_of_two_equal_bids_in_one_tick_wins() -> None:
    """M3.5: the order of arrival is the order of play."""
    table, _, _ = await open_table()
    first = table.submit(B, "b", Raise(1, 5))
    second = table.submit(A, "a", Raise(1, 5))
    assert (await first).ok
    refused = await second
    assert (refused.ok, refused.code) == (False, "not_higher")
    assert table.state.leader == B
    await table.close()


async def test_a_refused_action_changes_nothing_and_is_told_to_nobody() -> None:
    table, log, _ = await open_table()
    await table.submit(B, "b", Raise(1, 5))
    heard, before, lines = Listener(table, 1), table.state, len(log.lines)
    verdict = await table.submit(A, "a", Raise(1, 3))
    assert verdict == Verdict(
        ok=False, seq=lines, at=Millis(0), code="not_higher", text="3 is not above 5"
    )
    assert (table.state, len(log.lines), heard.frames) == (before, lines, [])
    await table.close()


async def test_the_deadline_falls_due_by_itself() -> None:
    table, log, clock = await open_table()
    clock.turn(59_999)
    await table.idle()
    assert "closed" not in kinds(log)
    clock.turn(1)
    await table.idle()
    assert kinds(log)[-3:] == ["closed", "drawn", "drawn"]
    assert table.state.round == 2
    await table.close()


async def test_a_bid_puts_the_deadline_off() -> None:
    """M3.4: an accepted bid leaves ten seconds on the clock."""
    table, log, clock = await open_table()
    clock.turn(59_000)
    await table.submit(A, "a", Raise(1, 1))
    clock.turn(9_999)
    await table.idle()
    assert "closed" not in kinds(log)
    clock.turn(1)
    await table.idle()
    assert "closed" in kinds(log)
    await table.close()


async def test_what_arrives_with_a_deadline_due_is_judged_after_the_expiry() -> None:
    """M3.5: the clock is not beaten by being quick after it."""
    table, _, clock = await open_table()
    clock._now += 60_000  # The alarm has not rung yet, as in a busy process.
    verdict = await table.submit(A, "late", Raise(1, 5))
    assert verdict.code == "stale_round"
    assert table.state.round == 2
    await table.close()


async def test_what_arrived_in_time_is_not_late_because_the_table_was_busy() -> None:
    """M3.5: the moment of arrival counts, not that of the judgement."""
    table, log, clock = await open_table()
    log.gate.clear()
    busy = table.submit(B, "b", Raise(1, 1))
    clock.turn(100)
    in_time = table.submit(A, "a", Raise(1, 5))
    clock._now += 70_000
    log.gate.set()
    await busy
    assert (await in_time).ok
    await table.close()


async def test_a_command_sent_five_times_has_one_effect_and_one_answer() -> None:
    table, log, _ = await open_table()
    accepted = [table.submit(A, "same", Raise(1, 5)) for _ in range(5)]
    refused = [table.submit(B, "same", Raise(1, 4)) for _ in range(5)]
    verdicts = [await x for x in accepted]
    assert verdicts == [verdicts[0]] * 5
    assert verdicts[0].ok
    assert len({(await x).code for x in refused}) == 1
    assert kinds(log).count("raised") == 1
    await table.close()


async def test_a_command_has_its_answer_again_after_a_restart_even_where_it_would_differ() -> None:
    table, log, clock = await open_table()
    await table.submit(B, "b", Raise(1, 5))
    refused = await table.submit(A, "low", Raise(1, 5))
    accepted = await table.submit(A, "high", Raise(1, 6))
    await table.close()
    again = make_table(log, clock)
    await again.restore(1, SecretSeed(SEED, 1))
    assert await again.submit(A, "low", Raise(1, 7)) == refused
    assert await again.submit(A, "high", Raise(1, 6)) == accepted
    assert kinds(log).count("raised") == 2
    await again.close()


async def test_answers_are_remembered_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "REPLIES_KEPT", 3)
    table, _, _ = await open_table()
    for i in range(10):
        await table.submit(A, f"a{i}", Raise(9, 1))
    assert table._replies.kept(A) == ["a7", "a8", "a9"]
    await table.close()


async def test_nobody_hears_of_an_event_before_it_is_in_the_log() -> None:
    table, log, _ = await open_table()
    heard = Listener(table, 1)
    log.gate.clear()
    verdict = table.submit(A, "a", Raise(1, 5))
    await soon()
    assert (heard.updates, verdict.done(), table.state.high) == ([], False, 0)
    log.gate.set()
    assert (await verdict).ok
    assert [type(e) for u in heard.updates for e in u.events] == [Raised]
    await table.close()


async def test_a_full_disk_freezes_the_table_which_says_so_and_goes_on_by_itself() -> None:
    table, log, clock = await open_table()
    heard = Listener(table, 1)
    clock.turn(1_000)
    log.failures = 3
    verdict = table.submit(A, "a", Raise(1, 5))
    for _ in range(3):
        await asyncio.sleep(0)
    frozen = heard.updates[0]
    assert (frozen.running, frozen.events, frozen.now) == (False, (), 1_000)
    clock.turn(30_000)
    assert (await verdict).ok
    assert table.now == 1_000
    assert [u.running for u in heard.updates] == [False, True, True]
    clock.turn(58_999)
    await table.idle()
    assert table.state.round == 1
    clock.turn(1)
    await table.idle()
    assert table.state.round == 2
    await table.close()


async def test_a_slow_disk_stops_the_clock_too() -> None:
    table, log, clock = await open_table()
    log.gate.clear()
    verdict = table.submit(A, "a", Raise(1, 5))
    await soon()
    clock.turn(authority.PATIENCE_MS + 40_000)
    assert not table.running
    assert table.now == authority.PATIENCE_MS
    log.gate.set()
    assert (await verdict).ok
    assert table.running
    await table.close()


async def test_a_table_whose_clock_stands_is_frozen_only_while_it_cannot_write() -> None:
    table, log, clock = await open_table()
    await table.break_off()
    log.gate.clear()
    verdict = table.submit(A, "a", Raise(1, 5))
    await soon()
    assert not table.frozen
    clock.turn(authority.PATIENCE_MS)
    assert table.frozen
    log.gate.set()
    assert not (await verdict).ok
    assert not table.frozen
    await table.close()


async def test_an_append_that_was_written_though_its_answer_was_lost_is_not_done_twice() -> None:
    table, log, _ = await open_table()
    heard = Listener(table, 1)
    log.lose_answer = True
    verdict = await table.submit(A, "a", Raise(1, 5))
    assert verdict.ok
    assert kinds(log).count("raised") == 1
    assert [type(e) for u in heard.updates for e in u.events] == [Raised]
    await table.close()


async def test_an_opening_whose_answer_was_lost_opens_one_game() -> None:
    log, clock = MemoryLog(), TurnedClock()
    table = make_table(log, clock)
    log.lose_answer = True
    await table.open(opening())
    assert kinds(log) == ["opened", "drawn", "drawn"]
    assert (await table.submit(A, "a", Raise(1, 9))).ok
    assert verify(record_of(log), TALLY) == len(log.lines)
    await table.close()


async def test_two_tables_on_one_log_never_both_write_an_event() -> None:
    """The append is fenced, so any number of processes may serve a table."""
    table, log, clock = await open_table()
    other = make_table(log, clock)
    await other.restore(1, SecretSeed(SEED, 1))
    assert (await table.submit(A, "a", Raise(1, 5))).ok
    assert (await other.submit(B, "b", Raise(1, 5))).code == "not_higher"
    assert (await other.submit(B, "c", Raise(1, 6))).ok
    assert (await table.submit(A, "d", Raise(1, 7))).ok
    assert [line.seq for line in log.lines] == list(range(1, len(log.lines) + 1))
    await other.submit(B, "e", Raise(1, 1))
    assert table.state == other.state
    await close_all(table, other)


SCRIPT: tuple[tuple[int, int, int, int], ...] = (
    # seat, round, value, then so many milliseconds pass
    (0, 1, 3, 5_000),
    (1, 1, 2, 100),
    (1, 1, 4, 61_000),
    (0, 2, 9, 10),
    (1, 2, 8, 10),
    (1, 3, 5, 59_000),
    (0, 3, 6, 9_000),
    (1, 3, 7, 20_000),
)


async def play(restart_after: int | None) -> tuple[bytes, str]:
    """Play the script with a restart after one of its steps; return record and state."""
    table, log, clock = await open_table()
    for step, (seat, round_, value, passing) in enumerate(SCRIPT):
        await table.submit(Seat(seat), f"step {step}", Raise(round_, value))
        if step == restart_after:
            log.clock = await table.close()
            clock._now += 123_456
            table = make_table(log, clock)
            await table.restore(1, SecretSeed(SEED, 1))
        clock.turn(passing)
        await table.idle()
    assert table.over
    await table.close()
    assert log.header is not None
    return write_record(log.header, log.lines, ToldSeed(1, SEED.hex())), fingerprint(table.state)


@pytest.mark.parametrize("step", range(len(SCRIPT)))
async def test_a_restart_at_any_step_of_a_game_changes_nothing(step: int) -> None:
    assert await play(step) == await play(None)


async def test_after_a_restart_the_clock_goes_on_with_the_time_left() -> None:
    table, log, clock = await open_table()
    clock.turn(20_000)
    log.clock = await table.close()
    clock._now += 3_600_000
    again = make_table(log, clock)
    await again.restore(1, SecretSeed(SEED, 1))
    assert again.now == 20_000
    clock.turn(39_999)
    await again.idle()
    assert again.state.round == 1
    clock.turn(1)
    await again.idle()
    assert again.state.round == 2
    await again.close()


async def test_a_log_with_a_gap_is_refused_at_a_restart() -> None:
    table, log, clock = await open_table()
    await table.submit(A, "a", Raise(1, 5))
    await table.close()
    del log.lines[1]
    with pytest.raises(CorruptRecord, match="event 3 follows event 1"):
        await make_table(log, clock).restore(1, SecretSeed(SEED, 1))


async def test_every_audience_hears_every_number_and_only_what_it_may_know() -> None:
    table, _, clock = await open_table()
    audiences = {seat: Listener(table, seat) for seat in (0, 1, None)}
    await table.submit(A, "a", Raise(1, 9))
    clock.turn(60_000)
    await table.idle()
    for seat, heard in audiences.items():
        seqs = [u.seq for u in heard.updates]
        counts = [len(u.events) for u in heard.updates]
        assert seqs == [7, 10]
        assert counts == [4, 3]
        for update in heard.updates:
            shown = [e.seat for e in update.events if getattr(e, "number", None) is not None]
            assert set(shown) <= {seat}
    await table.close()


async def test_bytes_to_a_seat_do_not_depend_on_what_another_holds() -> None:
    """M9.1: two games that differ in B's numbers alone look the same to A and to spectators."""
    table, log, clock = await open_table()
    await table.submit(A, "a", Raise(1, 9))
    await table.submit(B, "b", Raise(2, 4))
    other_log = MemoryLog()
    other_log.header, other_log.replies = log.header, list(log.replies)
    other_log.lines = [changed(line) for line in log.lines]
    assert other_log.lines != log.lines
    other = make_table(other_log, clock)
    await other.restore(1, SecretSeed(SEED, 1))
    for seat in (A, None):
        assert table.update(seat) == other.update(seat)
    assert table.update(B) != other.update(B)
    heard = {t: [Listener(t, seat) for seat in (0, None)] for t in (table, other)}
    for t in (table, other):
        await t.submit(B, "c", Raise(2, 3))
        await t.submit(A, "d", Raise(2, 5))
    assert [x.frames for x in heard[table]] == [x.frames for x in heard[other]]
    await close_all(table, other)


def changed(line: Line) -> Line:
    """Give seat 1 another secret number."""
    text = bytes(line.event).decode()
    if '"drawn"' in text and '"seat":1' in text:
        head, _, tail = text.partition('"number":')
        text = f'{head}"number":{(int(tail[0]) + 1) % 10}{tail[1:]}'
    return Line(line.seq, line.at, line.batch, type(line.event)(text.encode()))


async def test_a_page_that_knows_event_n_gets_those_after_it() -> None:
    table, log, _ = await open_table()
    await table.submit(A, "a", Raise(1, 5))
    update = table.update(A, game=1, after=2)
    assert (update.seq, len(update.events), len(update.at)) == (4, 2, 2)
    assert len(table.update(A, game=1, after=4).events) == 0
    for game, after in ((2, 2), (0, 2), (1, 99), (1, -1)):
        assert len(table.update(A, game=game, after=after).events) == len(log.lines)
    await table.close()


async def test_a_fault_in_the_rules_fails_one_action_and_the_table_plays_on() -> None:
    table, log, _ = await open_table()
    with pytest.raises(ZeroDivisionError):
        await table.submit(A, "a", Crash())
    assert (await table.submit(A, "b", Raise(1, 5))).ok
    assert kinds(log).count("raised") == 1
    await table.close()


async def test_a_game_of_too_many_events_is_broken_off_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """X1: else one game could grow until whoever comes to it holds up all others."""
    table, log, clock = await open_table()
    for module in (authority, asked):
        monkeypatch.setattr(module, "MOST_EVENTS", len(log.lines) + 2)
    assert (await table.submit(A, "a", Raise(1, 1))).ok
    assert (await table.submit(B, "b", Raise(1, 2))).ok
    heard, lines = Listener(table, 0), len(log.lines)
    verdict = await table.submit(A, "c", Raise(1, 3))
    assert (verdict.ok, verdict.code, verdict.clause) == (False, "game_over", "X1")
    assert f"{lines} events" in verdict.text
    assert table.over
    assert (table.outcome, table.told is None) == (None, False)
    assert [(update.seq, update.running, update.offers) for update in heard.updates] == [
        (lines, False, ())
    ]
    clock.turn(1_000_000)
    await table.idle()
    assert (len(log.lines), log.broken_off) == (lines, True)
    await table.close()


async def test_no_clock_adds_to_a_game_of_too_many_events(monkeypatch: pytest.MonkeyPatch) -> None:
    table, log, clock = await open_table()
    monkeypatch.setattr(authority, "MOST_EVENTS", len(log.lines))
    lines = len(log.lines)
    clock.turn(60_000)
    await table.idle()
    assert (table.over, len(log.lines), log.broken_off) == (True, lines, True)
    await table.close()


@pytest.mark.parametrize("audience", [A, B, None])
async def test_who_comes_to_a_long_game_is_told_the_same_as_of_a_short_one(
    audience: Seat | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _, _ = await open_table()
    for value in range(1, 5):
        await table.submit(A if value % 2 else B, f"{value}", Raise(1, value))
        plain = encode(table.update(audience))
        with monkeypatch.context() as long:
            long.setattr(authority, "LONG", 0)
            assert encode(table.update(audience)) == plain
            assert encode(table.update(audience)) == plain
            assert len(table.update(audience, game=1, after=table.seq - 1).events) == 1
    await table.break_off()
    await table.open(opening(number=2))
    monkeypatch.setattr(authority, "LONG", 0)
    again = encode(table.update(audience))
    monkeypatch.setattr(authority, "LONG", 1_000)
    assert again == encode(table.update(audience))
    await table.close()


async def test_a_game_is_taken_up_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    table, log, clock = await open_table()
    await table.close()
    threads: list[int] = []
    read = EventReader.read

    def seen(self: EventReader, line: Line, before: Entry | None, *, where: str) -> Entry:
        threads.append(threading.get_ident())
        return read(self, line, before, where=where)

    monkeypatch.setattr(EventReader, "read", seen)
    again = make_table(log, clock)
    await again.restore(1, SecretSeed(SEED, 1))
    assert len(threads) == len(log.lines)
    assert threading.get_ident() not in threads
    await again.close()


async def test_a_game_that_was_broken_off_takes_no_action_even_after_a_restart() -> None:
    """X1: the host may end a game that nobody goes on with."""
    table, log, clock = await open_table()
    await table.break_off()
    assert table.over
    assert table.outcome is None
    assert (await table.submit(A, "a", Raise(1, 5))).code == "game_over"
    with pytest.raises(IllegalAction):
        await table.break_off()
    clock.turn(100_000)
    await table.idle()
    assert "closed" not in kinds(log)
    await table.close()
    again = make_table(log, clock)
    await again.restore(1, SecretSeed(SEED, 1))
    assert again.over
    await again.close()


async def test_a_rematch_begins_a_clock_of_its_own_and_takes_no_command_of_the_last_game() -> None:
    ended: list[int] = []
    clock, log = TurnedClock(), MemoryLog()
    table = make_table(log, clock, ended=lambda: ended.append(1))
    await table.open(opening())
    for round_ in (1, 2, 3):
        clock.turn(10)
        await table.submit(A, f"a{round_}", Raise(round_, 9))
    assert (table.over, ended, table.running) == (True, [1], False)
    log.lines.clear()
    log.replies.clear()
    begun = table.open(opening(number=2))
    late = table.submit(B, "late", Raise(1, 5))
    await begun
    assert (await late).code == "game_over"
    assert (table.game, table.now, table.seq) == (2, 0, 3)
    assert (await table.submit(B, "new", Raise(1, 5))).ok
    await table.close()


async def test_more_than_a_queue_holds_is_turned_away_unjudged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(authority, "QUEUE_LIMIT", 2)
    table, log, _ = await open_table()
    log.gate.clear()
    waiting = [table.submit(A, f"a{i}", Raise(1, i)) for i in (1, 2)]
    with pytest.raises(asyncio.QueueFull):
        table.submit(A, "a3", Raise(1, 3))
    log.gate.set()
    assert all([(await x).ok for x in waiting])
    assert (await table.submit(A, "a3", Raise(1, 3))).ok
    await table.close()


async def test_a_closed_table_answers_nothing_more() -> None:
    table, log, _ = await open_table()
    log.gate.clear()
    first, second = (table.submit(A, f"a{i}", Raise(1, i)) for i in (1, 2))
    await soon()
    await table.close()
    third = table.submit(A, "a3", Raise(1, 3))
    assert not first.done() or first.cancelled()
    assert second.cancelled()
    assert third.cancelled()
    assert "raised" not in kinds(log)


async def test_every_deal_at_a_table_can_be_checked_from_its_seed() -> None:
    """X3: what was drawn is what the seed and the nonces draw."""
    table, log, clock = await open_table()
    await table.submit(A, "a", Raise(1, 9))
    clock.turn(60_000)
    await table.idle()
    await table.close()
    assert verify(record_of(log), TALLY) == len(log.lines)


def record_of(log: MemoryLog) -> Record:
    assert log.header is not None
    return read_record(write_record(log.header, log.lines, ToldSeed(1, SEED.hex())), TALLY)


def test_a_steady_clock_leaves_out_a_stall() -> None:
    """A stopped process or a suspended machine charges nobody."""
    source = iter([0.0, 0.05, 0.10, 120.10, 120.15])
    clock = SteadyClock(lambda: next(source))
    assert [clock.now() for _ in range(4)] == [50, 100, 100, 150]


def test_a_steady_clock_counts_a_busy_quarter_of_a_second() -> None:
    source = iter([0.0, 0.25, 0.5])
    clock = SteadyClock(lambda: next(source))
    assert [clock.now(), clock.now()] == [250, 500]


async def test_an_alarm_that_a_stall_put_off_rings_when_the_time_has_passed() -> None:
    now = 0.0
    clock = SteadyClock(lambda: now)
    rung: list[int] = []
    clock.call_at(40, lambda: rung.append(clock.now()))
    now = 60.0
    assert clock.now() == 0
    await asyncio.sleep(0.06)
    assert rung == []
    now = 60.0625
    await asyncio.sleep(0.06)
    assert rung == [62]
