"""Kernels that deal tiles from a bag and tell how many of them fill a contract.

Of each deal one tile stays face down, the first that is drawn: what is found is which letters it
may have for each number of tiles. So a deal counts for all the tiles that it could be, each as
often as it is left in the bag (Rao-Blackwell), and far fewer deals are as good as many.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import BLANK_CODE, FACES, MOST_LETTERS, NO_BIT, ODD, Coding, Masks, Rows
from wordlot.solver.compiling import inlined, kernel, signed
from wordlot.solver.fills import Fills
from wordlot.solver.index import Contract
from wordlot.solver.prefixes import REACH, Row, empty_row, forget, leave_out, letters_wanted, push
from wordlot.solver.spelling import Rack, Scratch, bit_of, find_sets, odd_row, scratch
from wordlot.solver.tree import Tree
from wordlot.solver.vectors import popcount
from wordlot.words.scanning import MOST_BLANKS

MOST_COPIES = 127
"""Tiles of one letter in a bag: seven bits of a number."""
PLANES = 7
MOST_RARE = 4
"""Rare letters from which on a deal's stratum is the same."""
STRATA = MOST_BLANKS + 1, MOST_RARE + 1, MOST_LETTERS + 1
"""A deal's stratum: how many of its first open tiles are blanks, rare letters and vowels."""
NEVER = MOST_LETTERS + 1
_STRIDE = 2
"""Draws that are made before a tree is walked for all of them (measured)."""
COPIES = 3
"""A letter's first copy, its second, and any further one are told apart."""
Planes: TypeAlias = tuple[
    np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64
]
"""How many tiles of each letter: the lowest bits of the numbers, the next ones, and so on."""

_ALL = 0xFFFF_FFFF_FFFF_FFFF


class Hand(NamedTuple):
    """A hand, and every set of its tiles that is worth laying: blanks go first."""

    counts: NDArray[np.int64]
    """Copies of each letter, and of blanks."""
    laid: Masks
    """The sum of each set, the smaller ones first."""
    starts: NDArray[np.int64]
    """Where the sets of each size begin, from 0 on; and last, how many there are."""
    reach: int
    """How many tiles can be left out before a tree is walked; -1 when there are too many sets."""
    stay: int
    """How many tiles can be left out while a deal goes on although the hidden tile would do."""


class Dealt(NamedTuple):
    """What deals came to, a column each."""

    strata: NDArray[np.int64]
    ended: NDArray[np.int64]
    """With how many tiles a deal ended: more do as well."""
    shares: NDArray[np.float64]
    """For each number of tiles, how likely it does."""
    surprises: NDArray[np.float64]
    """For each number of tiles beyond the contract: whether the hidden tile does now, less how
    likely that was; on average 0."""
    draws: Rows
    """The open draws, after the table's tiles: a letter and which copy of it, in a number."""


class Tally(NamedTuple):
    """What many deals came to, by stratum and number of tiles."""

    deals: NDArray[np.int64]
    """Deals of each stratum."""
    shares: NDArray[np.float64]
    """The sum of the chances that so many tiles do."""
    squares: NDArray[np.float64]
    """The sum of their squares."""


class Turned(NamedTuple):
    """All draws of a deal as a search in a tree wants them, by number of draws."""

    order: NDArray[np.int64]
    drawn: Masks
    """The copies drawn."""
    held: Masks
    """The copies drawn or in the hand."""
    blanks: NDArray[np.int64]
    """Blanks drawn."""
    found: NDArray[np.uint32]
    """Where the sets stand that are within reach."""
    had: NDArray[np.int64]
    """Copies of each letter, in counting."""


class Rooms(NamedTuple):
    """Where deals are written down."""

    scratch: Scratch
    row: Row
    turned: Turned
    full: Masks
    """Copies of each letter in the bag: the bits of their numbers, a plane each, lowest first."""
    blanks: int
    """Blanks in the bag."""
    looked: int
    """How many of a deal's first open tiles tell its stratum."""
    wanted: Masks
    """For each number of laid tiles, the letters that the hidden tile may have."""
    copies: NDArray[np.int64]
    """Copies of each letter drawn, in counting; 0 between deals."""


