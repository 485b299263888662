"""A canvas that writes SVG: what is drawn for print is drawn for a page by the same code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TypeAlias, cast

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from wordlot.kit.fonts import BOLD, LETTERS
from wordlot.kit.palette import FULL
from wordlot.kit.pen import Pen, Rect

WEIGHTS = {LETTERS: 800, BOLD: 700}
"""The weights of fonts whose name says more than the regular one."""

Draw: TypeAlias = Callable[[Pen], object]


SCALE = 1.6
"""Pixels of a point, where there is room."""


def svg(name: str, area: Rect, draw: Draw) -> str:
    """Return a picture of an area. Ids begin with `name`, so that a page holds many."""
    canvas = SvgCanvas(name)
    pen = Pen(cast(Canvas, canvas), FULL, (area.w, area.h))
    draw(pen)
    box = " ".join(map(_figure, (0, 0, area.w, area.h)))
    size = f'width="{_figure(SCALE * area.w)}" height="{_figure(SCALE * area.h)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} '
        'aria-hidden="true">'
        f"<defs>{''.join(canvas.defs)}</defs>"
        f'<g transform="matrix(1 0 0 -1 {_figure(-area.x)} {_figure(area.top)})">'
        f"{canvas.body}</g></svg>"
    )


class SvgPath:
    """The path of such a canvas, by the names that reportlab's has."""

    def __init__(self) -> None:
        self.shape = ""
        """The element, open for its style."""
        self._steps: list[str] = []

    def _add(self, letter: str, *numbers: float) -> None:
        self._steps.append(letter + " ".join(map(_figure, numbers)))
        self.shape = f'<path d="{"".join(self._steps)}"'

    def moveTo(self, x: float, y: float) -> None:  # noqa: D102, N802 - reportlab's name
        self._add("M", x, y)

    def lineTo(self, x: float, y: float) -> None:  # noqa: D102, N802 - reportlab's name
        self._add("L", x, y)

    def curveTo(self, *points: float) -> None:  # noqa: D102, N802 - reportlab's name
        self._add("C", *points)

    def close(self) -> None:
        """Return to where the path began."""
        self._add("Z")

    def roundRect(self, x: float, y: float, w: float, h: float, r: float) -> None:  # noqa: D102, N802 - reportlab's name
        self.shape = _rect(x, y, w, h, r)


