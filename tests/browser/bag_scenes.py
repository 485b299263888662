"""Every screen of Bet the Bag as a page that stands still: to look at, and to judge by rule."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.scenes import Show, home, staged
from tests.browser.staging import StagedTable
from tests.games.bet_the_bag.game import Game, attempting, before_flip, bidding
from wordlot.core.protocol import LexiconPin, Seat
from wordlot.core.said import SaidWord
from wordlot.games.bet_the_bag import model as m
from wordlot.server import wire

WORDS = "crab stone quieter rate tear brac able"
BAG = "aabbccddeeffgghhiijjkkllmmnnooppqrstuvwxyz"
FULL_BAG = BAG * 2 + "??"
NINETEEN = "aeioustrnlc?dghkwzy"
LONG_NAMES = (
    "Wilhelmina Featherst",
    "Maximilian von Hohen",
    "Sibyl",
    "Ágústa Þorvaldsdótt",
    "Pip",
    "WWWWWWWWWWWWWWWWWWWW",
    "Bo",
    "Theodora of the Hill",
)


class StagedBag(StagedTable):
    """A table of Bet the Bag under `/t/staged`."""

    plays = "bet_the_bag"


def sit(open_page: OpenPage, game: Game, **more: Any) -> tuple[Page, StagedBag]:  # noqa: ANN401
    """Sit down at a table that is set as drawn."""
    table = StagedBag(game, **more)
    page = staged(open_page, table)
    expect(page.get_by_role("textbox", name="Your word")).to_be_visible()
    return page, table


def spell(page: Page, word: str) -> None:
    """Type a word, and wait until the page knows its tiles."""
    page.get_by_role("textbox", name="Your word").click()
    page.keyboard.type(word)
    expect(page.locator("[data-settled=true]")).to_be_visible()


def flipping_the_card(open_page: OpenPage) -> Page:
    page, _ = sit(open_page, before_flip("eltz", "abc", "def", bag=FULL_BAG))
    return page


def first_to_bid(open_page: OpenPage) -> Page:
    page, _ = sit(open_page, bidding("eltz", "abc", "def", bag=FULL_BAG, pile="as ah 5c ad 6s"))
    return page


def last_to_bid(open_page: OpenPage) -> Page:
    """With a number that somebody took, and the reason why it cannot be bid."""
    game = bidding("abc", "def", "elt?", bag=FULL_BAG, contract=5).say(6, 8)
    page, _ = sit(open_page, game, you=2)
    page.get_by_role("button", name="6 tiles, taken by Mira").click(force=True)
    expect(page.locator("#word-note")).to_contain_text("The bid of 6 tiles is taken by Mira")
    return page


def number_chosen(open_page: OpenPage) -> Page:
    game = bidding("abc", "def", "elt?", bag=FULL_BAG, contract=5).say(6, None)
    page, _ = sit(open_page, game, you=2)
    page.get_by_role("button", name="7 tiles", exact=True).click()
    expect(page.locator(".buttons .go")).to_have_text("Bid 7")
    return page


def your_minute(open_page: OpenPage) -> Page:
    """A word that lays one tile from the hand."""
    game = attempting("elc", "abc", "def", bids=(5, 6, None), bag=FULL_BAG, words=WORDS)
    game.draw(0, "rab")
    page, _ = sit(open_page, game)
    spell(page, "crab")
    expect(page.locator(".buttons .go")).to_contain_text("Submit CRAB")
    return page


def word_that_cannot_be_spelled(open_page: OpenPage) -> Page:
    game = attempting("elc", "abc", "def", bids=(5, 6, None), bag=FULL_BAG, words=WORDS)
    game.draw(0, "rab")
    page, _ = sit(open_page, game)
    spell(page, "quieter")
    expect(page.locator("#word-note")).to_contain_text("No tile gives")
    return page


def naming_a_blank(open_page: OpenPage) -> Page:
    game = attempting("el?", "abc", "def", bids=(5, 6, None), bag=FULL_BAG, words=WORDS)
    page, _ = sit(open_page, game)
    page.get_by_role("list", name="Your tiles").get_by_role("button", name="a blank").click()
    expect(page.get_by_role("dialog", name="The blank stands for")).to_be_visible()
    return page


def word_refused(open_page: OpenPage) -> Page:
    """Where words are checked (B7.4)."""
    options = m.BagOptions(words=m.Words.CHECKED)
    hands = ("elb?", "abc", "def")
    game = attempting(*hands, bids=(6, 7, None), bag=FULL_BAG, words=WORDS, options=options)
    game.draw(0, "rac")
    page, _ = sit(open_page, game)
    spell(page, "racB")
    page.keyboard.press("Enter")
    expect(page.locator("#word-note")).to_contain_text("RACB is not in the lexicon")
    return page


def giving_up(open_page: OpenPage) -> Page:
    page = your_minute(open_page)
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("button", name="Sure?")).to_be_visible()
    return page


def their_minute(open_page: OpenPage) -> Page:
    """Composing ahead while somebody else attempts."""
    game = attempting("abc", "elcr", "def", bids=(5, 7, None), bag=FULL_BAG, words=WORDS)
    game.draw(0, "rab")
    page, _ = sit(open_page, game, you=1)
    spell(page, "clear")
    expect(page.locator("#word-note")).to_contain_text("CLEAR")
    return page


def tiles_pass_on(open_page: OpenPage) -> Page:
    game = attempting("abc", "elc", "def", bids=(5, 6, 9), bag=FULL_BAG, words=WORDS)
    game.draw(0, "rablj")
    page, table = sit(open_page, game, you=1)
    game.give_up(0)
    table.tell()
    expect(page.get_by_role("heading", name="Your minute")).to_be_visible()
    return page


def bluff_is_found_out(open_page: OpenPage) -> Page:
    """The verdict, and the tiles on their way to a bot whose name is cut where it can be."""
    game = attempting(
        "abc", "elc", "def", "ghi", bids=(6, 7, None, 9), bag=FULL_BAG, words=WORDS, won=("5d",)
    )
    game.draw(0, "florbs")
    game.submit(0, "florb")
    names = ("Mira", "Sibyl 2", "Theo", "Sibyl 3")
    page, table = sit(open_page, game, you=3, names=names)
    game.challenge(2)
    table.tell()
    expect(page.get_by_text("FLORB is not a word: Mira loses a card of 5 points")).to_be_visible()
    page.get_by_role("button", name="on to the game").click()
    return page


def judging(open_page: OpenPage) -> Page:
    page, _ = sit(open_page, submitted(), you=1)
    expect(page.get_by_role("button", name="Challenge")).to_be_enabled()
    return page


def submitted() -> Game:
    """Return a game in which a word with a blank in it waits for the others."""
    hands, bids = ("abc", "elc", "ghi"), (5, 7, None)
    game = attempting(*hands, bids=bids, bag=FULL_BAG, words=WORDS, won=("4s 5d",))
    game.draw(0, "a?b")
    game.submit(0, "cRab", "c")
    return game


def accepted(open_page: OpenPage) -> Page:
    page, _ = sit(open_page, submitted(), you=1)
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("1 of 2 accepted")).to_be_visible()
    return page


def your_word_is_judged(open_page: OpenPage) -> Page:
    page, _ = sit(open_page, submitted())
    expect(page.get_by_role("heading", name="You submit CRAB")).to_be_visible()
    return page


def watching_a_challenge(open_page: OpenPage) -> Page:
    table = StagedBag(submitted(), you=None)
    table.watching = 1
    page = staged(open_page, table)
    expect(page.get_by_text("You are watching.")).to_be_visible()
    return page


def watching_bids(open_page: OpenPage) -> Page:
    table = StagedBag(bidding("abc", "def", "elt?", bag=FULL_BAG).say(6), you=None)
    table.watching = 2
    page = staged(open_page, table)
    expect(page.get_by_text("You are watching.")).to_be_visible()
    return page


def eight_seats(open_page: OpenPage) -> Page:
    """Long names, nineteen tiles in the hand and the most that can lie on the table."""
    hands = (NINETEEN, *("abc",) * 7)
    bids = (15, 4, 5, 6, 14, None, 8, 9)
    won = ("4s 5sx2 6s 7d", "5h", "", "7sx2 4d 4c")
    game = attempting(*hands, bids=bids, bag=FULL_BAG * 2, won=won, words=WORDS)
    for seat, tiles in ((1, "qrst"), (2, "a"), (3, "b"), (6, "cd"), (7, "e"), (4, "fghij")):
        game.draw(seat, tiles)
        game.give_up(seat)
    page, _ = sit(open_page, game, names=LONG_NAMES)
    spell(page, "quieter")
    return page


def eight_bidders(open_page: OpenPage) -> Page:
    hands = (*("abc",) * 7, NINETEEN)
    game = bidding(*hands, contract=7, bag=FULL_BAG).say(7, 15, 9, 10, 14, None, 8)
    page, _ = sit(open_page, game, names=LONG_NAMES, you=7)
    page.get_by_role("button", name="11 tiles", exact=True).click()
    return page


def long_word_is_judged(open_page: OpenPage) -> Page:
    hands = ("straightforward", *("abc",) * 7)
    bids = (15, *(None,) * 7)
    game = attempting(*hands, bids=bids, contract=7, bag=FULL_BAG, won=("7sx2",))
    game.submit(0, "straightforward", "straightforward")
    page, _ = sit(open_page, game, names=LONG_NAMES, you=1)
    return page


def turns_over(open_page: OpenPage) -> Page:
    page, _ = sit(open_page, played())
    return page


def played() -> Game:
    """Return a game of three in which everything has happened once."""
    pile = "as 7d 6d 5d ah 7s 6s 5s 4h"
    game = before_flip("cab?", "stone", "tear", pile=pile, bag=FULL_BAG, words=WORDS)
    game.flip()
    game.say(5, 6, None)
    game.draw(0, "r")
    game.submit(0, "crab", "cab")
    game.challenge(2)
    game.flip()
    game.say(6, None, 7)
    game.submit(1, "stone", "stone")
    game.accept(0, 2)
    game.flip()
    game.say(8, 9, 10)
    game.draw(2, "florbs")
    game.submit(2, "florbs")
    game.challenge(0)
    game.give_up(0)
    game.wait(61)
    game.flip()
    game.say(None, None, None)
    return game


def result_of_the_bag(open_page: OpenPage) -> Page:
    game = before_flip("abc", "def", "ghi", pile="as", bag=BAG, won=("4s 5sx2", "7s", "4d 5d 6d"))
    page, table = sit(open_page, game, you=2)
    game.flip()
    table.tell()
    expect(page.get_by_role("heading", name="You won")).to_be_visible()
    return page


def every_word_of_a_game(open_page: OpenPage) -> Page:
    """With a bluff that was never found out."""
    game = before_flip("abc", "def", "gh?", pile="as", bag=BAG, won=("4s 5sx2", "7s", "4d 5d 6d"))
    game.flip()
    table = StagedBag(game, stage=wire.Stage.OVER)
    words = (
        SaidWord(1, Seat(0), tuple("crab"), 8, challenged=True),
        SaidWord(2, Seat(1), tuple("florbish"), 7),
        SaidWord(3, Seat(2), tuple("glorp"), None, challenged=True, lost=4),
        SaidWord(4, Seat(2), tuple("stone"), 5),
    )
    bluffs = (tuple("florbish"), tuple("glorp"))
    table.review = wire.Review(
        game=1,
        lexicon=LexiconPin("english", "0" * 64),
        seats=("Mira", "Theo", "Sibyl"),
        words=tuple(wire.JudgedWord(word, in_lexicon=word.word not in bluffs) for word in words),
        hands=game.state.hands,
    )
    page = staged(open_page, table, unless="404")
    expect(page.get_by_text("a bluff that stood")).to_be_visible()
    page.get_by_role("heading", name="Every word of this game").scroll_into_view_if_needed()
    return page


def bag_after_a_game(open_page: OpenPage) -> Page:
    page = result_of_the_bag(open_page)
    page.get_by_role("button", name="See the table").click()
    expect(page.get_by_role("button", name="See the result")).to_be_visible()
    return page


def bag_rules(open_page: OpenPage) -> Page:
    page = your_minute(open_page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_role("article")).to_be_visible()
    return page


def bag_keys(open_page: OpenPage) -> Page:
    page = your_minute(open_page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def first_bag_game(open_page: OpenPage) -> Page:
    page = first_to_bid(open_page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Show the tour").click()
    return page


def bag_line_lost(open_page: OpenPage) -> Page:
    game = attempting("elc", "abc", "def", bids=(5, 6, None), bag=FULL_BAG, words=WORDS)
    page, table = sit(open_page, game)
    table.cut()
    expect(page.get_by_text("Connection lost")).not_to_have_count(0)
    return page


def inviting_to_the_bag(open_page: OpenPage) -> Page:
    page = home(open_page)
    page.get_by_role("button", name="Invite friends to Bet the Bag").click()
    page.get_by_role("dialog").get_by_text(re.compile("^Settings")).click()
    return page


SCENES: tuple[Show, ...] = (
    flipping_the_card,
    first_to_bid,
    last_to_bid,
    number_chosen,
    your_minute,
    word_that_cannot_be_spelled,
    naming_a_blank,
    word_refused,
    giving_up,
    their_minute,
    tiles_pass_on,
    bluff_is_found_out,
    judging,
    accepted,
    your_word_is_judged,
    watching_a_challenge,
    watching_bids,
    eight_seats,
    eight_bidders,
    long_word_is_judged,
    turns_over,
    result_of_the_bag,
    bag_after_a_game,
    every_word_of_a_game,
    bag_rules,
    bag_keys,
    first_bag_game,
    bag_line_lost,
    inviting_to_the_bag,
)
"""Every one of them; the name of the function names its pictures."""
