"""Real cards on the table, a page beside them: refereed at both widths, without a network too."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Self

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from pypdf import PdfReader

from tests.browser.conftest import NARROW, WIDE, OpenPage, RunningServer
from tests.browser.test_pictures import COVERED, SMALL_TARGETS, TWO_FRAMES, WIDTHS, violations
from wordlot.kit import KitOptions, Paper, kit_pdf, shop_zip

PATIENCE_MS = 30_000
WORDS = {4: "pain", 5: "paint", 6: "paints", 7: "painter"}
OFFLINE = "ERR_INTERNET_DISCONNECTED|Failed to fetch"
"""What the console says of a network that was taken away on purpose."""


class Table:
    """People at a real table, and what they do to the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE_MS)

    def start(self, game: str, *names: str, **settings: str) -> Self:
        """Begin a game from the page on which it is agreed."""
        page = self.page
        expect(self.button("Start")).to_have_attribute(
            "aria-disabled", "false", timeout=PATIENCE_MS
        )
        page.get_by_role("radio", name=game).check()
        for i in range(3, len(names), -1):
            self.button(f"Take Player {i} out").click()
        for i, name in enumerate(names, start=1):
            field = page.get_by_role("textbox", name=f"Player {i}")
            if not field.is_visible():
                self.button("Add a player").click()
            field.fill(name)
        if settings:
            page.get_by_text("Settings").click()
        for label, value in settings.items():
            page.get_by_label(label.replace("_", " ")).select_option(label=value)
        self.button("Start").click()
        return self

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def press(self, *names: str | re.Pattern[str]) -> Self:
        """Press buttons, one after the other."""
        for name in names:
            self.button(name).click()
        return self

    def lay(self, word: str, *red: int) -> None:
        """Tell the winner's play; new cards at some places are red."""
        self.page.get_by_label("The whole new word").fill(word)
        for at in red:
            letter = word[at].upper()
            cards = self.page.get_by_role("group", name="Tap the new cards")
            cards.locator("> *").nth(at).click()
            expect(cards.get_by_role("button", name=f"{letter}, red").first).to_be_visible()
        self.press(re.compile("^Judge it"))

    @property
    def todo(self) -> Locator:
        return self.page.get_by_role("region", name="Now, at the table")


def sit(open_page: OpenPage, **options: Any) -> Table:  # noqa: ANN401 - those of the page
    return Table(open_page("/referee", **options))


def test_a_round_of_match_is_refereed(open_page: OpenPage) -> None:
    """Bids ascend, the word is judged by the lexicon, its score is paid from the pot."""
    table = sit(open_page).start("Match", "Mira", "Tom", "Ada")
    expect(table.todo).to_contain_text("Put 120 points of coins into the pot: 40 for each")
    table.press("Start round 1", "Mira bids 2", "Tom: a higher number", "Tom bids 4")
    expect(table.button("Bid 2").first).to_have_attribute("aria-disabled", "true")
    table.press("Ada passes")
    expect(
        table.page.get_by_role("heading", name="Tom lays a play of value 4 or more")
    ).to_be_visible()
    table.lay("ratx")
    expect(table.page.get_by_text("RATX is not in the lexicon")).to_be_visible()
    table.lay("rate", 2)
    expect(table.todo).to_contain_text("Tom takes 4 points of coins from the pot.")
    expect(table.todo).to_contain_text("Tom draws 4 cards.")
    expect(table.page.get_by_text("Pot 116")).to_be_visible()
    log = table.page.get_by_role("complementary", name="Rounds")
    expect(log).to_contain_text("RATE")
    # RATES by a yellow S: value 2, score 5, as T is red (M5.3).
    table.press("Start round 2", "Ada bids 2", "Mira passes", "Tom passes")
    table.page.get_by_label("The whole new word").fill("rates")
    table.page.get_by_label("Where it lies").select_option(label="grows RATE")
    expect(table.page.get_by_text("value 2", exact=True)).to_be_visible()
    expect(table.button("Judge it: 5 points for Ada")).to_be_visible()
    table.press("Judge it: 5 points for Ada")
    expect(table.page.get_by_text("Pot 111")).to_be_visible()


def test_a_mistake_is_taken_back_and_a_reload_keeps_the_round(open_page: OpenPage) -> None:
    table = sit(open_page).start("Match", "Mira", "Tom")
    table.press("Start round 1", "Mira bids 2", "Undo")
    expect(table.page.get_by_text("Taken back.").first).to_be_visible()
    expect(table.page.get_by_role("timer")).to_have_text("1:00")
    table.press("Start round 1", "Tom bids 2")
    table.page.reload()
    expect(table.page.get_by_text("2 · Tom leads")).to_be_visible(timeout=PATIENCE_MS)
    expect(table.button("Mira bids 3")).to_be_visible()


