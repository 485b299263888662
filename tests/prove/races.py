"""Promises about order: who is first is first, and everybody can see it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import get_args

import msgspec

from tests.prove.players import Short, any_move
from tests.prove.promises import Finding, Goal, Scale, promise
from tests.prove.tables import any_opening, new_table
from tests.tables import MemoryLog, TurnedClock, make_table, opening
from tests.tally import Raise
from wordlot.core.protocol import Millis, Seat
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import model as b
from wordlot.games.match import model as m
from wordlot.games.registry import GAMES
from wordlot.server import wire
from wordlot.table import Batch, Opening, Table, Update, Verdict


class SlowLog(MemoryLog):
    """A log that takes its time, as a disk does."""

    def __init__(self, luck: Random) -> None:
        super().__init__()
        self._luck = luck

    async def append(self, batch: Batch) -> None:
        for _ in range(self._luck.randint(0, 3)):
            await asyncio.sleep(0)
        await super().append(batch)


class _Runner:
    """Who waits for a verdict, as a socket does."""

    def __init__(self, judge: Judge) -> None:
        self.verdict: asyncio.Future[Verdict] = asyncio.get_running_loop().create_future()
        self._judge = judge

    def done(self) -> bool:
        return False

    def set_result(self, verdict: Verdict, /) -> None:
        self._judge.acknowledged(verdict)
        self.verdict.set_result(verdict)

    def set_exception(self, error: Exception, /) -> None:
        self.verdict.set_exception(error)

    def cancel(self) -> None:
        self.verdict.cancel()


class Judge:
    """Watches a table at which seats race, and counts what must not be."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.clock = TurnedClock()
        self._log = MemoryLog()

    def watch(self, table: Table, log: MemoryLog) -> None:
        """Look at a table from now on."""
        self._log = log
        table.subscribe(None, self._hear)

    def _hear(self, update: Update, _frame: bytes) -> None:
        self.counts["announced"] += 1
        self.counts["announced too early"] += update.seq > len(self._log.lines)

    async def race(
        self, table: Table, bids: Sequence[tuple[Seat, object]], luck: Random
    ) -> list[Verdict]:
        """Let seats act in one moment; the first to arrive has to win alone."""
        order = list(bids)
        luck.shuffle(order)
        runners = [_Runner(self) for _ in order]
        for runner, (seat, action) in zip(runners, order, strict=True):
            table.ask(seat, f"race {self.counts['races']} {seat}", action, runner)
        verdicts = [await runner.verdict for runner in runners]
        self.counts["races"] += 1
        self.counts["accepted beyond one"] += sum(verdict.ok for verdict in verdicts) - 1
        self.counts["not the first"] += not verdicts[0].ok
        self._check_receipts(verdicts)
        return verdicts

    def acknowledged(self, verdict: Verdict) -> None:
        """Look at a verdict in the moment in which it is given."""
        self.counts["acknowledged"] += 1
        self.counts["announced too early"] += verdict.seq > len(self._log.lines)

    def _check_receipts(self, verdicts: list[Verdict]) -> None:
        """Each verdict has number and time; what lost names why, and the event that it lost to."""
        won = verdicts[0]
        for verdict in verdicts:
            self.counts["receipts"] += 1
            known = 0 < verdict.seq <= len(self._log.lines)
            timely = known and verdict.at >= self._log.lines[verdict.seq - 1].at
            self.counts["receipts lacking"] += not timely
        for lost in verdicts[1:]:
            explained = bool(lost.code and lost.text) and lost.seq >= won.seq
            self.counts["losses unexplained"] += not explained


async def _tally_races(judge: Judge, luck: Random, races: int) -> None:
    """Race for bids of the small game of the table tests, at two to eight seats."""
    seats = luck.randint(2, 8)
    goal = judge.counts["races"] + races
    while judge.counts["races"] < goal:
        log = SlowLog(luck)
        table = make_table(log, judge.clock)
        await table.open(opening(seats))
        judge.watch(table, log)
        while not table.over and judge.counts["races"] < goal:
            state = table.state
            bid = Raise(state.round, luck.randint(state.high + 1, min(9, state.high + 2)))
            await judge.race(table, [(Seat(i), bid) for i in range(seats)], luck)
        await table.close()


async def _opened(judge: Judge, name: str, opened: Opening, luck: Random) -> Table:
    log = SlowLog(luck)
    table = new_table(name, log, judge.clock)
    await table.open(opened)
    judge.watch(table, log)
    return table


