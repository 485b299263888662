"""The shared right answers to positions of Match, as typed structs."""

from pathlib import Path
from typing import Literal

import msgspec

from wordlot.core.pieces import Card, Colour
from wordlot.games.match.model import Crossing, Crossword, Kind

Named = tuple[Kind, int, str, int]
"""Kind, anchor column, word and offset of a play."""


class CrossingCase(msgspec.Struct, frozen=True):
    column: int
    word: str
    colours: str
    base_letter_at: int


class CardCase(msgspec.Struct, frozen=True):
    letter: str
    colour: Literal["y", "r"]


class Case(msgspec.Struct, frozen=True):
    base: str
    base_colours: str
    crossings: tuple[CrossingCase, ...]
    hand: tuple[CardCase, ...]
    plays: dict[Kind, int]
    best_value: int
    best_score: int
    number_with_best_value: int
    with_best_value: tuple[Named, ...]
    number_with_best_score: int
    with_best_score: tuple[Named, ...]
    sum_of_values: int
    sum_of_scores: int

    @property
    def crossword(self) -> Crossword:
        crossings = (
            Crossing(c.column, c.base_letter_at, cards(c.word, c.colours)) for c in self.crossings
        )
        return Crossword(cards(self.base, self.base_colours), tuple(crossings))

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(Card(card.letter, Colour(card.colour)) for card in self.hand)


class Source(msgspec.Struct, frozen=True):
    sha256: str
    words: int


class Cases(msgspec.Struct, frozen=True):
    lexicon: Source
    cases: tuple[Case, ...]


def cards(word: str, colours: str) -> tuple[Card, ...]:
    return tuple(Card(w, Colour(c)) for w, c in zip(word, colours, strict=True))


PATH = Path(__file__).with_name("match_positions.json")
CASES = msgspec.json.decode(PATH.read_bytes(), type=Cases)
