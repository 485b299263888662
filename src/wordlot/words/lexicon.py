"""A lexicon in use: membership in about a microsecond, and the tables that a search reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from wordlot.core.pieces import Letter, Word
from wordlot.core.protocol import LexiconPin
from wordlot.words.alphabet import Alphabet
from wordlot.words.compiled import FORMAT, compile_words
from wordlot.words.tables import Tables, keep
from wordlot.words.wordlist import read_wordlist

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Lexicon:
    """A word list of a pinned source, over its compiled tables. It satisfies `core.Lexicon`.

    A word has a number: words are sorted by their letters' count, then by the alphabet. The tables
    are shared and read-only, so one lexicon serves any number of threads.
    """

    def __init__(
        self, pin: LexiconPin, alphabet: Alphabet, tables: Tables, file: Path | None = None
    ) -> None:
        self.pin = pin
        self.alphabet = alphabet
        self.tables = tables
        self.file = file
        """Where its tables are kept, if they are: what else is made of it is kept beside them."""
        sizes: dict[int, int] = tables.meta("words", dict[int, int])
        self.by_length: dict[int, int] = {length: sizes[length] for length in sorted(sizes)}
        """How many words there are of each number of letters that has any."""
        self.first: dict[int, int] = {}
        """The number of the first word of each length."""
        self._index = {face: index for index, face in enumerate(alphabet.faces)}
        self._buffer = tables.buffer
        self._blocks: dict[int, tuple[memoryview[int], int, int]] = {}
        self._size = 0
        for length, words in self.by_length.items():
            self.first[length] = self._size
            slots = tables.words32(f"slots/{length}")
            self._blocks[length] = (slots, len(slots) - 1, tables.offset(f"letters/{length}"))
            self._size += words

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        return f"Lexicon({self.pin.name!r}, {self._size} words, {self.pin.sha256[:12]})"

    def has(self, word: Sequence[Letter]) -> bool:
        """Tell whether the letters, in order, are a word of the list (X2).

        Faces of another alphabet make no word.
        """
        return self._row(word) is not None

    def number(self, word: Sequence[Letter]) -> int | None:
        """Return a word's number, or `None` where it is not in the list."""
        row = self._row(word)
        return None if row is None else self.first[len(word)] + row

    def word(self, number: int) -> Word:
        """Return the word of a number. Raises `IndexError` outside of 0 to `len(self) - 1`."""
        if not 0 <= number < self._size:
            raise IndexError(f"{self!r} has no word {number}")
        length = max(n for n, first in self.first.items() if first <= number)
        at = self._blocks[length][2] + (number - self.first[length]) * length
        return self.alphabet.decode(self._buffer[at : at + length])

    def words(self) -> Iterator[Word]:
        """Return all words in the order of their numbers."""
        return map(self.word, range(self._size))

    def spelled(self, length: int) -> bytes:
        """Return the words of a length as indices of the alphabet, one after the other."""
        if length not in self._blocks:
            return b""
        begin = self._blocks[length][2]
        return bytes(self._buffer[begin : begin + length * self.by_length[length]])

    def letters(self, length: int) -> NDArray[np.uint8]:
        """Return the words of a length as rows of indices; row r is word `first[length] + r`."""
        import numpy as np

        if length not in self.by_length:
            return np.empty((0, length), np.uint8)
        return self.tables.array(f"letters/{length}")

    def _row(self, word: Sequence[Letter]) -> int | None:
        index = self._index
        try:
            key = bytes([index[face] for face in word])
        except KeyError:
            return None
        length = len(key)
        block = self._blocks.get(length)
        if block is None:
            return None
        slots, mask, letters = block
        buffer = self._buffer
        slot = crc32(key) & mask
        while row := slots[slot]:
            at = letters + (row - 1) * length
            if buffer[at : at + length] == key:
                return int(row) - 1
            slot = (slot + 1) & mask
        return None


def open_lexicon(name: str, source: bytes, alphabet: Alphabet, *, cache: Path) -> Lexicon:
    """Return the lexicon of a source, compiled once into a cache folder and mapped after that.

    A file of the cache that is damaged is made again; where the folder cannot be written the
    tables stay in memory. Raises `InvalidNotation` for a bad line of the source.
    """
    pin = LexiconPin(name, sha256(source).hexdigest())
    path = cache / "lexicons" / _file_name(pin.sha256, alphabet)
    return keep(
        path,
        "the compiled lexicon",
        lambda: compile_words(read_wordlist(source, alphabet, label=name).words),
        lambda tables, file: Lexicon(pin, alphabet, tables, file),
    )


def _file_name(source_sha256: str, alphabet: Alphabet) -> str:
    faces = sha256("\n".join(alphabet.faces).encode()).hexdigest()
    return f"{source_sha256}-{faces[:8]}-v{FORMAT}.tables"
