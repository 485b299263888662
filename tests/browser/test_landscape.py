"""Keys for bids on a phone on its side: a thumb hits each."""

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.bag_scenes import first_to_bid
from tests.browser.conftest import OpenPage
from tests.browser.scenes import drawn, seated
from wordlot.games.match import model as m

LEAST_PX = 44
SIZES = (ViewportSize(width=640, height=360), ViewportSize(width=844, height=390))


def check_keys(page: Page, selector: str, count: int) -> None:
    """See that keys are large, and that each takes its own press."""
    keys = page.locator(selector).all()
    assert len(keys) == count
    for key in keys:
        box = key.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= LEAST_PX, (key.inner_text(), box)
        assert key.evaluate("""(key) => {
          const { x, y, width, height } = key.getBoundingClientRect();
          return key.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }""")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_numbers_to_bid_are_large_in_landscape(open_page: OpenPage, size: ViewportSize) -> None:
    page = first_to_bid(open_page)
    page.set_viewport_size(size)
    check_keys(page, ".track button", 12)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_keys_of_called_bidding_are_large_in_landscape(
    open_page: OpenPage, size: ViewportSize
) -> None:
    options = m.MatchOptions(bidding=m.Bidding.CALLED)
    page, _ = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn", options=options))
    page.set_viewport_size(size)
    check_keys(page, ".buttons .button", 4)
