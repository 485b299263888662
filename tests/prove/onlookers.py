"""What everybody may ask between two steps of a table, held against what is on the disk."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
from starlette.requests import Request

from tests.prove.stepping import StepStore, finished
from wordlot.core.protocol import Seat
from wordlot.core.seeds import SecretSeed
from wordlot.games.registry import GAMES
from wordlot.record import AnyRules, Header, read_record, verify
from wordlot.server import http
from wordlot.server import store as stores
from wordlot.server.addresses import UNKNOWN, ClientAddress
from wordlot.server.guests import hashed
from wordlot.server.wire import Close

STAGES = {"waiting": 0, "playing": 1, "over": 2}


class Game:
    """A game as it is on the disk."""

    def __init__(self, rules: AnyRules, header: Header, guests: tuple[str | None, ...]) -> None:
        self.rules = rules
        self.header = header
        self.guests = guests
        """Who had which seat when it began."""
        self.events: list[Any] = []
        self.states = [rules.empty]
        self.broken_off = False

    @property
    def over(self) -> bool:
        return self.broken_off or self.rules.outcome(self.states[-1]) is not None

    def knows(self, guest: str | None, frame: dict[str, Any]) -> bool:
        """Tell whether an update is what a guest may know, as a seat or as a spectator."""
        seats = [
            None,
            *(Seat(seat) for seat, who in enumerate(self.guests) if guest and who == guest),
        ]
        first = frame["seq"] - len(frame["events"])
        told = frame["view"], frame["events"]
        events = self.events[first : frame["seq"]]
        state = self.states[frame["seq"]]
        of = self.rules
        return any(
            _plain((of.view(state, seat), [of.redact(event, seat) for event in events])) == told
            for seat in seats
        )


class Disk:
    """All games on the disk, by table and number; it hears of each as it gets there."""

    def __init__(self, store: StepStore) -> None:
        self.games: dict[tuple[str, int], Game] = {}
        self._store = store
        self._seeds: dict[int, SecretSeed] | None = None
        store.done = self._take

    def seeds(self, code: str) -> dict[int, SecretSeed]:
        """Return the seeds of all games at a table, those to come among them."""
        if self._seeds is None:
            rows = self._store.connection.execute(
                "SELECT game, seed FROM games WHERE code = ?", (code,)
            ).fetchall()
            self._seeds = {game: SecretSeed(seed, game) for game, seed in rows}
        return self._seeds

    def _take(self, job: stores._Job) -> None:
        if job.append is None:
            self._seeds = None
            return
        code, batch = job.append.code, job.append.batch
        if batch.header is not None:
            row = stores._load(self._store.connection, code)
            assert row is not None
            guests = tuple(holder.guest for holder in row.seats if holder)
            rules = GAMES[row.game].rules
            self.games[code, batch.game] = Game(rules, batch.header, guests)
        game = self.games[code, batch.game]
        for line in batch.lines:
            event = msgspec.json.decode(line.event, type=game.rules.event_type)
            game.events.append(event)
            game.states.append(game.rules.evolve(game.states[-1], event))
        game.broken_off = game.broken_off or batch.broken_off


class Onlooker:
    """Asks everything at every step, and counts what it should not have been told."""

    def __init__(self, disk: Disk, tokens: list[str]) -> None:
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.code = ""
        self.shut = True
        """Whether nobody is there to be asked."""
        self.app: Any = SimpleNamespace(state=SimpleNamespace())
        self.disk = disk
        self._tokens = ["", *tokens]
        self.nonces: dict[str, int] = {}
        """What people add to games, by the number of the game: unknown to others before it."""
        self._latest = (0, 0)

    def look(self) -> None:
        """Ask whatever is answered at once, as a stranger or as somebody with a seat."""
        if self.shut:
            return
        self.counts["looks"] += 1
        token = self._tokens[self.counts["looks"] % len(self._tokens)]
        for endpoint in (http.table, http.tables):
            response = finished(endpoint(self._request(token)))
            if response is not None:
                self.hear(response.body, f"{endpoint.__name__} of {token[:1] or 'a stranger'}")

    async def ask_records(self, numbers: range) -> None:
        """Ask for the records of games, whether they are over or not."""
        for number in numbers:
            request = self._request("", f"game={number}")
            response = await http.answering(http.record)(request)
            self.counts["records"] += 1
            self.hear(response.body, f"the record of game {number}")
            if response.status_code == 200:
                self._check_record(bytes(response.body), number)
            elif response.status_code != 409:
                self._fault(f"record {number}: {bytes(response.body)!r}")
            await self._ask_review(request, number)

    async def _ask_review(self, request: Request, number: int) -> None:
        """Ask for what was hidden in a game, which only its end tells."""
        response = await http.answering(http.review)(request)
        self.counts["reviews"] += 1
        if response.status_code == 200:
            self._check_review(bytes(response.body), number)
        elif response.status_code not in {409, 429}:
            self._fault(f"review {number}: {bytes(response.body)!r}")

    def hear(self, raw: bytes | memoryview, where: str) -> None:
        """Look through what was told."""
        told = bytes(raw)
        self.counts["told"] += 1
        for number, seed in self.disk.seeds(self.code).items():
            game = self.disk.games.get((self.code, number))
            secret = seed.for_the_store()
            if (game is None or not game.over) and secret.hex().encode() in told:
                self._fault(f"{where} tells the seed of game {number}, which is not over")
        for nonce, number in self.nonces.items():
            if (self.code, number) not in self.disk.games and nonce.encode() in told:
                self._fault(f"{where} tells a nonce of game {number} before that begins")
        if where.startswith("the record"):
            return
        frame = json.loads(told)
        for lobby in [frame.get("lobby"), *frame.get("tables", []), frame]:
            if lobby and "next_commitment" in lobby:
                self._check_lobby(lobby, where)

    def check_update(self, guest: str | None, raw: bytes) -> None:
        """See that an update tells a guest what the guest may know of that game."""
        frame = json.loads(raw)
        if frame.get("t") == "update":
            game = self.disk.games.get((self.code, frame["game"]))
            if game is None or len(game.events) < frame["seq"]:
                self._fault(f"an update of game {frame['game']} that is not on the disk")
            elif not game.knows(guest, frame):
                self._fault(f"an update of game {frame['game']} tells what {guest} may not know")

    def _request(self, token: str, query: str = "") -> Request:
        headers = []
        if token:
            headers = [(b"cookie", f"{self.app.state.guests.cookie}={token}".encode())]
        headers.append((b"host", b"testserver"))
        return Request(
            {
                "type": "http",
                "method": "GET",
                "scheme": "http",
                "server": ("testserver", 80),
                "path": "/",
                "query_string": query.encode(),
                "headers": headers,
                "path_params": {"code": self.code},
                "wordlot.address": ClientAddress("", "", exempt=True),
                "app": self.app,
            }
        )

    def _check_lobby(self, lobby: dict[str, Any], where: str) -> None:
        number, stage = lobby["number"], lobby["stage"]
        wrong = [*self._wrong_stage(lobby), *self._wrong_seeds(lobby)]
        if "stranger" in where:
            if (number, STAGES[stage]) < self._latest:
                wrong.append(f"it stands before {self._latest}")
            self._latest = (number, STAGES[stage])
        for text in wrong:
            self._fault(f"{where}, game {number}, {stage}: {text}")

    def _wrong_stage(self, lobby: dict[str, Any]) -> Iterator[str]:
        stage, game = lobby["stage"], self.disk.games.get((self.code, lobby["number"]))
        if stage != "waiting" and game is None:
            yield "it began before it was on the disk"
        if stage == "over" and not (game and game.over):
            yield "it is over before it was on the disk"
        if stage == "playing" and game:
            names = [named.name for named in game.header.seats]
            if [sitter and sitter["name"] for sitter in lobby["seats"]] != names:
                yield "its seats are not those of its game"

    def _wrong_seeds(self, lobby: dict[str, Any]) -> Iterator[str]:
        number, over = lobby["number"], lobby["stage"] == "over"
        seeds, following = self.disk.seeds(self.code), lobby["next_commitment"]
        if lobby["commitment"] != seeds[number].commitment:
            yield "its commitment is not that of its game"
        told = {"number": number, "hex": seeds[number].for_the_store().hex()} if over else None
        if lobby["seed"] != told:
            yield "its seed is not that of its game, told when that is over and at no other time"
        dealing = lobby["dealing"]
        if dealing and dealing["commitment"] != seeds[dealing["game"]].commitment:
            yield "a game is dealt from another seed than that of its number"
        if dealing and (lobby["stage"] == "playing" or dealing["game"] != number + over):
            yield "a game is dealt that is not the next"
        if following and not (over and following == seeds[number + 1].commitment):
            yield "its next commitment is not that of the next game"

    def _check_record(self, raw: bytes, number: int) -> None:
        game = self.disk.games[self.code, number]
        record = read_record(raw, game.rules)
        if not game.over or record.header != game.header or record.seed is None:
            self._fault(f"the record of game {number} is not that of a game that is over")
        elif not game.broken_off and verify(record, game.rules) != len(game.events):
            self._fault(f"the record of game {number} does not hold")

    def _check_review(self, raw: bytes, number: int) -> None:
        told, game = json.loads(raw), self.disk.games[self.code, number]
        hands = msgspec.json.encode(GAMES[game.header.game].hands(game.states[-1]))
        if not game.over or told["game"] != number or told["hands"] != json.loads(hands):
            self._fault(f"the review of game {number} is not that of a game that is over")

    def _fault(self, text: str) -> None:
        self.counts["faults"] += 1
        if len(self.faults) < 20:
            self.faults.append(text)


class Ear:
    """The socket of somebody, as a table knows it."""

    def __init__(self, onlooker: Onlooker, token: str) -> None:
        self.guest = hashed(token) if token else None
        self.address = UNKNOWN
        self.code = onlooker.code
        self.seated = False
        self._onlooker = onlooker

    def send(self, frame: bytes) -> None:
        self._onlooker.hear(frame, f"a frame to {self.guest and self.guest[:4]}")
        self._onlooker.check_update(self.guest, frame)

    def close(self, code: Close) -> None:
        """Nothing is asked of a closed one."""


def _plain(what: tuple[object, list[object]]) -> tuple[Any, Any]:
    view, events = json.loads(msgspec.json.encode(what))
    return view, events