def test_each_player_has_a_key(open_page: OpenPage) -> None:
    """A digit presses the button of that player, and nothing outside of the bids."""
    table = sit(open_page).start("Match", "Mira", "Tom")
    table.press("Start round 1")
    table.button("Mira: a higher number").focus()
    table.page.keyboard.press("2")
    expect(table.page.get_by_text("2 · Tom leads")).to_be_visible()
    table.page.keyboard.press("9")
    table.page.keyboard.press("2")
    expect(table.page.get_by_text("2 · Tom leads")).to_be_visible()


def test_a_turn_of_bet_the_bag_is_refereed(open_page: OpenPage) -> None:
    """Contract drawn, bids taken, minutes run in order, a bluff called, the next one scored."""
    table = sit(open_page).start("Bet the Bag", "Stephen", "Kory", "Dom", Who_starts="Stephen")
    page = table.page
    table.press("Flip the contract")
    least = int(page.locator(".card b").inner_text())
    pad = page.get_by_role("group", name="Stephen’s bid, in tiles")
    if least > 4:
        expect(pad.get_by_role("button").first).to_have_attribute("aria-disabled", "true")
    pad.get_by_role("button", name=f"{least + 2} tiles").click()
    taken = page.get_by_role("button", name=f"{least + 2} tiles, taken by Stephen")
    expect(taken).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name=f"{least + 1} tiles", exact=True).click()
    table.press(re.compile("^Dom passes"))
    expect(table.todo).to_contain_text("Dom takes a tile from the bag, if it holds one.")
    table.press("Start Kory’s minute", "A word! Stop the clock")
    page.get_by_label("The word").fill("zyxwvuts"[:least])
    table.press(re.compile("^Submit"), "Stephen challenges")
    expect(table.todo).to_contain_text("Kory’s word is not in the lexicon.")
    table.press("Start Stephen’s minute")
    page.get_by_label("The word").fill(WORDS[least])
    table.press(re.compile("^Submit"), re.compile("^All accept"))
    expect(table.todo).to_contain_text(f"Stephen scores {least} points")
    expect(table.todo).to_contain_text("Put the tiles on the table back into the bag.")
    expect(page.get_by_role("complementary", name="Turns")).to_contain_text(f"+{least}")
    expect(table.button("Flip the contract")).to_be_visible()


def test_a_checked_word_is_refused_without_ending_the_minute(open_page: OpenPage) -> None:
    """B7.4: at a table where words are checked there is no challenge."""
    table = sit(open_page).start(
        "Bet the Bag", "Stephen", "Kory", Words="Only words of the lexicon", Who_starts="Kory"
    )
    page = table.page
    table.press("Flip the contract")
    least = int(page.locator(".card b").inner_text())
    page.get_by_role("button", name=f"{least + 1} tiles", exact=True).click()
    table.press(re.compile("^Stephen passes"), "Start Kory’s minute")
    page.get_by_label("The word").fill("zyxwvuts"[:least])
    table.press(re.compile("^Submit"))
    expect(page.get_by_text("is not in the lexicon")).to_be_visible()
    expect(table.button("A word! Stop the clock")).to_be_visible()
    table.press("Give up")
    expect(table.todo).to_contain_text("Nobody filled the contract.")


def test_printed_contract_cards_are_turned_by_people_and_told_to_the_page(
    open_page: OpenPage,
) -> None:
    """B3.1: aces are set aside; B3.2: the last one ends the game."""
    table = sit(open_page).start(
        "Bet the Bag", "Stephen", "Kory", Contract_cards="Printed ones on the table"
    )
    page = table.page
    expect(table.todo).to_contain_text("Shuffle the contract cards")
    table.press("ace of hearts")
    expect(page.get_by_text("Set aside: ace of hearts.")).to_be_visible()
    expect(table.button("ace of hearts, gone already")).to_have_attribute("aria-disabled", "true")
    table.press("Take back", "ace of spades", "6 of clubs")
    expect(page.locator(".card b")).to_have_text("6")
    expect(table.todo).to_contain_text("An ace is set aside: 1 of 4 aces are gone.")
    table.press("Undo")
    expect(table.button("6 of clubs")).to_be_visible()
    table.press("ace of spades", "ace of hearts", "ace of clubs", "ace of diamonds")
    expect(page.get_by_text("The last ace is turned up.").first).to_be_visible()


