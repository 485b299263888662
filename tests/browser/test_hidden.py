"""A page whose timers the browser holds back, as it does in a hidden tab."""

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import PATIENCE_MS, Person
from tests.browser.test_stalls import seat_both

HELD_BACK = """(() => {
  // Timers that fall due while they are held back run when they are let through, in order.
  let held = null;
  const later = (what, args) => () => {
    const run = () => typeof what === 'function' && what(...args);
    if (held === null) run(); else held.push(run);
  };
  for (const name of ['setTimeout', 'setInterval']) {
    const own = globalThis[name].bind(globalThis);
    globalThis[name] = (what, ms, ...args) => own(later(what, args), ms);
  }
  globalThis.holdBack = () => (held = []);
  globalThis.letThrough = () => { const due = held; held = []; for (const run of due) run(); };
})();"""
SEES_AWAY = """() => {
  globalThis.seenAway = 0;
  const look = () => {
    const now = /Away/.test(document.querySelector('.frame').textContent);
    if (now && !globalThis.wasAway) globalThis.seenAway += 1;
    globalThis.wasAway = now;
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document.body, all);
  look();
}"""
"""Counts how often a page comes to say that somebody is away."""
WAKES_MS = (6_000, 6_000, 14_000)


def test_a_hidden_page_keeps_its_line_and_others_see_nothing(open_page: OpenPage) -> None:
    sockets: list[WebSocket] = []

    def count(socket: WebSocket) -> None:
        sockets.append(socket)

    def prepare(page: Page) -> None:
        page.add_init_script(HELD_BACK)
        page.on("websocket", count)

    mira, theo = Person(open_page()), Person(open_page(prepare=prepare))
    seat_both(mira, theo)
    mira.page.evaluate(SEES_AWAY)
    connected = len(sockets)
    theo.page.evaluate("holdBack()")
    for ms in WAKES_MS:
        mira.page.wait_for_timeout(ms)
        theo.page.evaluate("letThrough()")
    mira.page.wait_for_timeout(500)
    assert len(sockets) == connected
    assert mira.page.evaluate("seenAway") == 0


def test_a_line_that_is_gone_is_told_once_after_the_grace(open_page: OpenPage) -> None:
    mira, theo = Person(open_page()), Person(open_page())
    seat_both(mira, theo)
    mira.page.evaluate(SEES_AWAY)
    theo.page.close()
    mira.page.wait_for_timeout(3_000)
    assert mira.page.evaluate("seenAway") == 0
    expect(mira.page.locator(".frame").get_by_text("Away").first).to_be_visible(timeout=PATIENCE_MS)
    mira.page.wait_for_timeout(3_000)
    assert mira.page.evaluate("seenAway") == 1
