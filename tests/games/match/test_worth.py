import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.match.drawing import crossword, play
from tests.games.match.game import Words
from wordlot.core.pieces import letters, parse_cards
from wordlot.games.match.placing import Worth, check_play, points, spelled, worth


@pytest.mark.parametrize(
    ("table", "text", "word", "value", "score"),
    [
        ("raTe", "extend_base +s", "rates", 2, 5),
        ("raTe", "extend_base c+s", "crates", 4, 6),
        ("raTe", "extend_base C+s", "crates", 2, 6),
        ("raTe", "cross 1 pl+y", "play", 6, 8),
        ("raTe", "cross 1 pL+y", "play", 3, 4),
        ("raTe", "cross 2 s+op", "stop", 6, 4),
        ("rate", "extend_base +s", "rates", 2, 10),
        ("rate", "extend_base +S", "rates", 2, 5),
    ],
)
def test_the_worked_figures(table: str, text: str, word: str, value: int, score: int) -> None:
    """M5.3: RATE lies, with a red T in all but the last two."""
    before, chosen = crossword(table), play(text)
    assert "".join(check_play(before, chosen.cards, chosen, Words(word))) == word
    assert worth(before, chosen) == Worth(value, score)


@pytest.mark.parametrize(
    ("text", "value"), [("ab", 4), ("AB", 4), ("aB", 2), ("abcDefg", 7), ("ABCDEFG", 14)]
)
def test_the_value_is_the_number_of_letters_laid_doubled_in_one_colour(
    text: str, value: int
) -> None:
    """M5.1."""
    assert worth(crossword(""), play(f"base {text}")).value == value


@pytest.mark.parametrize("card", ["s", "S"])
def test_a_single_letter_is_worth_two(card: str) -> None:
    """M5.1: it is all one colour, whatever lies there."""
    for table in ("rate", "RATE", "raTe"):
        assert worth(crossword(table), play(f"extend_base +{card}")).value == 2


def test_the_value_counts_new_cards_only_and_the_score_all() -> None:
    """M5.1, M5.2: so a low bid can score high, and the other way round."""
    high = crossword(".s.. raTe .a.. .y..")
    assert worth(high, play("extend_cross 1 +s")) == Worth(2, 10)
    assert worth(crossword("RaTe"), play("cross 1 pl+y")) == Worth(6, 8)


def test_the_letter_crossed_counts_for_the_score() -> None:
    """M5.2: its colour too."""
    assert worth(crossword("Rate"), play("cross 0 ca+")) == Worth(4, 3)
    assert worth(crossword("rate"), play("cross 0 ca+")) == Worth(4, 6)


@given(st.text("abcABC", min_size=1, max_size=8), st.text("abcABC", max_size=8))
def test_one_colour_doubles_and_two_do_not(before: str, after: str) -> None:
    """M5.1, M5.2: for whatever is laid around whatever lies there."""
    table, chosen = crossword("raTe"), play(f"extend_base {before}+{after}")
    laid = before + after
    one_colour = laid.islower() or laid.isupper()
    what = worth(table, chosen)
    assert what.value == len(laid) * (2 if one_colour else 1)
    assert what.score == len(laid) + 4
    assert what.score == points(spelled(table, chosen))
    assert len(letters(parse_cards(laid))) == len(laid)
