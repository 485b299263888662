"""The plain reference for a whole lexicon: letters counted in every word, with numpy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from wordlot.core.pieces import BLANK, Card, Colour, letters
from wordlot.games.match.model import Crossword, Kind
from wordlot.games.match.placing import lanes, lying
from wordlot.words import Lexicon

Play = tuple[int, int, int, int, int]
"""Lane, number of the word, offset, best value and best score."""


class Counted:
    """How many copies of each letter the words of a lexicon have beyond any number."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        size = len(lexicon)
        counts = np.zeros((len(lexicon.alphabet), size), np.uint8)
        self.lengths = np.zeros(size, np.int64)
        for length, first in lexicon.first.items():
            rows = lexicon.letters(length)
            self.lengths[first : first + len(rows)] = length
            for column in rows.T:
                counts[column, np.arange(first, first + len(rows))] += 1
        most = int(counts.max(initial=0))
        self._given = {
            face: [np.minimum(row, np.uint8(held)) for held in range(most + 1)]
            for face, row in zip(lexicon.alphabet.faces, counts, strict=True)
        }

    def short(self, tiles: Iterable[str]) -> NDArray[np.uint8]:
        """Return how many letters of each word the tiles do not give."""
        short = self.lengths.astype(np.uint8)
        for face, held in Counter(tiles).items():
            if face in self._given:
                given = self._given[face]
                short -= given[min(held, len(given) - 1)]
        return short

    def spelled(self, tiles: Sequence[str]) -> NDArray[np.intp]:
        """Return the numbers of the words that tiles spell, blanks among them."""
        return np.flatnonzero(self.short(tiles) <= tiles.count(BLANK))

    def plays(self, crossword: Crossword, hand: Sequence[Card]) -> set[Play]:
        """Return every legal play with the best value and the best score."""
        found = set()
        for number, lane in enumerate(lanes(crossword)):
            old = lying(crossword, lane)
            word = letters(old)
            every = self.short((*letters(hand), *word)) == 0
            fits = np.flatnonzero(every & (self.lengths > len(old)))
            alike = [self.short((*_of(hand, c), *word)) == 0 for c in Colour]
            table = [all(card.colour is c for card in old) for c in Colour]
            for play in fits.tolist():
                total = int(self.lengths[play])
                colours = [bool(can[play]) for can in alike]
                laid = total - len(old)
                value = laid * (2 if any(colours) else 1)
                same = any(a and b for a, b in zip(colours, table, strict=True))
                score = total * (2 if same else 1)
                places = _places(self.lexicon.word(play), word, base=lane.kind is Kind.BASE)
                found |= {(number, play, at, value, score) for at in places}
        return found


def _of(hand: Sequence[Card], colour: Colour) -> list[str]:
    return [card.letter for card in hand if card.colour is colour]


def _places(word: tuple[str, ...], old: tuple[str, ...], *, base: bool) -> Iterator[int]:
    offsets = range(1) if base else range(len(word) - len(old) + 1)
    return (at for at in offsets if word[at : at + len(old)] == old)
