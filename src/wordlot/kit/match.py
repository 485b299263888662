"""The kit of Match: four sheets as it is sold, and the two decks apart (M1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial, reduce
from itertools import pairwise

from wordlot.core.pieces import Card, Colour
from wordlot.games.match.model import Deck
from wordlot.kit.box import DEEP, TALL, WIDE, box_net
from wordlot.kit.coins import COIN_RADIUS, COINS, SHARE, SHARES
from wordlot.kit.faces import CARD, draw_back, draw_card, draw_coin, draw_mini
from wordlot.kit.fonts import BOLD, LETTERS, capital
from wordlot.kit.net import Net
from wordlot.kit.options import BLEED, INCH, MARGIN, MM, KitOptions
from wordlot.kit.palette import GREY, INK, LINE, WHITE, Palette
from wordlot.kit.pen import Pen, Point, Rect
from wordlot.kit.pictures import draw_play
from wordlot.kit.prose import Column, height_of, style
from wordlot.kit.rules_pages import SIDE, draw_match_rules
from wordlot.kit.sheets import (
    FOLD_DASH,
    HAIR,
    MARK,
    MARK_GAP,
    Pieces,
    Sheet,
    draw_glue,
    draw_legend,
    draw_net,
    mark_fold,
    piece_sheets,
)
from wordlot.kit.texts import MatchTexts, Texts

CARD_GRID = (4, 5)
AID_SIZES = (7, 6.7, 6.4, 6.1)
"""Sizes of the text on the card with the scores, the one that is wished for first."""
COVER_FIGURE = 3
"""The picture of the rules that shows most: a base word with a crossing."""
COIN_GAP = 3.5 * MM
"""Between coins of a column that are worth the same. Others are two bleeds apart."""
COIN_HEADING = 5 * MM
"""By how much more than at the foot the coins keep from the head of the page, for its text."""
COIN_COLUMN = 30 * MM


def match_sheets(options: KitOptions, palette: Palette, texts: Texts, deck: Deck) -> list[Sheet]:
    """Return the four sheets as sold (front, coins, box, rules), then the cards of both decks."""
    match = texts.match
    front, box, rules = match_large(options, texts)
    return [
        front,
        *coin_sheets(options, texts),
        box,
        rules,
        *piece_sheets(options, texts, deck_of(palette, match, deck, Colour.YELLOW)),
        *piece_sheets(options, texts, deck_of(palette, match, deck, Colour.RED)),
    ]


def deck_of(palette: Palette, texts: MatchTexts, deck: Deck, colour: Colour) -> Pieces:
    """Return one colour of a deck: 39 cards, then the card with the scores (M1.1)."""
    cards = sorted(card for card in deck.cards if card.colour is colour)
    for card in cards:
        capital(card.letter)
    return Pieces(
        title={Colour.YELLOW: texts.yellow, Colour.RED: texts.red}[colour],
        size=(CARD.w, CARD.h),
        grid=CARD_GRID,
        faces=(
            *(partial(_face, card=card) for card in cards),
            partial(_aid, texts=texts, colour=colour),
        ),
        back=draw_back,
        grounds=(palette.card[colour].ground, palette.back.ground),
        labels=(*(card.letter for card in cards), "scores"),
    )


def match_pieces(palette: Palette, texts: Texts, deck: Deck) -> dict[str, Pieces]:
    """Return all that a print shop makes, by the name of its file: both decks, and coins."""
    match = texts.match
    return {
        "yellow": deck_of(palette, match, deck, Colour.YELLOW),
        "red": deck_of(palette, match, deck, Colour.RED),
        **{f"coins-{worth}": _coins_of(palette, texts, worth) for worth in sorted(COINS)},
    }


def _coins_of(palette: Palette, texts: Texts, worth: int) -> Pieces:
    """Return the coins of a denomination, each in the square around it."""

    def draw(pen: Pen, area: Rect) -> None:
        draw_coin(pen, worth, area.centre, area.w / 2, bleed=0)

    count, ground = COINS[worth], palette.coin[worth].ground
    return Pieces(
        title=texts.shop.coins.format(worth=worth),
        size=(2 * COIN_RADIUS[worth], 2 * COIN_RADIUS[worth]),
        grid=(SHARES, count // SHARES),
        faces=(draw,) * count,
        back=draw,
        grounds=(ground, ground),
        labels=(str(worth),) * count,
        round=True,
    )


def match_large(options: KitOptions, texts: Texts) -> list[Sheet]:
    """Return the sheets that are no pieces of a print shop: front, box and rules."""
    match = texts.match
    box = partial(_box, options=options, texts=texts)
    return [
        Sheet(match.cover, partial(_cover, texts=match)),
        Sheet(match.box, box, trim=box_area(options.paper.size)),
        Sheet(match.rules, partial(draw_match_rules, texts=match)),
    ]


def _face(pen: Pen, area: Rect, card: Card) -> None:
    draw_card(pen, card, area)


def _aid(pen: Pen, area: Rect, texts: MatchTexts, colour: Colour) -> None:
    """Draw the card that says what a bid is worth; its ground bleeds like its neighbours'."""
    pen.rect(area, fill=pen.palette.card[colour].ground)
    inner = area.grown(-max(2.6 * MM, pen.safe))
    pen.rect(inner, fill=pen.palette.contract.ground, radius=6)
    size = next((size for size in AID_SIZES if _aid_height(texts, size, inner.w) < inner.h), None)
    assert size is not None, f"the aid of {texts.name} does not fit its card"
    column = Column(pen, inner.x + 5, inner.top - 5, inner.w - 10)
    column.add(texts.aid_heading, style(size + 1, bold=True), after=3)
    column.add_all(texts.aid, style(size), after=3)


