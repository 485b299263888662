"""How a Match bot judges one view: what pays, what wins, and when it speaks."""

import inspect
from statistics import mean

import msgspec
import pytest

from tests.bots.tables import answer, crossword, view
from wordlot import bots
from wordlot.bots import LEVELS, Decision, Level, decide
from wordlot.bots.match import choose
from wordlot.bots.match.character import CHARACTERS
from wordlot.bots.match.keeping import letter_worths
from wordlot.bots.match.sight import noticed
from wordlot.bots.match.worth import Rivals, worths
from wordlot.bots.mood import Mood
from wordlot.core.pieces import letters
from wordlot.games.match import model as m
from wordlot.games.match.placing import spelled, worth
from wordlot.games.registry import GAMES
from wordlot.words import Lexicon

MOODS = range(40)
RATE = "raTe"
CALLED = m.MatchOptions(bidding=m.Bidding.CALLED)


def _word(seen: m.MatchView, action: object) -> str:
    assert isinstance(action, m.PlaceBid | m.LayPlay)
    return "".join(letters(spelled(seen.crossword, action.play)))


def _answers(seen: m.MatchView, level: Level, lexicon: Lexicon) -> list[Decision]:
    return [answer(seen, level, lexicon, mood) for mood in MOODS]


def test_nothing_but_a_view_is_in_reach_of_a_bot() -> None:
    names = list(inspect.signature(decide).parameters)
    assert names == ["game", "view", "offers", "level", "chance", "lexicon"]
    annotated = inspect.get_annotations(choose, eval_str=True)
    assert annotated["view"] is m.MatchView


def test_levels_have_names_for_people_the_easiest_first() -> None:
    assert [info.level for info in LEVELS] == list(Level)
    every = [name for info in LEVELS for name in info.names]
    assert len(set(every)) == len(every)
    assert min(len(info.names) for info in LEVELS) >= max(
        game.rules.max_seats for game in GAMES.values()
    )


def test_names_of_bots_are_short_and_begin_differently() -> None:
    every = [name for info in LEVELS for name in info.names]
    assert max(map(len, every)) <= 7
    assert len({name[:3] for name in every}) == len(every)


def test_bots_are_offered_for_match_only_where_there_are_any() -> None:
    assert bots.plays_game("match")
    assert not bots.plays_game("chess")


@pytest.mark.parametrize("level", Level)
def test_a_seat_that_has_nothing_to_do_waits(level: Level, lexicon: Lexicon) -> None:
    seen = msgspec.structs.replace(view("stormed"), awaited=())
    assert answer(seen, level, lexicon) == Decision(None, 0)


@pytest.mark.parametrize("level", Level)
def test_a_hand_without_a_word_passes(level: Level, lexicon: Lexicon) -> None:
    """M3.3."""
    answers = _answers(view("vvqqjjx"), level, lexicon)
    assert {decision.action for decision in answers} == {m.Pass(3)}


@pytest.mark.parametrize("level", Level)
def test_a_bid_that_no_card_can_beat_is_left_alone(level: Level, lexicon: Lexicon) -> None:
    """M3.1: seven cards are worth 14 at most."""
    seen = view("stormed", bids=(14, None))
    assert {decision.action for decision in _answers(seen, level, lexicon)} == {m.Pass(3)}


@pytest.mark.parametrize("level", Level)
def test_a_bid_is_higher_than_those_before_it(level: Level, lexicon: Lexicon) -> None:
    """M3.1."""
    seen = view("stonedr", bids=(5, None))
    made = (decision.action for decision in _answers(seen, level, lexicon))
    plays = [action.play for action in made if isinstance(action, m.PlaceBid)]
    assert plays
    assert all(worth(seen.crossword, play).value > 5 for play in plays)


def test_the_highest_value_is_not_always_bid(lexicon: Lexicon) -> None:
    """M5.3: by a yellow S, RATES is worth 2 and scores 5 of a mixed base, 10 of a yellow one."""
    seen = view("sqvxjwk", crossword("rate"), bids=(None,), passed=(1,))
    assert _word(seen, answer(seen, Level.HARD, lexicon).action) == "rates"
    rich = view("sOAPERT", crossword("rate"), bids=(None,), passed=(1,))
    action = answer(rich, Level.HARD, lexicon).action
    assert isinstance(action, m.PlaceBid)
    assert worth(rich.crossword, action.play).value == 2


def test_who_may_be_outbid_bids_more_than_who_is_last(lexicon: Lexicon) -> None:
    hand, base = "sandLETOI", crossword(RATE)

    def mean_value(seen: m.MatchView) -> float:
        made = (decision.action for decision in _answers(seen, Level.HARD, lexicon))
        plays = [action.play for action in made if isinstance(action, m.PlaceBid)]
        return mean(worth(seen.crossword, play).value for play in plays)

    last = view(hand, base, bids=(None, None, None), passed=(1, 2, 3))
    first = view(hand, base, bids=(None, None, None))
    assert mean_value(last) < mean_value(first)


