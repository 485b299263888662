"""The lexicons of this machine: the one that comes with the package, and the user's own."""

from __future__ import annotations

import re
from hashlib import sha256
from importlib import metadata, resources
from pathlib import Path

import msgspec

from wordlot.core.errors import InvalidNotation, counted
from wordlot.core.protocol import LexiconPin
from wordlot.core.reading import UNREADABLE
from wordlot.words.alphabet import Alphabet, alphabet
from wordlot.words.files import named, read_file, reason
from wordlot.words.folders import cache_folder, check_folder, data_folder
from wordlot.words.lexicon import Lexicon, open_lexicon
from wordlot.words.tables import write_whole
from wordlot.words.wordlist import WordList, read_wordlist, write_wordlist

DEFAULT = "english"
_PACKAGE = "kjxqz"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


class Derivation(msgspec.Struct, frozen=True):
    """How a list came from another by words taken out and put in."""

    parent: LexiconPin
    excluded: int
    """Words of the parent that were taken out."""
    included: int
    """Words put in that the parent does not have."""


class Edition(msgspec.Struct, frozen=True):
    """One content of a lexicon of the user's own, kept as long as a game may be pinned to it."""

    sha256: str
    alphabet: str
    words: int
    duplicates: int
    """Lines of the source that repeated a word."""
    source: str
    """Where the words came from, for people."""
    derived: Derivation | None = None


class LexiconInfo(msgspec.Struct, frozen=True):
    """What `wordlot lexicon info` tells of a lexicon."""

    name: str
    sha256: str
    alphabet: str
    words: int
    by_length: dict[int, int]
    """Words of each number of letters that has any."""
    duplicates: int
    source: str
    derived: Derivation | None = None


class _Shelf(msgspec.Struct, frozen=True):
    name: str
    editions: tuple[Edition, ...]
    """The last one is in force; earlier ones serve games that are pinned to them."""
    removed: bool = False
    """Then none is in force, and all serve games that are pinned to them."""


