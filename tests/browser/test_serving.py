import signal
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import NARROW, WIDE, OpenPage, RunningServer, free_port, serve


@pytest.mark.parametrize(("name", "viewport"), [("narrow", NARROW), ("wide", WIDE)])
def test_the_home_page_fits_and_is_accessible(
    open_page: OpenPage, pictures: Path, name: str, viewport: ViewportSize
) -> None:
    page = open_page("/", viewport)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.screenshot(path=pictures / f"home-{name}.png")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_page_asks_nothing_of_any_other_host(open_page: OpenPage, server: RunningServer) -> None:
    page = open_page()
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    page.reload(wait_until="networkidle")
    assert asked == {urlsplit(server.url).netloc}


def test_a_server_told_to_end_ends_cleanly_and_can_be_started_again(tmp_path: Path) -> None:
    port = free_port()
    for _ in range(2):
        with serve(port, tmp_path / "data", tmp_path / "log") as running:
            pass
        # Having ended everything, it passes the signal on to itself, as a shell expects.
        assert running.process.returncode == -signal.SIGTERM
        assert '"event": "stopped"' in running.log.read_text().splitlines()[-1]