class SvgCanvas:
    """What of reportlab's canvas a `Pen` uses, by its names."""

    def __init__(self, name: str) -> None:
        self.defs: list[str] = []
        """Clips and stamps."""
        self._name = name
        self._out: list[list[str]] = [[]]
        """Where elements go; more than one while a stamp is drawn."""
        self._style: dict[str, str] = {}
        self._font = ""
        self._saved: list[tuple[dict[str, str], int]] = []
        self._open = 0
        """Groups opened since the state was saved last."""
        self._forms: dict[str, str] = {}

    @property
    def body(self) -> str:
        """All elements so far."""
        return "".join(self._out[0])

    def saveState(self) -> None:  # noqa: D102, N802 - reportlab's name
        self._saved.append((dict(self._style), self._open))
        self._open = 0

    def restoreState(self) -> None:  # noqa: D102, N802 - reportlab's name
        self._add("</g>" * self._open)
        self._style, self._open = self._saved.pop()

    def translate(self, x: float, y: float) -> None:  # noqa: D102 - reportlab's name
        self._group(f'transform="translate({_figure(x)} {_figure(y)})"')

    def rotate(self, degrees: float) -> None:  # noqa: D102 - reportlab's name
        self._group(f'transform="rotate({_figure(degrees)})"')

    def beginPath(self) -> SvgPath:  # noqa: D102, N802 - reportlab's name
        return SvgPath()

    def clipPath(self, path: SvgPath, *, stroke: int = 0, fill: int = 0) -> None:  # noqa: D102, N802 - reportlab's name
        assert not stroke
        assert not fill
        clip = f"{self._name}-{len(self.defs)}"
        self.defs.append(f'<clipPath id="{clip}">{path.shape}/></clipPath>')
        self._group(f'clip-path="url(#{clip})"')

    def setFillColor(self, colour: Color) -> None:  # noqa: D102, N802 - reportlab's name
        self._style["fill"] = _colour(colour)

    def setStrokeColor(self, colour: Color) -> None:  # noqa: D102, N802 - reportlab's name
        self._style["stroke"] = _colour(colour)

    def setLineWidth(self, width: float) -> None:  # noqa: D102, N802 - reportlab's name
        self._style["stroke-width"] = _figure(width)

    def setDash(self, dash: Sequence[float]) -> None:  # noqa: D102, N802 - reportlab's name
        self._style["stroke-dasharray"] = " ".join(map(_figure, dash))

    def setLineJoin(self, kind: int) -> None:  # noqa: D102, N802 - reportlab's name
        self._style["stroke-linejoin"] = ("miter", "round", "bevel")[kind]

    def setLineCap(self, kind: int) -> None:  # noqa: D102, N802 - reportlab's name
        self._style["stroke-linecap"] = ("butt", "round", "square")[kind]

    def setFont(self, font: str, size: float) -> None:  # noqa: D102, N802 - reportlab's name
        weight = WEIGHTS.get(font, 400)
        self._font = f'font-family="Inter, sans-serif" font-weight="{weight}" '
        self._font += f'font-size="{_figure(size)}"'

    def drawString(self, x: float, y: float, text: str) -> None:  # noqa: D102, N802 - reportlab's name
        place = f'transform="matrix(1 0 0 -1 {_figure(x)} {_figure(y)})"'
        fill = self._style["fill"]
        self._add(f'<text {place} {self._font} fill="{fill}">{escape(text)}</text>')

    def rect(self, x: float, y: float, w: float, h: float, stroke: int = 1, fill: int = 0) -> None:  # noqa: D102 - reportlab's name
        self._shape(_rect(x, y, w, h, 0), stroke, fill)

    def roundRect(  # noqa: D102, N802 - reportlab's name
        self, x: float, y: float, w: float, h: float, r: float, stroke: int = 1, fill: int = 0
    ) -> None:
        self._shape(_rect(x, y, w, h, r), stroke, fill)

    def circle(self, x: float, y: float, r: float, stroke: int = 1, fill: int = 0) -> None:  # noqa: D102 - reportlab's name
        where = f'cx="{_figure(x)}" cy="{_figure(y)}" r="{_figure(r)}"'
        self._shape(f"<circle {where}", stroke, fill)

    def lines(self, segments: Sequence[tuple[float, float, float, float]]) -> None:  # noqa: D102 - reportlab's name
        path = SvgPath()
        for x1, y1, x2, y2 in segments:
            path.moveTo(x1, y1)
            path.lineTo(x2, y2)
        self.drawPath(path, 1, 0)

    def drawPath(self, path: SvgPath, stroke: int = 1, fill: int = 0) -> None:  # noqa: D102, N802 - reportlab's name
        self._shape(path.shape, stroke, fill)

    def beginForm(self, name: str, *_box: float) -> None:  # noqa: D102, N802 - reportlab's name
        self._forms[name] = f"{self._name}-{name.replace('.', '_')}"
        self._out.append([])

    def endForm(self) -> None:  # noqa: D102, N802 - reportlab's name
        drawn = "".join(self._out.pop())
        self.defs.append(f'<g id="{list(self._forms.values())[-1]}">{drawn}</g>')

    def doForm(self, name: str) -> None:  # noqa: D102, N802 - reportlab's name
        self._add(f'<use href="#{self._forms[name]}"/>')

    def _add(self, element: str) -> None:
        self._out[-1].append(element)

    def _group(self, what: str) -> None:
        self._add(f"<g {what}>")
        self._open += 1

    def _shape(self, shape: str, stroke: int, fill: int) -> None:
        lines = {key: value for key, value in self._style.items() if key != "fill" and stroke}
        shown = {"fill": self._style["fill"] if fill else "none"} | lines
        self._add(shape + "".join(f' {key}="{value}"' for key, value in shown.items()) + "/>")


def _rect(x: float, y: float, w: float, h: float, r: float) -> str:
    numbers = {"x": x, "y": y, "width": w, "height": h} | ({"rx": r} if r else {})
    return "<rect " + " ".join(f'{key}="{_figure(value)}"' for key, value in numbers.items())


def _colour(colour: Color) -> str:
    shown: str = colour.hexval()
    return f"#{shown[2:]}"


def _figure(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
