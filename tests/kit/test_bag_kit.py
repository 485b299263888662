"""The kit of Bet the Bag: tiles, contract cards, tents and racks are all there."""

import json
from collections import Counter
from functools import cache

import pytest
from pypdf import PageObject

from tests.kit.reading import letters_on, pages
from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import BLANK
from wordlot.games.bet_the_bag.components import load_cards, load_tiles
from wordlot.games.bet_the_bag.model import MOST_TILES
from wordlot.kit import KitOptions, Paper, kit_pdf
from wordlot.kit.stands import MOST_TENT

RULES, TILES, MORE_TILES, CONTRACTS, TENTS, RACKS, MORE_RACKS = range(7)


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


def test_six_racks_are_there() -> None:
    steps = [
        printed()[n].extract_text().count("blank side on blank side") for n in (RACKS, MORE_RACKS)
    ]
    assert steps == [3, 3]


def test_rules_sheet_has_the_example_of_the_source() -> None:
    """B9.2."""
    found = letters_on(printed()[RULES])
    assert found[-6:] == list("RABLJC")


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
