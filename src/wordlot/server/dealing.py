"""How a game comes to be dealt: who is ready, who committed to what, and whose nonce is here (X3).

Plain functions over one kept row. First seats and commitments are settled and shown to all; then
pages reveal their nonces; then the game opens. Bots' nonces follow from the seed that is committed.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from wordlot.core.chance import SEED_BYTES, nonce_commitment
from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import Seat, Setup
from wordlot.core.seeds import SecretSeed
from wordlot.record import Named
from wordlot.server import wire
from wordlot.server.seats import Dealing, Holder, TableRow, check_seated, put, seat_of
from wordlot.server.wire import Fault, Stage


def drawn_seed(number: int) -> SecretSeed:
    """Return a fresh seed for a game at a table (X3)."""
    return SecretSeed(secrets.token_bytes(SEED_BYTES), number)


def coming(row: TableRow, stage: Stage) -> int:
    """Return the number of the game to come. `IllegalAction` while one is on or is being dealt."""
    if stage is Stage.PLAYING or row.dealing is not None:
        raise IllegalAction(Fault.NOT_NOW, "a game has begun already")
    return row.number if stage is Stage.WAITING else row.number + 1


def with_ready(row: TableRow, stage: Stage, guest: str, frame: wire.Ready) -> TableRow:
    """Return the row with a guest ready for the game to come, or not any more."""
    number, seat = coming(row, stage), check_seated(row, guest)
    if frame.game != number:
        raise IllegalAction(Fault.NOT_NOW, f"game {frame.game} is not the one to come", "X3")
    holder = row.seats[seat]
    assert holder is not None
    sworn = frame.commitment or holder.commitment
    if not frame.ready:
        return put(row, seat, replace(holder, ready=0, commitment=sworn))
    if frame.settings != row.settings:
        text = f"the settings of the table are number {row.settings} by now; look at them first"
        raise IllegalAction(Fault.STALE_SETTINGS, text)
    ready = replace(holder, ready=number, commitment=sworn, agreed=row.settings)
    return put(row, seat, ready)


def people(row: TableRow) -> dict[Seat, Holder]:
    """Return who plays from this table: persons in their seats, without those who left."""
    return {
        Seat(seat): holder
        for seat, holder in enumerate(row.seats)
        if holder and not (holder.left or holder.bot)
    }


def offered(row: TableRow, number: int) -> bool:
    """Tell whether somebody is ready for a game."""
    return any(holder.ready == number for holder in people(row).values())


def willing(row: TableRow, number: int) -> tuple[Seat, ...]:
    """Return the seats of bots, and of persons who are ready for a game."""
    return tuple(
        Seat(seat)
        for seat, holder in enumerate(row.seats)
        if holder and not holder.left and (holder.bot or holder.ready == number)
    )


def unwilling(row: TableRow, number: int, here: Collection[str]) -> list[Seat]:
    """Return the seats of who is here and not ready for a game."""
    of = people(row).items()
    return [seat for seat, holder in of if holder.ready != number and holder.guest in here]


def withdrawn(row: TableRow) -> TableRow:
    """Return the row of an offer that nobody took: nobody is ready any more."""
    for seat, holder in people(row).items():
        row = put(row, seat, replace(holder, ready=0))
    return row


def seated(row: TableRow) -> tuple[Seat, ...]:
    """Return the seats that are taken, without those of people who left."""
    return tuple(Seat(i) for i, x in enumerate(row.seats) if x and not x.left)


def settled(
    row: TableRow, seats: tuple[Seat, ...], seed: SecretSeed, starter: Seat | None
) -> TableRow:
    """Return the row in which seats and commitments of a game are settled."""
    holders = [holder for seat in seats if (holder := row.seats[seat])]
    sworn = [
        nonce_commitment(seed.bot_nonce(i)) if holder.bot else holder.commitment
        for i, holder in enumerate(holders)
    ]
    dealing = Dealing(
        number=seed.number,
        seats=seats,
        named=tuple(Named(holder.name, holder.bot) for holder in holders),
        starter=Seat(seats.index(starter)) if starter in seats else None,
        commitments=tuple(sworn),
        nonces=tuple(
            None if of and not holder.bot else "" for of, holder in zip(sworn, holders, strict=True)
        ),
    )
    return replace(row, dealing=dealing)


def awaited(dealing: Dealing) -> tuple[Seat, ...]:
    """Return the seats of the table whose nonces are not here yet."""
    pairs = zip(dealing.seats, dealing.nonces, strict=True)
    return tuple(seat for seat, nonce in pairs if nonce is None)


def revealed(row: TableRow, guest: str, frame: wire.Reveal) -> TableRow:
    """Return the row with the nonce of a guest; empty where it was lost.

    `IllegalAction` where none is awaited, or where it is not the one that was committed to.
    """
    dealing, seat = row.dealing, seat_of(row, guest)
    if dealing is None or frame.game != dealing.number or seat not in awaited(dealing):
        raise IllegalAction(Fault.NOT_NOW, f"no nonce of yours is awaited for {frame.game}", "X3")
    i = dealing.seats.index(seat)
    if frame.nonce and nonce_commitment(frame.nonce) != dealing.commitments[i]:
        raise IllegalAction(Fault.MALFORMED, "you committed to another nonce", "X3")
    nonces = (*dealing.nonces[:i], frame.nonce, *dealing.nonces[i + 1 :])
    return replace(row, dealing=replace(dealing, nonces=nonces))


def gathered(row: TableRow) -> TableRow:
    """Return the row for the game that was settled: its seats alone, in their order."""
    dealing = row.dealing
    assert dealing is not None
    holders = [holder for seat in dealing.seats if (holder := row.seats[seat])]
    kept = tuple(replace(holder, commitment="", ready=0, absent=False) for holder in holders)
    moved = replace(dealing, seats=tuple(Seat(i) for i in range(len(kept))))
    return replace(
        row, seats=kept, number=dealing.number, starter=dealing.starter, dealing=moved, paused=False
    )


def will_show(row: TableRow, settled: Dealing | None, here: Collection[str]) -> set[Seat | None]:
    """Return the seats whose pages are here and will say that they show a game.

    A page that commits to a nonce also does that; what else may speak to a table need not.
    """
    assert settled is not None
    return {
        Seat(seat)
        for seat, holder in enumerate(row.seats)
        if holder and not holder.bot and settled.commitments[seat] and holder.guest in here
    }


def setup_of(row: TableRow, options: object, seed: SecretSeed) -> Setup[Any]:
    """Return what the game that was settled begins with; who did not reveal has no nonce."""
    dealing = row.dealing
    assert dealing is not None
    pairs = enumerate(zip(dealing.named, dealing.nonces, strict=True))
    return Setup(
        seats=len(dealing.seats),
        options=options,
        lexicon=row.lexicon,
        commitment=seed.commitment,
        nonces=tuple(seed.bot_nonce(i) if of.bot else nonce or "" for i, (of, nonce) in pairs),
        starter=dealing.starter,
        commitments=dealing.commitments,
    )


def told(dealing: Dealing | None, seed: SecretSeed | None) -> wire.Dealing | None:
    """Return what everybody may know of a game that is about to be dealt."""
    if dealing is None or seed is None:
        return None
    return wire.Dealing(
        game=dealing.number,
        commitment=seed.commitment,
        seats=dealing.seats,
        commitments=dealing.commitments,
        awaited=awaited(dealing),
    )
