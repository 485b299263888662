"""The rules sheets: one page for each game, with pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.styles import ParagraphStyle

from wordlot.core.pieces import Colour
from wordlot.games.bet_the_bag.model import ContractCard, Suit
from wordlot.kit.faces import TILE, draw_suit, draw_tile
from wordlot.kit.fonts import BOLD, CAP_HEIGHT, LETTERS
from wordlot.kit.options import INCH, MARGIN, MM
from wordlot.kit.palette import GREY, INK, LINE, WHITE
from wordlot.kit.pen import Pen, Point, Rect
from wordlot.kit.pictures import draw_play, largest_cell, worth_of
from wordlot.kit.prose import Column, draw_paragraph, height_of, style
from wordlot.kit.texts import BagTexts, Figure, MatchTexts, Section

SIDE = 0.6 * INCH
GUTTER = 8 * MM
CELL = 17.5
"""A card in the pictures, unless a longer text leaves less room."""
FIGURE_GAP = 8
"""Between the line of a picture's heading and the picture, at least."""
WORTH_GAP = 6
"""Between a picture and the line below it, at least."""
SIZES = tuple(size / 10 for size in range(102, 78, -1))
"""Sizes of the running text, from the one that is wished for to the least that reads well."""


def draw_match_rules(pen: Pen, texts: MatchTexts) -> None:
    """Draw the rules of Match: setting up, the ways to lay cards in pictures, and the rest."""
    y = _heading(pen, texts.name, texts.rules_lead)
    y = _figures(pen, texts, y)
    need = _needed(texts.needed_heading, texts.needed)
    _in_columns(pen, (need, *texts.sections), y)


def draw_bag_rules(pen: Pen, texts: BagTexts, tiles: int) -> None:
    """Draw the rules of Bet the Bag, with what is needed and the example of the source (B9.2)."""
    y = _heading(pen, texts.name, texts.rules_lead)
    needed = tuple(line.format(tiles=tiles) for line in texts.making)
    need = _needed(texts.making_heading, needed)
    y = _example(pen, texts, y)
    _in_columns(pen, (need, *texts.sections), y)


def _needed(heading: str, what: Sequence[str]) -> Section:
    return Section(heading, ("• " + "<br/>• ".join(what),))


def _heading(pen: Pen, name: str, lead: str) -> float:
    top = pen.height - 0.62 * INCH
    pen.text((SIDE, top - 26), name, font=LETTERS, size=36)
    height = draw_paragraph(pen, lead, style(11), (SIDE, top - 38), pen.width - 2 * SIDE)
    return top - 38 - height - 10