def test_cards_are_spent_freely_when_they_take_the_whole_pot(lexicon: Lexicon) -> None:
    """M6.2: nothing is left to keep them for, so every play pays, and the dearest do not else."""
    few, full = (view("sandLETOI", crossword(RATE), pot=pot) for pot in (2, 160))
    mood, character = Mood(1), CHARACTERS[Level.HARD]
    assert few.hand is not None
    found = noticed(few.crossword, few.hand, mood, level=Level.HARD, lexicon=lexicon)
    early, late = (
        worths(seen, found, Rivals(()), character, mood, lexicon) for seen in (full, few)
    )
    assert (early <= 0).any()
    assert (late > 0).all()


def test_called_bids_name_a_value_that_can_be_laid(lexicon: Lexicon) -> None:
    """M3.2."""
    for level in Level:
        for mood in MOODS:
            called = answer(view("stonedr", options=CALLED), level, lexicon, mood).action
            assert isinstance(called, m.CallBid)
            won = view("stonedr", bids=(called.value - 1,), options=CALLED, laying=True)
            won = msgspec.structs.replace(won, high=called.value)
            laid = answer(won, level, lexicon, mood).action
            assert isinstance(laid, m.LayPlay)
            assert worth(won.crossword, laid.play).value >= called.value


def test_the_play_that_is_laid_is_the_best_that_makes_a_call_good(lexicon: Lexicon) -> None:
    """M3.2: a call of 2 may be made good by a play worth more."""
    won = view("ssqvxjw", crossword("rate"), bids=(1,), options=CALLED, laying=True)
    won = msgspec.structs.replace(won, high=2)
    assert _word(won, answer(won, Level.HARD, lexicon).action) == "rates"


def test_a_call_that_cannot_be_laid_any_more_is_given_up(lexicon: Lexicon) -> None:
    """M3.2: as when a bot takes over the seat of a person who called too high."""
    won = view("vvqqjjx", bids=(11,), options=CALLED, laying=True)
    assert answer(won, Level.HARD, lexicon).action == m.Pass(3)


@pytest.mark.parametrize("level", Level)
def test_bids_of_others_make_no_bot_quicker(level: Level, lexicon: Lexicon) -> None:
    for mood in MOODS:
        times = [
            answer(view("stonedr", bids=bids), level, lexicon, mood).after_ms
            for bids in ((None, None), (2, None), (2, 6), (2, 14))
        ]
        assert times[0] + 1_000 < times[1] < times[2]
        assert times[1] < times[3]


def test_harder_words_and_fuller_boards_take_longer(lexicon: Lexicon) -> None:
    def mean_ms(hand: str, base: str = "") -> float:
        seen = view(hand, crossword(base), bids=(None,), passed=(1,))
        return mean(decision.after_ms for decision in _answers(seen, Level.HARD, lexicon))

    assert mean_ms("cat") < mean_ms("qat")
    assert mean_ms("cat") < mean_ms("catvvvvvv")
    assert mean_ms("cat") < mean_ms("cat", "UNIVERSALLY")


def test_a_bot_takes_its_time_anew_each_round(lexicon: Lexicon) -> None:
    for level in Level:
        assert len({d.after_ms for d in _answers(view("stonedr"), level, lexicon)}) > 30


def test_a_harder_level_finds_more_valuable_plays(lexicon: Lexicon) -> None:
    def mean_value(level: Level) -> float:
        found = []
        for mood, hand in enumerate(("aeinrst", "dgilnOU", "CEhmopr", "aBELtsk", "forwaRD")):
            for more in range(8):
                action = answer(view(hand), level, lexicon, 10 * mood + more).action
                play = action.play if isinstance(action, m.PlaceBid) else None
                found.append(0 if play is None else worth(m.Crossword(), play).value)
        return mean(found)

    easy, medium, hard = map(mean_value, Level)
    assert easy < medium < hard


def test_letters_are_worth_more_the_more_words_have_them(lexicon: Lexicon) -> None:
    worths = dict(zip(lexicon.alphabet.faces, letter_worths(lexicon), strict=True))
    assert worths["s"] > worths["n"] > worths["p"] > worths["k"] > worths["z"] > worths["q"] > 0


def test_the_same_view_and_chance_get_the_same_answer(lexicon: Lexicon) -> None:
    seen = view("stonedr", crossword(RATE), bids=(2, None))
    for level in Level:
        assert _answers(seen, level, lexicon) == _answers(seen, level, lexicon)
