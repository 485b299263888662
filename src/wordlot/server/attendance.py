"""Who is at the game: a seat whose clocks run out, one after another, holds up the others (X1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from wordlot.core.protocol import Seat
from wordlot.games.registry import Game
from wordlot.server.seats import Attended
from wordlot.table import Table, Update

CLOCKS = 2
"""So many clocks of a seat that ran out, one after the other, make its player absent."""


class Attendance:
    """Counts the clocks of each seat that ran out while nothing was heard from its player.

    Only the table's own events and the player's own frames count, so that nobody can make another
    absent: no rival can make a clock end that one's own frames do not end.
    """

    def __init__(self, game: Game, table: Table, absent: Callable[[Seat], None]) -> None:
        self._game = game
        self._table = table
        self._absent = absent
        self._number = 0
        self._awaited: frozenset[Seat] = frozenset()
        self._heard: set[Seat] = set()
        self._missed: Counter[Seat] = Counter()
        table.subscribe(None, self._hear)

    def kept(self) -> Attended:
        """Return what is to be kept while the table sleeps."""
        missed = {seat: count for seat, count in sorted(self._missed.items()) if count}
        return Attended(self._table.game, self._table.seq, missed, tuple(sorted(self._heard)))

    def restore(self, kept: Attended | None) -> None:
        """Take up what was kept of the game that goes on.

        A server that stopped at once kept nothing of its last events: nobody is charged then with
        a clock of which nothing is known.
        """
        table = self._table
        self._number, self._awaited = table.game, self._now_awaited()
        if kept is not None and (kept.game, kept.seq) == (table.game, table.seq):
            self._missed = Counter(kept.missed)
            self._heard = set(kept.heard)
        else:
            self._heard = set(self._awaited)

    def _now_awaited(self) -> frozenset[Seat]:
        table = self._table
        over = table.over or table.game == 0
        return frozenset(() if over else self._game.rules.awaited(table.state))

    def heard(self, seat: Seat) -> None:
        """Take that the player of a seat did something, whether or not it was accepted."""
        self._heard.add(seat)
        del self._missed[seat]

    def missing(self, seat: Seat) -> bool:
        """Tell whether a player counts as absent, as far as is known here."""
        return self._missed[seat] >= CLOCKS

    def _hear(self, update: Update, _frame: bytes) -> None:
        table = self._table
        before = self._awaited
        awaited = self._now_awaited()
        if table.game != self._number:
            self._number, before = table.game, frozenset()
            self._missed.clear()
        silent = any(self._game.silent(event) for event in update.events)
        self._awaited = awaited
        if silent:
            self._count(before)
        # A new clock begins for who was not awaited before, and for all when one ran out.
        self._heard -= awaited if silent else awaited - before

    def _count(self, seats: frozenset[Seat]) -> None:
        for seat in sorted(seats - self._heard):
            self._missed[seat] += 1
            if self.missing(seat):
                self._absent(seat)
