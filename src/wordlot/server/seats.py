"""Who holds which seat of a table, and who may change that: plain functions over one kept row."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NoReturn

import msgspec
from msgspec.structs import replace

from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import LexiconPin, Seat
from wordlot.games.registry import GAMES
from wordlot.record import Named
from wordlot.server import names
from wordlot.server.wire import Absence, Fault, Gone, SitDown, Stage, Terms


class Holder(msgspec.Struct, frozen=True):
    """Who holds a seat. A person whose place a bot took for a while is still there as `guest`."""

    name: str
    guest: str | None = None
    """The hash of the person's token; none for a bot that no person preceded."""
    bot: str | None = None
    """The level of the bot that plays now."""
    commitment: str = ""
    """Of the nonce that the seat adds to the game to come (X3)."""
    ready: int = 0
    """The last game that the person said to be ready for."""
    left: bool = False
    """Whether the person went away for good, and only comes back by sitting down again."""
    absent: bool = False
    """Whether two clocks of the seat ran out in a game, and nothing was heard since (X1)."""
    since: int = 1
    """The first game that is played from here; who sits down after a game plays the next one."""
    agreed: int = 1
    """The last settings of the table that the person agreed to."""


class Dealing(msgspec.Struct, frozen=True):
    """A game whose seats and commitments are settled, and whose nonces come in (X3)."""

    number: int
    seats: tuple[Seat, ...]
    """The seats of the table that play it, in the order of its own seats."""
    named: tuple[Named, ...]
    starter: Seat | None
    """The seat of the game that starts it, if that is settled (B2.2)."""
    commitments: tuple[str, ...]
    """Of its seats; empty where one committed to nothing."""
    nonces: tuple[str | None, ...]
    """Those of its seats that are here; empty where there will be none."""


class Attended(msgspec.Struct, frozen=True):
    """Whose clocks ran out in a game that sleeps (X1); it tells nothing once the game went on."""

    game: int
    seq: int
    """The last event of the game when this was kept."""
    missed: dict[Seat, int]
    """By seat, how many clocks ran out one after another."""
    heard: tuple[Seat, ...]
    """From whose players something was heard since the clock that runs began."""


class TableRow(msgspec.Struct, frozen=True):
    """All that is kept of a table beside its games."""

    code: str
    game: str
    options: Any
    lexicon: LexiconPin
    public: bool
    seats: tuple[Holder | None, ...]
    host: str
    """The hash of the host's token."""
    number: int = 1
    """Which game is played, was played last, or is to be played first."""
    starter: Seat | None = None
    """The seat that won the game before this one alone (B2.2)."""
    ended: int = 0
    """The last game of which it is kept here that it is over, and who won it."""
    dealing: Dealing | None = None
    """The game that is about to be dealt."""
    paused: bool = False
    """Whether the one person in a game with bots lets it stand (X1.2)."""
    attended: Attended | None = None
    """Whose clocks ran out before the table fell asleep."""
    absence: Absence = Absence.BOT
    """What becomes of a seat whose player is gone (X1)."""
    settings: int = 1
    """Which settings these are: options, lexicon, number of seats, and what else the host sets."""
    former: Terms | None = None
    """How the table was set when all had agreed; none where all agree to the present settings."""
    version: int = 0
    """How often it was kept before; it is kept only where nobody else has done so since."""


def seat_of(row: TableRow, guest: str | None) -> Seat | None:
    """Return the seat that a guest plays; none for a spectator."""
    for seat, holder in enumerate(row.seats):
        if holder and guest and holder.guest == guest and not (holder.left or holder.bot):
            return Seat(seat)
    return None


def plays(row: TableRow, guest: str | None, game: int) -> Seat | None:
    """Return the seat that a guest has in a game; none for who sat down for the next one."""
    seat = seat_of(row, guest)
    holder = None if seat is None else row.seats[seat]
    return None if holder is None or holder.since > game else seat


def host_seat(row: TableRow) -> Seat | None:
    """Return the seat of the host, if the host has one."""
    return seat_of(row, row.host)


