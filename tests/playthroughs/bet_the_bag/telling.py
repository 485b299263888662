"""Whole games of Bet the Bag told as text, and the moves that are read back from it.

Lines that begin with ">" are moves; all else is what the rules make of them. Capitals in a word are
blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from tests.games.bet_the_bag.game import SECOND, Game, parse_word, show_card, show_word
from wordlot.core.errors import IllegalAction
from wordlot.core.pieces import parse_tiles, show_tiles
from wordlot.core.protocol import LexiconLike
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.rules import BET_THE_BAG

_MOVE = re.compile(r"> (?P<at>[\d.]+) s, seat (?P<seat>\d): (?P<what>.*)")


class Move(msgspec.Struct, frozen=True):
    """What a seat does, and when."""

    at_ms: int
    seat: int
    what: str
    """`flip`, `bid 5`, `pass`, `draw`, `lay ab`, `submit cRab laying c?`, `give_up`, `accept`,
    `challenge`."""


class Story(msgspec.Struct, frozen=True):
    """All that a game is made of."""

    seats: int
    options: m.BagOptions
    seed: bytes
    moves: tuple[Move, ...]


def read_story(text: str) -> Story:
    """Read seats, options, seed and moves back from a told game."""
    title, options, seed, *rest = text.splitlines()
    moves = (found for line in rest if (found := _MOVE.fullmatch(line)))
    return Story(
        seats=int(title.split()[-2]),
        options=msgspec.json.decode(options.removeprefix("options "), type=m.BagOptions),
        seed=bytes.fromhex(seed.removeprefix("seed ")),
        moves=tuple(
            Move(round(float(found["at"]) * SECOND), int(found["seat"]), found["what"])
            for found in moves
        ),
    )


class Teller:
    """Plays moves and tells what comes of them."""

    def __init__(
        self, seats: int, options: m.BagOptions, seed: bytes, lexicon: LexiconLike
    ) -> None:
        self.game = Game(seats, options, lexicon=lexicon, seed=seed, starter=None)
        self.lines = [
            f"Bet the Bag: {seats} seats",
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
        self.lines.append(f"> {move.at_ms / SECOND:.3f} s, seat {move.seat}: {move.what}")
        try:
            self.game.act(move.seat, action_of(self.game.state, move.what))
        except IllegalAction as error:
            self.lines.append(f"  refused: {error.code}: {error}")
            return False
        self._tell_news()
        return True

    def wait_until(self, at_ms: int) -> None:
        """Let time pass, and tell what the clock brings about at its own moments."""
        while (due := BET_THE_BAG.deadline(self.game.state)) is not None and due <= at_ms:
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
        if any(isinstance(event, e.TurnOpened) for event in news):
            self.lines += self._board()
        if self.game.state.phase is m.BagPhase.OVER:
            self.lines += self._result()

    def _board(self) -> Iterator[str]:
        state = self.game.state
        gone = " ".join(map(show_card, state.gone)) or "none"
        aces = " ".join(map(show_card, state.aces)) or "none"
        yield ""
        yield f"Turn {state.turn}: seat {state.on_turn}; aces {aces}; gone {gone}"
        yield f"  bag {show_tiles(state.bag)}"
        if state.out:
            yield f"  out of play {show_tiles(state.out)}"
        for seat, score in enumerate(self.game.scores()):
            won = " ".join(map(_score_card, state.won[seat]))
            yield f"  seat {seat}  {score:3} points  {show_tiles(state.hands[seat])}  {won}"

    def _result(self) -> Iterator[str]:
        outcome = self.game.view(None).outcome
        assert outcome is not None
        yield ""
        yield f"Points {', '.join(map(str, outcome.scores))}"
        yield f"Won by {' and '.join(f'seat {seat}' for seat in outcome.winners)}"


def _score_card(won: m.ScoreCard) -> str:
    return show_card(won.card) + ("x2" if won.doubled else "")


def action_of(state: m.BagState, what: str) -> a.Action:  # noqa: C901, PLR0911 - each kind of action
    """Return the action that a move stands for."""
    verb, *rest = what.split()
    turn, attempt = state.turn, state.attempt
    match verb:
        case "flip":
            return a.FlipCard(turn)
        case "bid":
            return a.BidTiles(turn, int(rest[0]))
        case "pass":
            return a.PassBid(turn)
        case "draw":
            return a.DrawTile(turn, attempt)
        case "lay":
            return a.LayTiles(turn, attempt, parse_tiles(rest[0]))
        case "submit":
            word, blanks = parse_word(rest[0])
            return a.SubmitWord(turn, attempt, word, parse_tiles("".join(rest[2:])), blanks)
        case "open":
            return a.OpenAttempt(turn, attempt)
        case "give_up":
            return a.GiveUp(turn, attempt)
        case "challenge":
            return a.Challenge(turn, attempt)
        case "accept":
            return a.Accept(turn, attempt)
    raise ValueError(f"{what!r} is no move")


def retell(story: Story, lexicon: LexiconLike) -> Teller:
    """Play a story again."""
    teller = Teller(story.seats, story.options, story.seed, lexicon)
    for move in story.moves:
        teller.move(move)
    return teller


def tell(event: e.Event) -> str:
    """Return an event as a sentence."""
    return _tell_turn(event) or _tell_attempt(event) or _tell_end(event)


def _tell_turn(event: e.Event) -> str:  # noqa: PLR0911 - a sentence for each kind of event
    match event:
        case e.BagOpened():
            return f"the bag is filled, {len(event.tiles.tiles)} tiles"
        case e.CardsShuffled():
            return f"the cards, top card last: {' '.join(map(show_card, event.pile))}"
        case e.StarterChosen():
            return f"seat {event.seat} starts"
        case e.TilesTaken():
            return f"seat {event.seat} takes {show_tiles(event.tiles or ())}"
        case e.TurnOpened():
            return f"turn {event.turn} of seat {event.seat}, until {event.closes_at / SECOND:g} s"
        case e.CardFlipped():
            return f"{show_card(event.card)} is turned up{_by(clock=event.by_clock)}"
        case e.BidAsked():
            return f"seat {event.seat} is asked{_until(event.closes_at)}"
        case e.TilesBid():
            return f"seat {event.seat} bids {event.tiles}"
        case e.BidPassed():
            return f"seat {event.seat} passes{_by(clock=event.by_clock)}"
    return ""


def _tell_attempt(event: e.Event) -> str:  # noqa: PLR0911 - a sentence for each kind of event
    match event:
        case e.AttemptAsked():
            limit = f"up to {event.limit} tiles{_until(event.closes_at)}"
            return f"seat {event.seat} is to begin attempt {event.attempt}, {limit}"
        case e.AttemptOpened():
            limit = f"up to {event.limit} tiles{_until(event.closes_at)}"
            return f"attempt {event.attempt}, seat {event.seat}, {limit}"
        case e.TileDrawn():
            return f"seat {event.seat} draws {show_tiles([event.tile])}"
        case e.TilesLaid():
            return f"seat {event.seat} lays {show_tiles(event.tiles)}"
        case e.WordRefused():
            word = show_word(event.word, ())
            return f"{word} is no word; again from {event.again_at / SECOND:g} s"
        case e.WordSubmitted():
            word = show_word(event.word, event.blanks)
            return f"seat {event.seat} submits {word}{_until(event.closes_at)}"
        case e.WordAccepted():
            return f"seat {event.seat} accepts"
        case e.WordChallenged():
            verdict = "in the lexicon" if event.in_lexicon else "not in the lexicon"
            return f"seat {event.seat} challenges: {verdict}"
        case e.AttemptFailed():
            return f"the attempt of seat {event.seat} failed: {event.reason}"
    return ""


def _tell_end(event: e.Event) -> str:
    match event:
        case e.CardLost():
            return f"seat {event.seat} loses {_score_card(event.lost)}, {event.points} points"
        case e.ContractFilled():
            return f"seat {event.seat} takes {_score_card(event.won)}, {event.points} points"
        case e.ContractDiscarded():
            return "the contract is discarded"
        case e.TableCleared():
            return f"the tiles go {'out of play' if event.out else 'back into the bag'}"
        case e.BagEnded():
            return "the last ace: the game is over"
    raise AssertionError(f"nobody can tell {event!r}")


def _until(closes_at: int | None) -> str:
    return "" if closes_at is None else f", until {closes_at / SECOND:g} s"


def _by(*, clock: bool) -> str:
    return " by the clock" if clock else ""
