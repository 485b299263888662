"""What tiles and cards can do: plays of Match, words of racks, and the odds of bids.

Each name is loaded when it is first used, so that a search loads no kernels of another.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wordlot.solver.match import Candidate, Plays, plays
    from wordlot.solver.racks import words_from

__all__ = ["Candidate", "Plays", "plays", "words_from"]

_HOMES = {"Candidate": "match", "Plays": "match", "plays": "match", "words_from": "racks"}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - each name has a type of its own
    if name not in _HOMES:
        raise AttributeError(f"module 'wordlot.solver' has no attribute {name!r}")
    return getattr(import_module(f"wordlot.solver.{_HOMES[name]}"), name)
