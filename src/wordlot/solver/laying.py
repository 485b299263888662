"""The kernel that finds every play of Match: the words that a hand makes around what lies there."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import FACES, MOST_LETTERS, ODD, Masks, Rows
from wordlot.solver.compiling import inlined, kernel, signed
from wordlot.solver.containing import OFFSET_BITS
from wordlot.solver.index import Index
from wordlot.solver.spelling import DEEPEST, Rack, Scratch, bit_of, holds, within
from wordlot.solver.tree import Tree
from wordlot.solver.vectors import AT_ONCE, equal8, lowest, popcount

YELLOW, RED = 1, 2
"""Colours of letters that lie there and of cards that are laid; both of none, neither of mixed."""

_WORD_BITS = 64
_LETTER_SHIFT = 32

SCORE, VALUE, PAINT, OFFSET, NUMBER, LANE, END = 0, 5, 10, 12, 16, 44, 63
"""Where each part of a play begins in its 64 bits."""
RANKS = 1 << PAINT
"""Pairs of a value and a score."""


class Lanes(NamedTuple):
    """Where plays may go, a row each: what lies there, by index of the alphabet and by number."""

    faces: Rows
    letters: Rows
    lengths: NDArray[np.int64]
    """How many letters lie there; -1 when one of them is in no word."""
    colours: NDArray[np.int64]
    """The colours that all of them have."""
    words: NDArray[np.int64]
    """The number of the word that they are, where the lexicon has it; -1 where not."""


class Held(NamedTuple):
    """Copies of each letter that may stand in a word: of any colour, yellow and red."""

    every: NDArray[np.int64]
    yellow: NDArray[np.int64]
    red: NDArray[np.int64]


class Board(NamedTuple):
    """Where a search writes down what it is about."""

    scratch: Scratch
    held: Held
    marked: Masks
    """A bit for each word that fits the lane that is looked at, in order."""
    ranks: NDArray[np.int64]
    """How many plays are worth as much, and later where they begin."""


def make_board(words: int) -> Board:
    """Return room for one search at a time."""
    counts = np.zeros((4, FACES + 1), np.int64)
    scratch = Scratch(np.empty(DEEPEST, np.uint64), counts[0], counts[3])
    marked = np.zeros(words // _WORD_BITS + 1, np.uint64)
    ranks = np.zeros(RANKS + 1, np.int64)
    return Board(scratch, Held(counts[0], counts[1], counts[2]), marked, ranks)


@kernel
def find_plays(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    index: Index,
    yellow: Rows,
    red: Rows,
    lanes: Lanes,
    least: int,
    board: Board,
    found: Masks,
    best: Masks,
) -> int:
    """Write all plays worth `least` or more into `best`, the highest value first.

    Then they stand by score, lane, word and offset. Returns how many there are; where there is not
    room for all of them in `found` and in `best`, what is written is of no use.
    """
    held = board.held
    for letter in range(FACES):
        held.yellow[letter] = held.red[letter] = 0
    for letter in yellow:
        held.yellow[letter] += 1
    for letter in red:
        held.red[letter] += 1
    letters = np.uint64(0)
    for letter in range(FACES):
        held.every[letter] = held.yellow[letter] + held.red[letter]
        letters |= np.uint64(held.every[letter] > 0) << np.uint64(letter)
    masks = _mask(index, held.every), _mask(index, held.yellow), _mask(index, held.red)
    count = 0
    for lane in range(len(lanes.lengths)):
        if lanes.lengths[lane] >= 0:
            most = len(yellow) + len(red) + lanes.lengths[lane]
            count = _lane(index, lanes, lane, least, board, masks, letters, most, found, count)
    if count <= len(found):
        _arrange(found, count, board.ranks, best)
    return count


@inlined
def _mask(index: Index, counts: NDArray[np.int64]) -> np.uint64:
    """Return the bits of copies."""
    held = np.uint64(1) << np.uint64(ODD)
    for letter in range(len(index.coding.numbers)):
        for copy in range(1, min(counts[letter], MOST_LETTERS) + 1):
            held |= bit_of(index.coding.bits, letter, copy)
    return held


@kernel
def _lane(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    index: Index,
    lanes: Lanes,
    lane: int,
    least: int,
    board: Board,
    masks: tuple[np.uint64, np.uint64, np.uint64],
    letters: np.uint64,
    most: int,
    found: Masks,
    count: int,
) -> int:
    """Add the plays of one lane; return how many there are now."""
    held, every, yellow, red = board.held, masks[0], masks[1], masks[2]
    old = lanes.letters[lane]
    length = lanes.lengths[lane]
    need, must = np.uint64(0), np.uint64(0)
    bits = index.coding.bits
    for at in range(length):
        letter = signed(old[at])
        must |= np.uint64(1) << np.uint64(letter)
        need |= bit_of(bits, letter, _nth(old, at))
        held.every[letter] += 1
        held.yellow[letter] += 1
        held.red[letter] += 1
        every |= bit_of(bits, letter, held.every[letter])
        yellow |= bit_of(bits, letter, held.yellow[letter])
        red |= bit_of(bits, letter, held.red[letter])
    rack = Rack(held.every, every, letters | must)
    word = lanes.words[lane]
    first = count
    if word >= 0 and index.growth.starts[word] != index.growth.starts[word + 1]:
        count = _grow(index, word, rack, board, found, count)
    elif word < 0 or length < 4:
        _mark(index, rack, need, must, index.firsts[length + 1], board)
        count = _unmark(index, lanes.faces[lane], length, most, board, found, count)
    count = _price(index, lanes, lane, least, (yellow, red), board, found, first, count)
    for at in range(length):
        letter = signed(old[at])
        held.every[letter] -= 1
        held.yellow[letter] -= 1
        held.red[letter] -= 1
    return count


@inlined
def _nth(old: Rows, at: int) -> int:
    """Return which copy of its letter stands at a place."""
    nth = 1
    for before in range(at):
        nth += old[before] == old[at]
    return nth


@kernel
def _grow(index: Index, word: int, rack: Rack, board: Board, found: Masks, count: int) -> int:
    """Add the words that a word can grow into."""
    growth, tree = index.growth, index.tree
    for i in range(growth.starts[word], growth.starts[word + 1]):
        entry = growth.entries[i]
        number = signed(entry >> np.uint32(OFFSET_BITS))
        place = signed(index.places[number])
        if tree.masks[place] & ~rack.held == 0 and holds(tree, place, rack, board.scratch):
            offset = signed(entry) & ((1 << OFFSET_BITS) - 1)
            count = _add(found, count, number, offset)
    return count


@inlined
def _add(found: Masks, count: int, number: int, offset: int) -> int:
    if count < len(found):
        found[count] = np.uint64((number << NUMBER) | (offset << OFFSET))
    return count + 1


@kernel
def _mark(
    index: Index, rack: Rack, need: np.uint64, must: np.uint64, least: int, board: Board
) -> None:
    """Mark the words from `least` on that a rack spells and that have the letters that lie there.

    No step goes past a letter that must be there.
    """
    tree, waiting = index.tree, board.scratch.waiting
    care = ~rack.held | need
    one = np.uint64(1)
    waiting[0] = 0
    depth = 1
    while depth > 0:
        depth -= 1
        node = signed(waiting[depth] & np.uint64(0xFFFF_FFFF))
        ahead = must & ~((one << (waiting[depth] >> np.uint64(_LETTER_SHIFT))) - one)
        mask, first = tree.nodes[node, 0], tree.nodes[node, 1]
        going = mask & rack.letters
        if ahead:
            going &= ((ahead & (~ahead + one)) << one) - one
        while going:
            bit = going & (~going + one)
            going ^= bit
            next_letter = lowest(bit) + one
            child = first + popcount(mask & (bit - one))
            waiting[depth] = child | (next_letter << np.uint64(_LETTER_SHIFT))
            depth += 1
        start, end = signed(tree.nodes[node, 2]), signed(tree.nodes[node, 3])
        for at in range(start, end, AT_ONCE):
            hits = within(equal8(tree.masks, at, need, care), end - at)
            while hits:
                place = at + signed(lowest(hits))
                hits &= hits - one
                number = signed(index.numbers[place])
                if number >= least and holds(tree, place, rack, board.scratch):
                    board.marked[number >> 6] |= one << np.uint64(number & 63)


@kernel
def _unmark(
    index: Index, old: Rows, length: int, most: int, board: Board, found: Masks, count: int
) -> int:
    """Add the marked words in order, for each place where they have the old letters."""
    size = length + 1
    last = index.firsts[min(most, MOST_LETTERS) + 1]
    for i in range(index.firsts[size] >> 6, (last >> 6) + 1):
        bits = board.marked[i]
        board.marked[i] = 0
        while bits:
            number = i * _WORD_BITS + signed(lowest(bits))
            bits &= bits - np.uint64(1)
            while size < MOST_LETTERS and number >= index.firsts[size + 1]:
                size += 1
            start = index.blocks[size] + (number - index.firsts[size]) * size
            for offset in range(size - length + 1 if length else 1):
                at = 0
                while at < length and index.spelled[start + offset + at] == old[at]:
                    at += 1
                if at == length:
                    count = _add(found, count, number, offset)
    return count


@kernel
def _price(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    index: Index,
    lanes: Lanes,
    lane: int,
    least: int,
    masks: tuple[np.uint64, np.uint64],
    board: Board,
    found: Masks,
    first: int,
    count: int,
) -> int:
    """Write value, score and colours beside the plays of a lane (M5.1, M5.2).

    Drops those worth too little, and returns how many plays there are now.
    """
    tree = index.tree
    old, length = lanes.colours[lane], lanes.lengths[lane]
    yellow = Rack(board.held.yellow, masks[0], np.uint64(0))
    red = Rack(board.held.red, masks[1], np.uint64(0))
    kept = first
    size = 2
    for i in range(first, min(count, len(found))):
        number = signed(found[i] >> np.uint64(NUMBER))
        while number >= index.firsts[size + 1]:
            size += 1
        place = signed(index.places[number])
        can = YELLOW * _alike(tree, place, yellow, board) + RED * _alike(tree, place, red, board)
        value = (size - length) * (2 if can else 1)
        if value < least:
            continue
        same = can & old
        score = size * (2 if same else 1)
        paint = same or can
        if paint & YELLOW:
            paint = YELLOW
        rest = (lane << LANE) | (paint << PAINT) | (value << VALUE) | (score << SCORE)
        found[kept] = found[i] | np.uint64(rest)
        kept += 1
    return count if count > len(found) else kept


@inlined
def _alike(tree: Tree, place: int, rack: Rack, board: Board) -> int:
    """Return 1 for a word whose new letters can all be of the colour of a rack."""
    if tree.masks[place] & ~rack.held:
        return 0
    return 1 if holds(tree, place, rack, board.scratch) else 0


@kernel
def _arrange(found: Masks, count: int, ranks: NDArray[np.int64], best: Masks) -> None:
    """Write plays as they are, but the highest value first, and then the highest score."""
    ranks[:] = 0
    for i in range(count):
        ranks[RANKS - signed(found[i] & np.uint64(RANKS - 1))] += 1
    for rank in range(1, RANKS + 1):
        ranks[rank] += ranks[rank - 1]
    for i in range(count):
        rank = RANKS - 1 - signed(found[i] & np.uint64(RANKS - 1))
        best[ranks[rank]] = found[i]
        ranks[rank] += 1


def part(found: Masks, shift: int, end: int, kind: type[np.signedinteger[Any]]) -> NDArray[Any]:
    """Return the bits of plays from `shift` to `end` as numbers of a kind."""
    return ((found >> np.uint64(shift)) & np.uint64((1 << (end - shift)) - 1)).astype(kind)
