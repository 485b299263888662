from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.solver.drawing import draw, hand, lexicon_of, show
from tests.solver.reference import Best, every_play, place_of
from wordlot.core.pieces import Card, Colour
from wordlot.games.match.model import Crossing, Crossword, Kind
from wordlot.games.match.placing import Worth, check_play, worth
from wordlot.solver import Candidate, plays
from wordlot.words import Lexicon


@pytest.fixture(scope="module")
def worked() -> Lexicon:
    return lexicon_of(["rate", "rates", "crates", "play", "stop", "at", "tat"])


def spelling(found: Iterable[Candidate], word: str) -> list[str]:
    return [show(c) for c in found if "".join(c.word) == word]


@pytest.mark.parametrize(
    ("base", "held", "word", "best"),
    [
        ("raTe", "s", "rates", "extend_base 0 +s 2 5"),
        ("raTe", "cs", "crates", "extend_base 0 c+s 4 6"),
        ("raTe", "Cs", "crates", "extend_base 0 C+s 2 6"),
        ("raTe", "ply", "play", "cross 1 pl+y 6 8"),
        ("raTe", "pLy", "play", "cross 1 pL+y 3 4"),
        ("raTe", "sop", "stop", "cross 2 s+op 6 4"),
        ("rate", "s", "rates", "extend_base 0 +s 2 10"),
        ("rate", "S", "rates", "extend_base 0 +S 2 5"),
    ],
)
def test_the_worked_figures_of_the_rules_are_found(
    worked: Lexicon, base: str, held: str, word: str, best: str
) -> None:
    """M5.3."""
    assert spelling(plays(draw(f">{base}"), hand(held), worked), word) == [best]


def test_the_better_value_is_taken_and_then_the_better_score(worked: Lexicon) -> None:
    """With every letter in both colours, the colour of the letters on the table wins."""
    both = hand("ply PLY")
    assert spelling(plays(draw(">raTe"), both, worked), "play") == ["cross 1 pl+y 6 8"]
    assert spelling(plays(draw(">rATe"), both, worked), "play") == ["cross 1 PL+Y 6 8"]
    assert spelling(plays(draw(">rATe"), hand("ply PL"), worked), "play") == ["cross 1 pl+y 6 4"]


def test_where_no_one_colour_will_do_the_letter_held_oftener_is_laid(worked: Lexicon) -> None:
    assert spelling(plays(draw(">raTe"), hand("pLLly"), worked), "play") == ["cross 1 pl+y 6 8"]
    assert spelling(plays(draw(">raTe"), hand("PLLly"), worked), "play") == ["cross 1 PL+y 3 4"]


def test_an_empty_table_takes_base_words_only(worked: Lexicon) -> None:
    """M4.1."""
    found = plays(Crossword(), hand("rate s"), worked)
    assert found.by_kind() == {
        Kind.BASE: 3,
        Kind.CROSS: 0,
        Kind.EXTEND_BASE: 0,
        Kind.EXTEND_CROSS: 0,
    }
    assert show(found[0]) == "base 0 rates+ 10 10"


def test_no_word_crosses_in_or_beside_a_column_that_has_one(worked: Lexicon) -> None:
    """M4.2."""
    open_table = draw(">raTe")
    beside = draw("""
 .p
 .l
>raTe
 .y
""")
    apart = draw("""
>raTe
 ...t
""")
    for crossword, columns in ((open_table, {2}), (beside, set()), (apart, set())):
        found = plays(crossword, hand("sop"), worked)
        assert {c.play.column for c in found if c.play.kind is Kind.CROSS} == columns


def test_words_on_the_table_grow_at_both_ends(worked: Lexicon) -> None:
    """M4.3, M4.4."""
    crossword = draw("""
>raTe
 .t
""")
    found = plays(crossword, hand("cstt"), worked)
    assert [show(c) for c in found] == [
        "extend_base 0 c+s 4 6",
        "extend_cross 1 t+ 2 6",
        "extend_base 0 +s 2 5",
    ]


def test_a_word_with_the_old_letters_twice_has_two_places(worked: Lexicon) -> None:
    """M4.2: TAT may cross the T by its first letter or its last."""
    found = plays(draw(">raTe"), hand("ta"), worked)
    assert spelling(found, "tat") == ["cross 2 +at 4 3", "cross 2 ta+ 4 3"]


def test_a_play_lays_a_card(worked: Lexicon) -> None:
    """M4.5: the words that lie there already are no plays."""
    assert len(plays(draw(">raTe"), (), worked)) == 0
    assert len(plays(draw(">raTe"), (), worked, min_value=0)) == 0
    assert plays(draw(">raTe"), (), worked).best_value == 0
    assert plays(draw(">raTe"), (), worked).best_score == 0


