import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordlot.core.errors import InvalidNotation
from wordlot.words import alphabet
from wordlot.words.wordlist import WordList, read_wordlist, write_wordlist

ENGLISH = alphabet("english")


def words(source: bytes, name: str = "english") -> list[str]:
    letters = alphabet(name)
    read = read_wordlist(source, letters, label="list.txt")
    return sorted("".join(letters.decode(word)) for word in read.words)


def test_blank_lines_line_ends_edges_and_a_byte_order_mark_are_tolerated() -> None:
    assert words(b"\xef\xbb\xbfrate\r\n\r\n  tar \n\n\ncrab") == ["crab", "rate", "tar"]


def test_repeated_words_are_kept_once_and_counted() -> None:
    read = read_wordlist(b"rate\ntar\nrate\nrate\n", ENGLISH, label="list.txt")
    assert len(read.words) == 2
    assert read.duplicates == 2


@given(st.text("abzAZ\n", max_size=60))
def test_a_plain_list_is_read_as_one_that_needs_a_closer_look(text: str) -> None:
    def read(source: bytes) -> WordList | str:
        try:
            return read_wordlist(source, ENGLISH, label="list.txt")
        except InvalidNotation as error:
            return str(error)

    assert read(text.encode()) == read(b"\xef\xbb\xbf" + text.encode())


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (b"rate\n\nr4te\n", "list.txt, line 3: '4' is not a letter of the alphabet english"),
        (b"a\nrate\n", "list.txt, line 1: 'a' has 1 letter; words have 2 to 15 (X2)"),
        (b"rate\n" + b"a" * 16, f"list.txt, line 2: '{'a' * 16}' has 16 letters; words have"),
        (b"rate\nna\xefve\n", "list.txt, line 2: byte 0xef is not UTF-8"),
        (b"r1\nrate\nr2", "alphabet english; line 3: '2' is not a letter of the alphabet english"),
        (b"r1\n" * 11, "line 10: '1' is not a letter of the alphabet english; and 1 more bad line"),
        (b"r1\n" * 1210, "alphabet english; and 1,200 more bad lines"),
    ],
)
def test_a_bad_line_is_named_with_its_number_and_reason(source: bytes, message: str) -> None:
    """X2: words have 2 to 15 letters of the alphabet."""
    with pytest.raises(InvalidNotation) as error:
        read_wordlist(source, ENGLISH, label="list.txt")
    assert message in str(error.value)


def test_a_very_long_line_is_not_repeated_in_full() -> None:
    with pytest.raises(InvalidNotation) as error:
        read_wordlist(b"a" * 100_000, ENGLISH, label="list.txt")
    assert len(str(error.value)) < 150


def test_length_counts_letters_not_characters() -> None:
    """X2: eight digraphs are eight letters, and one alone is too few."""
    assert words(b"chchchchchchchch", "spanish") == ["ch" * 8]
    with pytest.raises(InvalidNotation, match="'ch' has 1 letter"):
        words(b"ch", "spanish")


def test_composed_and_decomposed_accents_are_the_same_word() -> None:
    assert words("été\ne\u0301te\u0301\n".encode(), "french") == ["été"]


def test_capitals_are_read_as_the_small_letters() -> None:
    assert words(b"RATE\nTar\ncrab\n") == ["crab", "rate", "tar"]
    assert words("ÉTÉ\nE\u0301te\u0301\n".encode(), "french") == ["été"]
    assert words("GRÖẞE".encode(), "german") == ["größe"]
    assert words(b"CHAL Chico".replace(b" ", b"\n"), "spanish") == ["chal", "chico"]
    read = read_wordlist(b"RATE\nrate\n", ENGLISH, label="list.txt")
    assert (len(read.words), read.duplicates) == (1, 1)


def test_bad_lines_can_be_left_out_and_are_told_of() -> None:
    read = read_wordlist(b"rate\nr4te\ntar\na\n", ENGLISH, label="list.txt", skip_bad=True)
    assert {ENGLISH.decode(word) for word in read.words} == {tuple("rate"), tuple("tar")}
    assert [line.split(":")[0] for line in read.bad] == ["line 2", "line 4"]
    with pytest.raises(InvalidNotation, match="not UTF-8"):
        read_wordlist(b"rate\n\xff\n", ENGLISH, label="list.txt", skip_bad=True)


def test_a_written_list_reads_back_the_same_and_is_sorted() -> None:
    read = read_wordlist(b"tar\nab\nrate\n", ENGLISH, label="list.txt")
    written = write_wordlist(read.words, ENGLISH)
    assert written == b"ab\nrate\ntar\n"
    assert read_wordlist(written, ENGLISH, label="list.txt").words == read.words