class Library:
    """The lexicons that a data folder holds, and the one that comes with the package.

    `data` and `cache` are where the user's sources and the compiled tables lie; by default
    `WORDLOT_DATA` and `WORDLOT_CACHE`, else the folders of the platform.
    """

    def __init__(self, data: Path | None = None, cache: Path | None = None) -> None:
        data = data_folder() if data is None else data
        check_folder(data)
        self._folder = data / "lexicons"
        self._cache = cache_folder() if cache is None else cache

    def names(self) -> tuple[str, ...]:
        """Return the names of all lexicons, the package's own first, then sorted."""
        own = (path.stem for path in self._folder.glob("*.json"))
        return (DEFAULT, *sorted(name for name in own if self._is_listed(name)))

    def load(self, name: str = DEFAULT, *, sha256: str | None = None) -> Lexicon:
        """Return a lexicon by name; with a hash, the edition of that source.

        Raises `InvalidNotation` for an unknown name, or where no edition has that hash.
        """
        if name == DEFAULT:
            lexicon = open_lexicon(name, _english(), alphabet(DEFAULT), cache=self._cache)
            if sha256 not in {None, lexicon.pin.sha256}:
                raise _no_edition(name, sha256)
            return lexicon
        edition = self._edition(name, sha256)
        source = self._source(name, edition)
        return open_lexicon(name, source, alphabet(edition.alphabet), cache=self._cache)

    def info(self, name: str) -> LexiconInfo:
        """Return what is to tell of a lexicon. Raises `InvalidNotation` as `load` does."""
        lexicon = self.load(name)
        edition = _english_edition(lexicon) if name == DEFAULT else self._edition(name, None)
        return LexiconInfo(
            name=name,
            sha256=edition.sha256,
            alphabet=edition.alphabet,
            words=len(lexicon),
            by_length=lexicon.by_length,
            duplicates=edition.duplicates,
            source=edition.source,
            derived=edition.derived,
        )

    def add(
        self,
        name: str,
        file: Path,
        *,
        alphabet_name: str = DEFAULT,
        replace: bool = False,
        skipped: list[str] | None = None,
    ) -> Edition:
        """Add a word list of the user's own: UTF-8 text, a word a line.

        Bad lines are left out where there is a list `skipped` to tell of them; the words are then
        kept as text of their own, with a hash of its own. Nothing is added at all when
        `InvalidNotation` is raised: for bad lines (named by number and reason), a list without
        words, a bad name, an unknown alphabet, or a name that is there already and is not to be
        replaced.
        """
        self._check_new(name, replace=replace)
        letters = alphabet(alphabet_name)
        source, words = _read_file(file, letters, skip_bad=skipped is not None)
        if not words.words:
            raise InvalidNotation(f"{named(file)} holds no words")
        told = named(Path(file.name))
        if skipped is not None and words.bad:
            skipped.extend(words.bad)
            source = write_wordlist(words.words, letters)
            told = f"{told} without {counted(len(words.bad), 'bad line')}"
        digest = sha256(source).hexdigest()
        edition = Edition(digest, alphabet_name, len(words.words), words.duplicates, told)
        self._put(name, edition, source, replace=replace)
        return edition

    def derive(
        self,
        name: str,
        parent_name: str,
        *,
        exclude: Path | None = None,
        include: Path | None = None,
        replace: bool = False,
    ) -> Edition:
        """Add the list of another lexicon without some words and with some more.

        The new name and its own hash show that it is another list. Raises `InvalidNotation` as
        `add` does, and where the files change nothing.
        """
        self._check_new(name, replace=replace)
        parent = self.load(parent_name)
        letters = parent.alphabet
        without, extra = (_words_of(file, letters) for file in (exclude, include))
        if without & extra:
            both = "".join(letters.decode(min(without & extra)))
            raise InvalidNotation(f"{both!r} is both to be excluded and to be included")
        old = frozenset(letters.encode(word) for word in parent.words())
        new = (old - without) | extra
        derived = Derivation(parent.pin, len(old & without), len(extra - old))
        if new == old:
            raise InvalidNotation(f"the list would be the same as {parent_name}")
        if not new:
            raise InvalidNotation("the list would hold no words")
        source = write_wordlist(new, letters)
        told = f"{parent_name}, {derived.excluded} out, {derived.included} in"
        digest = sha256(source).hexdigest()
        edition = Edition(digest, letters.name, len(new), 0, told, derived)
        self._put(name, edition, source, replace=replace)
        return edition

    def remove(self, name: str) -> int:
        """Take a lexicon of the user's own from the list, and return how many words it had.

        Games that are pinned to one of its editions still find it by its hash, so its words stay
        in the data folder. Raises `InvalidNotation` for an unknown name, and for the lexicon that
        comes with the package.
        """
        if name == DEFAULT:
            raise InvalidNotation(f"{name} comes with the program and cannot be removed")
        words = self._edition(name, None).words
        shelf = msgspec.structs.replace(self._read_shelf(name), removed=True)
        self._write_shelf(shelf)
        return words

    def _check_new(self, name: str, *, replace: bool) -> None:
        if not _NAME.fullmatch(name):
            raise InvalidNotation(
                f"{name!r} cannot name a lexicon: use 1 to 32 of a-z, 0-9, - and _, "
                "a letter or digit first"
            )
        if name == DEFAULT:
            raise InvalidNotation(f"{name} comes with the program; choose another name")
        if not replace and self._is_listed(name):
            raise InvalidNotation(f"a lexicon {name} is there already; --replace replaces it")

    def _put(self, name: str, edition: Edition, source: bytes, *, replace: bool) -> None:
        earlier: tuple[Edition, ...] = ()
        if self._shelf_path(name).exists():
            there = self._read_shelf(name).editions
            earlier = tuple(e for e in there if e.sha256 != edition.sha256)
        self._write(self._source_path(edition.sha256), source)
        self._write_shelf(_Shelf(name, (*earlier, edition)))

    def _write_shelf(self, shelf: _Shelf) -> None:
        raw = msgspec.json.format(msgspec.json.encode(shelf))
        self._write(self._shelf_path(shelf.name), raw)

    def _write(self, path: Path, content: bytes) -> None:
        try:
            write_whole(path, content)
        except OSError as error:
            where = error.filename or self._folder
            raise InvalidNotation(f"{where} cannot be written: {reason(error)}") from None

    def _is_listed(self, name: str) -> bool:
        if not _NAME.fullmatch(name) or not self._shelf_path(name).exists():
            return False
        try:
            return not self._read_shelf(name).removed
        except InvalidNotation:
            # It is there, and whoever asks for it is told why it cannot be read.
            return True

    def _edition(self, name: str, digest: str | None) -> Edition:
        shelf = self._read_shelf(name)
        if digest is None:
            if shelf.removed:
                raise self._unknown(name)
            return shelf.editions[-1]
        editions = shelf.editions
        found = next((e for e in editions if e.sha256 == digest), None)
        if found is None:
            raise _no_edition(name, digest)
        return found

    def _unknown(self, name: str) -> InvalidNotation:
        known = ", ".join(self.names())
        return InvalidNotation(f"no lexicon is called {name!r}; there are {known}")

    def _read_shelf(self, name: str) -> _Shelf:
        path = self._shelf_path(name)
        if not _NAME.fullmatch(name) or not _is_file(path):
            raise self._unknown(name)
        try:
            shelf = msgspec.json.decode(read_file(path), type=_Shelf)
        except UNREADABLE as error:
            raise InvalidNotation(f"{path} cannot be read: {error}") from None
        if not shelf.editions:
            raise InvalidNotation(f"{path} has no edition")
        return shelf

    def _source(self, name: str, edition: Edition) -> bytes:
        path = self._source_path(edition.sha256)
        try:
            source = read_file(path)
        except InvalidNotation as error:
            raise InvalidNotation(f"the words of {name}: {error}") from None
        if sha256(source).hexdigest() != edition.sha256:
            raise InvalidNotation(f"the words of {name} in {path} were changed; add them again")
        return source

    def _shelf_path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _source_path(self, digest: str) -> Path:
        return self._folder / "sources" / f"{digest}.txt"


def load(name: str = DEFAULT, *, sha256: str | None = None) -> Lexicon:
    """Return a lexicon of the default folders; see `Library.load`."""
    return Library().load(name, sha256=sha256)


def _english() -> bytes:
    return (resources.files(_PACKAGE) / "words.txt").read_bytes()


def _english_edition(lexicon: Lexicon) -> Edition:
    source = f"{_PACKAGE} {metadata.version(_PACKAGE)}, words.txt"
    return Edition(lexicon.pin.sha256, DEFAULT, len(lexicon), 0, source)


def _read_file(file: Path, letters: Alphabet, *, skip_bad: bool = False) -> tuple[bytes, WordList]:
    source = read_file(file)
    return source, read_wordlist(source, letters, label=named(file), skip_bad=skip_bad)


def _words_of(file: Path | None, letters: Alphabet) -> frozenset[bytes]:
    return frozenset() if file is None else _read_file(file, letters)[1].words


def _no_edition(name: str, digest: str | None) -> InvalidNotation:
    return InvalidNotation(f"no edition of {name} here has the SHA-256 {digest}")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError as error:
        raise InvalidNotation(f"{path} cannot be read: {reason(error)}") from None
