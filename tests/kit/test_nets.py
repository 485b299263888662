"""Nets: they fold to what they are said to fold to, and the contents fit."""

from collections.abc import Iterable
from itertools import combinations
from math import hypot

import pytest

from wordlot.kit.box import DEEP, STOCK, TALL, WIDE, box_net, fit
from wordlot.kit.coins import COINS
from wordlot.kit.net import Net, Panel, box
from wordlot.kit.options import INCH, MARGIN, MM, Paper
from wordlot.kit.stands import BASE, FACE, LIP, REAR, rack_net, rack_profile, tent_net

Solid = tuple[float, float, float]
NEAR = 1e-6


def extent(points: Iterable[Solid]) -> list[tuple[float, float]]:
    """Least and greatest of each coordinate."""
    return [(min(values), max(values)) for values in zip(*points, strict=True)]


def near(one: Iterable[tuple[float, float]], other: Iterable[tuple[float, float]]) -> bool:
    return all(
        abs(a - c) < NEAR and abs(b - d) < NEAR for (a, b), (c, d) in zip(one, other, strict=True)
    )


def test_mountain_fold_goes_behind_the_print_and_a_valley_before_it() -> None:
    def folded(angle: float) -> Solid:
        flap = Panel("flap", box(10, 0, 5, 10), "root", ((10, 0), (10, 10)), angle)
        return Net((Panel("root", box(0, 0, 10, 10)), flap)).folded()["flap"][1]

    assert folded(90) == pytest.approx((10, 0, -5))
    assert folded(-90) == pytest.approx((10, 0, 5))
    assert folded(180) == pytest.approx((5, 0, 0))


def test_cuts_leave_out_the_folds_and_only_them() -> None:
    flap = Panel("flap", box(10, 2, 5, 6), "root", ((10, 2), (10, 8)))
    net = Net((Panel("root", box(0, 0, 10, 10)), flap))
    cut = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in net.cuts())
    assert cut == pytest.approx(4 * 10 - 6 + 2 * 5 + 6)


@pytest.mark.parametrize("net", [box_net(), rack_net(), tent_net(0, 0)])
def test_panels_of_a_flat_net_do_not_overlap(net: Net) -> None:
    for one, other in combinations(net.panels, 2):
        sides = zip(
            extent((x, y, 0) for x, y in one.outline),
            extent((x, y, 0) for x, y in other.outline),
            strict=True,
        )
        shared = [min(a[1], b[1]) - max(a[0], b[0]) for a, b in list(sides)[:2]]
        assert min(shared) <= NEAR, (one.name, other.name)


def test_box_folds_to_3_by_4_25_by_1_inch() -> None:
    """M1.3."""
    assert (WIDE, TALL, DEEP) == (3 * INCH, 4.25 * INCH, 1 * INCH)
    solid = box_net().folded()
    every = [point for corners in solid.values() for point in corners]
    assert near(extent(every), [(0, WIDE), (0, TALL), (-DEEP, 0)])


@pytest.mark.parametrize(
    ("panel", "where"),
    [
        ("back", [(0, WIDE), (0, TALL), (0, 0)]),
        ("side", [(WIDE, WIDE), (0, TALL), (-DEEP, 0)]),
        ("front", [(0, WIDE), (0, TALL), (-DEEP, -DEEP)]),
        ("last side", [(0, 0), (0, TALL), (-DEEP, 0)]),
        ("lid", [(0, WIDE), (TALL, TALL), (-DEEP, 0)]),
        ("bottom", [(0, WIDE), (0, 0), (-DEEP, 0)]),
    ],
)
def test_each_wall_of_the_box_closes_its_side(panel: str, where: list[tuple[float, float]]) -> None:
    assert near(extent(box_net().folded()[panel]), where)


@pytest.mark.parametrize(
    ("flap", "wall"),
    [
        ("glue flap", "last side"),
        ("tuck", "front"),
        ("bottom glue", "bottom"),
        ("side top dust", "lid"),
        ("last side top dust", "lid"),
        ("side bottom dust", "bottom"),
        ("last side bottom dust", "bottom"),
    ],
)
def test_each_flap_of_the_box_lies_flat_inside_its_wall(flap: str, wall: str) -> None:
    solid = box_net().folded()
    for (low, high), (least, most) in zip(extent(solid[flap]), extent(solid[wall]), strict=True):
        assert least - NEAR <= low
        assert high <= most + NEAR


def test_small_flaps_of_the_box_do_not_meet_and_the_glued_one_leaves_room_to_fold() -> None:
    solid = box_net().folded()
    right, left = extent(solid["side top dust"]), extent(solid["last side top dust"])
    assert left[0][1] < right[0][0]
    depth = extent(solid["bottom glue"])[2]
    assert depth[1] < -NEAR


@pytest.mark.parametrize("paper", Paper)
def test_box_fits_every_paper_on_its_side(paper: Paper) -> None:
    left, low, right, top = box_net().bounds()
    width, height = paper.size
    assert right - left < height - 2 * MARGIN
    assert top - low < width - 2 * MARGIN


def test_cards_and_coins_fit_the_box_even_of_the_thickest_stock_and_board() -> None:
    """The arithmetic of docs/guide/kit.md, in millimetres."""
    found = fit()
    assert [round(x / MM, 2) for x in found.inside] == [74.8, 106.2, 24.35]
    assert [round(x / MM, 2) for x in found.decks] == [50, 88, 14]
    assert [round(x / MM, 2) for x in found.coins] == [72, 96, 10]
    assert [round(x / MM, 2) for x in found.spare] == [2.8, 10.2, 0.35]
    assert COINS.total() == 60


def test_contents_of_a_thicker_stock_do_not_fit() -> None:
    assert min(fit(stock=1.2 * STOCK).spare) < 0


def test_rack_closes_to_a_prism_and_its_glued_edge_lies_under_the_ledge() -> None:
    solid = rack_net().folded()
    face, lip, edge = solid["face"], solid["lip"], solid["edge"]
    # The edge of the base comes back to the front edge of the face, and lies along the lip.
    assert near(extent(edge), extent(lip))
    slope = (face[3][1] - face[0][1], face[3][2] - face[0][2])
    ledge = (lip[0][1] - lip[3][1], lip[0][2] - lip[3][2])
    assert slope[0] * ledge[0] + slope[1] * ledge[1] == pytest.approx(0, abs=NEAR)


def test_profile_of_the_rack_is_that_of_the_folded_net() -> None:
    lip, front, apex, rear = rack_profile()

    def apart(a: tuple[float, float], b: tuple[float, float]) -> float:
        return hypot(a[0] - b[0], a[1] - b[1])

    assert apart(lip, front) == pytest.approx(LIP)
    assert apart(front, apex) == pytest.approx(FACE)
    assert apart(apex, rear) == pytest.approx(REAR)
    assert apart(rear, front) == pytest.approx(BASE)


def test_rack_leans_back_so_that_tiles_stay_on_it() -> None:
    _, front, apex, rear = rack_profile()
    assert front[0] < apex[0] < rear[0]


def test_tent_stands_on_two_equal_sides() -> None:
    near_side, far_side = tent_net(0, 0).panels
    assert near_side.outline[2][1] == pytest.approx(far_side.outline[2][1] / 2)
