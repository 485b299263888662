"""One way in for the bots of every game."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from wordlot.bots.levels import Decision, Level
from wordlot.core.chance import Chance
from wordlot.games.names import game_named

if TYPE_CHECKING:
    from wordlot.words import Lexicon

_MODULES = {"match": "wordlot.bots.match", "bet_the_bag": "wordlot.bots.bet_the_bag"}


class _Bots(Protocol):
    def choose(
        self, view: object, offers: Sequence[Any], *, level: Level, chance: Chance, lexicon: Lexicon
    ) -> Decision: ...

    def warm(self, lexicon: Lexicon) -> None: ...


def plays_game(game: str) -> bool:
    """Tell whether there are bots for a game, by its name in `Rules`."""
    return game_named(game) in _MODULES


def decide(
    game: str,
    view: object,
    offers: Sequence[Any],
    *,
    level: Level,
    chance: Chance,
    lexicon: Lexicon,
) -> Decision:
    """Return what a bot does next, and when, from all that its seat may know.

    It is asked anew whenever the view of its seat changes; a decision that was not carried out by
    then is void. `chance` decides the bot's mood for a round (what it notices, how quick it is),
    so every call within one round must get a fresh `Chance` of the same key, of game, seat and
    round: then the answers of a round agree with each other. Two calls with equal arguments give
    equal answers. `KeyError` for a game without bots; see `plays_game`.
    """
    return _bots(game).choose(view, offers, level=level, chance=chance, lexicon=lexicon)


def warm(game: str, lexicon: Lexicon) -> None:
    """Load what the first decision of a game needs, some of it made once for each lexicon.

    The first time ever takes a second or two and 60 MB (measured with 188,378 words); call it off
    the path of requests.
    """
    _bots(game).warm(lexicon)


def _bots(game: str) -> _Bots:
    return cast("_Bots", import_module(_MODULES[game_named(game)]))
