"""A table set as a test draws it: the real rules behind a page's socket, and no server at all."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute

from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import LexiconPin, Seat
from wordlot.core.seeds import ToldSeed
from wordlot.games.registry import GAMES
from wordlot.server import wire
from wordlot.table import Update

CODE = "staged"
NAMES = ("Mira", "Theo", "Sibyl", "Ada", "Pip", "Jo")
BOTS = {"Sibyl": "hard", "Pip": "easy", "Erasmus": "hard", "Felix": "medium"}

KNOWS_THE_TOUR = """
localStorage.setItem('wordlot.toured', '["match", "bet_the_bag"]');
localStorage.setItem('wordlot.nickname', '"Mira"');
"""


class StagedTable:
    """A table under `/t/staged`, seen from one seat (or as a spectator, from none)."""

    plays = "match"
    """The game, by the name of its rules."""

    def __init__(
        self,
        game: Any,  # noqa: ANN401 - each game has a `Game` of its own to test with
        *,
        you: int | None = 0,
        names: Sequence[str | None] = NAMES,
        stage: wire.Stage = wire.Stage.PLAYING,
    ) -> None:
        self.game = game
        self.you = None if you is None else Seat(you)
        self.names = tuple(names)[: game.setup.seats]
        self.stage = stage
        self.watching = 0
        self.gone: dict[int, wire.Gone] = {}
        """Who does not play, by seat; a bot plays there."""
        self.review: wire.Review | None = None
        """What is told of the game once it is over, with its seed."""
        self.former: wire.Terms | None = None
        """How the table was set before its host changed it; nobody else agreed to that yet."""
        self.paused = False
        """Whether who plays with bots alone lets the game stand."""
        self.deaf = False
        """Whether frames of the page go unanswered, as on a line that died without a word."""
        self.tells_clock = False
        """Whether a heartbeat is answered with the clock, as after a time that the page missed."""
        self.down = False
        """Whether a new socket is refused."""
        self.acted: list[dict[str, Any]] = []
        """What the page did, in order."""
        self.sockets = 0
        self._socket: WebSocketRoute | None = None
        self._sent = 0

    def prepare(self, page: Page) -> None:
        """Stand in for the server before the page opens."""
        page.add_init_script(KNOWS_THE_TOUR)
        page.route(f"**/api/tables/{CODE}", self._answer(self.lobby))
        link = wire.Link(f"https://wordlot.example/t/{CODE}")
        page.route(f"**/api/tables/{CODE}/link", self._answer(lambda: link))
        page.route(f"**/api/tables/{CODE}/review*", self._answer(lambda: self.review))
        page.route_web_socket(f"**/ws/{CODE}?*", self._connect)

    def lobby(self) -> wire.Lobby:
        """What everybody may know of the table."""
        sitters = (name and self._sitter(seat, name) for seat, name in enumerate(self.names))
        return wire.Lobby(
            code=CODE,
            game=self.plays,
            options=self.game.setup.options,
            lexicon=LexiconPin("english", "0" * 64),
            stage=self.stage,
            number=1,
            seats=tuple(sitter or None for sitter in sitters),
            min_seats=2,
            host=Seat(0),
            commitment="0" * 64,
            seed=None if self.review is None else ToldSeed(1, "0" * 64),
            next_commitment=None,
            watching=self.watching,
            public=False,
            paused=self.paused,
            settings=1 if self.former is None else 2,
            former=self.former,
        )

    def _sitter(self, seat: int, name: str) -> wire.Sitter:
        gone = self.gone.get(seat)
        bot = BOTS.get(name) if gone is None else "medium"
        agreed = bot is not None or seat == 0 or self.former is None
        return wire.Sitter(name, bot, here=gone is not wire.Gone.LEFT, gone=gone, agreed=agreed)

    def act(self, seat: int, action: Any) -> None:  # noqa: ANN401 - of whichever game
        """Let somebody else act."""
        self.game.act(seat, action)
        self.tell()

    def bid(self, seat: int, text: str) -> None:
        """Let somebody else bid a play."""
        self.game.bid(seat, text)
        self.tell()

    def pass_(self, *seats: int) -> None:
        """Let others pass."""
        self.game.pass_(*seats)
        self.tell()

    def wait(self, seconds: float) -> None:
        """Let time pass at the table."""
        self.game.wait(seconds)
        self.tell()

    def tell(self) -> None:
        """Send the page what is new to it."""
        if self.stage is wire.Stage.WAITING or self._socket is None:
            return
        fresh = self.game.events[self._sent :]
        at = self.game.times[self._sent :]
        self._sent = len(self.game.events)
        rules = GAMES[self.plays].rules
        view = rules.view(self.game.state, self.you)
        update = Update(
            game=1,
            seq=self._sent,
            now=self.game.at,
            running=not self.paused,
            events=tuple(rules.redact(event, self.you) for event in fresh),
            at=tuple(at),
            view=view,
            offers=rules.offers(view),
        )
        self._send(update)

    def tell_lobby(self) -> None:
        """Send who sits where."""
        self._send(wire.LobbyChanged(self.you, self.you == 0, self.lobby()))

    def take_seat_elsewhere(self) -> None:
        """Let another tab take the seat over."""
        self._send(wire.Replaced())

    def cut(self) -> None:
        """Break the line, and refuse to mend it until told to."""
        self.down = True
        if self._socket is not None:
            self._socket.close(code=1012, reason="")

    def mend(self) -> None:
        """Let the page come back."""
        self.down = self.deaf = False

    def _answer(self, message: Any) -> Any:  # noqa: ANN401 - handlers of Playwright
        def fulfil(route: Route) -> None:
            body = msgspec.json.encode(message())
            route.fulfill(body=body.decode(), content_type="application/json")

        return fulfil

    def _connect(self, socket: WebSocketRoute) -> None:
        self.sockets += 1
        if self.down or self.deaf:
            socket.close(code=1012, reason="")
            return
        self._socket = socket
        self._sent = 0
        socket.on_message(self._hear)
        self._send(wire.Welcome(self.you, self.you == 0, self.lobby()))
        self.tell()

    def _send(self, message: msgspec.Struct) -> None:
        if self._socket is not None and not self.deaf:
            self._socket.send(msgspec.json.encode(message).decode())

    def _hear(self, text: str | bytes) -> None:
        frame, game = json.loads(text), GAMES[self.plays]
        if self.deaf:
            return
        match frame["t"]:
            case "ping":
                # The clock of a staged game moves only when a test says so.
                number = 1 if self.tells_clock else 0
                pong = wire.Pong(frame["n"], number, self.game.at, running=not self.paused)
                self._send(pong)
            case "compose":
                draft = msgspec.convert(frame["draft"], game.draft_type)
                assert self.you is not None
                assert game.compose is not None
                composed = game.compose(self.game.view(self.you), draft)
                self._send(wire.ComposedFor(frame["n"], composed))
            case "back":
                self.gone.pop(self.you or 0, None)
                self._send(wire.Done(frame["id"], len(self.game.events), self.game.at))
                self.tell_lobby()
            case "pause":
                self.paused = frame["paused"]
                self._send(wire.Done(frame["id"], len(self.game.events), self.game.at))
                self.tell_lobby()
                self.tell()
            case "act":
                self.acted.append(frame["action"])
                self._judge(frame["id"], msgspec.convert(frame["action"], game.rules.action_type))

    def _judge(self, command: str, action: Any) -> None:  # noqa: ANN401 - of whichever game
        assert self.you is not None
        try:
            self.game.act(self.you, action)
        except IllegalAction as error:
            refused = wire.Refused(command, str(error.code), error.detail, error.clause)
            self._send(refused)
            return
        self._send(wire.Done(command, len(self.game.events), self.game.at))
        self.tell()
