"""Whole games of Bet the Bag between bots: all they do is legal, timely and in their words."""

from itertools import pairwise, product
from typing import TypeVar

import pytest

from tests.bots.selfplay import Game, play
from wordlot.bots import Level, warm
from wordlot.bots.vocabulary import known
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.components import load_tiles
from wordlot.words import Lexicon

T = TypeVar("T")

OPTIONS = list(product(m.Words, m.Blanks, m.Recycle))
SPARE_MS = 1_000
"""What has to be left on a clock for a decision to arrive in time."""


@pytest.fixture(scope="module")
def games(lexicon: Lexicon) -> list[Game]:
    warm("bet_the_bag", lexicon)
    levels = list(Level)
    played = []
    for number, (words, blanks, recycle) in enumerate(OPTIONS):
        seats = 2 + number if recycle is m.Recycle.BAG else 2 + number % 3
        clock_ms = (*m.BID_CLOCKS_MS, None, 10_000)[number]
        options = m.BagOptions(words=words, blanks=blanks, recycle=recycle, bid_clock_ms=clock_ms)
        seated = [levels[(seat + number) % 3] for seat in range(seats)]
        played.append(play(seated, lexicon, number, options, name="bet_the_bag"))
    return played


def _events(games: list[Game], kind: type[T]) -> list[T]:
    return [event for game in games for _, event in game.events if isinstance(event, kind)]


def test_every_decision_is_accepted_under_all_options(games: list[Game]) -> None:
    """The rules raise on any other; a game ends with the last ace (B3.2)."""
    assert {len(game.levels) for game in games} >= {2, 4, 6, 8}
    for game in games:
        assert game.state.phase is m.BagPhase.OVER
        assert isinstance(game.events[-1][1], e.BagEnded)


def test_bots_do_all_that_there_is_to_do(games: list[Game]) -> None:
    kinds = {type(decision.action) for game in games for _, decision in game.made}
    assert kinds >= {a.FlipCard, a.BidTiles, a.PassBid, a.DrawTile, a.SubmitWord, a.GiveUp}
    assert a.Accept in kinds
    assert _events(games, e.ContractFilled)


def test_no_clock_runs_out_on_a_bot(games: list[Game]) -> None:
    """B3.1, B4.3, B5.1."""
    assert not any(event.by_clock for event in _events(games, e.BidPassed))
    assert not any(event.by_clock for event in _events(games, e.CardFlipped))
    reasons = {event.reason for event in _events(games, e.AttemptFailed)}
    assert reasons <= {e.Failure.GAVE_UP, e.Failure.BOGUS}


def test_every_decision_is_made_in_a_human_time(games: list[Game]) -> None:
    for game in games:
        for view, decision in game.made:
            match decision.action:
                case a.OpenAttempt():
                    least, most = 500, m.DAY_MS
                case a.FlipCard():
                    least, most = 500, m.FLIP_MS
                case a.BidTiles() | a.PassBid():
                    least, most = 2_000, view.options.bid_clock_ms or m.DAY_MS
                case a.Accept() | a.Challenge():
                    least, most = 1_500, m.CHALLENGE_MS
                case a.DrawTile():
                    least, most = 1_000, m.ATTEMPT_MS
                case _:
                    least, most = 2_000, m.ATTEMPT_MS
            assert least <= decision.after_ms <= most - SPARE_MS, decision


def test_a_bot_draws_no_faster_than_it_can_look(games: list[Game]) -> None:
    for game in games:
        drawn = [
            (at, event.seat, event.attempt, event.turn)
            for at, event in game.events
            if isinstance(event, e.TileDrawn)
        ]
        for before, after in pairwise(drawn):
            if before[1:] == after[1:]:
                assert after[0] - before[0] >= 500


def test_words_are_known_to_the_level_or_are_bluffs(games: list[Game], lexicon: Lexicon) -> None:
    """A bluff is for tables where words can be challenged (B7.4), and not for the easy level."""
    submitted = 0
    for game in games:
        for view, decision in game.made:
            if isinstance(decision.action, a.SubmitWord):
                level = game.levels[view.you]
                submitted += 1
                if not known(lexicon, level).has(decision.action.word):
                    assert level is not Level.EASY
                    assert view.options.words is m.Words.CHALLENGE
    assert submitted > 40
    assert not _events(games, e.WordRefused)


def test_a_known_word_is_never_challenged(games: list[Game], lexicon: Lexicon) -> None:
    """B7.5."""
    verdicts = 0
    for game in games:
        for view, decision in game.made:
            if isinstance(decision.action, a.Challenge):
                verdicts += 1
                vocabulary = known(lexicon, game.levels[view.you])
                assert not vocabulary.has(view.submission.word)
    assert verdicts


def test_tiles_are_laid_only_for_a_word(games: list[Game]) -> None:
    """Drawing first is best, as a laid tile never comes back (B5.1)."""
    assert not any(
        isinstance(decision.action, a.LayTiles) for game in games for _, decision in game.made
    )


def test_tiles_are_conserved(games: list[Game]) -> None:
    for game in games:
        state = game.state
        held = [tile for hand in state.hands for tile in hand]
        lying = [lying.tile for lying in state.table]
        every = load_tiles(state.setup.options.tiles, state.setup.options.blanks).tiles
        assert sorted([*held, *lying, *state.bag, *state.out]) == list(every)


def test_the_same_game_is_played_twice_the_same_way(games: list[Game], lexicon: Lexicon) -> None:
    first = games[0]
    options = first.state.setup.options
    again = play(first.levels, lexicon, 0, options, name="bet_the_bag")
    assert again.events == first.events
    assert again.made == first.made
