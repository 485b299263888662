"""Who is connected: how many connections there are, and how many of them from each address."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

import structlog

from wordlot.server.addresses import ClientAddress, group_of, is_within, limited_as
from wordlot.server.settings import Settings

BACKLOG = 64
"""The most connections that the system accepts before they are counted here."""
TELL_EACH_S = 10.0
"""How often it is logged at most that connections were refused."""
NOBODY = ""
"""Under which those are counted who have no bound of their own."""

_log = structlog.get_logger(__name__)


class Connection(Protocol):
    """A connection, as the crowd knows it."""

    @property
    def seated(self) -> bool:
        """Whether who is connected has a seat at the table that it shows."""
        ...

    def make_room(self) -> None:
        """End it at once."""
        ...


@dataclass
class _Place:
    """Under which name a connection came, and under which it is counted now."""

    peer: str
    name: str


class Crowd:
    """Counts connections, and refuses those beyond a bound.

    Where one address has too many, or all have, one that waits makes room: whoever asks something
    gets through, whoever holds connections without a whole request loses the oldest of them. Where
    none waits, who has most loses one to who has fewer, and one without a seat before one with.

    Through a proxy come many, and who they are is told by what they ask: meanwhile a connection of
    a proxy counts for its client, as if that came by itself. The proxy has a wide bound of its own.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        limits = settings.limits
        self._from_one = limits.from_one
        self._most = min(limits.connections, open_files() - limits.spare_files - 2 * BACKLOG)
        # The others are for who comes past the proxy, and for who asks how the server is.
        self._from_proxy = self._most - self._most // 8
        self._exempt, self._proxies = settings.exempt, settings.proxies
        self._clock = clock
        self._places: dict[Connection, _Place] = {}
        self._shares = Shares()
        self._idle: dict[Connection, None] = {}
        self._idle_of: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        self._refused: Counter[str] = Counter()
        self._tell_at = 0.0

    def enter(self, connection: Connection, address: str) -> bool:
        """Count a new connection until it leaves; false where it is refused."""
        peer = self._named(address)
        if not (self._has_room_of_one(peer) and self._has_room(peer)):
            return False
        self._places[connection] = _Place(peer, peer)
        self._shares.add(peer, connection)
        return True

    def leave(self, connection: Connection) -> None:
        """Count a connection no longer."""
        self.works(connection)
        place = self._places.pop(connection, None)
        if place is not None:
            self._shares.remove(place.name, connection)

    def becomes(self, before: Connection, after: Connection) -> None:
        """Give the place of a connection to what it became."""
        place = self._places.get(before)
        if place is None:
            return
        self.leave(before)
        self._places[after] = place
        self._shares.add(place.name, after)

    def asks(self, connection: Connection, client: ClientAddress) -> bool:
        """Count a connection for whom it asks something; false where that has too many."""
        place = self._places.get(connection)
        if place is None or not self._is_proxy(place.peer) or client.exempt:
            return True
        if place.name != client.group and self._shares.of(client.group) >= self._from_one:
            self._count_refusal("too_many_of_one")
            return False
        self._count_as(connection, place, client.group)
        return True

    def rests(self, connection: Connection) -> None:
        """Note that a connection asks nothing; it makes room where that is needed."""
        place = self._places.get(connection)
        if place is None:
            return
        self.works(connection)
        self._count_as(connection, place, place.peer)
        self._idle[connection] = self._idle_of[place.peer][connection] = None

    def works(self, connection: Connection) -> None:
        """Note that a connection is of use, or gone."""
        if connection not in self._idle:
            return
        del self._idle[connection]
        peer = self._places[connection].peer
        del self._idle_of[peer][connection]
        if not self._idle_of[peer]:
            del self._idle_of[peer]

    def __len__(self) -> int:
        return len(self._places)

    def _named(self, address: str) -> str:
        if is_within(address, self._proxies):
            return f"proxy {group_of(address)}"
        return limited_as(address, self._exempt)

    def _is_proxy(self, name: str) -> bool:
        return name.startswith("proxy ")

    def _count_as(self, connection: Connection, place: _Place, name: str) -> None:
        if place.name != name:
            self._shares.remove(place.name, connection)
            self._shares.add(name, connection)
            place.name = name

    def _has_room_of_one(self, name: str) -> bool:
        if name == NOBODY:
            return True
        most = self._from_proxy if self._is_proxy(name) else self._from_one
        if self._shares.of(name) < most:
            return True
        self._count_refusal("too_many_of_one")
        return self._make_room(next(iter(self._idle_of.get(name, ())), None))

    def _has_room(self, newcomer: str) -> bool:
        if len(self) < self._most:
            return True
        self._count_refusal("too_many")
        return self._make_room(next(iter(self._idle), None) or self._of_who_has_most(newcomer))

    def _make_room(self, connection: Connection | None) -> bool:
        if connection is None:
            return False
        self.leave(connection)
        connection.make_room()
        return True

    def _of_who_has_most(self, newcomer: str) -> Connection | None:
        """Return what somebody loses who would still have as many as the newcomer."""
        theirs = self._shares.largest()
        if len(theirs) < self._shares.of(newcomer) + 2:
            return None
        return min(theirs, key=lambda connection: connection.seated)

    def _count_refusal(self, why: str) -> None:
        """Log it, but not each time: whoever floods a server could fill its disk too."""
        self._refused[why] += 1
        now = self._clock()
        if now >= self._tell_at:
            self._tell_at = now + TELL_EACH_S
            _log.warning("connections_refused", open=len(self), most=self._most, **self._refused)
            self._refused.clear()


class Shares:
    """Connections by name, and which name has most of them."""

    def __init__(self) -> None:
        self._of: dict[str, dict[Connection, None]] = {}
        self._sizes: defaultdict[int, dict[str, None]] = defaultdict(dict)
        self._largest = 0

    def of(self, name: str) -> int:
        """Return how many there are under a name."""
        return len(self._of.get(name, ()))

    def add(self, name: str, connection: Connection) -> None:
        """Take one in, after those before it."""
        before = self.of(name)
        self._of.setdefault(name, {})[connection] = None
        self._resize(name, before, before + 1)

    def remove(self, name: str, connection: Connection) -> None:
        """Take one out."""
        before = self.of(name)
        del self._of[name][connection]
        self._resize(name, before, before - 1)
        if before == 1:
            del self._of[name]

    def largest(self) -> list[Connection]:
        """Return those of a name that has most, of those that have a bound."""
        name = next(iter(self._sizes.get(self._largest, ())), None)
        return [] if name is None else list(self._of[name])

    def _resize(self, name: str, before: int, after: int) -> None:
        if name == NOBODY:
            return
        if before:
            del self._sizes[before][name]
            if not self._sizes[before]:
                del self._sizes[before]
        if after:
            self._sizes[after][name] = None
        self._largest = max(self._largest, after)
        while self._largest and self._largest not in self._sizes:
            self._largest -= 1


def open_files() -> int:
    """Return how many files and connections this process may have open, having asked for more."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        soft = _raise(hard)
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft


def _raise(hard: int) -> int:
    """Raise the limit of open files as far as it goes; returns it."""
    import resource

    # macOS tells no limit, and takes no more than a number of its own.
    for wanted in (hard, 10_240):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):
            continue
        break
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