def _figures(pen: Pen, texts: MatchTexts, top: float) -> float:
    """Draw the pictures in two rows of three, and return where the page goes on."""
    pen.text((SIDE, top - 10), texts.figures_heading, font=BOLD, size=12)
    top -= 18
    across = 3
    width = (pen.width - 2 * SIDE - 2 * GUTTER / 2) / across
    height = 2.12 * INCH
    for index, figure in enumerate(texts.figures):
        row, column = divmod(index, across)
        x = SIDE + column * (width + GUTTER / 2)
        area = Rect(x, top - (row + 1) * height - row * GUTTER / 2, width, height)
        _figure(pen, texts, figure, area)
    rows = -(-len(texts.figures) // across)
    return top - rows * height - (rows - 1) * GUTTER / 2 - 12


def _figure(pen: Pen, texts: MatchTexts, figure: Figure, area: Rect) -> None:
    pen.rect(area, stroke=LINE, line=0.5, radius=6)
    pad = 7.0
    pen.text((area.x + pad, area.top - pad - 8), figure.heading, font=BOLD, size=9.5)
    how = style(8.2)
    width = area.w - 2 * pad
    text_height = height_of(figure.text, how, width)
    low = area.y + pad - 2
    draw_paragraph(pen, figure.text, how, (area.x + pad, low + text_height), width)
    found = worth_of(figure)
    worth = texts.figure_worth.format(value=found.value, score=found.score)
    shown = worth if figure.legal else texts.figure_illegal
    line = low + text_height + 4.5
    pen.text((area.x + pad, line), shown, font=BOLD, size=8.5)
    bottom = line + 8.5 * CAP_HEIGHT + WORTH_GAP
    top = area.top - pad - 8 - FIGURE_GAP
    room = Rect(area.x + pad, bottom, width, top - bottom)
    draw_play(pen, figure, room.centre, min(CELL, largest_cell(figure, room)))
    if not figure.legal:
        cross_out(pen, (area.right - pad - 8, area.top - pad - 8))


def cross_out(pen: Pen, centre: Point) -> None:
    """Mark a picture as a play that is not allowed."""
    pen.circle(centre, 8, fill=pen.palette.card[Colour.RED].frame)
    with pen.at(*centre):
        strokes = [((-3.2, -3.2), (3.2, 3.2)), ((-3.2, 3.2), (3.2, -3.2))]
        pen.lines(strokes, stroke=WHITE, line=1.8)


@dataclass(frozen=True)
class _Block:
    """A paragraph that a column does not part, with the heading above it if it is a first one."""

    heading: str | None
    text: str
    last: bool
    """Whether its section ends with it, so that more room follows."""

    def height(self, size: float, width: float) -> float:
        """Return how high it is, with the room below."""
        above = 0.0
        if self.heading is not None:
            above = height_of(self.heading, _heading_style(size), width) + 2
        return above + height_of(self.text, style(size), width) + self.after

    @property
    def after(self) -> float:
        return 8 if self.last else 3

    def draw(self, column: Column, size: float) -> None:
        if self.heading is not None:
            column.add(self.heading, _heading_style(size), after=2)
        column.add(self.text, style(size), after=self.after)


def _blocks(sections: Sequence[Section]) -> tuple[_Block, ...]:
    return tuple(
        _Block(None if index else one.heading, text, last=index == len(one.texts) - 1)
        for one in sections
        for index, text in enumerate(one.texts)
    )


def _heading_style(size: float) -> ParagraphStyle:
    return style(size + 1.6, bold=True)


def _in_columns(pen: Pen, sections: Sequence[Section], top: float) -> None:
    """Set the sections in two columns of about equal height, as large as the page allows."""
    width = (pen.width - 2 * SIDE - GUTTER) / 2
    room = top - MARGIN - 14
    blocks = _blocks(sections)
    for size in SIZES:
        heights = [block.height(size, width) for block in blocks]
        first = _first_of_second(heights)
        if max(sum(heights[:first]), sum(heights[first:])) <= room:
            break
    else:
        raise AssertionError(f"the rules do not fit {room:.0f} pt at {SIZES[-1]} pt")
    for number, part in enumerate((blocks[:first], blocks[first:])):
        column = Column(pen, SIDE + number * (width + GUTTER), top, width)
        for block in part:
            block.draw(column, size)


def _first_of_second(heights: Sequence[float]) -> int:
    """Return the index at which the longer of two columns is shortest."""
    return min(range(1, len(heights)), key=lambda k: max(sum(heights[:k]), sum(heights[k:])))


def _example(pen: Pen, texts: BagTexts, top: float) -> float:
    """Draw the example in a frame across the page, and return where the page goes on."""
    how, pad = style(9.6), 10.0
    tile = 0.5 * TILE.w
    picture = (len(texts.example_table) + len(texts.example_laid)) * (tile + 2) + 5
    left = SIDE + pad + picture + 1.4 * pad
    width = pen.width - SIDE - pad - left
    text_height = height_of(texts.example_text, how, width)
    height = max(text_height + 2 * pad + 18, 2.2 * tile + tile + 2 * pad + 8)
    area = Rect(SIDE, top - height, pen.width - 2 * SIDE, height)
    pen.rect(area, stroke=LINE, line=0.5, radius=6)
    pen.text((left, area.top - pad - 8), texts.example_heading, font=BOLD, size=11)
    draw_paragraph(pen, texts.example_text, how, (left, area.top - pad - 16), width)
    draw_example(pen, texts, Rect(area.x + pad, area.y, picture, height), tile)
    return area.y - 12


def draw_example(pen: Pen, texts: BagTexts, area: Rect, tile: float) -> None:
    """Draw the contract, the bids and the tiles of the example, `tile` wide each (B9.2)."""
    contract = ContractCard(4, Suit.SPADES)
    middle = area.centre[1]
    card = Rect(area.x, middle + tile / 2 + 4 - 1.1 * tile, 1.9 * tile, 2.2 * tile)
    pen.rect(card, stroke=INK, line=0.8, radius=4)
    pen.centred(card.centre, str(contract.rank), font=LETTERS, size=1.2 * tile)
    draw_suit(pen, contract.suit, (card.x + 8, card.top - 9), 4)
    for row, (name, bid) in enumerate(texts.example_bids):
        y = card.top - 9 - row * 13.5
        pen.text((card.right + 12, y), str(bid), font=LETTERS, size=11)
        pen.text((card.right + 30, y), name, size=9)
    y = card.top - 9 - len(texts.example_bids) * 13.5
    pen.text((card.right + 12, y), f"– {texts.example_passes}", size=9, colour=GREY)
    low = card.y - 8 - tile
    for column, letter in enumerate(texts.example_table + texts.example_laid):
        apart = 5 if column >= len(texts.example_table) else 0
        place = Rect(area.x + column * (tile + 2) + apart, low, tile, tile)
        draw_tile(pen, letter, place)
        pen.rect(place, stroke=pen.palette.tile.frame, line=0.5)
