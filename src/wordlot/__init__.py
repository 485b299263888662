"""Auction word games: rules, bots, a server and a client for the browser.

What is named here is the public API. Each name is loaded when it is first used, so that importing
the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wordlot.bots import Decision, Level, decide
    from wordlot.core.chance import Chance, Stream, commitment, deal_key, stream_at
    from wordlot.core.errors import CorruptRecord, IllegalAction, InvalidNotation, Refusal
    from wordlot.core.pieces import Card, Colour, parse_cards, show_cards
    from wordlot.core.protocol import Lexicon, LexiconPin, Millis, Outcome, Rules, Seat, Setup
    from wordlot.games.bet_the_bag.rules import BET_THE_BAG
    from wordlot.games.match.rules import MATCH
    from wordlot.games.registry import GAMES
    from wordlot.record import Record, read_record, verify
    from wordlot.solver import plays, words_from
    from wordlot.words import load

__version__ = "0.1.0"

__all__ = [
    "BET_THE_BAG",
    "GAMES",
    "MATCH",
    "Card",
    "Chance",
    "Colour",
    "CorruptRecord",
    "Decision",
    "IllegalAction",
    "InvalidNotation",
    "Level",
    "Lexicon",
    "LexiconPin",
    "Millis",
    "Outcome",
    "Record",
    "Refusal",
    "Rules",
    "Seat",
    "Setup",
    "Stream",
    "__version__",
    "commitment",
    "deal_key",
    "decide",
    "load",
    "parse_cards",
    "plays",
    "read_record",
    "show_cards",
    "stream_at",
    "verify",
    "words_from",
]

_HOMES = {
    "bots": ("Decision", "Level", "decide"),
    "core.chance": ("Chance", "Stream", "commitment", "deal_key", "stream_at"),
    "core.errors": ("CorruptRecord", "IllegalAction", "InvalidNotation", "Refusal"),
    "core.pieces": ("Card", "Colour", "parse_cards", "show_cards"),
    "core.protocol": ("Lexicon", "LexiconPin", "Millis", "Outcome", "Rules", "Seat", "Setup"),
    "games.bet_the_bag.rules": ("BET_THE_BAG",),
    "games.match.rules": ("MATCH",),
    "games.registry": ("GAMES",),
    "record": ("Record", "read_record", "verify"),
    "solver": ("plays", "words_from"),
    "words": ("load",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - each name has a type of its own
    if name not in _HOME:
        raise AttributeError(f"module 'wordlot' has no attribute {name!r}")
    return getattr(import_module(f"wordlot.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