def make_rooms(tree: Tree, bag: Rows, table: Rows, looked: int) -> Rooms:
    """Return room for one question at a time, with the table's tiles as the first draws."""
    size = MOST_LETTERS + 2
    order = np.zeros(size, np.int64)
    order[: len(table)] = table
    turned = Turned(
        order,
        np.zeros(size, np.uint64),
        np.zeros(size, np.uint64),
        np.zeros(size, np.int64),
        np.empty(len(tree.masks), np.uint32),
        np.zeros(FACES + 1, np.int64),
    )
    copies = np.bincount(bag, minlength=FACES + 1)[:FACES].astype(np.uint64)
    letters = np.arange(FACES, dtype=np.uint64)
    planes = np.arange(PLANES, dtype=np.uint64)[:, None]
    full = np.bitwise_or.reduce(((copies >> planes) & np.uint64(1)) << letters, axis=1)
    blanks = int(np.count_nonzero(bag == BLANK_CODE))
    wanted, copies_seen = np.zeros(size, np.uint64), np.zeros(FACES + 1, np.int64)
    return Rooms(scratch(), empty_row(), turned, full, blanks, looked, wanted, copies_seen)


def room_for(deals: int) -> Dealt:
    """Return room for so many deals."""
    strata, ended = np.zeros((2, deals), np.int64)
    return Dealt(
        strata,
        ended,
        np.zeros((NEVER + 1, deals)),
        np.zeros((REACH + 1, deals)),
        np.zeros((MOST_LETTERS, deals), np.uint8),
    )


def empty_tally() -> Tally:
    """Return a tally of no deals."""
    strata = prod(STRATA)
    return Tally(np.zeros(strata, np.int64), *np.zeros((2, strata, NEVER + 1)))


@kernel
def deal_out(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    contract: Contract,
    hand: Hand,
    bag: Rows,
    table: Rows,
    least: int,
    most: int,
    seed: np.uint64,
    rooms: Rooms,
    dealt: Dealt,
) -> np.uint64:
    """Write down what random deals from the bag come to, after the tiles of the table.

    A deal needs the least b for which the first k tiles and b - k of the hand spell a word of
    `least` letters. What needs `most` or more counts as `most`. The bag ends in another order.
    Returns the next state of chance.
    """
    for at in range(len(table)):
        push(rooms.row, at + 1, signed(table[at]))
    state = seed
    for deal in range(len(dealt.strata)):
        state = _deal(contract, hand, bag, len(table), least, most, rooms, dealt, deal, state)
    return state


@inlined
def _deal(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    contract: Contract,
    hand: Hand,
    bag: Rows,
    lying: int,
    least: int,
    most: int,
    rooms: Rooms,
    dealt: Dealt,
    deal: int,
    state: np.uint64,
) -> np.uint64:
    """Deal once, write down what it came to, and return the next state of chance."""
    shares = dealt.shares[:, deal]
    size = len(bag)
    state, hidden = _draw(bag, size, state)
    drawn = lying
    row, wanted = rooms.row, rooms.wanted
    forget(row, lying)
    full = rooms.full
    left = full[0], full[1], full[2], full[3], full[4], full[5], full[6]
    blanks = rooms.blanks
    before = np.uint64(0)
    need = most
    found = False
    stratum = rare = 0
    for tiles in range(max(least, lying + 1), most):
        while drawn < max(tiles - 1, lying + rooms.looked) and size > 1:
            state, tile = _draw(bag, size - 1, state)
            size -= 1
            drawn += 1
            push(row, drawn, tile)
            if tile == BLANK_CODE:
                blanks -= 1
            else:
                left = _without(left, tile)
            if drawn <= lying + rooms.looked:
                step, rare = _step(contract, tile, rare)
                stratum += step
        if tiles - least > hand.reach:
            state, size = _finish(
                contract, hand, bag, size, lying, drawn, tiles, most, hidden, rooms, shares, state
            )
            break
        now = before | _wanted(contract.fills, hand, row, lying, drawn, tiles, least, wanted)
        share = 1.0
        if now != _ALL:
            old = 0
            if tiles - least > hand.stay:
                old = _copies(left, before) + (blanks if before else 0)
            new = _copies(left, now) + (blanks if now else 0)
            share = (new - old) / (size - old)
            found = _has(now, hidden)
            if tiles - least <= REACH:
                dealt.surprises[tiles - least, deal] = found - share
        before = now
        shares[tiles] = share
        if now == _ALL or (found and tiles - least >= hand.stay):
            need = tiles
            break
    dealt.strata[deal], dealt.ended[deal] = stratum, need
    return _close(bag, size, lying, need, rooms.copies, dealt, deal, state)


@inlined
def _close(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    bag: Rows,
    size: int,
    lying: int,
    need: int,
    copies: NDArray[np.int64],
    dealt: Dealt,
    deal: int,
    state: np.uint64,
) -> np.uint64:
    """Write down that more tiles than needed do, and all open draws; return the state of chance."""
    for tiles in range(need + 1, NEVER):
        dealt.shares[tiles, deal] = 1
    shown = min(MOST_LETTERS - 1 - lying, len(bag) - 1)
    while size > len(bag) - shown:
        state, _ = _draw(bag, size - 1, state)
        size -= 1
    _show(bag, copies, dealt.draws[:shown, deal])
    return state


