"""The colours of the kit: the tokens of the screens, and their ink-saving twins."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.lib.colors import Color, HexColor

from wordlot.core.pieces import Colour

INK = HexColor("#1F2430")
GREY = HexColor("#6B6F76")
LINE = HexColor("#9A9DA3")
WHITE = HexColor("#FFFFFF")


@dataclass(frozen=True)
class Surface:
    """How one kind of piece is coloured."""

    ground: Color
    pattern: Color
    ink: Color
    """Of the letter and the corner sign."""
    frame: Color
    """A line inside the edge, which carries the colour where the ground does not."""


@dataclass(frozen=True)
class Palette:
    """The surfaces of one print."""

    card: dict[Colour, Surface]
    tile: Surface
    contract: Surface
    back: Surface
    box: Surface
    coin: dict[int, Surface]
    """By denomination."""


def _surface(ground: str, pattern: str, ink: str, frame: str) -> Surface:
    return Surface(HexColor(ground), HexColor(pattern), HexColor(ink), HexColor(frame))


FULL = Palette(
    card={
        Colour.YELLOW: _surface("#FFCB2E", "#DFA200", "#2B2008", "#E3AA0C"),
        Colour.RED: _surface("#C5342B", "#DE6F67", "#FFF6EC", "#A3221B"),
    },
    tile=_surface("#F6E7C6", "#E8D3A2", "#33250F", "#B4924A"),
    contract=_surface("#FFFDF7", "#E9E2D2", "#1F2430", "#CFC6B2"),
    back=_surface("#20303A", "#64808F", "#FFFDF7", "#7890A0"),
    box=_surface("#FBE7B4", "#F0D48A", "#1F2430", "#C79A2B"),
    coin={
        1: _surface("#E9B58F", "#9C5B2E", "#4A2610", "#9C5B2E"),
        2: _surface("#D9DEE3", "#6E7B87", "#26303A", "#6E7B87"),
        5: _surface("#FFD75A", "#A67A00", "#3A2A00", "#A67A00"),
        10: _surface("#9ED9C3", "#1E7C5E", "#0C3A2B", "#1E7C5E"),
    },
)
"""The look of the screens: colour up to the edge."""

SAVING = Palette(
    card={
        Colour.YELLOW: _surface("#FFFFFF", "#A9A9A9", "#1F2430", "#E3AA0C"),
        Colour.RED: _surface("#FFFFFF", "#A9A9A9", "#1F2430", "#C5342B"),
    },
    tile=_surface("#FFFFFF", "#C8C8C8", "#1F2430", "#8C8C8C"),
    contract=_surface("#FFFFFF", "#D5D5D5", "#1F2430", "#8C8C8C"),
    back=_surface("#FFFFFF", "#B5B5B5", "#1F2430", "#8C8C8C"),
    box=_surface("#FFFFFF", "#D5D5D5", "#1F2430", "#8C8C8C"),
    coin={worth: _surface("#FFFFFF", "#8C8C8C", "#1F2430", "#8C8C8C") for worth in (1, 2, 5, 10)},
)
"""White paper, grey patterns and a thin frame. The cards of Match take 29 % of the ink, measured as
the sum of what red, green and blue lack of white over the rendered pages."""
