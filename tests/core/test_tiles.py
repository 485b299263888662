import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import BLANK, parse_tiles, show_tiles
from wordlot.words import alphabet, alphabet_names

FACES = sorted({face for name in alphabet_names() for face in alphabet(name).faces})


def test_a_question_mark_is_a_blank_and_long_letters_stand_in_brackets() -> None:
    """B1.1, X2."""
    assert parse_tiles("ab [ch]?") == ("a", "b", "ch", BLANK)
    assert parse_tiles("") == ()


def test_capitals_are_the_same_tiles() -> None:
    assert parse_tiles("AB [CH]?") == parse_tiles("aB [Ch]?") == parse_tiles("ab[ch]?")


def test_no_letter_of_an_alphabet_is_a_blank() -> None:
    """B1.1."""
    assert BLANK not in FACES


@given(st.lists(st.sampled_from([*FACES, BLANK])).map(tuple))
def test_tiles_are_read_back_as_they_were_written(tiles: tuple[str, ...]) -> None:
    """X2: for every letter of every alphabet."""
    assert parse_tiles(show_tiles(tiles)) == tiles


@pytest.mark.parametrize("text", ["a1", "a-b", "[", "a]", "[]", "[a", "[a b]", "[??]"])
def test_a_text_that_names_no_tiles_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_tiles(text)
    assert repr(text) in str(caught.value)
