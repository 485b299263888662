"""How a table is set, and who agreed to that: plain functions over one kept row.

Each change by the host has a number. Whoever has a seat agrees to one number, by sitting down or by
being ready; a game begins with what all agreed to.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import LexiconPin
from wordlot.games.registry import Game
from wordlot.server import dealing, seats, wire
from wordlot.server.buckets import Rate
from wordlot.server.seats import Holder, TableRow
from wordlot.server.wire import Fault, Stage

CHANGES = Rate(5, 0.2)
"""How often a table may be set anew: everybody at it has to look each time."""


def options_of(game: Game, given: Any) -> Any:  # noqa: ANN401 - each game has options of its own
    """Return options as a game knows them. `IllegalAction` where it does not."""
    try:
        return msgspec.convert(given, type=game.rules.options_type)
    except msgspec.MsgspecError as error:
        raise IllegalAction(Fault.BAD_OPTIONS, f"options that are not known: {error}") from None


def changed(
    row: TableRow, stage: Stage, frame: wire.ChangeTable, game: Game, lexicon: LexiconPin
) -> TableRow:
    """Return a table as its host sets it for the game to come; nobody is ready for that yet.

    The row is as it was where nothing changes. `IllegalAction` refuses what cannot be.
    """
    dealing.coming(row, stage)
    if frame.settings != row.settings:
        text = f"the settings changed to number {row.settings} meanwhile; look at them again"
        raise IllegalAction(Fault.STALE_SETTINGS, text)
    options = options_of(game, frame.options)
    playing = sum(holder is not None for holder in row.seats)
    before = stage is Stage.WAITING
    game.rules.check(frame.seats if before else max(playing, game.rules.min_seats), options)
    former = of(row)
    new = replace(
        row,
        options=options,
        lexicon=lexicon,
        public=frame.public,
        absence=frame.absence,
        seats=_resized(row, stage, frame.seats),
    )
    if of(new) == former:
        return row
    return _asked_again(replace(new, settings=row.settings + 1, former=row.former or former))


def of(row: TableRow) -> wire.Terms:
    """Return how a table is set."""
    return wire.Terms(
        seats=len(row.seats),
        options=msgspec.to_builtins(row.options),
        lexicon=row.lexicon.name,
        public=row.public,
        absence=row.absence,
    )


def _resized(row: TableRow, stage: Stage, count: int) -> tuple[Holder | None, ...]:
    """Return so many seats: more at the end, or fewer, of which the last free ones go first."""
    kept = list(row.seats)
    if count != len(kept) and stage is not Stage.WAITING:
        text = "seats are added and taken away before the first game; later whoever is ready plays"
        raise IllegalAction(Fault.NOT_NOW, text)
    taken = sum(holder is not None for holder in kept)
    if count < taken:
        text = f"{taken} seats are taken; free some of them before there are {count}"
        raise IllegalAction(Fault.SEAT_TAKEN, text)
    while len(kept) > count:
        del kept[max(i for i, holder in enumerate(kept) if holder is None)]
    return (*kept, *(None,) * (count - len(kept)))


def _asked_again(row: TableRow) -> TableRow:
    """Return a row in which nobody is ready, and only the host agreed."""
    for seat, holder in dealing.people(row).items():
        agreed = row.settings if holder.guest == row.host else holder.agreed
        row = seats.put(row, seat, replace(holder, ready=0, agreed=agreed))
    return row


def settled(row: TableRow) -> TableRow:
    """Return a row that forgets how the table was set before, once all have agreed."""
    return row if row.former is None or unagreed(row) else replace(row, former=None)


def unagreed(row: TableRow) -> tuple[str, ...]:
    """Return the names of who has a seat and did not agree to how the table is set."""
    people = dealing.people(row).values()
    return tuple(holder.name for holder in people if holder.agreed != row.settings)


def check_agreed(row: TableRow) -> None:
    """Refuse to begin a game with settings that somebody in a seat did not agree to."""
    if names := unagreed(row):
        text = f"the settings changed, and {', '.join(names)} did not say to be ready since"
        raise IllegalAction(Fault.NOT_AGREED, text)
