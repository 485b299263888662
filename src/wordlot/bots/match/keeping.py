"""What the cards of a hand are worth in later rounds: useful letters, and many of one colour.

The form and the figures come from a regression of the best value that 9,000 random hands of 6 to
11 cards could bid on random crosswords: a letter's worth grows with the logarithm of its share of
all words, and a card of the colour that the hand has more of is worth about three others.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from wordlot.bots.match.sight import laid
from wordlot.core.pieces import Card, Colour
from wordlot.games.match.model import HAND, MatchView
from wordlot.games.match.placing import lying
from wordlot.solver import Plays
from wordlot.words import Lexicon

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

CARD = 1.5
"""Points that a card is worth on average while there is much left to play for.

Tuned by games between bots of one level that differed in it alone.
"""
_LETTER = 0.5
_SAME_COLOUR = 0.8
"""What of a card's worth is its letter's, and what more it has in the more frequent colour."""
_SHARE_OF_COLOUR = 0.6
"""The share of cards that are of the more frequent colour, in hands as they come."""
_LOG_SLOPE = 0.33
_LEAST_WORTH = 0.1
_USUAL_LENGTHS = range(3, 8)

_worths: WeakKeyDictionary[Lexicon, tuple[Points, Points]] = WeakKeyDictionary()


def lost(view: MatchView, found: Plays, lexicon: Lexicon, discernment: float) -> Points:
    """Return what a hand is worth less after each play, in points, far from the end of the pot.

    `discernment`, 0 to 1, is how far it matters which letters and colours are laid. Who lays a
    base word draws up to 7 cards, all others draw one in any case (M6.3).
    """
    hand = view.hand or ()
    count = laid(found).astype(np.float64)
    plain = _LETTER + _SHARE_OF_COLOUR * _SAME_COLOUR
    fine = _LETTER * _letters_laid(view, found, lexicon)
    fine += _SAME_COLOUR * _colour_lost(hand, found, count)
    cards = discernment * fine + (1 - discernment) * plain * count
    if not view.crossword.base:
        cards -= plain * (np.maximum(0, HAND - (len(hand) - count)) - 1)
    return CARD * cards


def letter_worths(lexicon: Lexicon) -> Points:
    """Return the worth of each letter by its index; 1 for letters as they come in words."""
    return _tables(lexicon)[0]


def _letters_laid(view: MatchView, found: Plays, lexicon: Lexicon) -> Points:
    """Return the worth of the letters that each play lays."""
    by_letter, by_word = _tables(lexicon)
    index = {face: i for i, face in enumerate(lexicon.alphabet.faces)}
    there = [
        sum(by_letter[index[card.letter]] for card in lying(view.crossword, lane))
        for lane in found.lanes
    ]
    worths: Points = by_word[found.columns.number] - np.array(there)[found.columns.lane]
    return worths


def _colour_lost(hand: tuple[Card, ...], found: Plays, count: Points) -> Points:
    """Return by how many cards the more frequent colour of the hand shrinks.

    Of a play in both colours half the cards are taken to be of each.
    """
    held = Counter(card.colour for card in hand)
    yellow, red = held[Colour.YELLOW], held[Colour.RED]
    of_yellow = np.array([0.5, 1, 0])[found.columns.paint] * count
    after = np.maximum(yellow - of_yellow, red - (count - of_yellow))
    return np.asarray(max(yellow, red) - after, np.float64)


def _tables(lexicon: Lexicon) -> tuple[Points, Points]:
    """Return the worths of letters by index, and their sums by word number."""
    if lexicon not in _worths:
        counts = np.zeros(len(lexicon.alphabet), np.float64)
        for length in _USUAL_LENGTHS:
            counts += np.bincount(lexicon.letters(length).ravel(), minlength=len(counts))
        share = np.maximum(counts, 1) / max(1.0, counts.sum())
        logs = np.log(share)
        worth = np.maximum(_LEAST_WORTH, 1 + _LOG_SLOPE * (logs - (share * logs).sum()))
        sums = [worth[lexicon.letters(length)].sum(axis=1) for length in lexicon.by_length]
        _worths[lexicon] = worth, np.concatenate(sums)
    return _worths[lexicon]
