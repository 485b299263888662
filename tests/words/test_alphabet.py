from unicodedata import normalize

import pytest

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import capital_of
from wordlot.words import Alphabet, alphabet, alphabet_names

SPANISH = alphabet("spanish")


def test_every_packaged_alphabet_loads_and_reads_its_own_letters_back() -> None:
    assert alphabet_names() == ("english", "french", "german", "spanish")
    for name in alphabet_names():
        letters = alphabet(name)
        assert letters.decode(letters.encode(letters.faces)) == letters.faces


def test_english_has_the_26_small_letters_in_order() -> None:
    assert "".join(alphabet("english").faces) == "abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("chal", ("ch", "a", "l")),
        ("calle", ("c", "a", "ll", "e")),
        ("perro", ("p", "e", "rr", "o")),
        ("caro", ("c", "a", "r", "o")),
        ("", ()),
    ],
)
def test_split_takes_the_longest_face_first(text: str, word: tuple[str, ...]) -> None:
    assert SPANISH.split(text) == word
    assert SPANISH.join(word) == text


def test_a_letter_is_never_counted_again_as_part_of_a_longer_one() -> None:
    """A typed "ch" is one tile, and neither a c nor an h."""
    indices = SPANISH.encode_text("chico")
    assert len(indices) == 4
    assert list(indices).count(SPANISH.faces.index("c")) == 1
    assert SPANISH.faces.index("h") not in indices


def test_two_tiles_that_look_like_a_longer_one_stay_two() -> None:
    assert SPANISH.encode(("c", "h")) != SPANISH.encode(("ch",))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("naïve", "'ï' is not a letter of the alphabet english"),
        ("RÅTE", "'Å' is not a letter of the alphabet english"),
        ("ice cream", "' ' is not a letter"),
        ("a\tb", "U+0009 is not a letter"),
    ],
)
def test_the_first_character_that_is_no_letter_is_named(text: str, named: str) -> None:
    with pytest.raises(InvalidNotation) as split:
        alphabet("english").split(text)
    with pytest.raises(InvalidNotation) as encoded:
        alphabet("english").encode_text(text)
    assert str(split.value).startswith(named)
    assert str(encoded.value) == str(split.value)


@pytest.mark.parametrize("name", alphabet_names())
def test_capitals_and_composed_accents_are_read_as_the_letters_that_they_mean(name: str) -> None:
    letters = alphabet(name)
    for face in letters.faces:
        for written in (
            face,
            capital_of(face),
            capital_of(face[0]) + face[1:],
            normalize("NFD", capital_of(face)),
        ):
            assert letters.fold(written) == face
            assert letters.split(written) == (face,)
            assert letters.decode(letters.encode_text(written)) == (face,)
    assert letters.fold("?") == "?"


def test_a_capital_that_is_a_letter_of_its_own_stays_one() -> None:
    both = Alphabet("both", "aAb")
    assert both.split("aAbB") == ("a", "A", "b", "b")


def test_an_unknown_alphabet_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidNotation, match="'klingon'; there are english, french"):
        alphabet("klingon")
    with pytest.raises(InvalidNotation, match="no alphabet is called"):
        alphabet("../alphabets/english")


@pytest.mark.parametrize(
    ("faces", "reason"),
    [
        ((), "has 0 letters"),
        (tuple(chr(0x4E00 + i) for i in range(65)), "has 65 letters"),
        (("a", "b", "a"), "the letter 'a' twice"),
        (("a", ""), "'' cannot be a letter"),
        (("a", " b"), "' b' cannot be a letter"),
        (("e\u0301",), "cannot be a letter"),
    ],
)
def test_an_alphabet_of_unfit_faces_is_refused(faces: tuple[str, ...], reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason):
        Alphabet("odd", faces)


def test_alphabets_are_equal_by_name_and_faces() -> None:
    assert Alphabet("two", "ab") == Alphabet("two", ("a", "b"))
    assert Alphabet("two", "ab") != Alphabet("two", "ba")
    assert len({Alphabet("two", "ab"), Alphabet("two", "ab")}) == 1
