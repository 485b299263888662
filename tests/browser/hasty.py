"""The server with bots that do not wait, so that a test need not last as long as a game does."""

import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from wordlot.bots.levels import Decision
from wordlot.core.chance import Chance
from wordlot.core.protocol import LexiconLike
from wordlot.games.bet_the_bag.actions import Challenge
from wordlot.server import logs
from wordlot.server.app import create_app
from wordlot.server.players import HouseBots
from wordlot.server.serve import configure
from wordlot.server.settings import Settings

REACTIONS_MS = {"match": 400, "bet_the_bag": 120}
DOUBT_MS = 7_000
"""Before a bot challenges a word, so that a person may do it first."""


class HastyBots(HouseBots):
    """Bots that decide as the package's own do, and then act at once."""

    def decide(
        self,
        game: str,
        view: Any,  # noqa: ANN401 - each game has a view of its own
        offers: Sequence[Any],
        level: str,
        chance: Chance,
        lexicon: LexiconLike,
    ) -> Decision:
        decision = super().decide(game, view, offers, level, chance, lexicon)
        doubts = isinstance(decision.action, Challenge)
        return replace(decision, after_ms=DOUBT_MS if doubts else REACTIONS_MS[game])


def main(port: int, data: Path) -> None:
    """Serve on this machine until the process is told to stop."""
    import uvicorn

    logs.set_up()
    listening = socket.create_server(("127.0.0.1", port))
    settings = Settings(data=data)
    app = create_app(settings, brains=HastyBots())
    uvicorn.Server(configure(app, settings)).run(sockets=[listening])


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
