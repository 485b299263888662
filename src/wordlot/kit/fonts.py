"""The three typefaces of the kit, embedded in every PDF, and what they can draw."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from struct import unpack_from

from reportlab.lib.fonts import addMapping
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from wordlot.core.errors import InvalidNotation

REGULAR = "Inter-Regular"
BOLD = "Inter-Bold"
LETTERS = "InterDisplay-ExtraBold"
"""Only for the letters and numbers on cards, tiles, coins, contracts and tents."""
CAP_HEIGHT = 0.7275
"""Height of a capital, as a part of the size: the same in all three."""


@cache
def _font(name: str) -> TTFont:
    with as_file(files("wordlot.kit") / "fonts" / f"{name}.ttf") as path:
        return TTFont(name, str(path))


@cache
def register_fonts() -> None:
    """Make the typefaces known to reportlab, once in a process."""
    for name in (REGULAR, BOLD, LETTERS):
        pdfmetrics.registerFont(_font(name))
    addMapping(REGULAR, 0, 0, REGULAR)
    addMapping(REGULAR, 1, 0, BOLD)


def width(text: str, font: str, size: float) -> float:
    """Return the width of a text in points."""
    register_fonts()
    return float(pdfmetrics.stringWidth(text, font, size))


def rise(text: str) -> tuple[float, float]:
    """Return how low and how high the ink of a text in `LETTERS` goes, as parts of the size.

    Accents count, as the outlines of the typeface have them. Text that has no ink is (0, 0).
    """
    face = _font(LETTERS).face
    glyphs = [face.charToGlyph[ord(sign)] for sign in text]
    outlines, _ = face.get_table_pos("glyf")
    data: bytes = getattr(face, "_ttf_data")  # noqa: B009, the stubs do not name it
    reach = []
    for glyph in glyphs:
        begin, end = face.glyphPos[glyph : glyph + 2]
        if begin < end:
            # A glyph begins with its count of contours, then xMin, yMin, xMax and yMax.
            reach.append(unpack_from(">hhhhh", data, outlines + begin)[2::2])
    lows, tops = zip(*reach, strict=True) if reach else ((0,), (0,))
    return min(lows) / face.unitsPerEm, max(tops) / face.unitsPerEm


def capital(face: str) -> str:
    """Return a letter as cards and tiles show it. `InvalidNotation` if no typeface has it."""
    shown = face.replace("ß", "ẞ").upper()
    known = _font(LETTERS).face.charToGlyph
    if missing := [sign for sign in shown if ord(sign) not in known]:
        raise InvalidNotation(f"the letter {face!r} cannot be printed: no typeface has {missing}")
    return shown
