"""The kernels against the plain reference over everything that a small lexicon can meet."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations

import pytest

from tests.solver.drawing import lexicon_of
from tests.solver.reference import Best, every_play, place_of
from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import BLANK, Card, Colour, parse_cards, parse_tiles
from wordlot.games.match.model import Crossing, Crossword
from wordlot.solver import plays, words_from
from wordlot.solver.exact import exact_odds
from wordlot.solver.odds import odds
from wordlot.solver.racks import can_spell, can_spell_each
from wordlot.words import Lexicon
from wordlot.words.scanning import scan_words

WORDS = "ab ba aba abc cab bac abba baba cabb abcab bacca cabbac bbb abbabba aabbccabb"
ALPHABETS = ("english", "french")
"""French has 42 letters, too many for the tables of sums, so all its searches walk trees."""


def spelled(rack: str, lexicon: Lexicon) -> set[str]:
    letters, blanks = Counter(rack), rack.count(BLANK)
    words = ("".join(word) for word in lexicon.words())
    return {word for word in words if (Counter(word) - letters).total() <= blanks}


def racks(most: int) -> Iterator[str]:
    for size in range(most + 1):
        for rack in combinations_with_replacement("abcd?", size):
            if rack.count(BLANK) <= 2:
                yield "".join(rack)


@pytest.mark.parametrize("name", ALPHABETS)
def test_all_racks_of_up_to_seven_tiles_spell_what_they_should(name: str) -> None:
    """B5.2, B1.1."""
    lexicon = lexicon_of(WORDS.split(), name)
    every = list(racks(7))
    tiles = [parse_tiles(rack) for rack in every]
    told = {least: can_spell_each(tiles, lexicon, least).tolist() for least in range(2, 10)}
    for i, rack in enumerate(every):
        words = spelled(rack, lexicon)
        assert scan_words(tiles[i], lexicon) == words_from(tiles[i], lexicon)
        assert {"".join(word) for word in words_from(tiles[i], lexicon)} == words
        longest = max(map(len, words), default=0)
        assert {least: each[i] for least, each in told.items()} == {
            least: longest >= least for least in told
        }


def hands(most: int) -> Iterator[tuple[Card, ...]]:
    kinds = [Card(letter, colour) for letter in "abc" for colour in Colour]
    for size in range(most + 1):
        yield from combinations_with_replacement(kinds, size)


@pytest.mark.parametrize(
    "crossword",
    [
        Crossword(),
        Crossword(parse_cards("ab")),
        Crossword(parse_cards("aBa")),
        Crossword(parse_cards("ABBA")),
        Crossword(parse_cards("xyab")),
        Crossword(parse_cards("aBba"), (Crossing(0, 1, parse_cards("Ca")),)),
        Crossword(
            parse_cards("abcab"),
            (Crossing(0, 0, parse_cards("ab")), Crossing(3, 1, parse_cards("Ba"))),
        ),
        Crossword(parse_cards("abbabba"), (Crossing(6, 2, parse_cards("BBa")),)),
    ],
    ids=lambda crossword: "".join(card.letter for card in crossword.base) or "empty",
)
def test_all_hands_of_up_to_three_cards_have_the_plays_that_they_should(
    crossword: Crossword,
) -> None:
    """M4, M5."""
    lexicon = lexicon_of(WORDS.split())
    words = list(lexicon.words())
    for hand in hands(3):
        found = {
            place_of(c.play, c.word): Best(c.value, c.score)
            for c in plays(crossword, hand, lexicon)
        }
        assert found == every_play(crossword, hand, words)


@pytest.mark.parametrize("name", ALPHABETS)
@pytest.mark.parametrize(
    ("hand", "bag", "contract"),
    [
        ("", "abbac", 4),
        ("", "ab?cad", 3),
        ("d", "abcb?", 3),
        ("ab", "cdab", 4),
        ("?b", "aacd", 4),
        ("abb", "abc?", 5),
        ("", "??abc", 3),
        ("b", "", 2),
    ],
)
def test_exact_odds_are_the_share_of_all_orders(
    hand: str, bag: str, contract: int, name: str
) -> None:
    """B4.1, B5.1: and the sampled ones are near."""
    lexicon = lexicon_of(WORDS.split(), name)
    needs = [needed(draws, hand, contract, lexicon) for draws in permutations(bag)]
    exact = exact_odds(contract, hand, bag, lexicon)
    sampled = odds(contract, hand, bag, lexicon, deals=4_000, seed=3)
    for tiles in range(contract, 7):
        share = sum(need <= tiles for need in needs) / len(needs)
        assert exact[tiles] == pytest.approx(share)
        told, error = sampled.by_tiles[tiles], sampled.error[tiles]
        assert told is not None
        assert error is not None
        assert abs(told - share) <= 2 * error + 1e-9


def needed(draws: tuple[str, ...], hand: str, contract: int, lexicon: Lexicon) -> int:
    """Return the least number of tiles that do, by the definition of the odds."""
    return min(
        (
            drawn + laid
            for drawn in range(len(draws) + 1)
            for laid in range(len(hand) + 1)
            for chosen in combinations_with_replacement(range(len(hand)), laid)
            if len(set(chosen)) == laid
            for rack in ["".join((*draws[:drawn], *(hand[i] for i in chosen)))]
            if any(len(word) >= contract for word in spelled(rack, lexicon))
        ),
        default=99,
    )


def test_nothing_is_found_in_an_empty_lexicon() -> None:
    empty = lexicon_of([])
    assert words_from("ab?", empty) == ()
    assert not can_spell("abcdefg??", empty, 2)
    assert len(plays(Crossword(), parse_cards("abC"), empty)) == 0
    assert len(plays(Crossword(parse_cards("ab")), parse_cards("abC"), empty)) == 0
    assert odds(2, "a?", "bcd", empty).by_tiles[2:] == (0.0,) * 14
    assert exact_odds(2, "a?", "bcd", empty)[2:] == (0.0,) * 5


def test_no_tiles_and_many_tiles_have_an_answer() -> None:
    lexicon = lexicon_of(WORDS.split())
    assert words_from("", lexicon) == ()
    assert not can_spell("", lexicon, 2)
    assert can_spell_each([], lexicon, 2).tolist() == []
    many = "abc" * 14
    assert len(words_from(many, lexicon)) == len(lexicon)
    assert can_spell(many, lexicon, 9)
    assert not can_spell(many, lexicon, 10)
    assert len(plays(Crossword(), parse_cards(many), lexicon)) == len(lexicon)
    assert odds(9, many, many, lexicon).by_tiles[9] == 1.0


@pytest.mark.parametrize("tiles", [("é",), ("A",), (BLANK,) * 3, ("a",) * 129])
def test_racks_that_cannot_be_are_refused(tiles: tuple[str, ...]) -> None:
    """X2, B1.1; and no question asks for work without bounds."""
    lexicon = lexicon_of(WORDS.split())
    with pytest.raises(InvalidNotation):
        words_from(tiles, lexicon)
    with pytest.raises(InvalidNotation):
        can_spell(tiles, lexicon, 4)
    with pytest.raises(InvalidNotation):
        odds(4, tiles, "abc", lexicon)
    with pytest.raises(InvalidNotation):
        exact_odds(4, tiles, "abc", lexicon)


@pytest.mark.parametrize("least", [-1, 0, 1, 16])
def test_no_word_has_so_few_or_so_many_letters(least: int) -> None:
    """X2."""
    with pytest.raises(InvalidNotation):
        can_spell("abc", lexicon_of(WORDS.split()), least)


@pytest.mark.parametrize("most", [-1, 7])
def test_exact_odds_are_for_few_tiles(most: int) -> None:
    with pytest.raises(InvalidNotation):
        exact_odds(4, "", "abc", lexicon_of(WORDS.split()), most=most)


def test_a_bag_has_no_more_tiles_of_a_letter_than_can_be_counted() -> None:
    lexicon = lexicon_of(WORDS.split())
    assert odds(2, "b", "a" * 127, lexicon).by_tiles[2] == 1.0
    with pytest.raises(InvalidNotation):
        odds(2, "b", "a" * 128, lexicon)


def test_a_word_too_long_for_the_lexicon_grows_into_none() -> None:
    lexicon = lexicon_of(WORDS.split())
    assert len(plays(Crossword(parse_cards("ab" * 10)), parse_cards("a"), lexicon)) > 0
