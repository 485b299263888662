"""The kernel that tells whether tiles can fill a contract at all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import BLANK_CODE, MOST_LETTERS, Rows
from wordlot.solver.compiling import inlined, kernel, signed
from wordlot.solver.fills import Fills, completing
from wordlot.solver.index import Contract
from wordlot.solver.prefixes import REACH, Row, forget, leave_out, push
from wordlot.solver.spelling import Rack, Scratch, has_any, put_back, take
from wordlot.solver.vectors import highest

_TRIED = 1
"""Common tiles beyond the contract that are tried before a tree is walked."""
_FEW = 2
"""Tiles beyond the contract up to which all sets are looked up, one more with a blank; for more,
walking a tree is quicker (measured)."""


@kernel
def fill_each(
    contract: Contract,
    least: int,
    tiles: Rows,
    ends: NDArray[np.int64],
    room: Scratch,
    row: Row,
    filled: NDArray[np.bool_],
) -> None:
    """Tell of each rack, up to where `ends` says, whether it spells a word of `least` letters."""
    start = 0
    for i in range(len(ends)):
        rack_tiles = tiles[start : ends[i]]
        start = ends[i]
        size = len(rack_tiles)
        if size < least:
            filled[i] = False
        elif contract.has_fills and size <= _few(least, rack_tiles):
            _line_up(row, rack_tiles)
            filled[i] = _fill_soon(contract, row, least, size)
        else:
            rack = take(rack_tiles, contract.coding.bits, room.counts)
            filled[i] = _fill(contract, row, rack, size, least, room)
            put_back(rack_tiles, room.counts)


@inlined
def _few(least: int, tiles: Rows) -> int:
    few = least + _FEW
    for tile in tiles:
        if tile == BLANK_CODE:
            few = least + _FEW + 1
    return min(few, MOST_LETTERS)


@inlined
def _fill(contract: Contract, row: Row, rack: Rack, size: int, least: int, room: Scratch) -> bool:
    """Tell whether a large rack fills the contract."""
    if contract.has_fills:
        most = least + (REACH if rack.counts[BLANK_CODE] else _TRIED)
        tried = _line_up_common(contract, row, rack, min(most, MOST_LETTERS))
        if _fill_soon(contract, row, least, tried):
            return True
        if tried == size:
            return False
    return has_any(contract.tree, rack, room)


@inlined
def _line_up(row: Row, tiles: Rows) -> None:
    """Put tiles in a row, the blanks first."""
    at = 0
    for tile in tiles:
        if tile == BLANK_CODE:
            at += 1
            push(row, at, BLANK_CODE)
    if at == 0:
        for tile in tiles:
            at += 1
            push(row, at, signed(tile))
        return
    for tile in tiles:
        if tile != BLANK_CODE:
            at += 1
            push(row, at, signed(tile))


@inlined
def _line_up_common(contract: Contract, row: Row, rack: Rack, most: int) -> int:
    """Put tiles in a row: blanks, then common vowels and other letters in turn, each letter once.

    Returns how many there are, `most` at most.
    """
    blanks = rack.counts[BLANK_CODE]
    for at in range(1, blanks + 1):
        push(row, at, BLANK_CODE)
    fresh = rack.letters
    at = blanks
    while fresh and at < most:
        at += 1
        side = fresh & (contract.vowels if at & 1 else ~contract.vowels)
        letter = highest(side or fresh)
        fresh ^= np.uint64(1) << letter
        push(row, at, signed(letter))
    return signed(at)


@inlined
def _missing(fills: Fills, row: Row, length: int, older: int, most_out: int) -> np.uint64:
    """Return the letters that complete the first tiles of a row; see `letters_wanted`."""
    wanted = np.uint64(0)
    blanks = row.blanks[length]
    letters = length - blanks
    total = row.totals[length]
    for r in range(min(most_out, letters) + 1):
        start, size = fills.starts[blanks, letters - r], fills.sizes[blanks, letters - r]
        for i in range(row.ways[r, older]):
            wanted |= completing(fills, start, size, total - row.out[r, i])
    return wanted


@inlined
def _fill_soon(contract: Contract, row: Row, least: int, size: int) -> bool:
    """Tell whether the tiles of a row fill the contract, few of them first."""
    forget(row, 0)
    wanted = np.uint64(0)
    for at in range(least, size + 1):
        out = at - least
        leave_out(row, at - 2, out)
        older = at - 1 if out == 0 else at - 2
        wanted |= _missing(contract.fills, row, at - 1, older, out)
        tile = row.tiles[at]
        done = wanted if tile == BLANK_CODE else (wanted >> np.uint64(tile)) & np.uint64(1)
        if done:
            return True
    return False
