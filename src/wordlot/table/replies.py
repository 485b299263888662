"""The answers that a table remembers, so that a command which is sent again has its first one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from wordlot.core.protocol import Seat
from wordlot.table.log import Reply, Verdict

REPLIES_KEPT = 256
"""Answers remembered for each seat; a page resends the few that it has no answer to."""


class Replies:
    """Verdicts of a game by seat and command."""

    def __init__(self) -> None:
        self._of: dict[Seat, OrderedDict[str, Reply]] = {}
        self.counts: dict[Seat, int] = {}
        """How many commands of each seat were answered."""

    def given(self, seat: Seat, command_id: str) -> Verdict | None:
        """Return what was answered to a command; none where nothing was, or long ago."""
        reply = self._of.get(seat, OrderedDict()).get(command_id)
        return None if reply is None else reply.verdict

    def next(self, seat: Seat, command_id: str, verdict: Verdict) -> Reply:
        """Return an answer as the log is to keep it."""
        return Reply(seat, command_id, self.counts.get(seat, 0) + 1, verdict)

    def kept(self, seat: Seat) -> list[str]:
        """Return the commands of a seat whose answers are remembered, the oldest first."""
        return list(self._of.get(seat, ()))

    def take(self, replies: Iterable[Reply]) -> None:
        """Remember answers that the log keeps."""
        for reply in replies:
            of = self._of.setdefault(reply.seat, OrderedDict())
            of[reply.command_id] = reply
            self.counts[reply.seat] = reply.n
            while len(of) > REPLIES_KEPT:
                of.popitem(last=False)
