"""The kernel that tells whether tiles can fill a contract at all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordlot.solver.coding import BLANK_CODE, Rows
from wordlot.solver.compiling import kernel, signed
from wordlot.solver.fills import Fills
from wordlot.solver.index import Contract
from wordlot.solver.prefixes import (
    NOTHING_LAID,
    REACH,
    Row,
    forget,
    leave_out,
    letters_wanted,
    push,
)
from wordlot.solver.spelling import Rack, Scratch, has_any, take
from wordlot.solver.vectors import highest


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
        size = ends[i] - start
        if size >= least:
            rack = take(tiles[start : ends[i]], contract.coding.bits, room.counts)
            tried, done = 0, False
            if contract.has_fills:
                done, tried = _fill_soon(contract.fills, row, rack, least, size)
            filled[i] = done or (tried < size and has_any(contract.tree, rack, room))
        start = ends[i]


@kernel
def _fill_soon(fills: Fills, row: Row, rack: Rack, least: int, size: int) -> tuple[bool, int]:
    """Tell whether the first tiles fill the contract, blanks and common letters before the others.

    Returns also how many tiles were looked at: no more than `REACH` beyond `least`.
    """
    forget(row, 0)
    letters = rack.letters
    letter, copies = BLANK_CODE, rack.counts[BLANK_CODE]
    wanted = np.uint64(0)
    for at in range(1, min(size, least + REACH) + 1):
        while copies == 0:
            letter = signed(highest(letters))
            letters ^= np.uint64(1) << np.uint64(letter)
            copies = rack.counts[letter]
        copies -= 1
        if at >= least:
            out = at - least
            leave_out(row, at - 2, out)
            wanted |= letters_wanted(
                fills, row, at - 1, at - 1 if out == 0 else at - 2, out, NOTHING_LAID, 0, 1, 0, 0
            )
            done = (
                wanted != 0 if letter == BLANK_CODE else wanted >> np.uint64(letter) & np.uint64(1)
            )
            if done:
                return True, at
        push(row, at, letter)
    return False, min(size, least + REACH)
