import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from wordlot.core.errors import InvalidNotation
from wordlot.words import Library, load
from wordlot.words.folders import cache_folder, data_folder

Write = Callable[[str, str], Path]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "data", tmp_path / "cache")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return path

    return written


def files(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_a_list_of_the_users_own_is_added_and_loaded(library: Library, write: Write) -> None:
    file = write("mine.txt", "rate\r\n\r\ntar\r\ntar\r\n")
    edition = library.add("mine", file)
    assert (edition.words, edition.duplicates, edition.source) == (2, 1, "mine.txt")
    lexicon = library.load("mine")
    assert lexicon.pin.name == "mine"
    assert lexicon.pin.sha256 == sha256(file.read_bytes()).hexdigest()
    assert lexicon.has("tar")
    assert library.names() == ("english", "mine")


def test_a_list_with_a_bad_line_adds_nothing(
    library: Library, write: Write, tmp_path: Path
) -> None:
    with pytest.raises(InvalidNotation, match="line 2: '!' is not a letter"):
        library.add("mine", write("mine.txt", "rate\ntar!\ncrab\n"))
    assert not (tmp_path / "data").exists()
    assert library.names() == ("english",)


@pytest.mark.parametrize(
    "name", ["", "Mine", "-mine", "a b", "../mine", "a/b", "a.b", "x" * 33, "mine\n", "été"]
)
def test_a_name_that_is_no_plain_word_is_refused(library: Library, write: Write, name: str) -> None:
    with pytest.raises(InvalidNotation, match="cannot name a lexicon"):
        library.add(name, write("mine.txt", "rate\n"))
    with pytest.raises(InvalidNotation, match="no lexicon is called"):
        library.load(name)


def test_a_name_in_use_is_refused_unless_it_is_replaced(library: Library, write: Write) -> None:
    library.add("mine", write("one.txt", "rate\n"))
    with pytest.raises(InvalidNotation, match="mine is there already"):
        library.add("mine", write("two.txt", "crab\n"))
    assert library.load("mine").has("rate")
    library.add("mine", write("two.txt", "crab\n"), replace=True)
    assert library.load("mine").has("crab")
    assert not library.load("mine").has("rate")


def test_a_replaced_list_still_serves_the_games_pinned_to_it(
    library: Library, write: Write
) -> None:
    old = library.add("mine", write("one.txt", "rate\n"))
    library.add("mine", write("two.txt", "crab\n"), replace=True)
    assert library.load("mine", sha256=old.sha256).has("rate")
    with pytest.raises(InvalidNotation, match="no edition of mine here has the SHA-256 0000"):
        library.load("mine", sha256="0" * 64)
    with pytest.raises(InvalidNotation, match="no edition of english"):
        library.load("english", sha256="0" * 64)


def test_a_replacement_with_a_bad_line_changes_nothing(library: Library, write: Write) -> None:
    library.add("mine", write("one.txt", "rate\n"))
    with pytest.raises(InvalidNotation, match="line 1"):
        library.add("mine", write("two.txt", "x\n"), replace=True)
    assert library.load("mine").has("rate")


def test_the_packaged_name_cannot_be_taken(library: Library, write: Write) -> None:
    with pytest.raises(InvalidNotation, match="english comes with the program"):
        library.add("english", write("mine.txt", "rate\n"), replace=True)


def test_an_empty_list_and_a_missing_file_are_refused(
    library: Library, write: Write, tmp_path: Path
) -> None:
    with pytest.raises(InvalidNotation, match="holds no words"):
        library.add("mine", write("mine.txt", "\n\n"))
    with pytest.raises(InvalidNotation, match=r"absent\.txt cannot be read: No such file"):
        library.add("mine", tmp_path / "absent.txt")


def test_a_list_can_have_an_alphabet_of_longer_letters(library: Library, write: Write) -> None:
    library.add("corta", write("corta.txt", "chico\ncalle\n"), alphabet_name="spanish")
    info = library.info("corta")
    assert (info.alphabet, info.words, info.by_length) == ("spanish", 2, {4: 2})
    with pytest.raises(InvalidNotation, match="no alphabet is called 'elvish'"):
        library.add("other", write("corta.txt", "chico\n"), alphabet_name="elvish")


def test_info_of_english_names_its_source(library: Library) -> None:
    info = library.info("english")
    assert info.words == 188_378
    assert re.fullmatch(r"kjxqz 1\.\d+\.\d+, words\.txt", info.source)
    assert sum(info.by_length.values()) == info.words


def test_a_host_can_take_words_out_and_put_words_in(library: Library, write: Write) -> None:
    library.add("mine", write("mine.txt", "rate\ntar\ncrab\n"))
    edition = library.derive(
        "house",
        "mine",
        exclude=write("out.txt", "tar\nzoo\n"),
        include=write("in.txt", "xyzzy\nrate\n"),
    )
    lexicon = library.load("house")
    assert ["".join(word) for word in lexicon.words()] == ["crab", "rate", "xyzzy"]
    assert edition.derived is not None
    assert (edition.derived.excluded, edition.derived.included) == (1, 1)
    assert edition.derived.parent == library.load("mine").pin


def test_a_derived_list_shows_it_by_name_and_hash(library: Library, write: Write) -> None:
    library.derive("house", "english", exclude=write("out.txt", "zax\n"))
    pin, parent = library.load("house").pin, library.load("english").pin
    assert pin.name != parent.name
    assert pin.sha256 != parent.sha256
    assert library.info("house").source == "english, 1 out, 0 in"
    assert len(library.load("house")) == 188_377


def test_a_derivation_that_changes_nothing_or_contradicts_itself_is_refused(
    library: Library, write: Write
) -> None:
    library.add("mine", write("mine.txt", "rate\ntar\n"))
    with pytest.raises(InvalidNotation, match="the same as mine"):
        library.derive("house", "mine", include=write("in.txt", "rate\n"))
    with pytest.raises(InvalidNotation, match="'tar' is both"):
        library.derive(
            "house", "mine", exclude=write("out.txt", "tar\n"), include=write("in.txt", "tar\n")
        )
    with pytest.raises(InvalidNotation, match="hold no words"):
        library.derive("house", "mine", exclude=write("out.txt", "rate\ntar\n"))
    with pytest.raises(InvalidNotation, match=r"out\.txt, line 1"):
        library.derive("house", "mine", exclude=write("out.txt", "x\n"))
    assert library.names() == ("english", "mine")


def test_a_stored_list_that_was_changed_is_not_used(
    library: Library, write: Write, tmp_path: Path
) -> None:
    edition = library.add("mine", write("mine.txt", "rate\n"))
    stored = tmp_path / "data" / "lexicons" / "sources" / f"{edition.sha256}.txt"
    stored.write_bytes(b"crab\n")
    with pytest.raises(InvalidNotation, match="were changed"):
        library.load("mine")
    stored.unlink()
    with pytest.raises(InvalidNotation, match="cannot be read"):
        library.load("mine")


def test_a_damaged_shelf_is_named(library: Library, write: Write, tmp_path: Path) -> None:
    library.add("mine", write("mine.txt", "rate\n"))
    (tmp_path / "data" / "lexicons" / "mine.json").write_text("{")
    with pytest.raises(InvalidNotation, match=r"mine\.json cannot be read"):
        library.load("mine")


def test_adding_leaves_only_the_source_and_the_shelf(
    library: Library, write: Write, tmp_path: Path
) -> None:
    edition = library.add("mine", write("mine.txt", "rate\n"))
    assert files(tmp_path / "data") == [
        "lexicons/mine.json",
        f"lexicons/sources/{edition.sha256}.txt",
    ]


def test_folders_follow_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WORDLOT_DATA", str(tmp_path / "d"))
    monkeypatch.setenv("WORDLOT_CACHE", str(tmp_path / "c"))
    assert (data_folder(), cache_folder()) == (tmp_path / "d", tmp_path / "c")
    assert load().has("rate")
    assert len(files(tmp_path / "c")) == 1
    monkeypatch.delenv("WORDLOT_DATA")
    monkeypatch.delenv("WORDLOT_CACHE")
    assert data_folder().name == cache_folder().name == "wordlot"
