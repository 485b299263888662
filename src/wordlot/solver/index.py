"""What searches know of a lexicon: made once, kept in its folder, and mapped into memory."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import MOST_LETTERS, Coding, Rows, code_letters
from wordlot.solver.containing import Growth, grow
from wordlot.solver.fills import WIDEST, Fills, make_fills
from wordlot.solver.spelling import contained, scratch
from wordlot.solver.tree import Tree, build_tree
from wordlot.solver.vectors import AT_ONCE
from wordlot.words import Alphabet, Lexicon
from wordlot.words.scanning import MOST_BLANKS
from wordlot.words.tables import Tables, keep, pack

FORMAT = 2
"""Raised when tables that were kept would be read wrongly."""

_RARE = 0.42
"""The share of the letters that are taken for rare: those that split deals best (measured)."""
_RUN, _SHORT_RUN = 192, 192
"""Sets that are rather looked at one after the other than told apart by one more letter. Trees of
words are mostly walked with blanks, which is quicker with long runs (measured)."""

T = TypeVar("T")

Arrays: TypeAlias = Mapping[str, NDArray[Any]]


class Index(NamedTuple):
    """All words of a lexicon, by their letters and by the words inside them."""

    coding: Coding
    tree: Tree
    numbers: NDArray[np.uint32]
    """For each set of the tree, the number of its word in the lexicon."""
    places: NDArray[np.uint32]
    """For each number of a word, where it stands in the tree."""
    growth: Growth
    spelled: NDArray[np.uint8]
    """Bytes in which all words stand, as indices of the alphabet."""
    blocks: NDArray[np.int64]
    """For each length, where its first word begins in `spelled`."""
    firsts: NDArray[np.int64]
    """For each length, the number of its first word; and last, how many words there are."""


class Contract(NamedTuple):
    """The least tile sets that spell a word of so many letters at least.

    A word that contains a shorter one that is long enough is needed by nobody.
    """

    coding: Coding
    tree: Tree
    fills: Fills
    has_fills: bool
    """False for an alphabet of more than `WIDEST` letters, whose `fills` hold nothing."""
    vowels: np.uint64
    """A bit for each letter that is a vowel, with or without an accent."""
    rare: np.uint64
    """A bit for each of the rarer letters that are none."""


class _Shelf(NamedTuple):
    """What has been opened of one lexicon."""

    lock: Lock
    words: list[Index]
    contracts: dict[int, Contract]


_shelves: WeakKeyDictionary[Lexicon, _Shelf] = WeakKeyDictionary()
_lock = Lock()


def index_of(lexicon: Lexicon) -> Index:
    """Return the index of a lexicon, opened once in a process."""
    shelf = _shelf(lexicon)
    with shelf.lock:
        if not shelf.words:
            make = lambda: _index_arrays(lexicon)  # noqa: E731
            read = lambda tables, _: _read_index(tables, lexicon)  # noqa: E731
            shelf.words.append(_kept(lexicon, "words", make, read))
        return shelf.words[0]


def contract_of(lexicon: Lexicon, least: int) -> Contract:
    """Return what fills a contract of a lexicon, opened once in a process."""
    index = index_of(lexicon)
    shelf = _shelf(lexicon)
    with shelf.lock:
        if least not in shelf.contracts:
            make = lambda: _contract_arrays(lexicon, index.coding, least)  # noqa: E731
            read = lambda tables, _: _read_contract(tables, lexicon, index.coding)  # noqa: E731
            shelf.contracts[least] = _kept(lexicon, f"least-{least}", make, read)
        return shelf.contracts[least]


def _shelf(lexicon: Lexicon) -> _Shelf:
    with _lock:
        return _shelves.setdefault(lexicon, _Shelf(Lock(), [], {}))


def _kept(
    lexicon: Lexicon,
    what: str,
    make: Callable[[], Arrays],
    read: Callable[[Tables, Path | None], T],
) -> T:
    """Return what is read from tables beside those of a lexicon, made where they are not there."""
    of = lexicon.file
    path = of and of.with_name(f"{of.stem}-{what}-v{FORMAT}.tables")
    return keep(path, "the search tables", lambda: pack({}, make()), read)


def _index_arrays(lexicon: Lexicon) -> Arrays:
    blocks = {length: lexicon.letters(length) for length in lexicon.by_length}
    coding = code_letters(blocks.values(), len(lexicon.alphabet))
    spelled = {length: coding.numbers[rows] for length, rows in blocks.items()}
    growth = grow(spelled)
    for rows in spelled.values():
        rows.sort(axis=1)
    tree, numbers = build_tree(spelled, coding, _RUN)
    places = np.empty_like(numbers)
    places[numbers] = np.arange(len(numbers), dtype=np.uint32)
    arrays = {"letters": coding.numbers, "bits": coding.bits, "places": places}
    return {**arrays, **tree._asdict(), "numbers": numbers, **growth._asdict()}


def _read_index(tables: Tables, lexicon: Lexicon) -> Index:
    blocks = np.zeros(MOST_LETTERS + 1, np.int64)
    firsts = np.zeros(MOST_LETTERS + 2, np.int64)
    for length, words in lexicon.by_length.items():
        blocks[length] = lexicon.tables.offset(f"letters/{length}")
        firsts[length + 1] = words
    return Index(
        Coding(tables.array("letters"), tables.array("bits")),
        Tree(*(tables.array(name) for name in Tree._fields)),
        tables.array("numbers"),
        tables.array("places"),
        Growth(*(tables.array(name) for name in Growth._fields)),
        np.frombuffer(lexicon.tables.buffer, np.uint8),
        blocks,
        np.cumsum(firsts),
    )


def _contract_arrays(lexicon: Lexicon, coding: Coding, least: int) -> Arrays:
    lengths = [length for length in lexicon.by_length if length >= least]
    words = {n: np.sort(coding.numbers[lexicon.letters(n)], axis=1) for n in lengths}
    sets = least_sets({length: distinct(rows) for length, rows in words.items()}, coding)
    tree, _ = build_tree(sets, coding, _SHORT_RUN)
    if len(lexicon.alphabet) > WIDEST:
        return tree._asdict()
    by_blanks = [sets]
    for _ in range(MOST_BLANKS):
        by_blanks.append(least_sets(_with_a_blank(by_blanks[-1]), coding))
    return {**tree._asdict(), **make_fills(by_blanks, len(lexicon.alphabet))._asdict()}


def _with_a_blank(sets: Mapping[int, Rows]) -> dict[int, Rows]:
    """Return the tile sets less one letter each, for which a blank stands.

    Where blanks alone will do, no tile completes a word, and there are none.
    """
    if 1 in sets:
        return {}
    return {
        size - 1: distinct(np.concatenate([np.delete(rows, at, axis=1) for at in range(size)]))
        for size, rows in sets.items()
    }


def _read_contract(tables: Tables, lexicon: Lexicon, coding: Coding) -> Contract:
    tree = Tree(*(tables.array(name) for name in Tree._fields))
    vowels = _vowels(lexicon.alphabet, coding)
    rare = np.uint64((1 << round(_RARE * len(lexicon.alphabet))) - 1) & ~vowels
    letters = len(lexicon.alphabet)
    low = np.uint64((1 << letters) - 1)
    if letters > WIDEST:
        nothing = np.zeros((1, AT_ONCE), np.uint64)
        fills = Fills(nothing[0], nothing, nothing, low)
        return Contract(coding, tree, fills, has_fills=False, vowels=vowels, rare=rare)
    slots, starts, sizes = (tables.array(name) for name in Fills._fields[:-1])
    return Contract(
        coding, tree, Fills(slots, starts, sizes, low), has_fills=True, vowels=vowels, rare=rare
    )


def _vowels(alphabet: Alphabet, coding: Coding) -> np.uint64:
    plain = (unicodedata.normalize("NFD", face)[0] for face in alphabet.faces)
    numbers = (int(n) for n, face in zip(coding.numbers, plain, strict=True) if face in "aeiou")
    return np.uint64(sum(1 << number for number in numbers))


def least_sets(sets: Mapping[int, Rows], coding: Coding) -> dict[int, Rows]:
    """Return the tile sets that contain no other one, by size; each row is sorted."""
    least: dict[int, Rows] = {}
    for size in sorted(sets):
        rows = sets[size]
        if least:
            tree, _ = build_tree(least, coding, _RUN)
            inside = np.zeros(len(rows), np.bool_)
            contained(tree, coding.bits, rows, scratch(), inside)
            rows = rows[~inside]
        if len(rows):
            least[size] = rows
    return least


def distinct(rows: Rows) -> Rows:
    """Return rows each once, in order."""
    if len(rows) < 2:
        return rows
    rows = rows[np.lexsort(rows.T[::-1])]
    fresh = (rows[1:] != rows[:-1]).any(axis=1)
    kept: Rows = rows[np.append(True, fresh)]
    return kept
