"""Words: alphabets, lexicons pinned by the hash of their source, and their compiled form."""

from wordlot.words.alphabet import Alphabet, alphabet, alphabet_names
from wordlot.words.lexicon import Lexicon
from wordlot.words.library import DEFAULT, Edition, LexiconInfo, Library, load

__all__ = [
    "DEFAULT",
    "Alphabet",
    "Edition",
    "Lexicon",
    "LexiconInfo",
    "Library",
    "alphabet",
    "alphabet_names",
    "load",
]
