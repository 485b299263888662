"""Tables of both games without a transport, at which seats do anything that is offered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random
from typing import Any

from tests.prove.players import Short, any_move
from tests.tables import MemoryLog, TurnedClock
from wordlot.core.chance import commitment, nonce_commitment
from wordlot.core.protocol import LexiconLike, Setup
from wordlot.core.seeds import SecretSeed
from wordlot.games.bet_the_bag import model as b
from wordlot.games.match import model as m
from wordlot.games.registry import GAMES
from wordlot.record import Named
from wordlot.table import Log, Opening, Table

CODE = "CDFHJK"
PAUSES_MS = (0, 0, 0, 200, 1_000, 4_000, 25_000)


def any_options(name: str, luck: Random) -> Any:  # noqa: ANN401 - each game has its own
    """Return settings of a game."""
    if name == "match":
        return m.MatchOptions(bidding=luck.choice(list(m.Bidding)), dry=luck.choice(list(m.Dry)))
    return b.BagOptions(words=luck.choice(list(b.Words)), blanks=luck.choice(list(b.Blanks)))


def any_opening(name: str, luck: Random, lexicon: LexiconLike, *, seats: int = 0) -> Opening:
    """Return how a game of any size and settings begins."""
    rules = GAMES[name].rules
    seats = seats or luck.randint(rules.min_seats, rules.max_seats)
    seed = luck.randbytes(32)
    nonces = tuple(luck.randbytes(16).hex() for _ in range(seats))
    setup: Setup[Any] = Setup(
        seats=seats,
        options=any_options(name, luck),
        lexicon=lexicon.pin,
        commitment=commitment(seed),
        nonces=nonces,
        commitments=tuple(nonce_commitment(nonce) for nonce in nonces),
    )
    secret = SecretSeed(seed, 1)
    return Opening(1, setup, secret, tuple(Named(f"player {seat}") for seat in range(seats)))


def new_table(
    name: str, log: Log, clock: TurnedClock, lexicon: LexiconLike | None = None, *, code: str = CODE
) -> Table:
    """Return a table without a game."""
    return Table(code, GAMES[name].rules, lexicon or Short(), log, clock)


async def moves(table: Table, clock: TurnedClock, luck: Random) -> AsyncIterator[int]:
    """Play a game to its end; yields a number after each move of a seat or of the clock."""
    count = 0
    while not table.over:
        awaited = table.rules.awaited(table.state)
        seat = luck.choice(awaited)
        view = table.view(seat)
        action = any_move(view, table.rules.offers(view), luck)
        count += 1
        await table.submit(seat, f"c{count}", action)
        yield count
        clock.turn(luck.choice(PAUSES_MS))
        await table.idle()
        yield count


async def played(name: str, luck: Random, *, seats: int = 0) -> tuple[MemoryLog, Opening, Table]:
    """Play a game to its end; return what it left."""
    log, clock = MemoryLog(), TurnedClock()
    opening = any_opening(name, luck, Short(), seats=seats)
    table = new_table(name, log, clock)
    await table.open(opening)
    async for _ in moves(table, clock, luck):
        pass
    await table.close()
    return log, opening, table
