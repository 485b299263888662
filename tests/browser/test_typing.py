"""Phone keyboards, input methods, corrections, swipes and dead keys, in every field for text."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.bag_scenes import FULL_BAG, WORDS, sit
from tests.browser.conftest import OpenPage
from tests.browser.scenes import TABLE_PATH, drawn, inviting, seated
from tests.browser.staging import StagedTable
from tests.browser.test_referee import sit as sit_at_paper
from tests.games.bet_the_bag.game import before_flip
from wordlot.server.wire import Stage


@dataclass(frozen=True)
class Field:
    """A field for text on a page."""

    page: Page
    place: Locator
    capitals: bool = False
    """Whether it shows letters as capitals, and nothing but letters."""

    def holds(self, text: str) -> None:
        expect(self.place).to_have_value(text.upper() if self.capitals else text)

    def empty(self) -> None:
        self.place.fill("")
        self.holds("")
        self.place.focus()


def play(open_page: OpenPage) -> Field:
    page, _ = seated(open_page, drawn("cAttset", "scbdefg", "hijklmn"))
    return Field(page, page.get_by_role("textbox", name="Your play"), capitals=True)


def word(open_page: OpenPage) -> Field:
    game = before_flip("catts", "abc", "def", bag=FULL_BAG, words=WORDS, pile="as 7s 6h 4h 5d")
    page, _ = sit(open_page, game)
    return Field(page, page.get_by_role("textbox", name="Your word"), capitals=True)


def nickname_at_home(open_page: OpenPage) -> Field:
    page = open_page()
    page.get_by_role("button", name="Change your nickname").click()
    return Field(page, page.get_by_label("Your nickname"))


def code(open_page: OpenPage) -> Field:
    page = open_page()
    return Field(page, page.get_by_label("Have a code?"))


def nickname_of_a_host(open_page: OpenPage) -> Field:
    page = inviting(open_page)
    return Field(page, page.get_by_role("dialog").get_by_label("Your nickname"))


def nickname_of_a_guest(open_page: OpenPage) -> Field:
    drawn_game = drawn("oAdSsrc", "scbdefg", "hijklmn")
    names = ("Theo", "Wordsmith", None)
    table = StagedTable(drawn_game, names=names, you=None, stage=Stage.WAITING)
    page = open_page(TABLE_PATH, prepare=table.prepare)
    return Field(page, page.get_by_label("Your nickname"))


def player(open_page: OpenPage) -> Field:
    page = sit_at_paper(open_page).page
    return Field(page, page.get_by_role("textbox", name="Player 1"))


def word_that_is_laid(open_page: OpenPage) -> Field:
    table = sit_at_paper(open_page).start("Match", "Mira", "Tom")
    table.press("Start round 1", "Mira bids 2", "Tom passes")
    return Field(table.page, table.page.get_by_label("The whole new word"))


def word_that_is_called(open_page: OpenPage) -> Field:
    table = sit_at_paper(open_page).start("Bet the Bag", *"AB", Who_starts="A")
    table.press("Flip the contract", re.compile("^14 tiles"), "B passes")
    table.press("Start A’s minute", "A word! Stop the clock")
    return Field(table.page, table.page.get_by_label("The word"))


FIELDS: dict[str, Callable[[OpenPage], Field]] = {
    "the play": play,
    "the word": word,
    "nickname at home": nickname_at_home,
    "code": code,
    "nickname of a host": nickname_of_a_host,
    "nickname of a guest": nickname_of_a_guest,
    "player at a referee's table": player,
    "word that is laid on paper": word_that_is_laid,
    "word that is called over paper": word_that_is_called,
}


@pytest.fixture(params=list(FIELDS.values()), ids=list(FIELDS))
def field(open_page: OpenPage, request: pytest.FixtureRequest) -> Field:
    """Each field for text of the pages, one after the other."""
    shown: Callable[[OpenPage], Field] = request.param
    found = shown(open_page)
    expect(found.place).to_be_visible()
    found.empty()
    return found


@dataclass(frozen=True)
class Keyboard:
    """The keyboard of a phone, or an input method: it tells text, and no keys."""

    send: Callable[[str, dict[str, Any]], object]

    def compose(self, *states: str, **more: int) -> None:
        """Show each state of what is being composed."""
        for state in states:
            at = len(state)
            text = {"text": state, "selectionStart": at, "selectionEnd": at}
            self.send("Input.imeSetComposition", {**text, **more})

    def insert(self, text: str) -> None:
        """Insert text at once; it takes the place of what is being composed."""
        self.send("Input.insertText", {"text": text})


@pytest.fixture
def keyboard(field: Field) -> Keyboard:
    session = field.page.context.new_cdp_session(field.page)
    return Keyboard(session.send)


def test_what_is_composed_replaces_what_was_composed(field: Field, keyboard: Keyboard) -> None:
    keyboard.compose("c", "ca", "cat")
    keyboard.insert("cat")
    field.holds("cat")
    keyboard.compose("s", "st")
    keyboard.insert("s")
    field.holds("cats")


def test_a_composition_goes_to_the_caret_and_can_be_given_up(
    field: Field, keyboard: Keyboard
) -> None:
    keyboard.insert("ct")
    field.holds("ct")
    field.page.keyboard.press("ArrowLeft")
    keyboard.compose("a", "at")
    keyboard.compose("a")
    keyboard.insert("a")
    field.holds("cat")
    keyboard.compose("s", "")
    field.holds("cat")


def test_keys_go_on_after_a_composition(field: Field, keyboard: Keyboard) -> None:
    keyboard.compose("c", "ca")
    keyboard.insert("ca")
    field.page.keyboard.type("t")
    field.holds("cat")
    field.page.keyboard.press("Backspace")
    field.holds("ca")
    keyboard.compose("t")
    keyboard.insert("t")
    field.holds("cat")


def test_a_correction_takes_the_place_of_the_word(field: Field, keyboard: Keyboard) -> None:
    keyboard.insert("cta")
    field.holds("cta")
    keyboard.compose("cat", replacementStart=0, replacementEnd=3)
    keyboard.insert("cat")
    field.holds("cat")
    field.place.evaluate("""(field) => {
      field.setSelectionRange(1, 3);
      document.execCommand('insertText', false, 'tac');
    }""")
    field.holds("ctac")


def test_a_swipe_puts_a_whole_word(field: Field, keyboard: Keyboard) -> None:
    keyboard.insert("c")
    field.holds("c")
    keyboard.insert("at")
    field.holds("cat")
    field.page.keyboard.press("Control+A")
    keyboard.insert("test")
    field.holds("test")


def test_what_is_selected_is_replaced_and_deleted(field: Field, keyboard: Keyboard) -> None:
    keyboard.insert("cat")
    field.page.keyboard.press("Control+A")
    field.page.keyboard.press("t")
    field.holds("t")
    keyboard.insert("est")
    field.page.keyboard.press("Control+A")
    field.page.keyboard.press("Backspace")
    field.holds("")


def test_a_dead_key_and_a_letter_are_one_letter(field: Field, keyboard: Keyboard) -> None:
    keyboard.compose("´")
    keyboard.insert("é")
    field.holds("é")
    keyboard.insert("ts")
    keyboard.insert("o\u0308" if field.capitals else "ö")
    field.holds("étsö")


def test_a_composition_steps_over_what_lies_on_the_table(open_page: OpenPage) -> None:
    page, _ = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn"))
    keyboard = Keyboard(page.context.new_cdp_session(page).send)
    field = Field(page, page.get_by_role("textbox", name="Your play"), capitals=True)
    page.get_by_role("button", name="Grow RATE, at the left").click()
    field.holds("rate")
    keyboard.compose("c", "cr", "crat", "crates")
    keyboard.insert("crates")
    field.holds("crates")
    expect(page.locator(".buttons .go")).to_have_text("Bid 4 · takes 6")


def test_a_card_that_is_tapped_ends_the_composition(open_page: OpenPage) -> None:
    page, _ = seated(open_page, drawn("cAttset", "scbdefg", "hijklmn"))
    keyboard = Keyboard(page.context.new_cdp_session(page).send)
    field = Field(page, page.get_by_role("textbox", name="Your play"), capitals=True)
    field.place.focus()
    keyboard.compose("c", "ca")
    page.get_by_role("button", name="T, yellow").first.click()
    field.holds("cat")
    keyboard.compose("s")
    keyboard.insert("s")
    field.holds("cats")
