"""What a play is worth to a Match bot: coins, less the cards laid, if nobody bids higher."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from wordlot.bots.match.character import Character
from wordlot.bots.match.sight import laid
from wordlot.bots.mood import Mood
from wordlot.games.match.model import HAND, MatchView
from wordlot.games.match.placing import free_columns
from wordlot.solver import Plays

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

CARD = 0.9
"""Points that a card in the hand is worth while there is much left to play for."""
_MUCH = 30
"""Points left in the pot from which on a card is worth `CARD`."""
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
    view: MatchView, found: Plays, rivals: Rivals, character: Character, mood: Mood
) -> Points:
    """Return what each play is worth in points if it is bid now; 0 or less does not pay."""
    score = found.columns.score.astype(np.float64)
    coins = np.minimum(score, view.pot)
    gain = coins - character.thrift * cards_cost(view, found, coins)
    whim = character.whim * (2 * mood.shares(found.columns.number.astype(np.uint64) ^ _WHIMS) - 1)
    return wins(view, found, rivals) ** character.foresight * (gain + whim)


def cards_cost(view: MatchView, found: Plays, coins: Points) -> Points:
    """Return the points that the cards of each play would have earned later.

    Who lays a base word draws up to 7 cards, and so loses fewer (M6.3); the nearer the end, the
    less is a card worth, and nothing when the pot is taken whole (M6.2).
    """
    hand = len(view.hand or ())
    count = laid(found).astype(np.float64)
    lost = count if view.crossword.base else hand + 1 - np.maximum(HAND, hand - count)
    left = (view.pot - coins) / _MUCH
    return CARD * lost * np.clip(left, 0, 1)


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
