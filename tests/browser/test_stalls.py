"""What a page shows of the time after it, or its whole browser, stood still."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import OpenPage, RunningServer
from tests.browser.people import PATIENCE_MS, Person
from wordlot.solver import plays
from wordlot.words import Lexicon

BLOCK = """(ms) => { setTimeout(() => {
  const from = performance.now();
  while (performance.now() - from < ms);
}, 100); }"""
"""Keeps the scripts of a page from running, a moment after this was asked for."""
CLOCK = """() => new Promise((tell) => setTimeout(() =>
  tell(/\\d+:\\d\\d/.exec(document.querySelector('.clock').textContent)[0]), 600))"""
"""What the clock shows once the page had time for a question and its answer."""
STALLS_MS = (3_000, 8_000)
"""One in which the line is kept, and one after which the page takes it for lost."""


def family(pid: int) -> list[int]:
    """Return a process and all that stem from it."""
    found = [pid]
    for parent in found:
        for children in Path(f"/proc/{parent}/task").glob("*/children"):
            found += map(int, children.read_text().split())
    return found


@pytest.fixture
def other(
    launch: Callable[[], Browser], server: RunningServer
) -> Iterator[tuple[Person, list[int]]]:
    """Somebody in a browser of their own, and its processes, which a test may stop."""
    before = set(family(os.getpid()))
    with launch() as browser:
        person = Person(browser.new_context(base_url=server.url).new_page())
        person.page.goto("/")
        yield person, [pid for pid in family(os.getpid()) if pid not in before]


def seat_both(mira: Person, theo: Person) -> None:
    """Begin a game of two; `theo` has a page, which goes to the table."""
    mira.make_table("Mira", Clock_of_a_round="60 seconds")
    theo.page.goto(mira.link())
    theo.sit_down("Theo")
    mira.page.get_by_role("button", name="Start the game").click()
    for person in (mira, theo):
        person.skip_tour()
        expect(person.hand.first).to_be_visible(timeout=PATIENCE_MS)


def seconds_shown(person: Person) -> int:
    """Return what is left of the clock as a page shows it."""
    found = re.fullmatch(r"(\d+):(\d\d)", person.page.evaluate(CLOCK))
    assert found is not None
    return 60 * int(found[1]) + int(found[2])


def check_clocks(stalled: Person, theo: Person) -> None:
    """See that a page which stood still shows the time that there is."""
    assert abs(seconds_shown(stalled) - seconds_shown(theo)) <= 1
    expect(stalled.page.locator(".frame .banner")).to_have_count(0, timeout=PATIENCE_MS)
    assert abs(seconds_shown(stalled) - seconds_shown(theo)) <= 1


def bid_something(theo: Person, english: Lexicon) -> None:
    seen = theo.look()
    theo.bid(plays(seen.crossword, seen.hand, english)[0])


@pytest.mark.parametrize("ms", STALLS_MS)
def test_a_page_that_stood_still_shows_the_time_that_there_is(
    open_page: OpenPage, english: Lexicon, ms: int
) -> None:
    """A bid that waited for the page does not bring back the time left that it came with."""
    mira, theo = Person(open_page()), Person(open_page())
    seat_both(mira, theo)
    mira.page.evaluate(BLOCK, ms)
    bid_something(theo, english)
    check_clocks(mira, theo)
    assert mira.look().high >= 2


def test_a_browser_that_was_stopped_shows_the_time_that_there_is(
    other: tuple[Person, list[int]], open_page: OpenPage, english: Lexicon
) -> None:
    mira, processes = other
    theo = Person(open_page())
    seat_both(mira, theo)
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    try:
        bid_something(theo, english)
        theo.page.wait_for_timeout(STALLS_MS[-1])
    finally:
        for pid in processes:
            os.kill(pid, signal.SIGCONT)
    check_clocks(mira, theo)
    assert mira.look().high >= 2
