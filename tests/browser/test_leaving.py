"""Who leaves a game for good frees the others at once, and may come back (X1)."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.people import PATIENCE_MS, Person
from tests.browser.scenes import drawn, staged
from tests.browser.staging import StagedTable
from wordlot.server.wire import Gone

PASSES = "That seat passes until its player is back"


def test_who_leaves_for_good_is_told_of_and_comes_back(open_page: OpenPage) -> None:
    mira = Person(open_page()).make_table("Mira", When_a_player_leaves_or_stays_away=PASSES)
    theo = Person(open_page(mira.link())).sit_down("Theo")
    expect(theo.page.get_by_text("Mira starts the game.")).to_be_visible(timeout=PATIENCE_MS)
    mira.page.get_by_role("button", name="Start the game").click()
    mira.skip_tour()
    theo.skip_tour()
    mira.pass_round()
    theo.page.get_by_role("button", name="Menu").click()
    theo.page.get_by_role("button", name="Leave for good").click()
    # One press by mistake leaves nobody without a seat.
    theo.page.get_by_role("button", name="Press again").click()
    expect(mira.page.locator(".frame .banner")).to_contain_text("Theo left. That seat passes")
    # The first round is over: nobody waits for who has gone.
    expect(mira.page.locator("h1")).to_contain_text("round 2")
    theo.page.get_by_role("button", name="Take your seat back").click()
    expect(mira.page.locator(".frame .banner")).to_have_text("Theo is back.")
    expect(theo.hand.first).to_be_visible(timeout=PATIENCE_MS)


def test_whose_clocks_ran_out_is_asked_and_plays_on_with_one_press(open_page: OpenPage) -> None:
    table = StagedTable(drawn("oAdSsrc", "sbcdefg", "hijklmn"))
    table.gone = {0: Gone.ABSENT}
    page = staged(open_page, table)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
