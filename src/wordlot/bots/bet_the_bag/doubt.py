"""How likely a Bet the Bag bot holds a word to be bogus that it does not know (B7.5)."""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from wordlot.core.pieces import Word
from wordlot.games.bet_the_bag.model import BagView
from wordlot.words import Lexicon

_FEW = 3
"""A sequence of letters that fewer known words have looks odd."""
_ODD = 3.0
"""How much likelier bogus each odd sequence beyond the first makes a word: of the words that only
the hard level knows, one in twenty has two of them for the medium one; of letters in no order,
four in five."""
_NO_ROOM, _ROOM = 1.6, 0.3
"""Who could still have drawn would hardly have tried a word that is none."""
_NOTHING_TO_LOSE = 1.5
_PROVEN = 0.4
"""For each word of the player that was challenged and stood."""

_counts: WeakKeyDictionary[Lexicon, NDArray[np.int64]] = WeakKeyDictionary()
_lock = Lock()


class Occasion(NamedTuple):
    """What everybody sees of a word beside its letters."""

    room: bool
    """Whether the bid of its player allowed one more tile."""
    costs: int
    """What its player loses with it; 0 with no card to lose (B7.1)."""
    proven: int
    """Words of its player that were challenged and stood."""


def occasion_of(view: BagView) -> Occasion:
    """Return on what occasion the seat that attempts submits a word, all its tiles lying."""
    assert view.attempting is not None
    assert view.limit is not None
    won = view.seats[view.attempting].won
    return Occasion(
        room=len(view.table) < view.limit and view.bag > 0,
        costs=min((card.points for card in won), default=0),
        proven=sum(card.doubled for card in won),
    )


def suspicion(word: Word, occasion: Occasion, doubt: float, vocabulary: Lexicon) -> float:
    """Return how likely a word is bogus for all that a vocabulary and the occasion tell.

    `doubt` is the share for a word that is not known, looks like one and tells nothing else; a
    known word has 0.
    """
    if vocabulary.has(word):
        return 0.0
    ratio = doubt / (1 - doubt) * (_ROOM if occasion.room else _NO_ROOM)
    ratio *= 1.0 if occasion.costs else _NOTHING_TO_LOSE
    ratio *= _PROVEN**occasion.proven * _ODD ** max(0, odd_runs(word, vocabulary) - 1)
    return ratio / (1 + ratio)


def odd_runs(word: Word, vocabulary: Lexicon) -> int:
    """Return how many runs of three letters, edges included, hardly any known word has."""
    return sum(count < _FEW for count in run_counts(word, vocabulary))


def run_counts(word: Word, vocabulary: Lexicon) -> list[int]:
    """Return for each run of three letters of a word, edges included, how many times it is known.

    An edge is the letter after the last of the alphabet.
    """
    counts = usual_runs(vocabulary)
    edge = len(vocabulary.alphabet)
    codes = [edge, *vocabulary.alphabet.encode(word), edge]
    return [int(counts[run]) for run in zip(codes, codes[1:], codes[2:], strict=False)]


def usual_runs(vocabulary: Lexicon) -> NDArray[np.int64]:
    """Return how many times known words have each run of three letters, counted once."""
    with _lock:
        if vocabulary not in _counts:
            _counts[vocabulary] = _count_runs(vocabulary)
        return _counts[vocabulary]


def _count_runs(vocabulary: Lexicon) -> NDArray[np.int64]:
    size = len(vocabulary.alphabet) + 1
    counts = np.zeros(size**3, np.int64)
    for length in vocabulary.by_length:
        rows = np.full((vocabulary.by_length[length], length + 2), size - 1, np.int64)
        rows[:, 1:-1] = vocabulary.letters(length)
        runs = (rows[:, :-2] * size + rows[:, 1:-1]) * size + rows[:, 2:]
        counts += np.bincount(runs.ravel(), minlength=size**3)
    return counts.reshape(size, size, size)
