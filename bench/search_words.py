"""Words of tiles: whether there is one (W1a), and which they are (W1b)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bench.peers.dawgdic import NEEDS, Dawgdic
from bench.peers.packages import Dawg2
from bench.peers.plain import alphagrams, can_spell
from bench.report import Row, Tell
from bench.sides import Compared, Side, compare, show, timed
from wordlot.core.pieces import BLANK
from wordlot.games.bet_the_bag.components import load_tiles
from wordlot.solver.coding import Rows, code_tiles
from wordlot.solver.compiling import kernel
from wordlot.solver.filling import fill_each
from wordlot.solver.index import Index, contract_of, index_of
from wordlot.solver.prefixes import empty_row
from wordlot.solver.spelling import Scratch, find_words, scratch
from wordlot.words import Lexicon

SIZES = (7, 10, 15)
BLANKS = (0, 1, 2)
RACKS = 2_000
COUNTS = (1_000, 200, 30)
"""Racks without a blank, with one and with two."""
FEW = 150
"""Racks for what takes long; each side's time is that of one rack."""
LEAST = 4


def racks(size: int, blanks: int, count: int, seed: int = 7) -> list[tuple[str, ...]]:
    """Return racks of the English tile set with so many blanks."""
    chance = random.Random(seed)
    letters = [tile for tile in load_tiles("english").tiles if tile != BLANK]
    return [(*chance.sample(letters, size - blanks), *[BLANK] * blanks) for _ in range(count)]


def flat(racks_: Sequence[Sequence[str]], lexicon: Lexicon) -> tuple[Rows, NDArray[np.int64]]:
    """Return racks one after the other as kernels number them, and where each ends."""
    coding = index_of(lexicon).coding
    coded = [code_tiles(tuple(rack), lexicon.alphabet, coding) for rack in racks_]
    return np.concatenate(coded), np.cumsum([len(codes) for codes in coded])


def can_spell_side(least: int, racks_: Sequence[Sequence[str]], lexicon: Lexicon) -> Side:
    """Return the kernel that tells of many racks whether they spell a word."""
    tiles, ends = flat(racks_, lexicon)
    contract, room, row = contract_of(lexicon, least), scratch(), empty_row()
    told = np.zeros(len(ends), np.bool_)
    return timed(lambda: fill_each(contract, least, tiles, ends, room, row, told), len(ends))


@kernel
def _list_all(
    index: Index,
    tiles: Rows,
    ends: NDArray[np.int64],
    least: int,
    room: Scratch,
    found: NDArray[np.uint32],
) -> int:
    count = start = 0
    for end in ends:
        count += find_words(
            index.coding, index.tree, index.numbers, tiles[start:end], least, room, found
        )
        start = end
    return count


def words_side(racks_: Sequence[Sequence[str]], lexicon: Lexicon) -> Side:
    """Return the kernel that lists the words of many racks."""
    tiles, ends = flat(racks_, lexicon)
    index, room, found = index_of(lexicon), scratch(), np.empty(len(lexicon), np.uint32)
    least = int(index.firsts[LEAST])
    return timed(lambda: _list_all(index, tiles, ends, least, room, found), len(ends))


def can_spell_rows(lexicon: Lexicon, tell: Tell) -> Iterator[Row]:
    """Measure W1a: can these tiles spell any word of at least c letters."""
    words = ["".join(word) for word in lexicon.words()]
    for least in (4, 5, 6, 7):
        known = alphagrams(words, least)
        for size in SIZES:
            ratios, figures = [], []
            for blanks in BLANKS:
                tell(f"W1a: {least} letters from {size} tiles, {blanks} blanks")
                both = _against_python(least, size, blanks, known, lexicon)
                ratios.append(both.ratios["python"])
                figures.append(f"{show(both.seconds['ours'])} to {show(both.seconds['python'])}")
            reach = 80 if least == 7 and size >= 10 else 40
            yield Row(
                f"W1a: c = {least}, n = {size}, 0, 1 and 2 blanks",
                ", ".join(f"{ratio:,.0f}×" for ratio in ratios),
                f"≥ {reach}× Python",
                min(ratios) >= reach,
                "; ".join(figures),
            )


def _against_python(
    least: int, size: int, blanks: int, known: frozenset[str], lexicon: Lexicon
) -> Compared:
    many = racks(size, blanks, RACKS)
    few = many[:FEW]
    sides = {
        "ours": can_spell_side(least, many, lexicon),
        "python": timed(
            lambda: [can_spell(rack, least, known) for rack in few], len(few), warm=False
        ),
    }
    return compare(sides, 3)


def word_rows(lexicon: Lexicon, dawgdic: Dawgdic | None, tell: Tell) -> Iterator[Row]:
    """Measure W1b: all words of at least 4 letters from n tiles."""
    dawg2 = Dawg2("".join(word) for word in lexicon.words())
    for size in SIZES:
        for blanks in BLANKS:
            tell(f"W1b: words of {size} tiles, {blanks} blanks")
            many = racks(size, blanks, COUNTS[blanks])
            name = f"W1b: n = {size}" + (f", {blanks} blanks" if blanks else "")
            if dawgdic is None:
                yield Row(name, "not measured", "≥ 8× dawgdic", met=False, note=f"needs {NEEDS}")
            else:
                with dawgdic.search("words", map("".join, many)) as search:
                    peer = lambda search=search, many=many: search.seconds() / len(many)  # noqa: E731
                    both = compare({"ours": words_side(many, lexicon), "dawgdic": peer}, 5)
                yield _word_row(name, both, "dawgdic", 8)
            if not blanks:
                few = ["".join(rack) for rack in many[:FEW]]
                slow = timed(
                    lambda few=few: [dawg2.words(r, LEAST) for r in few], len(few), warm=False
                )
                both = compare({"ours": words_side(many, lexicon), "DAWG2": slow}, 3)
                yield _word_row(name, both, "DAWG2", 200)


def _word_row(name: str, both: Compared, peer: str, reach: int) -> Row:
    ratio = both.ratios[peer]
    figures = f"{show(both.seconds['ours'])} to {show(both.seconds[peer])} a rack"
    return Row(name, f"{ratio:,.1f}×", f"≥ {reach}× {peer}", ratio >= reach, figures)