def test_a_game_goes_on_without_a_network_and_over_a_reload(open_page: OpenPage) -> None:
    table = sit(open_page, unless=OFFLINE)
    page = table.page
    expect(page.get_by_text(re.compile("words are with you: the network may go"))).to_be_visible(
        timeout=PATIENCE_MS
    )
    table.start("Match", "Mira", "Tom").press("Start round 1", "Mira bids 2")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("2 · Mira leads")).to_be_visible(timeout=PATIENCE_MS)
    page.locator("section").get_by_role("button", name="Let the clock go on").click()
    table.press("Tom passes")
    table.lay("quiz")
    expect(table.todo).to_contain_text("Mira takes")


@pytest.mark.parametrize("game", ["Match", "Bet the Bag"])
def test_all_that_is_offered_without_a_network_is_there(open_page: OpenPage, game: str) -> None:
    table = sit(open_page, unless=OFFLINE)
    page = table.page
    expect(page.get_by_text(re.compile("the network may go"))).to_be_visible(timeout=PATIENCE_MS)
    table.start(game, "Mira", "Tom")
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("dialog", name=f"Rules: {game}")
    expect(rules.get_by_role("heading", level=2).first).to_be_visible(timeout=PATIENCE_MS)
    page.keyboard.press("Escape")
    links = page.locator("a[href]").evaluate_all("all => all.map((a) => a.href)")
    assert links
    for address in set(links):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE_MS)


def test_home_is_offered_while_the_server_is_there(open_page: OpenPage) -> None:
    table = sit(open_page)
    expect(table.page.get_by_role("link", name="Home", exact=True)).to_be_visible()
    table.start("Match", "Mira", "Tom").press("Menu")
    table.page.get_by_role("dialog").get_by_role("link", name="Home", exact=True).click()
    expect(table.page.get_by_role("button", name="Play Match now")).to_be_visible()


def test_no_page_of_an_online_table_comes_from_what_was_kept(
    open_page: OpenPage, server: RunningServer
) -> None:
    page = open_page("/referee")
    expect(page.get_by_text(re.compile("the network may go"))).to_be_visible(timeout=PATIENCE_MS)
    kept = page.evaluate(
        """async () => {
          const paths = [];
          for (const name of await caches.keys())
            for (const { url } of await (await caches.open(name)).keys())
              paths.push(new URL(url).pathname);
          return paths;
        }"""
    )
    assert "/referee" in kept
    others = [p for p in kept if p != "/referee" and not p.startswith("/assets/")]
    # The words are kept by the page itself, under the hash of their list.
    assert sorted(re.sub("[0-9a-f]{64}", "HASH", path) for path in others) == [
        "/api/lexicons/english/HASH.txt",
        "/favicon.svg",
    ]
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.controller") is None
    with page.expect_response(server.url + "/") as answer:
        page.reload()
    assert not answer.value.from_service_worker


def printed_by(page: Page, way: str) -> None:
    choice = page.get_by_role("combobox", name="Printed by")
    choice.select_option(choice.get_by_role("option", name=way).get_attribute("value"))


