"""Crosswords and hands drawn as text: small letters yellow, capitals red."""

from collections.abc import Iterable

from wordlot.core.pieces import Card, parse_cards, show_cards
from wordlot.core.protocol import LexiconPin
from wordlot.games.match.model import Crossing, Crossword
from wordlot.solver import Candidate
from wordlot.words import Lexicon, alphabet
from wordlot.words.compiled import compile_words
from wordlot.words.tables import Tables


def draw(text: str) -> Crossword:
    """Read a crossword: the base word follows ">", and the other rows lie above and below it.

    A dot is no card.
    """
    rows = text.strip("\n").split("\n")
    base_row = next(i for i, row in enumerate(rows) if ">" in row)
    left = rows[base_row].index(">") + 1
    base = parse_cards(rows[base_row][left:].strip())
    crossings = []
    for column in range(len(base)):
        cells = [row[left + column : left + column + 1].strip(".") for row in rows]
        above, below = cells[:base_row], cells[base_row + 1 :]
        before, after = "".join(above), "".join(below)
        if before or after:
            cards = (*parse_cards(before), base[column], *parse_cards(after))
            crossings.append(Crossing(column, len(before), cards))
    return Crossword(base, tuple(crossings))


def hand(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def lexicon_of(words: Iterable[str], name: str = "english") -> Lexicon:
    """Return a lexicon of these words alone, in memory."""
    letters = alphabet(name)
    packed = compile_words(map(letters.encode_text, words))
    return Lexicon(LexiconPin("drawn", "0" * 64), letters, Tables.unpack(packed))


def show(candidate: Candidate) -> str:
    """Write a play as its lane, the laid cards around "+", value and score."""
    play = candidate.play
    cards = f"{show_cards(play.before)}+{show_cards(play.after)}"
    return f"{play.kind} {play.column} {cards} {candidate.value} {candidate.score}"
