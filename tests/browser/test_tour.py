"""The tour covers nothing of what it speaks of, and a game with bots waits until it is closed."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.bag_scenes import FULL_BAG, WORDS, sit, spell
from tests.browser.conftest import NARROW, WIDE, OpenPage
from tests.browser.people import Person
from tests.browser.scenes import compose, drawn, seated
from tests.browser.staging import StagedTable
from tests.browser.test_pictures import COVERED
from tests.games.bet_the_bag.game import attempting, bidding

SIZES = {
    "narrow": NARROW,
    "short": ViewportSize(width=320, height=568),
    "sideways": ViewportSize(width=740, height=360),
    "wide": WIDE,
}
ALONE = ("Mira", "Sibyl", "Pip")
"""Who sits at a table where one person plays with bots."""
CLOCK = "document.querySelector('[role=timer]').textContent"
SPOKEN_OF = """() => {
  const about = document.querySelector('.about');
  const told = document.querySelectorAll('.head .contract, .head .text, [role=timer]');
  const spoken = [about, ...told];
  const shown = [...document.querySelectorAll('.tour')].filter(
    (card) => card.checkVisibility({ visibilityProperty: true }));
  const covered = (e, { left, right, top, bottom }) => {
    const box = e.getBoundingClientRect();
    return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
  };
  const within = ({ left, right, top, bottom }) =>
    left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return {
    cards: shown.length,
    folded: shown[0]?.matches('.fold'),
    framed: about !== null && innerHeight > about.getBoundingClientRect().top,
    covers: spoken
      .filter((e) => e !== null && shown.some((card) => covered(e, card.getBoundingClientRect())))
      .map((e) => e.className),
    within: shown.every((card) => within(card.getBoundingClientRect())),
  };
}"""
"""How the card of a step lies, and what it covers of what it speaks of, of contract, headline and
clock."""

Begin = Callable[..., tuple[Page, StagedTable]]


def first_round(open_page: OpenPage, **more: Any) -> tuple[Page, StagedTable]:  # noqa: ANN401
    return seated(open_page, drawn("rAtesoP", "abcdefg", "hijklmn", table=""), **more)


def word_composed(open_page: OpenPage, **more: Any) -> tuple[Page, StagedTable]:  # noqa: ANN401
    page, table = seated(open_page, drawn("oAdSsrc", "scbdefg", "hijklmn"), **more)
    compose(page, "CRATES")
    return page, table


def first_bid(open_page: OpenPage, **more: Any) -> tuple[Page, StagedTable]:  # noqa: ANN401
    game = bidding("eltz", "abc", "def", bag=FULL_BAG, pile="as ah 5c ad 6s")
    return sit(open_page, game, **more)


def own_minute(open_page: OpenPage, **more: Any) -> tuple[Page, StagedTable]:  # noqa: ANN401
    game = attempting("elc", "abc", "def", bids=(5, 6, None), bag=FULL_BAG, words=WORDS)
    game.draw(0, "rab")
    page, table = sit(open_page, game, **more)
    spell(page, "crab")
    return page, table


BEGINNINGS = pytest.mark.parametrize("begin", [first_round, word_composed, first_bid, own_minute])
EVERY_SIZE = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


def show_the_tour(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Show the tour").click()
    page.wait_for_timeout(100)


def cards(page: Page) -> list[dict[str, Any]]:
    """Go through the tour; returns how each of its cards lies, and what it covers."""
    found = []
    while True:
        page.wait_for_timeout(100)
        found.append(page.evaluate(SPOKEN_OF) | {"pressed": page.evaluate(COVERED)})
        further = page.locator(".tour").get_by_role("button", name="Next")
        if further.count() == 0:
            return found
        further.click()


@EVERY_SIZE
@BEGINNINGS
def test_a_card_covers_nothing_that_may_be_pressed_where_the_clock_goes(
    open_page: OpenPage, begin: Begin, size: ViewportSize
) -> None:
    """Where it finds no such place it waits folded, which covers nothing either."""
    page, table = begin(open_page)
    show_the_tour(page, size)
    found = cards(page)
    assert not table.paused
    assert found[-1]["folded"] or len(found) == 5
    for number, card in enumerate(found, 1):
        assert (card["cards"], card["covers"], card["within"]) == (1, [], True), number
        assert card["pressed"] == [], number


@EVERY_SIZE
@BEGINNINGS
def test_a_card_may_cover_only_what_nobody_speaks_of_and_only_where_the_game_stands(
    open_page: OpenPage, begin: Begin, size: ViewportSize
) -> None:
    """The server says that it stands, before a card covers anything that may be pressed."""
    page, table = begin(open_page, names=ALONE)
    show_the_tour(page, size)
    assert table.paused
    found = cards(page)
    assert len(found) == 5
    for number, card in enumerate(found, 1):
        assert not card["folded"]
        assert (card["cards"], card["covers"], card["within"]) == (1, [], True), number
        # On a page this small something spoken of may be out of sight.
        assert card["framed"] or size["height"] < 600, number


def test_a_folded_card_unfolds_when_there_is_room_again(open_page: OpenPage) -> None:
    page, _ = first_bid(open_page)
    show_the_tour(page, NARROW)
    folded = page.get_by_text("The tour goes on in a moment.")
    expect(folded).to_be_visible()
    expect(page.get_by_text("How few tiles do you need?")).not_to_be_visible()
    page.get_by_role("button", name="4 tiles", exact=True).click()
    page.locator(".buttons .go").click()
    expect(page.get_by_text("How few tiles do you need?")).to_be_visible()
    expect(folded).to_have_count(0)


def test_a_game_with_bots_waits_until_the_tour_is_closed(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Play Match now").click()
    expect(page.locator(".tour")).to_be_visible()
    page.wait_for_timeout(1_500)
    shown = page.evaluate(CLOCK)
    page.wait_for_timeout(2_500)
    assert page.evaluate(CLOCK) == shown
    Person(page).skip_tour()
    expect(page.locator("[role=timer]")).not_to_have_text(shown)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_game_with_bots_is_paused_and_goes_on_and_is_resigned(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_role("button", name="Play Match now").click()
    Person(page).skip_tour()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.wait_for_timeout(500)
    shown = page.evaluate(CLOCK)
    page.wait_for_timeout(2_500)
    assert page.evaluate(CLOCK) == shown
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("[role=timer]")).not_to_have_text(shown)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Press again").click()
    expect(page.get_by_text("The game was ended")).to_be_visible()


@pytest.mark.parametrize("begin", [first_round, first_bid])
def test_the_tour_is_gone_through_by_one_key(open_page: OpenPage, begin: Begin) -> None:
    """Also at its last card, so that no press falls through to the game behind it."""
    page, _ = begin(open_page, names=ALONE)
    show_the_tour(page, SIZES["wide"])
    page.locator(".tour").get_by_role("button", name="Next").focus()
    for number in range(1, 5):
        expect(page.locator(".tour")).to_contain_text(f"{number} of 5")
        page.keyboard.press("Enter")
    play = page.locator(".tour").get_by_role("button", name="Play", exact=True)
    expect(play).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".tour")).to_have_count(0)
