"""A drag ends when its piece leaves: every piece that can be dragged, in both games."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.bag_scenes import FULL_BAG, WORDS, sit, spell
from tests.browser.conftest import OpenPage
from tests.browser.scenes import compose, drawn, seated
from tests.games.bet_the_bag.game import attempting

MINUTE_S = 61


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def take_up(page: Page, piece: Locator) -> None:
    """Begin to drag a piece, and see it fly."""
    x, y = middle(piece)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y - 12)
    expect(page.locator(".flying")).to_be_visible()


def drop(page: Page, place: Locator) -> None:
    page.mouse.move(*middle(place))
    page.mouse.up()


def nothing_flies(page: Page) -> None:
    expect(page.locator(".flying")).to_have_count(0)


def hand(page: Page, name: str) -> Locator:
    tiles = page.locator("[data-hand]").get_by_role("button", name=name)
    return tiles.first


def table_tile(page: Page, name: str) -> Locator:
    return page.locator("[data-stage]").get_by_role("button", name=name).first


def test_a_card_that_was_laid_meanwhile_is_dropped_nowhere(open_page: OpenPage) -> None:
    page, table = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn"))
    compose(page, "RATES")
    page.locator(".buttons .go").click()
    expect(page.locator(".buttons .go")).to_have_text("You bid 2")
    take_up(page, hand(page, "S, yellow"))
    table.pass_(1, 2)
    expect(page.get_by_role("heading", level=1)).to_have_text("Match · round 2")
    nothing_flies(page)
    drop(page, page.get_by_role("button", name="Grow RATES, at the left"))
    expect(page.get_by_role("textbox", name="Your play")).to_have_value("")


def test_a_tile_of_the_hand_that_was_laid_meanwhile_flies_no_more(open_page: OpenPage) -> None:
    game = attempting("elc", "abc", "def", bids=(5, 6, None), bag=FULL_BAG, words=WORDS)
    game.draw(0, "rab")
    page, table = sit(open_page, game)
    take_up(page, hand(page, "C"))
    game.submit(0, "crab", "c")
    table.tell()
    expect(hand(page, "C")).to_have_count(0)
    nothing_flies(page)
    drop(page, page.get_by_role("textbox", name="Your word"))
    expect(page.get_by_role("textbox", name="Your word")).to_have_value("")


@pytest.mark.parametrize("of_the_table", [True, False], ids=["table", "word"])
def test_a_tile_of_the_table_or_the_word_flies_no_more_after_the_minute(
    open_page: OpenPage, *, of_the_table: bool
) -> None:
    game = attempting("elc", "abc", "def", bids=(5, None, None), bag=FULL_BAG, words=WORDS)
    game.draw(0, "rab")
    page, table = sit(open_page, game)
    spell(page, "crab")
    piece = (
        table_tile(page, "R") if of_the_table else page.locator("[data-stage] .tentative button")
    )
    take_up(page, piece)
    table.wait(MINUTE_S)
    expect(page.get_by_role("textbox", name="Your word")).to_have_value("")
    nothing_flies(page)
    drop(page, hand(page, "E"))
    expect(page.get_by_role("textbox", name="Your word")).to_have_value("")


def test_a_second_finger_neither_takes_the_card_nor_drops_it(open_page: OpenPage) -> None:
    page, _ = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn"))
    take_up(page, hand(page, "O, yellow"))
    page.evaluate("""() => {
      const card = document.querySelector('[data-hand-index="4"]');
      const touch = { pointerId: 77, pointerType: 'touch', bubbles: true };
      for (const type of ['pointerdown', 'pointermove', 'pointerup'])
        card.dispatchEvent(new PointerEvent(type, touch));
    }""")
    expect(page.locator(".flying").get_by_text("O")).to_be_visible()
    drop(page, hand(page, "D, yellow"))
    nothing_flies(page)
    expect(page.locator("[data-hand] button").nth(2)).to_have_accessible_name("O, yellow")
