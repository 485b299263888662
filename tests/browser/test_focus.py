"""Typing never dies: the word has the focus after all that took it, in both games."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.bag_scenes import FULL_BAG, WORDS, sit
from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.scenes import compose, drawn, seated
from tests.browser.staging import StagedTable
from tests.games.bet_the_bag.game import before_flip

LET_GO = "document.activeElement.blur()"
WIDTHS = pytest.mark.parametrize("viewport", [NARROW, WIDE], ids=["narrow", "wide"])
Open = Callable[[OpenPage], tuple[Page, StagedTable]]


def match(open_page: OpenPage) -> tuple[Page, StagedTable]:
    return seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn"))


def bag(open_page: OpenPage) -> tuple[Page, StagedTable]:
    game = before_flip("elc", "abc", "def", bag=FULL_BAG, words=WORDS, pile="as 7s 6h 4h 5d")
    return sit(open_page, game)


GAMES = pytest.mark.parametrize("opened", [match, bag], ids=["match", "bag"])


def word(page: Page) -> Locator:
    return page.get_by_role("textbox", name=re.compile("^Your (play|word)$"))


def can_type(page: Page, after: str) -> None:
    """See the focus at the word, and a letter arrive there."""
    expect(word(page), after).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.type("c")
    expect(word(page), after).to_have_value("C")
    page.keyboard.press("Escape")


def open_menu(page: Page) -> Locator:
    page.get_by_role("button", name="Menu").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


@WIDTHS
@GAMES
def test_the_word_has_the_focus_after_every_dialog_sheet_and_step_of_the_tour(
    open_page: OpenPage, opened: Open, viewport: ViewportSize
) -> None:
    page, _ = opened(open_page)
    page.set_viewport_size(viewport)
    can_type(page, "sitting down")
    open_menu(page)
    page.keyboard.press("Escape")
    can_type(page, "Esc in the menu")
    open_menu(page).get_by_role("button", name="Close").click()
    can_type(page, "closing the menu")
    open_menu(page).get_by_role("button", name="Rules").click()
    page.get_by_role("dialog", name="Rules").get_by_role("button", name="Close").click()
    can_type(page, "the rules, from the menu")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_role("article")).to_be_visible()
    page.keyboard.press("Escape")
    can_type(page, "the rules, by key")
    if viewport is NARROW:
        page.get_by_role("button", name=re.compile("^Show the (rounds|turns)")).click()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        can_type(page, "the log")
    open_menu(page).get_by_role("button", name="Show the tour").click()
    can_type(page, "the tour's first step")
    page.get_by_role("button", name="Next", exact=True).click()
    can_type(page, "a step of the tour")
    page.get_by_role("button", name="Skip the tour").click()
    can_type(page, "skipping the tour")
    open_menu(page).get_by_role("button", name="Show the tour").click()
    while page.get_by_role("button", name="Next", exact=True).count():
        page.get_by_role("button", name="Next", exact=True).click()
    # Where the last card has no room it is folded, and can be skipped.
    page.get_by_role("button", name=re.compile("^(Play|Skip the tour)$")).first.click()
    can_type(page, "the whole tour")


@WIDTHS
@GAMES
def test_keys_find_the_word_when_nothing_has_the_focus_and_after_the_line_was_lost(
    open_page: OpenPage, opened: Open, viewport: ViewportSize
) -> None:
    page, table = opened(open_page)
    page.set_viewport_size(viewport)
    page.evaluate(LET_GO)
    page.keyboard.type("c")
    expect(word(page)).to_have_value("C")
    expect(word(page)).to_be_focused()
    page.evaluate(LET_GO)
    page.keyboard.press("Escape")
    expect(word(page)).to_have_value("")
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.type("c")
    expect(word(page)).to_have_value("C")
    table.cut()
    expect(page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    expect(word(page)).to_be_focused()
    table.mend()
    expect(page.get_by_role("status").filter(has_text="Connection lost")).to_have_count(0)
    can_type(page, "coming back")
    table.take_seat_elsewhere()
    page.get_by_role("button", name="Play here").click()
    can_type(page, "taking the seat back")


@WIDTHS
def test_a_round_of_match_leaves_the_focus_at_the_word(
    open_page: OpenPage, viewport: ViewportSize
) -> None:
    page, table = match(open_page)
    page.set_viewport_size(viewport)
    main = page.locator(".buttons .go")
    compose(page, "RATES")
    main.click()
    expect(main).to_have_text("You bid 2")
    expect(word(page)).to_be_focused()
    table.pass_(1, 2)
    expect(page.get_by_role("heading", level=1)).to_have_text("Match · round 2")
    can_type(page, "a bid, and the next round")
    table.pass_(1)
    passing = page.locator(".buttons .pass")
    while table.acted[-1]["type"] != "pass":
        passing.click(force=True)
        page.wait_for_timeout(100)
    table.pass_(2)
    expect(page.get_by_role("heading", level=1)).to_have_text("Match · round 3")
    can_type(page, "a pass by the button, and the next round")


@WIDTHS
def test_a_turn_of_the_bag_leaves_the_focus_at_the_word(
    open_page: OpenPage, viewport: ViewportSize
) -> None:
    page, table = bag(open_page)
    page.set_viewport_size(viewport)
    main, game = page.locator(".buttons .go"), table.game
    main.click()
    expect(main).to_have_text("Bid")
    can_type(page, "the flip")
    page.get_by_role("button", name="8 tiles", exact=True).click()
    can_type(page, "a number")
    main.click()
    game.say(7, None)
    table.tell()
    expect(page.get_by_role("heading", name="Theo’s minute")).to_be_visible()
    can_type(page, "the bids")
    game.draw(1, "quieter")
    game.submit(1, "quieter")
    table.tell()
    expect(page.get_by_role("button", name="Accept")).to_be_enabled()
    expect(word(page)).to_be_focused()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("1 of 2 accepted")).to_be_visible()
    can_type(page, "accepting")
    game.accept(2)
    table.tell()
    expect(page.get_by_role("heading", name="Theo flips")).to_be_visible()
    can_type(page, "the verdict")
    game.flip(1)
    game.say(8, None)
    table.tell()
    page.locator(".buttons .out").click()
    expect(page.get_by_role("heading", name="Theo’s minute")).to_be_visible()
    can_type(page, "a pass")


@WIDTHS
def test_naming_a_blank_leaves_the_focus_at_the_word(
    open_page: OpenPage, viewport: ViewportSize
) -> None:
    game = before_flip("el?", "abc", "def", bag=FULL_BAG, words=WORDS, pile="as 7s 6h 4h")
    page, _ = sit(open_page, game)
    page.set_viewport_size(viewport)
    page.get_by_role("list", name="Your tiles").get_by_role("button", name="a blank").click()
    page.get_by_role("dialog").get_by_role("button", name="R", exact=True).click()
    expect(word(page)).to_have_value("R")
    can_type(page, "the blank")
