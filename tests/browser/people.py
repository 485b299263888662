"""A person at a table of Match, who sees what the page shows and acts through the page alone."""

import json
import re
from dataclasses import dataclass, replace
from typing import Any, Self

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from wordlot.core.pieces import Card, Colour
from wordlot.games.match.model import Crossing, Crossword
from wordlot.solver import Candidate, plays
from wordlot.words import Lexicon

PATIENCE_MS = 30_000
"""How long anything may take on a busy machine before a test gives up."""

SIGHT = """() => {
  const one = (selector) => document.querySelector(selector);
  const text = (selector) => one(selector)?.textContent.replace(/\\s+/g, ' ').trim() ?? '';
  const off = (selector) => one(selector)?.getAttribute('aria-disabled') !== 'false';
  const board = one('[role=group][aria-label=Crossword]');
  const size = parseFloat(getComputedStyle(board ?? document.body).getPropertyValue('--cell'));
  const lying = board?.querySelectorAll('.cell:not(.draft):not(.ghost)') ?? [];
  const cells = [...lying].map((cell) => [
    Math.round(parseFloat(cell.style.left) / size),
    Math.round(parseFloat(cell.style.top) / size),
    cell.querySelector('.letter').textContent.toLowerCase(),
    cell.querySelector('.card').classList.contains('y') ? 'y' : 'r',
  ]);
  return {
    title: text('h1'),
    over: one('.result') !== null,
    high: parseInt(text('.clock .what b') || '0'),
    main: text('.buttons .go'),
    mainOff: off('.buttons .go'),
    passOff: off('.buttons .pass'),
    note: text('#compose-note'),
    facts: text('#compose-facts'),
    hand: [...document.querySelectorAll('[data-hand] button')].map((b) => b.ariaLabel),
    cells,
  };
}"""
"""What a look at the page tells."""


@dataclass(frozen=True)
class Seen:
    """The table as a person reads it off the page."""

    round: int
    over: bool
    high: int
    main: str
    can_press: bool
    can_pass: bool
    note: str
    hand: tuple[Card, ...]
    crossword: Crossword


