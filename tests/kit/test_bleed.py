"""Bleed: the colour of every piece that is cut out goes 3 mm beyond its cuts."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, hypot, pi, sin

import pytest
from PIL import Image
from reportlab.lib.colors import Color

from tests.kit.rendering import rendered
from wordlot.core.pieces import Colour
from wordlot.kit import KitOptions, Paper, kit_pdf
from wordlot.kit.bet_the_bag import CONTRACT_GRID, TILE_GRID, rack_places
from wordlot.kit.box import box_net
from wordlot.kit.coins import COIN_RADIUS
from wordlot.kit.faces import CARD, TILE
from wordlot.kit.match import CARD_GRID, UNPRINTED, CoinSheet
from wordlot.kit.net import Panel, Segment
from wordlot.kit.options import BLEED, MM
from wordlot.kit.palette import FULL
from wordlot.kit.pen import Point
from wordlot.kit.sheets import Grid
from wordlot.kit.stands import rack_net

DPI = 200
NEAR = 0.25 * MM
"""Two pixels: how near to the end of the bleed is looked."""
Probe = tuple[Point, Color]


@cache
def images(game: str, paper: Paper, *, bleed: bool = True) -> Sequence[Image.Image]:
    pdf = kit_pdf(game, KitOptions(paper=paper, backs=True, bleed=bleed, crop_marks=False))
    return rendered(pdf, DPI)


def shows(image: Image.Image, point: Point, colour: Color) -> bool:
    """Whether a point has a colour, but for what smoothing does: white is farther from all."""
    x, y = point[0] * DPI / 72, image.height - point[1] * DPI / 72
    found = image.getpixel((int(x), int(y)))
    assert isinstance(found, tuple)
    meant = (colour.red, colour.green, colour.blue)
    return all(abs(one - 255 * part) < 4 for one, part in zip(found, meant, strict=True))


def around(cells: Grid, ground: Color, far: float) -> Iterator[Probe]:
    """Points beyond the outer edges of a whole grid."""
    area = cells.area
    for cell in map(cells.__getitem__, range(len(cells))):
        x, y = cell.centre
        beside = ((area.x - far, y), (area.right + far, y), (x, area.y - far), (x, area.top + far))
        yield from ((point, ground) for point in beside)


def coins(paper: Paper, far: float) -> Iterator[Probe]:
    for worth, (x, y) in CoinSheet(paper.size).places():
        radius = COIN_RADIUS[worth] + far
        for k in range(24):
            turn = pi * k / 12
            yield (x + radius * cos(turn), y + radius * sin(turn)), FULL.coin[worth].ground


def box(paper: Paper, far: float) -> Iterator[Probe]:
    """Points beyond the cuts of all printed panels, but where another panel lies."""
    net = box_net()
    low_x, low_y, high_x, high_y = net.bounds()
    for panel in net.panels:
        if panel.name in UNPRINTED:
            continue
        for edge in net.cuts():
            for x, y in beyond(panel, edge, far):
                if any(within(other, (x, y), NEAR) for other in net.panels):
                    continue
                u, v = x - (low_x + high_x) / 2, y - (low_y + high_y) / 2
                yield (paper.size[0] / 2 - v, paper.size[1] / 2 + u), FULL.box.ground


def beyond(panel: Panel, edge: Segment, far: float) -> Iterator[Point]:
    (ax, ay), (bx, by) = edge
    if not all(within(panel, point, 1e-6) for point in edge):
        return
    length = hypot(bx - ax, by - ay)
    for part in (0.2, 0.5, 0.8):
        x, y = ax + part * (bx - ax), ay + part * (by - ay)
        out = (by - ay) / length, (ax - bx) / length
        inner = (x - out[0] * 0.01, y - out[1] * 0.01)
        side = 1 if within(panel, inner, 0) else -1
        yield x + side * far * out[0], y + side * far * out[1]


def within(panel: Panel, point: Point, slack: float) -> bool:
    """Whether a point lies in a panel, or as near to it as `slack`. The notch is left out."""
    corners = panel.outline
    if len(corners) > 8:
        corners = (*corners[:3], corners[-1])
    area = sum(
        a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    )
    turn = 1 if area > 0 else -1
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        cross = (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
        if turn * cross < -slack * hypot(bx - ax, by - ay):
            return False
    return True


def racks(paper: Paper, far: float) -> Iterator[Probe]:
    net = rack_net()
    for left, low in rack_places(paper.size):
        for name in ("face", "rear"):
            (x, y), (right, top) = net[name].outline[0], net[name].outline[2]
            for end in (x - far, right + far):
                yield (left + end, low + (y + top) / 2), FULL.tile.ground


def grids(paper: Paper, far: float) -> Iterator[tuple[str, int, list[Probe]]]:
    """The pages of cards and tiles that are full: game, page, and where to look."""
    deck = Grid(paper.size, (CARD.w, CARD.h), *CARD_GRID)
    contracts = Grid(paper.size, (CARD.w, CARD.h), *CONTRACT_GRID)
    tiles = Grid(paper.size, (TILE.w, TILE.h), *TILE_GRID)
    back = FULL.back.ground
    for page, grid, ground in (
        (8, deck, FULL.card[Colour.YELLOW].ground),
        (12, deck, FULL.card[Colour.RED].ground),
    ):
        yield "match", page, list(around(grid, ground, far))
        yield "match", page + 1, list(around(grid, back, far))
    for page, grid, ground in (
        (2, tiles, FULL.tile.ground),
        (6, contracts, FULL.contract.ground),
    ):
        yield "bet-the-bag", page, list(around(grid, ground, far))
        yield "bet-the-bag", page + 1, list(around(grid, back, far))


def every(paper: Paper, far: float) -> Iterator[tuple[str, int, list[Probe]]]:
    yield from grids(paper, far)
    yield "match", 2, list(coins(paper, far))
    yield "match", 3, list(coins(paper, far))
    yield "match", 4, list(box(paper, far))
    yield "bet-the-bag", 10, list(racks(paper, far))


@pytest.mark.parametrize("paper", Paper)
def test_every_piece_bleeds_by_3_mm(paper: Paper) -> None:
    assert pytest.approx(3) == BLEED / MM
    for game, page, probes in every(paper, BLEED - NEAR):
        assert len(probes) >= 6
        found = images(game, paper)[page]
        for point, ground in probes:
            assert shows(found, point, ground), (game, page, point)


@pytest.mark.parametrize("paper", Paper)
def test_no_piece_bleeds_where_it_is_not_wanted(paper: Paper) -> None:
    """The test above would see white where there is none."""
    for game, page, probes in every(paper, 2 * NEAR):
        found = images(game, paper, bleed=False)[page]
        for point, ground in probes:
            assert not shows(found, point, ground), (game, page, point)
