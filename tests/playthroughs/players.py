"""Simple players with a lexicon, who make the games that are told here and kept as records."""

from __future__ import annotations

from random import Random

from tests.games.match.drawing import show_play
from tests.playthroughs.telling import Move, Teller
from wordlot.core.protocol import Seat
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH
from wordlot.solver import plays
from wordlot.words import Lexicon

Choice = tuple[int, int, str]
"""Value, score and text of a play."""


def play_story(
    seats: int, options: m.MatchOptions, seed: bytes, lexicon: Lexicon, luck: Random
) -> Teller:
    """Play a game to its end and return it told."""
    teller = Teller(seats, options, seed, lexicon)
    while teller.game.state.ended is None:
        _next_move(teller, lexicon, luck)
    return teller


def _next_move(teller: Teller, lexicon: Lexicon, luck: Random) -> None:
    state = teller.game.state
    at = teller.game.at + luck.randrange(500, 9_000, 250)
    closes_at = MATCH.deadline(state)
    if luck.random() < 0.05 and closes_at is not None:
        teller.wait_until(closes_at)
        return
    if closes_at is not None:
        at = min(at, closes_at - 1)
    seat = luck.choice(MATCH.awaited(state))
    for what in _tries(teller, seat, lexicon, luck):
        if teller.move(Move(at, seat, what)):
            return


def _tries(teller: Teller, seat: Seat, lexicon: Lexicon, luck: Random) -> list[str]:
    """Return what to try until something is accepted: now and then a fault comes first."""
    state, view = teller.game.state, teller.game.view(seat)
    least = view.high or 0
    if state.phase is m.Phase.OPENING:
        return ["open"]
    if state.phase is not m.Phase.LAYING:
        least += 1
    found = [
        (play.value, play.score, show_play(play.play))
        for play in plays(state.crossword, state.hands[seat], lexicon)
    ]
    enough = sorted(choice for choice in found if choice[0] >= least)
    low = sorted(choice for choice in found if choice[0] < least)
    if state.phase is m.Phase.LAYING:
        return [*([f"lay {_best_paid(enough)}"] if enough and luck.random() < 0.8 else []), "pass"]
    if not enough or luck.random() < 0.15:
        return ["pass"]
    value, _, text = enough[luck.randrange(len(enough) * 3 // 4, len(enough))]
    if view.options.bidding is m.Bidding.CALLED:
        return [f"call {value}"]
    faults = [f"bid {choice[2]}" for choice in low[-1:]] + [f"bid {_backwards(text)}"]
    return [*(fault for fault in faults if luck.random() < 0.1), f"bid {text}"]


def _backwards(text: str) -> str:
    """Return a play with its cards in reverse: hardly ever a word."""
    *lane, cards = text.split()
    return " ".join((*lane, cards[::-1]))


def _best_paid(choices: list[Choice]) -> str:
    return max(choices, key=lambda choice: (choice[1], choice[2]))[2]
