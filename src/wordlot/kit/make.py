"""A kit as the bytes of a PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import NamedTuple

from reportlab.pdfgen.canvas import Canvas

from wordlot.core.errors import InvalidNotation
from wordlot.games.bet_the_bag.components import load_tiles, read_tiles
from wordlot.games.bet_the_bag.model import Blanks
from wordlot.games.match.deck import load_deck, read_deck
from wordlot.kit.bet_the_bag import bag_large, bag_pieces, bag_sheets
from wordlot.kit.fonts import REGULAR, register_fonts
from wordlot.kit.match import match_large, match_pieces, match_sheets
from wordlot.kit.options import BLEED, KitOptions, check_options, kit_named
from wordlot.kit.palette import FULL, SAVING, Palette
from wordlot.kit.pen import Pen, Rect
from wordlot.kit.sheets import Pieces, Sheet, footer
from wordlot.kit.texts import Texts, load_texts


class Plan(NamedTuple):
    """What a kit is made of, in the texts and colours that were chosen."""

    name: str
    """Of the game."""
    texts: Texts
    palette: Palette
    sheets: Sequence[Sheet]
    large: Sequence[Sheet]
    """Those of the sheets that are no pieces of a print shop."""
    pieces: Mapping[str, Pieces]
    """What a print shop makes, by the name of its file."""


def kit_pdf(game: str, options: KitOptions, *, deck_file: bytes | None = None) -> bytes:
    """Return the kit of a game as a PDF, the same bytes for the same choices.

    `deck_file` is a deck of Match or a tile set of Bet the Bag (JSON) in place of `options.deck`.
    Raises `InvalidNotation` that names an unknown game, deck or language, a deck that does not add
    up (M1.1), or a letter that no typeface has.
    """
    plan = kit_plan(game, options, deck_file)
    return print_sheets(plan, options, plan.sheets)


def kit_plan(game: str, options: KitOptions, deck_file: bytes | None) -> Plan:
    """Return what the kit of a game is made of. Raises as `kit_pdf` does."""
    game = kit_named(game)
    check_options(options)
    texts = load_texts(options.language)
    palette = SAVING if options.ink_saving else FULL
    register_fonts()
    if game == "match":
        deck = load_deck(options.deck) if deck_file is None else read_deck(deck_file)
        return Plan(
            texts.match.name,
            texts,
            palette,
            match_sheets(options, palette, texts, deck),
            match_large(options, texts),
            match_pieces(palette, texts, deck),
        )
    named = deck_file is None
    tiles = load_tiles(options.deck) if named else read_tiles(deck_file or b"", Blanks.IN)
    if not tiles.tiles:
        raise InvalidNotation(f"the tile set {tiles.name!r} has no tiles")
    return Plan(
        texts.bet_the_bag.name,
        texts,
        palette,
        bag_sheets(options, palette, texts, tiles),
        bag_large(options, texts, tiles),
        bag_pieces(palette, texts, tiles),
    )


def new_canvas(out: BytesIO, size: tuple[float, float], plan: Plan) -> Canvas:
    """Return an empty PDF with pages of a size in points."""
    canvas = Canvas(
        out,
        pagesize=size,
        pageCompression=1,
        invariant=1,
        lang=plan.texts.code,
        # Else every page would ask for Helvetica. The stubs take the name for a number.
        initialFontName=REGULAR,  # type: ignore[arg-type]
    )
    canvas.setTitle(f"{plan.name}: print-and-play kit")
    canvas.setCreator("wordlot")
    canvas.setAuthor("wordlot")
    return canvas


def print_sheets(plan: Plan, options: KitOptions, sheets: Sequence[Sheet]) -> bytes:
    """Return sheets as a PDF, with their backs where these are wanted."""
    size = options.paper.size
    out = BytesIO()
    canvas = new_canvas(out, size, plan)
    pen = Pen(canvas, plan.palette, size)
    for sheet in sheets:
        _boxes(canvas, options, sheet.trim or pen.page)
        sheet.front(pen)
        footer(pen, plan.texts.sheet.format(game=plan.name, title=sheet.title), sheet.foot)
        canvas.bookmarkPage(sheet.title)
        canvas.addOutlineEntry(sheet.title, sheet.title)
        canvas.showPage()
        if options.backs:
            trim = pen.page
            if sheet.back is not None:
                trim = (sheet.trim or trim).mirrored(pen.width)
                sheet.back(pen)
            _boxes(canvas, options, trim)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def _boxes(canvas: Canvas, options: KitOptions, trim: Rect) -> None:
    """Say where this page is cut, and how far colour goes beyond, as print shops ask for."""
    whole = Rect(0, 0, *options.paper.size)
    bleed = trim.grown(BLEED) if options.bleed and trim != whole else trim
    canvas.setTrimBox((trim.x, trim.y, trim.right, trim.top))
    canvas.setBleedBox((bleed.x, bleed.y, bleed.right, bleed.top))
