"""What stands on the table of Bet the Bag: racks and bid tents to fold."""

from __future__ import annotations

from math import acos, cos, degrees, radians, sin

from wordlot.kit.net import Net, Panel, box
from wordlot.kit.options import MM
from wordlot.kit.pen import Point

RACK_LENGTH = 176 * MM
LIP = 7 * MM
"""The ledge that tiles stand on, and the edge that is glued under it."""
FACE = 26 * MM
REAR = 22 * MM
BASE = 19 * MM
RACK_HEIGHT = 2 * LIP + FACE + REAR + BASE
"""Of the flat strip: 81 mm."""
TENT = (56 * MM, 62 * MM)
"""A flat bid tent; folded in the middle it stands 31 mm long on either side."""
LEAST_TENT, MOST_TENT = 4, 15
"""The numbers that can be bid: from the least contract to 15 (B4.1)."""


def rack_net() -> Net:
    """Return the net of a rack: a prism of face, rear and base, with a ledge square to the face.

    From the top: glued edge, base, rear, face, lip. The lip is folded forward, square to the face;
    the edge of the base comes to lie flat under it, blank side on blank side, and is glued there.
    """
    apex, back, front = _corners()
    lip_top = LIP
    face_top = lip_top + FACE
    rear_top = face_top + REAR
    base_top = rear_top + BASE

    def strip(name: str, y: float, height: float, parent: str, fold: float, angle: float) -> Panel:
        crease = ((0.0, fold), (RACK_LENGTH, fold))
        return Panel(name, box(0, y, RACK_LENGTH, height), parent, crease, angle)

    return Net(
        (
            Panel("face", box(0, lip_top, RACK_LENGTH, FACE)),
            strip("lip", 0, LIP, "face", lip_top, -90),
            strip("rear", face_top, REAR, "face", face_top, 180 - apex),
            strip("base", rear_top, BASE, "rear", rear_top, 180 - back),
            strip("edge", base_top, LIP, "base", base_top, 90 - front),
        )
    )


def rack_profile() -> tuple[Point, Point, Point, Point]:
    """Return a folded rack from the side: end of the lip, front edge, apex, rear edge of the base.

    The front edge is (0, 0), and the base lies on y = 0 to the right of it.
    """
    slope = radians(_corners()[2])
    lip = (-LIP * sin(slope), LIP * cos(slope))
    return lip, (0.0, 0.0), (FACE * cos(slope), FACE * sin(slope)), (BASE, 0.0)


def _corners() -> tuple[float, float, float]:
    """Return the angles in degrees between face and rear, rear and base, base and face."""
    return _angle(FACE, REAR, BASE), _angle(REAR, BASE, FACE), _angle(BASE, FACE, REAR)


def _angle(a: float, b: float, opposite: float) -> float:
    return degrees(acos((a * a + b * b - opposite * opposite) / (2 * a * b)))


def tent_net(x: float, y: float) -> Net:
    """Return the net of a bid tent with its lower left corner at a point."""
    w, h = TENT
    middle = y + h / 2
    return Net(
        (
            Panel("near", box(x, y, w, h / 2)),
            Panel("far", box(x, middle, w, h / 2), "near", ((x, middle), (x + w, middle)), 120),
        )
    )
