"""Pictures of Match plays: crosswords in small cards, worth what the game's rules say."""

from __future__ import annotations

from wordlot.core.pieces import Card, parse_cards
from wordlot.games.match.model import Crossword, Kind, Play
from wordlot.games.match.placing import Worth, lay, worth
from wordlot.kit.faces import draw_mini
from wordlot.kit.pen import Pen, Point, Rect
from wordlot.kit.texts import Figure


def before_play(figure: Figure) -> Crossword:
    """Return what lies on the table before the play of a figure."""
    crossword = Crossword(parse_cards(figure.base))
    if figure.crossing is None:
        return crossword
    one = figure.crossing
    above, below = parse_cards(one.before), parse_cards(one.after)
    return lay(crossword, Play(Kind.CROSS, one.column, above, below))


def play_of(figure: Figure) -> Play:
    """Return the play of a figure."""
    before, after = parse_cards(figure.before), parse_cards(figure.after)
    return Play(figure.kind, figure.column, before, after)


def worth_of(figure: Figure) -> Worth:
    """Return value and score of the play of a figure (M5.1, M5.2)."""
    return worth(before_play(figure), play_of(figure))


def cells(crossword: Crossword) -> dict[tuple[int, int], Card]:
    """Return the cards by column and row; the base word is row 0 from column 0, rows go down."""
    found = {(column, 0): card for column, card in enumerate(crossword.base)}
    for crossing in crossword.crossings:
        for row, card in enumerate(crossing.cards, start=-crossing.at):
            found[crossing.column, row] = card
    return found


def largest_cell(figure: Figure, room: Rect) -> float:
    """Return the side of the largest cells with which a figure's crossword is within a room."""
    placed = cells(lay(before_play(figure), play_of(figure)))
    rows = [row for _, row in placed]
    wide, high = 1 + max(column for column, _ in placed), 1 + max(rows) - min(rows)
    return min(room.w / wide, room.h / high)


def draw_play(pen: Pen, figure: Figure, centre: Point, cell: float, *, marked: bool = True) -> None:
    """Draw a figure's crossword with its play laid, new cards in a heavy frame if `marked`."""
    before, play = before_play(figure), play_of(figure)
    shift = len(play.before) if play.kind is Kind.EXTEND_BASE else 0
    old = {(column + shift, row) for column, row in cells(before)}
    after = cells(lay(before, play))
    columns, rows = [c for c, _ in after], [r for _, r in after]
    wide, high = max(columns) + 1, max(rows) - min(rows) + 1
    left = centre[0] - wide * cell / 2
    top = centre[1] + high * cell / 2

    def place(column: int, row: int) -> Rect:
        low = top - (row - min(rows) + 1) * cell
        return Rect(left + column * cell, low, cell, cell).grown(-0.04 * cell)

    # New cards last: their frames lie over their neighbours.
    for at, card in sorted(after.items(), key=lambda item: item[0] not in old):
        draw_mini(pen, card, place(*at), new=marked and at not in old)
