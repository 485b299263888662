"""Word lists as text: one word a line, read with every bad line named."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

import msgspec

from wordlot.core.errors import InvalidNotation, counted
from wordlot.words.alphabet import Alphabet

MIN_LETTERS = 2
MAX_LETTERS = 15
"""Words have 2 to 15 letters of the lexicon's alphabet (X2)."""

_BOM = "\ufeff"
_SHOWN = 40
TOLD = 10
"""Bad lines that a refusal names."""


class WordList(msgspec.Struct, frozen=True):
    """The words of a text."""

    words: frozenset[bytes]
    """Every word once, as indices of the alphabet."""
    duplicates: int
    """How many lines repeated a word."""
    bad: tuple[str, ...] = ()
    """The lines that were left out, each by its number with the reason."""


def read_wordlist(
    source: bytes, alphabet: Alphabet, *, label: str, skip_bad: bool = False
) -> WordList:
    """Read UTF-8 text with a word a line.

    Blank lines, blanks around a word, either kind of line end and a byte order mark are passed
    over; repeated words are counted. Words may be in capitals, accents composed or not
    (`Alphabet.fold`). Raises `InvalidNotation` that names `label` and the first ten bad lines, each
    by its number with the reason, and how many more are bad. With `skip_bad` they are left out, and
    told of in what comes back; a text that is not UTF-8 is refused all the same.
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
            bad.append(f"line {number}: {error}")
            continue
        duplicates += word in words
        words.add(word)
    if bad and not skip_bad:
        raise InvalidNotation(f"{label}, {told_bad(bad)}")
    return WordList(frozenset(words), duplicates, tuple(bad))


def told_bad(bad: Sequence[str]) -> str:
    """Return the first ten bad lines in a sentence, and how many more there are."""
    more = len(bad) - TOLD
    told = "; ".join(bad[:TOLD])
    return told if more <= 0 else f"{told}; and {counted(more, 'more bad line')}"


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
    if len("".join(alphabet.faces).encode()) != len(alphabet):
        return None
    written = {way: face for way, face in alphabet.written.items() if way.isascii()}
    letters = "".join(written).encode()
    if source.translate(None, letters + b"\n"):
        return None
    indices = bytes.maketrans(letters, alphabet.encode(tuple(written.values())))
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
        letters = counted(len(word), "letter")
        raise InvalidNotation(f"{_short(line)!r} has {letters}; words have 2 to 15 (X2)")
    return word


def _short(line: str) -> str:
    return line if len(line) <= _SHOWN else line[:_SHOWN] + "…"
