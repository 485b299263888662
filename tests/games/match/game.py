"""A game of Match as tests play it: events are folded as they come, the clock is set by hand."""

from collections.abc import Iterable, Sequence

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.match.drawing import crossword, play
from wordlot.core.chance import commitment, deal_key, nonce_commitment, stream_at
from wordlot.core.errors import IllegalAction
from wordlot.core.pieces import parse_cards
from wordlot.core.protocol import LexiconLike, LexiconPin, Millis, Seat, Setup
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH

SEED = bytes(range(32))
SECOND = 1000


class Words:
    """A lexicon of the words that a test needs; without any, everything is a word."""

    def __init__(self, text: str = "") -> None:
        self._words = {tuple(word) for word in text.split()}
        self.pin = LexiconPin("drawn", "0" * 64)

    def has(self, word: Sequence[str]) -> bool:
        return not self._words or tuple(word) in self._words


ANYTHING = Words()


class Game:
    """A running game with its log. `at` is the table's clock, in milliseconds."""

    def __init__(
        self,
        seats: int = 2,
        options: m.MatchOptions | None = None,
        *,
        lexicon: LexiconLike = ANYTHING,
        seed: bytes = SEED,
    ) -> None:
        nonces = tuple(f"nonce {seat}" for seat in range(seats))
        self.setup = Setup(
            seats,
            options or m.MatchOptions(),
            lexicon.pin,
            commitment(seed),
            nonces,
            commitments=tuple(nonce_commitment(nonce) for nonce in nonces),
        )
        self.lexicon = lexicon
        self.key = deal_key(seed, nonces)
        self.at = Millis(0)
        self.state = MATCH.empty
        self.events: list[m.Event] = []
        self.batches: list[int] = []
        """For each event, the number of the first one of its decision."""
        self.times: list[Millis] = []
        chance = stream_at(self.key, 1)
        self.fold(MATCH.open(self.setup, now=self.at, chance=chance))

    def fold(self, events: Iterable[m.Event]) -> tuple[m.Event, ...]:
        """Take events over into log and state."""
        fresh, batch = tuple(events), len(self.events) + 1
        for event in fresh:
            self.state = MATCH.evolve(self.state, event)
            self.events.append(event)
            self.batches.append(batch)
            self.times.append(self.at)
        return fresh

    def act(self, seat: int, action: m.Action) -> tuple[m.Event, ...]:
        chance = stream_at(self.key, len(self.events) + 1)
        return self.fold(
            MATCH.decide(
                self.state,
                action,
                by=Seat(seat),
                now=self.at,
                chance=chance,
                lexicon=self.lexicon,
            )
        )

    def bid(self, seat: int, text: str) -> tuple[m.Event, ...]:
        return self.act(seat, m.PlaceBid(self.state.round, play(text)))

    def call(self, seat: int, value: int) -> tuple[m.Event, ...]:
        return self.act(seat, m.CallBid(self.state.round, value))

    def open_laying(self, seat: int) -> tuple[m.Event, ...]:
        return self.act(seat, m.OpenLaying(self.state.round))

    def lay(self, seat: int, text: str) -> tuple[m.Event, ...]:
        return self.act(seat, m.LayPlay(self.state.round, play(text)))

    def pass_(self, *seats: int) -> tuple[m.Event, ...]:
        return tuple(e for seat in seats for e in self.act(seat, m.Pass(self.state.round)))

    def wait(self, seconds: float) -> tuple[m.Event, ...]:
        """Let time pass; what falls due on the way happens at its own moment."""
        until = self.at + round(seconds * SECOND)
        happened: list[m.Event] = []
        while (due := MATCH.deadline(self.state)) is not None and due <= until:
            self.at = max(self.at, due)
            happened += self.expire()
        self.at = Millis(until)
        return tuple(happened)

    def expire(self) -> tuple[m.Event, ...]:
        chance = stream_at(self.key, len(self.events) + 1)
        return self.fold(MATCH.expire(self.state, now=self.at, chance=chance, lexicon=self.lexicon))

    def left_ms(self) -> int | None:
        """What the running clock shows."""
        due = MATCH.deadline(self.state)
        return None if due is None else due - self.at

    def refusal(self, seat: int, action: m.Action) -> IllegalAction:
        """Return why an action is refused, having seen that it changed nothing."""
        before = msgspec.json.encode((self.state, self.events))
        with pytest.raises(IllegalAction) as caught:
            self.act(seat, action)
        assert msgspec.json.encode((self.state, self.events)) == before
        return caught.value

    def refuses_bid(self, seat: int, text: str) -> tuple[str, str]:
        """Return code and clause with which a bid of a play is refused."""
        error = self.refusal(seat, m.PlaceBid(self.state.round, play(text)))
        return error.code, error.clause

    def offers(self, seat: int) -> tuple[m.Offer, ...]:
        return MATCH.offers(self.view(seat))

    def view(self, seat: int | None) -> m.MatchView:
        return MATCH.view(self.state, None if seat is None else Seat(seat))


def standing(
    *hands: str,
    table: str = "",
    pile: str = "abcdefghijklmnop",
    discards: str = "",
    pot: int = 80,
    winner: int = 0,
    options: m.MatchOptions | None = None,
    words: str = "",
) -> Game:
    """Return a game that stands in its first round as drawn; the pile's last card comes first."""
    game = Game(len(hands), options, lexicon=Words(words))
    game.state = replace(
        game.state,
        hands=tuple(parse_cards(hand) for hand in hands),
        crossword=crossword(table),
        pile=parse_cards(pile),
        discards=parse_cards(discards),
        pot=pot,
        winner=Seat(winner),
    )
    return game


def kinds(events: Iterable[m.Event]) -> list[str]:
    """Return the names of events."""
    return [type(event).__name__ for event in events]