def _aid_height(texts: MatchTexts, size: float, width: float) -> float:
    lines = sum(height_of(text, style(size), width - 10) + 3 for text in texts.aid)
    return height_of(texts.aid_heading, style(size + 1, bold=True), width - 10) + lines + 8


def _cover(pen: Pen, texts: MatchTexts) -> None:
    """Draw the front: the name in cards, where the decks are glued, and how to make it all."""
    middle = pen.width / 2
    cell = min(1.22 * INCH, (pen.width - 2 * SIDE) / len(texts.name))
    left = middle - len(texts.name) * cell / 2
    top = pen.height - 0.7 * INCH
    for index, letter in enumerate(texts.name.lower()):
        area = Rect(left + index * cell, top - cell * CARD.h / CARD.w, cell, cell * CARD.h / CARD.w)
        colour = (Colour.YELLOW, Colour.RED)[index % 2]
        draw_card(pen, Card(letter, colour), area.grown(-2))
        pen.rect(area.grown(-2), stroke=pen.palette.card[colour].frame, line=0.6)
    y = top - cell * CARD.h / CARD.w - 26
    pen.text((middle, y), texts.tagline, font=BOLD, size=15, align="centre")
    pen.text((middle, y - 18), texts.players, size=10.5, colour=GREY, align="centre")
    y -= 40
    for side, name in ((-1, texts.yellow), (1, texts.red)):
        place = Rect(middle + side * 1.12 * INCH - CARD.w / 2, y - CARD.h, CARD.w, CARD.h)
        pen.rect(place, stroke=LINE, line=0.8, radius=6, dash=FOLD_DASH)
        pen.text(place.centre, name.format(number="").strip(), colour=GREY, align="centre")
    column = Column(pen, SIDE, y - CARD.h - 20, pen.width - 2 * SIDE)
    column.add(texts.making_heading, style(12, bold=True), after=4)
    column.add_all(texts.making, style(9.6), after=5)
    room = column.y - MARGIN - 18
    assert room > 0, "the front does not hold its texts"
    figure = texts.figures[COVER_FIGURE]
    cell = min(0.5 * INCH, (room - 14) / 4)
    draw_play(pen, figure, (middle, MARGIN + 14 + room / 2), cell, marked=False)


@dataclass(frozen=True)
class CoinSheet:
    """The columns of a sheet of coins, each the share of a player (M2.1)."""

    page: tuple[float, float]
    columns: int = SHARES
    folded: bool = False
    """Whether they lie left of the middle, and their backs right of it."""

    def places(self) -> Iterator[tuple[int, Point]]:
        """Yield the worth and middle of every coin, row by row."""
        middle = self.page[0] / 2
        right = middle + (-1 if self.folded else self.columns - 1) * COIN_COLUMN / 2
        widths = [2 * COIN_RADIUS[worth] for worth in SHARE]
        # Bleeds of one colour may meet, those of two may not.
        gaps = [COIN_GAP if one == next_ else 2 * BLEED for one, next_ in pairwise(SHARE)]
        y = (self.page[1] + sum(widths) + sum(gaps) - COIN_HEADING) / 2
        for worth, width, gap in zip(SHARE, widths, (*gaps, 0), strict=True):
            for column in reversed(range(self.columns)):
                yield worth, (right - column * COIN_COLUMN, y - width / 2)
            y -= width + gap

    @property
    def area(self) -> Rect:
        """What holds all coins of the front."""
        squares = (Rect(x, y, 0, 0).grown(COIN_RADIUS[worth]) for worth, (x, y) in self.places())
        return reduce(Rect.joined, squares)