def sit(row: TableRow, stage: Stage, guest: str, sit: SitDown) -> tuple[TableRow, Seat]:
    """Give a guest a seat; one that was held before is taken back at any time (X1).

    After a game a full table has one seat more, up to the most of its game: who watched can play.
    """
    over = stage is Stage.OVER
    since = row.number + 1 if over else 1
    # Who sits down for the next game is ready for it, as it was shown.
    agreed = sit.settings if sit.settings == row.settings else 0
    ready = since if over and agreed else 0
    held = held_by(row, guest)
    if held is not None:
        return _back(row, held, sit.commitment, ready, agreed), held
    name = names.clean(sit.nickname)
    if stage is Stage.PLAYING:
        _refuse(Fault.NOT_NOW, "the game has begun; you can watch it")
    if over and None not in row.seats and len(row.seats) < GAMES[row.game].rules.max_seats:
        row = replace(row, seats=(*row.seats, None))
    chosen = _free_seat(row, sit.seat)
    if names.look_alike(name, _taken(row)):
        _refuse(Fault.NICKNAME_TAKEN, f"somebody here has a name that looks like {name}")
    sworn = sit.commitment
    holder = Holder(name, guest, commitment=sworn, ready=ready, since=since, agreed=agreed)
    return put(row, chosen, holder), chosen


def held_by(row: TableRow, guest: str | None) -> Seat | None:
    """Return the seat that is kept for a guest, be it played by that person or not (X1)."""
    if guest is None:
        return None
    for seat, holder in enumerate(row.seats):
        if holder and holder.guest == guest:
            return Seat(seat)
    return None


def _back(row: TableRow, seat: Seat, sworn: str = "", ready: int = 0, agreed: int = 0) -> TableRow:
    holder = row.seats[seat]
    assert holder is not None
    kept, ready = sworn or holder.commitment, max(ready, holder.ready)
    back = replace(holder, bot=None, left=False, absent=False, commitment=kept, ready=ready)
    return put(row, seat, replace(back, agreed=agreed or holder.agreed))


def _free_seat(row: TableRow, seat: Seat | None) -> Seat:
    free = [Seat(i) for i, holder in enumerate(row.seats) if holder is None]
    if seat is None and free:
        return free[0]
    if not free:
        _refuse(Fault.TABLE_FULL, f"all {len(row.seats)} seats are taken; you can watch")
    if seat is None or not 0 <= seat < len(row.seats):
        _refuse(Fault.NO_SEAT, f"there is no seat {seat} at this table")
    if seat not in free:
        _refuse(Fault.SEAT_TAKEN, f"seat {seat} is taken")
    return seat


def take_back(row: TableRow, guest: str | None) -> TableRow:
    """Return the row with nobody playing any more for a guest who is here again (X1)."""
    held = held_by(row, guest)
    if held is None:
        return row
    holder = row.seats[held]
    assert holder is not None
    theirs = holder.left or not (holder.bot or holder.absent)
    return row if theirs else _back(row, held)


def is_absent(row: TableRow, guest: str | None) -> bool:
    """Tell whether a guest let clocks run out, and nothing was heard since (X1)."""
    seat = seat_of(row, guest)
    holder = None if seat is None else row.seats[seat]
    return holder is not None and holder.absent


def absent(row: TableRow, seat: Seat) -> TableRow:
    """Return the row with a person absent who holds up others; as it was, where none waits (X1)."""
    holder = row.seats[seat]
    playing = playing_people(row)
    if holder is None or seat not in playing or len(playing) < 2:
        return row
    return put(row, seat, replace(holder, absent=True))


def playing_people(row: TableRow) -> tuple[Seat, ...]:
    """Return the seats that persons play themselves."""
    return tuple(
        Seat(seat)
        for seat, holder in enumerate(row.seats)
        if holder and holder.guest and not (holder.bot or holder.left or holder.absent)
    )


def with_bots_alone(row: TableRow, guest: str | None) -> bool:
    """Tell whether a guest plays, and nobody else could: bots, and who left for good (X1.2)."""
    others = (x for x in row.seats if x and x.guest != guest)
    mine = seat_of(row, guest) is not None
    return mine and all(holder.guest is None or holder.left for holder in others)


def check_with_bots(row: TableRow, guest: str) -> None:
    """Refuse whose game is also somebody else's."""
    if not with_bots_alone(row, guest):
        _refuse(Fault.NOT_NOW, "others play this game too, so it does not stop for one", "X1.2")


def settle_pause(row: TableRow, stage: Stage) -> TableRow:
    """Return the row with no pause where none may be: no game, or another person in it (X1.2)."""
    alone = any(x and with_bots_alone(row, x.guest) for x in row.seats)
    return (
        row if not row.paused or (stage is Stage.PLAYING and alone) else replace(row, paused=False)
    )


