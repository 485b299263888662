"""The words of racks against answers that an independent program found (B5.2)."""

from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from wordlot.core.pieces import parse_tiles
from wordlot.solver import words_from
from wordlot.words import Lexicon

PATH = Path(__file__).parent / "racks.json"


class RackCase(msgspec.Struct, frozen=True):
    rack: str
    words_of_2_or_more: int
    words_of_4_or_more: int
    words_of_5_or_more: int
    words_of_6_or_more: int
    words_of_7_or_more: int
    longest: int
    longest_words: list[str]
    number_of_longest: int


class _Pin(msgspec.Struct, frozen=True):
    sha256: str


class _File(msgspec.Struct, frozen=True):
    lexicon: _Pin
    cases: list[RackCase]


FILE = msgspec.json.decode(PATH.read_bytes(), type=_File)


def test_the_answers_are_the_ones_that_were_handed_over(english: Lexicon) -> None:
    """They were found once, by another program: they are never edited."""
    found = sha256(PATH.read_bytes()).hexdigest()
    assert found == "7e2940cc5a1077ae581ba6a0e07bf079c963055ee75b99f7b129a5e5b234b7fb"
    assert FILE.lexicon.sha256 == english.pin.sha256
    assert len(FILE.cases) == 20


@pytest.mark.parametrize("case", FILE.cases, ids=lambda case: case.rack)
def test_words_of_racks_are_exact(case: RackCase, english: Lexicon) -> None:
    """B5.2, B1.1: with 0, 1 and 2 blanks."""
    tiles = parse_tiles(case.rack)
    counts = {n: len(words_from(tiles, english, n)) for n in (2, 4, 5, 6, 7)}
    assert counts == {n: getattr(case, f"words_of_{n}_or_more") for n in counts}
    words = ["".join(word) for word in words_from(tiles, english)]
    longest = [word for word in words if len(word) == case.longest]
    assert longest == words[: case.number_of_longest]
    assert longest[: len(case.longest_words)] == case.longest_words
    assert case.longest == max(map(len, words), default=0)
