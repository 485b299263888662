"""A person at a table of Bet the Bag, who sees what the page shows and acts through it alone."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Self

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import PATIENCE_MS, Person
from wordlot.solver import words_from
from wordlot.words import Lexicon

LOOK_AGAIN_MS = 1_000
"""Who sees no change for so long looks at the other pages too."""

SIGHT = """() => {
  const one = (selector) => document.querySelector(selector);
  const text = (selector) => one(selector)?.textContent.replace(/\\s+/g, ' ').trim() ?? '';
  const off = (selector) => one(selector)?.getAttribute('aria-disabled') !== 'false';
  const names = (selector) => [...document.querySelectorAll(selector)].map((b) => b.ariaLabel);
  return {
    title: text('h1'),
    head: text('.head h2'),
    contract: parseInt(text('.contract .rank') || '0'),
    limit: parseInt(/at most (\\d+)/.exec(text('.meter .hidden-text'))?.[1] ?? '0'),
    main: text('.buttons .go .label'),
    mainOff: off('.buttons .go'),
    outOff: off('.buttons .out'),
    note: text('#word-note'),
    settled: one('[data-settled=true]') !== null,
    hand: names('[data-hand] button'),
    table: names('[data-table-index]'),
    free: [...document.querySelectorAll('.track button[aria-disabled=false] b')]
      .map((b) => parseInt(b.textContent)),
    word: /submits? (.+)$/.exec(text('.sheet h3'))?.[1].toLowerCase() ?? '',
    judgeOff: off('.sheet .go'),
    over: one('.result') !== null,
  };
}"""
"""What a look at the page tells."""


@dataclass(frozen=True)
class BagSeen:
    """The table as a person reads it off the page."""

    title: str
    head: str
    contract: int
    limit: int
    main: str
    can_press: bool
    can_leave: bool
    """Whether the button beside the main one can be pressed: Pass, or Give up."""
    note: str
    settled: bool
    hand: tuple[str, ...]
    table: tuple[str, ...]
    """Tiles as letters; a blank is `?`."""
    free: tuple[int, ...]
    word: str
    """What somebody has submitted."""
    can_judge: bool
    over: bool


class BagPerson(Person):
    """Somebody who plays by taps and clicks."""

    plays = "Bet the Bag"

    @property
    def word(self) -> Locator:
        """Where a word is typed."""
        return self.page.get_by_role("textbox", name="Your word")

    @property
    def hand(self) -> Locator:
        """The tiles, in the order in which they are shown."""
        return self.page.get_by_role("list", name="Your tiles").get_by_role("button")

    def see(self) -> BagSeen:
        """Read the table off the page."""
        seen = self.page.evaluate(SIGHT)
        return BagSeen(
            title=seen["title"],
            head=seen["head"],
            contract=seen["contract"],
            limit=seen["limit"],
            main=seen["main"],
            can_press=not seen["mainOff"],
            can_leave=not seen["outOff"],
            note=seen["note"],
            settled=seen["settled"],
            hand=tuple(map(read_tile, seen["hand"])),
            table=tuple(map(read_tile, seen["table"])),
            free=tuple(seen["free"]),
            word=seen["word"],
            can_judge=not seen["judgeOff"],
            over=seen["over"],
        )

    def wait_until(self, seen: Callable[[BagSeen], bool]) -> BagSeen:
        """Look until something is so."""
        for _ in range(PATIENCE_MS // 50):
            now = self.see()
            if seen(now):
                return now
            self.page.wait_for_timeout(50)
        raise AssertionError(f"it never came to that: {now}")

    def wait_for_change(self, seen: BagSeen) -> None:  # type: ignore[override]
        """Look until something else is seen, or for a while."""
        for _ in range(LOOK_AGAIN_MS // 50):
            if self.see() != seen:
                return
            self.page.wait_for_timeout(50)

    def tap(self, aim: Locator) -> None:
        """Press something that may have gone a moment ago."""
        self.end_moment()
        aim.click(force=True)

    def end_moment(self) -> None:
        """End the moment of a verdict, which the first press is for."""
        self.page.evaluate("document.querySelector('[data-moment]')?.click()")

    def flip(self) -> None:
        self.tap(self.main)

    def bid(self, tiles: int) -> None:  # type: ignore[override]
        self.tap(self.page.get_by_role("button", name=f"{tiles} tiles", exact=True))
        self.tap(self.main)

    def pass_bid(self) -> None:
        self.tap(self.page.get_by_role("button", name=re.compile("^Pass")))

    def draw(self) -> None:
        """Draw a tile, and wait until it lies on the table."""
        before = self.see()
        self.tap(self.page.get_by_role("button", name=re.compile("^Draw a tile")))
        self.wait_until(lambda now: now.table != before.table or now.head != before.head)

    def spell(self, word: str) -> None:
        """Compose a word of tiles on the table and in the hand."""
        left = {
            place: self.page.locator(f"{place} button").all() for place in ("[data-stage]", ".rack")
        }
        for letter in word:
            aim = next(
                tile
                for place in left
                for tile in left[place]
                if read_tile(tile.get_attribute("aria-label") or "") == letter
            )
            for tiles in left.values():
                if aim in tiles:
                    tiles.remove(aim)
            self.tap(aim)

    def submit(self) -> None:
        self.tap(self.main)

    def give_up(self) -> None:
        """Give up, which asks once; the page is deaf for a moment to what may be a double click."""
        attempt = self.see().head
        button = self.page.locator(".buttons .out")
        for _ in range(100):
            self.tap(button)
            if self.see().head != attempt:
                return
            self.page.wait_for_timeout(100)

    def challenge(self) -> None:
        self.tap(self.page.get_by_role("button", name=re.compile("^Challenge")))

    def accept(self) -> None:
        self.tap(self.page.get_by_role("button", name=re.compile("^Accept")))


class Toucher(BagPerson):
    """Somebody on a phone."""

    def tap(self, aim: Locator) -> None:
        self.end_moment()
        aim.tap(force=True)


class BagTypist(BagPerson):
    """Somebody with a keyboard and nothing else, once the game has begun."""

    def begin(self) -> Self:
        """Take the hands off the mouse."""
        self.page.evaluate(COUNT_POINTERS)
        return self

    def used_no_pointer(self) -> bool:
        return bool(self.page.evaluate("window.pointers") == 0)

    def keys(self, *keys: str) -> None:
        """Press keys where the word is composed, which has the focus from the start."""
        for _ in range(TABS_MOST):
            if self.word.evaluate("(element) => element === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        for key in keys:
            self.page.keyboard.press(key)

    def flip(self) -> None:
        self.keys("Enter")

    def bid(self, tiles: int) -> None:  # type: ignore[override]
        self.keys(*str(tiles), "Enter")

    def pass_bid(self) -> None:
        self.keys("/", "p")

    def draw(self) -> None:
        before = self.see()
        self.keys("Space")
        self.wait_until(lambda now: now.table != before.table or now.head != before.head)

    def spell(self, word: str) -> None:
        self.keys("Escape", *word)

    def submit(self) -> None:
        self.keys("Enter")

    def give_up(self) -> None:
        self.keys("/", "g")

    def challenge(self) -> None:
        self.keys("/", "x")

    def accept(self) -> None:
        self.keys("/", "a")


COUNT_POINTERS = """() => {
  window.pointers = 0;
  for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
    addEventListener(kind, () => (window.pointers += 1), { capture: true });
}"""
TABS_MOST = 80


def read_tile(label: str) -> str:
    """Read a tile by its name, such as "A, drawn by Mira, in your word"."""
    letter = label.split(",", maxsplit=1)[0]
    return "?" if "blank" in letter else letter.lower()


def word_for(seen: BagSeen, lexicon: Lexicon) -> str | None:
    """Return a word that fills the contract with the tiles on the table and what the bid allows."""
    table = Counter(tile for tile in seen.table if tile != "?")
    hand = Counter(tile for tile in seen.hand if tile != "?")
    room = seen.limit - len(seen.table)
    for word in words_from((table + hand).elements(), lexicon, seen.contract):
        lay = Counter(word) - table
        if lay.total() <= room and not lay - hand:
            return "".join(word)
    return None


def phony_for(seen: BagSeen, lexicon: Lexicon) -> str | None:
    """Return something as long as the contract, of tiles on the table, that is no word."""
    letters = [tile for tile in seen.table if tile != "?"]
    tried = islice(permutations(letters, seen.contract), 500)
    return next(("".join(word) for word in tried if not lexicon.has(word)), None)


def expect_title(page: Page, turn: int) -> None:
    """Wait for a turn."""
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(f"Bet the Bag · turn {turn}", timeout=PATIENCE_MS)
