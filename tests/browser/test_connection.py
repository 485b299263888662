"""What a page does when it, its line or the server goes away and comes back."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage, free_port, serve
from tests.browser.people import PATIENCE_MS, Person
from wordlot.solver import plays
from wordlot.words import Lexicon

GONE = "WebSocket connection|ERR_CONNECTION|Failed to load resource"
"""What a browser itself complains of while a server is down."""


def start_against_bots(open_page: OpenPage, address: str = "/", unless: str = "^$") -> Person:
    """Start a game from the home page, with one press."""
    person = Person(open_page(address, unless=unless))
    person.page.get_by_role("button", name="Play Match now").click()
    return person.skip_tour()


def banner(page: Page) -> Locator:
    return page.locator(".frame .banner")


def test_a_reload_in_mid_auction_comes_back_to_the_same_seat(
    open_page: OpenPage, english: Lexicon
) -> None:
    """A half-made play and the order of the hand come back; what was bid stands."""
    person = start_against_bots(open_page)
    before = person.look()
    person.page.get_by_role("textbox", name="Your play").click()
    person.page.keyboard.type("".join(card.letter for card in before.hand[:2]))
    expect(person.word).not_to_have_value("")
    composed = person.word.input_value()
    person.page.keyboard.press(".")
    before = replace(before, hand=person.look().hand)
    person.page.reload()
    expect(person.word).to_have_value(composed, timeout=PATIENCE_MS)
    expect(person.hand.first).to_be_visible()
    after = person.look()
    assert after.round == before.round
    assert after.hand == before.hand
    assert after.can_pass
    play = plays(after.crossword, after.hand, english, min_value=after.high + 1)[0]
    person.bid(play)
    # A bot that bid a moment ago has re-armed the button; one that bid more has won it.
    while (bid := person.look()).round == before.round and bid.can_press:
        person.press()
        person.wait_in_round(bid.round, "now.mainOff || now.note === ''")
    if bid.round == before.round and bid.main.startswith("You bid"):
        person.page.reload()
        expect(person.main).to_have_text(bid.main, timeout=PATIENCE_MS)
        expect(person.page.locator(".cell.mine")).to_have_count(len(play.play.cards))


def test_who_left_for_the_home_page_finds_the_way_back_to_the_seat(open_page: OpenPage) -> None:
    person = start_against_bots(open_page)
    hand = person.look().hand
    person.page.get_by_role("link", name="Wordlot, home").click()
    person.page.get_by_role("link", name="Go back to your table of Match").click()
    expect(person.hand.first).to_be_visible(timeout=PATIENCE_MS)
    assert person.look().hand[: len(hand)] == hand


def test_the_newest_tab_plays_and_the_older_one_says_so(open_page: OpenPage) -> None:
    person = start_against_bots(open_page)
    older = person.page
    newer = older.context.new_page()
    newer.goto(older.url)
    expect(newer.get_by_role("list", name="Your hand")).to_be_visible(timeout=PATIENCE_MS)
    expect(older.get_by_role("heading", name="You play in another tab")).to_be_visible()
    older.get_by_role("button", name="Play here").click()
    expect(older.get_by_role("list", name="Your hand")).to_be_visible(timeout=PATIENCE_MS)
    expect(newer.get_by_role("heading", name="You play in another tab")).to_be_visible()


def test_who_follows_the_link_of_a_running_game_watches_it(open_page: OpenPage) -> None:
    """M9.1: a spectator sees the table, and nobody's hand."""
    person = start_against_bots(open_page)
    page = open_page(person.page.url)
    expect(page.get_by_text("You are watching.")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_role("list", name="Your hand")).to_have_count(0)
    expect(page.get_by_role("group", name="Crossword")).to_be_visible()


def test_a_late_guest_watches_and_plays_the_next_game(open_page: OpenPage) -> None:
    person = start_against_bots(open_page)
    late = Person(open_page(person.page.url))
    expect(late.page.get_by_text("You are watching.")).to_be_visible(timeout=PATIENCE_MS)
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="Resign").click()
    person.page.get_by_role("button", name="Press again").click()
    late.page.get_by_role("button", name="Sit down for the next game").click()
    you = late.page.get_by_role("region", name="You")
    expect(you.get_by_text("You have a seat in the next game.")).to_be_visible()
    person.page.get_by_role("button", name="Play again").click()
    late.skip_tour()
    expect(late.hand).to_have_count(7, timeout=PATIENCE_MS)
    assert late.look().can_pass


@pytest.mark.parametrize("kill", [False, True], ids=["stopped", "killed"])
def test_after_a_restart_every_page_comes_back_and_the_game_goes_on(
    open_page: OpenPage, tmp_path: Path, english: Lexicon, *, kill: bool
) -> None:
    """A server that ends in order or not loses nothing, and no page needs a hand."""
    port = free_port()
    where = (port, tmp_path / "data", tmp_path / "log")
    with serve(*where, hasty=True) as server:
        mira = Person(open_page(server.url, unless=GONE)).make_table("Mira", seats=3)
        theo = Person(open_page(mira.link(), unless=GONE)).sit_down("Theo")
        expect(theo.page.get_by_text("Mira starts the game.")).to_be_visible()
        mira.add_bot()
        mira.page.get_by_role("button", name="Start the game").click()
        people = [mira.skip_tour(), theo.skip_tour()]
        for person in people:
            person.move(english)
        before = [person.look() for person in people]
        if kill:
            server.process.kill()
        else:
            server.process.terminate()
        for person in people:
            expect(banner(person.page)).to_contain_text("Connection lost", timeout=PATIENCE_MS)
    with serve(*where, hasty=True):
        for person in people:
            expect(banner(person.page)).to_have_count(0, timeout=PATIENCE_MS)
        for person, seen in zip(people, before, strict=True):
            assert person.look().round >= seen.round
        round_ = people[0].look().round
        while people[0].look().round < round_ + 2:
            for person in people:
                person.move(english)
