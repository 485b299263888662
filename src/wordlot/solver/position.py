"""A position of Match as a file: the table's crossword and a hand, read and checked (M4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from wordlot.core.errors import InvalidNotation, counted
from wordlot.core.pieces import Card, Colour, Word, letters
from wordlot.core.reading import UNREADABLE
from wordlot.games.match.model import LONGEST, SHORTEST, Crossing, Crossword
from wordlot.words import Alphabet, Lexicon


class Position(msgspec.Struct, frozen=True):
    """What lies on the table, and one hand."""

    crossword: Crossword
    hand: tuple[Card, ...]


class _CrossingText(msgspec.Struct, frozen=True):
    column: int
    word: str
    colours: str
    base_letter_at: int


class _CardText(msgspec.Struct, frozen=True):
    letter: str
    colour: str


class _PositionText(msgspec.Struct, frozen=True):
    base: str
    base_colours: str
    crossings: tuple[_CrossingText, ...]
    hand: tuple[_CardText, ...]


def read_position(source: bytes, lexicon: Lexicon) -> Position:
    """Read a position from JSON: one object with `base`, `base_colours`, `crossings` and `hand`.

    Colours are texts of y (yellow) and r (red), one for each letter. A crossing is an object with
    `column` (from the first base letter, 0), `word`, `colours` and `base_letter_at` (the index of
    the shared letter); a card of the hand has `letter` and `colour`. Case is folded by the
    alphabet. Other keys are passed over. The words that lie there need not be in the lexicon, as a
    position may come from a game with another. Raises `InvalidNotation` that says what cannot be
    read, or which clause the crossword breaks.
    """
    try:
        text = msgspec.json.decode(source, type=_PositionText)
    except msgspec.ValidationError as error:
        raise InvalidNotation(f"the position is not in the right form: {error}") from None
    except UNREADABLE as error:
        raise InvalidNotation(f"the position is not JSON: {error}") from None
    alphabet = lexicon.alphabet
    base = _read_cards(text.base, text.base_colours, alphabet, "base")
    if base:
        _check_length(base, "base", "M4.1")
    crossings = tuple(_read_crossing(c, alphabet) for c in text.crossings)
    for crossing in crossings:
        _check_length(crossing.cards, _where(crossing), "M4.2")
    in_order = tuple(sorted(crossings, key=lambda crossing: crossing.column))
    crossword = Crossword(base, in_order)
    check_crossings(crossword)
    hand = tuple(_read_card(i, card, alphabet) for i, card in enumerate(text.hand))
    return Position(crossword, hand)


def check_crossings(crossword: Crossword) -> None:
    """Raise `InvalidNotation` for crossings that cannot cross the base word as they stand (M4.2).

    Each stands in a column of the base word, has the base letter where it says, in the same
    colour, and is at least two columns from the next.
    """
    base = crossword.base
    if not base and crossword.crossings:
        raise InvalidNotation("crossings: there is no base word that they could cross (M4.2)")
    for crossing in crossword.crossings:
        # One look first: this is asked before each search.
        column, at, cards = crossing.column, crossing.at, crossing.cards
        if not (0 <= column < len(base) and 0 <= at < len(cards) and cards[at] == base[column]):
            raise InvalidNotation(_why_not(crossing, base))
    for left, right in pairwise(sorted([crossing.column for crossing in crossword.crossings])):
        if right - left < 2:
            raise InvalidNotation(
                f"crossings at columns {left} and {right} stand in or beside one column (M4.2)"
            )


def _why_not(crossing: Crossing, base: Sequence[Card]) -> str:
    where, at, word = _where(crossing), crossing.at, "".join(letters(crossing.cards))
    if not 0 <= crossing.column < len(base):
        return f"{where}: the base word has columns 0 to {len(base) - 1} (M4.2)"
    if not 0 <= at < len(crossing.cards):
        return f"{where}: {word!r} has no letter at base_letter_at {at}"
    return (
        f"{where}: letter {at} of {word!r} is {_told(crossing.cards[at])}, but the base word has "
        f"{_told(base[crossing.column])} there (M4.2)"
    )


def _where(crossing: Crossing) -> str:
    return f"crossing at column {crossing.column}"


def _read_crossing(text: _CrossingText, alphabet: Alphabet) -> Crossing:
    where = f"crossing at column {text.column}"
    cards = _read_cards(text.word, text.colours, alphabet, where)
    return Crossing(text.column, text.base_letter_at, cards)


def _read_cards(word: str, colours: str, alphabet: Alphabet, where: str) -> tuple[Card, ...]:
    faces = _split(word, alphabet, where)
    if len(colours) != len(faces):
        raise InvalidNotation(
            f"{where}: {counted(len(faces), 'letter')} but {counted(len(colours), 'colour')}"
        )
    return tuple(
        Card(face, _colour(colour, where)) for face, colour in zip(faces, colours, strict=True)
    )


def _read_card(index: int, text: _CardText, alphabet: Alphabet) -> Card:
    where = f"hand, card {index}"
    faces = _split(text.letter, alphabet, where)
    if len(faces) != 1:
        raise InvalidNotation(f"{where}: {text.letter!r} is not one letter")
    return Card(faces[0], _colour(text.colour, where))


def _split(text: str, alphabet: Alphabet, where: str) -> Word:
    try:
        return alphabet.split(text)
    except InvalidNotation as error:
        raise InvalidNotation(f"{where}: {error}") from None


def _colour(text: str, where: str) -> Colour:
    try:
        return Colour(text.lower())
    except ValueError:
        raise InvalidNotation(f"{where}: a colour is y or r, not {text!r}") from None


def _check_length(cards: Sequence[Card], where: str, clause: str) -> None:
    if not SHORTEST <= len(cards) <= LONGEST:
        raise InvalidNotation(
            f"{where}: a word has {SHORTEST} to {LONGEST} letters, not {len(cards)} ({clause}, X2)"
        )


def _told(card: Card) -> str:
    return f"a {card.colour.name.lower()} {card.letter}"
