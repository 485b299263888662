"""Running text in columns, set by reportlab's paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterable

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from wordlot.kit.fonts import BOLD, REGULAR, register_fonts
from wordlot.kit.palette import INK
from wordlot.kit.pen import Pen

_UNITS = r"(?:×|%|mm|cm|in|g/m²|Zoll)(?![\w])"
_PARTED = re.compile(rf"(?<=[\d¼½¾]) (?={_UNITS})|(?<=×) (?=\d)|(?<=\b[A-Z]) (?=[A-Z]\b)")
"""Blanks where no line should end: in a product, before a unit, between letters that are named."""


def together(text: str) -> str:
    """Return a text in which what is read at one glance stays on one line."""
    return _PARTED.sub("\N{NO-BREAK SPACE}", text)


def style(size: float, *, bold: bool = False, centred: bool = False) -> ParagraphStyle:
    """Return the style of a text of a size in points; the lines are 1.32 times as high."""
    register_fonts()
    return ParagraphStyle(
        f"kit-{size}-{bold}-{centred}",
        fontName=BOLD if bold else REGULAR,
        fontSize=size,
        leading=1.32 * size,
        textColor=INK,
        alignment=1 if centred else 0,
    )


class Column:
    """A column that fills from the top. `y` is where the next text begins."""

    def __init__(self, pen: Pen, x: float, top: float, width: float) -> None:
        self.pen = pen
        self.x = x
        self.y = top
        self.width = width

    def add(self, text: str, how: ParagraphStyle, *, after: float = 0) -> None:
        """Set a paragraph, and leave some points below it."""
        self.y -= draw_paragraph(self.pen, text, how, (self.x, self.y), self.width) + after

    def add_all(self, texts: Iterable[str], how: ParagraphStyle, *, after: float = 3) -> None:
        """Set paragraphs one below the other."""
        for text in texts:
            self.add(text, how, after=after)


def draw_paragraph(
    pen: Pen, text: str, how: ParagraphStyle, upper_left: tuple[float, float], width: float
) -> float:
    """Set a paragraph below a point, and return its height."""
    paragraph = Paragraph(together(text), how)
    _, height = paragraph.wrap(width, 10_000)
    paragraph.drawOn(pen.canvas, upper_left[0], upper_left[1] - height)
    return float(height)


def height_of(text: str, how: ParagraphStyle, width: float) -> float:
    """Return how high a paragraph is at a width."""
    return float(Paragraph(together(text), how).wrap(width, 10_000)[1])
