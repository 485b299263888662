"""A position of Match as a file: the table's crossword and a hand, read and checked (M4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import Card, Colour, Word
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

    Colours are texts of y and r, a letter each. A crossing is an object with `column` (from the
    first base letter, 0), `word`, `colours` and `base_letter_at` (the index of the shared letter);
    a card of the hand has `letter` and `colour`. Other keys are passed over. The words that lie
    there need not be in the lexicon, as a position may come from a game with another. Raises
    `InvalidNotation` that says what cannot be read, or which clause the crossword breaks.
    """
    try:
        text = msgspec.json.decode(source, type=_PositionText)
    except msgspec.ValidationError as error:
        raise InvalidNotation(f"the position is not in the right form: {error}") from None
    except UNREADABLE as error:
        raise InvalidNotation(f"the position is not JSON: {error}") from None
    alphabet = lexicon.alphabet
    base = _read_cards(text.base, text.base_colours, alphabet, "base")
    if not base and text.crossings:
        raise InvalidNotation("crossings: there is no base word that they could cross (M4.2)")
    if base:
        _check_length(base, "base", "M4.1")
    crossings = tuple(_read_crossing(c, base, alphabet) for c in text.crossings)
    _check_columns(crossings)
    hand = tuple(_read_card(i, card, alphabet) for i, card in enumerate(text.hand))
    in_order = tuple(sorted(crossings, key=lambda crossing: crossing.column))
    return Position(Crossword(base, in_order), hand)


def _read_crossing(text: _CrossingText, base: Sequence[Card], alphabet: Alphabet) -> Crossing:
    where = f"crossing at column {text.column}"
    if not 0 <= text.column < len(base):
        columns = f"0 to {len(base) - 1}"
        raise InvalidNotation(f"{where}: the base word has columns {columns} (M4.2)")
    cards = _read_cards(text.word, text.colours, alphabet, where)
    at = text.base_letter_at
    if not 0 <= at < len(cards):
        raise InvalidNotation(f"{where}: {text.word!r} has no letter at base_letter_at {at}")
    _check_length(cards, where, "M4.2")
    shared = base[text.column]
    if cards[at] != shared:
        raise InvalidNotation(
            f"{where}: letter {at} of {text.word!r} is {_told(cards[at])}, but the base word has "
            f"{_told(shared)} there (M4.2)"
        )
    return Crossing(text.column, at, cards)


def _check_columns(crossings: Sequence[Crossing]) -> None:
    columns = sorted(crossing.column for crossing in crossings)
    for left, right in pairwise(columns):
        if right - left < 2:
            raise InvalidNotation(
                f"crossings at columns {left} and {right} stand in or beside one column (M4.2)"
            )


def _read_cards(word: str, colours: str, alphabet: Alphabet, where: str) -> tuple[Card, ...]:
    faces = _split(word, alphabet, where)
    if len(colours) != len(faces):
        raise InvalidNotation(f"{where}: {len(faces)} letters but {len(colours)} colours")
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
