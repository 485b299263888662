"""Words that a bot does not know: which look like none, and which it might try on the others."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from wordlot.bots.bet_the_bag.sight import usable
from wordlot.bots.mood import Mood
from wordlot.core.pieces import Tile, Word
from wordlot.games.bet_the_bag.compose import compose
from wordlot.games.bet_the_bag.model import BagView, WordDraft
from wordlot.solver.racks import word_numbers
from wordlot.words import Lexicon

AFFIXES = {"english": (("", "s"), ("", "er"), ("", "y"), ("", "ed"), ("re", ""), ("un", ""))}
"""What can be put before or after a word so that it looks like another."""
LEAST_STEM = 3

_STEMS = 12
_FEW = 3
"""A sequence of letters that fewer known words have looks odd."""
_ORDER = 301
_edges: WeakKeyDictionary[Lexicon, NDArray[np.bool_]] = WeakKeyDictionary()
_lock = Lock()


def looks_odd(word: Word, vocabulary: Lexicon) -> bool:
    """Tell whether three letters in a row, or at an edge, are such as in hardly any known word."""
    seen = usual_runs(vocabulary)
    edge = len(vocabulary.alphabet)
    codes = [edge, *vocabulary.alphabet.encode(word), edge]
    return not all(seen[run] for run in zip(codes, codes[1:], codes[2:], strict=False))


def usual_runs(vocabulary: Lexicon) -> NDArray[np.bool_]:
    """Return which runs of three letters known words have; an edge is the letter after the last."""
    with _lock:
        if vocabulary not in _edges:
            _edges[vocabulary] = _count_runs(vocabulary) >= _FEW
        return _edges[vocabulary]


def phony(view: BagView, mood: Mood, vocabulary: Lexicon) -> Word | None:
    """Return a word that a bot does not know and that looks like one, which its tiles can spell.

    It is a known word with something before or after it. Whether it is in the lexicon in force
    the bot cannot know.
    """
    assert view.contract is not None
    tiles = [lying.tile for lying in view.table] + list(view.hand or ())
    found = (
        word
        for before, after in AFFIXES.get(vocabulary.alphabet.name, ())
        for word in _made(view.contract.rank, tiles, before, after, mood, vocabulary)
    )
    return next((word for word in found if compose(view, WordDraft(word)).ready), None)


def _made(
    least: int, tiles: list[Tile], before: str, after: str, mood: Mood, vocabulary: Lexicon
) -> Iterator[Word]:
    rest = list(tiles)
    for letter in (*before, *after):
        if letter not in rest:
            return
        rest.remove(letter)
    shortest = max(LEAST_STEM, least - len(before) - len(after))
    stems = word_numbers(usable(rest, vocabulary), vocabulary, shortest).tolist()
    for number in mood.shuffled(_ORDER, stems)[:_STEMS]:
        stem = vocabulary.word(number)
        word = (*before, *stem, *after)
        if (
            _takes("".join(stem), after)
            and not vocabulary.has(word)
            and not looks_odd(word, vocabulary)
        ):
            yield word


def _takes(stem: str, after: str) -> bool:
    """Tell whether a word may get an ending: not one upon another, and no letter twice."""
    endings = tuple(ending for pairs in AFFIXES.values() for _, ending in pairs if ending)
    return not after or not (stem.endswith(endings) or stem[-1] == after[0])


def _count_runs(vocabulary: Lexicon) -> NDArray[np.int64]:
    size = len(vocabulary.alphabet) + 1
    counts = np.zeros(size**3, np.int64)
    for length in vocabulary.by_length:
        rows = np.full((vocabulary.by_length[length], length + 2), size - 1, np.int64)
        rows[:, 1:-1] = vocabulary.letters(length)
        runs = (rows[:, :-2] * size + rows[:, 1:-1]) * size + rows[:, 2:]
        counts += np.bincount(runs.ravel(), minlength=size**3)
    return counts.reshape(size, size, size)
