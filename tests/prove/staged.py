"""Games put into the store of a real server, and all that one audience hears of them there."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from tests.games.bet_the_bag import hidden as bag_hidden
from tests.games.match import hidden as match_hidden
from tests.prove.players import Short
from tests.prove.promises import Scale
from tests.prove.tables import CODE, any_opening, moves, new_table
from tests.server.harness import House, Person, serving
from tests.tables import MemoryLog, TurnedClock
from wordlot.core.protocol import LexiconPin, Seat
from wordlot.core.seeds import SecretSeed
from wordlot.record import EventReader, Header, Line
from wordlot.server.seats import Holder, TableRow
from wordlot.server.wire import Stage
from wordlot.table import Batch
from wordlot.words import Library

DISGUISES: dict[str, Any] = {
    "match": match_hidden.disguise,
    "bet_the_bag": bag_hidden.disguise,
}
SEATS = 3
TOKENS = tuple(letter * 43 for letter in "abc")


class _Pinned(Short):
    def __init__(self, pin: LexiconPin) -> None:
        self.pin = pin


class _Unfinished:
    """A game that was played for a while: its lines, and the events in them."""

    def __init__(self, log: MemoryLog, name: str) -> None:
        assert log.header is not None
        self.name = name
        self.header: Header = log.header
        self.lines: tuple[Line, ...] = tuple(log.lines)
        reader, before = EventReader(new_table(name, log, TurnedClock()).rules), None
        self.events: list[Any] = []
        for line in self.lines:
            before = reader.read(line, before, where="log")
            self.events.append(before.event)

    def told(self, events: list[Any]) -> tuple[Line, ...]:
        """Return the lines with other events in their places."""
        return tuple(
            Line(line.seq, line.at, line.batch, msgspec.Raw(msgspec.json.encode(event)))
            for line, event in zip(self.lines, events, strict=True)
        )


async def _unfinished(name: str, pin: LexiconPin, luck: Random) -> _Unfinished:
    """Play a game for a while; one that is over then would hide nothing any more."""
    lexicon = _Pinned(pin)
    while True:
        log, clock = MemoryLog(), TurnedClock()
        table = new_table(name, log, clock, lexicon)
        await table.open(any_opening(name, luck, lexicon, seats=SEATS))
        stop = luck.randrange(10, 40)
        async for count in moves(table, clock, luck):
            if count >= stop:
                break
        over = table.over
        await table.close()
        if not over:
            return _Unfinished(log, name)


async def _put(house: House, game: _Unfinished, lines: tuple[Line, ...]) -> None:
    guests = [sha256(token.encode()).hexdigest() for token in TOKENS]
    seats = (Holder("P0", guests[0]), Holder("P1", guests[1]), Holder("Bot", None, "easy"))
    options = game.events[0].setup.options
    pin = game.header.lexicon
    row = TableRow(CODE, game.name, options, pin, public=True, seats=seats, host=guests[0])
    store = house.app.state.store
    await store.create(row, SecretSeed(bytes(32), 1))
    await store.append(CODE, Batch(1, 0, lines, (), game.header))
    await store.save(row, Stage.PLAYING)


def _person(house: House, seat: int | None) -> Person:
    who = house.person()
    if seat is not None:
        who.http.cookies.set(house.cookie, TOKENS[seat])
    return who


async def _heard(data: Path, game: _Unfinished, events: list[Any], seat: int | None) -> list[str]:
    """Return every frame that an audience gets over a socket and every body over HTTP."""
    async with serving(data) as house:
        await _put(house, game, game.told(events))
        who = _person(house, seat)
        page = await who.open(CODE)
        await page.next("lobby")
        for other in (1, 0):
            if other != seat:
                opponent = await _person(house, other).open(CODE)
                # A refusal of somebody else's action is nobody's business.
                await opponent.command("act", action={"type": "pass", "round": 999})
                await opponent.command("act", action={"type": "give_up", "turn": 99, "attempt": 9})
        await page.send({"t": "compose", "n": 1, "draft": {"letters": ["e", "t"]}})
        for action in ({"type": "pass", "round": 99}, {"type": "pass_bid", "turn": 99}):
            await page.send({"t": "act", "id": f"x{action['type']}", "action": action})
            await page.answer(f"x{action['type']}")
        await page.settled()
        # Not as far as to a deadline, since what is shown and drawn there is another card.
        house.clock.turn(900)
        await page.settled()
        again = await who.open(CODE, "?game=1&after=5")
        await again.next("lobby")
        await again.settled()
        of_table = (f"/api/tables/{CODE}{path}" for path in ("", "/record", "/review"))
        paths = (*of_table, "/api/tables", "/api/games", "/api/yours")
        bodies = [(await who.http.get(path)).text for path in paths]
        # Comings and goings are told when there is time for it, in any number of frames.
        return [text for text in (*page.raw, *again.raw) if '"t":"lobby"' not in text] + bodies


async def audible(scale: Scale, luck: Random) -> tuple[int, int]:
    """Compare what audiences hear over sockets; return how many messages, and how many differ."""
    messages = differing = 0
    with TemporaryDirectory() as folder:
        pin = Library(Path(folder), None).load().pin
        for i in scale.each(short=2, long=150, least=2):
            name = ("match", "bet_the_bag")[i % 2]
            game = await _unfinished(name, pin, luck)
            seat = luck.choice([0, 1, None])
            audience = None if seat is None else Seat(seat)
            other = DISGUISES[name](game.events, audience, luck)
            one = await _heard(Path(folder) / f"{i}a", game, game.events, seat)
            two = await _heard(Path(folder) / f"{i}b", game, other, seat)
            messages += max(len(one), len(two))
            differing += sum(a != b for a, b in zip(one, two, strict=False))
            differing += abs(len(one) - len(two))
    return messages, differing
