"""Every word of a game is told once it is over, bluffs that stood among them (B9.1)."""

from __future__ import annotations

from tests.games.bet_the_bag.game import Game, attempting
from wordlot.core.protocol import Seat
from wordlot.core.said import SaidWord
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.said import said


def told(game: Game) -> SaidWord:
    (word,) = said((game.state, event) for event in game.events)
    return word


def test_a_bluff_that_nobody_challenged_is_told_with_what_it_scored() -> None:
    game = attempting("blaf", "def", bids=(5, None), words="crab", bag="uvw")
    game.submit(0, "blaf", "blaf")
    game.accept(1)
    assert told(game) == SaidWord(1, Seat(0), tuple("blaf"), 4)


def test_a_bluff_that_was_found_out_is_told_with_what_it_cost() -> None:
    game = attempting("blaf", "def", bids=(5, None), words="crab", bag="uvw", won=("5s",))
    game.submit(0, "blaf", "blaf")
    game.challenge(1)
    assert told(game) == SaidWord(1, Seat(0), tuple("blaf"), None, challenged=True, lost=5)


def test_a_word_that_was_refused_is_told_too() -> None:
    checked = m.BagOptions(words=m.Words.CHECKED)
    game = attempting("blaf", "def", bids=(5, None), words="crab", bag="uvw", options=checked)
    game.submit(0, "blaf", "blaf")
    assert told(game) == SaidWord(1, Seat(0), tuple("blaf"), None)
