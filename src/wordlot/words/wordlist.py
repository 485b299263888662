"""Word lists as text: one word a line, read with every bad line named."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import msgspec

from wordlot.core.errors import InvalidNotation
from wordlot.words.alphabet import Alphabet

MIN_LETTERS = 2
MAX_LETTERS = 15
"""Words have 2 to 15 letters of the lexicon's alphabet (X2)."""

_BOM = "\ufeff"
_SHOWN = 40


class WordList(msgspec.Struct, frozen=True):
    """The words of a text."""

    words: frozenset[bytes]
    """Every word once, as indices of the alphabet."""
    duplicates: int
    """How many lines repeated a word."""


def read_wordlist(source: bytes, alphabet: Alphabet, *, label: str) -> WordList:
    """Read UTF-8 text with a word a line.

    Blank lines, blanks around a word, either kind of line end and a byte order mark are passed
    over; repeated words are counted. Accents may be composed or not. Raises `InvalidNotation` that
    names `label`, the number of the first bad line, the reason, and how many more are bad.
    """
    plain = _read_plain(source, alphabet)
    if plain is not None:
        return WordList(frozenset(plain), len(plain) - len(set(plain)))
    lines = _text(source, label).split("\n")
    words: set[bytes] = set()
    duplicates = 0
    bad: list[str] = []
    for number, line in _filled(lines):
        try:
            word = _read_word(line, alphabet)
        except InvalidNotation as error:
            bad.append(f"{label}, line {number}: {error}")
            continue
        duplicates += word in words
        words.add(word)
    if bad:
        raise InvalidNotation(bad[0] + _and_more(len(bad) - 1))
    return WordList(frozenset(words), duplicates)


def write_wordlist(words: frozenset[bytes], alphabet: Alphabet) -> bytes:
    """Return the text of a list, sorted by the alphabet, as `read_wordlist` reads it."""
    return "".join(f"{''.join(alphabet.decode(word))}\n" for word in sorted(words)).encode()


def _text(source: bytes, label: str) -> str:
    try:
        text = source.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as error:
        number = source.count(b"\n", 0, error.start) + 1
        byte = source[error.start]
        raise InvalidNotation(f"{label}, line {number}: byte {byte:#04x} is not UTF-8") from None
    return unicodedata.normalize("NFC", text)


def _read_plain(source: bytes, alphabet: Alphabet) -> list[bytes] | None:
    """Return the words of a text that has a good word of letters of one byte on every line.

    None for any other text. Large lists are so, and line by line they would take a second.
    """
    faces = "".join(alphabet.faces).encode()
    if len(faces) != len(alphabet) or source.translate(None, faces + b"\n"):
        return None
    indices = bytes.maketrans(faces, bytes(range(len(faces))))
    words = [line.translate(indices) for line in source.split(b"\n") if line]
    lengths = set(map(len, words))
    if lengths and not (min(lengths) >= MIN_LETTERS and max(lengths) <= MAX_LETTERS):
        return None
    return words


def _filled(lines: list[str]) -> Iterator[tuple[int, str]]:
    return ((n, word) for n, line in enumerate(lines, start=1) if (word := line.strip()))


def _read_word(line: str, alphabet: Alphabet) -> bytes:
    word = alphabet.encode_text(line)
    if not MIN_LETTERS <= len(word) <= MAX_LETTERS:
        counted = "1 letter" if len(word) == 1 else f"{len(word)} letters"
        raise InvalidNotation(f"{_short(line)!r} has {counted}; words have 2 to 15 (X2)")
    return word


def _short(line: str) -> str:
    return line if len(line) <= _SHOWN else line[:_SHOWN] + "…"


def _and_more(count: int) -> str:
    if not count:
        return ""
    return f" (and {count} more bad {'line' if count == 1 else 'lines'})"
