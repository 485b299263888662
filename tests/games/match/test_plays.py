from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.match.drawing import crossword, play, show, show_play
from tests.games.match.game import ANYTHING, Words, standing
from wordlot.core.errors import IllegalAction, Refusal
from wordlot.core.pieces import letters, parse_cards
from wordlot.games.match.model import LONGEST, Kind, Lane, MatchCode, Play
from wordlot.games.match.placing import (
    blocked_columns,
    cards_of,
    check_play,
    free_columns,
    lanes,
    lay,
    lying,
)

CROSSED = """
    ..s..
    raTes
    ..o..
    ..P..
"""


def laid(table: str, text: str) -> str:
    """Lay a play from a hand of its own cards, and draw the table."""
    chosen, before = play(text), crossword(table)
    check_play(before, chosen.cards, chosen, ANYTHING)
    return show(lay(before, chosen))


def refused(table: str, hand: str, text: str, words: str = "") -> tuple[str, str]:
    with pytest.raises(IllegalAction) as caught:
        check_play(crossword(table), parse_cards(hand), play(text), Words(words))
    return caught.value.code, caught.value.clause


def test_a_drawing_is_read_and_written() -> None:
    drawn = "..s..\nraTes\n..o..\n..P.."
    assert show(crossword(CROSSED)) == drawn
    assert show(crossword("a[ch] .O")) == "a[ch]\n.O"
    assert show(crossword("")) == ""
    for text in ("base raTe", "cross 2 s+oP", "extend_base C+s", "extend_cross 2 +s"):
        assert show_play(play(text)) == text


def test_a_base_word_is_laid_on_an_empty_table() -> None:
    """M4.1."""
    assert laid("", "base raTe") == "raTe"


@pytest.mark.parametrize(
    ("table", "text", "code"),
    [
        ("", "base a", MatchCode.TOO_SHORT),
        ("rat", "base to", MatchCode.NO_SUCH_PLACE),
        ("", "base 1 to", MatchCode.NO_SUCH_PLACE),
        ("", "base t+o", MatchCode.NO_SUCH_PLACE),
        ("", "base +to", MatchCode.NO_SUCH_PLACE),
    ],
)
def test_a_base_word_has_two_letters_and_an_empty_table(table: str, text: str, code: str) -> None:
    """M4.1."""
    assert refused(table, "ato", text) == (code, "M4.1")


def test_a_crossing_word_uses_one_letter_of_the_base_word() -> None:
    """M4.2: anywhere in it."""
    assert laid("raTe", "cross 2 s+oP") == "..s.\nraTe\n..o.\n..P."
    assert laid("raTe", "cross 1 +t") == "raTe\n.t.."
    assert laid("raTe", "cross 3 th+") == "...t\n...h\nraTe"


@pytest.mark.parametrize("column", [1, 2, 3])
def test_crossing_words_are_neither_in_one_column_nor_side_by_side(column: int) -> None:
    """M4.2."""
    assert refused(CROSSED, "to", f"cross {column} t+o") == (MatchCode.NO_SUCH_PLACE, "M4.2")


@pytest.mark.parametrize("column", [0, 4])
def test_two_columns_away_a_crossing_word_may_stand(column: int) -> None:
    """M4.2."""
    assert free_columns(crossword(CROSSED)) == (0, 4)
    assert blocked_columns(crossword(CROSSED)) == (1, 2, 3)
    laid(CROSSED, f"cross {column} t+o")


@pytest.mark.parametrize("column", [-1, 4, 99])
def test_a_crossing_word_needs_a_letter_of_the_base_word(column: int) -> None:
    """M4.2: also where a negative column would count from the end."""
    assert refused("raTe", "to", f"cross {column} t+o") == (MatchCode.NO_SUCH_PLACE, "M4.2")
    assert refused("", "to", f"cross {column} t+o") == (MatchCode.NO_SUCH_PLACE, "M4.2")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("extend_base +d", "..s...\nraTesd\n..o...\n..P..."),
        ("extend_base C+", "...s..\nCraTes\n...o..\n...P.."),
        ("extend_base un+ly", "....s....\nunraTesly\n....o....\n....P...."),
    ],
)
def test_the_base_word_grows_at_either_end_and_carries_its_crossing_words(
    text: str, after: str
) -> None:
    """M4.3, M4.5: a crossing word stays on its letter."""
    assert laid(CROSSED, text) == after


def test_there_is_no_base_word_to_extend_on_an_empty_table() -> None:
    """M4.3."""
    assert refused("", "s", "extend_base +s") == (MatchCode.NO_SUCH_PLACE, "M4.3")
    assert refused("rat", "s", "extend_base 1 +s") == (MatchCode.NO_SUCH_PLACE, "M4.3")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("extend_cross 2 +S", "..s..\nraTes\n..o..\n..P..\n..S.."),
        ("extend_cross 2 e+", "..e..\n..s..\nraTes\n..o..\n..P.."),
        ("extend_cross 2 e+ed", "..e..\n..s..\nraTes\n..o..\n..P..\n..e..\n..d.."),
    ],
)
def test_a_crossing_word_grows_at_either_end(text: str, after: str) -> None:
    """M4.4."""
    assert laid(CROSSED, text) == after


