"""What was hidden in a game is told once it is over, by its own record and never before."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import House, Page
from wordlot import record as records
from wordlot.core.protocol import Millis
from wordlot.games.bet_the_bag.events import ContractFilled, WordChallenged
from wordlot.games.match.model import PlayLaid
from wordlot.games.registry import GAMES, Game
from wordlot.record import read_header, read_record, states
from wordlot.server import reviews
from wordlot.server.addresses import ClientAddress
from wordlot.server.problems import TooMuch
from wordlot.server.quotas import Quota, Quotas
from wordlot.server.reviews import review_of
from wordlot.table import Stored
from wordlot.table.log import line_of
from wordlot.words import Lexicon

pytestmark = pytest.mark.anyio

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))


async def pass_to_the_end(*pages: Page) -> None:
    for round_ in range(1, 100):
        for page in pages:
            answer = await page.command("act", action={"type": "pass", "round": round_})
            if answer["t"] == "refused" and answer["code"] == "game_over":
                return


async def test_hands_are_told_of_a_game_that_is_over_and_of_no_other(house: House) -> None:
    code, mira, tom = await house.pair(game="match")
    person = house.person()

    async def ask(game: str = "") -> tuple[int, dict[str, Any]]:
        answer = await person.http.get(f"/api/tables/{code}/review{game}")
        return answer.status_code, answer.json()

    for game in ("", "?game=1", "?game=2", "?game=0", "?game=x"):
        status, body = await ask(game)
        assert (status, body["code"]) == (409, "not_over")
    await pass_to_the_end(mira, tom)
    status, body = await ask()
    assert status == 200
    assert (body["game"], body["seats"], body["words"]) == (1, ["Mira", "Tom"], [])
    assert [len(hand) > 7 for hand in body["hands"]] == [True, True]


async def test_between_any_two_moments_of_a_rematch_its_hands_are_told_to_nobody(
    house: House,
) -> None:
    code, mira, tom = await house.pair(game="match")
    person = house.person()
    seen: set[tuple[str, int]] = set()
    going = True

    async def poll(game: str) -> None:
        while going:
            answer = await person.http.get(f"/api/tables/{code}/review?game={game}")
            seen.add((game, answer.status_code))
            if answer.status_code == 200:
                assert answer.json()["game"] == int(game)
            await asyncio.sleep(0)

    await pass_to_the_end(mira, tom)
    polls = [asyncio.create_task(poll(game)) for game in ("1", "2", "3")]
    for page in (mira, tom):
        assert (await page.command("ready", game=2))["t"] == "done"
    await mira.next("update", game=2)
    await asyncio.sleep(0.1)
    going = False
    await asyncio.gather(*polls)
    assert {status for game, status in seen if game != "1"} <= {409, 429}
    assert ("2", 409) in seen


async def test_a_game_that_is_over_is_gone_through_beside_the_event_loop_and_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long one takes a part of a second, in which every table would stand."""
    code, mira, tom = await house.pair(game="match")
    await pass_to_the_end(mira, tom)
    person, folded = house.person(), list[int]()

    def seen(*game: Any) -> Iterator[Any]:  # noqa: ANN401 - those of `states`
        folded.append(threading.get_ident())
        return states(*game)

    monkeypatch.setattr(records, "states", seen)
    monkeypatch.setattr(reviews, "states", seen)
    for _ in range(3):
        assert (await person.http.get(f"/api/tables/{code}/record")).status_code == 200
    assert len(folded) == 1
    for _ in range(3):
        assert (await person.http.get(f"/api/tables/{code}/review")).status_code == 200
    assert len(folded) == 2
    assert threading.get_ident() not in folded


def kept(path: Path) -> tuple[Stored, Game]:
    raw = path.read_bytes()
    game = GAMES[read_header(raw).game]
    record = read_record(raw, game.rules)
    lines = tuple(map(line_of, record.entries))
    stored = Stored(record.header, lines, (), Millis(0), broken_off=False)
    return stored, game


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_word_of_a_record_has_its_verdict(path: Path, english: Lexicon) -> None:
    stored, game = kept(path)
    review = review_of(stored, game, english)
    assert review.words
    events = [entry.event for entry in stored.record(game.rules).entries]
    for event in events:
        if isinstance(event, WordChallenged):
            judged = [word for word in review.words if word.said.challenged]
            assert event.in_lexicon in {word.in_lexicon for word in judged}
    paid = [word.said.points for word in review.words if word.said.points is not None]
    laid = [e.coins if isinstance(e, PlayLaid) else e.points for e in events if _pays(e)]
    assert paid == laid
    if game.rules.name == "match":
        assert all(word.in_lexicon for word in review.words)
    assert len(review.hands) == len(review.seats)


def _pays(event: object) -> bool:
    return isinstance(event, PlayLaid | ContractFilled)


def test_a_game_whose_lexicon_is_gone_has_no_verdicts() -> None:
    review = review_of(*kept(RECORDS[-1]), None)
    assert {word.in_lexicon for word in review.words} == {None}


def test_one_address_may_look_so_often_and_no_more() -> None:
    quotas = Quotas(Quota(), clock=lambda: 0.0)
    here = ClientAddress("192.0.2.1", "192.0.2.1", exempt=False)
    for _ in range(60):
        quotas.look(here)
    with pytest.raises(TooMuch):
        quotas.look(here)
    quotas.look(here._replace(group="192.0.2.2"))
