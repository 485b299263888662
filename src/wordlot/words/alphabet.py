"""Alphabets: the letter faces of a language, and words as tuples of their indices."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from itertools import product

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import Letter, Word, capital_of

MAX_FACES = 64
"""A set of letters is one bit each of 64, so no alphabet has more."""


class Alphabet:
    """An ordered set of letter faces. A tile is an index into it, never a character.

    A face may have several characters (the Spanish "ch" is one tile), so a word is a tuple of
    faces, or a `bytes` of their indices. Texts are read in small letters or capitals, accents
    composed or not: `fold` tells how. Raises `InvalidNotation` for faces that are empty, twice
    there, not in composed form (NFC), or more than 64.
    """

    def __init__(self, name: str, faces: Iterable[Letter]) -> None:
        self.name = name
        self.faces: tuple[Letter, ...] = tuple(faces)
        self._check()
        self._index = {face: index for index, face in enumerate(self.faces)}
        self.written: dict[str, Letter] = {
            **{way: face for face in self.faces for way in _ways(face)},
            **{face: face for face in self.faces},
        }
        """Every way to write a letter, in small letters or capitals, with its face."""
        longest_first = sorted(self.written, key=len, reverse=True)
        self._face = re.compile("|".join(map(re.escape, longest_first)))
        self._plain = all(len(face) == 1 for face in self.faces)

    def _check(self) -> None:
        if not 0 < len(self.faces) <= MAX_FACES:
            raise InvalidNotation(
                f"alphabet {self.name} has {len(self.faces)} letters; it needs 1 to {MAX_FACES}"
            )
        for face in self.faces:
            if not face or face != face.strip() or not unicodedata.is_normalized("NFC", face):
                raise InvalidNotation(f"alphabet {self.name}: {face!r} cannot be a letter")
        if len(set(self.faces)) < len(self.faces):
            twice = next(face for face in self.faces if self.faces.count(face) > 1)
            raise InvalidNotation(f"alphabet {self.name} has the letter {twice!r} twice")

    def __len__(self) -> int:
        return len(self.faces)

    def __contains__(self, face: object) -> bool:
        return face in self._index

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Alphabet):
            return NotImplemented
        return (self.name, self.faces) == (other.name, other.faces)

    def __hash__(self) -> int:
        return hash((self.name, self.faces))

    def __repr__(self) -> str:
        return f"Alphabet({self.name!r}, {len(self.faces)} letters)"

    def split(self, text: str) -> Word:
        """Return the letters of a text, the longest face first at every place.

        So "chat" has three letters where "ch" is one, and so has "CHAT". Raises `InvalidNotation`
        that names the first character that begins no letter.
        """
        text = unicodedata.normalize("NFC", text)
        letters: list[Letter] = []
        at = 0
        while at < len(text):
            found = self._face.match(text, at)
            if found is None:
                raise InvalidNotation(self._unknown(text[at]))
            letters.append(self.written[found.group()])
            at = found.end()
        return tuple(letters)

    def fold(self, face: str) -> Letter:
        """Return the face of a letter that may be written in capitals, or as it is if it is none.

        This is how case is folded wherever words and letters come in: by the letters that there
        are, so that a capital means the small letter unless it is a letter of its own.
        """
        composed = unicodedata.normalize("NFC", face)
        return self.written.get(composed, composed)

    def join(self, letters: Sequence[Letter]) -> str:
        """Return the letters as text. Raises `InvalidNotation` for a face that is not here."""
        self.encode(letters)
        return "".join(letters)

    def encode(self, letters: Sequence[Letter]) -> bytes:
        """Return the index of every letter, one byte each.

        Raises `InvalidNotation` that names the first face that is not in the alphabet.
        """
        index = self._index
        try:
            return bytes([index[face] for face in letters])
        except KeyError as error:
            raise InvalidNotation(self._unknown(str(error.args[0]))) from None

    def encode_text(self, text: str) -> bytes:
        """Return `encode(split(text))`, quickly where every face is one character."""
        if self._plain and text.isascii():
            written, index = self.written, self._index
            try:
                return bytes([index[written[face]] for face in text])
            except KeyError as error:
                raise InvalidNotation(self._unknown(str(error.args[0]))) from None
        return self.encode(self.split(text))

    def decode(self, indices: Iterable[int]) -> Word:
        """Return the letters of indices."""
        faces = self.faces
        return tuple([faces[index] for index in indices])

    def _unknown(self, face: str) -> str:
        shown = f"{face!r}" if face.isprintable() else f"U+{ord(face[0]):04X}"
        return f"{shown} is not a letter of the alphabet {self.name}"


def _ways(face: Letter) -> Iterable[str]:
    """Return a face in small letters and capitals, in every mixture of both."""
    each = [{sign, sign.lower(), capital_of(sign)} for sign in face]
    return ("".join(way) for way in product(*map(sorted, each)))


def alphabet_names() -> tuple[str, ...]:
    """Return the names of the alphabets that come with the package, sorted."""
    folder = resources.files(__package__) / "alphabets"
    return tuple(sorted(f.name[:-4] for f in folder.iterdir() if f.name.endswith(".txt")))


@cache
def alphabet(name: str) -> Alphabet:
    """Return the alphabet of a name that comes with the package.

    Raises `InvalidNotation` that lists the known names for any other.
    """
    known = alphabet_names()
    if name not in known:
        raise InvalidNotation(f"no alphabet is called {name!r}; there are {', '.join(known)}")
    text = (resources.files(__package__) / "alphabets" / f"{name}.txt").read_text("utf-8")
    return Alphabet(name, text.split())
