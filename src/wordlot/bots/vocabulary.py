"""What words bots know: how common each word of a lexicon is, and from where on a level knows it.

The commonness of a word is its Zipf frequency: the base-10 logarithm of how often it occurs in a
billion words (wordfreq, https://github.com/rspeer/wordfreq). Short words are taken for less
common than they are written, since as letters in a row they are mostly abbreviations and words of
other languages ("al", "de", "mac"), and who knows a word knows it with an S.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from wordlot.bots.levels import Level
from wordlot.words import Alphabet, Lexicon
from wordlot.words.folders import cache_folder
from wordlot.words.lexicon import open_lexicon
from wordlot.words.tables import keep, pack
from wordlot.words.wordlist import write_wordlist

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


FORMAT = 1
"""Raised when commonness is reckoned in another way."""

STEPS = 25
"""Commonness is kept as whole steps of a 25th of a Zipf unit, 0 to 255."""

LEAST_ZIPF = {Level.EASY: 4.0, Level.MEDIUM: 3.0, Level.HARD: 2.0}
"""The least common words that a level knows: in English about 7, 26 and 65 thousand of them."""

_SHORT = {2: 1.3, 3: 0.5}
"""What is taken from the Zipf frequency of words so short."""
_WITH_S = 0.4
"""A word with an S at its end is no rarer than this below the word."""
_LANGUAGES = {"english": "en", "french": "fr", "german": "de", "spanish": "es"}
_ADDS_S = frozenset({"english", "french", "spanish"})
"""Alphabets of languages in which most words can take an S."""
_PER_BILLION = 1e9

_kept: dict[str, NDArray[np.uint8]] = {}
_vocabularies: WeakKeyDictionary[Lexicon, dict[Level, Lexicon]] = WeakKeyDictionary()
_lock = Lock()


def commonness(lexicon: Lexicon, *, cache: Path | None = None) -> NDArray[np.uint8]:
    """Return how common each word of a lexicon is, by word number, in `STEPS` of a Zipf unit.

    It is reckoned once for a lexicon, kept in the cache folder beside the compiled one, and
    mapped into memory after that. A word that wordfreq does not list has 0.
    """
    name = _file_name(lexicon)
    with _lock:
        if name not in _kept:
            folder = (cache_folder() if cache is None else cache) / "lexicons"
            _kept[name] = _open(lexicon, folder / name)
        return _kept[name]


def least_commonness(level: Level) -> int:
    """Return the commonness, in `STEPS`, from which on a level knows a word."""
    return round(LEAST_ZIPF[level] * STEPS)


def knows(lexicon: Lexicon, level: Level) -> NDArray[np.bool_]:
    """Tell of each word, by its number, whether a level knows it; harder levels know more."""
    known: NDArray[np.bool_] = commonness(lexicon) >= least_commonness(level)
    return known


def known(lexicon: Lexicon, level: Level, *, cache: Path | None = None) -> Lexicon:
    """Return the words that a level knows as a lexicon of their own.

    Its words stand in the order of `lexicon`, so `commonness` and `knows` of that one, less what
    is not known, fit the numbers of this one.
    """
    with _lock:
        levels = _vocabularies.setdefault(lexicon, {})
    if level not in levels:
        import numpy as np

        numbers = np.flatnonzero(commonness(lexicon, cache=cache) >= least_commonness(level))
        encode = lexicon.alphabet.encode
        words = frozenset(encode(lexicon.word(number)) for number in numbers.tolist())
        levels[level] = open_lexicon(
            f"{lexicon.pin.name} as {level} knows it",
            write_wordlist(words, lexicon.alphabet),
            lexicon.alphabet,
            cache=cache_folder() if cache is None else cache,
        )
    return levels[level]


def reckon(lexicon: Lexicon, frequencies: Mapping[str, float]) -> NDArray[np.uint8]:
    """Return commonness by word number from frequencies (shares of all words of a language)."""
    import numpy as np

    zipf = np.zeros(len(lexicon), np.float64)
    words = list(lexicon.words())
    for number, word in enumerate(words):
        share = frequencies.get("".join(word), 0.0)
        if share > 0:
            zipf[number] = math.log10(share * _PER_BILLION) - _SHORT.get(len(word), 0.0)
    if lexicon.alphabet.name in _ADDS_S:
        for number, word in enumerate(words):
            stem = lexicon.number(word[:-1]) if word[-1] == "s" else None
            if stem is not None and len(word) > 3:
                zipf[number] = max(zipf[number], zipf[stem] - _WITH_S)
    return np.clip(np.rint(zipf * STEPS), 0, 255).astype(np.uint8)


def _open(lexicon: Lexicon, path: Path) -> NDArray[np.uint8]:
    return keep(
        path,
        "the commonness of words",
        lambda: pack({}, {"commonness": reckon(lexicon, _frequencies(lexicon.alphabet))}),
        lambda tables, _: tables.array("commonness"),
    )


def _frequencies(alphabet: Alphabet) -> dict[str, float]:
    """Return the frequency of each spelling, written as the alphabet writes it."""
    from wordfreq import get_frequency_dict

    listed = get_frequency_dict(_LANGUAGES[alphabet.name], wordlist="best")
    get_frequency_dict.cache_clear()  # it would hold 30 MB for good
    faces = frozenset("".join(alphabet.faces))
    spelled: dict[str, float] = {}
    for word, share in listed.items():
        plain = word if faces.issuperset(word) else _without_accents(word, faces)
        spelled[plain] = spelled.get(plain, 0.0) + share
    return spelled


def _without_accents(word: str, faces: frozenset[str]) -> str:
    """Return a word with each letter that the alphabet lacks less its accents."""
    return "".join(c if c in faces else unicodedata.normalize("NFD", c)[0] for c in word)


def _file_name(lexicon: Lexicon) -> str:
    letters = lexicon.alphabet
    order = sha256("\n".join((letters.name, *letters.faces)).encode()).hexdigest()
    return f"{lexicon.pin.sha256}-{order[:8]}-common-v{FORMAT}.tables"