@pytest.mark.parametrize("column", [-1, 0, 1, 5])
def test_only_a_crossing_word_that_is_there_is_extended(column: int) -> None:
    """M4.4."""
    refusal = refused(CROSSED, "s", f"extend_cross {column} +s")
    assert refusal == (MatchCode.NO_SUCH_PLACE, "M4.4")


@pytest.mark.parametrize(
    ("table", "text"),
    [("", "base +"), ("rat", "cross 0 +"), ("rat", "extend_base +"), ("r. at", "extend_cross 0 +")],
)
def test_a_play_lays_at_least_one_card(table: str, text: str) -> None:
    """M4.5."""
    assert refused(table, "abc", text) == (MatchCode.NO_CARDS, "M4.5")


@pytest.mark.parametrize("hand", ["", "at", "aT", "atT", "tAtt"])
def test_all_cards_of_a_play_come_from_the_own_hand(hand: str) -> None:
    """M4.5: each as often as it is held, and in its colour."""
    assert refused("", hand, "base TaT") == (Refusal.NOT_HELD, "M4.5")


def test_the_whole_resulting_word_is_in_the_lexicon() -> None:
    """M4.5: not only the letters laid."""
    assert refused("rate", "s", "extend_base +s", words="s rate") == (
        MatchCode.NOT_A_WORD,
        "M4.5",
    )
    check_play(crossword("rate"), parse_cards("s"), play("extend_base +s"), Words("rates"))
    grown = crossword("s.. tar o..")
    check_play(grown, parse_cards("ps"), play("extend_cross 0 +ps"), Words("stops"))


def test_a_refusal_names_word_and_lexicon() -> None:
    """M4.5."""
    with pytest.raises(IllegalAction) as caught:
        check_play(crossword("r.. ate"), parse_cards("S"), play("extend_cross 0 +S"), Words("x"))
    assert caught.value.detail == "RAS is not a word of the lexicon drawn"


def test_a_word_has_fifteen_letters_at_most() -> None:
    """X2."""
    table = "abcdefghijklmn"
    assert laid(table, "extend_base +o") == "abcdefghijklmno"
    assert refused(table, "op", "extend_base +op") == (MatchCode.TOO_LONG, "X2")
    assert refused("", "a" * 16, "base " + "a" * 16) == (MatchCode.TOO_LONG, "X2")


def test_letters_outside_the_alphabet_make_no_word() -> None:
    """X2: the lexicon has case and accents as it has them."""
    assert refused("", "été", "base été", words="ete") == (MatchCode.NOT_A_WORD, "M4.5")


def test_a_word_at_its_longest_is_not_offered_to_grow() -> None:
    """M4.3, M4.4, X2: what is offered can be done."""
    long = "abcdefghijklmno"
    (offer, _) = standing("a", "b", table=long).offers(0)
    assert Lane(Kind.EXTEND_BASE) not in getattr(offer, "lanes", ())
    tall = "\n".join(["ab", *(f"{x}." for x in long[1:])])
    (offer, _) = standing("a", "b", table=tall).offers(0)
    assert getattr(offer, "lanes", ()) == (Lane(Kind.EXTEND_BASE),)


TABLES = st.sampled_from(["", "raTe", "at", CROSSED, "s.... raTes o...."])


@given(TABLES, st.text("abcABC", max_size=3), st.text("abcABC", max_size=3), st.data())
def test_laying_moves_no_card_and_adds_those_of_the_play(
    drawn: str, before: str, after: str, data: st.DataObject
) -> None:
    """M4.5: what lay there lies there still, in its word and its order."""
    table = crossword(drawn)
    lane = data.draw(st.sampled_from(lanes(table)))
    laid_cards = (parse_cards(before), parse_cards(after))
    if lane.kind is Kind.BASE:
        laid_cards = (laid_cards[0] + laid_cards[1], ())
    chosen = Play(lane.kind, lane.column, *laid_cards)
    old, total = lying(table, lane), len(lying(table, lane)) + len(chosen.cards)
    try:
        word = check_play(table, chosen.cards, chosen, ANYTHING)
    except IllegalAction:
        assert not chosen.cards or not 2 <= total <= LONGEST
        return
    assert word == letters((*chosen.before, *old, *chosen.after))
    grown = lay(table, chosen)
    assert Counter(cards_of(grown)) == Counter(cards_of(table) + chosen.cards)
    shift = len(chosen.before) if lane.kind is Kind.EXTEND_BASE else 0
    kept = {c.column: c.cards for c in grown.crossings}
    for c in table.crossings:
        if lane != Lane(Kind.EXTEND_CROSS, c.column):
            assert kept[c.column + shift] == c.cards
    if lane.kind in {Kind.CROSS, Kind.EXTEND_CROSS}:
        assert grown.base == table.base
    assert crossword(show(grown)) == grown
