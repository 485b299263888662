"""Sheets of a kit: a front, perhaps a back, and the marks by which cards are cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from reportlab.lib.colors import Color

from wordlot.kit.fonts import REGULAR, width
from wordlot.kit.net import Net, box
from wordlot.kit.options import BLEED, INCH, MARGIN, MM, KitOptions
from wordlot.kit.palette import GREY, INK, LINE, WHITE
from wordlot.kit.pen import Pen, Point, Rect
from wordlot.kit.texts import Texts

MARK = 3.5 * MM
"""Length of a crop mark."""
MARK_GAP = 0.5 * MM
"""Between bleed and crop mark, so that no mark stays on a card that is cut a little wide."""
GRID_FOOT = 26 * MM
"""Where the line at the foot of a grid begins: right of its first crop mark on every paper."""
HAIR = 0.4
"""Width of a cut or fold line."""
FOLD_DASH = (4.0, 2.5)
VALLEY_DASH = (5.0, 2.0, 0.8, 2.0)

Draw: TypeAlias = Callable[[Pen], None]
Face: TypeAlias = Callable[[Pen, Rect], None]
"""What draws one side of a piece into its area."""


@dataclass(frozen=True)
class Sheet:
    """One sheet of paper. Its back, where it has one, is drawn for a turn over the long edge."""

    title: str
    front: Draw
    back: Draw | None = None
    trim: Rect | None = None
    """What holds all cuts of the front; without one the page itself is the piece."""
    foot: float = 0.6 * INCH
    """Where the line at the foot begins."""


@dataclass(frozen=True)
class Grid:
    """Cells of one size in the middle of a page, row by row from the upper left."""

    page: tuple[float, float]
    cell: tuple[float, float]
    columns: int
    rows: int
    folded: bool = False
    """Whether they lie left of the middle instead, where their bleed meets that of the backs."""

    @property
    def area(self) -> Rect:
        """All cells together, placed so that the mirror of a cell lies behind a cell."""
        w, h = self.columns * self.cell[0], self.rows * self.cell[1]
        right = -BLEED if self.folded else w / 2
        return Rect(self.page[0] / 2 + right - w, (self.page[1] - h) / 2, w, h)

    def __len__(self) -> int:
        return self.columns * self.rows

    def __getitem__(self, index: int) -> Rect:
        if not 0 <= index < len(self):
            raise IndexError(f"cell {index} of {len(self)}")
        row, column = divmod(index, self.columns)
        area, (w, h) = self.area, self.cell
        return Rect(area.x + column * w, area.top - (row + 1) * h, w, h)


@dataclass(frozen=True)
class Pieces:
    """Cards or tiles of one size that share a back."""

    title: str
    """Of their sheets, with a place for the number of the sheet."""
    size: tuple[float, float]
    grid: tuple[int, int]
    """Columns and rows of a sheet; a folded one has half the columns."""
    faces: Sequence[Face]
    back: Face
    grounds: tuple[Color, Color]
    """The colours that bleed: of the fronts, and of the backs."""
    labels: Sequence[str]
    """What is on each face, in a word: the same for faces that look alike."""
    round: bool = False
    """Whether they are cut to a circle."""


def grid_of(options: KitOptions, pieces: Pieces) -> Grid:
    """Return where the fronts of pieces lie on a sheet."""
    columns, rows = pieces.grid
    columns = columns // 2 if options.folded else columns
    return Grid(options.paper.size, pieces.size, columns, rows, options.folded)


def piece_sheets(options: KitOptions, texts: Texts, pieces: Pieces) -> Iterator[Sheet]:
    """Yield sheets of pieces that lie edge to edge."""
    grid = grid_of(options, pieces)
    for number, begin in enumerate(range(0, len(pieces.faces), len(grid)), start=1):
        faces = pieces.faces[begin : begin + len(grid)]
        yield _piece_sheet(pieces.title.format(number=number), options, texts, pieces, faces)


def _piece_sheet(
    title: str, options: KitOptions, texts: Texts, pieces: Pieces, faces: Sequence[Face]
) -> Sheet:
    grid = grid_of(options, pieces)
    cells = [grid[index] for index in range(len(faces))]
    mirrored = [cell.mirrored(grid.page[0]) for cell in cells]
    ground, back_ground = pieces.grounds

    def fronts(pen: Pen) -> None:
        _bleed(pen, options, cells, ground)
        for cell, face in zip(cells, faces, strict=True):
            face(pen, cell)
        if not options.folded:
            mark_cuts(pen, options, cells)

    def backs(pen: Pen) -> None:
        _bleed(pen, options, mirrored, back_ground)
        for cell in mirrored:
            pieces.back(pen, cell)
        if not options.folded:
            mark_cuts(pen, options, mirrored)

    if not options.folded:
        return Sheet(title, fronts, backs, reduce(Rect.joined, cells), GRID_FOOT)
    every = [*cells, *mirrored]
    trim = reduce(Rect.joined, every)

    def both(pen: Pen) -> None:
        fronts(pen)
        backs(pen)
        mark_cuts(pen, options, every)
        mark_fold(pen, texts, trim)

    return Sheet(title, both, None, trim, trim.x + 1.5 * MM)


def _bleed(pen: Pen, options: KitOptions, cells: Sequence[Rect], ground: Color) -> None:
    if options.bleed:
        for cell in cells:
            pen.rect(cell.grown(BLEED), fill=ground)


def mark_cuts(pen: Pen, options: KitOptions, cells: Sequence[Rect]) -> None:
    """Mark where cards that lie edge to edge are cut: by crop marks around, or lines between."""
    if not options.crop_marks:
        for cell in cells:
            pen.rect(cell, stroke=LINE, line=HAIR)
        return
    left, right = min(c.x for c in cells), max(c.right for c in cells)
    low, top = min(c.y for c in cells), max(c.top for c in cells)
    near = BLEED + MARK_GAP
    far = near + MARK
    for x in _distinct(x for c in cells for x in (c.x, c.right)):
        ends = [((x, low - near), (x, low - far)), ((x, top + near), (x, top + far))]
        pen.lines(ends, stroke=INK, line=HAIR)
    for y in _distinct(y for c in cells for y in (c.y, c.top)):
        ends = [((left - near, y), (left - far, y)), ((right + near, y), (right + far, y))]
        pen.lines(ends, stroke=INK, line=HAIR)


def mark_fold(pen: Pen, texts: Texts, trim: Rect) -> None:
    """Mark the middle, where a folded sheet is folded, and say at its left edge what to do."""
    far = BLEED + MARK_GAP + MARK
    middle = pen.width / 2
    ends = ((middle, trim.y - far), (middle, trim.top + far))
    pen.lines([ends], stroke=INK, line=HAIR, dash=FOLD_DASH)
    with pen.at(MARGIN + 6, pen.height / 2, turn=90):
        pen.text((0, 0), texts.folded, size=6, colour=GREY, align="centre")


def _distinct(values: Iterable[float]) -> list[float]:
    """Return values in order, those that differ by rounding only once."""
    seen: dict[int, float] = {}
    for value in values:
        seen.setdefault(round(value * 100), value)
    return [seen[key] for key in sorted(seen)]


def draw_net(pen: Pen, net: Net) -> None:
    """Draw the lines of a net: cuts solid, mountain folds dashed, valley folds dash and dot."""
    pen.lines(net.cuts(), stroke=INK, line=HAIR)
    for panel in net.folds():
        assert panel.fold is not None
        dash = FOLD_DASH if panel.angle > 0 else VALLEY_DASH
        pen.lines([panel.fold], stroke=INK, line=HAIR, dash=dash)


def draw_glue(pen: Pen, outline: Sequence[Point], label: str) -> None:
    """Hatch a glue area, and say so."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    area = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    path = pen.canvas.beginPath()
    path.moveTo(*outline[0])
    for point in outline[1:]:
        path.lineTo(*point)
    path.close()
    pen.canvas.saveState()
    pen.canvas.clipPath(path, stroke=0, fill=0)
    step = 2 * MM
    count = int((area.w + area.h) / step) + 1
    lines = [
        ((area.x - area.h + k * step, area.y), (area.x + k * step, area.top)) for k in range(count)
    ]
    pen.lines(lines, stroke=LINE, line=0.25)
    pen.canvas.restoreState()
    with pen.at(*area.centre, turn=90 if area.h > area.w else 0):
        if label:
            wide = width(label, REGULAR, 8) + 10
            pen.rect(Rect(-wide / 2, -6, wide, 12), fill=WHITE, radius=3)
            pen.text((0, -2.6), label, size=8, colour=GREY, align="centre")


def draw_legend(pen: Pen, texts: Texts, at: Point) -> None:
    """Say how cuts, folds and glue are drawn, from a point to the right."""
    x, y = at
    shown: tuple[tuple[str, Sequence[float], bool], ...] = (
        (texts.cut, (), False),
        (texts.fold, FOLD_DASH, False),
        (texts.glue, (), True),
    )
    for label, dash, hatched in shown:
        if hatched:
            draw_glue(pen, box(x, y - 2, 24, 8), "")
        else:
            pen.lines([((x, y + 2), (x + 24, y + 2))], stroke=INK, line=HAIR, dash=dash)
        pen.text((x + 28, y), label, size=7.5, colour=INK)
        x += 28 + width(label, REGULAR, 7.5) + 16


def footer(pen: Pen, text: str, x: float) -> None:
    """Write a sheet's name at its foot, on the white margin's edge."""
    pen.text((x, MARGIN + 1.5), text, size=6, colour=GREY)
