"""A real server and a real Chromium for the tests in this folder."""

import contextlib
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tests.browser import chromium

SERVE_PATIENCE_S = 60
STOP_PATIENCE_S = 20
PICTURES = Path("build/screenshots")

WIDE = ViewportSize(width=1440, height=900)
NARROW = ViewportSize(width=360, height=740)

OpenPage = Callable[..., Page]


@dataclass(frozen=True)
class RunningServer:
    """`wordlot serve` in a process of its own."""

    url: str
    data: Path
    log: Path
    process: subprocess.Popen[bytes]


@pytest.fixture(scope="module")
def hasty() -> bool:
    """Whether the bots of the server do not wait; a module says otherwise by its own fixture."""
    return False


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, hasty: bool) -> Iterator[RunningServer]:
    """A server on a free port of this machine, with a data folder that is thrown away."""
    folder = tmp_path_factory.mktemp("server")
    with serve(free_port(), folder / "data", folder / "log", hasty=hasty) as running:
        yield running


@contextlib.contextmanager
def serve(port: int, data: Path, log: Path, *, hasty: bool = False) -> Iterator[RunningServer]:
    """Start the server, wait until it answers, and stop it at the end.

    A test of a restart calls this twice with the same port and data folder.
    """
    program = str(Path(sys.executable).with_name("wordlot"))
    command = [program, "serve", "--port", str(port), "--data", str(data), "--no-browser"]
    if hasty:
        command = [sys.executable, "-m", "tests.browser.hasty", str(port), str(data)]
    with (
        log.open("ab") as output,
        subprocess.Popen(command, stdout=output, stderr=output) as process,
    ):
        running = RunningServer(f"http://127.0.0.1:{port}", data, log, process)
        try:
            wait_until_it_answers(running)
            yield running
        finally:
            stop(process)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert isinstance(port, int)
        return port


def wait_until_it_answers(server: RunningServer) -> None:
    """Return once the first page is served; fails with the server's log when it never is."""
    give_up = time.monotonic() + SERVE_PATIENCE_S
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        while time.monotonic() < give_up and server.process.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                if client.get("/").is_success:
                    return
            time.sleep(0.05)
    pytest.fail(f"The server did not come up. Its log:\n{server.log.read_text()}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask the server to end, as Ctrl-C does, and insist when it does not."""
    process.terminate()
    try:
        process.wait(STOP_PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


# By module, not by session: Playwright keeps an event loop running on this thread, and the
# tests of other folders need to start their own.
@pytest.fixture(scope="module")
def launch() -> Iterator[Callable[[], Browser]]:
    """How a headless Chromium is started; a missing one is a failure, never a skip."""
    with sync_playwright() as playwright:
        program = chromium.find(playwright)
        assert program is not None, chromium.MISSING
        kind, arguments = playwright.chromium, chromium.arguments()
        yield lambda: kind.launch(executable_path=program, args=arguments)


@pytest.fixture(scope="module")
def browser(launch: Callable[[], Browser]) -> Iterator[Browser]:
    """The browser of a module's pages."""
    with launch() as running:
        yield running


@pytest.fixture
def open_page(browser: Browser, server: RunningServer) -> Iterator[OpenPage]:
    """Open a page for one more person: each has cookies and storage of their own.

    A script error or a message to the console's error channel on any page fails the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(
        path: str = "/",
        viewport: ViewportSize = WIDE,
        *,
        prepare: Callable[[Page], object] = lambda _page: None,
        unless: str = "^$",
        **options: Any,  # noqa: ANN401 - those of Playwright's contexts
    ) -> Page:
        """Open a page that is prepared first; complaints that match `unless` are expected."""
        context = browser.new_context(base_url=server.url, viewport=viewport, **options)
        contexts.append(context)
        page = context.new_page()
        prepare(page)

        def complain(text: str) -> None:
            if re.search(unless, text) is None:
                complaints.append(text)

        page.on("pageerror", lambda error: complain(str(error)))
        page.on("console", lambda said: complain(said.text) if said.type == "error" else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.unroute_all(behavior="ignoreErrors")
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def pictures() -> Path:
    """The folder that keeps the screenshots of a run: build output, never compared."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    return PICTURES
