import logging
import multiprocessing
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordlot.core.protocol import LexiconPin
from wordlot.words import Lexicon, alphabet
from wordlot.words.compiled import compile_words
from wordlot.words.lexicon import open_lexicon
from wordlot.words.tables import Tables

SOURCE = b"rate\nrates\ncrates\ntar\narea\nab\nzoogeographical\n"
PIN = LexiconPin("drawn", "0" * 64)
ENGLISH_SHA256 = "063df14fd87042b7473ce15a7bea34976c75e87cdf61280fbe76c86384a76b48"


def small(cache: Path, source: bytes = SOURCE) -> Lexicon:
    return open_lexicon("small", source, alphabet("english"), cache=cache)


def cached(cache: Path) -> Path:
    (path,) = (cache / "lexicons").iterdir()
    return path


def test_a_lexicon_has_its_words_and_no_others(tmp_path: Path) -> None:
    lexicon = small(tmp_path)
    assert lexicon.has(("r", "a", "t", "e"))
    assert lexicon.has("crates")
    for no_word in ("", "r", "rat", "tare", "RATE", "ratesx", "a" * 16, "été", ("ra", "te")):
        assert not lexicon.has(no_word)


def test_the_pin_is_the_name_and_the_hash_of_the_source(tmp_path: Path) -> None:
    assert small(tmp_path).pin.name == "small"
    assert small(tmp_path).pin.sha256 == sha256(SOURCE).hexdigest()


def test_words_are_numbered_by_length_and_then_by_the_alphabet(tmp_path: Path) -> None:
    lexicon = small(tmp_path)
    words = ["ab", "tar", "area", "rate", "rates", "crates", "zoogeographical"]
    assert ["".join(word) for word in lexicon.words()] == words
    assert [lexicon.number(word) for word in words] == list(range(7))
    assert lexicon.number("tare") is None
    assert lexicon.by_length == {2: 1, 3: 1, 4: 2, 5: 1, 6: 1, 15: 1}
    assert lexicon.first[5] == 4
    with pytest.raises(IndexError, match="no word 7"):
        lexicon.word(7)


def test_the_rows_of_letters_are_the_words(tmp_path: Path) -> None:
    lexicon = small(tmp_path)
    rows = lexicon.letters(4)
    assert ["".join(lexicon.alphabet.decode(row)) for row in rows.tolist()] == ["area", "rate"]
    assert lexicon.letters(9).shape == (0, 9)


def test_a_digraph_is_one_letter_of_a_word(tmp_path: Path) -> None:
    source = b"chico\ncalle\n"
    lexicon = open_lexicon("es", source, alphabet("spanish"), cache=tmp_path)
    assert lexicon.by_length == {4: 2}
    assert lexicon.has(("ch", "i", "c", "o"))
    assert not lexicon.has("chico")


def test_english_is_the_pinned_list(english: Lexicon) -> None:
    assert english.pin.sha256 == ENGLISH_SHA256
    assert len(english) == 188_378
    assert set(english.by_length) == set(range(2, 16))
    assert all(english.has(word) for word in ("qi", "za", "ok", "emoji"))


def test_english_finds_every_word_and_no_reversal_that_is_none(english: Lexicon) -> None:
    words = list(english.words())
    assert len(set(words)) == len(english)
    assert all(english.number(word) == number for number, word in enumerate(words))
    every = set(words)
    turned = [word[::-1] for word in words]
    assert all(english.has(word) == (word in every) for word in turned)


def test_tables_of_english_stay_within_15_mib(english: Lexicon) -> None:
    assert english.tables.nbytes() < 15 * 2**20


def test_membership_needs_no_numpy_once_compiled(tmp_path: Path) -> None:
    small(tmp_path)
    code = (
        "import sys; from pathlib import Path; from wordlot.words import alphabet;"
        "from wordlot.words.lexicon import open_lexicon;"
        f"cache = Path({str(tmp_path)!r});"
        f"lx = open_lexicon('small', {SOURCE!r}, alphabet('english'), cache=cache);"
        "assert lx.has('rate') and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_tables_are_compiled_once_for_each_source_and_alphabet(tmp_path: Path) -> None:
    small(tmp_path)
    made = cached(tmp_path).stat()
    small(tmp_path)
    assert cached(tmp_path).stat().st_ino == made.st_ino
    small(tmp_path, b"other\n")
    open_lexicon("small", SOURCE, alphabet("german"), cache=tmp_path)
    assert len(list((tmp_path / "lexicons").iterdir())) == 3


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "foreign"])
def test_a_damaged_cache_is_made_again(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    small(tmp_path)
    path = cached(tmp_path)
    good = path.read_bytes()
    bad = {
        "cut": good[:-1],
        "changed": good[:-1] + b"\xff",
        "empty": b"",
        "foreign": Path(__file__).read_bytes(),
    }
    path.write_bytes(bad[damage])
    with caplog.at_level(logging.WARNING):
        assert small(tmp_path).has("rate")
    assert "made again" in caplog.text
    assert path.read_bytes() == good


def test_a_cache_that_cannot_be_written_is_done_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "cache").write_text("a file, where a folder should be")
    with caplog.at_level(logging.WARNING):
        assert small(tmp_path / "cache").has("rate")
    assert "not kept" in caplog.text


def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Pool(2) as pool:
        assert pool.map(_has_rate, [tmp_path] * 4) == [True] * 4
    assert Tables.open(cached(tmp_path)).nbytes() > 0


def _has_rate(cache: Path) -> bool:
    return small(cache).has("rate")


LISTS = st.sets(st.text("abc", min_size=2, max_size=6), min_size=1, max_size=40)


@given(LISTS, st.lists(st.text("abcd", max_size=7), max_size=40))
def test_membership_equals_that_of_a_set(words: set[str], asked: list[str]) -> None:
    letters = alphabet("english")
    packed = compile_words([letters.encode(word) for word in words])
    lexicon = Lexicon(PIN, letters, Tables.unpack(packed))
    assert len(lexicon) == len(words)
    assert all(lexicon.has(word) == (word in words) for word in [*asked, *words])
