"""How a Bet the Bag bot judges one view: bids, words and its time."""

import inspect
from collections import Counter
from statistics import mean

import msgspec
import pytest

from tests.bots.bags import answer, attempt, bidding
from wordlot.bots import Decision, Level, warm
from wordlot.bots.bet_the_bag import choose
from wordlot.bots.bet_the_bag.bidding import unseen_tiles, worth_of_numbers
from wordlot.core.pieces import parse_tiles
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.components import load_tiles
from wordlot.games.bet_the_bag.rules import BET_THE_BAG
from wordlot.words import Lexicon

MOODS = range(30)
RISING = {number: min(1.0, 0.2 * (number - 3)) for number in range(4, 16)}
"""Odds of 20 % with 4 tiles, and 20 % more with each tile."""


@pytest.fixture(scope="module")
def words(lexicon: Lexicon) -> Lexicon:
    warm("bet_the_bag", lexicon)
    return lexicon


def _answers(seen: m.BagView, level: Level, lexicon: Lexicon) -> list[Decision]:
    return [answer(seen, level, lexicon, mood) for mood in MOODS]


def _bids(seen: m.BagView, level: Level, lexicon: Lexicon) -> list[int | None]:
    made = (decision.action for decision in _answers(seen, level, lexicon))
    return [action.tiles if isinstance(action, a.BidTiles) else None for action in made]


def _worths(seen: m.BagView) -> dict[int, float]:
    offer = BET_THE_BAG.offers(seen)[0]
    assert isinstance(offer, m.BidTilesOffer)
    return worth_of_numbers(seen, offer, RISING, RISING)


def test_nothing_but_a_view_is_in_reach_of_a_bot() -> None:
    annotated = inspect.get_annotations(choose, eval_str=True)
    assert annotated["view"] is m.BagView
    assert set(annotated) == {"view", "offers", "level", "chance", "lexicon", "return"}


@pytest.mark.parametrize("level", Level)
def test_a_seat_that_has_nothing_to_do_waits(level: Level, words: Lexicon) -> None:
    seen = msgspec.structs.replace(bidding("abc", 4), awaited=())
    assert answer(seen, level, words) == Decision(None, 0)


@pytest.mark.parametrize("level", Level)
def test_bids_are_free_numbers_that_can_fill_the_contract(level: Level, words: Lexicon) -> None:
    """B4.1."""
    taken = {1: 6, 2: 7, 3: 9}
    bids = {bid for bid in _bids(bidding("ear", 5, taken, seats=4), level, words) if bid}
    assert bids
    assert bids <= set(range(5, 16)) - set(taken.values())


@pytest.mark.parametrize("level", Level)
def test_a_harder_contract_needs_more_tiles(level: Level, words: Lexicon) -> None:
    low, high = (
        mean(bid for bid in _bids(bidding("ear", rank, {1: 15}), level, words) if bid)
        for rank in (4, 7)
    )
    assert low < high


def test_the_last_to_bid_goes_just_below_a_number_that_is_likely_to_be_made() -> None:
    """B5.1: the lowest attempts first."""
    worths = _worths(bidding("abc", 4, {1: 8}))
    assert max(worths, key=worths.__getitem__) == 7
    assert worths[9] == 0


def test_who_bids_before_others_goes_lower_than_who_bids_last() -> None:
    first, last = _worths(bidding("abc", 4, seats=4)), _worths(bidding("abc", 4, {1: 15}))
    assert max(first, key=first.__getitem__) < max(last, key=last.__getitem__)


def test_a_number_is_worth_no_more_than_its_odds_of_the_contract() -> None:
    for seen in (bidding("abc", 4, seats=5), bidding("abc", 4, {1: 5, 2: 6}, seats=5)):
        assert all(0 <= worth <= 4 * RISING[n] for n, worth in _worths(seen).items())


def test_a_tile_is_taken_where_lower_bids_leave_no_hope(words: Lexicon) -> None:
    """B4.2: at contract 4, three bids of up to 7 tiles are hardly ever all missed."""
    hopeless = {1: 4, 2: 5, 3: 6, 4: 7}
    assert set(_bids(bidding("qvz", 4, hopeless, seats=5), Level.HARD, words)) == {None}


