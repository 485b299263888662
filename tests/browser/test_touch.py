"""Match on a phone: everything by taps, and dragging as one more way."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.conftest import NARROW, OpenPage
from tests.browser.scenes import drawn
from tests.browser.staging import StagedTable

LONG_WORD = "C o N s i D e R a t I o n"
RATIO = """
R a t i o
o . . . .
A . . . .
d . . . .
"""
ABOVE, BELOW = "Down through the I, above it", "Down through the I, below it"
LEFT, RIGHT = "Grow RATIO, at the left", "Grow RATIO, at the right"
TOP, BOTTOM = "Grow ROAD, down, at the top", "Grow ROAD, down, at the bottom"
LETTER = "the letter itself"
BUILT = "its sbi bits bratios broads"

EVERY_KIND = {
    "base word": ("", "its", ("its", "")),
    "crossing, its letter first": (RATIO, [BELOW, *"ts"], ("", "ts")),
    "crossing, its letter last": (RATIO, [ABOVE, *"sb"], ("sb", "")),
    "crossing, around its letter": (RATIO, [ABOVE, "b", BELOW, *"ts"], ("b", "ts")),
    "crossing, by its letter": (RATIO, [LETTER, *"sb"], ("sb", "")),
    "crossing, turned round": (RATIO, [LETTER, LETTER, *"ts"], ("", "ts")),
    "crossing, turned back": (RATIO, [BELOW, *"ts", LETTER, "b"], ("b", "ts")),
    "cards before their place": (RATIO, [*"ts", BELOW], ("", "ts")),
    "base word grows": (RATIO, [LEFT, "b", RIGHT, "s"], ("b", "s")),
    "crossing word grows": (RATIO, [BOTTOM, "s", TOP, "b"], ("b", "s")),
}
"""What lies, what is tapped, and the letters that are bid before and after what lies."""


@pytest.fixture
def table() -> StagedTable:
    return StagedTable(drawn("oAdSsrc", "scbdefg", "hijklmn"))


@pytest.fixture
def phone(open_page: OpenPage, table: StagedTable) -> Page:
    """A page that is touched, at a table in mid-auction."""
    page = open_page("/t/staged", NARROW, prepare=table.prepare, has_touch=True, is_mobile=True)
    page.emulate_media(reduced_motion="reduce")
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    return page


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="Your hand").get_by_role("button", name=name).first


def main_button(page: Page) -> Locator:
    return page.locator(".buttons .go")


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(finger: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Move one finger over the glass, in steps as a hand does."""

    def touch(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", *start)
    for step in range(1, 9):
        share = step / 8
        touch("touchMove", *(a + (b - a) * share for a, b in zip(start, end, strict=True)))
    touch("touchEnd", *end)


def test_a_play_is_composed_and_bid_by_taps(phone: Page, table: StagedTable) -> None:
    """Place first: a tap on an end of the base word, then taps on cards (M4.3)."""
    phone.get_by_role("button", name="Grow RATE, at the left").tap()
    card(phone, "C, yellow").tap()
    expect(main_button(phone)).to_have_text("Bid 2 · takes 5")
    phone.get_by_role("button", name="Grow RATE, at the right").tap()
    card(phone, "S, yellow").tap()
    expect(main_button(phone)).to_have_text("Bid 4 · takes 6")
    phone.get_by_role("button", name="S, yellow, press to change the colour").tap()
    expect(main_button(phone)).to_have_text("Bid 2 · takes 6")
    main_button(phone).tap()
    expect(main_button(phone)).to_have_text("You bid 2")
    assert [action["type"] for action in table.acted] == ["place_bid"]


def base_letter(page: Page) -> Locator:
    """Return the I of RATIO as it lies on the table."""
    lying = page.locator(".grid > .cell:not(.draft)")
    return lying.filter(has=page.get_by_text("I", exact=True))


def tap(page: Page, what: str) -> None:
    """Tap a card, a place on the table by its name, or the base letter I."""
    if len(what) == 1:
        card(page, f"{what.upper()}, yellow").tap()
    elif what == LETTER:
        page.touchscreen.tap(*middle(base_letter(page)))
    else:
        page.get_by_role("button", name=what).tap()


@pytest.mark.parametrize(("lies", "taps", "bid"), EVERY_KIND.values(), ids=EVERY_KIND)
def test_every_kind_of_play_is_bid_by_taps_alone(
    open_page: OpenPage, lies: str, taps: Sequence[str], bid: tuple[str, str]
) -> None:
    """The side that is tapped takes the next card; a second tap on a letter turns round (M4.3)."""
    table = StagedTable(drawn("itsb", "efg", "hij", table=lies, words=BUILT))
    page = open_page("/t/staged", NARROW, prepare=table.prepare, has_touch=True, is_mobile=True)
    for what in taps:
        tap(page, what)
    expect(main_button(page)).to_have_text(re.compile(r"^Bid \d+ · takes"))
    main_button(page).tap()
    expect(main_button(page)).not_to_have_text(re.compile("^Bid"))
    play = table.acted[0]["play"]
    letters = tuple("".join(c[0] for c in play[side]) for side in ("before", "after"))
    assert letters == bid


def test_the_picture_says_where_the_first_card_goes(open_page: OpenPage) -> None:
    """Before any card is laid, above or below the letter, as the taps on it go round."""
    table = StagedTable(drawn("itsb", "efg", "hij", table=RATIO, words=BUILT))
    page = open_page("/t/staged", NARROW, prepare=table.prepare, has_touch=True, is_mobile=True)
    for side, is_below in ((ABOVE, False), (BELOW, True), (ABOVE, False)):
        tap(page, LETTER)
        chosen = page.locator(".lane[aria-pressed=true]")
        expect(chosen).to_have_accessible_name(side)
        (_, ghost), (_, letter) = middle(page.locator(".ghost")), middle(base_letter(page))
        assert (ghost > letter) is is_below
        expect(page.locator("#compose-facts")).to_contain_text(side)


def test_the_ends_of_a_long_word_are_reached_by_a_thumb(open_page: OpenPage) -> None:
    """Beside an end that is smaller than a thumb, or by the buttons from place to place."""
    table = StagedTable(drawn("sASD", "efg", "hij", table=LONG_WORD, words=""))
    page = open_page("/t/staged", NARROW, prepare=table.prepare, has_touch=True, is_mobile=True)
    end = page.get_by_role("button", name="Grow CONSIDERATION, at the right")
    x, y = middle(end)
    page.touchscreen.tap(x, y + 30)
    expect(end).to_have_attribute("aria-pressed", "true")
    card(page, "S, yellow").tap()
    expect(main_button(page)).to_have_text("Bid 2 · takes 14")
    page.get_by_role("button", name="Take all cards back").tap()
    step = page.get_by_role("button", name="Next place")
    box = step.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 36
    step.tap()
    expect(page.locator("#compose-facts")).to_contain_text("Grow CONSIDERATION, at the left")
    card(page, "A, red").tap()
    expect(main_button(page)).to_have_text("Bid 2 · takes 14")


def test_a_tap_takes_a_card_back(phone: Page) -> None:
    phone.get_by_role("button", name="Grow RATE, at the right").tap()
    card(phone, "S, red").tap()
    expect(main_button(phone)).to_have_text("Bid 2 · takes 5")
    card(phone, "S, red, in the play").tap()
    expect(main_button(phone)).to_have_text("Bid")
    expect(card(phone, "S, red")).to_have_attribute("aria-pressed", "false")


def test_a_blocked_column_says_why(phone: Page) -> None:
    """M4.2: a crossing word stands in it or beside it."""
    phone.get_by_role("button", name="Column A is blocked").tap(force=True)
    expect(phone.locator("#compose-note")).to_contain_text("M4.2")


def test_a_card_is_dragged_to_the_crossword(phone: Page, table: StagedTable) -> None:
    finger = phone.context.new_cdp_session(phone)
    end = phone.get_by_role("button", name="Grow RATE, at the right")
    drag(finger, middle(card(phone, "S, yellow")), middle(end))
    expect(main_button(phone)).to_have_text("Bid 2 · takes 5")
    start = phone.get_by_role("button", name="Grow RATE, at the left")
    drag(finger, middle(card(phone, "C, yellow")), middle(start))
    expect(main_button(phone)).to_have_text("Bid 4 · takes 6")
    assert phone.evaluate("scrollX + scrollY") == 0


def test_a_card_is_dragged_to_another_place_in_the_hand(phone: Page) -> None:
    finger = phone.context.new_cdp_session(phone)
    drag(finger, middle(card(phone, "O, yellow")), middle(card(phone, "D, yellow")))
    names = phone.get_by_role("list", name="Your hand").get_by_role("button")
    expect(names.nth(2)).to_have_accessible_name("O, yellow")
    expect(main_button(phone)).to_have_text("Bid")


def test_the_phones_own_keyboard_stays_closed_unless_asked_for(phone: Page) -> None:
    word = phone.get_by_role("textbox", name="Your play")
    expect(word).to_have_attribute("inputmode", "none")
    phone.get_by_role("button", name="Phone keyboard").tap()
    expect(word).to_have_attribute("inputmode", "text")
    expect(word).to_be_focused()
