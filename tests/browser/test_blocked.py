"""Browsers that keep nothing: no cookies, no storage, or neither."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import PATIENCE_MS, Person

NO_STORAGE = """for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
  Object.defineProperty(globalThis, name, {
    get() { throw new DOMException('blocked', 'SecurityError'); },
  });
}
delete Navigator.prototype.serviceWorker;"""
FULL = """Storage.prototype.setItem = () => {
  throw new DOMException('full', 'QuotaExceededError');
};"""
SAYS = re.compile("keeps no cookies")


def without_cookies(context: BrowserContext, made: list[str]) -> None:
    """Block the cookies of a context, and note what its pages ask to be made."""

    def answer(route: Route) -> None:
        if route.request.method == "POST" and not route.request.url.endswith("/api/guest"):
            made.append(route.request.url)
        response = route.fetch()
        headers = {k: v for k, v in response.headers.items() if k != "set-cookie"}
        context.clear_cookies()
        route.fulfill(response=response, headers=headers)

    context.route("**/api/**", answer)


def test_without_cookies_no_seat_is_taken_and_the_page_says_why(open_page: OpenPage) -> None:
    made: list[str] = []

    def prepare(page: Page) -> None:
        without_cookies(page.context, made)

    host = Person(open_page()).make_table("Mira")
    page = open_page(prepare=prepare)
    for _ in range(3):
        page.get_by_role("button", name="Play Match now").click()
        expect(page.get_by_role("alert").filter(has_text=SAYS)).to_be_visible()
    page.get_by_role("button", name="Invite friends to Match").click()
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("dialog").get_by_text(SAYS)).to_be_visible()
    guest = Person(open_page(host.link(), prepare=prepare)).sit_down("Theo")
    expect(guest.page.get_by_role("alert").filter(has_text=SAYS)).to_be_visible()
    guest.page.get_by_role("button", name="Only watch").click()
    expect(guest.page.get_by_text("Theo")).to_have_count(0)
    assert made == []


@pytest.mark.parametrize("script", [NO_STORAGE, FULL], ids=["blocked", "full"])
def test_without_storage_a_game_is_played_and_refereed(open_page: OpenPage, script: str) -> None:
    def prepare(page: Page) -> None:
        page.add_init_script(script)

    person = Person(open_page(prepare=prepare))
    person.page.get_by_role("button", name="Play Match now").click()
    person.skip_tour()
    expect(person.hand).to_have_count(7, timeout=PATIENCE_MS)
    expect(person.page.locator(".banner")).to_have_count(0)
    person.page.go_back()
    expect(person.page.get_by_role("button", name="Play Match now")).to_be_visible()
    person.page.go_forward()
    expect(person.hand).to_have_count(7, timeout=PATIENCE_MS)
    person.page.reload()
    expect(person.hand).to_have_count(7, timeout=PATIENCE_MS)
    page = open_page("/referee", prepare=prepare)
    start = page.get_by_role("button", name="Start")
    expect(start).to_be_enabled(timeout=PATIENCE_MS)
    for n in (1, 2):
        page.get_by_label(f"Player {n}", exact=True).fill(f"Player {n}")
    start.click()
    expect(page.locator(".frame")).to_be_visible(timeout=PATIENCE_MS)


def test_storage_that_is_wiped_in_a_game_takes_nothing_from_it(open_page: OpenPage) -> None:
    person = Person(open_page())
    person.page.get_by_role("button", name="Play Match now").click()
    person.skip_tour()
    expect(person.hand).to_have_count(7, timeout=PATIENCE_MS)
    person.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    person.pass_round()
    person.page.reload()
    expect(person.hand.first).to_be_visible(timeout=PATIENCE_MS)
