"""Two people and a bot play Bet the Bag from the home page to its result, and once more."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.bag_people import (
    BagPerson,
    BagSeen,
    BagTypist,
    Toucher,
    expect_title,
    phony_for,
    word_for,
)
from tests.browser.conftest import NARROW, OpenPage
from tests.browser.people import PATIENCE_MS
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag.rules import BET_THE_BAG
from wordlot.record import Record, read_record, verify
from wordlot.words import Lexicon

LOOKS_MOST = 3_000
HIGHEST = 15


@pytest.fixture(scope="module")
def hasty() -> bool:
    return True


@dataclass
class Script:
    """What is still to happen: a bogus word that is challenged, and a real one (B7.1)."""

    lexicon: Lexicon
    bogus: bool = False
    real: bool = False

    @property
    def done(self) -> bool:
        return self.bogus and self.real

    def wants(self, word: str) -> bool:
        """Whether a word is to be challenged; then it counts as done."""
        if self.lexicon.has(tuple(word)):
            wanted, self.real = not self.real, True
        else:
            wanted, self.bogus = not self.bogus, True
        return wanted


def step(person: BagPerson, script: Script, *, bluffs: bool) -> bool:
    """Let a person do what the page asks for; tell whether there was anything."""
    seen = person.see()
    if seen.over:
        return False
    if seen.word and seen.can_judge:
        person.challenge() if script.wants(seen.word) else person.accept()
        person.wait_until(lambda now: not now.can_judge)
    elif seen.main == "Flip the card" and seen.can_press:
        person.flip()
        person.wait_until(lambda now: now.main != "Flip the card")
    elif seen.head == "Your bid" and seen.free:
        bid(person, seen, script, bluffs=bluffs)
        person.wait_until(lambda now: now.head != "Your bid")
    elif seen.head == "Your minute" and seen.can_leave and seen.limit:
        attempt(person, script, bluffs=bluffs)
    else:
        return False
    return True


def bid(person: BagPerson, seen: BagSeen, script: Script, *, bluffs: bool) -> None:
    """Who bluffs tries first, with the least tiles; the other one last, with the most."""
    if script.done:
        person.pass_bid()
    else:
        person.bid(seen.free[0] if bluffs else max(n for n in seen.free if n <= HIGHEST))


def attempt(person: BagPerson, script: Script, *, bluffs: bool) -> None:
    """Draw until there is a word; who bluffs until there is something that looks like one."""
    seen = person.see()
    while seen.head == "Your minute":
        bluff = bluffs and not script.bogus
        word = phony_for(seen, script.lexicon) if bluff else word_for(seen, script.lexicon)
        if word is not None:
            person.spell(word)
            person.wait_until(lambda now: now.can_press or now.head != "Your minute")
            person.submit()
            person.wait_until(lambda now: now.head != "Your minute")
            return
        if len(seen.table) >= seen.limit:
            person.give_up()
            person.wait_until(lambda now: now.head != "Your minute")
            return
        person.draw()
        seen = person.see()


def test_two_people_and_a_bot_play_a_game_to_its_end_and_begin_another(
    open_page: OpenPage, english: Lexicon
) -> None:
    """B2.1 to B8.1: one plays by touch on a phone, the other by keyboard alone."""
    mira = Toucher(open_page(viewport=NARROW, has_touch=True))
    mira.make_table("Mira", seats=3, Clock_of_a_bid="60 seconds")
    theo = BagTypist(open_page(mira.link()))
    theo.sit_down("Theo")
    expect(theo.page.get_by_text("Mira starts the game.")).to_be_visible(timeout=PATIENCE_MS)
    mira.add_bot()
    mira.page.get_by_role("button", name="Start the game").click()
    mira.skip_tour()
    theo.skip_tour()
    theo.begin()

    script = Script(english)
    play_to_the_end(mira, theo, script)

    assert theo.used_no_pointer()
    assert script.done
    record = record_of(mira.page)
    verify(record, BET_THE_BAG)
    verdicts = [
        entry.event.in_lexicon
        for entry in record.entries
        if isinstance(entry.event, e.WordChallenged) and entry.event.seat in {0, 1}
    ]
    assert set(verdicts) == {True, False}
    scores = scores_of(mira.page)
    assert [points for _, points in scores] == sorted((p for _, p in scores), reverse=True)
    shown = {"You": "Mira", "Theo": "You"}
    assert scores_of(theo.page) == [(shown.get(name, name), points) for name, points in scores]

    expect(theo.page.get_by_role("button", name="Play again")).to_be_visible()
    for person in (mira, theo):
        person.page.get_by_role("button", name="Play again").click()
    for person in (mira, theo):
        expect_title(person.page, 1)
        expect(person.page.get_by_role("heading", name="won")).to_have_count(0)
        expect(person.hand).to_have_count(3)
    theo.page.reload()
    expect(theo.hand).to_have_count(3)


def play_to_the_end(bluffer: BagPerson, other: BagPerson, script: Script) -> None:
    """Let both do what they are asked for until the last ace is turned up (B3.2)."""
    for _ in range(LOOKS_MOST):
        acted = step(bluffer, script, bluffs=True) | step(other, script, bluffs=False)
        seen = bluffer.see()
        if seen.over:
            return
        if not acted:
            bluffer.wait_for_change(seen)
    pytest.fail(f"The game did not end within {LOOKS_MOST} looks.")


def scores_of(page: Page) -> list[tuple[str, int]]:
    """Return names and points as the result shows them, from the first place on."""
    result = page.get_by_role("region", name=re.compile("won|share the win"))
    expect(result).to_be_visible(timeout=PATIENCE_MS)
    names = result.locator("li > .name").all_inner_texts()
    points = result.locator("li > .score").all_inner_texts()
    return list(zip(names, map(int, points), strict=True))


def record_of(page: Page) -> Record:
    """Download the record by its link."""
    with page.expect_download() as started:
        page.get_by_role("link", name="Download the record").click()
    return read_record(Path(started.value.path()).read_bytes(), BET_THE_BAG)
