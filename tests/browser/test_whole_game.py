"""Two people and a bot play Match from the home page to its result, and begin another game."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import PATIENCE_MS, Person
from wordlot.games.match.model import BidPlaced, PlayLaid, SeatPassed
from wordlot.games.match.rules import MATCH
from wordlot.record import Fairness, Record, fairness, read_record, verify
from wordlot.words import Lexicon

MOVES_MOST = 400
WON = re.compile("won|share the win")
FIRST_ROUNDS = 4


@pytest.fixture(scope="module")
def hasty() -> bool:
    return True


def test_two_people_and_a_bot_play_a_game_to_its_end_and_begin_another(
    open_page: OpenPage, english: Lexicon
) -> None:
    """M2.1 to M8.1 as people meet them, with an invitation that asks for a nickname alone."""
    mira = Person(open_page())
    mira.make_table("Mira", seats=3, Clock_of_a_round="20 seconds")
    theo = Person(open_page(mira.link())).sit_down("Theo")
    expect(theo.page.get_by_text("Mira starts the game.")).to_be_visible(timeout=PATIENCE_MS)
    mira.add_bot()
    mira.page.get_by_role("button", name="Start the game").click()
    mira.skip_tour()
    theo.skip_tour()
    address = mira.page.url

    play_to_the_end([mira, theo], english)

    scores = scores_of(mira.page)
    assert [points for _, points in scores] == sorted((p for _, p in scores), reverse=True)
    assert sum(points for _, points in scores) == 3 * 40
    shown = {"You": "Mira", "Theo": "You"}
    assert scores_of(theo.page) == [(shown.get(name, name), points) for name, points in scores]
    record = record_of(mira.page)
    verify(record, MATCH)
    # Both pages committed to their parts of the deal, and revealed them.
    assert fairness(record) == Fairness(sworn=True)
    # The page deals the game again by itself (X3).
    expect(mira.page.get_by_text("Deal checked: all")).to_be_visible(timeout=PATIENCE_MS)
    for seat in (0, 1):
        assert acts(record, BidPlaced, seat), f"seat {seat} never bid"
        assert acts(record, SeatPassed, seat), f"seat {seat} never passed"

    expect(mira.page.get_by_role("button", name="Play again")).to_be_visible()
    theo.page.get_by_role("button", name="Play again").click()
    # One press takes nobody into a game: it is an offer, and the other sees whose.
    expect(theo.page.get_by_text("Waiting for Mira")).to_be_visible()
    expect(mira.page.get_by_text("Theo would play again")).to_be_visible()
    expect(mira.page.get_by_role("heading", name=WON)).to_be_visible()
    mira.page.get_by_role("button", name="Play again").click()
    for person in (mira, theo):
        expect(person.page.get_by_role("heading", level=1)).to_have_text(
            "Match · round 1", timeout=PATIENCE_MS
        )
        expect(person.hand).to_have_count(7)
        expect(person.page.get_by_role("heading", name=WON)).to_have_count(0)
        assert person.page.url == address
    theo.page.reload()
    expect(theo.hand).to_have_count(7)


def play_to_the_end(people: list[Person], lexicon: Lexicon) -> None:
    """Let people bid where they can; in turns, one opens low so that the other may bid higher."""
    for turn in range(MOVES_MOST):
        first, second = people if turn % 2 else people[::-1]
        if turn < FIRST_ROUNDS:
            first.pass_round()
            moved = second.move(lexicon)
        else:
            moved = first.move(lexicon, modest=True) | second.move(lexicon)
        seen = first.look()
        if seen.over:
            return
        if not moved:
            first.wait_for_change(seen)
    pytest.fail(f"The game did not end within {MOVES_MOST} moves.")


def scores_of(page: Page) -> list[tuple[str, int]]:
    """Return names and points as the result shows them, from the first place on."""
    result = page.get_by_role("region", name=WON)
    expect(result).to_be_visible(timeout=PATIENCE_MS)
    places = result.get_by_role("list").first.get_by_role("listitem").all_inner_texts()
    rows = [row.split("\n") for row in places]
    assert rows[0][0] == "1st"
    assert all(a[0] <= b[0] for a, b in pairwise(rows))
    return [(name, int(points)) for _, name, points in rows]


def record_of(page: Page) -> Record:
    """Download the record by its link."""
    with page.expect_download() as started:
        page.get_by_role("link", name="Download the record").click()
    return read_record(Path(started.value.path()).read_bytes(), MATCH)


def acts(
    record: Record, kind: type[BidPlaced] | type[SeatPassed] | type[PlayLaid], seat: int
) -> int:
    """Count what a seat did."""
    events = [entry.event for entry in record.entries]
    return sum(isinstance(event, kind) and event.seat == seat for event in events)
