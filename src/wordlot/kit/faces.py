"""The faces and backs of cards, tiles, contract cards and coins."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from reportlab.lib.colors import Color

from wordlot.core.pieces import BLANK, Card, Colour
from wordlot.games.bet_the_bag.model import ACE, ContractCard, Suit
from wordlot.kit.fonts import BOLD, CAP_HEIGHT, LETTERS, capital, rise, width
from wordlot.kit.options import MM
from wordlot.kit.palette import INK, Surface
from wordlot.kit.pen import Pen, Point, Rect
from wordlot.kit.prose import draw_paragraph, height_of, style
from wordlot.kit.texts import BagTexts

CARD = Rect(0, 0, 44 * MM, 50 * MM)
"""A card of Match, and a contract card: 44 × 50 mm, so that crosswords stay compact."""
CARD_FRAME = 1.9 * MM
"""Between the cut of a card and its frame."""
_HALF_LINE = 0.6
"""Half the width of the widest frame: it is drawn on its line, half of it outside."""
TILE = Rect(0, 0, 28 * MM, 28 * MM)
"""A letter tile of Bet the Bag."""
CONTRACT_SIZES = (7.5, 7.0, 6.6)
"""Sizes of the words on a contract card, the one that is wished for first."""


def draw_card(pen: Pen, card: Card, area: Rect) -> None:
    """Draw a card of Match.

    Yellow is dotted with ● in the corner, red hatched with ◆, as on the screens. The small letter
    upper left is read in a fanned hand, and tells with the sign lower right which way is up.
    """
    surface = pen.palette.card[card.colour]
    scale = area.h / CARD.h
    _patterned(pen, f"card-{card.colour}-{area.w:.1f}", surface, card.colour, area)
    shown = capital(card.letter)
    size = _fitting(shown, 88 * scale, 0.74 * area.w)
    pen.centred(area.centre, shown, font=LETTERS, size=size, colour=surface.ink)
    # The sign and the small letter keep as far from the frame wherever that is.
    inset = 0.135 * area.w + 1.1 * max(pen.safe - CARD_FRAME, 0)
    corner = (area.x + inset, area.top - inset - 5 * scale)
    index = _fitting(shown, 13 * scale, 0.16 * area.w)
    pen.text(corner, shown, font=BOLD, size=index, colour=surface.ink, align="centre")
    draw_sign(pen, card.colour, (area.right - inset, area.y + inset), 4.6 * scale, surface.ink)


def draw_mini(pen: Pen, card: Card, area: Rect, *, new: bool) -> None:
    """Draw a card as small as in a picture; a newly laid one has a heavy frame."""
    surface = pen.palette.card[card.colour]
    _patterned(pen, f"mini-{card.colour}-{area.w:.1f}", surface, card.colour, area, mini=True)
    middle = (area.centre[0] - 0.04 * area.w, area.centre[1] + 0.02 * area.h)
    shown = capital(card.letter)
    size = _fitting(shown, 0.72 * area.h, 0.7 * area.w)
    pen.centred(middle, shown, font=LETTERS, size=size, colour=surface.ink)
    sign = (area.right - 0.16 * area.w, area.y + 0.16 * area.h)
    draw_sign(pen, card.colour, sign, 0.085 * area.w, surface.ink)
    if new:
        pen.rect(area, stroke=INK, line=1.6, radius=1.5)
    else:
        pen.rect(area, stroke=surface.frame, line=0.6, radius=1.5)


def draw_sign(pen: Pen, colour: Colour, centre: Point, radius: float, ink: Color) -> None:
    """Draw the sign of a colour: a dot for yellow, a diamond for red."""
    if colour is Colour.YELLOW:
        pen.circle(centre, radius, fill=ink)
        return
    x, y = centre
    far = 1.25 * radius
    pen.polygon([(x - far, y), (x, y + far), (x + far, y), (x, y - far)], fill=ink)


def draw_tile(pen: Pen, tile: str, area: Rect) -> None:
    """Draw a tile of Bet the Bag; the bar below the letter tells an N from a Z."""
    surface = pen.palette.tile
    pen.rect(area, fill=surface.ground)
    inner = area.grown(-max(0.07 * area.w, pen.safe + _HALF_LINE))
    pen.rect(inner, stroke=surface.pattern, line=0.7, radius=4)
    pen.rect(Rect(inner.x, inner.y, inner.w, 0.055 * area.h), fill=surface.frame)
    middle = (area.centre[0], area.centre[1] + 0.025 * area.h)
    if tile == BLANK:
        corner = (inner.right - 0.09 * area.w, inner.y + 0.1 * area.h)
        pen.text(
            corner, BLANK, font=LETTERS, size=0.17 * area.h, colour=surface.frame, align="centre"
        )
        return
    shown = capital(tile)
    size = _fitting(shown, 0.86 * inner.h, 0.84 * inner.w)
    room = (inner.y + 0.055 * area.h + 0.03 * area.h, inner.top - 0.03 * area.h)
    size, base = _between(shown, size, middle[1], room)
    at = (middle[0], base)
    pen.text(at, shown, font=LETTERS, size=size, colour=surface.ink, align="centre")


def draw_contract(pen: Pen, card: ContractCard, texts: BagTexts, area: Rect) -> None:
    """Draw a contract card: its number, what it asks for, and the suit in two corners."""
    surface = pen.palette.contract
    pen.rect(area, fill=surface.ground)
    inset = max(3 * MM, pen.safe + _HALF_LINE)
    pen.rect(area.grown(-inset), stroke=surface.frame, line=0.8, radius=6)
    ace = card.rank == ACE
    shown = "A" if ace else str(card.rank)
    middle = (area.centre[0], area.centre[1] + 3 * MM)
    pen.centred(middle, shown, font=LETTERS, size=68, colour=surface.ink)
    text = texts.ace if ace else texts.contract
    inner = area.grown(-inset - 2 * MM)
    top = area.y + inset + 11.2 * MM
    sizes = (style(size, centred=True) for size in CONTRACT_SIZES)
    room = top - inner.y + 0.5 * MM
    how = next((how for how in sizes if height_of(text, how, inner.w) < room), None)
    assert how is not None, f"the words of {texts.name} do not fit a contract card"
    draw_paragraph(pen, text, how, (inner.x, top), inner.w)
    corner = area.grown(-inset - 4 * MM)
    for x in (corner.x, corner.right):
        draw_suit(pen, card.suit, (x, corner.top), 2.1 * MM)


def draw_suit(pen: Pen, suit: Suit, centre: Point, r: float) -> None:
    """Draw a suit about 2 r high: red suits red, and each of a shape of its own."""
    red = suit in (Suit.HEARTS, Suit.DIAMONDS)
    colour = pen.palette.card[Colour.RED].frame if red else pen.palette.contract.ink
    with pen.at(*centre):
        if suit is Suit.DIAMONDS:
            pen.polygon([(-0.8 * r, 0), (0, 1.1 * r), (0.8 * r, 0), (0, -1.1 * r)], fill=colour)
        elif suit is Suit.CLUBS:
            for at in ((0, 0.5 * r), (-0.52 * r, -0.2 * r), (0.52 * r, -0.2 * r)):
                pen.circle(at, 0.48 * r, fill=colour)
            pen.circle((0, 0), 0.3 * r, fill=colour)
            _stem(pen, r, colour)
        else:
            _heart(pen, r, colour, 1 if suit is Suit.HEARTS else -1)
            if suit is Suit.SPADES:
                _stem(pen, r, colour)


def _heart(pen: Pen, r: float, colour: Color, up: int) -> None:
    path = pen.canvas.beginPath()
    path.moveTo(0, -r * up)
    path.curveTo(1.5 * r, 0.1 * r * up, 0.9 * r, 1.5 * r * up, 0, 0.5 * r * up)
    path.curveTo(-0.9 * r, 1.5 * r * up, -1.5 * r, 0.1 * r * up, 0, -r * up)
    with pen.style(colour, None, 0):
        pen.canvas.drawPath(path, stroke=0, fill=1)


def _stem(pen: Pen, r: float, colour: Color) -> None:
    pen.polygon([(-0.42 * r, -1.1 * r), (0, 0.1 * r), (0.42 * r, -1.1 * r)], fill=colour)


def draw_coin(pen: Pen, worth: int, centre: Point, radius: float, *, bleed: float) -> None:
    """Draw one side of a coin: figures, a milled rim, and a colour and size of its own.

    `bleed` is how far its colour goes beyond the cut.
    """
    surface = pen.palette.coin[worth]
    pen.circle(centre, radius + bleed, fill=surface.ground)
    size = 1.02 * radius if worth < 10 else 0.86 * radius
    if pen.safe:
        # No rim where the cut may be off, and figures that keep inside the ring.
        ring = radius - pen.safe - _HALF_LINE
        pen.circle(centre, ring, stroke=surface.pattern, line=0.7)
        size = min(size, (1.3 if worth < 10 else 1.1) * (ring - 0.6 * MM))
    else:
        pen.circle(centre, radius - 1.3 * MM, stroke=surface.pattern, line=2.2, dash=(0.9, 1.3))
        pen.circle(centre, radius - 2.4 * MM, stroke=surface.pattern, line=0.7)
    pen.centred(centre, str(worth), font=LETTERS, size=size, colour=surface.ink)


def draw_back(pen: Pen, area: Rect) -> None:
    """Draw a back that looks the same upside down and hides a print that is a little off.

    Without a frame near the edge there is nothing that a shift of a millimetre would show.
    """
    surface = pen.palette.back
    pen.rect(area, fill=surface.ground)

    inner = Rect(0, 0, area.w, area.h).grown(-pen.safe)

    def lattice() -> None:
        for centre, colour in _lattice(6 if area.w > TILE.w else 4, inner):
            draw_sign(pen, colour, centre, 2.6, surface.pattern)

    with pen.at(area.x, area.y):
        pen.stamp(f"back-{area.w:.1f}", Rect(0, 0, area.w, area.h), lattice)


def _lattice(count: int, area: Rect) -> Iterator[tuple[Point, Colour]]:
    """Yield signs at the middles of equal cells, dots and diamonds in turn.

    As many rows as columns, so that turning by 180° puts like on like.
    """
    for i in range(count):
        for j in range(count):
            x, y = (i + 0.5) * area.w / count, (j + 0.5) * area.h / count
            yield (area.x + x, area.y + y), Colour.YELLOW if (i + j) % 2 else Colour.RED


def _fitting(shown: str, size: float, most: float) -> float:
    """Return a size, less where a text would be wider than `most`."""
    return min(size, size * most / width(shown, LETTERS, size))


def _between(
    shown: str, size: float, middle: float, room: tuple[float, float]
) -> tuple[float, float]:
    """Return size and baseline with which a letter and its accents keep within a room.

    Its capital is centred on `middle` where that can be, else moved, and smaller as a last resort.
    """
    low, top = rise(shown)
    size = min(size, (room[1] - room[0]) / (top - low))
    base = middle - CAP_HEIGHT * size / 2
    base = max(base, room[0] - low * size)
    return size, min(base, room[1] - top * size)


def _patterned(
    pen: Pen, name: str, surface: Surface, colour: Colour, area: Rect, *, mini: bool = False
) -> None:
    """Draw ground, pattern and frame; the pattern ends there, so that cuts go through ground."""
    local = Rect(0, 0, area.w, area.h)
    inset = max(CARD_FRAME, pen.safe + _HALF_LINE)
    inner, radius = (local, 1.5) if mini else (local.grown(-inset), 6.0)

    def draw() -> None:
        if not mini:
            pen.rect(local, fill=surface.ground)
        with pen.inside(inner, radius):
            pen.rect(inner, fill=surface.ground)
            if colour is Colour.YELLOW:
                dots = _grid(inner, 3.1 if mini else 2.75 * MM)
                pen.dots(dots, 0.35 if mini else 0.95, surface.pattern)
            else:
                lines = _hatch(inner, 3.1 if mini else 2.75 * MM)
                pen.lines(lines, stroke=surface.pattern, line=0.4 if mini else 1.0)
        if not mini:
            pen.rect(inner, stroke=surface.frame, line=1.2, radius=radius)

    with pen.at(area.x, area.y):
        pen.stamp(name, local, draw)


def _grid(area: Rect, pitch: float) -> Iterator[Point]:
    columns, rows = ceil(area.w / pitch), ceil(area.h / pitch)
    for i in range(columns):
        for j in range(rows):
            x, y = (i + 0.5) * area.w / columns, (j + 0.5) * area.h / rows
            yield area.x + x, area.y + y


def _hatch(area: Rect, pitch: float) -> Iterator[tuple[Point, Point]]:
    step = pitch * 2**0.5
    for k in range(ceil((area.w + area.h) / step)):
        x = area.x - area.h + (k + 0.5) * step
        yield (x, area.y), (x + area.h, area.top)
