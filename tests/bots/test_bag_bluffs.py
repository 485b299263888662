"""Words that are none: when a Bet the Bag bot tries one, and when it does not believe another's."""

from collections import Counter

import pytest

from tests.bots.bags import answer, attempt, submitted
from tests.bots.selfplay import Game, play
from wordlot.bots import Decision, Level, warm
from wordlot.bots.bet_the_bag.bluff import phony
from wordlot.bots.bet_the_bag.doubt import Occasion, odd_runs, suspicion
from wordlot.bots.mood import Mood
from wordlot.bots.vocabulary import known
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.words import Lexicon

MOODS = range(40)
CHECKED = m.BagOptions(words=m.Words.CHECKED)
HOPELESS = "abeeglnr"
"""No word has these eight letters, and REBANGLE looks like one."""
LAST_TRY = Occasion(room=False, costs=0, proven=0)
DOUBT = 0.2
GAMES = 6


@pytest.fixture(scope="module")
def words(lexicon: Lexicon) -> Lexicon:
    warm("bet_the_bag", lexicon)
    return lexicon


@pytest.fixture(scope="module")
def games(words: Lexicon) -> list[Game]:
    """Games of three of the hard level."""
    return [play([Level.HARD] * 3, words, seed, name="bet_the_bag") for seed in range(GAMES)]


def _answers(seen: m.BagView, level: Level, lexicon: Lexicon) -> list[Decision]:
    return [answer(seen, level, lexicon, mood) for mood in MOODS]


def _bluffs(seen: m.BagView, level: Level, lexicon: Lexicon) -> int:
    made = _answers(seen, level, lexicon)
    return sum(isinstance(decision.action, a.SubmitWord) for decision in made)


def _challenges(seen: m.BagView, level: Level, lexicon: Lexicon) -> int:
    made = _answers(seen, level, lexicon)
    return sum(isinstance(decision.action, a.Challenge) for decision in made)


def test_a_bluff_looks_like_a_word_and_is_not_known(words: Lexicon) -> None:
    vocabulary = known(words, Level.HARD)
    made = [phony(attempt("", 5, 8, mine="tackers"), Mood(m), vocabulary) for m in MOODS]
    bluffs = [word for word in made if word is not None]
    assert bluffs
    for word in bluffs:
        assert len(word) >= 5
        assert not Counter(word) - Counter("tackers")
        assert not vocabulary.has(word)
        assert not odd_runs(word, vocabulary)


def test_a_bluff_lays_no_more_than_the_bid_allows(words: Lexicon) -> None:
    """B5.1: of five tiles four lie there."""
    vocabulary = known(words, Level.HARD)
    made = [phony(attempt("tackers", 5, 5, mine="bino"), Mood(m), vocabulary) for m in MOODS]
    for word in filter(None, made):
        assert (Counter(word) - Counter("bino")).total() <= 1


def test_there_is_no_bluff_where_words_are_checked(words: Lexicon) -> None:
    """B7.4."""
    assert _bluffs(attempt("", 8, 8, mine=HOPELESS), Level.HARD, words)
    assert not _bluffs(attempt("", 8, 8, mine=HOPELESS, options=CHECKED), Level.HARD, words)


def test_the_bolder_a_level_the_more_it_bluffs(words: Lexicon) -> None:
    seen = attempt("", 8, 8, mine=HOPELESS)
    easy, medium, hard = (_bluffs(seen, level, words) for level in Level)
    assert easy == 0
    assert medium < hard < len(MOODS)


def test_a_card_to_lose_is_risked_for_a_contract_that_is_worth_it(words: Lexicon) -> None:
    """B7.1: at eight seats a challenge is all but certain, at two it is not."""

    def bluffs(won: int, seats: int) -> int:
        return _bluffs(attempt("", 8, 8, mine=HOPELESS, won=won, seats=seats), Level.HARD, words)

    assert bluffs(won=0, seats=2) > bluffs(won=4, seats=2) > bluffs(won=4, seats=8) == 0