async def _match_races(judge: Judge, luck: Random, races: int) -> None:
    """Race to call the same number in Match."""
    opened = any_opening("match", luck, Short())
    options = m.MatchOptions(bidding=m.Bidding.CALLED)
    setup = msgspec.structs.replace(opened.setup, options=options)
    opened = msgspec.structs.replace(opened, setup=setup)
    table = await _opened(judge, "match", opened, luck)
    goal = judge.counts["races"] + races
    while not table.over and judge.counts["races"] < goal:
        view = table.view(None)
        if view.phase is m.Phase.BIDDING and view.high is None:
            bid = m.CallBid(view.round, 2)
            await judge.race(table, [(seat, bid) for seat in view.awaited], luck)
        else:
            await table.submit(view.awaited[0], f"pass {table.seq}", m.Pass(view.round))
    await table.close()


async def _bag_races(judge: Judge, luck: Random) -> None:
    """Race to challenge each word of a game of Bet the Bag."""
    opened = any_opening("bet_the_bag", luck, Short(), seats=luck.randint(3, 8))
    setup = msgspec.structs.replace(opened.setup, options=b.BagOptions())
    table = await _opened(judge, "bet_the_bag", msgspec.structs.replace(opened, setup=setup), luck)
    while not table.over:
        view = table.view(None)
        if view.phase is b.BagPhase.CHALLENGE:
            word = a.Challenge(view.turn, view.attempt)
            await judge.race(table, [(seat, word) for seat in view.awaited], luck)
        else:
            seat = view.awaited[0]
            own = table.view(seat)
            action = any_move(own, table.rules.offers(own), luck)
            await table.submit(seat, f"move {table.seq}", action)
    await table.close()


RACES = 100_000


def _races(scale: Scale, luck: Random) -> Counter[str]:
    judge = Judge()
    asyncio.run(_race_often(judge, scale, luck))
    return judge.counts


async def _race_often(judge: Judge, scale: Scale, luck: Random) -> None:
    for i in scale.until(lambda: judge.counts["races"], short=2_000, long=RACES, least=6):
        match i % 6:
            case 0:
                await _bag_races(judge, luck)
            case 1:
                await _match_races(judge, luck, 100)
            case _:
                await _tally_races(judge, luck, 100)


def _frames() -> list[type[msgspec.Struct]]:
    """Return all that a page can send, whatever is in it included."""
    actions = [kind for game in GAMES.values() for kind in get_args(game.rules.action_type)]
    drafts = [game.draft_type for game in GAMES.values() if game.draft_type is not None]
    return [*get_args(wire.Frame), *actions, *drafts, m.Play, wire.NewTable, wire.SitDown]


def _time_fields() -> tuple[int, int, int]:
    """Return how many fields there are in what pages send, times among them, and lax types."""
    kinds = _frames()
    fields = [field for kind in kinds for field in msgspec.structs.fields(kind)]
    times = sum(field.type is Millis or field.name in {"at", "now", "time"} for field in fields)
    lax = sum(not kind.__struct_config__.forbid_unknown_fields for kind in kinds)
    return len(fields), times, lax


@promise(8)
def one_of_a_race_wins(scale: Scale) -> Finding:
    """Two to eight seats act in one moment at tables whose log takes its time: for the same bid
    in a small game and in Match, and for the challenge of a word. The first to arrive has to win
    alone, and nothing may be announced before the log has it. All that a page can send is looked
    through for times; a field that is not known is refused, so that no time can be added.
    """
    counts = scale.divided(_races, "races")
    fields, times, lax = _time_fields()
    wrong = ("accepted beyond one", "not the first", "announced too early")
    return Finding(
        f"{counts['races']:,} races: won by two {counts['accepted beyond one']}, by another than "
        f"the first {counts['not the first']}; announced before durable "
        f"{counts['announced too early']} of {counts['announced'] + counts['acknowledged']:,}; "
        f"{times} times in {fields} fields that a page can send",
        counts["races"] > 0 and not any(counts[name] for name in wrong) and times == lax == 0,
        (Goal("races", RACES, counts["races"]),),
    )


@promise(11)
def every_bid_has_a_receipt(scale: Scale) -> Finding:
    """The answers to all bids of such races, taken or refused, are looked at: each has the number
    of the event at which the table took it and the time on the table's clock; a refused one also
    has a code, a sentence, and a number that is not before that of the bid that it lost to.
    """
    counts = scale.divided(_races, "receipts")
    return Finding(
        f"{counts['receipts']:,} receipts: without number or time {counts['receipts lacking']}, "
        f"losses without the reason {counts['losses unexplained']}",
        counts["receipts"] > 0 and counts["receipts lacking"] == counts["losses unexplained"] == 0,
    )
