"""What was answered to commands of the lobby: each has one answer, though it comes again."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence

from wordlot.core.errors import IllegalAction
from wordlot.server.store import COMMANDS_KEPT, Answer
from wordlot.server.wire import Refused


class Answers:
    """The answers at one table, the last ones of each guest."""

    def __init__(self) -> None:
        self._given: defaultdict[str, OrderedDict[str, Answer]] = defaultdict(OrderedDict)
        self._counts: dict[str, int] = {}

    def restore(self, kept: Mapping[str, Sequence[tuple[int, Answer]]]) -> None:
        """Take up what the store has, by guest."""
        for guest, given in kept.items():
            self._counts[guest] = given[-1][0]
            self._given[guest].update((answer.id or "", answer) for _, answer in given)

    def of(self, guest: str, command_id: str) -> Answer | None:
        """Return what was answered to a command before; none where it is new."""
        return self._given[guest].get(command_id)

    def number(self, guest: str) -> int:
        """Return the number of the next answer to a guest."""
        return self._counts.get(guest, 0) + 1

    def keep(self, guest: str, command_id: str, answer: Answer) -> None:
        """Remember an answer that is stored; the oldest makes room."""
        self._counts[guest] = self.number(guest)
        given = self._given[guest]
        given[command_id] = answer
        while len(given) > COMMANDS_KEPT:
            given.popitem(last=False)


def refused(command_id: str, refusal: IllegalAction) -> Refused:
    """Return a refusal as an answer."""
    return Refused(command_id, str(refusal.code), refusal.detail, refusal.clause)
