"""Match over a socket: every wrong bid has its own answer, told to its seat alone."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.server.harness import Frame, House, Page
from wordlot.games.match.rules import MATCH
from wordlot.record import read_record, replay, verify
from wordlot.words import Lexicon

pytestmark = pytest.mark.anyio
Card = list[str]


async def auction(house: House, lexicon: Lexicon) -> tuple[Page, Page, list[Card], list[Card]]:
    """Open a game of Match for two; return the pages, and a hand and a word of the first one."""
    while True:
        _, mira, tom = await house.pair(game="match")
        hand = next(frame for frame in mira.frames if frame["t"] == "update")["view"]["hand"]
        word = a_word(hand, lexicon)
        # One hand in a hundred has no word.
        if word is not None:
            return mira, tom, hand, word


def base(cards: list[Card]) -> Frame:
    return {"kind": "base", "column": 0, "before": cards, "after": []}


def a_word(hand: list[Card], lexicon: Lexicon) -> list[Card] | None:
    """Return the cards of some word that a hand can lay as a base."""
    for size in range(2, 5):
        for cards in permutations(hand, size):
            if lexicon.has([letter for letter, _ in cards]):
                return list(cards)
    return None


def no_word(hand: list[Card], lexicon: Lexicon) -> list[Card]:
    pairs = permutations(hand, 2)
    return list(next(pair for pair in pairs if not lexicon.has([letter for letter, _ in pair])))


async def bid(page: Page, play: Frame, round_: int = 1) -> Frame:
    return await page.command("act", action={"type": "place_bid", "round": round_, "play": play})


async def test_every_wrong_bid_has_its_own_answer_and_does_not_use_up_the_bid(
    house: House, english: Lexicon
) -> None:
    """M3.2."""
    mira, tom, hand, word = await auction(house, english)
    absent = next(x for x in "qzjxkvw" if all(card[0] != x for card in hand))
    across = {"kind": "cross", "column": 3, "before": word, "after": []}
    wrong: list[tuple[Frame, int, str, str]] = [
        (base(word), 0, "stale_round", "M3.1"),
        (base(word), 2, "stale_round", "M3.1"),
        (base([[absent, "y"], *word]), 1, "not_held", "M4.5"),
        (across, 1, "no_such_place", "M4.2"),
        (base([]), 1, "no_cards", "M4.5"),
        (base(no_word(hand, english)), 1, "not_a_word", "M4.5"),
    ]
    for play, round_, code, clause in wrong:
        refused = await bid(mira, play, round_)
        assert (refused["t"], refused["code"]) == ("refused", code), refused
        assert refused["clause"] == clause, refused
    assert await tom.news() == []
    assert (await bid(mira, base(word)))["t"] == "done"
    again = await bid(mira, base(word))
    assert (again["code"], again["clause"]) == ("already_bid", "M3.1")
    await mira.command("act", action={"type": "pass", "round": 1})
    assert (await tom.next("update"))["view"]["leader"] == 0


async def test_the_places_of_a_draft_are_told_to_who_composes_it(
    house: House, english: Lexicon
) -> None:
    mira, tom, _, word = await auction(house, english)
    await mira.send({"t": "compose", "n": 7, "draft": {"letters": [card[0] for card in word]}})
    composed = await mira.next("composed", n=7)
    assert composed["composed"]["placements"][0]["play"]["kind"] == "base"
    assert await tom.news() == []
    drafts: tuple[object, ...] = (
        {},
        {"letters": 5},
        {"letters": ["a"], "lane": {"kind": "up"}},
        [],
    )
    for draft in drafts:
        await mira.send({"t": "compose", "n": 8, "draft": draft})
        assert (await mira.next("refused"))["code"] == "malformed"


async def test_the_record_of_a_whole_game_holds(house: House) -> None:
    """X3: what the server gave away of a game deals the same cards again."""
    code, mira, tom = await house.pair(game="match")
    round_ = 0
    while True:
        round_ += 1
        answers = [
            await page.command("act", action={"type": "pass", "round": round_})
            for page in (mira, tom)
        ]
        if answers[0]["t"] == "refused":
            break
    assert answers[0]["code"] == "game_over"
    raw = (await house.person().http.get(f"/api/tables/{code}/record")).content
    record = read_record(raw, MATCH)
    assert verify(record, MATCH) == len(record.entries)
    assert [named.name for named in record.header.seats] == ["Mira", "Tom"]
    # Nobody bid, and the cards ran out (M7.2).
    assert replay(record, MATCH).ended == "no_cards"
