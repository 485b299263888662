"""Every screen of the client as a page that stands still: to look at, and to judge by rule."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.staging import CODE, StagedTable
from tests.games.match.game import Game, standing
from wordlot.core.protocol import Seat
from wordlot.games.match import model as m
from wordlot.server import wire
from wordlot.server.wire import Absence, Gone, Stage, Terms

TABLE_PATH = f"/t/{CODE}"
WORDS = "rate crates stone toad tend road read plot rates plaster"
TABLE = """
. . t .
. . o .
R a t e
o . T .
A . e .
d . r .
"""
WIDE_TABLE = """
. . . . . . b . . . . . .
. . . . . . L . . . . . .
. . t . . . a . . . . . .
. . o . . . c . . . . . .
C o N s i D e R a t I o n
. . g . . . . . . . . . .
. . U . . . . . . . . . .
. . e . . . . . . . . . .
"""
LONG_NAMES = (
    "Wilhelmina Featherst",
    "Maximilian von Hohen",
    "Erasmus",
    "Ágústa Þorvaldsdótt",
    "Felix",
    "WWWWWWWWWWWWWWWWWWWW",
)
TWENTY_CARDS = "aBcDeFghIjKlmNOpQRst"

Show = Callable[[OpenPage], Page]


@dataclass(frozen=True)
class Scene:
    """A screen: its name, how to come there, and what of it is no failure."""

    name: str
    show: Show


def drawn(*hands: str, table: str = TABLE, **more: Any) -> Game:  # noqa: ANN401 - as `standing`
    """Return a game as drawn, whose table may have blanks between its columns."""
    rows = ("".join(row.split()) for row in table.strip().splitlines())
    more.setdefault("words", WORDS)
    return standing(*hands, table=" ".join(rows), **more)


def staged(open_page: OpenPage, table: StagedTable, unless: str = "^$") -> Page:
    """Open the page of a table that is set as drawn; it stands still."""
    page = open_page(TABLE_PATH, prepare=table.prepare, unless=unless)
    expect(page.locator(".loading")).to_have_count(0)
    return page


def seated(open_page: OpenPage, game: Game, **more: Any) -> tuple[Page, StagedTable]:  # noqa: ANN401
    """Sit down at a table that is set as drawn."""
    table = StagedTable(game, **more)
    page = staged(open_page, table)
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    return page, table


def opened_with_a_clock(open_page: OpenPage, table: StagedTable, shows: str = "1:00") -> Page:
    """Open the table on a page whose time stands still until a test lets it pass."""

    def prepare(page: Page) -> None:
        page.clock.install(time="2026-05-01T12:00:00")
        table.prepare(page)

    page = open_page(TABLE_PATH, prepare=prepare)
    expect(page.get_by_role("timer").or_(page.get_by_text("Waiting for players"))).to_be_visible()
    # Not so far ahead that the page would miss the table.
    now = datetime.fromtimestamp(page.evaluate("Date.now()") / 1000, UTC)
    # To the page these are two seconds in which it stood still, so it asks for the clock.
    table.tells_clock = True
    page.clock.pause_at(now + timedelta(seconds=2))
    page.clock.run_for(200)
    page.wait_for_timeout(200)
    table.tells_clock = False
    table.tell()
    if table.stage is Stage.PLAYING:
        expect(page.get_by_role("timer")).to_have_text(shows)
    return page


def pass_seconds(page: Page, seconds: int) -> None:
    """Let time pass on the page, with room between for what the table answers."""
    for _ in range(10 * seconds):
        page.clock.run_for(100)


def compose(page: Page, word: str) -> None:
    """Type a word, and wait until the page has placed it."""
    page.get_by_role("textbox", name="Your play").click()
    page.keyboard.type(word)
    expect(page.locator(".buttons .go")).to_have_text(re.compile("takes"))


def home(open_page: OpenPage) -> Page:
    page = open_page()
    expect(page.get_by_role("button", name="Play Match now")).to_be_visible()
    return page


def returning(open_page: OpenPage) -> Page:
    table = StagedTable(drawn("oAdSsrc", "sbcdefg", "hijklmn"))

    def prepare(page: Page) -> None:
        table.prepare(page)
        names = ("Mira", "Theo", "Sibyl")
        waits = wire.YourTable(CODE, "match", Stage.PLAYING, names, Seat(0), waits=True)
        going = replace(waits, code="FHJKMN", game="bet_the_bag", waits=False)
        over = replace(waits, stage=Stage.OVER)
        told = wire.YourTables((waits, going), (over,))
        page.route("**/api/yours", lambda route: route.fulfill(json=msgspec.to_builtins(told)))

    page = open_page(prepare=prepare, unless="404")
    expect(
        page.get_by_role("link", name="Go back to your table of Match", exact=False).first
    ).to_be_visible()
    page.get_by_label("Have a code?").fill("nosuch")
    page.keyboard.press("Enter")
    expect(page.get_by_text("There is no table under NOSUCH.")).to_be_visible()
    return page


def inviting(open_page: OpenPage) -> Page:
    page = home(open_page)
    page.get_by_role("button", name="Invite friends to Match").click()
    page.get_by_role("dialog").get_by_text("Settings").click()
    return page


def lobby(open_page: OpenPage) -> Page:
    names = ("Mira", "Sibyl", "Theo", None)
    table = StagedTable(Game(4), names=names, stage=Stage.WAITING)
    page = staged(open_page, table)
    expect(page.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    return page


SET_BEFORE = Terms(
    seats=3,
    options={"bidding": "called", "round_clock_ms": 20_000, "lay_clock_ms": 20_000, "dry": "none"},
    lexicon="harbour",
    public=True,
    absence=Absence.PASSES,
)


def settings_changed(open_page: OpenPage) -> Page:
    """As a guest sees it, who has to agree."""
    names = ("Mira", "Theo", "Sibyl", None)
    table = StagedTable(Game(4), names=names, stage=Stage.WAITING, you=1)
    table.former = SET_BEFORE
    page = staged(open_page, table)
    expect(page.get_by_role("button", name="I am ready")).to_be_visible()
    return page


def waiting_for_agreement(open_page: OpenPage) -> Page:
    """As the host sees it, who made the changes."""
    table = StagedTable(Game(4), names=("Mira", "Theo", "Ada", None), stage=Stage.WAITING)
    table.former = SET_BEFORE
    page = staged(open_page, table)
    expect(page.get_by_text("until Theo and Ada said to be ready")).to_be_visible()
    return page


def setting_anew(open_page: OpenPage) -> Page:
    page = lobby(open_page)
    page.get_by_role("button", name="Change the settings").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Set the table")).to_be_visible()
    return page


def invited(open_page: OpenPage) -> Page:
    names = ("Theo", "Sibyl", None)
    return staged(open_page, StagedTable(Game(3), names=names, you=None, stage=Stage.WAITING))


def full_table(open_page: OpenPage) -> Page:
    return staged(open_page, StagedTable(Game(3), you=None, stage=Stage.WAITING))


def empty_table(open_page: OpenPage) -> Page:
    page, _ = seated(open_page, drawn("rAtesoP", "abcdefg", "hijklmn", table=""))
    return page


def first_game(open_page: OpenPage) -> Page:
    page = empty_table(open_page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Show the tour").click()
    return page


def composing(open_page: OpenPage) -> Page:
    page, table = seated(open_page, drawn("oAdSsrc", "sbcdefg", "hijklmn"))
    table.bid(1, "extend_base +s")
    compose(page, "CRATES")
    return page


def refused(open_page: OpenPage) -> Page:
    page, _ = seated(open_page, drawn("oAdSsrc", "sbcdefg", "hijklmn"))
    compose(page, "RATEDO")
    page.locator(".buttons .go").click()
    expect(page.locator("#compose-note")).to_contain_text("not in the lexicon")
    return page


def too_low(open_page: OpenPage) -> Page:
    page, table = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn"))
    table.bid(1, "extend_base c+s")
    compose(page, "RATES")
    return page


def outbid(open_page: OpenPage) -> Page:
    page, table = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn"))
    compose(page, "RATES")
    page.locator(".buttons .go").click()
    expect(page.locator(".buttons .go")).to_have_text("You bid 2")
    table.wait(55)
    table.bid(1, "extend_base c+s")
    expect(page.locator("#compose-note")).to_contain_text("Outbid")
    return page


def passing(open_page: OpenPage) -> Page:
    page, _ = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn"))
    page.get_by_role("button", name="Pass").click()
    expect(page.get_by_role("button", name="Pass: sure?")).to_be_visible()
    return page


def calling(open_page: OpenPage) -> Page:
    options = m.MatchOptions(bidding=m.Bidding.CALLED)
    page, table = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn", options=options))
    table.game.call(1, 4)
    table.tell()
    expect(page.locator(".buttons .go")).to_have_text("Call 5")
    return page


def laying(open_page: OpenPage) -> Page:
    options = m.MatchOptions(bidding=m.Bidding.CALLED)
    page, table = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn", options=options))
    page.locator(".buttons .go").click()
    table.pass_(1, 2)
    expect(page.locator(".buttons .go")).to_have_text("Lay it")
    return page


def played(rounds: int = 9) -> Game:
    """Return a game of three after some rounds of its own, every one won by another seat."""
    hands = ("rateRATEs", "toadTOADs", "tendTENDs")
    game = drawn(*hands, pot=120, words="", table="", pile="abcdefGHIJKlmnop" * 3)
    game.bid(0, "base rate")
    game.pass_(1, 2)
    for turn in range(rounds):
        seat = turn % 3
        hand = game.state.hands[seat]
        game.act(seat, m.PlaceBid(game.state.round, _any_extension(hand)))
        game.pass_(*({0, 1, 2} - {seat}))
    return game


def _any_extension(hand: tuple[Any, ...]) -> m.Play:
    return m.Play(m.Kind.EXTEND_BASE, 0, (), hand[:1])


def result(open_page: OpenPage) -> Page:
    game = drawn("oAdSsrc", "scbdefg", "hijklmn", pot=5)
    page, table = seated(open_page, game)
    game.bid(0, "extend_base c+s")
    table.pass_(1, 2)
    expect(page.get_by_role("heading", name="You won")).to_be_visible()
    return page


def watched_result(open_page: OpenPage) -> Page:
    game = drawn("oAdSsrc", "scbdefg", "hijklmn", pot=5)
    game.bid(0, "extend_base c+s")
    game.pass_(1, 2)
    table = StagedTable(game, you=None, stage=Stage.OVER)
    page = staged(open_page, table)
    expect(page.get_by_role("heading", name="Mira won")).to_be_visible()
    expect(page.get_by_role("button", name="Sit down for the next game")).to_be_visible()
    return page


def table_after_a_game(open_page: OpenPage) -> Page:
    """Watched, with the result put aside."""
    page = watched_result(open_page)
    page.get_by_role("button", name="See the table").click()
    expect(page.get_by_role("button", name="See the result")).to_be_visible()
    return page


def rules(open_page: OpenPage) -> Page:
    page = composing(open_page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_role("article")).to_be_visible()
    return page


def menu(open_page: OpenPage) -> Page:
    page = composing(open_page)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def left(open_page: OpenPage) -> Page:
    page, table = seated(open_page, drawn("oAdSsrc", "sbcdefg", "hijklmn"))
    table.gone = {1: Gone.LEFT}
    table.tell_lobby()
    expect(page.locator(".frame .banner")).to_have_text("Theo left. A bot plays on.")
    return page


def absent(open_page: OpenPage) -> Page:
    table = StagedTable(drawn("oAdSsrc", "sbcdefg", "hijklmn"))
    table.gone = {0: Gone.ABSENT}
    page = staged(open_page, table)
    expect(page.get_by_role("button", name="I am back")).to_be_visible()
    return page


def lost(open_page: OpenPage) -> Page:
    page, table = seated(open_page, drawn("oAdSsrc", "sbcdefg", "hijklmn"))
    table.cut()
    expect(page.get_by_text("Connection lost")).not_to_have_count(0)
    return page


def replaced(open_page: OpenPage) -> Page:
    page, table = seated(open_page, drawn("oAdSsrc", "sbcdefg", "hijklmn"))
    table.take_seat_elsewhere()
    expect(page.get_by_role("button", name="Play here")).to_be_visible()
    return page


def watching(open_page: OpenPage) -> Page:
    table = StagedTable(drawn("oAdSsrc", "sbcdefg", "hijklmn"), you=None)
    table.watching = 1
    page = staged(open_page, table)
    expect(page.get_by_text("You are watching.")).to_be_visible()
    return page


def crowded(open_page: OpenPage) -> Page:
    hands = (TWENTY_CARDS, "abcdefs", "hijklmn", "opqrstu", "abc", "defghijklmnop")
    game = drawn(*hands, table=WIDE_TABLE, words="", pot=240)
    page, table = seated(open_page, game, names=LONG_NAMES)
    table.bid(1, "extend_base +s")
    table.pass_(2)
    compose(page, "CHAIN")
    return page


def rounds_over(open_page: OpenPage) -> Page:
    page, _ = seated(open_page, played())
    return page


def dead_link(open_page: OpenPage) -> Page:
    page = open_page("/t/nosuch", unless="404")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    return page


def nowhere(open_page: OpenPage) -> Page:
    page = open_page("/no/such/page", unless="404")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    return page


def rules_page(open_page: OpenPage) -> Page:
    page = open_page("/rules/match")
    expect(page.get_by_role("article")).to_be_visible()
    return page


SCENES: tuple[Show, ...] = (
    home,
    returning,
    inviting,
    lobby,
    settings_changed,
    waiting_for_agreement,
    setting_anew,
    invited,
    full_table,
    empty_table,
    first_game,
    composing,
    refused,
    too_low,
    outbid,
    passing,
    calling,
    laying,
    result,
    watched_result,
    table_after_a_game,
    rounds_over,
    rules,
    menu,
    left,
    absent,
    lost,
    replaced,
    watching,
    crowded,
    dead_link,
    nowhere,
    rules_page,
)
"""Every one of them; the name of the function names its pictures."""
