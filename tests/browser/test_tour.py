"""The tour covers nothing of what it speaks of, and a game with bots waits until it is closed."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.bag_scenes import first_bag_game
from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.people import Person
from tests.browser.scenes import first_game

SIDEWAYS = ViewportSize(width=740, height=360)
CLOCK = "document.querySelector('[role=timer]').textContent"
SPOKEN_OF = """() => {
  const frame = document.querySelector('.about')?.getBoundingClientRect();
  const card = document.querySelector('.tour').getBoundingClientRect();
  if (frame === undefined) return { framed: false };
  const covers = card.left < frame.right && frame.left < card.right
    && card.top < frame.bottom && frame.top < card.bottom;
  const x = (frame.left + frame.right) / 2;
  const top = document.elementFromPoint(x, (frame.top + frame.bottom) / 2);
  return {
    framed: true,
    covers,
    seen: top !== null && top.closest('.tour') === null,
    inside: card.top >= 0 && card.bottom <= innerHeight
      && card.left >= 0 && card.right <= innerWidth,
  };
}"""


def steps(page: Page) -> list[dict[str, Any]]:
    """Go through the tour; returns how each of its cards lies."""
    found = []
    while True:
        page.wait_for_timeout(100)
        found.append(page.evaluate(SPOKEN_OF))
        further = page.locator(".tour").get_by_role("button", name="Next")
        if further.count() == 0:
            return found
        further.click()


@pytest.mark.parametrize("size", [NARROW, SIDEWAYS, WIDE], ids=["narrow", "sideways", "wide"])
@pytest.mark.parametrize("begin", [first_game, first_bag_game])
def test_no_card_of_the_tour_covers_what_it_speaks_of(
    open_page: OpenPage, begin: Callable[[OpenPage], Page], size: ViewportSize
) -> None:
    page = begin(open_page)
    page.set_viewport_size(size)
    found = steps(page)
    assert len(found) == 5
    for number, step in enumerate(found, 1):
        # On a phone that lies on its side something spoken of may be out of sight.
        if size is SIDEWAYS and not step["framed"]:
            continue
        assert step == {"framed": True, "covers": False, "seen": True, "inside": True}, number


def test_a_game_with_bots_waits_until_the_tour_is_closed(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Play Match now").click()
    expect(page.locator(".tour")).to_be_visible()
    page.wait_for_timeout(1_500)
    shown = page.evaluate(CLOCK)
    page.wait_for_timeout(2_500)
    assert page.evaluate(CLOCK) == shown
    Person(page).skip_tour()
    expect(page.locator("[role=timer]")).not_to_have_text(shown)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_game_with_bots_is_paused_and_goes_on_and_is_resigned(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Play Match now").click()
    Person(page).skip_tour()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.wait_for_timeout(500)
    shown = page.evaluate(CLOCK)
    page.wait_for_timeout(2_500)
    assert page.evaluate(CLOCK) == shown
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("[role=timer]")).not_to_have_text(shown)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Press again").click()
    expect(page.get_by_text("The game was ended")).to_be_visible()
