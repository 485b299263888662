"""What one address, one guest and one table may have: tables made, tables at once, connections."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from wordlot.server.addresses import ClientAddress
from wordlot.server.buckets import Buckets, Rate, TokenBucket
from wordlot.server.problems import TooMuch
from wordlot.server.wire import Fault

HOUR_S = 3_600.0
ASKS_OF_ADDRESS, ASKS_OF_GUEST = Rate(100, 10.0), Rate(20, 0.5)
"""How often one may ask for one's tables; a page does so six times in a minute."""
LOOKS = Rate(60, 1.0)
"""How often one address may look at games that are over; a page does so once for each."""
FRAMES = Rate(600, 300.0)
"""Frames that all pages of one address send; each page has a limit of its own."""
RETRY_S = 30.0
"""When to try again for a place that somebody else has to leave first."""


@dataclass(frozen=True)
class Quota:
    """How much there may be; 0 is without a bound. Who is exempt has no bound but a table's."""

    tables_per_hour: int = 120
    """Tables that one address makes."""
    guest_tables_per_hour: int = 60
    tables: int = 100
    """Tables at which one address is at once."""
    guest_tables: int = 20
    sockets: int = 300
    """Open pages of one address."""
    guest_sockets: int = 30
    spectators: int = 100
    """Open pages of one address without a seat; the others are kept for seats."""
    table_spectators: int = 100
    """Open pages without a seat at one table; one address has at most half of them."""


class Visitor(Protocol):
    """An open page, as quotas know it."""

    guest: str | None
    address: ClientAddress
    code: str
    """Of the table."""
    seated: bool
    """Whether it has a seat there."""


class Quotas:
    """Counts what addresses and guests have, and refuses more with `TooMuch`."""

    def __init__(self, quota: Quota, clock: Callable[[], float] = monotonic) -> None:
        self.quota = quota
        self._clock = clock
        self._by_address = _made(quota.tables_per_hour)
        self._by_guest = _made(quota.guest_tables_per_hour)
        self._asks_of_address, self._asks = Buckets(ASKS_OF_ADDRESS), Buckets(ASKS_OF_GUEST)
        self._looks = Buckets(LOOKS)
        self._frames = Buckets(FRAMES)
        self._pages: defaultdict[str, set[Visitor]] = defaultdict(set)

    def make_table(self, address: ClientAddress, guest: str) -> Callable[[], None]:
        """Count a table that is made; returns what gives it back where it is not made after all."""
        if address.exempt:
            return lambda: None
        now = self._clock()
        buckets = [
            (self._by_address, address.group, "your address has"),
            (self._by_guest, guest, "you have"),
        ]
        taken: list[TokenBucket] = []
        for of_all, key, who in buckets:
            if of_all is None:
                continue
            bucket = of_all.of(key, now)
            if not bucket.take(now):
                _give_back(taken, now)
                text = f"{who} made many tables in this hour; make the next one a little later"
                raise TooMuch(Fault.TOO_FAST, text, bucket.wait_s(now, wanted=1))
            taken.append(bucket)
        return lambda: _give_back(taken, self._clock())

    def ask(self, address: ClientAddress, guest: str) -> None:
        """Count that a guest asks for all tables of that person, or refuse."""
        if address.exempt:
            return
        now = self._clock()
        for bucket in (self._asks_of_address.of(address.group, now), self._asks.of(guest, now)):
            if not bucket.take(now):
                text = "you asked for your tables very often; wait a moment"
                raise TooMuch(Fault.TOO_FAST, text, bucket.wait_s(now, wanted=1))

    def look(self, address: ClientAddress) -> None:
        """Count that an address looks at a game that is over, or refuse."""
        now = self._clock()
        bucket = self._looks.of(address.group, now)
        if not address.exempt and not bucket.take(now):
            text = "your address looked at many games; wait a moment"
            raise TooMuch(Fault.TOO_FAST, text, bucket.wait_s(now, wanted=1))

    def hear(self, address: ClientAddress) -> float:
        """Count a frame of an address; return the seconds until its next one may be heard."""
        if address.exempt:
            return 0.0
        now = self._clock()
        bucket = self._frames.of(address.group, now)
        bucket.spend(1, now)
        return bucket.wait_s(now)

    def open_page(self, page: Visitor) -> None:
        """Count a page until it is closed."""
        if not page.address.exempt:
            of_address, of_guest = self._of(page)
            _check(len(of_address), self.quota.sockets, "your address has many pages open")
            _check(len(of_guest), self.quota.guest_sockets, "you have many pages open")
            _check_tables(page, of_address, self.quota.tables, "your address is at many tables")
            _check_tables(page, of_guest, self.quota.guest_tables, "you are at many tables")
        for key in _keys(page):
            self._pages[key].add(page)

    def close_page(self, page: Visitor) -> None:
        """Count a page no longer."""
        for key in _keys(page):
            self._pages[key].discard(page)
            if not self._pages[key]:
                del self._pages[key]

    def watch(self, page: Visitor, others: Iterable[Visitor]) -> None:
        """Refuse a page that has no seat where there are too many; `others` are at its table."""
        watching = [other.address for other in others if not other.seated]
        most = self.quota.table_spectators
        _check(len(watching), most, "many people watch this table")
        if page.address.exempt:
            return
        of_address, _ = self._of(page)
        without = sum(not other.seated for other in of_address if other is not page)
        _check(without, self.quota.spectators, "your address watches many tables")
        here = sum(address.group == page.address.group for address in watching)
        _check(here, -(-most // 2), "many people of your address watch this table")

    def _of(self, page: Visitor) -> tuple[set[Visitor], set[Visitor]]:
        """Return the pages of an address and of a guest."""
        address, *guest = (self._pages.get(key, set()) for key in _keys(page))
        return address, guest[0] if guest else set()


def _keys(page: Visitor) -> tuple[str, ...]:
    address = f"address {page.address.group}"
    return (address,) if page.guest is None else (address, f"guest {page.guest}")


def _made(an_hour: int) -> Buckets | None:
    return Buckets(Rate(an_hour, an_hour / HOUR_S)) if an_hour else None


def _give_back(taken: list[TokenBucket], now: float) -> None:
    for bucket in taken:
        bucket.spend(-1, now)


def _check(count: int, most: int, text: str) -> None:
    if most and count >= most:
        raise TooMuch(Fault.CROWDED, f"{text}; try again later", RETRY_S)


def _check_tables(page: Visitor, pages: set[Visitor], most: int, text: str) -> None:
    codes = {other.code for other in pages}
    if page.code not in codes:
        _check(len(codes), most, text)
