"""Letters as searches number them, from the rarest, and tile sets as masks of letter copies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wordlot.core.pieces import BLANK, Letter
from wordlot.words import Alphabet

FACES = 64
"""Letters that an alphabet has at most."""
BLANK_CODE = FACES
"""The number of a blank; letters are numbered from the rarest, from 0."""
MOST_LETTERS = 15
"""The most letters of a word (X2), and the most tiles that can be bid (B4.1)."""
ODD = 63
"""The bit of a mask that tells of a copy which has none: so rare that letters must be counted."""
NO_BIT = 255

Rows: TypeAlias = NDArray[np.uint8]
"""Tile sets, a row each: letters as numbers or as indices of the alphabet."""
Masks: TypeAlias = NDArray[np.uint64]


class Coding(NamedTuple):
    """How the letters of a lexicon are numbered. The commonest 63 letter copies have bits."""

    numbers: Rows
    """For each letter of the alphabet its number."""
    bits: Rows
    """`bits[letter, copy]`: its bit in a mask, copies counted from 1; `NO_BIT` for the rare."""


def code_letters(words: Iterable[Rows], letters: int) -> Coding:
    """Return the coding for words, as blocks of rows of indices of the alphabet.

    A search that asks for rare letters first gives up soonest.
    """
    copies = np.zeros((FACES, MOST_LETTERS + 1), np.int64)
    for block in words:
        rows = np.sort(block, axis=1)
        spots = rows.astype(np.int64) * (MOST_LETTERS + 1) + nth_copies(rows)
        copies += np.bincount(spots.ravel(), minlength=copies.size).reshape(copies.shape)
    by_rarity = np.argsort(copies[:letters, 1], kind="stable")
    numbers = np.empty(letters, np.uint8)
    numbers[by_rarity] = np.arange(letters)
    commonest = np.argsort(-copies[by_rarity].ravel(), kind="stable")[:ODD]
    bits = np.full((FACES, MOST_LETTERS + 1), NO_BIT, np.uint8)
    for bit, spot in enumerate(commonest.tolist()):
        letter, copy = divmod(spot, MOST_LETTERS + 1)
        if copies[by_rarity[letter], copy]:
            bits[letter, copy] = bit
    return Coding(numbers, bits)


def nth_copies(rows: Rows) -> Rows:
    """Return for each letter of sorted rows which copy of it in its row it is, from 1."""
    nth = np.ones_like(rows)
    for at in range(1, rows.shape[1]):
        nth[:, at] = np.where(rows[:, at] == rows[:, at - 1], nth[:, at - 1] + 1, 1)
    return nth


def mask_rows(rows: Rows, coding: Coding) -> Masks:
    """Return the mask of each row of sorted letter numbers: its copies' bits, and `ODD`."""
    masks = np.zeros(len(rows), np.uint64)
    nth = nth_copies(rows)
    for at in range(rows.shape[1]):
        bits = coding.bits[rows[:, at], nth[:, at]]
        masks |= np.uint64(1) << np.minimum(bits, ODD).astype(np.uint64)
    return masks


def letter_sets(rows: Rows) -> Masks:
    """Return for each row of letter numbers the set of its letters, a bit each."""
    sets = np.zeros(len(rows), np.uint64)
    for at in range(rows.shape[1]):
        sets |= np.uint64(1) << rows[:, at].astype(np.uint64)
    return sets


def code_tiles(tiles: Sequence[Letter], alphabet: Alphabet, coding: Coding) -> Rows:
    """Return tiles as searches number them. Raises `InvalidNotation` for a tile of no alphabet."""
    letters = alphabet.encode([tile for tile in tiles if tile != BLANK])
    codes = coding.numbers[np.frombuffer(letters, np.uint8)]
    return np.append(codes, np.full(len(tiles) - len(letters), BLANK_CODE, np.uint8))
