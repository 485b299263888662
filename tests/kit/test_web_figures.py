"""The pictures of the rules in a page are those of the printed sheet, from what draws it."""

import xml.etree.ElementTree as ET
from collections import Counter

import msgspec
import pytest

from tests.kit.reading import letters_on, pages
from wordlot.kit import KitOptions, Paper, kit_pdf
from wordlot.kit.texts import load_texts
from wordlot.kit.web_figures import TARGET, main, render

SVG = "{http://www.w3.org/2000/svg}"


def figures(game: str) -> list[dict[str, str]]:
    text = render()
    made = msgspec.json.decode(text[text.index("= {") + 2 : text.rindex(";")])
    found: list[dict[str, str]] = made[game]
    return found


def letters_of(picture: str) -> Counter[str]:
    texts = ET.fromstring(picture).iter(f"{SVG}text")
    return Counter(letter for text in texts if len(letter := text.text or "") == 1)


def test_the_page_has_the_pictures_that_are_drawn_today() -> None:
    assert main(["--check"]) == 0
    assert TARGET.read_text() == render()


def test_every_picture_of_the_sheet_of_match_is_there_with_its_words() -> None:
    """M4, M5.1, M5.2."""
    texts = load_texts("english").match
    found = figures("match")
    assert [(one["heading"], one["text"]) for one in found] == [
        (figure.heading, figure.text) for figure in texts.figures
    ]
    assert found[1]["worth"] == texts.figure_worth.format(value=6, score=8)
    assert found[-1]["worth"] == texts.figure_illegal
    assert [one["alt"] for one in found][-1] == "RATE, PLAY, STOP"


@pytest.mark.parametrize("game", ["match", "bet_the_bag"])
def test_pictures_show_the_letters_that_the_sheet_shows(game: str) -> None:
    """By letter and number: a card or tile more or less is seen."""
    kit = kit_pdf(game.replace("_", "-"), KitOptions(paper=Paper.ORIGINAL))
    drawn = [Counter(letters_on(page)) for page in pages(kit)]
    shown = sum((letters_of(one["svg"]) for one in figures(game)), Counter[str]())
    assert shown.total() > 5
    assert any(shown <= page for page in drawn)


def test_no_two_pictures_share_an_id() -> None:
    """They stand in one page, and an id that is there twice draws the wrong stamp."""
    ids = [
        element.get("id")
        for game in ("match", "bet_the_bag")
        for one in figures(game)
        for element in ET.fromstring(one["svg"]).iter()
        if element.get("id") is not None
    ]
    assert len(ids) == len(set(ids)) > 6
