import re
import signal
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage, RunningServer, free_port, serve
from tests.browser.people import Person

FIRST_LOAD_BYTES = 117_000


class Line:
    """What goes over the line to a page, with headers and the answers of the API."""

    def __init__(self) -> None:
        self.taken: list[int] = []

    def tap(self, page: Page) -> None:
        """Listen from now on."""
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.on("Network.loadingFinished", lambda it: self.taken.append(it["encodedDataLength"]))


def test_the_first_load_of_the_page_transfers_at_most_117_kb(open_page: OpenPage) -> None:
    line = Line()
    open_page(prepare=line.tap).wait_for_load_state("networkidle")
    assert len(line.taken) > 5
    assert sum(line.taken) <= FIRST_LOAD_BYTES


def test_a_link_into_a_running_game_transfers_at_most_117_kb(open_page: OpenPage) -> None:
    """For somebody who never saw the home page."""
    host = Person(open_page()).make_table("Mira")
    link = host.link()
    host.add_bot()
    host.page.get_by_role("button", name="Start the game").click()
    line = Line()
    page = open_page(urlsplit(link).path, prepare=line.tap)
    expect(page.get_by_text("You are watching.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(line.taken) > 10
    assert sum(line.taken) <= FIRST_LOAD_BYTES


def test_a_page_asks_nothing_of_any_other_host(open_page: OpenPage, server: RunningServer) -> None:
    page = open_page()
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    page.reload(wait_until="networkidle")
    assert asked == {urlsplit(server.url).netloc}


def test_a_page_that_is_older_than_the_server_renews_itself(open_page: OpenPage) -> None:
    """A part of the page that an upgrade took away is asked for once more, in a new page."""
    gone: list[str] = []

    def once_gone(route: Route) -> None:
        gone.append(route.request.url)
        if len(gone) == 1:
            route.fulfill(status=404)
        else:
            route.continue_()

    page = open_page(prepare=lambda page: page.route("**/RulesPage-*.js", once_gone), unless="404")
    page.goto("/rules/match")
    expect(page.get_by_role("heading", name="Match", level=1)).to_be_visible()
    assert len(gone) == 2


def test_a_part_that_cannot_be_fetched_says_so_and_can_be_asked_for_again(
    open_page: OpenPage,
) -> None:
    """With the server away the page stays, since it could not be loaded anew."""
    page = open_page("/", unless="ERR_FAILED")
    page.route(re.compile("/health$|/RulesText-"), lambda route: route.abort())
    page.goto("/rules/match")
    expect(page.get_by_role("heading", name="The server does not answer")).to_be_visible()
    again = page.get_by_role("button", name="Try again")
    again.click()
    expect(again).to_be_visible()
    page.unroute_all()
    again.click()
    expect(page.get_by_role("heading", name="Match", level=1)).to_be_visible()


def test_a_server_told_to_end_ends_cleanly_and_can_be_started_again(tmp_path: Path) -> None:
    port = free_port()
    for _ in range(2):
        with serve(port, tmp_path / "data", tmp_path / "log") as running:
            pass
        # Having ended everything, it passes the signal on to itself, as a shell expects.
        assert running.process.returncode == -signal.SIGTERM
        assert '"event": "stopped"' in running.log.read_text().splitlines()[-1]


def test_one_browser_plays_at_two_servers_of_one_host(open_page: OpenPage, tmp_path: Path) -> None:
    """To a browser the port is no part of a cookie; each server keeps its own guest even so."""
    with serve(free_port(), tmp_path / "data", tmp_path / "log") as other:
        here = Person(open_page()).make_table("Mira")
        there = Person(here.page.context.new_page())
        there.page.goto(other.url)
        there.make_table("Tom")
        for person in (here, there):
            person.add_bot()
            person.page.get_by_role("button", name="Start the game").click()
            person.skip_tour()
        for person in (here, there, here):
            person.page.reload()
            expect(person.page.locator("[data-hand] button").first).to_be_visible()
        there.page.goto(f"{other.url}/")
        expect(there.page.locator("main a[href^='/t/']")).to_have_count(1)
