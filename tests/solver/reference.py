"""The plain reference of the solver: every word at every place, in every choice of colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from wordlot.core.pieces import Card, Colour, Word, letters
from wordlot.games.match.model import Crossword, Kind, Lane, Play
from wordlot.games.match.placing import lanes, lying, points


class Place(NamedTuple):
    """A word in a lane; `offset` as `Candidate` has it."""

    lane: Lane
    word: Word
    offset: int


class Best(NamedTuple):
    """The highest value and the highest score of a place, each by itself."""

    value: int
    score: int


def every_play(
    crossword: Crossword, hand: Sequence[Card], words: Iterable[Word]
) -> dict[Place, Best]:
    """Return every legal place of every word, with the best that the hand's colours allow."""
    found: dict[Place, Best] = {}
    for word in words:
        for lane in lanes(crossword):
            for place in _places(crossword, lane, word):
                laid = list(_cards(crossword, hand, place))
                if laid:
                    old = lying(crossword, lane)
                    value = max(points(cards) for cards in laid)
                    found[place] = Best(value, max(points((*cards, *old)) for cards in laid))
    return found


def _places(crossword: Crossword, lane: Lane, word: Word) -> Iterator[Place]:
    old = letters(lying(crossword, lane))
    if len(word) <= len(old):
        return
    offsets = range(1) if lane.kind is Kind.BASE else range(len(word) - len(old) + 1)
    for offset in offsets:
        if word[offset : offset + len(old)] == old:
            yield Place(lane, word, offset)


def _cards(crossword: Crossword, hand: Sequence[Card], place: Place) -> Iterator[tuple[Card, ...]]:
    end = place.offset + len(lying(crossword, place.lane))
    new = place.word[: place.offset] + place.word[end:]
    if Counter(new) <= Counter(letters(hand)):
        for colours in product(Colour, repeat=len(new)):
            cards = tuple(map(Card, new, colours))
            if Counter(cards) <= Counter(hand):
                yield cards


def place_of(play: Play, word: Word) -> Place:
    """Return the place of a play."""
    return Place(play.lane, word, 0 if play.kind is Kind.BASE else len(play.before))