def coin_sheets(options: KitOptions, texts: Texts) -> Iterator[Sheet]:
    """Yield the sheet of coins, or two to be folded, with half the shares each."""
    if not options.folded:
        sheet = CoinSheet(options.paper.size)
        yield Sheet(
            texts.match.coins,
            partial(_coins, options=options, texts=texts, sheet=sheet, sides=(False,)),
            partial(_coins, options=options, texts=texts, sheet=sheet, sides=(True,)),
            sheet.area,
        )
        return
    for number in range(1, 3):
        sheet = CoinSheet(options.paper.size, SHARES // 2, folded=True)
        yield Sheet(
            f"{texts.match.coins} ({number})",
            partial(_coins, options=options, texts=texts, sheet=sheet, sides=(False, True)),
            trim=sheet.area.joined(sheet.area.mirrored(sheet.page[0])),
        )


def _coins(
    pen: Pen, options: KitOptions, texts: Texts, sheet: CoinSheet, sides: tuple[bool, ...]
) -> None:
    """Draw coins, and where the sides are not only the mirrored one, what they are."""
    for mirrored in sides:
        for worth, (x, y) in sheet.places():
            at = (pen.width - x if mirrored else x, y)
            radius = COIN_RADIUS[worth]
            draw_coin(pen, worth, at, radius, bleed=BLEED if options.bleed else 0)
            pen.circle(at, radius, stroke=INK, line=HAIR)
    if False not in sides:
        return
    area = sheet.area
    top = area.top + BLEED
    pen.text((SIDE, top + 15.5), texts.match.coin_heading, font=BOLD, size=11)
    pen.text((SIDE, top + 4), texts.match.coin_text, size=8.5)
    if sheet.folded:
        # The line ends below the text.
        mark_fold(pen, texts, Rect(area.x, area.y, area.w, area.h - MARK - MARK_GAP))


def box_area(page: tuple[float, float]) -> Rect:
    """Return what holds the net of the box, which lies on its side in the middle of the page."""
    low_x, low_y, high_x, high_y = box_net().bounds()
    wide, high = high_y - low_y, high_x - low_x
    return Rect((page[0] - wide) / 2, (page[1] - high) / 2, wide, high)


def _box(pen: Pen, options: KitOptions, texts: Texts) -> None:
    """Draw the net of the box on its side, with its steps above and below (M1.3)."""
    net, match = box_net(), texts.match
    low_x, low_y, high_x, high_y = net.bounds()
    with (
        pen.at(pen.width / 2, pen.height / 2, turn=90),
        pen.at(-(low_x + high_x) / 2, -(low_y + high_y) / 2),
    ):
        _box_ground(pen, options, net)
        _box_art(pen, match)
        draw_net(pen, net)
        for name in UNPRINTED:
            draw_glue(pen, net[name].outline, texts.glue)
    top = pen.height - MARGIN - 14
    pen.text((SIDE, top), match.box_heading, font=BOLD, size=11)
    draw_legend(pen, texts, (SIDE, top - 15))
    width = (pen.width - 2 * SIDE - 20) / 2
    foot = (pen.height - (high_x - low_x)) / 2 - BLEED - 6
    half = -(-len(match.box_steps) // 2)
    for number, steps in enumerate((match.box_steps[:half], match.box_steps[half:])):
        column = Column(pen, SIDE + number * (width + 20), foot, width)
        column.add_all(steps, style(7.2), after=1.5)
        assert column.y > MARGIN + 8, "the steps of the box do not fit"


UNPRINTED = ("glue flap", "bottom glue")
"""Glue holds on bare card."""


def _box_ground(pen: Pen, options: KitOptions, net: Net) -> None:
    ground = pen.palette.box.ground
    printed = [panel for panel in net.panels if panel.name not in UNPRINTED]
    if options.bleed:
        for panel in printed:
            pen.polygon(panel.outline, fill=ground, stroke=ground, line=2 * BLEED)
    for name in UNPRINTED:
        pen.polygon(net[name].outline, fill=WHITE)
    for panel in printed:
        pen.polygon(panel.outline, fill=ground)


def _box_art(pen: Pen, texts: MatchTexts) -> None:
    surface = pen.palette.box
    front = Rect(WIDE + DEEP, 0, WIDE, TALL)
    x, y = front.centre
    draw_play(pen, texts.figures[COVER_FIGURE], (x, y + 0.2 * INCH), 0.4 * INCH, marked=False)
    pen.centred((x, TALL - 0.72 * INCH), texts.name, font=LETTERS, size=34, colour=surface.ink)
    players = texts.players.split(" · ")[0]
    pen.text((x, 0.36 * INCH), players, font=BOLD, size=10, colour=surface.ink, align="centre")
    x = WIDE / 2
    for row, line in enumerate(texts.box_back):
        at = (x, TALL / 2 + (1 - row) * 20 - 4)
        pen.text(at, line, font=BOLD, size=12, colour=surface.ink, align="centre")
    for side in (WIDE, 2 * WIDE + DEEP):
        with pen.at(side + DEEP / 2, TALL / 2, turn=90):
            pen.centred((0, 0), texts.name, font=LETTERS, size=30, colour=surface.ink)
    # The lid hangs from the back: seen from the front it is the other way up.
    with pen.at(x, TALL + DEEP / 2, turn=180):
        _name_in_cards(pen, texts.name, (0, 0), 0.42 * INCH)


def _name_in_cards(pen: Pen, name: str, centre: Point, cell: float) -> None:
    left = centre[0] - len(name) * cell / 2
    for index, letter in enumerate(name.lower()):
        colour = (Colour.YELLOW, Colour.RED)[index % 2]
        area = Rect(left + index * cell, centre[1] - cell / 2, cell, cell).grown(-1)
        draw_mini(pen, Card(letter, colour), area, new=False)
