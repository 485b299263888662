"""Crosswords and plays drawn as text: small letters yellow, capitals red, dots for empty cells.

    ..s.
    raTe        the row with two letters side by side is the base word
    ..o.

"cross 2 s+op" is a play: its kind, its column (0 where none is written), and the cards laid, with a
plus for what lies there already.
"""

import re
from itertools import pairwise

from wordlot.core.pieces import Card, parse_cards, show_cards
from wordlot.games.match.model import Crossing, Crossword, Kind, Play

_CELL = re.compile(r"\[[^\[\]]+\]|\S")
EMPTY = "."


def crossword(text: str) -> Crossword:
    """Read a drawing; its rows stand on lines of their own, or are parted by blanks."""
    rows = [_CELL.findall(row) for row in text.split()]
    if not rows:
        return Crossword()
    level = next(i for i, row in enumerate(rows) if _is_base(row))
    left = next(i for i, cell in enumerate(rows[level]) if cell != EMPTY)
    base = parse_cards("".join(rows[level]).strip(EMPTY))
    columns = (_column(rows, level, left + i) for i in range(len(base)))
    crossings = (Crossing(i, at, cards) for i, (at, cards) in enumerate(columns) if len(cards) > 1)
    return Crossword(base, tuple(crossings))


def _is_base(row: list[str]) -> bool:
    return any(EMPTY not in pair for pair in pairwise(row))


def _column(rows: list[list[str]], level: int, column: int) -> tuple[int, tuple[Card, ...]]:
    cells = ["" if column >= len(row) else row[column].strip(EMPTY) for row in rows]
    return len(parse_cards("".join(cells[:level]))), parse_cards("".join(cells))


def show(table: Crossword) -> str:
    """Draw a crossword as `crossword` reads it; nothing for an empty table."""
    if not table.base:
        return ""
    level = max((c.at for c in table.crossings), default=0)
    depth = max((len(c.cards) - c.at for c in table.crossings), default=1)
    rows = [[EMPTY] * len(table.base) for _ in range(level + depth)]
    rows[level] = [show_cards([card]) for card in table.base]
    for crossing in table.crossings:
        for i, card in enumerate(crossing.cards):
            rows[level - crossing.at + i][crossing.column] = show_cards([card])
    return "\n".join("".join(row) for row in rows)


def play(text: str) -> Play:
    """Read a play, "cross 2 s+op" or "base rate"."""
    kind, *column, cards = text.split()
    before, _, after = cards.partition("+")
    place = int(column[0]) if column else 0
    return Play(Kind(kind), place, parse_cards(before), parse_cards(after))


def show_play(laid: Play) -> str:
    """Write a play as `play` reads it."""
    before, after = show_cards(laid.before), show_cards(laid.after)
    match laid.kind:
        case Kind.BASE:
            return f"{laid.kind} {before}"
        case Kind.EXTEND_BASE:
            return f"{laid.kind} {before}+{after}"
        case Kind.CROSS | Kind.EXTEND_CROSS:
            return f"{laid.kind} {laid.column} {before}+{after}"
