"""What a person can rely on at a table of Bet the Bag, with the real rules behind the page."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.bag_people import COUNT_POINTERS
from tests.browser.bag_scenes import FULL_BAG, WORDS, StagedBag, sit, spell, submitted
from tests.browser.conftest import NARROW, OpenPage
from tests.browser.scenes import opened_with_a_clock
from tests.games.bet_the_bag.game import Game, attempting, before_flip, bidding
from wordlot.games.bet_the_bag import model as m

ELC = ("elc", "abc", "def")


def main_button(page: Page) -> Locator:
    return page.locator(".buttons .go")


def note(page: Page) -> Locator:
    return page.locator("#word-note")


def said(page: Page) -> Locator:
    return page.locator("p[aria-live=assertive]")


def on_table(page: Page) -> list[str]:
    """The tiles on the table as they are arranged."""
    tiles = page.locator("[data-table-index]").all()
    return [(tile.get_attribute("aria-label") or "")[:1] for tile in tiles]


def in_hand(page: Page) -> list[str]:
    tiles = page.locator("[data-hand-index]").all()
    return [(tile.get_attribute("aria-label") or "")[:1] for tile in tiles]


def minute(**more: object) -> Game:
    """Return a game in which seat 0 has drawn R, A and B for a bid of five."""
    game = attempting(*ELC, bids=(5, 6, None), bag=FULL_BAG, words=WORDS, **more)  # type: ignore[arg-type]
    game.draw(0, "rab")
    return game


def drag(page: Page, what: Locator, to: Locator) -> None:
    """Take something up, carry it over something else, and let it go."""
    start, end = what.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()


def test_a_turn_is_played_by_keys_alone(open_page: OpenPage) -> None:
    """Flip, bid, draw, compose with a blank, submit; then judge, and pass (B3 to B7)."""
    hands = ("el?", "abc", "def")
    game = before_flip(*hands, bag=FULL_BAG, words=WORDS, pile="as 7s 6h 4h")
    page, table = sit(open_page, game)
    page.evaluate(COUNT_POINTERS)
    page.keyboard.press("Enter")
    expect(main_button(page)).to_have_text("Bid")
    page.keyboard.type("12")
    expect(main_button(page)).to_have_text("Bid 12")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(main_button(page)).to_have_text("You bid 5 tiles")
    game.say(7, None)
    table.tell()
    expect(page.get_by_role("heading", name="Your minute")).to_be_visible()
    for drawn in range(1, 4):
        game.draws("cab"[drawn - 1])
        page.keyboard.press("Space")
        expect(page.locator("[data-table-index]")).to_have_count(drawn)
    page.keyboard.type("c")
    page.keyboard.press("Shift+R")
    page.keyboard.type("ab")
    expect(main_button(page)).to_have_text(re.compile("Submit CRAB.*lays a blank"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You submit CRAB")).to_be_visible()
    game.accept(1, 2)
    table.tell()
    game.flip(1)
    game.say(6, None)
    table.tell()
    expect(main_button(page)).to_have_text("Bid")
    page.keyboard.type("/p")
    expect(page.get_by_role("heading", name="Theo’s minute")).to_be_visible()
    game.draw(1, "stone")
    game.submit(1, "stonea", "a")
    table.tell()
    expect(page.get_by_role("button", name="Challenge")).to_be_enabled()
    page.keyboard.type("/x")
    expect(page.get_by_role("heading", name="Sibyl flips")).to_be_visible()
    assert page.evaluate("window.pointers") == 0
    kinds = [action["type"] for action in table.acted]
    assert kinds == [
        "flip_card",
        "bid_tiles",
        *["draw_tile"] * 3,
        "submit_word",
        "pass_bid",
        "challenge",
    ]


def test_two_keys_give_up_and_two_accept(open_page: OpenPage) -> None:
    page, table = sit(open_page, minute())
    page.keyboard.type("/g")
    expect(page.get_by_role("heading", name="Theo’s minute")).to_be_visible()
    table.game.draw(1, "xyz")
    table.game.submit(1, "braz")
    table.tell()
    expect(page.get_by_role("button", name="Accept")).to_be_enabled()
    page.keyboard.type("/a")
    expect(page.get_by_text("You accepted.")).to_be_visible()
    assert [action["type"] for action in table.acted] == ["give_up", "accept"]


def test_keys_ask_for_what_is_to_be_heard(open_page: OpenPage) -> None:
    page, table = sit(open_page, minute(won=("4s",)))
    answers = {
        "/h": "You hold E, L and C.",
        "/b": "Contract: 4 of hearts, 4 letters or more. On the table: R, A and B.",
        "/s": "You 4, Theo 0, Sibyl 0.",
        "/w": "Waiting for You.",
        "/c": "left.",
    }
    for keys, answer in answers.items():
        page.keyboard.type(keys)
        expect(said(page)).to_contain_text(answer)
    table.game.draw(0, "q")
    table.tell()
    expect(page.locator("[data-table-index]")).to_have_count(4)
    page.keyboard.type("/l")
    expect(said(page)).to_contain_text("Q drawn.")


def test_a_key_that_is_held_down_draws_one_tile(open_page: OpenPage) -> None:
    """B5.1: a tile that was drawn stays."""
    page, table = sit(open_page, minute())
    page.get_by_role("textbox", name="Your word").focus()
    for _ in range(4):
        page.keyboard.down("Space")
    expect(page.locator("[data-table-index]")).to_have_count(4)
    page.keyboard.up("Space")
    draw = page.get_by_role("button", name=re.compile("^Draw"))
    draw.focus()
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("[data-table-index]")).to_have_count(5)
    expect(draw).to_be_disabled()
    assert [action["type"] for action in table.acted] == ["draw_tile", "draw_tile"]


def test_a_tile_is_laid_by_dragging_and_taken_back_the_same_way(open_page: OpenPage) -> None:
    page, table = sit(open_page, minute())
    spell(page, "rab")
    page.keyboard.press("Home")
    stage = page.locator("[data-stage]")
    drag(page, page.get_by_role("button", name="C", exact=True), stage)
    expect(main_button(page)).to_have_text(re.compile("Submit CRAB"))
    laid = page.get_by_role("button", name="C, from your hand when you submit")
    drag(page, laid, page.locator("[data-hand]"))
    expect(page.get_by_role("textbox", name="Your word")).to_have_value("RAB")
    assert table.acted == []


def test_tiles_of_hand_and_table_are_ordered_by_dragging_and_stay_so(open_page: OpenPage) -> None:
    page, table = sit(open_page, minute())
    tiles, hand = page.locator("[data-table-index]"), page.locator("[data-hand-index]")
    drag(page, tiles.nth(2), tiles.nth(0))
    expect(tiles.first).to_have_accessible_name(re.compile("^B"))
    drag(page, hand.nth(2), hand.nth(0))
    expect(hand.first).to_have_accessible_name("C")
    assert (on_table(page), in_hand(page)) == (["B", "R", "A"], ["C", "E", "L"])
    table.game.draw(0, "q")
    table.tell()
    expect(tiles).to_have_count(4)
    assert (on_table(page), in_hand(page)) == (["B", "R", "A", "Q"], ["C", "E", "L"])


def test_what_is_composed_ahead_is_there_when_the_minute_comes(open_page: OpenPage) -> None:
    """B5.3: the tiles pass on, and what they give with one's own is ready at once."""
    game = attempting("abc", "elc", "def", bids=(5, 6, None), bag=FULL_BAG, words=WORDS)
    game.draw(0, "rablj")
    table = StagedBag(game, you=1)
    page = opened_with_a_clock(open_page, table, "60")
    spell(page, "crab")
    expect(note(page)).to_have_text("CRAB lays C from your hand.")
    assert table.acted == []
    game.give_up(0)
    table.tell()
    expect(page.get_by_text("The tiles pass to you")).to_be_visible()
    expect(page.get_by_text("up to 6 tiles now")).to_be_visible()
    expect(main_button(page)).to_have_text(re.compile("Submit CRAB"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You submit CRAB")).to_be_visible()
    assert game.table() == "rabljc"


def test_a_blank_that_is_tapped_is_named_on_the_pad(open_page: OpenPage) -> None:
    """B1.1, by touch."""
    game = attempting("el?", "abc", "def", bids=(5, 6, None), bag=FULL_BAG, words=WORDS)
    game.draw(0, "cab")
    table = StagedBag(game)
    page = open_page("/t/staged", NARROW, prepare=table.prepare, has_touch=True)
    for tile in ("C", "a blank", "A", "B"):
        page.get_by_role("button", name=re.compile(rf"^{tile}\b")).first.tap()
        if tile == "a blank":
            page.get_by_role("dialog").get_by_role("button", name="R", exact=True).tap()
    expect(main_button(page)).to_have_text(re.compile("Submit CRAB.*lays a blank"))
    main_button(page).tap()
    expect(page.get_by_role("heading", name="You submit CRAB")).to_be_visible()
    assert game.state.submission is not None
    assert game.state.submission.blanks == (1,)


def test_a_checked_word_that_is_none_keeps_the_minute_and_the_tiles(open_page: OpenPage) -> None:
    """B7.4: nothing is laid, nobody else hears of it, and another word can follow."""
    table = StagedBag(minute(options=m.BagOptions(words=m.Words.CHECKED)))
    page = opened_with_a_clock(open_page, table, "60")
    spell(page, "rcab")
    page.keyboard.press("Enter")
    expect(note(page)).to_have_text("RCAB is not in the lexicon. Try another.")
    expect(said(page)).to_contain_text("RCAB is not in the lexicon")
    expect(main_button(page)).to_be_disabled()
    assert table.game.table() == "rab"
    page.keyboard.press("Escape")
    table.wait(1.1)
    spell(page, "crab")
    expect(main_button(page)).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Theo flips")).to_be_visible()
    assert table.game.scores() == (4, 0, 0)


def test_a_refusal_of_the_table_stands_beside_the_word(open_page: OpenPage) -> None:
    """B5.5: what comes after the minute is refused, and nothing has changed."""
    page, table = sit(open_page, minute())
    spell(page, "crab")
    table.game.at += 60_600
    page.keyboard.press("Enter")
    expect(note(page)).to_have_text("The time was over. Nothing has changed.")
    expect(page.get_by_role("textbox", name="Your word")).to_have_value("CRAB")


def test_the_sheet_counts_who_has_accepted_and_closes_when_all_have(open_page: OpenPage) -> None:
    """B7.4."""
    page, table = sit(open_page, submitted(), you=1)
    expect(page.get_by_text("0 of 2 accepted")).to_be_visible()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("1 of 2 accepted")).to_be_visible()
    table.game.accept(2)
    table.tell()
    expect(page.get_by_role("heading", name=re.compile("submits"))).to_have_count(0)
    expect(page.get_by_role("complementary")).to_contain_text("CRAB")


@pytest.mark.parametrize("width", [360, 1440])
def test_motion_is_off_where_it_is_not_wanted(open_page: OpenPage, width: int) -> None:
    game = attempting("abc", "elc", "def", bids=(5, 6, None), bag=FULL_BAG)
    game.draw(0, "rablj")
    table = StagedBag(game, you=1)
    page = opened_with_a_clock(open_page, table, "60")
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(reduced_motion="reduce")
    game.give_up(0)
    table.tell()
    expect(page.get_by_text("The tiles pass to you")).to_be_visible()
    running = (
        "() => document.getAnimations().filter((a) => a.effect.getTiming().duration > 1).length"
    )
    assert page.evaluate(running) == 0


def test_numbers_to_bid_are_one_tab_stop_with_arrows(open_page: OpenPage) -> None:
    page, table = sit(open_page, bidding(*ELC, bag=FULL_BAG))
    track = page.get_by_role("group", name="Your bid, in tiles")
    page.get_by_role("textbox", name="Your word").focus()
    page.keyboard.press("Shift+Tab")
    while not track.locator(":focus").count():
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    expect(main_button(page)).to_have_text("Bid 5")
    page.keyboard.press("Enter")
    expect(main_button(page)).to_have_text("You bid 5 tiles")
    assert [action["tiles"] for action in table.acted] == [5]