def test_the_kit_is_printed_with_its_choices(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("link", name="Print").click()
    page.get_by_role("combobox", name="Game").select_option(label="Bet the Bag")
    page.get_by_role("combobox", name="Paper").select_option(label="Letter")
    page.get_by_label("Save ink").check()
    printed_by(page, "a printer that turns")
    page.get_by_label("Colour 3 mm beyond the cuts").uncheck()
    page.get_by_label("Crop marks").uncheck()
    expect(page.get_by_text("three with a rack to fold")).to_be_visible()
    with page.expect_download(timeout=PATIENCE_MS) as download:
        page.get_by_role("button", name="Get Bet the Bag as a PDF").click()
    assert download.value.suggested_filename == "wordlot-bet-the-bag.pdf"
    content = Path(download.value.path()).read_bytes()
    chosen = KitOptions(
        paper=Paper.LETTER, ink_saving=True, backs=True, bleed=False, crop_marks=False
    )
    assert content == kit_pdf("bet-the-bag", chosen)
    assert len(PdfReader(BytesIO(content)).pages) == 2 * 8
    expect(page.get_by_text("The file is in your downloads.")).to_be_visible()


@pytest.mark.parametrize("way", ["fronts only", "to fold and glue", "a print shop"])
def test_the_kit_comes_as_its_printer_needs_it(open_page: OpenPage, way: str) -> None:
    page = open_page("/print")
    printed_by(page, way)
    shop = way == "a print shop"
    with page.expect_download(timeout=PATIENCE_MS) as download:
        page.get_by_role("button", name="Get Match").click()
    assert download.value.suggested_filename == f"wordlot-match.{'zip' if shop else 'pdf'}"
    made = (shop_zip if shop else kit_pdf)("match", KitOptions(folded="fold" in way))
    assert Path(download.value.path()).read_bytes() == made
    # What cannot be chosen is not offered.
    expect(page.get_by_label("Crop marks")).to_have_count(0 if shop else 1)


def test_a_refusal_of_the_kit_is_told_on_the_page(open_page: OpenPage) -> None:
    page = open_page("/print", unless="422")
    problem = '{"code": "bad_options", "text": "there is no paper left", "clause": ""}'
    page.route("**/kit/*", lambda route: route.fulfill(status=422, body=problem))
    page.get_by_role("button", name="Get Match as a PDF").click()
    expect(page.get_by_role("alert")).to_have_text("there is no paper left")


def scenes(open_page: OpenPage) -> Iterator[tuple[str, Page]]:
    """Yield every screen of the referee in turn, each as it comes up in a game."""
    yield "print", open_page("/print")
    table = sit(open_page)
    expect(table.button("Start")).to_be_visible(timeout=PATIENCE_MS)
    yield "referee-setup", table.page
    six = ("Mira", "Tom", "Ada", "Jo", "Stephen", "Kory")
    table.start("Match", *six, Clock_of_a_round="5 minutes")
    yield "referee-match-todo", table.page
    table.press("Start round 1", "Mira bids 2", "Tom: a higher number", "Tom bids 4")
    yield "referee-match-bidding", table.page
    table.press("Undo")
    expect(table.page.get_by_text("Taken back.").first).to_be_visible()
    yield "referee-match-undone", table.page
    table.page.locator("section").get_by_role("button", name="Let the clock go on").click()
    table.press("Tom bids 4")
    table.press("Ada passes", "Jo passes", "Stephen passes", "Kory passes")
    expect(table.page.get_by_label("The whole new word")).to_be_visible()
    table.press("Stop the clock")
    yield "referee-match-laying", table.page
    table.page.get_by_label("The whole new word").fill("painter")
    yield "referee-match-word", table.page
    table = sit(open_page).start(
        "Bet the Bag", *"ABCDEFGH", Who_starts="A", Clock_of_a_bid="No clock"
    )
    table.press("Flip the contract")
    table.page.get_by_role("button", name=re.compile("^14 tiles")).click()
    yield "referee-bag-bidding", table.page
    table.page.get_by_role("button", name=re.compile("^12 tiles")).click()
    table.press(*(re.compile(f"^{name} passes") for name in "CDEFGH"))
    yield "referee-bag-ready", table.page
    table.press("Start B’s minute", "A word! Stop the clock")
    table.page.get_by_label("The word").fill("painters")
    yield "referee-bag-word", table.page
    # Without a clock for bids a challenge has none either (X1.1).
    table.press(re.compile("^Submit"))
    yield "referee-bag-challenge", table.page
    table = sit(open_page).start(
        "Bet the Bag", *"ABCDEFGH", Contract_cards="Printed ones on the table"
    )
    table.press("ace of hearts")
    yield "referee-bag-turned", table.page


def test_each_screen_fits_and_axe_finds_nothing(open_page: OpenPage, pictures: Path) -> None:
    """At 360 and 1440 px, light and dark."""
    found = []
    for name, page in scenes(open_page):
        page.emulate_media(reduced_motion="reduce")
        for width, viewport in WIDTHS.items():
            page.set_viewport_size(viewport)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                page.evaluate(TWO_FRAMES)
                page.screenshot(path=pictures / f"{name}-{width}-{theme}.png")
                found += [f"{name} {width} {theme}: {problem}" for problem in violations(page)]
            covered = page.evaluate(COVERED)
            found += [f"{name} {width}: covered: {control}" for control in covered]
            if page.evaluate("document.documentElement.scrollWidth") > viewport["width"]:
                found.append(f"{name} {width}: wider than the page")
            if width == "narrow":
                small = page.evaluate(SMALL_TARGETS)
                found += [f"{name}: too small for a thumb: {target}" for target in small]
    assert found == []


@pytest.mark.parametrize("viewport", [NARROW, WIDE], ids=["narrow", "wide"])
def test_all_buttons_of_six_players_are_on_the_screen(
    open_page: OpenPage, viewport: ViewportSize
) -> None:
    table = Table(open_page("/referee", viewport))
    table.start("Match", "Mira", "Tom", "Ada", "Jo", "Stephen", "Kory").press("Start round 1")
    for name in ("Mira", "Kory"):
        expect(table.button(f"{name} bids 2")).to_be_in_viewport(ratio=1)
        expect(table.button(f"{name} passes")).to_be_in_viewport(ratio=1)
