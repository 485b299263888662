"""What a person can rely on in an auction of Match, at a table that stands as drawn."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.scenes import compose, drawn, opened_with_a_clock, pass_seconds, seated
from tests.browser.staging import StagedTable
from wordlot.core.protocol import Millis
from wordlot.games.match import model as m
from wordlot.server.wire import Stage

MINE = "oAdSsrc"
OTHERS = ("scbdefg", "hijklmn")


def main_button(page: Page) -> Locator:
    return page.locator(".buttons .go")


def note(page: Page) -> Locator:
    return page.locator("#compose-note")


def cards(page: Page) -> list[str | None]:
    """The hand as it is shown, by the names of its cards."""
    shown = page.get_by_role("list", name="Your hand").get_by_role("button").all()
    return [card.get_attribute("aria-label") for card in shown]


def said(page: Page, politeness: str) -> Locator:
    return page.locator(f"p[aria-live={politeness}]")


def in_round(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Match · round {number}")


def test_a_pass_asks_once_and_is_final_for_the_round(open_page: OpenPage) -> None:
    """M3.3: nothing that happens later gives the seat its bid back."""
    page, table = seated(open_page, drawn(MINE, *OTHERS))
    page.get_by_role("button", name="Pass").click()
    assert table.acted == []
    sure = page.get_by_role("button", name="Pass: sure?")
    expect(sure).to_be_visible()
    while not table.acted:
        sure.click(force=True)
        page.wait_for_timeout(50)
    expect(main_button(page)).to_have_text("You passed")
    table.bid(1, "extend_base +s")
    expect(page.get_by_text("Theo leads")).to_be_visible()
    page.get_by_role("textbox", name="Your play").focus()
    page.keyboard.type("CRATES")
    page.keyboard.press("Enter")
    expect(main_button(page)).to_have_text("You passed")
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_disabled()
    assert [action["type"] for action in table.acted] == ["pass"]


def test_a_double_click_on_bid_bids_once(open_page: OpenPage) -> None:
    """The bid closes the round, so that the second press meets the next one (M3.1)."""
    page, table = seated(open_page, drawn(MINE, *OTHERS))
    table.pass_(1, 2)
    compose(page, "CRATES")
    main_button(page).dblclick()
    in_round(page, 2)
    main_button(page).click(force=True)
    assert [(action["type"], action["round"]) for action in table.acted] == [("place_bid", 1)]


def test_a_late_second_press_does_not_call_a_number_in_the_next_round(open_page: OpenPage) -> None:
    """The button takes no press for a moment, shows that, and then does (M3.2)."""
    options = m.MatchOptions(bidding=m.Bidding.CALLED)
    table = StagedTable(drawn(MINE, *OTHERS, options=options))
    page = opened_with_a_clock(open_page, table)
    main_button(page).click()
    table.pass_(1, 2)
    expect(main_button(page)).to_have_text("Lay it")
    compose(page, "CRATES")
    main_button(page).click()
    in_round(page, 2)
    expect(main_button(page)).to_have_text("Call 2")
    page.clock.run_for(300)
    expect(main_button(page)).to_be_disabled()
    main_button(page).click(force=True)
    assert [action["type"] for action in table.acted] == ["call_bid", "lay_play"]
    pass_seconds(page, 1)
    main_button(page).click()
    expect(main_button(page)).to_have_text("You bid 2")


def test_a_press_just_after_the_high_bid_changed_asks_again(open_page: OpenPage) -> None:
    table = StagedTable(drawn(MINE, *OTHERS))
    page = opened_with_a_clock(open_page, table)
    compose(page, "CRATES")
    table.bid(1, "extend_base +s")
    expect(page.get_by_text("Theo leads")).to_be_visible()
    main_button(page).click()
    expect(note(page)).to_have_text("Theo bid 2 just now. Press again to bid.")
    assert table.acted == []
    main_button(page).click()
    expect(main_button(page)).to_have_text("You bid 4")


def test_a_refused_bid_says_why_keeps_the_play_and_may_be_bid_otherwise(
    open_page: OpenPage,
) -> None:
    """M3.2: a refusal does not use up the seat's bid."""
    page, table = seated(open_page, drawn(MINE, *OTHERS))
    compose(page, "RATEDO")
    main_button(page).click()
    expect(note(page)).to_have_text("RATEDO is not in the lexicon. Try another word.")
    expect(said(page, "assertive")).to_contain_text("RATEDO is not in the lexicon")
    expect(page.get_by_role("textbox", name="Your play")).to_have_value("RATEDO")
    page.get_by_role("button", name="Take all cards back").click()
    compose(page, "CRATES")
    main_button(page).click()
    expect(main_button(page)).to_have_text("You bid 4")
    assert len(table.acted) == 2


def test_a_hand_keeps_its_owners_order_and_new_cards_come_last(open_page: OpenPage) -> None:
    page, table = seated(open_page, drawn(MINE, *OTHERS, pile="xyz"))
    page.get_by_role("button", name="Sort your cards").click()
    ordered = cards(page)
    assert ordered == [
        "C, yellow",
        "D, yellow",
        "O, yellow",
        "R, yellow",
        "S, yellow",
        "A, red",
        "S, red",
    ]
    table.bid(1, "extend_base +s")
    table.pass_(0, 2)
    in_round(page, 2)
    expect(page.get_by_role("list", name="Your hand").get_by_role("button")).to_have_count(8)
    assert cards(page)[:7] == ordered
    compose(page, "CRATES")
    assert [label and label.replace(", in the play", "") for label in cards(page)][:7] == ordered