class Person:
    """Somebody with a page of their own."""

    plays = "Match"
    """What the game is called on the home page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE_MS)

    @property
    def word(self) -> Locator:
        """Where a play is typed."""
        return self.page.get_by_role("textbox", name="Your play")

    @property
    def main(self) -> Locator:
        """The one green button."""
        return self.page.locator(".buttons .go")

    @property
    def hand(self) -> Locator:
        """The cards, in the order in which they are shown."""
        return self.page.get_by_role("list", name="Your hand").get_by_role("button")

    def make_table(self, nickname: str, seats: int = 2, **settings: str) -> Self:
        """Make a table to share, with settings by the labels of their fields."""
        page = self.page
        page.get_by_role("button", name=f"Invite friends to {self.plays}").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Your nickname").fill(nickname)
        dialog.get_by_role("combobox", name="Seats", exact=True).select_option(str(seats))
        if settings:
            dialog.get_by_text("Settings").click()
        for label, value in settings.items():
            field = dialog.get_by_role("combobox", name=label.replace("_", " "), exact=True)
            field.select_option(label=value)
        dialog.get_by_role("button", name="Make the table").click()
        expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible(
            timeout=PATIENCE_MS
        )
        return self

    def link(self) -> str:
        """The link that the page gives to send to others."""
        field = self.page.get_by_role("textbox", name="Link to this table")
        expect(field).to_have_value(re.compile("^http"), timeout=PATIENCE_MS)
        return field.input_value()

    def sit_down(self, nickname: str) -> Self:
        """Take a seat at the table whose link was followed."""
        self.page.get_by_label("Your nickname").fill(nickname)
        self.page.get_by_role("button", name="Sit down").click()
        return self

    def add_bot(self) -> Self:
        """Put a bot in the first free seat."""
        free = self.page.get_by_role("button", name=re.compile("^Put a bot in seat"))
        expect(free.first).to_be_visible()
        count = free.count()
        free.first.click()
        expect(free).to_have_count(count - 1)
        return self

    def skip_tour(self) -> Self:
        """Leave the tour of a first game."""
        self.page.get_by_role("button", name="Skip the tour").click()
        return self

    def look(self) -> Seen:
        """Read the table off the page."""
        seen = self.page.evaluate(SIGHT)
        title = re.search(r"round (\d+)", seen["title"])
        return Seen(
            round=int(title[1]) if title else 0,
            over=seen["over"],
            high=seen["high"],
            main=seen["main"],
            can_press=not seen["mainOff"],
            can_pass=not seen["passOff"],
            note=seen["note"],
            hand=tuple(read_card(label) for label in seen["hand"]),
            crossword=read_crossword(seen["cells"]),
        )

    def look_again(self, seen: Seen) -> Seen:
        """Look, and see nothing to do when the round is another one."""
        now = self.look()
        return now if now.round == seen.round else replace(now, can_pass=False, can_press=False)

    def wait_for_change(self, seen: Seen) -> None:
        """Wait until the button says something else, or the round is over."""
        self.wait_in_round(seen.round, f"now.main !== {json.dumps(seen.main)}")

    def compose(self, play: Candidate) -> Seen:
        """Type the whole new word, and wait for what the page makes of it."""
        before = self.look()
        self.aim_at_word()
        self.page.keyboard.press("Escape")
        self.page.keyboard.type("".join(play.word))
        self.wait_in_round(
            before.round,
            f"now.main.startsWith('Bid {play.value} ·')"
            " && (!now.mainOff || /needs/.test(now.facts)) || /^Nothing/.test(now.note)",
        )
        return self.look_again(before)

    def bid(self, play: Candidate) -> None:
        """Compose a play and press the green button, if that can be pressed."""
        seen = self.compose(play)
        if seen.can_press:
            self.press()
            self.wait_in_round(seen.round, "now.note !== '' || /^You|^Wait|lays$/.test(now.main)")

    def wait_in_round(self, round_: int, condition: str) -> None:
        """Wait until something is seen `now`, or the round is over."""
        script = f"""(title) => {{
          const now = ({SIGHT})();
          return now.over || !now.title.endsWith(title) || ({condition});
        }}"""
        try:
            self.page.wait_for_function(script, arg=f"round {round_}", polling=50)
        except Error:
            pytest.fail(f"never saw {condition} in round {round_}, but {self.look()}")

    def aim_at_word(self) -> None:
        """Put the caret where a play is typed."""
        self.word.click()

    def press(self) -> None:
        """Press the green button, though it may have lost its meaning a moment ago."""
        self.main.click(force=True)

    def pass_round(self) -> None:
        """Pass, which asks once."""
        before = self.look()
        passing = self.page.locator(".buttons .pass")
        passing.click(force=True)
        for _ in range(100):
            now = self.look()
            if now.over or now.round != before.round or not now.can_pass:
                break
            passing.click(force=True)
            # The page is deaf for a moment to a second press, which may be a double click.
            self.page.wait_for_timeout(100)

    def move(self, lexicon: Lexicon, *, modest: bool = False) -> bool:
        """Bid if there is a play that is high enough, else pass; tell whether it was our move.

        Who is modest bids as little as is enough, so that others may bid more.
        """
        seen = self.look()
        if seen.over or not seen.can_pass:
            return False
        found = plays(seen.crossword, seen.hand, lexicon, min_value=max(2, seen.high + 1))
        best: dict[tuple[str, ...], Candidate] = {}
        for play in found:
            best.setdefault(play.word, play)
        choice = list(best.values())
        if choice:
            self.bid(choice[-1] if modest else choice[0])
            seen = self.look_again(seen)
        if seen.can_pass:
            self.pass_round()
        return True


def read_card(label: str) -> Card:
    """Read a card of the hand by its name, such as "A, yellow, in the play"."""
    letter, colour, *_ = label.split(", ")
    return Card(letter.lower(), Colour(colour[0]))


def read_crossword(cells: list[Any]) -> Crossword:
    """Read the crossword from its cells; the row with two cards side by side is the base word."""
    at = {(x, y): Card(letter, Colour(colour)) for x, y, letter, colour in cells}
    level = next((y for x, y in at if (x + 1, y) in at), None)
    if level is None:
        return Crossword()
    columns = sorted(x for x, y in at if y == level)
    base = tuple(at[x, level] for x in columns)
    crossings = []
    for x in columns:
        rows = sorted(y for column, y in at if column == x)
        if len(rows) > 1:
            cards = tuple(at[x, y] for y in rows)
            crossings.append(Crossing(x - columns[0], rows.index(level), cards))
    return Crossword(base, tuple(crossings))
