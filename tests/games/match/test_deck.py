import json

import msgspec
import pytest

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import Card, Colour
from wordlot.games.match.deck import deck_names, load_deck, read_deck

GOOD = {"name": "drawn", "alphabet": "english", "yellow": {"a": 39}, "red": {"e": 38, "ch": 1}}


def deck_file(**changes: object) -> bytes:
    return json.dumps(GOOD | changes).encode()


def test_a_deck_holds_every_card_sorted() -> None:
    """M1.2."""
    deck = read_deck(deck_file())
    assert deck.name == "drawn"
    assert deck.cards == (
        *[Card("a", Colour.YELLOW)] * 39,
        Card("ch", Colour.RED),
        *[Card("e", Colour.RED)] * 38,
    )


def test_letters_of_a_deck_may_be_in_capitals() -> None:
    small = deck_file(yellow={"ñ": 39}, red={"ch": 39})
    capital = deck_file(yellow={"N\u0303": 39}, red={"CH": 39})
    assert read_deck(small) == read_deck(capital)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (deck_file(yellow={"a": 38}), "38 yellow cards, not 39"),
        (deck_file(red={"a": 40}), "40 red cards, not 39"),
        (deck_file(yellow={"a": 40, "b": -1}), "-1 of 'b' in yellow"),
        (deck_file(yellow={"a": 39, "b": 0}), "0 of 'b' in yellow"),
        (deck_file(yellow={"A": 38, "a": 1}), "the letter 'a' is there twice"),
        (deck_file(red={"": 39}), "39 of '' in red"),
        (deck_file(red={"7": 39}), "39 of '7' in red"),
        (deck_file(red={"a b": 39}), "39 of 'a b' in red"),
        (deck_file(red={"]": 39}), "39 of ']' in red"),
        (deck_file(red={"a": "39"}), "Expected `int`"),
        (deck_file(red={"a": True}), "Expected `int`"),
        (deck_file(green={"a": 39}), "green"),
        (json.dumps({k: v for k, v in GOOD.items() if k != "red"}).encode(), "red"),
        (deck_file(yellow={"a": 2**63 - 1, "b": 1}), "yellow cards, not 39"),
        (deck_file(red={"ab" * 5: 39}), "'abababab'… is no letter: it has 10 signs"),
        (deck_file(name="x" * 65), "1 to 64 signs, not 65"),
        (deck_file(name=""), "1 to 64 signs, not 0"),
        (b"{", "cannot be read"),
        (b"", "cannot be read"),
        (b"\xff", "cannot be read"),
        (b"[]", "cannot be read"),
    ],
)
def test_a_deck_that_does_not_add_up_is_refused_with_the_reason(raw: bytes, said: str) -> None:
    """M1.1, M1.2: 39 and 39, whole cards, letters that a hand can be written in."""
    with pytest.raises(InvalidNotation) as caught:
        read_deck(raw)
    assert said in str(caught.value)


@pytest.mark.parametrize("name", deck_names())
def test_every_deck_of_the_package_loads_under_its_own_name(name: str) -> None:
    """M1.2: one data file for each language."""
    deck = load_deck(name)
    assert deck.name == name
    assert msgspec.json.decode(msgspec.json.encode(deck), type=type(deck)) == deck


@pytest.mark.parametrize("name", ["", "klingon", "../decks/english", "english.json"])
def test_an_unknown_deck_is_named_with_those_there_are(name: str) -> None:
    """M1.2."""
    with pytest.raises(InvalidNotation, match="there are english"):
        load_deck(name)
