"""Takes the picture of a real game that README shows: `python -m tests.browser.picture`."""

import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize, expect, sync_playwright

from tests.browser import chromium
from tests.browser.conftest import free_port, serve
from tests.browser.people import Person, Seen
from wordlot.core.pieces import Colour
from wordlot.games.match.placing import cards_of
from wordlot.solver import plays
from wordlot.words import Lexicon, Library

PICTURE = Path("docs/pictures/match.png")
SIZE = ViewportSize(width=1440, height=810)
GAMES_MOST = 20
BASE_LEAST, CROSSINGS_LEAST, ROUNDS_LEAST, COLOUR_LEAST, CARDS_MOST = 5, 2, 4, 3, 11


def worth_a_picture(seen: Seen) -> bool:
    """Whether there is enough on the table."""
    table = seen.crossword
    red = sum(card.colour is Colour.RED for card in cards_of(table))
    return (
        seen.round >= ROUNDS_LEAST
        and len(table.base) >= BASE_LEAST
        and len(table.crossings) >= CROSSINGS_LEAST
        and COLOUR_LEAST <= red <= len(cards_of(table)) - COLOUR_LEAST
        and len(seen.hand) <= CARDS_MOST
    )


def play_until_it_is_full(person: Person, lexicon: Lexicon) -> Seen | None:
    """Play on; return the table once it is worth a picture, none when a game ends."""
    while not (seen := person.look()).over:
        if seen.can_pass and worth_a_picture(seen):
            return seen
        if not person.move(lexicon):
            person.wait_for_change(seen)
    return None


def compose_something(person: Person, lexicon: Lexicon) -> bool:
    """Wait until the bots have acted, and compose what beats them, if anything does."""
    expect(person.page.locator(".awaited").last).to_have_text("Waiting for you")
    seen = person.look()
    found = plays(seen.crossword, seen.hand, lexicon, min_value=max(4, seen.high + 1))
    if not seen.high or not len(found) or not seen.can_pass:
        return False
    return person.compose(found[0]).can_press


def main() -> None:
    """Play against bots until the table is worth a picture, and take it."""
    lexicon = Library().load()
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(free_port(), Path(folder) / "data", Path(folder) / "log", hasty=True) as server,
        sync_playwright() as playwright,
    ):
        program = chromium.install(playwright)
        browser = playwright.chromium.launch(executable_path=program, args=chromium.arguments())
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        page.goto(server.url)
        person = Person(page).make_table("Mira", seats=4)
        for level in ("easy", "medium", "hard"):
            page.get_by_role("radio", name=level).check()
            person.add_bot()
        page.get_by_role("button", name="Start the game").click()
        person.skip_tour()
        for _ in range(GAMES_MOST):
            if play_until_it_is_full(person, lexicon) and compose_something(person, lexicon):
                PICTURE.parent.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=PICTURE)
                break
            while not (seen := person.look()).over:
                if not person.move(lexicon):
                    person.wait_for_change(seen)
            page.get_by_role("button", name="Play again").click()
            expect(page.locator(".result")).to_have_count(0)
        browser.close()


if __name__ == "__main__":
    main()