def gone(holder: Holder) -> Gone | None:
    """Return why a person does not play the seat that is kept; none for who does, and for a bot."""
    if holder.left:
        return Gone.LEFT
    return Gone.ABSENT if holder.absent and not holder.bot else None


def stand_ins(row: TableRow, level: str | None) -> dict[Seat, str | None]:
    """Return who plays seats that no person does: the level of a bot, or none for passing (X1).

    `level` is that of the bots for who is gone, none where there are no bots. Where no person
    plays, nobody waits for who is gone, so that nothing plays for them.
    """
    if row.absence is Absence.PASSES:
        level = None
    anybody = bool(playing_people(row))
    found: dict[Seat, str | None] = {}
    for seat, holder in enumerate(row.seats):
        if holder and holder.bot:
            found[Seat(seat)] = holder.bot
        elif holder and anybody and gone(holder):
            found[Seat(seat)] = level
    return found


def free(row: TableRow, stage: Stage, by: str, seat: Seat) -> TableRow:
    """Empty a seat: one's own, or before a game any other if one is the host.

    While a game is on, who leaves keeps the right to the seat, since its cards are still there.
    """
    holder = _holder(row, seat)
    if holder.guest == by:
        if stage is Stage.PLAYING:
            return put(row, seat, replace(holder, left=True))
        return put(row, seat, None)
    check_host(row, by)
    if stage is Stage.PLAYING:
        _refuse(Fault.NOT_NOW, "a seat can be freed only before a game", "X1")
    return put(row, seat, None)


def seat_bot(
    row: TableRow,
    stage: Stage,
    by: str,
    seat: Seat,
    level: str,
    called: Sequence[str],
    here: Collection[str],
) -> TableRow:
    """Put a bot in a free seat, or in that of a person who is not here (X1)."""
    check_host(row, by)
    if not 0 <= seat < len(row.seats):
        _refuse(Fault.NO_SEAT, f"there is no seat {seat} at this table")
    holder = row.seats[seat]
    if holder is None:
        if stage is Stage.PLAYING:
            _refuse(Fault.NOT_NOW, "nobody can join a game that is on")
        return put(row, seat, bot_holder(row, level, called))
    if stage is Stage.PLAYING and gone(holder):
        _refuse(Fault.NOT_NOW, f"the table plays the seat of {holder.name} already", "X1")
    if holder.guest is not None and holder.guest in here and not holder.left:
        _refuse(Fault.PRESENT, f"{holder.name} is here and keeps the seat", "X1")
    return put(row, seat, replace(holder, bot=level))


def bot_holder(row: TableRow, level: str, called: Sequence[str]) -> Holder:
    """Return a bot with one of the names of its level that nobody at the table has yet."""
    taken = _taken(row)
    again = (f"{name} {n}" for n in range(2, len(row.seats) + 2) for name in called)
    return Holder(next(x for x in (*called, *again) if not names.look_alike(x, taken)), bot=level)


def check_seated(row: TableRow, guest: str) -> Seat:
    """Return the seat that a guest plays, or refuse who has none."""
    seat = seat_of(row, guest)
    if seat is None:
        _refuse(Fault.NOT_SEATED, "you have no seat here")
    return seat


def pass_host(row: TableRow, here: Collection[str]) -> TableRow:
    """Return the row with a host who is here: the present one if possible, else the first seat."""
    if row.host in here and host_seat(row) is not None:
        return row
    for holder in row.seats:
        if holder and holder.guest in here and not (holder.left or holder.bot):
            return replace(row, host=holder.guest)
    return row


def check_host(row: TableRow, guest: str) -> None:
    """Refuse who is not the host."""
    if guest != row.host:
        _refuse(Fault.NOT_HOST, "only the host of the table may do that")


def _holder(row: TableRow, seat: Seat) -> Holder:
    holder = row.seats[seat] if 0 <= seat < len(row.seats) else None
    if holder is None:
        _refuse(Fault.NO_SEAT, f"nobody holds seat {seat} of this table")
    return holder


def put(row: TableRow, seat: int, holder: Holder | None) -> TableRow:
    """Return the row with another holder of a seat."""
    return replace(row, seats=(*row.seats[:seat], holder, *row.seats[seat + 1 :]))


def _taken(row: TableRow) -> tuple[str, ...]:
    return tuple(holder.name for holder in row.seats if holder)


def _refuse(code: Fault, text: str, clause: str = "") -> NoReturn:
    raise IllegalAction(code, text, clause)
