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