@inlined
def _show(bag: Rows, copies: NDArray[np.int64], draws: Rows) -> None:
    """Write down the open draws, which the bag ends with, before the hidden one."""
    last = len(bag) - 2
    for at in range(len(draws)):
        tile = bag[last - at]
        draws[at] = COPIES * tile + min(copies[tile], COPIES - 1)
        copies[tile] += 1
    for at in range(len(draws)):
        copies[bag[last - at]] = 0


@kernel
def _finish(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    contract: Contract,
    hand: Hand,
    bag: Rows,
    size: int,
    lying: int,
    drawn: int,
    first: int,
    most: int,
    hidden: int,
    rooms: Rooms,
    shares: NDArray[np.float64],
    state: np.uint64,
) -> tuple[np.uint64, int]:
    """Draw on, with the hidden tile as it is, and write down how many tiles do, from `first` on.

    Returns the next state of chance, and what is left in the bag.
    """
    order = rooms.turned.order
    order[lying] = hidden
    for at in range(lying + 1, drawn + 1):
        order[at] = rooms.row.tiles[at]
    tiles, need = first, NEVER
    while need == NEVER and tiles < most:
        tiles = min(tiles + _STRIDE, most)
        while drawn < tiles - 2 and size > 1:
            state, tile = _draw(bag, size - 1, state)
            size -= 1
            drawn += 1
            order[drawn] = tile
        need = search(contract, hand, rooms, lying, drawn + 1, tiles)
    for done in range(max(need, first), most):
        shares[done] = 1
    return state, size


@inlined
def _wanted(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    fills: Fills,
    hand: Hand,
    row: Row,
    lying: int,
    drawn: int,
    tiles: int,
    least: int,
    wanted: Masks,
) -> np.uint64:
    """Return the letters that the hidden tile may have so that so many tiles will do.

    `wanted` keeps them for each number of tiles that are laid. The newest tile of a row is never
    left out, since what does without it was found when it was not there.
    """
    now = np.uint64(0)
    in_hand = hand.counts[BLANK_CODE]
    leave_out(row, max(lying, min(drawn, tiles - 2)), tiles - least)
    for laid in range(min(len(hand.starts) - 2, tiles - 1 - lying) + 1):
        length = tiles - 1 - laid
        if length > drawn:
            continue
        first = tiles == least or length == lying
        if not first and _has(wanted[laid], row.tiles[length]):
            return np.uint64(_ALL)
        letters = letters_wanted(
            fills,
            row,
            length,
            length if first else length - 1,
            tiles - least,
            hand.laid,
            hand.starts[laid],
            hand.starts[laid + 1],
            max(0, laid - in_hand),
            min(laid, in_hand),
        )
        wanted[laid] = letters if first else wanted[laid] | letters
        now |= wanted[laid]
    return now


@inlined
def _has(letters: np.uint64, tile: int) -> bool:
    """Tell whether a tile is one of the letters; a blank is any, where there are any."""
    if tile == BLANK_CODE:
        return bool(letters)
    return bool((letters >> np.uint64(tile)) & np.uint64(1))


@inlined
def _step(contract: Contract, tile: int, rare: int) -> tuple[int, int]:
    """Return by how much a tile moves the stratum of its deal on, and the rare letters so far."""
    if tile == BLANK_CODE:
        return STRATA[1] * STRATA[2], rare
    bit = np.uint64(1) << np.uint64(tile)
    if bit & contract.rare:
        return STRATA[2] if rare < MOST_RARE else 0, rare + 1
    return 1 if bit & contract.vowels else 0, rare


@inlined
def _copies(left: Planes, letters: np.uint64) -> int:
    """Return how many tiles of some letters are left."""
    a, b, c, d, e, f, g = left
    count = popcount(a & letters)
    count += popcount(b & letters) << np.uint64(1)
    count += popcount(c & letters) << np.uint64(2)
    count += popcount(d & letters) << np.uint64(3)
    count += popcount(e & letters) << np.uint64(4)
    count += popcount(f & letters) << np.uint64(5)
    count += popcount(g & letters) << np.uint64(6)
    return signed(count)


@inlined
def _without(left: Planes, tile: int) -> Planes:
    """Return what is left with one tile less of a letter: 1 is subtracted bit after bit."""
    a, b, c, d, e, f, g = left
    a ^= np.uint64(1) << np.uint64(tile)
    borrowed = a & (np.uint64(1) << np.uint64(tile))
    b ^= borrowed
    borrowed &= b
    c ^= borrowed
    borrowed &= c
    d ^= borrowed
    borrowed &= d
    e ^= borrowed
    borrowed &= e
    f ^= borrowed
    borrowed &= f
    g ^= borrowed
    return a, b, c, d, e, f, g


