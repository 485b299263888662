"""Where things stand on the page of Bet the Bag: seats in view, and nothing over another."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.bag_scenes import FULL_BAG, LONG_NAMES, sit
from tests.browser.conftest import OpenPage
from tests.games.bet_the_bag.game import bidding

LAPTOP = ViewportSize(width=1366, height=625)


@pytest.mark.parametrize("you", [0, 7])
def test_ones_own_seat_of_eight_and_the_acting_one_are_in_view(
    open_page: OpenPage, you: int
) -> None:
    won = ("4s 5sx2 6s 7d", "5h", "4d", "7sx2 4c", "5d", "6h", "7h", "6d")
    game = bidding(*("abc",) * 8, bag=FULL_BAG, won=won).say(*(None,) * 6)
    page, _ = sit(open_page, game, names=LONG_NAMES, you=you)
    page.set_viewport_size(LAPTOP)
    page.reload()
    expect(page.locator("ol.seats > li")).to_have_count(8)
    for which in ("you", "awaited"):
        expect(page.locator(f"ol.seats > li.{which}")).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_aces_leave_room_for_the_wordmark_on_the_narrowest_phone(open_page: OpenPage) -> None:
    page, _ = sit(open_page, bidding("eltz", "abc", "def", bag=FULL_BAG))
    page.set_viewport_size(ViewportSize(width=320, height=640))
    mark = page.locator("header .told > :first-child").bounding_box()
    aces = page.locator("header .aces").bounding_box()
    assert mark is not None
    assert aces is not None
    assert mark["x"] + mark["width"] <= aces["x"]