def test_a_tile_is_worth_nothing_before_the_last_ace(words: Lexicon) -> None:
    """B3.2: with an empty pile no contract comes after this one."""
    hopeless = {1: 4, 2: 5, 3: 6, 4: 7}
    seen = bidding("qvz", 4, hopeless, seats=5, pile=1, aces=3)
    ended = msgspec.structs.replace(seen, pile=0)
    assert None not in _bids(ended, Level.HARD, words)


def test_an_empty_bag_is_taken_into_account(words: Lexicon) -> None:
    """B5.1: then only the hand is left, which is one word or none."""
    assert set(_bids(bidding("rate", 4, bag=0), Level.HARD, words)) == {4}
    assert set(_bids(bidding("qvz", 4, bag=0), Level.HARD, words)) == {None}


def test_the_unseen_tiles_are_all_but_hand_and_table(words: Lexicon) -> None:
    """B9.1."""
    seen = attempt("aa?", 4, 6, table="qu", mine="e")
    every = Counter(load_tiles("english").tiles)
    assert Counter(unseen_tiles(seen, words)) == every - Counter("aa?que")


@pytest.mark.parametrize("level", Level)
def test_a_bot_draws_before_there_can_be_a_word(level: Level, words: Lexicon) -> None:
    """B5.1: drawing first is best."""
    assert {d.action for d in _answers(attempt("ae", 4, 6), level, words)} == {a.DrawTile(4, 1)}


@pytest.mark.parametrize("level", Level)
def test_a_word_that_lies_there_is_spotted_at_times(level: Level, words: Lexicon) -> None:
    actions = [d.action for d in _answers(attempt("", 4, 8, mine="etar"), level, words)]
    spotted = [action for action in actions if isinstance(action, a.SubmitWord)]
    assert spotted
    assert all(sorted(action.word) == sorted("rate") for action in spotted)
    if level is Level.EASY:
        assert len(spotted) < len(actions)


@pytest.mark.parametrize("level", Level)
def test_no_more_is_laid_than_the_bid_leaves_room_for(level: Level, words: Lexicon) -> None:
    """B5.1: three tiles lie there and one more may; RATES would take two."""
    seen = attempt("esl", 4, 4, mine="rat")
    for decision in _answers(seen, level, words):
        match decision.action:
            case a.SubmitWord() as submission:
                assert len(submission.lay) == 1
            case other:
                assert other == a.DrawTile(4, 1)


def test_the_hand_is_spared_where_the_table_is_enough(words: Lexicon) -> None:
    seen = attempt("sple", 4, 8, mine="rate")
    laid = [
        len(d.action.lay)
        for d in _answers(seen, Level.HARD, words)
        if isinstance(d.action, a.SubmitWord)
    ]
    assert laid.count(0) > len(laid) / 2


def test_blanks_are_named(words: Lexicon) -> None:
    """B1.1."""
    actions = [d.action for d in _answers(attempt("", 4, 4, mine="ra?e"), Level.HARD, words)]
    spotted = [action for action in actions if isinstance(action, a.SubmitWord)]
    assert spotted
    assert all(len(action.blanks) == 1 for action in spotted)


@pytest.mark.parametrize("level", Level)
def test_without_a_word_or_a_draw_the_attempt_is_given_up(level: Level, words: Lexicon) -> None:
    """B5.3."""
    seen = attempt("", 4, 4, mine="qvzx")
    assert {d.action for d in _answers(seen, level, words)} == {a.GiveUp(4, 1)}


def test_each_tile_drawn_takes_more_time(words: Lexicon) -> None:
    for level in Level:
        times = [
            answer(attempt("qv", 4, 15, mine="z" * drawn), level, words).after_ms
            for drawn in range(1, 15)
        ]
        assert times == sorted(times)
        assert times[-1] < 40_000


def test_a_minute_is_enough_for_the_longest_attempt(words: Lexicon) -> None:
    """B5.1."""
    for level in Level:
        seen = attempt("q", 7, 15, mine="qvzxqvzxqvzxqvz")
        assert all(d.after_ms <= 57_000 for d in _answers(seen, level, words))


def test_tiles_that_a_lexicon_has_no_letters_for_make_no_words(words: Lexicon) -> None:
    seen = attempt("[ch]", 4, 8, mine="[rr]ate")
    assert parse_tiles("[rr]")[0] not in words.alphabet
    for decision in _answers(seen, Level.HARD, words):
        assert isinstance(decision.action, a.DrawTile)
