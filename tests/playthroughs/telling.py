"""Whole games of Match told as text, and the moves that are read back from it.

Lines that begin with ">" are moves; all else is what the rules make of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from tests.games.match.drawing import play, show, show_play
from tests.games.match.game import SECOND, Game
from wordlot.core.errors import IllegalAction
from wordlot.core.pieces import show_cards
from wordlot.core.protocol import LexiconLike
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH

_MOVE = re.compile(r"> (?P<at>[\d.]+) s, seat (?P<seat>\d): (?P<what>\w+) ?(?P<rest>.*)")


class Move(msgspec.Struct, frozen=True):
    """What a seat does, and when."""

    at_ms: int
    seat: int
    what: str
    """`bid`, `call`, `lay` or `pass`, with a play or a number behind it."""


class Story(msgspec.Struct, frozen=True):
    """All that a game is made of."""

    seats: int
    options: m.MatchOptions
    seed: bytes
    moves: tuple[Move, ...]


def read_story(text: str) -> Story:
    """Read seats, options, seed and moves back from a told game."""
    title, options, seed, *rest = text.splitlines()
    moves = (found for line in rest if (found := _MOVE.fullmatch(line)))
    return Story(
        seats=int(title.split()[1]),
        options=msgspec.json.decode(options.removeprefix("options "), type=m.MatchOptions),
        seed=bytes.fromhex(seed.removeprefix("seed ")),
        moves=tuple(
            Move(
                round(float(found["at"]) * SECOND),
                int(found["seat"]),
                f"{found['what']} {found['rest']}".strip(),
            )
            for found in moves
        ),
    )


class Teller:
    """Plays moves and tells what comes of them."""

    def __init__(
        self, seats: int, options: m.MatchOptions, seed: bytes, lexicon: LexiconLike
    ) -> None:
        self.game = Game(seats, options, lexicon=lexicon, seed=seed)
        self.moves: list[Move] = []
        self.lines = [
            f"Match: {seats} seats, {options.bidding} bidding",
            f"options {msgspec.json.encode(options).decode()}",
            f"seed {seed.hex()}",
            f"lexicon {lexicon.pin.name} {lexicon.pin.sha256}",
            "",
        ]
        self._told = 0
        self._tell_news()

    def move(self, move: Move) -> bool:
        """Make a move at its time; return whether it was accepted."""
        self.wait_until(move.at_ms)
        self.moves.append(move)
        self.lines.append(f"> {move.at_ms / SECOND:.3f} s, seat {move.seat}: {move.what}")
        try:
            self.game.act(move.seat, action_of(self.game.state.round, move.what))
        except IllegalAction as error:
            self.lines.append(f"  refused: {error.code}: {error}")
            return False
        self._tell_news()
        return True

    def wait_until(self, at_ms: int) -> None:
        """Let time pass, and tell what the clock brings about at its own moments."""
        while (due := MATCH.deadline(self.game.state)) is not None and due <= at_ms:
            self.lines.append(f"* {due / SECOND:.3f} s, the clock")
            self.game.wait((due - self.game.at) / SECOND)
            self._tell_news()
        self.game.wait((at_ms - self.game.at) / SECOND)

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines) + "\n"

    def _tell_news(self) -> None:
        news = self.game.events[self._told :]
        self._told = len(self.game.events)
        for event in news:
            self.lines.append(f"  {tell(event)}")
        if any(isinstance(event, m.RoundOpened) for event in news):
            self.lines += self._board()
        if self.game.state.ended is not None:
            self.lines += self._result()

    def _board(self) -> Iterator[str]:
        state, left = self.game.state, self.game.left_ms()
        clock = "no clock" if left is None else f"{left / SECOND:g} s"
        yield ""
        yield (
            f"Round {state.round}: {clock}, pot {state.pot}, "
            f"pile {len(state.pile)}, discards {len(state.discards)}"
        )
        yield from (f"    {row}" for row in show(state.crossword).splitlines())
        for seat, hand in enumerate(state.hands):
            yield f"  seat {seat}  {state.coins[seat]:3} coins  {show_cards(hand)}"
        yield f"  open: {', '.join(self._places())}"

    def _places(self) -> Iterator[str]:
        offers = (
            offer for seat in range(len(self.game.state.hands)) for offer in self.game.offers(seat)
        )
        lanes = next((o.lanes for o in offers if isinstance(o, m.BidOffer)), ())
        return (f"{x.kind} {x.column}" if "cross" in x.kind else x.kind for x in lanes)

    def _result(self) -> Iterator[str]:
        outcome = self.game.view(None).outcome
        assert outcome is not None
        yield ""
        yield f"Coins {', '.join(map(str, outcome.scores))}; pot {self.game.state.pot}"
        yield f"Won by {' and '.join(f'seat {seat}' for seat in outcome.winners)}"


def action_of(number: int, what: str) -> m.Action:
    """Return the action that a move stands for."""
    verb, _, rest = what.partition(" ")
    match verb:
        case "bid":
            return m.PlaceBid(number, play(rest))
        case "call":
            return m.CallBid(number, int(rest))
        case "open":
            return m.OpenLaying(number)
        case "lay":
            return m.LayPlay(number, play(rest))
        case "pass":
            return m.Pass(number)
    raise ValueError(f"{what!r} is no move")


def retell(story: Story, lexicon: LexiconLike) -> Teller:
    """Play a story again."""
    teller = Teller(story.seats, story.options, story.seed, lexicon)
    for move in story.moves:
        teller.move(move)
    return teller


def tell(event: m.Event) -> str:  # noqa: C901, PLR0911, PLR0912 - a sentence for each kind of event
    """Return an event as a sentence."""
    match event:
        case m.MatchOpened():
            return f"the pot is filled, {len(event.deck.cards)} cards of the {event.deck.name} deck"
        case m.PileShuffled():
            return f"a new pile, top card last: {show_cards(event.pile)}"
        case m.CardsDrawn():
            return f"seat {event.seat} draws {show_cards(event.cards or ())}"
        case m.RoundOpened():
            return f"round {event.round} opens"
        case m.BidPlaced():
            return f"seat {event.seat} bids {event.value}{_until(event.closes_at)}"
        case m.SeatPassed():
            return f"seat {event.seat} passes"
        case m.AuctionClosed():
            return f"the auction closes{_by(clock=event.by_clock)}"
        case m.LayingAsked():
            return f"seat {event.seat} is to begin its lay-down clock{_until(event.closes_at)}"
        case m.LayingOpened():
            return f"seat {event.seat} is to lay {event.value}{_until(event.closes_at)}"
        case m.BidVoided():
            void = f"the {event.value} of seat {event.seat} is void{_by(clock=event.by_clock)}"
            return f"{void}, and costs {event.paid}"
        case m.PlayLaid():
            word = "".join(event.word).upper()
            return (
                f"seat {event.seat} lays {word} ({show_play(event.play)}): "
                f"value {event.value}, score {event.score}, coins {event.coins}"
            )
        case m.CrosswordCleared():
            return f"the crossword is cleared: {_why(nobody_bid=event.nobody_bid)}"
        case m.MatchEnded():
            return f"the game is over: {event.reason}"


def _until(closes_at: int | None) -> str:
    return "" if closes_at is None else f", until {closes_at / SECOND:g} s"


def _by(*, clock: bool) -> str:
    return " by the clock" if clock else ""


def _why(*, nobody_bid: bool) -> str:
    return "nobody bid" if nobody_bid else "a card was owed and none was left"
