"""What a play is worth to a Match bot: coins, less the cards laid, if nobody bids higher."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from wordlot.bots.match.character import Character
from wordlot.bots.match.keeping import lost
from wordlot.bots.mood import Mood
from wordlot.games.match.model import MatchView
from wordlot.games.match.placing import free_columns
from wordlot.solver import Plays
from wordlot.words import Lexicon

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

_MUCH = 30
"""Points left in the pot from which on a card is worth all that it is worth."""
_WHIMS = np.uint64(1 << 60)


class Rivals(msgspec.Struct, frozen=True):
    """The seats that may still bid in a round, each by the number of its cards."""

    hands: tuple[int, ...]


def rivals_now(view: MatchView) -> Rivals:
    """Return the others that have neither bid nor passed."""
    return Rivals(tuple(view.seats[s].hand for s in view.awaited if s != view.you))


def rivals_at_first(view: MatchView) -> Rivals:
    """Return all others, as they stood when the round opened."""
    return Rivals(tuple(seat.hand for i, seat in enumerate(view.seats) if i != view.you))


def worths(
    view: MatchView,
    found: Plays,
    rivals: Rivals,
    character: Character,
    mood: Mood,
    lexicon: Lexicon,
) -> Points:
    """Return what each play is worth in points if it is bid now; 0 or less does not pay.

    The nearer the end, the less is a card worth, and nothing when the pot is taken whole (M6.2).
    """
    coins = np.minimum(found.columns.score.astype(np.float64), view.pot)
    left = np.clip((view.pot - coins) / _MUCH, 0, 1)
    cards = left * lost(view, found, lexicon, character.discernment)
    whim = character.whim * (2 * mood.shares(found.columns.number.astype(np.uint64) ^ _WHIMS) - 1)
    gain = coins - character.thrift * cards + whim
    return wins(view, found, rivals) ** character.foresight * gain


def wins(view: MatchView, found: Plays, rivals: Rivals) -> Points:
    """Return the chance that nobody bids higher than each play.

    The chance that a seat does is a logistic curve, whose middle grows with its hand, and depends
    on whether a base word, a crossing or nothing but extensions can be laid. Its figures were
    fitted to bids of games between bots of all levels.
    """
    value = found.columns.value.astype(np.float64)
    chance = np.ones(len(value))
    for hand in rivals.hands:
        middle, slope = _curve(view, hand)
        chance *= 1 - 1 / (1 + np.exp((value + 0.5 - middle) / slope))
    return chance


def _curve(view: MatchView, hand: int) -> tuple[float, float]:
    if not view.crossword.base:
        return 1.6 + 0.63 * hand, 1.2
    if free_columns(view.crossword):
        return 2.0 + 0.58 * hand, 1.2
    return 0.3 + 0.12 * hand, 1.6
