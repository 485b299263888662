"""Every legal play of Match for a crossword and a hand, with value and score (M4, M5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from wordlot.core.pieces import Card, Colour, Letter, Word, letters
from wordlot.games.match.model import Crossword, Kind, Lane, Play
from wordlot.games.match.placing import lanes, lying
from wordlot.solver.coding import MOST_LETTERS, Rows, code_tiles
from wordlot.solver.index import index_of
from wordlot.solver.laying import (
    END,
    LANE,
    NUMBER,
    OFFSET,
    PAINT,
    RED,
    SCORE,
    VALUE,
    YELLOW,
    Lanes,
    find_plays,
    make_board,
    part,
)
from wordlot.solver.position import check_crossings
from wordlot.words import Lexicon

Numbers: TypeAlias = NDArray[np.int64]
Column: TypeAlias = NDArray[np.signedinteger[Any]]
Flags: TypeAlias = NDArray[np.bool_]

_MIXED = 0
_COLOURS = (Colour.YELLOW, Colour.RED)
_PAINTS = {Colour.YELLOW: YELLOW, Colour.RED: RED}
_ROOM = 1 << 12
"""Plays that most hands have room in; for more, the search is done again."""


class Candidate(msgspec.Struct, frozen=True):
    """A legal play with the cards that are worth most, and what it is worth (M5.1, M5.2)."""

    play: Play
    word: Word
    value: int
    score: int

    @property
    def offset(self) -> int:
        """Index in the word of what lay there: base letter, or first letter of the old word."""
        return 0 if self.play.kind is Kind.BASE else len(self.play.before)


class Columns(NamedTuple):
    """Plays as columns of equal length, one entry for each play."""

    lane: Column
    """Index into `Plays.lanes`."""
    number: Column
    """The word's number in the lexicon."""
    offset: Column
    value: Column
    score: Column
    paint: Column
    """0 for cards of both colours, 1 for all yellow, 2 for all red."""

    def take(self, chosen: Numbers | Flags) -> Columns:
        """Return the chosen entries, by index or by flag."""
        return Columns(*(column[chosen] for column in self))


class Plays(Sequence[Candidate]):
    """Legal plays, best first: by value, then score, then lane, word and offset.

    They are kept as columns, and a `Candidate` is made only when it is asked for, so that whoever
    wants a few of twenty thousand does not pay for all.
    """

    def __init__(
        self, crossword: Crossword, hand: Iterable[Card], lexicon: Lexicon, columns: Columns
    ) -> None:
        self.lanes: tuple[Lane, ...] = lanes(crossword)
        self.columns = columns
        self._crossword = crossword
        self._hand = tuple(hand)
        self._lexicon = lexicon

    def __len__(self) -> int:
        return len(self.columns.number)

    @overload
    def __getitem__(self, index: int) -> Candidate: ...
    @overload
    def __getitem__(self, index: slice) -> list[Candidate]: ...
    def __getitem__(self, index: int | slice) -> Candidate | list[Candidate]:
        if isinstance(index, slice):
            return list(self.take(np.arange(*index.indices(len(self)))))
        if not -len(self) <= index < len(self):
            raise IndexError(f"there are {len(self)} plays, none at {index}")
        return self._candidate(*(int(column[index]) for column in self.columns))

    def __iter__(self) -> Iterator[Candidate]:
        return map(self._candidate, *(column.tolist() for column in self.columns))

    @cached_property
    def _held(self) -> dict[Letter, tuple[int, ...]]:
        return {
            letter: tuple(self._hand.count(Card(letter, colour)) for colour in _COLOURS)
            for letter in set(letters(self._hand))
        }

    @cached_property
    def _cards(self) -> dict[Letter, tuple[Card, ...]]:
        return {letter: tuple(Card(letter, colour) for colour in _COLOURS) for letter in self._held}

    @property
    def best_value(self) -> int:
        """The highest value, 0 where there is no play (M5.1)."""
        return int(self.columns.value.max(initial=0))

    @property
    def best_score(self) -> int:
        """The highest score, 0 where there is no play (M5.2)."""
        return int(self.columns.score.max(initial=0))

    def by_kind(self) -> dict[Kind, int]:
        """Return how many plays there are of each kind."""
        each = np.bincount(self.columns.lane, minlength=len(self.lanes))
        counts = dict.fromkeys(Kind, 0)
        for lane, count in zip(self.lanes, each, strict=True):
            counts[lane.kind] += int(count)
        return counts

    def take(self, chosen: Numbers | Flags) -> Plays:
        """Return some of the plays, chosen by index or by a flag for each, in their order."""
        return Plays(self._crossword, self._hand, self._lexicon, self.columns.take(chosen))

    def _candidate(
        self, lane: int, number: int, offset: int, value: int, score: int, paint: int
    ) -> Candidate:
        word = self._lexicon.word(number)
        place = self.lanes[lane]
        end = offset + len(lying(self._crossword, place))
        laid = self._choose(word[:offset] + word[end:], paint)
        split = len(laid) if place.kind is Kind.BASE else offset
        play = Play(place.kind, place.column, laid[:split], laid[split:])
        return Candidate(play, word, value, score)

    def _choose(self, word: Word, paint: int) -> tuple[Card, ...]:
        """Return cards for letters: of one colour, or where none is needed the one held oftener."""
        cards = self._cards
        if paint != _MIXED:
            return tuple([cards[letter][paint - 1] for letter in word])
        left = {letter: list(self._held[letter]) for letter in word}
        chosen = []
        for letter in word:
            counts = left[letter]
            colour = int(counts[1] > counts[0])
            counts[colour] -= 1
            chosen.append(cards[letter][colour])
        return tuple(chosen)


