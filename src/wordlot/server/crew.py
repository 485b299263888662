"""Who plays seats that no person plays: bots, and stand-ins for who is gone (X1)."""

from __future__ import annotations

from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import Seat
from wordlot.core.seeds import SecretSeed
from wordlot.games.registry import Game
from wordlot.server import seats
from wordlot.server.players import BotPlayer, Pool, bot_key
from wordlot.server.seats import TableRow
from wordlot.server.wire import Fault
from wordlot.table import Table


class Crew:
    """The bots and stand-ins of a table."""

    def __init__(self, pool: Pool, game: Game, table: Table) -> None:
        self._pool = pool
        self._game = game
        self._table = table
        self._manned: dict[Seat, BotPlayer] = {}
        self._skipped: tuple[int, int] | None = None
        """The game, and its round, in which bots were told not to take their time."""

    @property
    def level(self) -> str | None:
        """The level of bots that play for who is gone: the middle one; none where it passes."""
        brains = self._pool.brains
        levels = tuple(brains.levels)
        return levels[(len(levels) - 1) // 2] if brains.plays(self._game.rules.name) else None

    def man(self, row: TableRow, seed: SecretSeed, *, playing: bool) -> None:
        """See that each seat which no person plays is played, and no other; none but in a game."""
        wanted = seats.stand_ins(row, self.level) if playing else {}
        for seat, bot in tuple(self._manned.items()):
            if seat not in wanted or wanted[seat] != bot.level:
                self._manned.pop(seat).close()
        for seat, level in wanted.items():
            if seat not in self._manned:
                key = bot_key(seed, seat)
                bot = BotPlayer(
                    self._pool, self._game, self._table, seat, level, key, self._hastens
                )
                self._manned[seat] = bot

    def skip(self, round_: int) -> None:
        """Let bots do at once what is left of a round, or refuse where a person has a part in it.

        It ends with the round, or as soon as anybody else has something to do.
        """
        if self._round() != round_:
            raise IllegalAction(Fault.NOT_NOW, "that part of the game is over")
        if not self._alone():
            raise IllegalAction(Fault.NOT_NOW, "a person at the table has something left to do")
        self._skipped = self._table.game, round_
        for bot in self._manned.values():
            bot.look()

    def _hastens(self) -> bool:
        return self._skipped == (self._table.game, self._round()) and self._alone()

    def _round(self) -> int | None:
        """Return the round that is played; none where no game is on."""
        table = self._table
        if table.seq == 0 or table.over:
            return None
        return self._game.occasion(table.view(None))[0]

    def _alone(self) -> bool:
        """Tell whether bots alone have something left to do."""
        left = self._game.left(self._table.state)
        return bool(left) and left <= self._manned.keys()

    def dismiss(self, seat: Seat) -> None:
        """Let a seat be played by nobody from this moment on."""
        if seat in self._manned:
            self._manned.pop(seat).close()

    def close(self) -> None:
        """Let nobody play any more."""
        for bot in self._manned.values():
            bot.close()
