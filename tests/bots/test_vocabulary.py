"""What words each level knows."""

from pathlib import Path

import numpy as np
import pytest

from wordlot.bots import Level, vocabulary
from wordlot.bots.vocabulary import STEPS, commonness, knows, reckon
from wordlot.words import Alphabet, Lexicon, Library, alphabet, alphabet_names


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "data", tmp_path / "cache")


def _lexicon(library: Library, tmp_path: Path, words: str, alphabet_name: str) -> Lexicon:
    source = tmp_path / "words.txt"
    source.write_text("\n".join(words.split()), "utf-8")
    library.add("own", source, alphabet_name=alphabet_name)
    return library.load("own")


def _zipf(lexicon: Lexicon, frequencies: dict[str, float], word: str) -> float:
    number = lexicon.number(lexicon.alphabet.split(word))
    assert number is not None
    return float(reckon(lexicon, frequencies)[number]) / STEPS


def test_a_harder_level_knows_all_that_an_easier_one_knows_and_more(lexicon: Lexicon) -> None:
    easy, medium, hard = (knows(lexicon, level) for level in Level)
    assert not (easy & ~medium).any()
    assert not (medium & ~hard).any()
    assert 0 < easy.sum() < medium.sum() < hard.sum() < len(lexicon)


@pytest.mark.parametrize(
    ("word", "levels"),
    [
        ("house", {Level.EASY, Level.MEDIUM, Level.HARD}),
        ("tangle", {Level.MEDIUM, Level.HARD}),
        ("tanuki", {Level.HARD}),
        ("al", {Level.MEDIUM, Level.HARD}),
        ("zymurgy", set()),
    ],
)
def test_words_are_known_by_how_common_they_are(
    lexicon: Lexicon, word: str, levels: set[Level]
) -> None:
    number = lexicon.number(word)
    assert number is not None
    assert {level for level in Level if knows(lexicon, level)[number]} == levels


def test_commonness_is_the_zipf_frequency(library: Library, tmp_path: Path) -> None:
    """A word in a million words has a Zipf frequency of 3, by definition."""
    own = _lexicon(library, tmp_path, "rate crate", "english")
    assert _zipf(own, {"rate": 1e-6}, "rate") == 3.0
    assert _zipf(own, {"rate": 1e-6}, "crate") == 0.0


def test_short_words_need_to_be_written_oftener(library: Library, tmp_path: Path) -> None:
    own = _lexicon(library, tmp_path, "al tom rate", "english")
    even = dict.fromkeys(("al", "tom", "rate"), 1e-5)
    assert _zipf(own, even, "al") < _zipf(own, even, "tom") < _zipf(own, even, "rate")


def test_who_knows_a_word_knows_it_with_an_s(library: Library, tmp_path: Path) -> None:
    own = _lexicon(library, tmp_path, "crate crates chess", "english")
    known = {"crate": 1e-5, "ches": 1e-3}
    assert _zipf(own, known, "crate") - 0.5 < _zipf(own, known, "crates") < 4.0
    assert _zipf(own, known, "chess") == 0.0


def test_german_words_do_not_get_an_s(library: Library, tmp_path: Path) -> None:
    own = _lexicon(library, tmp_path, "haut hauts", "german")
    assert _zipf(own, {"haut": 1e-5}, "hauts") == 0.0


def test_an_accent_that_the_alphabet_lacks_is_left_out(library: Library, tmp_path: Path) -> None:
    own = _lexicon(library, tmp_path, "arbol niño", "spanish")
    known = commonness(own, cache=tmp_path / "cache")
    assert known[own.number(own.alphabet.split("arbol"))] > 4 * STEPS
    assert known[own.number(own.alphabet.split("niño"))] > 4 * STEPS


@pytest.mark.parametrize("name", alphabet_names())
def test_every_alphabet_of_the_package_has_a_language(name: str) -> None:
    assert len(vocabulary._frequencies(alphabet(name))) > 100_000


def test_commonness_is_made_once_and_made_again_when_the_file_is_damaged(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def frequencies(letters: Alphabet) -> dict[str, float]:
        made.append(letters.name)
        return {"rate": 1e-5}

    monkeypatch.setattr(vocabulary, "_frequencies", frequencies)
    own = _lexicon(library, tmp_path, "rate crate", "english")
    cache = tmp_path / "cache"

    def times_made() -> int:
        monkeypatch.setattr(vocabulary, "_kept", {})
        assert np.array_equal(commonness(own, cache=cache), [4 * STEPS, 0])
        return len(made)

    assert [times_made(), times_made()] == [1, 1]
    path = next((cache / "lexicons").glob("*-common-*"))
    intact = path.read_bytes()
    path.write_bytes(intact[:-1] + bytes([intact[-1] ^ 1]))
    assert [times_made(), times_made()] == [2, 2]
    assert path.read_bytes() == intact