def test_letters_that_the_lexicon_lacks_take_part_in_no_play(worked: Lexicon) -> None:
    assert len(plays(draw(">raTe"), hand("éñ"), worked)) == 0
    assert spelling(plays(draw(">raéTe"), hand("és at"), worked), "at") == [
        "cross 1 +t 2 4",
        "cross 3 a+ 2 2",
    ]


def test_a_letter_of_two_characters_is_laid_as_one() -> None:
    lexicon = lexicon_of(["chal", "coche"], "spanish")
    found = plays(Crossword(), hand("[CH]al ch"), lexicon)
    assert [show(c) for c in found] == ["base 0 [CH]al+ 3 3"]


def test_plays_below_a_value_can_be_left_out(english: Lexicon) -> None:
    crossword, held = draw(">roAst"), hand("edlIGhT")
    every = plays(crossword, held, english)
    high = plays(crossword, held, english, min_value=5)
    assert [show(c) for c in high] == [show(c) for c in every if c.value >= 5]
    assert 0 < len(high) < len(every)


def test_plays_come_best_first(english: Lexicon) -> None:
    found = plays(draw(">roAst"), hand("edlIGhT"), english)
    worths = [(c.value, c.score) for c in found]
    assert worths == sorted(worths, reverse=True)


def test_plays_are_a_sequence_and_can_be_chosen_by_column(english: Lexicon) -> None:
    found = plays(draw(">roAst"), hand("edlIGhT"), english)
    every = list(found)
    assert (found[0], found[-1]) == (every[0], every[-1])
    assert found[2:9:3] == every[2:9:3]
    assert found[::-1] == every[::-1]
    short = found.take(found.columns.offset == 0)
    assert list(short) == [c for c in every if c.offset == 0]
    assert list(found.take(np.array([3, 1]))) == [every[3], every[1]]
    with pytest.raises(IndexError, match="none at"):
        found[len(found)]


def test_every_play_found_in_english_is_accepted_by_the_rules(english: Lexicon) -> None:
    """M4, M5: what the solver offers, the game takes, at the same value and score."""
    crossword, held = draw(">roAstEd"), hand("edlIGhTsanOR")
    for c in plays(crossword, held, english):
        assert check_play(crossword, held, c.play, english) == c.word
        assert worth(crossword, c.play) == Worth(c.value, c.score)


LETTERS = "abc"
WORDS = st.sets(st.text(LETTERS, min_size=2, max_size=6), min_size=1, max_size=60)
CARDS = st.builds(Card, st.sampled_from(LETTERS), st.sampled_from(Colour))
HANDS = st.lists(CARDS, max_size=6)


@st.composite
def crosswords(draw: st.DrawFn) -> Crossword:
    base = tuple(draw(st.lists(CARDS, min_size=2, max_size=4)))
    if draw(st.integers(0, 5)) == 0:
        return Crossword()
    crossings = []
    column = draw(st.integers(0, 2))
    while column < len(base):
        before = tuple(draw(st.lists(CARDS, max_size=1)))
        after = tuple(draw(st.lists(CARDS, min_size=1 - len(before), max_size=2)))
        cards = (*before, base[column], *after)
        crossings.append(Crossing(column, len(before), cards))
        column += draw(st.integers(2, 4))
    return Crossword(base, tuple(crossings))


@given(WORDS, crosswords(), HANDS)
def test_the_solver_equals_the_plain_reference(
    words: set[str], crossword: Crossword, held: Sequence[Card]
) -> None:
    """M4.1 to M4.5, M5.1, M5.2: same plays, and best value and score each by itself."""
    lexicon = lexicon_of(words)
    found = list(plays(crossword, held, lexicon))
    best = {place_of(c.play, c.word): Best(c.value, c.score) for c in found}
    assert best == every_play(crossword, held, map(tuple, words))
    assert len(best) == len(found)


@given(WORDS, crosswords(), HANDS)
def test_the_cards_of_a_play_are_held_and_worth_what_is_said(
    words: set[str], crossword: Crossword, held: Sequence[Card]
) -> None:
    """M4.5, M5."""
    lexicon = lexicon_of(words)
    for c in plays(crossword, held, lexicon):
        assert Counter(c.play.cards) <= Counter(held)
        assert check_play(crossword, held, c.play, lexicon) == c.word
        assert worth(crossword, c.play) == Worth(c.value, c.score)