@pytest.mark.parametrize("level", Level)
def test_a_word_that_a_bot_knows_is_accepted(level: Level, words: Lexicon) -> None:
    """B7.5."""
    answers = _answers(submitted("house", 5, won=7), level, words)
    assert {decision.action for decision in answers} == {a.Accept(4, 1)}


@pytest.mark.parametrize("level", Level)
def test_letters_in_no_order_are_challenged(level: Level, words: Lexicon) -> None:
    assert _challenges(submitted("xzqvk", 5), level, words) == len(MOODS)


def test_more_is_challenged_where_more_is_to_be_lost(words: Lexicon) -> None:
    """B7.1."""
    nothing, much = (
        _challenges(submitted("blater", 4, won=won, limit=6), Level.HARD, words) for won in (0, 14)
    )
    assert nothing < much


def test_a_word_is_doubted_where_its_player_could_draw_no_more(words: Lexicon) -> None:
    """B5.1: who has room left draws on, and need not try what is none."""
    full, room = (
        _challenges(submitted("blater", 6, limit=limit), Level.HARD, words) for limit in (6, 9)
    )
    assert 0 == room < full < len(MOODS)


def test_who_comes_next_with_a_word_ready_challenges_more(words: Lexicon) -> None:
    """B7.2: the tiles of a bogus word pass on."""
    other, waiting, ready = (
        _challenges(submitted("blater", 6, mine=mine, hand=hand), Level.HARD, words)
        for mine, hand in ((0, "s"), (7, "q"), (7, "s"))
    )
    assert other < waiting < ready


def test_a_player_whose_word_once_stood_is_doubted_less(words: Lexicon) -> None:
    """B7.1: everybody sees the doubled card."""
    vocabulary = known(words, Level.HARD)
    doubts = [
        suspicion(tuple("blater"), LAST_TRY._replace(proven=proven), DOUBT, vocabulary)
        for proven in range(3)
    ]
    assert doubts == sorted(doubts, reverse=True)
    doubled, plain = (
        _challenges(submitted("blater", 6, won=won, doubled=doubled), Level.HARD, words)
        for won, doubled in ((5, True), (10, False))
    )
    assert doubled < plain


def test_a_word_with_a_card_behind_it_is_believed_sooner(words: Lexicon) -> None:
    """B7.1: with no card to lose a bluff costs nothing."""
    vocabulary = known(words, Level.HARD)
    bare = suspicion(tuple("blater"), LAST_TRY, DOUBT, vocabulary)
    assert suspicion(tuple("blater"), LAST_TRY._replace(costs=4), DOUBT, vocabulary) < bare


def test_what_is_not_known_is_judged_without_the_lexicon(words: Lexicon) -> None:
    """B7.5: a rare word and a bogus one that look alike are treated alike."""
    vocabulary = known(words, Level.EASY)
    real, bogus = "slater", "blater"
    assert words.has(real)
    assert not words.has(bogus)
    assert not any(vocabulary.has(word) for word in (real, bogus))
    assert odd_runs(tuple(real), vocabulary) == odd_runs(tuple(bogus), vocabulary)
    one, other = (_answers(submitted(word, 6), Level.EASY, words) for word in (real, bogus))
    assert one == other


def test_among_equals_some_bluffs_stand_and_some_are_found_out(
    games: list[Game], words: Lexicon
) -> None:
    """B7.1, B7.3."""
    stood, found = 0, 0
    for game in games:
        said = [event for _, event in game.events if isinstance(event, e.WordSubmitted)]
        bogus = {(ev.turn, ev.attempt) for ev in said if not words.has(ev.word)}
        for _, event in game.events:
            if isinstance(event, e.WordChallenged):
                found += not event.in_lexicon
                bogus.discard((event.turn, event.attempt))
        stood += len(bogus)
    assert stood
    assert found
    assert stood + found < 3 * GAMES