@kernel
def search(contract: Contract, hand: Hand, rooms: Rooms, fewest: int, draws: int, most: int) -> int:
    """Return how many tiles do: `fewest` to `draws` draws, and what is laid beside them.

    It is `NEVER` where `most` or more are needed.
    """
    tree, turned, counts = contract.tree, rooms.turned, rooms.scratch.counts
    letters = _turn(contract.coding, hand, turned, counts, draws)
    held = turned.held[draws] | (np.uint64(1) << np.uint64(ODD))
    rack = Rack(counts, held, letters)
    need = most
    for i in range(find_sets(tree, rack, rooms.scratch, turned.found)):
        one = signed(turned.found[i])
        for k in range(fewest, min(draws, need - 1) + 1):
            if tree.masks[one] >> np.uint64(ODD):
                lacking, beyond = _count_odd(tree, one, hand, turned, rooms.scratch.wanted, k)
            else:
                lacking = signed(popcount(tree.masks[one] & ~turned.drawn[k]))
                beyond = signed(popcount(tree.masks[one] & ~turned.held[k]))
            if beyond <= turned.blanks[k] + hand.counts[BLANK_CODE]:
                need = min(need, k + max(0, lacking - turned.blanks[k]))
    return need if need < most else NEVER


@kernel
def _turn(
    coding: Coding, hand: Hand, turned: Turned, counts: NDArray[np.int64], draws: int
) -> np.uint64:
    """Write down what is drawn and held after each draw; return the letters held in the end."""
    letters, held, drawn = np.uint64(0), np.uint64(0), np.uint64(0)
    for letter in range(FACES):
        counts[letter] = 0
        for copy in range(1, hand.counts[letter] + 1):
            held |= bit_of(coding.bits, letter, copy)
            letters |= np.uint64(1) << np.uint64(letter)
    turned.held[0], turned.drawn[0], turned.blanks[0] = held, drawn, 0
    for at in range(draws):
        tile = turned.order[at]
        turned.blanks[at + 1] = turned.blanks[at] + (tile == BLANK_CODE)
        if tile != BLANK_CODE:
            counts[tile] += 1
            drawn |= bit_of(coding.bits, tile, counts[tile])
            held |= bit_of(coding.bits, tile, counts[tile] + hand.counts[tile])
            letters |= np.uint64(1) << np.uint64(tile)
        turned.drawn[at + 1], turned.held[at + 1] = drawn, held
    for letter in range(FACES):
        counts[letter] += hand.counts[letter]
    counts[BLANK_CODE] = turned.blanks[draws] + hand.counts[BLANK_CODE]
    return letters


@kernel
def _count_odd(
    tree: Tree, one: int, hand: Hand, turned: Turned, wanted: NDArray[np.int64], draws: int
) -> tuple[int, int]:
    """Return how many tiles of a set are not among the draws, and not in the hand either."""
    had = turned.had
    had[:] = 0
    wanted[:] = 0
    for at in range(draws):
        if turned.order[at] != BLANK_CODE:
            had[turned.order[at]] += 1
    lacking = beyond = 0
    for letter in tree.odd_letters[odd_row(tree, one)]:
        if letter == NO_BIT:
            break
        wanted[letter] += 1
        lacking += wanted[letter] > had[letter]
        beyond += wanted[letter] > had[letter] + hand.counts[letter]
    return lacking, beyond


@kernel
def certain_need(contract: Contract, hand: Hand, lying: int, least: int, rooms: Rooms) -> int:
    """Return the least number of tiles that do with no draw after those of the table."""
    return max(least, search(contract, hand, rooms, lying, lying, NEVER))


@inlined
def _draw(bag: Rows, size: int, state: np.uint64) -> tuple[np.uint64, int]:
    """Draw one of the first tiles of a bag; return the next state of chance, and the tile."""
    state, at = below(state, size)
    tile = bag[at]
    bag[at] = bag[size - 1]
    bag[size - 1] = tile
    return state, signed(tile)


@kernel
def below(state: np.uint64, n: int) -> tuple[np.uint64, int]:
    """Return the next state of chance and a number from 0 to n - 1 (SplitMix64, Steele 2014).

    The upper 32 bits are scaled to n; for a bag of 100 tiles no number is likelier than another by
    more than one part in 40 million.
    """
    state += np.uint64(0x9E37_79B9_7F4A_7C15)
    mixed = state
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58_476D_1CE4_E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D0_49BB_1331_11EB)
    mixed ^= mixed >> np.uint64(31)
    return state, signed(((mixed >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))
