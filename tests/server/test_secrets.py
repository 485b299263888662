"""Match over real sockets: no byte to anybody depends on what is hidden from them (M9.1)."""

from __future__ import annotations

import asyncio
import json
import pickle
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import wordlot
from tests.games.match.game import Game
from tests.games.match.hidden import disguise
from tests.games.match.players import EverySecond, sensible_action
from tests.server.harness import House, Person, serving
from wordlot.core.protocol import Seat
from wordlot.core.seeds import SecretSeed
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH
from wordlot.record import FORMAT, Header, Line, Named
from wordlot.server.seats import Holder, TableRow
from wordlot.server.wire import Stage
from wordlot.table import Batch
from wordlot.words import Lexicon

pytestmark = pytest.mark.anyio
CODE = "CDFHJK"
TOKENS = ("a" * 43, "b" * 43, "c" * 43)


def half_played(lexicon: Lexicon, luck: Random, actions: int) -> Game:
    """Play some of a game of three, whose words are good in every lexicon for what was laid."""
    game = Game(3, m.MatchOptions(round_clock_ms=None), lexicon=EverySecond())
    game.setup = msgspec.structs.replace(game.setup, lexicon=lexicon.pin)
    opened = game.events[0]
    assert isinstance(opened, m.MatchOpened)
    game.events[0] = msgspec.structs.replace(opened, setup=game.setup)
    game.state = msgspec.structs.replace(game.state, setup=game.setup)
    for _ in range(actions):
        waited_for = game.view(None).awaited
        if not waited_for:
            break
        seat = luck.choice(waited_for)
        game.act(seat, sensible_action(game, seat, luck))
    return game


async def put(house: House, game: Game, events: list[m.Event]) -> None:
    """Place a running game in the store of a server."""
    from hashlib import sha256

    guests = [sha256(token.encode()).hexdigest() for token in TOKENS]
    seats = tuple(Holder(f"P{i}", guest) for i, guest in enumerate(guests))
    pin = game.setup.lexicon
    row = TableRow(CODE, "match", m.MatchOptions(), pin, False, seats, guests[0])
    header = Header(
        FORMAT, "match", MATCH.version, pin, CODE, 1, tuple(Named(s.name) for s in seats)
    )
    rows = zip(game.times, game.batches, events, strict=True)
    lines = tuple(
        Line(seq, at, batch, msgspec.Raw(msgspec.json.encode(event)))
        for seq, (at, batch, event) in enumerate(rows, start=1)
    )
    store = house.app.state.store
    await store.create(row, SecretSeed(bytes(32), 1))
    await store.append(CODE, Batch(1, 0, lines, (), header))
    await store.save(row, Stage.PLAYING)


def person(house: House, seat: int | None) -> Person:
    who = house.person()
    if seat is not None:
        who.http.cookies.set(house.cookie, TOKENS[seat])
    return who


async def heard(data: Path, game: Game, events: list[m.Event], seat: int | None) -> list[str]:
    """Return every frame that an audience gets over a socket and every body over HTTP."""
    async with serving(data) as house:
        await put(house, game, events)
        who = person(house, seat)
        page = await who.open(CODE)
        await page.next("lobby")
        others = [person(house, i) for i in range(3) if i != seat]
        for other in others:
            opponent = await other.open(CODE)
            await opponent.command("act", action={"type": "pass", "round": game.state.round})
            # A refusal of somebody else's bid is nobody's business.
            await opponent.command("act", action={"type": "pass", "round": game.state.round})
        await page.send({"t": "compose", "n": 1, "draft": {"letters": ["e", "t"]}})
        await page.send({"t": "act", "id": "x", "action": {"type": "pass", "round": 99}})
        await page.answer("x")
        await page.settled()
        again = await who.open(CODE, "?game=1&after=5")
        await again.next("lobby")
        await again.settled()
        of_table = (f"/api/tables/{CODE}{path}" for path in ("", "/record", "/review"))
        paths = (*of_table, "/api/yours")
        bodies = [(await who.http.get(path)).text for path in paths]
        return [text for text in (*page.raw, *again.raw) if '"t":"lobby"' not in text] + bodies


