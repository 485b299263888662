"""Match by keyboard alone: whole, and with every key that the menu promises."""

import re
from typing import Self

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import PATIENCE_MS, Person
from tests.browser.scenes import drawn, seated
from wordlot.words import Lexicon

MOVES_MOST = 400
WON = re.compile("won|share the win")
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
    expect(page.get_by_role("heading", name=WON)).to_be_focused(timeout=PATIENCE_MS)
    assert no_pointer_was_used(page)
    typist.tab_to(page.get_by_role("button", name="Play again"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Match · round 1", timeout=PATIENCE_MS
    )
    assert no_pointer_was_used(page)


@pytest.fixture
def seated_typist(open_page: OpenPage) -> Typist:
    """Somebody with the caret in the word, at a table that stands as drawn."""
    page, _ = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn"))
    person = Typist(page)
    person.aim_at_word()
    return person


def spoken(page: Page) -> Locator:
    return page.locator("p[aria-live=assertive]")


def test_letters_arrows_backspace_and_escape_compose(seated_typist: Typist) -> None:
    page, main = seated_typist.page, seated_typist.main
    page.keyboard.type("crates")
    expect(main).to_have_text("Bid 4 · takes 6")
    page.keyboard.press("Backspace")
    page.keyboard.press("Shift+S")
    expect(main).to_have_text("Bid 2 · takes 6")
    page.keyboard.press("Escape")
    expect(seated_typist.word).to_have_value("")
    page.keyboard.type("scrate")
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    expect(seated_typist.word).to_have_value("CRATE")
    expect(main).to_have_text("Bid 2 · takes 5")


def test_up_and_down_go_through_the_places_of_a_word(open_page: OpenPage) -> None:
    page, _ = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn", table="raTeR"))
    person = Typist(page)
    person.aim_at_word()
    page.keyboard.type("rod")
    expect(page.locator("#compose-facts")).to_contain_text("1/2")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#compose-facts")).to_contain_text("2/2")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#compose-facts")).to_contain_text("1/2")


def test_comma_shuffles_and_a_full_stop_sorts(seated_typist: Typist) -> None:
    page = seated_typist.page
    names = "(cards) => cards.map((card) => card.ariaLabel)"
    before = seated_typist.hand.evaluate_all(names)
    page.keyboard.press(".")
    expect(seated_typist.hand.first).to_have_accessible_name("C, yellow")
    ordered = seated_typist.hand.evaluate_all(names)
    page.evaluate("Math.random = () => 0")
    page.keyboard.press(",")
    expect(seated_typist.hand.first).not_to_have_accessible_name("C, yellow")
    shuffled = seated_typist.hand.evaluate_all(names)
    assert shuffled != ordered
    assert sorted(shuffled) == sorted(before)


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("c", "left."),
        ("h", "You hold O, D, S, R and C yellow, A and S red."),
        ("b", "RATE across. ROAD down through the R. TOTTER down through the T."),
        ("s", "You 0, Theo 0, Sibyl 0. 80 points in the pot."),
        ("w", "Waiting for You, Theo and Sibyl."),
        ("l", "Theo passed."),
    ],
)
def test_a_slash_and_a_letter_tell_one_thing(open_page: OpenPage, key: str, told: str) -> None:
    page, table = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn"))
    person = Typist(page)
    person.aim_at_word()
    if key == "l":
        table.pass_(1)
        expect(page.get_by_role("listitem").filter(has_text="Theo")).to_contain_text("Passed")
    page.keyboard.type(f"/{key}")
    expect(spoken(page)).to_contain_text(told)
    expect(person.word).to_have_value("")


def test_a_question_mark_opens_the_rules_at_the_clause_in_force_and_escape_closes_them(
    seated_typist: Typist,
) -> None:
    page = seated_typist.page
    page.keyboard.press("?")
    rules = page.get_by_role("dialog", name="Rules: Match")
    expect(rules.locator("[id='M4.1']")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    expect(seated_typist.word).to_be_focused()


def test_the_crossword_is_one_tab_stop_with_arrows(seated_typist: Typist) -> None:
    page = seated_typist.page
    board = page.get_by_role("group", name="Crossword")
    seated_typist.tab_to(board.locator("[tabindex='0']"), "Shift+Tab")
    expect(board.get_by_role("button", name="Grow RATE, at the left")).to_be_focused()
    page.keyboard.press("End")
    expect(board.get_by_role("button", name="Grow RATE, at the right")).to_be_focused()
    page.keyboard.press("Enter")
    expect(seated_typist.word).to_be_focused()
    page.keyboard.type("s")
    expect(seated_typist.main).to_have_text("Bid 2 · takes 5")
    page.keyboard.press("Enter")
    expect(seated_typist.main).to_have_text("You bid 2")


def test_tab_leaves_every_widget_and_comes_round(seated_typist: Typist) -> None:
    """No widget keeps the focus, and no control is passed over."""
    page = seated_typist.page
    names = ["Take all cards back"]
    page.keyboard.type("rates")
    expect(seated_typist.main).to_have_text("Bid 2 · takes 5")
    for _ in range(40):
        page.keyboard.press("Tab")
        names.append(
            page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText")
        )
        if names[-1] == "Your play":
            break
    else:
        pytest.fail(f"Tab does not come round: {names}")
    for name in ("Shuffle your cards", "Sort your cards", "O, yellow", "Pass", "Menu"):
        assert name in names
    assert "Bid 2 · takes 5" in names
