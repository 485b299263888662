"""Every word of a game is told once it is over (M9.1)."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.match.game import Game, standing
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH
from wordlot.games.match.said import said


def told(
    game: Game, *moves: Callable[[], tuple[m.Event, ...]]
) -> list[tuple[int, str, int | None]]:
    state, steps = game.state, []
    for move in moves:
        for event in move():
            steps.append((state, event))
            state = MATCH.evolve(state, event)
    return [(word.seat, "".join(word.word), word.points) for word in said(steps)]


def test_a_bid_that_did_not_win_is_told_with_its_word_and_the_winner_once() -> None:
    game = standing("rate", "tones", words="rate tones")
    words = told(game, lambda: game.bid(0, "base rate"), lambda: game.bid(1, "base tones"))
    assert words == [(0, "rate", None), (1, "tones", 10)]


def test_a_called_play_is_told_when_it_is_laid() -> None:
    called = m.MatchOptions(bidding=m.Bidding.CALLED)
    game = standing("rate", "tones", words="rate tones", options=called)
    words = told(
        game,
        lambda: game.call(0, 8),
        lambda: game.pass_(1),
        lambda: game.lay(0, "base rate"),
    )
    assert words == [(0, "rate", 8)]
