"""Every legal play of Match for a crossword and a hand, with value and score (M4, M5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from wordlot.core.pieces import Card, Colour, Letter, Word, letters
from wordlot.games.match.model import Crossword, Kind, Lane, Play
from wordlot.games.match.placing import lanes, lying
from wordlot.words import Lexicon

Numbers: TypeAlias = NDArray[np.int64]
Column: TypeAlias = NDArray[np.signedinteger[Any]]
Flags: TypeAlias = NDArray[np.bool_]

_MIXED, _YELLOW, _RED = 0, 1, 2
_COLOURS = (Colour.YELLOW, Colour.RED)
_PLANE_BITS = 64


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
        self._held = {
            letter: tuple(self._hand.count(Card(letter, colour)) for colour in _COLOURS)
            for letter in set(letters(self._hand))
        }
        self._cards = {
            letter: tuple(Card(letter, colour) for colour in _COLOURS) for letter in self._held
        }

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

    A letter that the lexicon's alphabet lacks is in no word, so it takes part in no play.
    """
    search = _Search(hand, lexicon, [letters(lying(crossword, lane)) for lane in lanes(crossword)])
    parts = [
        search.lane(index, lying(crossword, lane)) for index, lane in enumerate(lanes(crossword))
    ]
    found = Columns(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    found = found.take(found.value >= min_value)
    rank = -(found.value.astype(np.int16) * _PLANE_BITS + found.score)
    return Plays(crossword, hand, lexicon, found.take(np.argsort(rank, kind="stable")))


class _Search:
    """The words that could be made in any lane, and the tests that each lane puts to them.

    Whether a word can be laid is one AND for every 64 letter copies (`words.compiled.copy_bits`):
    all words are filtered once by what hand and table could give at the very most, and what is
    left is filtered for each lane.
    """

    def __init__(self, hand: Sequence[Card], lexicon: Lexicon, words: Sequence[Word]) -> None:
        self._lexicon = lexicon
        self._hand = Counter(letters(hand))
        self._of_colour = {
            colour: Counter(card.letter for card in hand if card.colour is colour)
            for colour in _COLOURS
        }
        most: Counter[Letter] = Counter()
        for word in words:
            most |= Counter(word)
        every = lexicon.copies
        possible = np.flatnonzero(_within(every, self._mask(self._hand + most)))
        self._numbers: Numbers = possible
        self._copies = every[:, possible]
        self._lengths = _lengths(lexicon, possible)
        self._places: dict[Word, tuple[Numbers, NDArray[np.int8]]] = {}

    def lane(self, index: int, old: tuple[Card, ...]) -> Columns:
        """Return the plays of a lane in which `old` lies, by word and offset."""
        rows, offsets = self._fitting(letters(old))
        laid = self._lengths[rows] - len(old)
        yellow, red = (self._in_colour(rows, letters(old), colour) for colour in _COLOURS)
        value = np.where(yellow | red, 2 * laid, laid)
        colours = {card.colour for card in old}
        alike_yellow = yellow & (colours <= {Colour.YELLOW})
        alike_red = red & (colours <= {Colour.RED})
        total = self._lengths[rows]
        score = np.where(alike_yellow | alike_red, 2 * total, total)
        paint = np.select([alike_yellow, alike_red, yellow, red], [_YELLOW, _RED, _YELLOW, _RED])
        return Columns(
            np.full(len(rows), index, np.int16),
            self._numbers[rows].astype(np.int32),
            offsets,
            value.astype(np.int8),
            score.astype(np.int8),
            paint.astype(np.int8),
        )

    def _fitting(self, old: Word) -> tuple[Numbers, NDArray[np.int8]]:
        """Return rows and offsets of the words that the hand can make around the old letters."""
        if old not in self._places:
            if all(letter in self._lexicon.alphabet for letter in old):
                fits = _within(self._copies, self._mask(self._hand + Counter(old)))
                fits &= self._lengths > len(old)
                for plane, bits in zip(self._copies, self._mask(Counter(old)), strict=True):
                    fits &= (plane & bits) == bits
                self._places[old] = self._offsets(np.flatnonzero(fits), old)
            else:
                self._places[old] = (np.empty(0, np.int64), np.empty(0, np.int8))
        return self._places[old]

    def _offsets(self, rows: Numbers, old: Word) -> tuple[Numbers, NDArray[np.int8]]:
        """Return each row once for every place where its word has the old letters."""
        code = np.frombuffer(self._lexicon.alphabet.encode(old), np.uint8)
        found_rows: list[Numbers] = [np.empty(0, np.int64)]
        found_offsets: list[Numbers] = [np.empty(0, np.int64)]
        for length in np.unique(self._lengths[rows]).tolist():
            alike = rows[self._lengths[rows] == length]
            numbers = self._numbers[alike] - self._lexicon.first[length]
            spelled = self._lexicon.letters(length)[numbers]
            at, offset = _where(spelled, code)
            found_rows.append(alike[at])
            found_offsets.append(offset)
        return np.concatenate(found_rows), np.concatenate(found_offsets).astype(np.int8)

    def _in_colour(self, rows: Numbers, old: Word, colour: Colour) -> Flags:
        """Tell of each row whether all its new letters can be of one colour."""
        mask = self._mask(self._of_colour[colour] + Counter(old))
        return _within(self._copies[:, rows], mask)

    def _mask(self, counts: Mapping[Letter, int]) -> NDArray[np.uint64]:
        """Return the planes in which the copies of letters are set, as far as any word has them."""
        mask = [0] * len(self._lexicon.copies)
        for (letter, copy), bit in self._lexicon.copy_bits.items():
            if counts.get(self._lexicon.alphabet.faces[letter], 0) >= copy:
                mask[bit // _PLANE_BITS] |= 1 << bit % _PLANE_BITS
        return np.array(mask, np.uint64)


def _within(copies: NDArray[np.uint64], mask: NDArray[np.uint64]) -> Flags:
    """Tell of each word whether it has no copy beyond the mask."""
    beyond = copies[0] & ~mask[0]
    for plane, bits in zip(copies[1:], mask[1:], strict=True):
        beyond |= plane & ~bits
    within: Flags = beyond == 0
    return within


def _where(spelled: NDArray[np.uint8], code: NDArray[np.uint8]) -> tuple[Numbers, Numbers]:
    """Return row and offset of each place where the rows have the code, by row and then offset."""
    places = spelled.shape[1] - len(code) + 1 if len(code) else 1
    alike = np.ones((len(spelled), places), np.bool_)
    for i, letter in enumerate(code):
        alike &= spelled[:, i : i + places] == letter
    rows, offsets = np.nonzero(alike)
    return rows, offsets


def _lengths(lexicon: Lexicon, numbers: Numbers) -> NDArray[np.int16]:
    """Return how many letters each word has."""
    lengths = np.array(list(lexicon.first), np.int16)
    starts = np.array(list(lexicon.first.values()), np.int64)
    return lengths[np.searchsorted(starts, numbers, side="right") - 1]
