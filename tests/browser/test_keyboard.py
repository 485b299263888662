"""Match by keyboard alone: whole, and with every key that the menu promises."""

from typing import Self

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import PATIENCE_MS, Person
from wordlot.words import Lexicon

MOVES_MOST = 400
TABS_MOST = 80

COUNT_POINTERS = """
window.pointers = 0;
for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
  addEventListener(kind, () => (window.pointers += 1), { capture: true });
"""


@pytest.fixture(scope="module")
def hasty() -> bool:
    return True


class Typist(Person):
    """Somebody with a keyboard and nothing else."""

    def tab_to(self, aim: Locator, key: str = "Tab") -> Self:
        """Press Tab until something has the focus; it must be reachable so."""
        expect(aim).to_be_visible(timeout=PATIENCE_MS)
        for _ in range(TABS_MOST):
            if aim.evaluate("(element) => element === document.activeElement"):
                return self
            self.page.keyboard.press(key)
        pytest.fail(f"{TABS_MOST} times Tab do not lead to {aim}")

    def aim_at_word(self) -> None:
        self.tab_to(self.word)

    def press(self) -> None:
        self.page.keyboard.press("Enter")

    def skip_tour(self) -> Self:
        self.tab_to(self.page.get_by_role("button", name="Skip the tour"))
        self.page.keyboard.press("Enter")
        return self

    def pass_round(self) -> None:
        """Pass by `/p` and Enter."""
        self.aim_at_word()
        before = self.look()
        self.page.keyboard.type("/p")
        for _ in range(100):
            now = self.look()
            if now.over or now.round != before.round or not now.can_pass:
                break
            self.page.keyboard.press("Enter")
            self.page.wait_for_timeout(100)


@pytest.fixture
def typist(open_page: OpenPage) -> Typist:
    """Somebody who started a game against one bot from the home page, by keyboard."""
    page = open_page(prepare=lambda page: page.add_init_script(COUNT_POINTERS))
    person = Typist(page)
    person.tab_to(page.get_by_role("article", name="Match").get_by_role("combobox", name="Bots"))
    page.keyboard.type("1")
    person.tab_to(page.get_by_role("button", name="Play Match now"), "Shift+Tab")
    page.keyboard.press("Enter")
    return person.skip_tour()


def no_pointer_was_used(page: Page) -> bool:
    return bool(page.evaluate("window.pointers === 0"))


def test_a_whole_game_is_played_without_a_mouse(typist: Typist, english: Lexicon) -> None:
    page = typist.page
    for _ in range(MOVES_MOST):
        if not typist.move(english):
            seen = typist.look()
            if seen.over:
                break
            typist.wait_for_change(seen)
    expect(page.get_by_role("heading", name="won")).to_be_focused(timeout=PATIENCE_MS)
    assert no_pointer_was_used(page)
    typist.tab_to(page.get_by_role("button", name="Play again"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Match · round 1", timeout=PATIENCE_MS
    )
    assert no_pointer_was_used(page)
