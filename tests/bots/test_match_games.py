"""Whole games between bots: all they do is legal, timely, within their words, and repeatable."""

from collections.abc import Iterator
from itertools import product

import pytest

from tests.bots.selfplay import Game, play
from wordlot.bots import Level
from wordlot.bots.vocabulary import knows
from wordlot.core.pieces import letters
from wordlot.games.match import model as m
from wordlot.games.match.placing import free_columns, spelled
from wordlot.words import Lexicon

TABLES = list(product(m.Bidding, range(2, 7)))
SPARE_MS = 1_000
"""What has to be left on a clock for a decision to arrive in time."""


@pytest.fixture(scope="module")
def games(lexicon: Lexicon) -> list[Game]:
    levels = list(Level)
    return [
        play(
            [levels[(seat + seats) % 3] for seat in range(seats)],
            lexicon,
            seed=seats,
            options=m.MatchOptions(bidding=bidding, round_clock_ms=clock_ms),
        )
        for (bidding, seats), clock_ms in zip(
            TABLES, (*m.ROUND_CLOCKS_MS, None, 20_000), strict=True
        )
    ]


def _decisions(games: list[Game]) -> Iterator[tuple[Level, m.MatchView, m.Action, int]]:
    for game in games:
        for view, decision in game.made:
            assert view.you is not None
            assert decision.action is not None
            yield game.levels[view.you], view, decision.action, decision.after_ms


def test_every_decision_is_accepted_in_both_biddings_at_all_numbers_of_seats(
    games: list[Game],
) -> None:
    """The rules raise on any other; so games end, by the pot or for lack of cards (M6.2, M7.2)."""
    assert [len(game.levels) for game in games] == [seats for _, seats in TABLES]
    for game in games:
        assert game.state.ended is not None
        assert sum(game.state.coins) + game.state.pot == m.COINS_PER_SEAT * len(game.levels)


def test_bots_bid_pass_and_lay(games: list[Game]) -> None:
    kinds = {type(action) for _, _, action, _ in _decisions(games)}
    assert kinds == {m.PlaceBid, m.CallBid, m.OpenLaying, m.LayPlay, m.Pass}


def test_a_called_bid_of_a_bot_is_always_laid(games: list[Game]) -> None:
    """M3.2: it calls what it can lay."""
    events = [event for game in games for _, event in game.events]
    assert any(isinstance(event, m.LayingOpened) for event in events)
    assert not any(isinstance(event, m.BidVoided) for event in events)


def test_no_clock_runs_out_on_a_bot(games: list[Game]) -> None:
    """M3.4, M3.2: of 20 s as of a minute, a day or none."""
    closed = [e for game in games for _, e in game.events if isinstance(e, m.AuctionClosed)]
    assert closed
    assert not any(event.by_clock for event in closed)


def test_no_decision_is_due_before_the_board_can_be_read_or_too_late(games: list[Game]) -> None:
    """Three seconds, and where the clock allows it a tenth more for each card of the hand."""
    for _, view, _, after_ms in _decisions(games):
        assert after_ms >= 3_000
        if view.phase is m.Phase.OPENING:
            # A winner by day has the day; a bot opens at once (X1.1).
            continue
        if view.phase is m.Phase.LAYING:
            assert after_ms <= view.options.lay_clock_ms - SPARE_MS
            continue
        clock_ms = view.options.round_clock_ms or m.DAY_MS
        if view.crossword.base and not free_columns(view.crossword):
            clock_ms = min(clock_ms, m.NO_COLUMN_MS)
        assert after_ms <= clock_ms - SPARE_MS
        if clock_ms >= 60_000:
            assert after_ms >= 3_000 + 100 * len(view.hand or ())


def test_no_play_leaves_the_vocabulary_of_its_level(games: list[Game], lexicon: Lexicon) -> None:
    plays = 0
    for level, view, action, _ in _decisions(games):
        if isinstance(action, m.PlaceBid | m.LayPlay):
            number = lexicon.number(letters(spelled(view.crossword, action.play)))
            assert number is not None
            assert knows(lexicon, level)[number]
            plays += 1
    assert plays > 100


def test_the_same_game_is_played_twice_the_same_way(lexicon: Lexicon) -> None:
    levels = [Level.EASY, Level.MEDIUM, Level.HARD]
    first, again, other = (play(levels, lexicon, seed) for seed in (7, 7, 8))
    assert first.events == again.events
    assert first.made == again.made
    assert first.events != other.events