@pytest.mark.parametrize("seat", [0, 1, 2, None])
async def test_bytes_do_not_depend_on_what_is_hidden(
    tmp_path: Path, english: Lexicon, seat: int | None
) -> None:
    luck = Random(7)
    game = half_played(english, luck, 9)
    audience = None if seat is None else Seat(seat)
    other = disguise(game.events, audience, luck)
    assert other != game.events
    first = await heard(tmp_path / "1", game, game.events, seat)
    second = await heard(tmp_path / "2", game, other, seat)
    assert first == second
    assert sum('"t":"update"' in text for text in first) >= 3


async def test_a_spectator_sees_no_card_of_a_hand_and_no_play_behind_a_bid(
    tmp_path: Path, english: Lexicon
) -> None:
    game = half_played(english, Random(3), 12)
    assert any(isinstance(event, m.BidPlaced) for event in game.events)
    async with serving(tmp_path) as house:
        await put(house, game, game.events)
        page = await house.person().open(CODE)
        update = await page.next("update")
    assert update["view"]["hand"] is None
    assert update["view"]["your_play"] is None
    assert update["offers"] == []
    for event in update["events"]:
        assert event["type"] != "pile_shuffled"
        assert event["type"] != "cards_drawn" or event["cards"] is None
        assert event["type"] != "bid_placed" or event["play"] is None
    assert json.dumps(update["events"]).count('"hidden"') == sum(
        isinstance(event, m.PileShuffled) for event in game.events
    )
    assert MATCH.outcome(game.state) is None


async def test_no_seed_of_a_rematch_is_told_while_it_begins(house: House) -> None:
    """X3: a seat sends acts that are all refused, then asks for a rematch; a stranger looks on."""
    host, stranger = house.person(), house.person()
    code = await host.create(game="match", bots=["easy"], options={"round_clock_ms": None})
    page = await host.open(code)
    assert (await page.command("start"))["t"] == "done"
    told: list[dict[str, Any]] = []
    for number in range(2, 10):
        assert (await page.command("end_game"))["t"] == "done"
        for junk in range(5):
            action = {"type": "pass", "round": 99}
            await page.send({"t": "act", "id": f"{number} {junk}", "action": action})
        begins = asyncio.ensure_future(page.command("ready", game=number))
        while not begins.done():
            told.append((await stranger.http.get(f"/api/tables/{code}")).json())
        assert begins.result()["t"] == "done", begins.result()
    assert {lobby["stage"] for lobby in told} == {"over", "playing"}
    for lobby in told:
        assert (lobby["seed"] is not None) == (lobby["stage"] == "over")
        assert lobby["seed"] is None or lobby["seed"]["number"] == lobby["number"]


def test_a_secret_seed_can_be_told_by_nothing_but_the_record_of_its_own_game() -> None:
    """X3: neither frames nor logs nor pickles hold it, and one place alone makes it a told one."""
    secret = SecretSeed(b"s" * 32, 1)
    with pytest.raises(TypeError):
        msgspec.json.encode({"seed": secret})
    with pytest.raises(TypeError):
        json.dumps(secret)
    with pytest.raises(TypeError):
        pickle.dumps(secret)
    assert "ssss" not in f"{secret} {secret!r}"
    sources = Path(wordlot.__file__).parent.rglob("*.py")
    makers = [path.name for path in sources if re.search(r"[^s] ToldSeed\(", path.read_text())]
    assert makers == ["record.py"]
    kept = [
        path.name
        for path in Path(wordlot.__file__).parent.rglob("*.py")
        if ".for_the_store()" in path.read_text()
    ]
    assert sorted(kept) == ["record.py", "store.py"]
