"""What is composed and the order of the hand outlive a reload, and no longer than their moment."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.bag_scenes import FULL_BAG, WORDS, StagedBag, sit, spell
from tests.browser.conftest import OpenPage
from tests.browser.scenes import TABLE_PATH, compose, drawn, seated
from tests.browser.staging import StagedTable
from tests.browser.test_blocked import FULL, NO_STORAGE
from tests.games.bet_the_bag.game import Game, attempting
from wordlot.games.match import model as m

GONE = "WebSocket connection|ERR_"
KEY = "wordlot.draft.staged"
MINE = "oAdSsrc"
OTHERS = ("scbdefg", "hijklmn")


def play(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your play")


def word(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your word")


def hand(page: Page) -> list[str]:
    """The pieces of the hand in their order, without whether they are in use."""
    shown = page.locator("[data-hand-index]").all()
    names = [(piece.get_attribute("aria-label") or "") for piece in shown]
    return [re.sub(r"^a (?=blank)| as .|, in (the play|your word)", "", name) for name in names]


def used(page: Page) -> list[int]:
    """The places in the hand of what is in use."""
    shown = page.locator("[data-hand-index]").all()
    names = [(piece.get_attribute("aria-label") or "") for piece in shown]
    return [at for at, name in enumerate(names) if ", in " in name]


def minute() -> Game:
    """Return a game in which seat 0 has drawn R, A and B for a bid of five."""
    game = attempting("elce?", "abc", "def", bids=(5, 6, None), bag=FULL_BAG, words=WORDS)
    game.draw(0, "rab")
    return game


def tapped(page: Page, at: int) -> None:
    page.locator("[data-hand-index]").nth(at).click()


def test_a_reload_in_the_minute_keeps_word_caret_and_the_order_of_the_tiles(
    open_page: OpenPage,
) -> None:
    page, _ = sit(open_page, minute())
    page.get_by_role("button", name="Sort").click()
    order = hand(page)
    assert order != ["E", "L", "C", "E", "blank"]
    twin = [at for at, tile in enumerate(order) if tile == "E"][1]
    spell(page, "cab")
    tapped(page, twin)
    page.keyboard.press("Shift+L")
    page.keyboard.press("ArrowLeft")
    expect(word(page)).to_have_value("CABEL")
    expect(page.locator("[data-settled=true]")).to_be_visible()
    taken = used(page)
    assert twin in taken
    page.reload()
    expect(word(page)).to_have_value("CABEL")
    expect(page.locator("[data-settled=true]")).to_be_visible()
    assert hand(page) == order
    assert used(page) == taken
    word(page).focus()
    page.keyboard.press("r")
    expect(word(page)).to_have_value("CABERL")


def test_a_reload_while_others_have_their_minute_keeps_what_was_composed_ahead(
    open_page: OpenPage,
) -> None:
    game = attempting("elc", "abc", "def", bids=(6, 5, None), bag=FULL_BAG, words=WORDS)
    game.draw(1, "rab")
    page, _ = sit(open_page, game)
    spell(page, "crab")
    page.reload()
    expect(word(page)).to_have_value("CRAB")


def test_a_word_of_a_past_attempt_or_turn_never_comes_back(open_page: OpenPage) -> None:
    game = minute()
    page, table = sit(open_page, game)
    spell(page, "crab")
    page.goto("/rules/match")
    game.give_up(0)
    page.goto(TABLE_PATH)
    expect(page.get_by_text("Your word", exact=True).or_(word(page)).first).to_be_visible()
    expect(word(page)).to_have_value("")
    spell(page, "able")
    page.goto("/rules/match")
    game.give_up(1)
    page.goto(TABLE_PATH)
    expect(page.get_by_role("heading", level=1)).to_contain_text("turn 2")
    expect(word(page)).to_have_value("")
    assert table.acted == []


def test_a_word_that_was_submitted_as_the_page_went_does_not_come_back(open_page: OpenPage) -> None:
    game = minute()
    page, table = sit(open_page, game)
    spell(page, "crab")
    expect(page.locator(".buttons .go")).to_contain_text("Submit CRAB")
    table.deaf = True
    page.keyboard.press("Enter")
    page.goto("/rules/match")
    table.mend()
    game.submit(0, "crab", lay="c")
    page.goto(TABLE_PATH)
    expect(page.get_by_role("heading", name="You submit CRAB")).to_be_visible()
    expect(word(page)).to_have_value("")


def composing(open_page: OpenPage, **options: Any) -> tuple[Page, StagedTable]:  # noqa: ANN401
    return seated(open_page, drawn(MINE, *OTHERS, options=m.MatchOptions(**options)))


@pytest.mark.parametrize("bidding", m.Bidding)
def test_a_reload_while_composing_keeps_play_place_and_hand(
    open_page: OpenPage, bidding: m.Bidding
) -> None:
    page, _ = composing(open_page, bidding=bidding)
    page.get_by_role("button", name="Sort").click()
    order = hand(page)
    play(page).focus()
    page.keyboard.type("CRATES")
    expect(page.locator("#compose-facts")).to_be_visible()
    facts = page.locator("#compose-facts").inner_text()
    taken = used(page)
    page.reload()
    expect(play(page)).to_have_value("CRATES")
    expect(page.locator("#compose-facts")).to_have_text(facts, use_inner_text=True)
    assert hand(page) == order
    assert used(page) == taken


def test_a_reload_keeps_the_lane_that_was_aimed_at_and_the_place_that_was_chosen(
    open_page: OpenPage,
) -> None:
    page, _ = composing(open_page)
    play(page).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(play(page)).not_to_have_value("")
    page.keyboard.type("s")
    expect(page.locator(".cell.draft").first).to_be_visible()
    before = page.locator(".cell.draft").count()
    aimed = play(page).input_value()
    page.reload()
    expect(play(page)).to_have_value(aimed)
    expect(page.locator(".cell.draft")).to_have_count(before)
    page.keyboard.press("Escape")
    expect(play(page)).to_have_value("")
    page.reload()
    expect(play(page)).to_be_visible()
    expect(play(page)).to_have_value("")


def test_a_play_of_a_past_round_never_comes_back_but_the_order_of_the_hand_does(
    open_page: OpenPage,
) -> None:
    page, table = composing(open_page)
    page.get_by_role("button", name="Sort").click()
    order = hand(page)
    compose(page, "CRATES")
    page.goto("/rules/match")
    table.game.bid(1, "extend_base +s")
    table.game.pass_(0, 2)
    page.goto(TABLE_PATH)
    expect(page.get_by_role("heading", level=1)).to_have_text("Match · round 2")
    expect(play(page)).to_have_value("")
    assert hand(page)[: len(order)] == order


def test_a_line_that_breaks_keeps_the_draft_and_so_does_a_reload_while_it_is_broken(
    open_page: OpenPage,
) -> None:
    table = StagedBag(minute())

    def prepare(page: Page) -> None:
        table.prepare(page)

    page = open_page(TABLE_PATH, prepare=prepare, unless=GONE)
    expect(word(page)).to_be_visible()
    spell(page, "crab")
    order = hand(page)
    table.cut()
    expect(page.locator(".frame .banner")).to_contain_text("Connection lost")
    table.mend()
    expect(page.locator(".frame .banner")).to_have_count(0, timeout=30_000)
    expect(word(page)).to_have_value("CRAB")
    table.cut()
    page.reload()
    table.mend()
    expect(word(page)).to_have_value("CRAB", timeout=30_000)
    assert hand(page) == order


@pytest.mark.parametrize("script", [NO_STORAGE, FULL], ids=["blocked", "full"])
def test_without_storage_a_reload_begins_anew_and_everything_goes_on(
    open_page: OpenPage, script: str
) -> None:
    for table, field in (
        (StagedBag(minute()), "Your word"),
        (StagedTable(drawn(MINE, *OTHERS)), "Your play"),
    ):

        def prepare(page: Page, table: StagedTable = table) -> None:
            table.prepare(page)
            # After what the stage writes.
            page.add_init_script(script)

        page = open_page(TABLE_PATH, prepare=prepare)
        skip = page.get_by_role("button", name="Skip the tour")
        text = page.get_by_role("textbox", name=field)
        expect(skip.or_(text).first).to_be_visible()
        if skip.count():
            skip.click()
        text.focus()
        page.keyboard.type("crates"[:4])
        expect(text).to_have_value("CRAT")
        page.reload()
        expect(text).to_have_value("")
        expect(page.locator("[data-hand-index]").first).to_be_visible()


@pytest.mark.parametrize(
    "damage",
    [
        "x",
        "null",
        '{"game": 1}',
        json.dumps(
            {"game": 1, "moment": "1.1", "hand": ["e"] * 5, "table": [], "draft": {"slots": 7}}
        ),
        json.dumps(
            {
                "game": 1,
                "moment": "1.1",
                "hand": ["q", "q", "q"],
                "table": ["z"],
                "draft": {"slots": [{"letter": "c", "blank": False, "held": 99}], "caret": 1},
            }
        ),
    ],
)
def test_a_damaged_draft_harms_nothing(open_page: OpenPage, damage: str) -> None:
    """Tiles that are only in the storage are in no hand; the page says nothing and plays on."""
    page, _ = sit(open_page, minute())
    tiles = sorted(hand(page))
    # The page keeps its own once more as it goes, so the damage comes with the next one.
    page.add_init_script(f"sessionStorage.setItem({json.dumps(KEY)}, {json.dumps(damage)})")
    page.reload()
    expect(word(page)).to_be_visible()
    expect(page.locator("[data-hand-index]")).to_have_count(len(tiles))
    assert sorted(hand(page)) == tiles
    expect(page.locator(".frame .banner")).to_have_count(0)
    word(page).focus()
    page.keyboard.press("Escape")
    spell(page, "crab")
    expect(page.locator(".buttons .go")).to_contain_text("Submit CRAB")


def test_shift_takes_the_other_colour_of_that_letter_and_says_so(open_page: OpenPage) -> None:
    page, _ = composing(open_page)
    play(page).focus()
    page.keyboard.type("crate")
    expect(page.locator("#compose-facts")).to_be_visible()
    page.keyboard.press("Shift+S")
    said = page.locator("#compose-note")
    expect(said).to_contain_text("S is ")
    colour = said.inner_text()
    page.keyboard.press("Backspace")
    page.keyboard.press("Shift+S")
    expect(said).to_have_text(colour)