def plays(
    crossword: Crossword, hand: Sequence[Card], lexicon: Lexicon, *, min_value: int = 1
) -> Plays:
    """Return every legal play of a hand that is worth at least `min_value`, best first (M4, M5).

    A play is a lane, a word and an offset; its cards are those of the better value, then of the
    better score. Both are reached at once: a score is only doubled when the new letters have the
    one colour of the old ones, and then the value is doubled as well. So `value` and `score` are
    also the best that the colours of the hand allow, each by itself.

    A letter that the lexicon's alphabet lacks is in no word, so it takes part in no play. Raises
    `InvalidNotation` for a crossword whose crossings do not fit its base word (M4.2).
    """
    check_crossings(crossword)
    every = [lying(crossword, lane) for lane in lanes(crossword)]
    found = _find(code_hand(hand, lexicon), code_lanes(every, lexicon), lexicon, min_value)
    columns = Columns(
        part(found, LANE, END, np.int16),
        part(found, NUMBER, LANE, np.int32),
        part(found, OFFSET, NUMBER, np.int8),
        part(found, VALUE, PAINT, np.int8),
        part(found, SCORE, VALUE, np.int8),
        part(found, PAINT, OFFSET, np.int8),
    )
    return Plays(crossword, hand, lexicon, columns)


def _find(
    hand: tuple[Rows, Rows], coded: Lanes, lexicon: Lexicon, min_value: int
) -> NDArray[np.uint64]:
    index, board = index_of(lexicon), make_board(len(lexicon))
    room = _ROOM
    while True:
        found, best = np.empty((2, room), np.uint64)
        count = find_plays(index, *hand, coded, min_value, board, found, best)
        if count <= room:
            return best[:count]
        room = count


def code_hand(hand: Sequence[Card], lexicon: Lexicon) -> tuple[Rows, Rows]:
    """Return the numbers of the yellow cards and of the red ones, as far as they have any."""
    alphabet, coding = lexicon.alphabet, index_of(lexicon).coding
    yellow, red = (
        [card.letter for card in hand if card.colour is colour and card.letter in alphabet]
        for colour in _COLOURS
    )
    return code_tiles(yellow, alphabet, coding), code_tiles(red, alphabet, coding)


def code_lanes(every: Sequence[tuple[Card, ...]], lexicon: Lexicon) -> Lanes:
    """Return the cards that lie in lanes, one or more, as kernels want them."""
    numbers = index_of(lexicon).coding.numbers
    longest = max(map(len, every), default=0)
    faces = np.zeros((len(every), longest), np.uint8)
    lengths, colours, words = [], [], []
    for lane, cards in enumerate(every):
        word = letters(cards)
        can_grow = len(word) <= MOST_LETTERS and all(face in lexicon.alphabet for face in word)
        lengths.append(len(word) if can_grow else -1)
        if can_grow:
            faces[lane, : len(word)] = list(lexicon.alphabet.encode(word))
        number = lexicon.number(word)
        words.append(-1 if number is None else number)
        there = {card.colour for card in cards}
        colours.append(sum(_PAINTS[c] for c in _COLOURS if there <= {c}))
    return Lanes(faces, numbers[faces], *(np.array(x, np.int64) for x in (lengths, colours, words)))
