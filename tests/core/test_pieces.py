import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import Card, Colour, letters, parse_cards, show_cards
from wordlot.words import alphabet, alphabet_names

FACES = sorted({face for name in alphabet_names() for face in alphabet(name).faces})
CARDS = st.builds(Card, st.sampled_from(FACES), st.sampled_from(Colour))


def test_small_letters_are_yellow_and_capitals_red() -> None:
    """M1.1: the two colours of the deck."""
    assert parse_cards("aB") == (Card("a", Colour.YELLOW), Card("b", Colour.RED))


def test_long_letters_stand_in_brackets_and_are_one_card() -> None:
    """X2: a letter of the alphabet, however many characters it has."""
    cards = parse_cards("a[ch][RR] ñ")
    assert letters(cards) == ("a", "ch", "rr", "ñ")
    assert cards[2].colour is Colour.RED


@given(st.lists(CARDS).map(tuple))
def test_cards_are_read_back_as_they_were_written(cards: tuple[Card, ...]) -> None:
    """X2: for every letter of every alphabet, the sharp s too."""
    assert parse_cards(show_cards(cards)) == cards


@pytest.mark.parametrize(
    "text", ["a1", "?", "a-b", "[", "a]", "[]", "[a", "[[a]]", "[Ch]", "[a b]"]
)
def test_a_text_that_names_no_cards_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_cards(text)
    assert repr(text) in str(caught.value)


def test_no_text_is_no_cards() -> None:
    assert parse_cards("") == parse_cards(" \n") == ()
    assert show_cards([]) == ""
