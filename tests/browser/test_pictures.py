"""Every screen at both widths, light and dark: kept as pictures, and judged by axe."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.scenes import SCENES, Show

WIDTHS = {"narrow": NARROW, "wide": WIDE}

SMALL_TARGETS = """() => {
  const own = (e) => e.closest('label') ?? e.closest('.word') ?? e;
  return [...document.querySelectorAll('button, a[href], input, select, summary')]
    .filter((e) => e.checkVisibility() && e.closest('[aria-label=Crossword]') === null)
    .map((e) => [e, own(e).getBoundingClientRect(), e.closest('[data-hand]') === null ? 44 : 33])
    .filter(([e, { width, height }, least]) => width < least || height < 44)
    .filter(([e]) => e.closest('.places') === null)
    .map(([e, { width, height }]) => `${e.outerHTML} has ${width} × ${height}`);
}"""
"""Controls of less than 44 px, the cells of the board aside. The hand grows, and keeps its height;
the places of a play can be tapped on the board too."""

COVERED = """() => {
  const dialog = document.querySelector('dialog:modal');
  const own = (e) => (e.getBoundingClientRect().width < 8 ? e.closest('label') : null) ?? e;
  const inside = ({ x, y }, { left, right, top, bottom }) =>
    x > left && x < right && y > top && y < bottom;
  const middle = (e) => {
    const { left, right, top, bottom } = e.getBoundingClientRect();
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  };
  const clipped = (e) => {
    for (let box = e.parentElement; box !== null; box = box.parentElement) {
      const clips = getComputedStyle(box).overflow !== 'visible';
      if (clips && !inside(middle(e), box.getBoundingClientRect())) return true;
    }
    return !inside(middle(e), { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  };
  const covers = (e) => {
    const { x, y } = middle(e);
    const top = document.elementFromPoint(x, y);
    // The sheet of a challenge lies over the field of a word that cannot be typed meanwhile.
    if (top?.closest('.sheet') && e.matches('.compose input')) return null;
    return e.contains(top) || top?.closest('label')?.contains(e) ? null : top;
  };
  return [...document.querySelectorAll('button, a[href], input, select, summary')]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('[inert]'))
    .filter((e) => dialog === null || dialog.contains(e))
    .filter((e) => e.closest('[aria-label=Crossword]') === null && e.ariaDisabled !== 'true')
    .map(own)
    .filter((e) => !clipped(e) && covers(e) !== null)
    .map((e) => `${e.outerHTML.slice(0, 200)} under ${covers(e)?.outerHTML.slice(0, 200)}`);
}"""
"""Controls whose middle is covered by something else, those scrolled out of sight aside. On the
crossword a composed card lies on its place."""

TWO_FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_each_screen_fits_and_axe_finds_nothing(
    open_page: OpenPage, pictures: Path, scene: Show
) -> None:
    """In four ways: 360 and 1440 px wide, light and dark."""
    page = scene(open_page)
    found = []
    page.emulate_media(reduced_motion="reduce")
    for width, viewport in WIDTHS.items():
        page.set_viewport_size(viewport)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.evaluate(TWO_FRAMES)
            page.screenshot(path=pictures / f"{scene.__name__}-{width}-{theme}.png")
            found += [f"{width} {theme}: {problem}" for problem in violations(page)]
        found += [f"{width}: covered: {control}" for control in page.evaluate(COVERED)]
        if page.evaluate("document.documentElement.scrollWidth") > viewport["width"]:
            found.append(f"{width}: wider than the page")
        if width == "narrow":
            found += [f"too small for a thumb: {target}" for target in page.evaluate(SMALL_TARGETS)]
    assert found == []


def violations(page: Page) -> list[str]:
    """Return what axe finds, a line each: the rule and where it is broken."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    results: list[dict[str, Any]] = page.evaluate(
        "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
    )
    return [
        f"{rule['id']} at {node['target']}: {node['failureSummary']}"
        for rule in results
        for node in rule["nodes"]
    ]
