import msgspec
import pytest

from tests.solver.drawing import draw, hand, lexicon_of
from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import letters
from wordlot.core.pieces import parse_cards as cards
from wordlot.games.match.model import Crossing, Crossword
from wordlot.solver import plays
from wordlot.solver.position import Position, read_position

WORDS = lexicon_of(["rate", "play", "step", "eat"])
GOOD: dict[str, object] = {
    "base": "rate",
    "base_colours": "yyry",
    "crossings": [
        {"column": 3, "word": "step", "colours": "rryr", "base_letter_at": 2},
        {"column": 1, "word": "play", "colours": "ryyr", "base_letter_at": 2},
    ],
    "hand": [{"letter": "q", "colour": "r"}, {"letter": "z", "colour": "y"}],
}


def read(**changed: object) -> object:
    return read_position(msgspec.json.encode({**GOOD, **changed}), WORDS)


def refusal(source: bytes) -> str:
    with pytest.raises(InvalidNotation) as error:
        read_position(source, WORDS)
    return str(error.value)


def test_a_position_is_read_with_its_crossings_in_order() -> None:
    position = read_position(msgspec.json.encode(GOOD), WORDS)
    assert position.crossword == draw("""
..P.S
..l.T
>raTe
..Y.P
""")
    assert position.hand == hand("Qz")


def test_other_keys_are_passed_over() -> None:
    assert read(plays={"cross": 3}, note="from a game") == read()


def test_words_that_lie_there_may_come_from_another_lexicon() -> None:
    position = read(base="rats", crossings=crossing(word="plax"))
    assert isinstance(position, Position)
    assert letters(position.crossword.base) == tuple("rats")


def test_an_empty_table_and_an_empty_hand_are_a_position() -> None:
    position = read_position(
        b'{"base": "", "base_colours": "", "crossings": [], "hand": []}', WORDS
    )
    assert (position.crossword.base, position.hand) == ((), ())


def test_letters_and_colours_may_be_in_capitals() -> None:
    capitals = {
        "base": "RATE",
        "base_colours": "YYRY",
        "crossings": [
            {"column": 3, "word": "STEP", "colours": "RRYR", "base_letter_at": 2},
            {"column": 1, "word": "PLAY", "colours": "RYYR", "base_letter_at": 2},
        ],
        "hand": [{"letter": "Q", "colour": "R"}, {"letter": "Z", "colour": "Y"}],
    }
    assert read(**capitals) == read()


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b'{"base": "\xff"}', "not JSON"),
        (b'{"note": ' + b"[" * 100_000, "not JSON"),
        (b"[]", "not in the right form: Expected `object`"),
        (b"{}", "missing required field `base`"),
    ],
)
def test_what_is_no_json_of_this_form_is_refused(source: bytes, reason: str) -> None:
    assert reason in refusal(source)


def crossing(**changed: object) -> list[dict[str, object]]:
    return [
        {"column": 1, "word": "play", "colours": "ryyr", "base_letter_at": 2, **changed},
    ]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"base": 7}, "Expected `str`, got `int` - at `$.base`"),
        ({"base": "r4te"}, "base: '4' is not a letter of the alphabet english"),
        ({"base": "r", "base_colours": "y"}, "base: a word has 2 to 15 letters, not 1 (M4.1, X2)"),
        ({"base": "ra" * 8, "base_colours": "y" * 16}, "base: a word has 2 to 15 letters, not 16"),
        ({"base_colours": "yyr"}, "base: 4 letters but 3 colours"),
        ({"base_colours": "yyrb"}, "base: a colour is y or r, not 'b'"),
        ({"base": "", "base_colours": ""}, "no base word that they could cross (M4.2)"),
        ({"crossings": crossing(column=4)}, "the base word has columns 0 to 3 (M4.2)"),
        ({"crossings": crossing(column=-1)}, "the base word has columns 0 to 3 (M4.2)"),
        ({"crossings": crossing(base_letter_at=4)}, "'play' has no letter at base_letter_at 4"),
        ({"crossings": crossing(base_letter_at=-2)}, "'play' has no letter at base_letter_at -2"),
        (
            {"crossings": crossing(base_letter_at=1)},
            "1: letter 1 of 'play' is a yellow l, but the base word has a yellow a there (M4.2)",
        ),
        ({"crossings": crossing(colours="ryrr")}, "letter 2 of 'play' is a red a"),
        ({"crossings": crossing(colours="r")}, "crossing at column 1: 4 letters but 1 colour"),
        (
            {"crossings": crossing(word="a", colours="y", base_letter_at=0)},
            "crossing at column 1: a word has 2 to 15 letters, not 1 (M4.2, X2)",
        ),
        ({"crossings": crossing() * 2}, "columns 1 and 1 stand in or beside one column (M4.2)"),
        (
            {
                "crossings": [
                    *crossing(),
                    {"column": 0, "word": "rate", "colours": "yyry", "base_letter_at": 0},
                ]
            },
            "columns 0 and 1 stand in or beside one column (M4.2)",
        ),
        ({"hand": [{"letter": "ab", "colour": "y"}]}, "hand, card 0: 'ab' is not one letter"),
        ({"hand": [{"letter": "", "colour": "y"}]}, "hand, card 0: '' is not one letter"),
        ({"hand": [{"letter": "?", "colour": "y"}]}, "hand, card 0: '?' is not a letter"),
        ({"hand": [{"letter": "a", "colour": "x"}]}, "hand, card 0: a colour is y or r, not 'x'"),
        ({"hand": [{"letter": "a"}]}, "missing required field `colour` - at `$.hand[0]`"),
    ],
)
def test_a_crossword_that_cannot_lie_there_is_refused_with_the_reason(
    changed: dict[str, object], reason: str
) -> None:
    """M4.1, M4.2."""
    assert reason in refusal(msgspec.json.encode({**GOOD, **changed}))


@pytest.mark.parametrize(
    ("crossword", "reason"),
    [
        (Crossword((), (Crossing(0, 0, cards("ab")),)), "no base word that they could cross"),
        (Crossword(cards("rate"), (Crossing(4, 0, cards("eat")),)), "has columns 0 to 3 (M4.2)"),
        (Crossword(cards("rate"), (Crossing(-1, 0, cards("eat")),)), "has columns 0 to 3 (M4.2)"),
        (Crossword(cards("rate"), (Crossing(3, 3, cards("eat")),)), "no letter at base_letter_at"),
        (Crossword(cards("rate"), (Crossing(3, 1, cards("eat")),)), "is a yellow a, but the base"),
        (Crossword(cards("rate"), (Crossing(3, 0, cards("Eat")),)), "is a red e, but the base"),
        (
            Crossword(cards("rate"), (Crossing(2, 2, cards("eat")), Crossing(3, 0, cards("eat")))),
            "stand in or beside one column (M4.2)",
        ),
    ],
)
def test_a_search_refuses_a_crossword_as_the_reader_does(crossword: Crossword, reason: str) -> None:
    """M4.2."""
    with pytest.raises(InvalidNotation) as error:
        plays(crossword, hand("ab"), WORDS)
    assert reason in str(error.value)
