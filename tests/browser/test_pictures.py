"""Every screen at both widths, light and dark: kept as pictures, and judged by axe."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.scenes import SCENES, Show

WIDTHS = {"narrow": NARROW, "wide": WIDE}

SMALL_TARGETS = """() => [...document.querySelectorAll('button, a[href], input, select, summary')]
  .filter((e) => e.checkVisibility() && getComputedStyle(e).pointerEvents !== 'none')
  .map((e) => [e.ariaLabel || e.textContent.trim().slice(0, 20) || e.name, e.className, e.getBoundingClientRect()])
  .filter(([, , r]) => r.width < 44 || r.height < 44)
  .map(([n, c, r]) => `${n} .${c} ${Math.round(r.width)}x${Math.round(r.height)}`)"""

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
            print(scene.__name__, "\n   ".join(page.evaluate(SMALL_TARGETS)))
    assert found == []


def violations(page: Page) -> list[str]:
    """Return what axe finds, a line each: the rule and where it is broken."""
    results: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{rule['id']} at {node['target']}: {node['failureSummary']}"
        for rule in results
        for node in rule["nodes"]
    ]
