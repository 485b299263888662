"""Tables with the longest games that there can be, put into a data folder."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tests.prove.fire import LEXICON
from tests.prove.longest import BEYOND, OVER, RUNNING
from wordlot.core.chance import stream_at
from wordlot.core.protocol import Millis, Seat, Setup
from wordlot.core.seeds import SecretSeed
from wordlot.games.match import model as m
from wordlot.games.registry import GAMES
from wordlot.record import Entry, Header, Named, format_of
from wordlot.server.seats import Holder, TableRow
from wordlot.server.store import Store
from wordlot.server.wire import Stage
from wordlot.table import MOST_EVENTS, Batch
from wordlot.table.log import line_of
from wordlot.words import Library

FAR_MORE = 100_000
SEED = SecretSeed(bytes(32), 1)
MATCH = GAMES["match"].rules


async def keep_long_games(data: Path, cache: Path, most: int = FAR_MORE) -> None:
    """Put tables with long games into a data folder whose server is not started."""
    pin = Library(data, cache).load(LEXICON).pin
    setup = Setup(
        seats=2,
        options=m.MatchOptions(round_clock_ms=None),
        lexicon=pin,
        commitment=SEED.commitment,
        nonces=("", ""),
        commitments=("", ""),
    )
    named = (Named("Ann"), Named("Bob"))
    store = Store(data)
    await store.open()
    for code, length in ((RUNNING, MOST_EVENTS), (OVER, MOST_EVENTS), (BEYOND, most)):
        header = Header(format_of(setup), MATCH.name, MATCH.version, pin, code, 1, named)
        seats = (Holder("Ann", f"ann {code}"), Holder("Bob", f"bob {code}"))
        row = TableRow(code, MATCH.name, setup.options, pin, False, seats, f"ann {code}")
        await store.create(row, SEED)
        entries = enumerate(islice(_events(setup), length), start=1)
        lines = tuple(line_of(Entry(n, Millis(n), n, event)) for n, event in entries)
        await store.append(code, Batch(1, 0, lines, (), header, broken_off=code == OVER))
        await store.save(row, Stage.OVER if code == OVER else Stage.PLAYING)
    await store.close()


def _events(setup: Setup[m.MatchOptions]) -> Iterator[Any]:
    """Yield the events of a game in which nobody ever bids and no card is drawn for that."""
    yield from MATCH.open(setup, now=Millis(0), chance=stream_at(SEED.deal_key(setup.nonces), 1))
    number = 1
    while True:
        yield from (m.SeatPassed(number, Seat(seat)) for seat in range(setup.seats))
        yield m.AuctionClosed(number, by_clock=False)
        yield m.CrosswordCleared(number, nobody_bid=True)
        number += 1
        yield m.RoundOpened(number, None)
