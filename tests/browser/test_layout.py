"""Where things stand on the page of Match: nothing moves between phases, and thumbs hit."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.scenes import compose, crowded, drawn, seated

PLACES = """() => Object.fromEntries(
  [
    '.seats', 'main', '.clock', '.area', '.actions .bar', '.hand', '.pass', '.go',
  ].map((selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [selector, [x, y, width, height].map(Math.round)];
  })
)"""


@pytest.mark.parametrize("viewport", [NARROW, WIDE], ids=["narrow", "wide"])
def test_nothing_moves_between_the_phases_of_a_round(
    open_page: OpenPage, viewport: ViewportSize
) -> None:
    page, table = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn"))
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(viewport)
    button, note = page.locator(".buttons .go"), page.locator("#compose-note")
    places = {"before a bid": page.evaluate(PLACES)}
    compose(page, "RATEDO")
    places["composing"] = page.evaluate(PLACES)
    button.click()
    expect(note).to_contain_text("not in the lexicon")
    places["refused"] = page.evaluate(PLACES)
    page.get_by_role("button", name="Pass").click()
    expect(page.get_by_role("button", name="Pass: sure?")).to_be_visible()
    places["asked whether to pass"] = page.evaluate(PLACES)
    page.keyboard.press("Escape")
    page.get_by_role("textbox", name="Your play").click()
    page.keyboard.press("Escape")
    compose(page, "RATES")
    button.click()
    expect(button).to_have_text("You bid 2")
    places["leading"] = page.evaluate(PLACES)
    table.bid(1, "extend_base c+s")
    expect(note).to_contain_text("Outbid")
    places["outbid"] = page.evaluate(PLACES)
    table.pass_(2)
    expect(page.get_by_role("heading", level=1)).to_have_text("Match · round 2")
    places["next round"] = page.evaluate(PLACES)
    assert moves(places) == []


def test_on_a_phone_on_its_side_the_buttons_stay_in_reach_of_any_hand(open_page: OpenPage) -> None:
    page = crowded(open_page)
    page.set_viewport_size(ViewportSize(width=740, height=360))
    for name in ("Pass", "Bid 4 · takes 5"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    last = page.get_by_role("list", name="Your hand").get_by_role("button").last
    last.scroll_into_view_if_needed()
    last.click()
    expect(page.get_by_role("textbox", name="Your play")).to_have_value("CHAINT")


def moves(places: dict[str, dict[str, list[int]]]) -> list[str]:
    """Return what stands elsewhere than at first, or has another size."""
    first = next(iter(places.values()))
    return [
        f"{phase}: {selector} went from {first[selector]} to {place}"
        for phase, seen in places.items()
        for selector, place in seen.items()
        if place != first[selector]
    ]
