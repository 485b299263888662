"""The kit of Bet the Bag: rules, tiles, contract cards, bid tents and racks (B1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from wordlot.core.pieces import BLANK, Tile
from wordlot.games.bet_the_bag.components import load_cards
from wordlot.games.bet_the_bag.model import ACE, ContractCard, TileSet
from wordlot.kit.faces import CARD, TILE, draw_back, draw_contract, draw_tile
from wordlot.kit.fonts import LETTERS, capital
from wordlot.kit.net import Net, Panel
from wordlot.kit.options import BLEED, MM, KitOptions
from wordlot.kit.palette import GREY, INK, Palette
from wordlot.kit.pen import Pen, Point, Rect
from wordlot.kit.prose import draw_paragraph, height_of, style
from wordlot.kit.rules_pages import draw_bag_rules
from wordlot.kit.sheets import Pieces, Sheet, draw_net, piece_sheets
from wordlot.kit.stands import (
    LEAST_TENT,
    MOST_TENT,
    RACK_HEIGHT,
    RACK_LENGTH,
    TENT,
    rack_net,
    rack_profile,
    tent_net,
)
from wordlot.kit.texts import BagTexts, Texts

TILE_GRID = (6, 9)
CONTRACT_GRID = (4, 5)
TENT_COLUMNS = 3
RACKS_OF_A_SHEET = 3
RACK_GAP = 2.5 * MM
RACKS = 8
"""One for each player (B1)."""


def bag_sheets(options: KitOptions, palette: Palette, texts: Texts, tiles: TileSet) -> list[Sheet]:
    """Return rules, tiles, contract cards, tents and racks."""
    rules, *stands = bag_large(options, texts, tiles)
    pieces = bag_pieces(palette, texts, tiles).values()
    return [
        rules,
        *(sheet for one in pieces for sheet in piece_sheets(options, texts, one)),
        *stands,
    ]


def bag_pieces(palette: Palette, texts: Texts, tiles: TileSet) -> dict[str, Pieces]:
    """Return all that a print shop makes, by the name of its file: tiles and contract cards."""
    bag = texts.bet_the_bag
    return {
        "tiles": tile_pieces(palette, bag, tiles),
        "contracts": contract_pieces(palette, bag),
    }


def bag_large(options: KitOptions, texts: Texts, tiles: TileSet) -> list[Sheet]:
    """Return the sheets that are no pieces of a print shop: rules, tents and racks."""
    bag, page = texts.bet_the_bag, options.paper.size
    return [
        Sheet(bag.rules, partial(draw_bag_rules, texts=bag, tiles=len(tiles.tiles))),
        Sheet(bag.tents, partial(_tents, texts=bag), trim=tent_area(page)),
        *(
            Sheet(
                bag.racks.format(number=number),
                partial(_racks, options=options, texts=bag, count=count),
                trim=rack_area(page, count),
            )
            for number, count in enumerate(_shares(RACKS, RACKS_OF_A_SHEET), start=1)
        ),
    ]


def tile_pieces(palette: Palette, texts: BagTexts, tiles: TileSet) -> Pieces:
    """Return the tiles of a set; blanks sort first there, but are easier to find at the end."""
    for tile in tiles.tiles:
        if tile != BLANK:
            capital(tile)
    every = sorted(tiles.tiles, key=_blank_last)
    return Pieces(
        title=texts.tiles,
        size=(TILE.w, TILE.h),
        grid=TILE_GRID,
        faces=[partial(_tile, tile=tile) for tile in every],
        back=draw_back,
        grounds=(palette.tile.ground, palette.back.ground),
        labels=["blank" if tile == BLANK else tile for tile in every],
    )


def _blank_last(tile: Tile) -> tuple[bool, str]:
    return tile == BLANK, tile


def _tile(pen: Pen, area: Rect, tile: Tile) -> None:
    draw_tile(pen, tile, area)


def contract_pieces(palette: Palette, texts: BagTexts) -> Pieces:
    """Return the contract cards (B1.2)."""
    return Pieces(
        title=texts.contracts,
        size=(CARD.w, CARD.h),
        grid=CONTRACT_GRID,
        faces=[partial(_contract, card=card, texts=texts) for card in load_cards()],
        back=draw_back,
        grounds=(palette.contract.ground, palette.back.ground),
        labels=[f"{'ace' if card.rank == ACE else card.rank}-{card.suit}" for card in load_cards()],
    )


def _contract(pen: Pen, area: Rect, card: ContractCard, texts: BagTexts) -> None:
    draw_contract(pen, card, texts, area)


def tent_area(page: tuple[float, float]) -> Rect:
    """Return what holds all tents."""
    rows = -(-(MOST_TENT + 1 - LEAST_TENT) // TENT_COLUMNS)
    w, h = TENT_COLUMNS * TENT[0], rows * TENT[1]
    return Rect((page[0] - w) / 2, (page[1] - h) / 2 - 3 * MM, w, h)


def _tents(pen: Pen, texts: BagTexts) -> None:
    """Draw the bid tents: the number on both sides, upright when folded (B4.1)."""
    numbers = range(LEAST_TENT, MOST_TENT + 1)
    w, h = TENT
    area = tent_area((pen.width, pen.height))
    left, top = area.x, area.top
    for index, number in enumerate(numbers):
        row, column = divmod(index, TENT_COLUMNS)
        x, y = left + column * w, top - (row + 1) * h
        with pen.at(x + w / 2, y + h / 4):
            _tent_side(pen, number, texts)
        with pen.at(x + w / 2, y + 3 * h / 4, turn=180):
            _tent_side(pen, number, texts)
        draw_net(pen, tent_net(x, y))
    how = style(8)
    draw_paragraph(pen, texts.tent_steps, how, (left, top + 16), pen.width - 2 * left)


def _tent_side(pen: Pen, number: int, texts: BagTexts) -> None:
    pen.centred((0, 4), str(number), font=LETTERS, size=52)
    pen.text((0, -0.42 * TENT[1] / 2 - 1), texts.tent, size=8, colour=GREY, align="centre")


def _shares(count: int, most: int) -> Iterator[int]:
    """Yield how many of a count each sheet has, if it has at most so many."""
    while count > 0:
        yield min(count, most)
        count -= most


def rack_places(page: tuple[float, float], count: int = RACKS_OF_A_SHEET) -> Iterator[Point]:
    """Yield the lower left corners of the racks of a sheet, one above the other."""
    high = count * RACK_HEIGHT + (count - 1) * RACK_GAP
    left, low = (page[0] - RACK_LENGTH) / 2, (page[1] - high) / 2
    for index in range(count):
        yield left, low + index * (RACK_HEIGHT + RACK_GAP)


def rack_area(page: tuple[float, float], count: int) -> Rect:
    """Return what holds the racks of a sheet."""
    places = list(rack_places(page, count))
    left, low = places[0]
    return Rect(left, low, RACK_LENGTH, places[-1][1] + RACK_HEIGHT - low)


def _racks(pen: Pen, options: KitOptions, texts: BagTexts, count: int) -> None:
    """Draw racks to fold; how to fold them stands on what is the base."""
    for place in rack_places((pen.width, pen.height), count):
        with pen.at(*place):
            _rack(pen, options, rack_net(), texts)


def _rack(pen: Pen, options: KitOptions, net: Net, texts: BagTexts) -> None:
    surface = pen.palette.tile
    beyond = BLEED if options.bleed else 0.0
    for name in ("face", "rear"):
        # Above and below are folds, which colour need not pass.
        panel = _bounds(net[name])
        wide = Rect(panel.x - beyond, panel.y, panel.w + 2 * beyond, panel.h)
        pen.rect(wide, fill=surface.ground)
    rear, base = _bounds(net["rear"]), _bounds(net["base"])
    # The rear hangs from the upper edge of the face, so it is the other way up.
    with pen.at(*rear.centre, turn=180):
        pen.centred((0, 0), texts.name, font=LETTERS, size=30, colour=surface.frame)
    draw_net(pen, net)
    profile = 34 * MM
    width = RACK_LENGTH - profile - 10 * MM
    how = style(8)
    height = height_of(texts.rack_steps, how, width)
    at = (base.x + 5 * MM, base.centre[1] + height / 2)
    draw_paragraph(pen, texts.rack_steps, how, at, width)
    _profile(pen, (base.right - profile + 5 * MM, base.y + 2.2 * MM), 0.62)


def _profile(pen: Pen, at: Point, scale: float) -> None:
    """Draw a folded rack from the side, the front edge of its base at a point."""
    lip, *prism = rack_profile()
    points = [(at[0] + x * scale, at[1] + y * scale) for x, y in (lip, *prism, prism[0])]
    pen.lines(pairwise(points), stroke=INK, line=0.9)


def _bounds(panel: Panel) -> Rect:
    (x, y), (right, top) = panel.outline[0], panel.outline[2]
    return Rect(x, y, right - x, top - y)
