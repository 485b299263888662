from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import BLANK, parse_tiles
from wordlot.solver import words_from
from wordlot.words import Lexicon, alphabet
from wordlot.words.lexicon import open_lexicon

SMALL = "ab aba abba baba cab crab brace acacia abracadabra"


def lexicon_of(words: str, cache: Path) -> Lexicon:
    source = "".join(f"{word}\n" for word in words.split())
    return open_lexicon("small", source.encode(), alphabet("english"), cache=cache)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return lexicon_of(SMALL, tmp_path_factory.mktemp("words"))


def found(tiles: str, lexicon: Lexicon, least: int = 2) -> str:
    return " ".join("".join(word) for word in words_from(parse_tiles(tiles), lexicon, least))


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        ("", ""),
        ("ab", "ab"),
        ("bca", "cab ab"),
        ("abab", "abba baba aba ab"),
        ("cra?", "crab cab ab"),
        ("??", "ab"),
        ("a??", "aba cab ab"),
        ("abracadabrazzz", "abracadabra abba baba crab aba cab ab"),
    ],
)
def test_words_come_longest_first_and_then_by_letter(
    tiles: str, words: str, small: Lexicon
) -> None:
    """B5.2, B1.1."""
    assert found(tiles, small) == words


def test_shorter_words_are_left_out(small: Lexicon) -> None:
    """B5.2."""
    assert found("abab", small, 3) == "abba baba aba"
    assert found("abab", small, 5) == found("abab", small, 99) == ""


@pytest.mark.parametrize("tiles", [("é",), ("th",), ("A",), ("",), (BLANK,) * 3])
def test_tiles_that_cannot_be_are_refused(tiles: tuple[str, ...], small: Lexicon) -> None:
    """X2, B1.1."""
    with pytest.raises(InvalidNotation):
        words_from(tiles, small)


def test_an_empty_lexicon_has_no_words(tmp_path: Path) -> None:
    assert found("ab?", lexicon_of("", tmp_path)) == ""


def fits(word: str, tiles: str) -> bool:
    """Tell the same letter by letter."""
    return (Counter(word) - Counter(tiles)).total() <= tiles.count(BLANK)


@given(st.text("abcrez", max_size=16), st.integers(0, 2))
def test_what_is_found_is_what_counting_letters_finds(
    small: Lexicon, letters: str, blanks: int
) -> None:
    """B5.2."""
    tiles = letters + BLANK * blanks
    words = sorted((w for w in SMALL.split() if fits(w, tiles)), key=lambda w: (-len(w), w))
    assert found(tiles, small) == " ".join(words)


@given(st.text("abcdefghijklmnopqrstuvwxyz", max_size=9), st.sampled_from("aeinrstqz"))
def test_more_tiles_spell_no_less_and_a_blank_no_less_than_a_letter(
    english: Lexicon, tiles: str, more: str
) -> None:
    """B5.2, B1.1."""
    fewer, with_letter, with_blank = (
        set(words_from(tuple(t), english, 4)) for t in (tiles, tiles + more, tiles + BLANK)
    )
    assert fewer <= with_letter <= with_blank
