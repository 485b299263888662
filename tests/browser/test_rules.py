"""The rules in a page: how to play comes first, in the pictures of the printed sheet."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.people import Person

OUTSIDE = """() => [...document.querySelectorAll('figure, figure svg')]
  .map((e) => e.getBoundingClientRect())
  .filter(({ left, right, width, height }) =>
    width < 40 || height < 20 || left < 0 || right > document.documentElement.clientWidth)
  .length"""


def headings(page: Page) -> list[str]:
    return page.get_by_role("article").locator("h2").all_text_contents()


@pytest.mark.parametrize("viewport", [NARROW, WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize(("game", "pictures"), [("match", 6), ("bet_the_bag", 1)])
def test_the_rules_begin_with_how_to_play(
    open_page: OpenPage, game: str, pictures: int, viewport: ViewportSize
) -> None:
    page = open_page(f"/rules/{game}")
    page.set_viewport_size(viewport)
    expect(page.get_by_role("article").get_by_role("img")).to_have_count(pictures)
    assert headings(page)[0] == "How to play"
    assert len(headings(page)) > 3
    assert page.evaluate(OUTSIDE) == 0


def test_how_to_play_speaks_of_this_table(open_page: OpenPage) -> None:
    """M3.2: with called bids, and with what a void one costs."""
    host = Person(open_page())
    page = host.make_table("Mira", Bidding="Called: a bid is a number").page
    host.add_bot()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Rules").click()
    steps = page.get_by_role("dialog", name="Rules").get_by_role("listitem")
    expect(steps.filter(has_text="Call a number")).to_be_visible()
    expect(steps.filter(has_text="costs as many points as were called").first).to_be_visible()
