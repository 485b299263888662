"""The promise that nothing leaks: games that differ in what is hidden are told in equal bytes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from random import Random
from typing import Any

import msgspec

from tests.games.bet_the_bag import hidden as bag_hidden
from tests.games.match import hidden as match_hidden
from tests.prove.between import GAME_NAMES, evening
from tests.prove.players import Short
from tests.prove.promises import Finding, Goal, Scale, promise
from tests.prove.staged import audible
from tests.prove.tables import CODE, played
from tests.tables import Listener, MemoryLog, TurnedClock
from wordlot.core.chance import Stream
from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import LexiconLike, Seat
from wordlot.games.registry import GAMES
from wordlot.record import AnyRules, Entry, EventReader
from wordlot.table import Opening, Table

DISGUISES: dict[str, Any] = {
    "match": match_hidden.disguise,
    "bet_the_bag": bag_hidden.disguise,
}


class Retold:
    """Rules that tell a game that was played before, whatever they are asked to decide."""

    def __init__(self, rules: AnyRules, decisions: Sequence[tuple[Any, ...]]) -> None:
        self._rules = rules
        self._decisions = iter(decisions)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - all else is as in the game
        return getattr(self._rules, name)

    def open(self, _setup: object, **_more: object) -> tuple[Any, ...]:
        return next(self._decisions)

    def decide(self, _state: object, _action: object, **_more: object) -> tuple[Any, ...]:
        return next(self._decisions)

    def deadline(self, _state: object) -> None:
        return None


class Ear:
    """A table that retells a game, and what one audience hears of it."""

    def __init__(self, name: str, decisions: Sequence[tuple[Any, ...]], seat: Seat | None) -> None:
        self.clock = TurnedClock()
        self.rules = GAMES[name].rules
        retold: Any = Retold(self.rules, decisions)
        self.table = Table(CODE, retold, Short(), MemoryLog(), self.clock)
        self.seat = seat
        self.listener = Listener(self.table, seat)

    def back(self, after: int) -> bytes:
        """Return what a page gets that comes back."""
        return msgspec.json.encode(self.table.update(self.seat, game=1, after=after))

    def refusal(self, action: object, lexicon: LexiconLike) -> tuple[str, str, str] | None:
        """Return why an action of this seat would be refused; none where it would be taken."""
        assert self.seat is not None
        try:
            self.rules.decide(
                self.table.state,
                action,
                by=self.seat,
                now=self.table.now,
                chance=Stream(bytes(32)),
                lexicon=lexicon,
            )
        except IllegalAction as error:
            return str(error.code), error.detail, error.clause
        return None


async def _compared(name: str, luck: Random) -> tuple[int, int]:
    """Play a game, then retell it to an audience as it was and in disguise.

    Returns how many messages were compared, and how many of them differed.
    """
    log, opening, table = await played(name, luck)
    reader = EventReader(table.rules)
    entries: list[Entry] = []
    for line in log.lines:
        entries.append(reader.read(line, entries[-1] if entries else None, where="log"))
    seats: list[Seat | None] = [None, *(Seat(i) for i in range(opening.setup.seats))]
    seat = luck.choice(seats)
    told = [entry.event for entry in entries]
    disguised = DISGUISES[name](told, seat, luck)
    return await _retell(name, opening, entries, (told, disguised), seat, luck)


async def _retell(
    name: str,
    opening: Opening,
    entries: Sequence[Entry],
    stories: tuple[list[Any], list[Any]],
    seat: Seat | None,
    luck: Random,
) -> tuple[int, int]:
    sizes = [len(list(of)) for _, of in groupby(entries, key=lambda entry: entry.batch)]
    ears = [Ear(name, _split(story, sizes), seat) for story in stories]
    number, messages, differing = 0, 0, 0
    for step, size in enumerate(sizes):
        at = entries[number].at
        number += size
        for ear in ears:
            ear.clock.turn(at - ear.table.now if step else 0)
            if step == 0:
                await ear.table.open(opening)
            else:
                await ear.table.submit(Seat(0), f"step {step}", None)
        # Few pages come back after long, and what they get takes long to write.
        away = number if luck.random() < 0.1 else min(number, 20)
        after = luck.randint(number - away, number)
        pairs: list[list[Any]] = [
            [ear.listener.frames[-1] for ear in ears],
            [ear.back(after) for ear in ears],
        ]
        if seat is not None:
            action = _any_action(name, ears[0].table, seat, luck)
            pairs.append([ear.refusal(action, Short()) for ear in ears])
        messages += len(pairs)
        differing += sum(one != other for one, other in pairs)
    for ear in ears:
        await ear.table.close()
    return messages, differing


def _split(story: Sequence[Any], sizes: Sequence[int]) -> list[tuple[Any, ...]]:
    rest = iter(story)
    return [tuple(next(rest) for _ in range(size)) for size in sizes]


def _any_action(name: str, table: Table, seat: Seat, luck: Random) -> object:
    """Return an action of a seat, sensible or not, from what it sees."""
    from tests.games.bet_the_bag.players import any_action as any_bag_action
    from tests.games.match.players import any_action as any_match_action

    stand_in: Any = type("Standing", (), {"state": table.state})
    if name == "match":
        return any_match_action(stand_in, seat, luck)
    return any_bag_action(stand_in, seat, luck)


MESSAGES = 1_000_000
LOOKS = 100_000


def _retell_games(scale: Scale, luck: Random) -> Counter[str]:
    counts: Counter[str] = Counter()
    aims = {"short": 4_000, "long": MESSAGES}
    for i in scale.part(0.6).until(lambda: counts["at the table"], **aims, least=2):
        messages, differing = asyncio.run(_compared(("match", "bet_the_bag")[i % 2], luck))
        counts.update({"at the table": messages, "differing": differing, "games": 1})
    looks = {"short": 3_000, "long": LOOKS}
    for i in scale.part(0.6).until(lambda: counts["looks"], **looks, least=3):
        found, _ = evening(luck, GAME_NAMES[i % 3])
        counts.update(looks=found["looks"], wrong=found["faults"], evenings=1)
        counts.update(begun=found["games"])
    messages, differing = asyncio.run(audible(scale, luck))
    counts.update({"over sockets": messages, "differing": differing})
    return counts


@promise(12)
def nothing_leaks(scale: Scale) -> Finding:
    """Random games are retold to a seat or to spectators, once as they were and once with all
    that it may not know permuted: updates, answers to a page that comes back, refusals of any
    action. The same over real sockets and HTTP, with a bot in a seat, reconnects, refusals,
    lobby, listing, game list and record. Sockets are not compressed, so equal bytes are equal
    lengths on the wire. There is no chat. Between two states there are steps, and until a seed was
    found in one of them nobody looked there: now whole tables (start, rematches behind acts that
    wait, ends, seats, comings, goings, restarts, and the store that commits when luck has it) are
    stopped at every step of the loop, where table, listing and record are asked for by strangers
    and by seats, and with every frame held against the disk: no seed of a game that is not over,
    no view but that of one's own seat, and nothing told together that does not belong together.
    """
    counts = scale.divided(_retell_games, "nothing leaks")
    at_table, over_sockets = counts["at the table"], counts["over sockets"]
    return Finding(
        f"{counts['differing']} of {at_table + over_sockets:,} messages differ in a byte or in "
        f"length ({at_table:,} of {counts['games']:,} games at the table, {over_sockets:,} over "
        f"sockets and HTTP); {counts['wrong']} of {counts['looks']:,} looks between two steps of "
        f"{counts['evenings']:,} tables with {counts['begun']:,} games were told too much",
        counts["differing"] == counts["wrong"] == 0
        and min(at_table, over_sockets, counts["begun"]) > 0,
        (
            Goal("messages", MESSAGES, at_table + over_sockets),
            Goal("looks between two steps", LOOKS, counts["looks"]),
        ),
    )
