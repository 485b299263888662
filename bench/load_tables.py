"""Tables for the load: kept in a store beforehand, and the one real game that all of them play.

The server draws the seeds of its games by chance. Tables whose seed and nonces are known are put
into the data folder before it starts, so that the game at each of them can be known too: what it
deals depends on nothing else (X3).
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from wordlot.core.chance import SEED_BYTES, commitment, deal_key, stream_at
from wordlot.core.protocol import Millis, Seat, Setup
from wordlot.core.seeds import SecretSeed
from wordlot.games.match import model as m
from wordlot.games.match.decide import most_value
from wordlot.games.match.rules import MATCH
from wordlot.server.guests import Guests
from wordlot.server.rooms import ALPHABET, CODE_LENGTH
from wordlot.server.seats import Holder, TableRow
from wordlot.server.store import Store
from wordlot.server.wire import Done
from wordlot.solver import Candidate, plays
from wordlot.table import Update
from wordlot.words import Lexicon

SEATS = 4
SEED = b"load" * (SEED_BYTES // 4)
OPTIONS = m.MatchOptions(bidding=m.Bidding.CALLED, round_clock_ms=m.DAY_MS, lay_clock_ms=m.DAY_MS)
"""With clocks, so that each bid sets one, and so long that none runs out."""


class Move(msgspec.Struct, frozen=True):
    """An action of the game, and how many bytes it brings about."""

    seat: Seat
    action: m.Action
    frame: bytes
    """What the page sends."""
    done: int
    """Bytes of the acknowledgement."""
    update: int
    """Bytes of the update to one seat, on average."""


def known_game(lexicon: Lexicon) -> list[Move]:
    """Return a game of called bidding in which each seat calls what it may, and the last lays.

    In every round one seat calls last, and lays its play; the others call one less each, or pass
    where nothing is left to call. Cheap plays make a long game with many bids.
    """
    game = _Game(lexicon)
    while game.state.ended is None:
        game.play_round()
    return game.moves


class _Game:
    def __init__(self, lexicon: Lexicon) -> None:
        self.moves: list[Move] = []
        self._lexicon = lexicon
        self._key = deal_key(SEED, _nonces())
        self._seq = 0
        self.state = MATCH.empty
        self._take(MATCH.open(_setup(lexicon), now=Millis(0), chance=stream_at(self._key, 1)))

    def play_round(self) -> None:
        """Let every seat call or pass, and the highest lay."""
        ready = {seat: self._modest(Seat(seat)) for seat in range(SEATS)}
        order = sorted(ready, key=lambda seat: play.value if (play := ready[seat]) else 0)
        winner = ready[order[-1]]
        round_ = self.state.round
        for below, seat in zip(range(SEATS - 1, -1, -1), order, strict=True):
            value = winner.value - below if winner else 0
            may = m.LEAST_VALUE <= value <= most_value(len(self.state.hands[seat]))
            self._act(Seat(seat), m.CallBid(round_, value) if may else m.Pass(round_))
        if winner:
            self._act(Seat(order[-1]), m.LayPlay(round_, winner.play))

    def _modest(self, seat: Seat) -> Candidate | None:
        """Return the cheapest play that leaves the other seats a bid, else the dearest one."""
        found = plays(self.state.crossword, self.state.hands[seat], self._lexicon)
        enough = [play for play in found if play.value >= m.LEAST_VALUE + SEATS - 1]
        if enough:
            return min(enough, key=lambda play: (play.score, play.value))
        return found[0] if len(found) else None

    def _act(self, seat: Seat, action: m.Action) -> None:
        known = self._seq
        events = MATCH.decide(
            self.state,
            action,
            by=seat,
            now=Millis(1_000_000),
            chance=stream_at(self._key, known + 1),
            lexicon=self._lexicon,
        )
        self._take(events)
        name = f"load-{len(self.moves):06}"
        raw = msgspec.json.encode(action).decode()
        done = Done(name, self._seq, Millis(1_000_000))
        sizes = [len(msgspec.json.encode(self._update(Seat(x), events))) for x in range(SEATS)]
        self.moves.append(
            Move(
                seat=seat,
                action=action,
                frame=f'{{"t":"act","id":"{name}","action":{raw}}}'.encode(),
                done=len(msgspec.json.encode(done)),
                update=sum(sizes) // SEATS,
            )
        )

    def _take(self, events: tuple[m.Event, ...]) -> None:
        for event in events:
            self.state = MATCH.evolve(self.state, event)
        self._seq += len(events)

    def _update(self, seat: Seat, events: tuple[m.Event, ...]) -> Update:
        view = MATCH.view(self.state, seat)
        return Update(
            game=1,
            seq=self._seq,
            now=Millis(1_000_000),
            running=True,
            events=tuple(MATCH.redact(event, seat) for event in events),
            at=(Millis(1_000_000),) * len(events),
            view=view,
            offers=() if self.state.ended else MATCH.offers(view),
        )


def _nonces() -> tuple[str, ...]:
    return ("",) * SEATS


def _setup(lexicon: Lexicon) -> Setup[m.MatchOptions]:
    return Setup(SEATS, OPTIONS, lexicon.pin, commitment(SEED), _nonces(), None, _nonces())


class Kept(msgspec.Struct, frozen=True):
    """A table in the store, and the cookies of those who sit there."""

    code: str
    cookies: tuple[str, ...]


def keep_tables(folder: Path, number: int, lexicon: Lexicon) -> list[Kept]:
    """Put so many tables into the store of a data folder; seat 0 is the host of each."""
    return asyncio.run(_keep(folder, number, lexicon))


async def _keep(folder: Path, number: int, lexicon: Lexicon) -> list[Kept]:
    store = Store(folder)
    await store.open()
    guests = Guests(store.name, store.knows)
    made = [_table(n, lexicon, guests) for n in range(number)]
    try:
        await asyncio.gather(*(store.create(row, SecretSeed(SEED, 1)) for row, _ in made))
    finally:
        await store.close()
    return [kept for _, kept in made]


def _table(number: int, lexicon: Lexicon, guests: Guests) -> tuple[TableRow, Kept]:
    code = _code(number)
    made = [guests.new() for _ in range(SEATS)]
    holders = tuple(Holder(f"Player {seat}", guest.name) for seat, guest in enumerate(made))
    host = holders[0].guest
    assert host is not None
    row = TableRow(code, MATCH.name, OPTIONS, lexicon.pin, public=False, seats=holders, host=host)
    return row, Kept(code, tuple(f"{guests.cookie}={guest.token}" for guest in made))


def _code(number: int) -> str:
    digits = ""
    for _ in range(CODE_LENGTH):
        number, digit = divmod(number, len(ALPHABET))
        digits += ALPHABET[digit]
    return digits
