"""What a table writes down, and what it asks of the log that keeps it."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from wordlot.core.errors import CorruptRecord
from wordlot.core.protocol import Millis, Seat
from wordlot.core.seeds import SecretSeed, ToldSeed
from wordlot.record import AnyRules, Entry, EventReader, Header, Line, Record, told_seed

MOST_EVENTS = 8_000
"""Of one game; a game that is played has some hundreds. What a page is told at once stays below
what may wait for it, and no game holds up others when it is read."""


class Conflict(Exception):
    """The log does not end where the append expects: somebody else wrote to it."""


class LogUnavailable(Exception):
    """The log could not write. Whether it did is unknown, so the same append is tried again."""


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What a table answers to a command: the receipt of an action that was taken or refused."""

    ok: bool
    seq: int
    """Number of the last event that it caused, or of the last before it."""
    at: Millis
    """When it arrived, on the table's clock."""
    code: str = ""
    text: str = ""
    clause: str = ""


class Reply(msgspec.Struct, frozen=True, gc=False):
    """A verdict as the log keeps it, the `n`th of its seat in this game."""

    seat: Seat
    command_id: str
    n: int
    verdict: Verdict


class Batch(msgspec.Struct, frozen=True):
    """What is to be written at once, or not at all."""

    game: int
    after: int
    """Number of the last event that the log must have, else `Conflict`."""
    lines: tuple[Line, ...] = ()
    replies: tuple[Reply, ...] = ()
    header: Header | None = None
    """With the first events of a game."""
    broken_off: bool = False
    """The game ends here without an outcome (X1)."""


class Stored(msgspec.Struct, frozen=True):
    """A game as the log gives it back."""

    header: Header
    lines: tuple[Line, ...]
    replies: tuple[Reply, ...]
    clock: Millis
    """How far the table's clock had come when it was last saved."""
    broken_off: bool

    def told_seed(self, rules: AnyRules, secret: SecretSeed) -> ToldSeed | None:
        """Return the seed of a game that is over by what is kept of it (X3).

        None while it runs. `CorruptRecord` where it cannot be read.
        """
        return told_seed(self.record(rules), rules, secret, broken_off=self.broken_off)

    def fold(
        self,
        rules: AnyRules,
        state: Any,  # noqa: ANN401 - each game has a state of its own
        entries: list[Entry],
        *,
        where: str,
    ) -> Any:  # noqa: ANN401 - the same
        """Add to the entries of a state those that come after, and return the state then.

        `CorruptRecord`, which names where, for one that cannot be read, and where there are none.
        """
        reader = EventReader(rules)
        for line in self.lines[len(entries) :]:
            before = entries[-1] if entries else None
            entry = reader.read(line, before, where=f"{where}, event {len(entries) + 1}")
            state = rules.evolve(state, entry.event)
            entries.append(entry)
        if not entries:
            raise CorruptRecord(f"{where}: there are no events")
        return state

    def record(self, rules: AnyRules) -> Record:
        """Return what is kept as a record without its seed. `CorruptRecord` where it is none."""
        reader = EventReader(rules)
        entries: list[Entry] = []
        for line in self.lines:
            before = entries[-1] if entries else None
            where = f"game {self.header.number}, event {len(entries) + 1}"
            entries.append(reader.read(line, before, where=where))
        return Record(self.header, tuple(entries), None)


def line_of(entry: Entry) -> Line:
    """Return an entry of a game as it is written."""
    return Line(entry.seq, entry.at, entry.batch, msgspec.Raw(msgspec.json.encode(entry.event)))


class Log(Protocol):
    """Where a table's events are kept for ever."""

    async def append(self, batch: Batch) -> None:
        """Write durably. Raises `Conflict`, and nothing was written, or `LogUnavailable`."""
        ...

    async def read(self, game: int) -> Stored:
        """Return all that is kept of a game."""
        ...
