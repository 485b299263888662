"""What draws on a sheet: shapes, texts and stamps on a reportlab canvas, in points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from wordlot.kit.fonts import CAP_HEIGHT, REGULAR, width
from wordlot.kit.palette import INK, Palette

Point: TypeAlias = tuple[float, float]
Align: TypeAlias = Literal["left", "centre", "right"]


@dataclass(frozen=True)
class Rect:
    """A rectangle by its lower left corner, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> Point:
        """The point in the middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def top(self) -> float:
        """The y of the upper edge."""
        return self.y + self.h

    def grown(self, by: float) -> Rect:
        """Return it with every edge moved outwards, inwards where `by` is negative."""
        return Rect(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def joined(self, other: Rect) -> Rect:
        """Return the least rectangle that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right, top = max(self.right, other.right), max(self.top, other.top)
        return Rect(x, y, right - x, top - y)

    def mirrored(self, page_width: float) -> Rect:
        """Return where it lies seen from the back of a page turned over its long edge."""
        return Rect(page_width - self.right, self.y, self.w, self.h)


class Pen:
    """A canvas with the palette of the print. Nothing drawn leaves a changed state behind."""

    def __init__(
        self, canvas: Canvas, palette: Palette, size: tuple[float, float], *, safe: float = 0
    ) -> None:
        self.canvas = canvas
        self.palette = palette
        self.safe = safe
        """How far at least all but the ground of a piece keeps from its cut."""
        self.width, self.height = size
        self._stamps: set[str] = set()

    @property
    def page(self) -> Rect:
        """The whole page."""
        return Rect(0, 0, self.width, self.height)

    @contextmanager
    def at(self, x: float, y: float, turn: float = 0) -> Iterator[None]:
        """Draw with the origin at a point, turned by degrees against the clock."""
        self.canvas.saveState()
        self.canvas.translate(x, y)
        if turn:
            self.canvas.rotate(turn)
        yield
        self.canvas.restoreState()

    @contextmanager
    def inside(self, rect: Rect, radius: float) -> Iterator[None]:
        """Draw only inside a rectangle with round corners."""
        self.canvas.saveState()
        path = self.canvas.beginPath()
        path.roundRect(rect.x, rect.y, rect.w, rect.h, radius)
        self.canvas.clipPath(path, stroke=0, fill=0)
        yield
        self.canvas.restoreState()

    @contextmanager
    def style(
        self,
        fill: Color | None,
        stroke: Color | None,
        line: float,
        dash: Sequence[float] = (),
    ) -> Iterator[None]:
        """Draw with a fill and a stroke colour, a line width and a dash."""
        self.canvas.saveState()
        if fill is not None:
            self.canvas.setFillColor(fill)
        if stroke is not None:
            self.canvas.setStrokeColor(stroke)
            self.canvas.setLineWidth(line)
        if dash:
            self.canvas.setDash(list(dash))
        yield
        self.canvas.restoreState()

    def text(
        self,
        at: Point,
        text: str,
        *,
        font: str = REGULAR,
        size: float = 9,
        colour: Color = INK,
        align: Align = "left",
    ) -> None:
        """Write a line of text whose baseline begins, is centred or ends at a point."""
        x = at[0] - {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * width(text, font, size)
        with self.style(colour, None, 0):
            self.canvas.setFont(font, size)
            self.canvas.drawString(x, at[1], text)

    def centred(self, at: Point, text: str, *, font: str, size: float, colour: Color = INK) -> None:
        """Write a text in capitals or figures whose middle is at a point, in both directions."""
        low = (at[0], at[1] - CAP_HEIGHT * size / 2)
        self.text(low, text, font=font, size=size, colour=colour, align="centre")

    def rect(
        self,
        rect: Rect,
        *,
        fill: Color | None = None,
        stroke: Color | None = None,
        line: float = 0.5,
        radius: float = 0,
        dash: Sequence[float] = (),
    ) -> None:
        """Draw a rectangle, its corners rounded by a radius."""
        with self.style(fill, stroke, line, dash):
            drawn, filled = int(stroke is not None), int(fill is not None)
            if radius:
                self.canvas.roundRect(rect.x, rect.y, rect.w, rect.h, radius, drawn, filled)
            else:
                self.canvas.rect(rect.x, rect.y, rect.w, rect.h, drawn, filled)

    def circle(
        self,
        centre: Point,
        radius: float,
        *,
        fill: Color | None = None,
        stroke: Color | None = None,
        line: float = 0.5,
        dash: Sequence[float] = (),
    ) -> None:
        """Draw a circle."""
        with self.style(fill, stroke, line, dash):
            self.canvas.circle(*centre, radius, int(stroke is not None), int(fill is not None))

    def polygon(
        self,
        points: Sequence[Point],
        *,
        fill: Color | None = None,
        stroke: Color | None = None,
        line: float = 0.5,
    ) -> None:
        """Draw a closed polygon, with round joins."""
        with self.style(fill, stroke, line):
            self.canvas.setLineJoin(1)
            path = self.canvas.beginPath()
            path.moveTo(*points[0])
            for point in points[1:]:
                path.lineTo(*point)
            path.close()
            self.canvas.drawPath(path, int(stroke is not None), int(fill is not None))

    def lines(
        self,
        segments: Iterable[tuple[Point, Point]],
        *,
        stroke: Color = INK,
        line: float = 0.5,
        dash: Sequence[float] = (),
    ) -> None:
        """Draw straight lines."""
        with self.style(None, stroke, line, dash):
            self.canvas.lines([(*a, *b) for a, b in segments])

    def dots(self, centres: Iterable[Point], radius: float, colour: Color) -> None:
        """Draw many dots as one path of points under a round cap: far smaller than circles."""
        with self.style(None, colour, 2 * radius):
            self.canvas.setLineCap(1)
            path = self.canvas.beginPath()
            for x, y in centres:
                path.moveTo(x, y)
                path.lineTo(x + 0.01, y)
            self.canvas.drawPath(path, stroke=1, fill=0)

    def stamp(self, name: str, area: Rect, draw: Callable[[], None]) -> None:
        """Draw something that comes many times: described once in the file, clipped to its area."""
        if name not in self._stamps:
            self._stamps.add(name)
            # The stubs ask for whole numbers; the bounding box of a form is not bound to them.
            self.canvas.beginForm(name, area.x, area.y, area.right, area.top)  # type: ignore[arg-type]
            draw()
            self.canvas.endForm()
        self.canvas.doForm(name)
