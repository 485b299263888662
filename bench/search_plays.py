"""All plays of Match (W3): beside a C++ program, a GADDAG for the extensions, and the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bench.peers.dawgdic import NEEDS, Dawgdic
from bench.peers.packages import Gaddag
from bench.positions import crosswords
from bench.report import Row, Tell
from bench.sides import Compared, Side, compare, show, timed
from tests.solver.reference import every_play
from wordlot.core.pieces import Card, show_cards
from wordlot.games.match.model import Crossword, Kind
from wordlot.games.match.placing import lanes, lying
from wordlot.solver import plays
from wordlot.solver.coding import Masks, Rows
from wordlot.solver.compiling import kernel
from wordlot.solver.index import Index, index_of
from wordlot.solver.laying import Board, Lanes, find_plays, make_board
from wordlot.solver.match import code_hand, code_lanes
from wordlot.words import Lexicon

HANDS = (7, 10, 14)
POSITIONS = 200
REFERENCE_POSITIONS = 1
ROOM = 1 << 17

Position = tuple[Crossword, tuple[Card, ...]]


@kernel
def _find_all(  # noqa: PLR0913, PLR0917, a kernel takes all it needs
    index: Index,
    yellow: Rows,
    red: Rows,
    ends: NDArray[np.int64],
    every: Lanes,
    board: Board,
    found: Masks,
    best: Masks,
) -> int:
    """Find the plays of many positions; a row of `ends` is where colours and lanes end."""
    count = a = b = c = 0
    for i in range(len(ends)):
        d, e, f = ends[i, 0], ends[i, 1], ends[i, 2]
        some = Lanes(
            every.faces[c:f],
            every.letters[c:f],
            every.lengths[c:f],
            every.colours[c:f],
            every.words[c:f],
        )
        count += find_plays(index, yellow[a:d], red[b:e], some, 1, board, found, best)
        a, b, c = d, e, f
    return count


def plays_side(positions: Sequence[Position], lexicon: Lexicon, kinds: Sequence[Kind]) -> Side:
    """Return the kernel that finds the plays of some kinds in many positions, best first."""
    colours = [code_hand(hand, lexicon) for _, hand in positions]
    rows = []
    for crossword, _ in positions:
        places = [lane for lane in lanes(crossword) if lane.kind in kinds]
        rows.append(code_lanes([lying(crossword, lane) for lane in places], lexicon))
    width = max(row.faces.shape[1] for row in rows)
    rows = [
        row._replace(faces=_widened(row.faces, width), letters=_widened(row.letters, width))
        for row in rows
    ]
    every = Lanes(*(np.concatenate(columns) for columns in zip(*rows, strict=True)))
    yellow, red = (np.concatenate(parts) for parts in zip(*colours, strict=True))
    sizes = [[*map(len, hand), len(row.lengths)] for hand, row in zip(colours, rows, strict=True)]
    ends = np.cumsum(np.array(sizes), axis=0)
    index, board = index_of(lexicon), make_board(len(lexicon))
    found, best = np.empty((2, ROOM), np.uint64)
    return timed(
        lambda: _find_all(index, yellow, red, ends, every, board, found, best), len(positions)
    )


def _widened(rows: Rows, width: int) -> Rows:
    return np.pad(rows, ((0, 0), (0, width - rows.shape[1])))


def in_letters(crossword: Crossword, hand: Sequence[Card]) -> str:
    """Write a position as the C++ program reads it."""
    marks = {Kind.BASE: "b", Kind.CROSS: "c", Kind.EXTEND_BASE: "e", Kind.EXTEND_CROSS: "e"}
    places = (marks[lane.kind] + show_cards(lying(crossword, lane)) for lane in lanes(crossword))
    return " ".join((show_cards(hand), *places))


def play_rows(lexicon: Lexicon, dawgdic: Dawgdic | None, tell: Tell) -> Iterator[Row]:
    """Measure W3: a base of 6, two crossings, hands of 7, 10 and 14."""
    gaddag = Gaddag("".join(word) for word in lexicon.words())
    words = list(lexicon.words())
    for size in HANDS:
        tell(f"W3: hands of {size}")
        positions = list(crosswords(POSITIONS, size))
        ours = plays_side(positions, lexicon, list(Kind))
        called = timed(lambda p=positions: [plays(c, h, lexicon) for c, h in p], len(positions))
        if dawgdic is None:
            note = f"needs {NEEDS}"
            yield Row(f"W3: hand of {size}", "not measured", "≥ 4× the C++", met=False, note=note)
        else:
            with dawgdic.search("plays", (in_letters(*position) for position in positions)) as peer:
                side = lambda peer=peer: peer.seconds() / POSITIONS  # noqa: E731
                both = compare({"ours": ours, "C++": side, "called": called})
            yield _row(f"W3: hand of {size}", both, "C++", 4, _called(both))
        extensions = plays_side(positions, lexicon, [Kind.EXTEND_BASE, Kind.EXTEND_CROSS])
        slow = timed(
            lambda p=positions: [gaddag.extensions(c, h) for c, h in p[:10]], 10, warm=False
        )
        both = compare({"ours": extensions, "GADDAG": slow}, 5)
        yield _row(f"W3: extensions, hand of {size}", both, "GADDAG", 40)
        if size <= 10:
            first = positions[:REFERENCE_POSITIONS]
            plain = timed(
                lambda p=first: [every_play(c, h, words) for c, h in p],
                REFERENCE_POSITIONS,
                warm=False,
            )
            both = compare({"ours": plays_side(first, lexicon, list(Kind)), "reference": plain}, 1)
            yield _row(f"W3: hand of {size}", both, "reference", 1000)


def _called(both: Compared) -> str:
    ratio = both.ratios["C++"] / both.ratios["called"]
    return f"; `plays()` from Python {show(both.seconds['called'])}, {ratio:.1f}×"


def _row(name: str, both: Compared, peer: str, reach: int, more: str = "") -> Row:
    ratio = both.ratios[peer]
    note = f"{show(both.seconds['ours'])} to {show(both.seconds[peer])}{more}"
    return Row(name, f"{ratio:,.1f}×", f"≥ {reach:,}× {peer}", ratio >= reach, note)
