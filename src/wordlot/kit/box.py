"""The box of Match: a net that folds to 3 × 4.25 × 1 in (M1.3), and what goes into it."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from wordlot.kit.coins import COIN_RADIUS, COINS
from wordlot.kit.faces import CARD
from wordlot.kit.net import Net, Panel, box
from wordlot.kit.options import INCH, MM
from wordlot.kit.pen import Point

WIDE, TALL, DEEP = 3 * INCH, 4.25 * INCH, 1 * INCH
"""Crease to crease: the outside of the folded box (M1.3)."""
STOCK = 0.35 * MM
"""Thickness of the thickest card stock that the kit is made for."""
COIN_BOARD = 2 * MM
"""Thickness of the thickest coins: the print glued on board."""
GLUE_FLAP = 0.5 * INCH
TUCK = 0.62 * INCH
DUST = 0.7 * INCH
"""Depth of the four small flaps at the sides, less than the depth of the box."""
BOTTOM_GLUE = 0.9 * INCH
_EASE = 0.04 * INCH
"""How much narrower a flap is than the panel that it goes into."""
_NOTCH = 0.34 * INCH


def box_net() -> Net:
    """Return the net, its printed side up; the four walls stand side by side above y = 0.

    From the left: glue flap, back, side, front, side. The back carries lid and bottom, the front
    the flap that the bottom is glued to. The lowest corner of the back is (0, 0).
    """
    side, front, last = WIDE, WIDE + DEEP, 2 * WIDE + DEEP
    return Net(
        (
            Panel("back", box(0, 0, WIDE, TALL)),
            _flap("glue flap", "back", (0, 0), (0, TALL), GLUE_FLAP, 0.14),
            _beside("side", "back", side, box(side, 0, DEEP, TALL)),
            _beside("front", "side", front, _notched(front)),
            _beside("last side", "front", last, box(last, 0, DEEP, TALL)),
            Panel("lid", box(0, TALL, WIDE, DEEP), "back", ((0, TALL), (WIDE, TALL))),
            _flap("tuck", "lid", (_EASE, TALL + DEEP), (WIDE - _EASE, TALL + DEEP), TUCK, 0.2),
            _dust("side", side, top=True),
            _dust("last side", last, top=True),
            Panel("bottom", box(0, -DEEP, WIDE, DEEP), "back", ((0, 0), (WIDE, 0))),
            _flap("bottom glue", "front", (last - _EASE, 0), (front + _EASE, 0), BOTTOM_GLUE, 0.1),
            _dust("side", side, top=False),
            _dust("last side", last, top=False),
        )
    )


def _beside(name: str, parent: str, x: float, outline: tuple[Point, ...]) -> Panel:
    return Panel(name, outline, parent, ((x, 0), (x, TALL)))


def _dust(parent: str, x: float, *, top: bool) -> Panel:
    begin, end = (x + _EASE, TALL), (x + DEEP - _EASE, TALL)
    if not top:
        begin, end = (end[0], 0.0), (begin[0], 0.0)
    return _flap(f"{parent} {'top' if top else 'bottom'} dust", parent, begin, end, DUST, 0.16)


def _flap(
    name: str, parent: str, begin: Point, end: Point, depth: float, taper_inches: float
) -> Panel:
    return Panel(name, _tab(begin, end, depth, taper_inches * INCH), parent, (begin, end))


def _tab(begin: Point, end: Point, depth: float, taper: float) -> tuple[Point, ...]:
    """Return a flap to the left of a line, its corners cut off so that it slips in."""
    (ax, ay), (bx, by) = begin, end
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / length, (by - ay) / length

    def at(along: float, out: float) -> Point:
        return ax + along * ux - out * uy, ay + along * uy + out * ux

    shoulder = max(depth - 1.6 * taper, 0.0)
    return (
        begin,
        end,
        at(length - 0.25 * taper, shoulder),
        at(length - taper, depth),
        at(taper, depth),
        at(0.25 * taper, shoulder),
    )


def _notched(x: float) -> tuple[Point, ...]:
    """Return the front wall with a notch for the thumb in its upper edge."""
    middle = x + WIDE / 2
    steps = 16
    notch = tuple(
        (middle + _NOTCH * cos(pi * k / steps), TALL - 0.75 * _NOTCH * sin(pi * k / steps))
        for k in range(steps + 1)
    )
    return ((x, 0.0), (x + WIDE, 0.0), (x + WIDE, TALL), *notch, (x, TALL))


@dataclass(frozen=True)
class Fit:
    """How the contents lie in the box, in points: decks on the floor, stacks of coins on them."""

    inside: tuple[float, float, float]
    """Width, length and depth that the walls leave."""
    decks: tuple[float, float, float]
    """Two decks side by side, lengthwise in the box."""
    coins: tuple[float, float, float]
    """Stacks of five coins in three rows of four, each as wide as the widest coin."""

    @property
    def used(self) -> tuple[float, float, float]:
        """What decks and coins take together."""
        across, along, deck_height = self.decks
        return (
            max(across, self.coins[0]),
            max(along, self.coins[1]),
            deck_height + self.coins[2],
        )

    @property
    def spare(self) -> tuple[float, float, float]:
        """What is left over in each direction: none of it is negative."""
        w, h, d = (inner - use for inner, use in zip(self.inside, self.used, strict=True))
        return w, h, d


CARDS_OF_A_DECK = 40
"""39 letter cards and the card with the scores."""
STACKS = (3, 4)
COINS_OF_A_STACK = 5


def fit(stock: float = STOCK, coin: float = COIN_BOARD) -> Fit:
    """Return how the contents fit for a thickness of the cards and of the coins, in points.

    Walls are layers of the same stock. In the width: two sides and the glue flap, and one to spare.
    In the length: lid and dust flap above; dust flap, glued flap and bottom below. In the depth:
    back, tuck and front.
    """
    assert STACKS[0] * STACKS[1] * COINS_OF_A_STACK == COINS.total()
    widest = 2 * max(COIN_RADIUS.values())
    return Fit(
        inside=(WIDE - 4 * stock, TALL - 5 * stock, DEEP - 3 * stock),
        decks=(CARD.h, 2 * CARD.w, CARDS_OF_A_DECK * stock),
        coins=(STACKS[0] * widest, STACKS[1] * widest, COINS_OF_A_STACK * coin),
    )
