"""The kit of Bet the Bag: tiles, contract cards, tents and racks are all there."""

import json
from collections import Counter
from functools import cache
from io import BytesIO

import pytest
from pypdf import PageObject
from reportlab.pdfgen.canvas import Canvas

from tests.kit.reading import letters_on, pages
from tests.kit.rendering import rendered
from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import BLANK
from wordlot.games.bet_the_bag.components import load_cards, load_tiles
from wordlot.games.bet_the_bag.model import MOST_TILES
from wordlot.games.bet_the_bag.rules import BET_THE_BAG
from wordlot.kit import KitOptions, Paper, kit_pdf
from wordlot.kit.faces import TILE, draw_tile
from wordlot.kit.options import SAFE
from wordlot.kit.palette import FULL
from wordlot.kit.pen import Pen
from wordlot.kit.stands import MOST_TENT

RULES, TILES, MORE_TILES, CONTRACTS, TENTS, *RACKS = range(8)


@cache
def printed(paper: Paper = Paper.A4) -> list[PageObject]:
    return pages(kit_pdf("bet-the-bag", KitOptions(paper=paper)))


@pytest.mark.parametrize("paper", Paper)
def test_tiles_are_those_of_the_set_blanks_too(paper: Paper) -> None:
    """B1.1."""
    found = printed(paper)
    tiles = Counter(
        letter.lower() for sheet in (TILES, MORE_TILES) for letter in letters_on(found[sheet])
    )
    assert tiles == Counter(load_tiles("english").tiles)
    assert tiles.total() == 100
    assert tiles[BLANK] == 2


def test_contract_cards_are_four_aces_and_four_each_of_4_to_7() -> None:
    """B1.2."""
    found = Counter(letters_on(printed()[CONTRACTS]))
    assert found == {"A": 4, "4": 4, "5": 4, "6": 4, "7": 4}
    assert found.total() == len(load_cards())


def test_tents_carry_every_number_that_can_be_bid_on_both_sides() -> None:
    """B4.1."""
    found = Counter(letters_on(printed()[TENTS]))
    assert found == {str(number): 2 for number in range(4, 16)}
    assert MOST_TENT == MOST_TILES


def test_each_of_eight_players_has_a_rack() -> None:
    steps = [printed()[n].extract_text().count("blank side on blank side") for n in RACKS]
    assert sum(steps) == BET_THE_BAG.max_seats
    assert steps == [3, 3, 2]
    assert len(printed()) == RACKS[-1] + 1


def test_rules_sheet_has_the_example_of_the_source() -> None:
    """B9.2."""
    found = letters_on(printed()[RULES])
    assert found[-6:] == list("RABLJC")


@pytest.mark.parametrize("safe", [0, SAFE])
@pytest.mark.parametrize("letter", [*"źżąåçőşůņqj", "ch"])
def test_letters_with_accents_keep_clear_of_the_frame_of_their_tile(
    letter: str, safe: float
) -> None:
    """The strip inside the frame shows nothing but the ground, at every side."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=(TILE.w, TILE.h))
    draw_tile(Pen(canvas, FULL, (TILE.w, TILE.h), safe=safe), letter, TILE)
    canvas.save()
    (image,) = rendered(out.getvalue(), 300)
    edge = max(0.07 * TILE.w, safe + 0.6)
    bar, line, corner, wide = 0.055 * TILE.h, 0.7, 4, 1.2
    inner = TILE.grown(-edge - line)
    low, top = edge + bar + line, inner.top
    ground = image.getpixel((2, 2))
    strips = (
        (inner.x + corner, top - wide, inner.right - corner, top),
        (inner.x + corner, low, inner.right - corner, low + wide),
        (inner.x, low + corner, inner.x + wide, top - corner),
        (inner.right - wide, low + corner, inner.right, top - corner),
    )
    for left, low, right, top in strips:
        scale = 300 / 72
        found = image.crop(
            (
                int(left * scale) + 1,
                int((TILE.h - top) * scale) + 1,
                int(right * scale) - 1,
                int((TILE.h - low) * scale) - 1,
            )
        )
        assert found.getcolors() == [(found.width * found.height, ground)]


def test_larger_tile_set_takes_more_sheets() -> None:
    raw = json.dumps({"name": "mine", "letters": {"a": 160}, "blanks": 0}).encode()
    found = pages(kit_pdf("bet-the-bag", KitOptions(), deck_file=raw))
    assert sum(letters_on(page).count("A") for page in found[1:4]) == 160


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"name": "mine", "letters": {}, "blanks": 0}, "no tiles"),
        ({"name": "mine", "letters": {"語": 1}, "blanks": 0}, "語"),
        ({"name": "mine", "letters": {"a": -1}, "blanks": 0}, "-1"),
    ],
)
def test_tile_set_that_cannot_be_printed_is_refused(raw: object, reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason):
        kit_pdf("bet-the-bag", KitOptions(), deck_file=json.dumps(raw).encode())