def test_a_half_made_play_that_the_table_outgrows_returns_every_card_once(
    open_page: OpenPage,
) -> None:
    page, table = seated(open_page, drawn(MINE, *OTHERS))
    compose(page, "RATEDO")
    assert sum("in the play" in (card or "") for card in cards(page)) == 2
    table.bid(1, "extend_base +s")
    table.wait(61)
    in_round(page, 2)
    expect(page.get_by_role("textbox", name="Your play")).to_have_value("")
    expect(note(page)).to_have_text("The crossword changed; your cards are back in your hand.")
    held = cards(page)
    assert len(held) == 8
    assert not any("in the play" in (card or "") for card in held)
    assert page.locator(".cell.draft").count() == 0


def test_a_half_made_play_that_still_fits_survives_the_reveal(open_page: OpenPage) -> None:
    page, table = seated(open_page, drawn(MINE, *OTHERS))
    compose(page, "CRATES")
    table.bid(1, "extend_base +s")
    table.wait(61)
    in_round(page, 2)
    expect(main_button(page)).to_have_text("Bid 2 · takes 6")
    assert sum("in the play" in (card or "") for card in cards(page)) == 1


def test_bids_and_the_play_being_composed_are_spoken_politely(open_page: OpenPage) -> None:
    page, table = seated(open_page, drawn("oAdSsrc", "hijklms", "scbdefg"))
    table.bid(1, "extend_base +s")
    expect(said(page, "polite")).to_contain_text("Theo bid 2.")
    compose(page, "CRATES")
    table.pass_(2)
    expect(said(page, "polite")).to_contain_text(
        "CRATES grows RATE, 2 yellow. Bid 4, takes 6 points."
    )


def test_being_outbid_is_spoken_at_once(open_page: OpenPage) -> None:
    page, table = seated(open_page, drawn(MINE, *OTHERS))
    compose(page, "RATES")
    main_button(page).click()
    expect(said(page, "assertive")).to_contain_text("Your bid of 2 stands.")
    table.bid(1, "extend_base c+s")
    expect(said(page, "assertive")).to_contain_text("Outbid: Theo bid 4. No second bid this round.")
    expect(page.get_by_role("listitem").filter(has_text="You")).to_contain_text("Bid 2 · outbid")


def clock(page: Page) -> str:
    return page.get_by_role("timer").inner_text().strip()


def test_the_clock_shows_what_the_table_sent_whatever_the_device_believes(
    open_page: OpenPage,
) -> None:
    """A device whose date is wrong, and is then put right, shows the same time left."""
    table = StagedTable(drawn(MINE, *OTHERS))
    page = opened_with_a_clock(open_page, table)
    pass_seconds(page, 2)
    expect(page.get_by_role("timer")).to_have_text("0:58")
    page.clock.set_system_time("2031-01-01T00:00:00")
    pass_seconds(page, 1)
    expect(page.get_by_role("timer")).to_have_text("0:57")
    page.clock.set_system_time("2011-01-01T00:00:00")
    pass_seconds(page, 1)
    expect(page.get_by_role("timer")).to_have_text("0:56")


def test_the_clock_stops_at_zero(open_page: OpenPage) -> None:
    game = drawn(MINE, *OTHERS)
    game.at = Millis(58_000)
    table = StagedTable(game)
    page = opened_with_a_clock(open_page, table, "0:02")
    pass_seconds(page, 2)
    expect(page.get_by_role("timer")).to_have_text("0:00")
    pass_seconds(page, 3)
    expect(page.get_by_role("timer")).to_have_text("0:00")


def test_ten_seconds_are_told_by_a_shape_and_by_voice(open_page: OpenPage) -> None:
    game = drawn(MINE, *OTHERS)
    game.at = Millis(48_000)
    page = opened_with_a_clock(open_page, StagedTable(game), "0:12")
    expect(page.get_by_role("timer").locator("svg")).to_have_count(0)
    pass_seconds(page, 2)
    expect(page.get_by_role("timer").locator("svg")).to_have_count(1)
    expect(said(page, "assertive")).to_have_text("Ten seconds")


def test_a_line_that_dies_without_a_word_is_told_within_five_seconds_and_stops_the_clock(
    open_page: OpenPage,
) -> None:
    table = StagedTable(drawn(MINE, *OTHERS))
    page = opened_with_a_clock(open_page, table)
    table.deaf = True
    pass_seconds(page, 5)
    banner = page.get_by_text("Connection lost.").and_(page.locator(".banner"))
    expect(banner).to_be_visible()
    expect(said(page, "assertive")).to_contain_text("Connection lost.")
    frozen = clock(page)
    pass_seconds(page, 3)
    assert clock(page) == frozen
    expect(main_button(page)).to_have_text("No connection")
    table.mend()
    pass_seconds(page, 10)
    expect(banner).to_have_count(0)
    expect(main_button(page)).to_have_text("Bid")


def test_who_was_cut_off_while_the_game_began_comes_into_it(open_page: OpenPage) -> None:
    """As a phone does that was locked in the waiting room."""
    table = StagedTable(drawn(MINE, *OTHERS), stage=Stage.WAITING)
    page = opened_with_a_clock(open_page, table)
    table.deaf = True
    table.stage = Stage.PLAYING
    pass_seconds(page, 5)
    expect(page.get_by_text("Connection lost.").first).to_be_visible()
    table.mend()
    pass_seconds(page, 10)
    in_round(page, 1)
    expect(page.get_by_role("list", name="Your hand").get_by_role("button")).to_have_count(7)
    expect(main_button(page)).to_have_text("Bid")
