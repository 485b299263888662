"""Every screen of Bet the Bag at both widths, light and dark: kept as pictures, judged by axe."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.bag_scenes import FULL_BAG, SCENES, WORDS, sit, spell
from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.scenes import Show
from tests.browser.test_layout import moves
from tests.browser.test_pictures import COVERED, TWO_FRAMES, WIDTHS, violations
from tests.games.bet_the_bag.game import before_flip

WAYS: tuple[tuple[str, Literal["light", "dark"]], ...] = (("narrow", "light"), ("wide", "dark"))
"""Each width and each theme once: neither depends on the other."""

SMALL_TARGETS = """() => {
  const own = (e) => e.closest('label') ?? e.closest('.word') ?? e;
  const least = (e) =>
    e.closest('[data-stage]') ? [36, 36] : e.closest('[data-hand]') ? [33, 44]
    : e.closest('.track') ? [44, 36] : [44, 44];
  return [...document.querySelectorAll('button, a[href], input, select, summary')]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }))
    .map((e) => [e, own(e).getBoundingClientRect(), least(e)])
    .filter(([, { width, height }, [w, h]]) => width < w || height < h)
    .map(([e, { width, height }]) => `${e.outerHTML} has ${width} × ${height}`);
}"""
"""Controls of less than 44 px; where eight sit at a small page, tiles and numbers may be lower."""

PLACES = """() => Object.fromEntries(
  [
    '.seats', 'main', '.head', '.ring', '.queue', '.compose .word', '.buttons .out',
    '.buttons .go', '.rack', '.draw',
  ].map((selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [selector, [x, y, width, height].map(Math.round)];
  })
)"""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_each_screen_of_the_bag_fits_and_axe_finds_nothing(
    open_page: OpenPage, pictures: Path, scene: Show
) -> None:
    page = scene(open_page)
    found = []
    page.emulate_media(reduced_motion="reduce")
    for width, theme in WAYS:
        viewport = WIDTHS[width]
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=theme)
        page.evaluate(TWO_FRAMES)
        page.screenshot(path=pictures / f"{scene.__name__}-{width}-{theme}.png")
        found += [f"{width}: {problem}" for problem in violations(page)]
        found += [f"{width}: covered: {control}" for control in page.evaluate(COVERED)]
        if page.evaluate("document.documentElement.scrollWidth") > viewport["width"]:
            found.append(f"{width}: wider than the page")
        if width == "narrow":
            found += [f"too small for a thumb: {target}" for target in page.evaluate(SMALL_TARGETS)]
    assert found == []


@pytest.mark.parametrize("viewport", [NARROW, WIDE], ids=["narrow", "wide"])
def test_nothing_moves_between_the_phases_of_a_turn(
    open_page: OpenPage, viewport: ViewportSize
) -> None:
    game = before_flip("elc", "abc", "def", bag=FULL_BAG, words=WORDS, pile="as 7s 6h 4h")
    page, table = sit(open_page, game)
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(viewport)
    main = page.locator(".buttons .go")
    places = {"to flip": page.evaluate(PLACES)}
    main.click()
    expect(main).to_have_text("Bid")
    places["to bid"] = page.evaluate(PLACES)
    page.get_by_role("button", name="5 tiles", exact=True).click()
    places["chosen"] = page.evaluate(PLACES)
    main.click()
    expect(main).to_have_text("You bid 5 tiles")
    places["others bid"] = page.evaluate(PLACES)
    game.say(7, None)
    table.tell()
    expect(main).to_have_text("Submit")
    places["my minute"] = page.evaluate(PLACES)
    game.draw(0, "rab")
    table.tell()
    expect(page.locator("[data-table-index]")).to_have_count(3)
    spell(page, "crab")
    expect(main).to_contain_text("Submit CRAB")
    places["composed"] = page.evaluate(PLACES)
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("button", name="Sure?")).to_be_visible()
    places["asked whether to give up"] = page.evaluate(PLACES)
    page.keyboard.press("Escape")
    main.click()
    expect(page.get_by_role("heading", name="You submit CRAB")).to_be_visible()
    places["judged"] = page.evaluate(PLACES)
    game.accept(1, 2)
    table.tell()
    expect(page.get_by_role("heading", name="Theo flips")).to_be_visible()
    places["next turn"] = page.evaluate(PLACES)
    assert moves(places) == []
