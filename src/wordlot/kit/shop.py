"""A kit for a print shop: each side of each piece as a page and a picture, and a sheet of sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from reportlab.lib.colors import Color

from wordlot.core.errors import InvalidNotation
from wordlot.kit.fonts import BOLD, REGULAR
from wordlot.kit.make import Plan, kit_plan, new_canvas, print_sheets
from wordlot.kit.options import BLEED, INCH, MM, SAFE, SHOP_DPI, KitOptions
from wordlot.kit.pen import Pen, Rect
from wordlot.kit.prose import Column, style
from wordlot.kit.rules_pages import SIDE
from wordlot.kit.sheets import Face, Pieces, Sheet

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

FIXED = ("backs", "folded", "bleed", "crop_marks")
"""The options that such files leave no choice of."""
COLUMNS = (0.0, 0.27, 0.36, 0.53, 0.7, 0.88)
"""Where the columns of the sheet of sizes begin, as parts of its width."""
ROW = 17.0
_RENDERING = Lock()
"""PDFium may be used by one thread at a time."""
_PAPERS = {"a4": "A4", "letter": "Letter", "original": "8.25 × 11.75 in"}


def shop_zip(game: str, options: KitOptions, *, deck_file: bytes | None = None) -> bytes:
    """Return what a print shop needs of a game as a ZIP, the same bytes for the same choices.

    It holds `sizes.pdf`; for each kind of piece a PDF with a page for each side, front and back in
    turn, 3 mm larger than the piece on all sides and without marks; in `png/` each side that there
    is, once, at 300 dpi; and `sheets.pdf` with all that is larger. What matters keeps 4 mm from a
    cut. `options` say paper, deck, language and ink.
    Raises `InvalidNotation` as `kit_pdf` does, and for a choice of `FIXED`.
    """
    plain = KitOptions()
    if any(getattr(options, name) != getattr(plain, name) for name in FIXED):
        text = "files for a print shop have backs and bleed and no marks"
        raise InvalidNotation(f"{text}; {', '.join(FIXED)} cannot be chosen for them")
    plan = kit_plan(game, options, deck_file)
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in _files(plan, options):
            # The time of a file would make the bytes differ.
            info = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return out.getvalue()


def _files(plan: Plan, options: KitOptions) -> Iterator[tuple[str, bytes]]:
    sizes = Sheet(plan.texts.shop.heading, lambda pen: _draw_sizes(pen, plan, options))
    yield "sizes.pdf", print_sheets(plan, options, [sizes])
    yield "sheets.pdf", print_sheets(plan, options, plan.large)
    for stem, pieces in plan.pieces.items():
        pdf = _piece_pages(plan, pieces)
        yield f"{stem}.pdf", pdf
        yield from _pictures(stem, pieces, pdf)


def page_size(pieces: Pieces) -> tuple[float, float]:
    """Return the size of a piece with its bleed, in points."""
    return pieces.size[0] + 2 * BLEED, pieces.size[1] + 2 * BLEED


def _piece_pages(plan: Plan, pieces: Pieces) -> bytes:
    """Return a PDF with two pages for each piece: its front, and its back."""
    size = page_size(pieces)
    out = BytesIO()
    canvas = new_canvas(out, size, plan)
    pen = Pen(canvas, plan.palette, size, safe=SAFE)
    cut = pen.page.grown(-BLEED)
    canvas.setTrimBox((cut.x, cut.y, cut.right, cut.top))
    canvas.setBleedBox((0, 0, *size))
    front, back = pieces.grounds
    for face in pieces.faces:
        _side(pen, cut, face, front)
        _side(pen, cut, pieces.back, back)
    canvas.save()
    return out.getvalue()


def _side(pen: Pen, cut: Rect, face: Face, ground: Color) -> None:
    pen.rect(pen.page, fill=ground)
    face(pen, cut)
    pen.canvas.showPage()


def _pictures(stem: str, pieces: Pieces, pdf: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield each side once, by a name that ends in how often it is needed."""
    # Of all commands only this needs it.
    from pypdfium2 import PdfDocument

    counts = Counter(pieces.labels)
    sides = {
        f"{number:02}-{label}-x{count}": 2 * pieces.labels.index(label)
        for number, (label, count) in enumerate(counts.items(), start=1)
    }
    sides[f"back-x{len(pieces.faces)}"] = 1
    with _RENDERING, PdfDocument(pdf) as document:
        pictures = {f"png/{stem}-{side}.png": _png(document[page]) for side, page in sides.items()}
    yield from pictures.items()


def _png(page: PdfPage) -> bytes:
    out = BytesIO()
    picture = page.render(scale=SHOP_DPI / INCH).to_pil().convert("RGB")
    picture.save(out, "PNG", dpi=(SHOP_DPI, SHOP_DPI))
    return out.getvalue()


def _draw_sizes(pen: Pen, plan: Plan, options: KitOptions) -> None:
    texts = plan.texts.shop
    wide = pen.width - 2 * SIDE
    column = Column(pen, SIDE, pen.height - SIDE, wide)
    column.add(texts.heading, style(18, bold=True), after=4)
    column.add(texts.lead.format(game=plan.name), style(10), after=18)
    y = column.y
    for row, cells in enumerate((texts.columns, *_rows(plan))):
        for part, cell in zip(COLUMNS, cells, strict=True):
            font = REGULAR if row else BOLD
            pen.text((SIDE + part * wide, y), cell, font=font, size=8.5)
        y -= ROW
        pen.lines([((SIDE, y + 11), (SIDE + wide, y + 11))], line=0.3)
    column.y = y - 4
    told = {"dpi": SHOP_DPI, "paper": _PAPERS[options.paper]}
    told |= {"bleed": f"{BLEED / MM:.0f}", "safe": f"{SAFE / MM:.0f}"}
    column.add_all((note.format(**told) for note in texts.notes), style(9.5), after=6)


def _rows(plan: Plan) -> Iterator[tuple[str, str, str, str, str, str]]:
    """Yield a line of the table for each kind of piece."""
    for stem, pieces in plan.pieces.items():
        cut = " × ".join(f"{side / MM:.0f}" for side in pieces.size)
        if pieces.round:
            cut = plan.texts.shop.across.format(size=f"{pieces.size[0] / MM:.0f}")
        full = page_size(pieces)
        yield (
            pieces.title.format(number="").strip(),
            str(len(pieces.faces)),
            f"{stem}.pdf",
            cut,
            " × ".join(f"{side / MM:.0f}" for side in full),
            " × ".join(f"{side / INCH * SHOP_DPI:.0f}" for side in full),
        )
