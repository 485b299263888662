"""The kernels against counting letters in every word of the packaged lexicon."""

import random

import numpy as np
import pytest

from tests.solver.whole import Counted
from wordlot.core.pieces import BLANK, Card, Colour
from wordlot.games.bet_the_bag.components import load_tiles
from wordlot.games.match.deck import load_deck
from wordlot.games.match.model import Crossing, Crossword
from wordlot.games.match.placing import free_columns
from wordlot.solver import plays
from wordlot.solver.exact import exact_odds
from wordlot.solver.odds import odds
from wordlot.solver.racks import can_spell_each, missing, word_numbers
from wordlot.words import Lexicon

RACKS, POSITIONS, SEEDS = 2_000, 500, 400


@pytest.fixture(scope="module")
def counted(english: Lexicon) -> Counted:
    return Counted(english)


def racks() -> list[tuple[str, ...]]:
    """Return racks of 0 to 17 tiles with 0 to 2 blanks; some letters come in many copies."""
    chance = random.Random(2)
    bag = [tile for tile in load_tiles("english").tiles if tile != BLANK]
    found = []
    for i in range(RACKS):
        source = bag if i % 4 else chance.choices(bag, k=6) * 4
        letters = chance.sample(source, chance.randint(0, 15))
        found.append((*letters, *[BLANK] * chance.randint(0, 2)))
    return found


def test_words_of_2000_random_racks_are_those_whose_letters_are_there(
    counted: Counted, english: Lexicon
) -> None:
    """B5.2, B1.1: every word, whether one is long enough, and what is missing."""
    every = racks()
    told = {least: can_spell_each(every, english, least) for least in (2, 4, 5, 6, 7, 11)}
    for i, rack in enumerate(every):
        spelled = counted.spelled(rack)
        assert word_numbers(rack, english).tolist() == spelled.tolist()
        longest = int(counted.lengths[spelled].max(initial=0))
        assert {least: bool(each[i]) for least, each in told.items()} == {
            least: longest >= least for least in told
        }
    some = np.arange(0, len(english), 97)
    for rack in every[:50]:
        short = counted.short(tile for tile in rack if tile != BLANK)
        assert missing(some, rack, english).tolist() == short[some].tolist()


def position(chance: random.Random, english: Lexicon) -> tuple[Crossword, tuple[Card, ...]]:
    """Return a base of any length with up to three crossings, empty at times, and a hand."""
    cards = list(load_deck("english").cards)
    chance.shuffle(cards)
    hand = tuple(cards[: chance.choice((0, 3, 7, 7, 10, 14))])
    if chance.random() < 0.1:
        return Crossword(), hand
    crossword = Crossword(painted(english.word(chance.randrange(len(english))), chance))
    for _ in range(chance.randint(0, 3)):
        free = free_columns(crossword)
        if free:
            crossing = cross(crossword, chance.choice(free), chance, english)
            every = sorted((*crossword.crossings, crossing), key=lambda c: c.column)
            crossword = Crossword(crossword.base, tuple(every))
    return crossword, hand


def painted(word: tuple[str, ...], chance: random.Random) -> tuple[Card, ...]:
    colours = chance.choice((list(Colour), [Colour.RED], [Colour.YELLOW]))
    return tuple(Card(letter, chance.choice(colours)) for letter in word)


def cross(crossword: Crossword, column: int, chance: random.Random, english: Lexicon) -> Crossing:
    shared = crossword.base[column]
    while True:
        word = english.word(chance.randrange(len(english)))
        if shared.letter in word:
            at = word.index(shared.letter)
            cards = painted(word, chance)
            return Crossing(column, at, (*cards[:at], shared, *cards[at + 1 :]))


def test_plays_of_500_random_positions_are_those_that_counting_letters_finds(
    counted: Counted, english: Lexicon
) -> None:
    """M4.1 to M4.5, M5.1, M5.2: each with its best value and score, and in order."""
    chance = random.Random(4)
    for _ in range(POSITIONS):
        crossword, hand = position(chance, english)
        columns = plays(crossword, hand, english).columns
        rows = list(
            zip(
                columns.lane.tolist(),
                columns.number.tolist(),
                columns.offset.tolist(),
                columns.value.tolist(),
                columns.score.tolist(),
                strict=True,
            )
        )
        assert set(rows) == counted.plays(crossword, hand)
        assert rows == sorted(rows, key=lambda row: (-row[3], -row[4], row[:3]))


@pytest.mark.parametrize(
    ("contract", "hand", "tiles"), [(4, "", 4), (4, "", 5), (5, "ing", 5), (6, "aeiou", 6)]
)
def test_the_interval_of_a_point_holds_the_exact_odds_19_times_in_20(
    contract: int, hand: str, tiles: int, english: Lexicon
) -> None:
    """Over 400 seeds, 93 to 97 % of the intervals do, and none is much wider than a point."""
    bag = list(load_tiles("english").tiles)
    for tile in hand:
        bag.remove(tile)
    exact = exact_odds(contract, hand, bag, english, most=tiles)[tiles]
    assert exact is not None
    held = 0
    for seed in range(SEEDS):
        found = odds(contract, hand, bag, english, seed=seed)
        share, error = found.by_tiles[tiles], found.error[tiles]
        assert share is not None
        assert error is not None
        assert error < 0.0125
        held += abs(share - exact) <= error
    assert 0.93 * SEEDS <= held <= 0.97 * SEEDS
