"""The odds of bids against counting by hand, deal by deal and over all deals."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial, sqrt
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.solver.test_racks import lexicon_of
from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import BLANK, parse_tiles
from wordlot.games.bet_the_bag.components import load_tiles
from wordlot.solver.coding import BLANK_CODE, MOST_LETTERS, NO_BIT, code_tiles
from wordlot.solver.controls import mean_taken
from wordlot.solver.deals import COPIES, NEVER, certain_need, deal_out, make_rooms, room_for
from wordlot.solver.exact import exact_odds
from wordlot.solver.fills import SUMS, completing
from wordlot.solver.index import contract_of
from wordlot.solver.odds import CLOSE, code_hand, half_width, odds
from wordlot.solver.vectors import AT_ONCE
from wordlot.words import Lexicon

SMALL = (
    "ab abc aab bbc cab abba baba cabbac bacca aaabbb abcabc dab bad add daddd eddd "
    "abcabcab aaaabbbbcc ccccaaaabbbb eeeeedddddc"
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return lexicon_of(SMALL, tmp_path_factory.mktemp("words"))


def need(draws: Sequence[str], hand: str, least: int, known: int = 0) -> int:
    """Return the least number of tiles that fill a contract, as the definition of the odds has it.

    The first `known` draws lie on the table already.
    """
    return min(
        (
            drawn + laid
            for drawn in range(known, len(draws) + 1)
            for word in SMALL.split()
            if len(word) >= least
            for laid in [_laid(word, draws[:drawn], hand)]
            if laid is not None and drawn + laid < NEVER
        ),
        default=NEVER,
    )


def _laid(word: str, drawn: Sequence[str], hand: str) -> int | None:
    """Return how many tiles of the hand a word takes beside the drawn ones."""
    lacking = Counter(word) - Counter(drawn)
    taken = max(0, lacking.total() - drawn.count(BLANK))
    held = sum((lacking & Counter(hand)).values())
    blanks = hand.count(BLANK) + drawn.count(BLANK)
    return taken if lacking.total() - held <= blanks else None


def deal(
    hand: str, bag: str, least: int, lexicon: Lexicon, table: str, reach: int
) -> tuple[int, list[str]]:
    """Return what the kernel finds for one deal, and that deal's draws, the table's tiles first.

    Up to `reach` tiles are left out by sums; beyond, a tree is walked.
    """
    contract = contract_of(lexicon, least)
    numbers = contract.coding.numbers
    names = {int(n): face for n, face in zip(numbers, lexicon.alphabet.faces, strict=True)}
    names[BLANK_CODE] = BLANK
    held, in_bag, lying = (
        code_tiles(tuple(tiles), lexicon.alphabet, contract.coding) for tiles in (hand, bag, table)
    )
    coded = code_hand(held, least, has_fills=contract.has_fills)
    coded = coded._replace(reach=min(reach, coded.reach), stay=-1)
    dealt, rooms = room_for(1), make_rooms(contract.tree, in_bag, lying, 0)
    certain = certain_need(contract, coded, len(lying), least, rooms)
    if not bag:
        return certain, list(table)
    seed = np.uint64(len(hand) * 1009 + len(bag))
    deal_out(contract, coded, in_bag, lying, least, certain, seed, rooms, dealt)
    draws = [names[code] for code in in_bag[::-1][: MOST_LETTERS - len(table)].tolist()]
    walked = least + coded.reach + 1
    found = [tiles for tiles in range(walked, certain) if dealt.shares[tiles, 0]]
    return min([int(dealt.ended[0]), *found]), [*table, *draws]


LETTERS = st.text("aaabbbccdddee", max_size=14)


@settings(max_examples=400)
@given(
    LETTERS, LETTERS, st.text("abcde", max_size=6), st.integers(2, 8), st.integers(-1, 4), st.data()
)
def test_a_deal_needs_what_the_definition_says(
    small: Lexicon, hand: str, bag: str, table: str, least: int, reach: int, data: st.DataObject
) -> None:
    """B5.1, B5.2: with blanks in the hand, in the bag or on the table, and with large hands."""
    blanks = data.draw(st.lists(st.sampled_from("hbt"), max_size=2))
    hand += BLANK * blanks.count("h")
    bag += BLANK * blanks.count("b")
    table += BLANK * blanks.count("t")
    found, draws = deal(hand, bag, least, small, table, reach)
    assert found == need(draws, hand, least, len(table))


@pytest.mark.parametrize(
    ("hand", "bag", "table", "tiles"),
    [
        ("aaaabbbbc", "c", "", 10),
        ("aaaabbbbcc", "", "", 10),
        ("aaaabbbb?", "ddc", "", None),
        ("aaaabbbc", "b", "c", 10),
        ("aaaabbbbcce", "dddd", "d", 11),
    ],
)
def test_a_word_may_take_more_than_seven_tiles_of_the_hand(
    small: Lexicon, hand: str, bag: str, table: str, tiles: int | None
) -> None:
    """B5.1: a hand can grow to 19 tiles."""
    for reach in (-1, 4):
        found, draws = deal(hand, bag, 9, small, table, reach)
        assert found == need(draws, hand, 9, len(table))
        assert tiles in (None, found)


def every_deal(hand: str, bag: str, least: int) -> Iterator[int]:
    for draws in permutations(bag):
        yield need(draws, hand, least)


@pytest.mark.parametrize(
    ("hand", "bag", "least"), [("", "abbac", 4), ("d", "ab?ced", 3), ("bb", "aaacc", 6)]
)
def test_odds_are_the_share_of_deals(hand: str, bag: str, least: int, small: Lexicon) -> None:
    """B4.1: over all orders of a small bag."""
    needs = Counter(every_deal(hand, bag, least))
    total = needs.total()
    found = odds(least, parse_tiles(hand), parse_tiles(bag), small, deals=40_000, seed=1)
    for tiles in range(least, MOST_LETTERS + 1):
        exact = sum(count for number, count in needs.items() if number <= tiles) / total
        share, error = found.by_tiles[tiles], found.error[tiles]
        assert share is not None
        assert error is not None
        assert abs(share - exact) <= 1.5 * error


def test_below_the_contract_there_are_no_odds(small: Lexicon) -> None:
    """B4.1."""
    found = odds(4, parse_tiles("abba"), parse_tiles("abc"), small)
    assert found.by_tiles == (None,) * 4 + (1.0,) * 12
    assert found.error == (None,) * 4 + (0.0,) * 12


def test_tiles_on_the_table_count_as_drawn(small: Lexicon) -> None:
    """B5.3: the first of the k draws."""
    found = odds(4, parse_tiles("ba"), (), small, parse_tiles("abdde"))
    assert found.by_tiles[4:] == (0, 0, 0) + (1,) * 9, "five lie there, and two more are laid"


def test_a_contract_that_no_word_fills_is_never_filled(tmp_path: Path, small: Lexicon) -> None:
    """B5.2."""
    for least, lexicon in ((13, small), (4, lexicon_of("", tmp_path))):
        found = odds(least, parse_tiles("abc?"), parse_tiles("ab?"), lexicon)
        assert set(found.by_tiles[least:]) == {0.0}


def test_an_empty_bag_leaves_the_hand(small: Lexicon) -> None:
    """B5.1."""
    found = odds(4, parse_tiles("abab"), (), small)
    assert found.by_tiles[4:] == (1.0,) * 12
    assert set(odds(4, parse_tiles("ab"), (), small).by_tiles[4:]) == {0.0}


@pytest.mark.parametrize(
    ("contract", "hand", "bag", "table"),
    [
        (1, "a", "b", ""),
        (16, "a", "b", ""),
        (4, "é", "b", ""),
        (4, "a", "A", ""),
        (4, "?", "??", ""),
        (4, "a", "b", "a" * 16),
    ],
)
def test_what_cannot_be_is_refused(
    contract: int, hand: str, bag: str, table: str, small: Lexicon
) -> None:
    """B1.1, B4.1, X2."""
    with pytest.raises(InvalidNotation):
        odds(contract, tuple(hand), tuple(bag), small, tuple(table))


@pytest.mark.parametrize("deals", [0, -1, 10**7])
def test_the_work_of_one_question_is_bounded(deals: int, small: Lexicon) -> None:
    with pytest.raises(InvalidNotation):
        odds(4, (), tuple("abc"), small, deals=deals)


def test_the_same_seed_gives_the_same_odds(english: Lexicon) -> None:
    bag = load_tiles("english").tiles
    one, same, other = (odds(6, (), bag, english, deals=2000, seed=s) for s in (1, 1, 2))
    assert one == same
    assert one != other


@settings(max_examples=40)
@given(st.data(), st.integers(4, 7))
def test_odds_rise_with_tiles(english: Lexicon, data: st.DataObject, contract: int) -> None:
    """B4.1."""
    bag = list(load_tiles("english").tiles)
    hand = data.draw(st.lists(st.sampled_from(bag), max_size=9, unique_by=id).map(tuple))
    assume(not Counter(hand) - Counter(bag))
    unseen = (Counter(bag) - Counter(hand)).elements()
    found = odds(contract, hand, unseen, english, deals=300)
    shares = [share for share in found.by_tiles if share is not None]
    assert shares == sorted(shares)
    assert len(shares) == 16 - contract


def test_half_of_the_deals_are_told_within_a_point() -> None:
    """The figure that the number of deals is chosen for."""
    assert half_width(0.5, 9_604) == pytest.approx(0.01, abs=1e-5)
    assert half_width(1.0, 9_604) == pytest.approx(half_width(0.0, 9_604))
    assert half_width(1.0, 9_604) > 0


@pytest.mark.parametrize("deals", [1000, None])
def test_the_interval_holds_the_right_value_19_times_in_20(
    deals: int | None, small: Lexicon
) -> None:
    """Over 200 seeds, 93 to 97 % of the intervals do: with a number of deals, and with controls."""
    bag, least = "abcab", 4
    needs = Counter(every_deal("", bag, least))
    tiles = 4
    exact = sum(count for number, count in needs.items() if number <= tiles) / needs.total()
    assert 0.1 < exact < 0.9
    held = 0
    for seed in range(200):
        found = odds(least, (), parse_tiles(bag), small, deals=deals, seed=seed)
        share, error = found.by_tiles[tiles], found.error[tiles]
        assert share is not None
        assert error is not None
        held += abs(share - exact) <= error
    assert 186 <= held <= 194


@pytest.mark.parametrize(("contract", "size"), [(4, 0), (6, 0), (5, 3)])
def test_controls_take_no_more_off_than_they_add(
    contract: int, size: int, english: Lexicon
) -> None:
    """The mean of many odds with controls is the exact one, as close as many can tell."""
    bag = list(load_tiles("english").tiles)
    random.Random(size).shuffle(bag)
    hand, unseen = bag[:size], bag[size:]
    exact = exact_odds(contract, hand, unseen, english, most=6)
    told = [odds(contract, hand, unseen, english, seed=seed) for seed in range(100)]
    for tiles in range(contract, 7):
        right = exact[tiles]
        assert right is not None
        found = [each.by_tiles[tiles] or 0.0 for each in told]
        assert abs(fmean(found) - right) <= 4 * stdev(found) / sqrt(len(found))
        assert stdev(found) <= 1.2 * CLOSE / 1.96


@pytest.mark.parametrize("bag", ["aab?c", "aaaabb", "a", "ab?"])
def test_the_mean_of_the_copies_that_come_is_known(bag: str) -> None:
    """Over all orders of a bag, a weight alone on each copy of each letter."""
    kinds = sorted(set(bag))
    copies = np.array([bag.count(kind) for kind in kinds])
    for draws in range(len(bag) + 1):
        came = Counter(
            (kind, min(copy, COPIES - 1))
            for order in permutations(bag)
            for kind in kinds
            for copy in range(order[:draws].count(kind))
        )
        for at, kind in enumerate(kinds):
            for copy in range(COPIES):
                weights = np.zeros(COPIES * len(kinds))
                weights[COPIES * at + copy] = 1
                mean = came[kind, copy] / factorial(len(bag))
                assert mean_taken(weights, copies, draws) == pytest.approx(mean, abs=1e-12)


def least_sets_of(words: str, contract: int, blanks: int) -> set[str]:
    """Return the tile sets that a trie should hold, found by comparing each with each."""
    sets = {"".join(sorted(word)) for word in words.split() if len(word) >= contract}
    for _ in range(blanks):
        sets = {
            "".join(kept) for each in sets for kept in combinations(each, max(0, len(each) - 1))
        }
    return {
        each for each in sets if not any(o != each and not Counter(o) - Counter(each) for o in sets)
    }


@pytest.mark.parametrize("contract", [2, 3, 4, 5, 9])
def test_a_tree_holds_the_least_tile_sets(contract: int, small: Lexicon) -> None:
    """B5.2: what contains a shorter word that is long enough is needed by nobody."""
    found = contract_of(small, contract)
    faces = dict(zip(found.coding.numbers.tolist(), small.alphabet.faces, strict=True))
    tiles = [
        (int(bit), face)
        for number, face in faces.items()
        for bit in found.coding.bits[number]
        if bit != NO_BIT
    ]
    masks = found.tree.masks[:-AT_ONCE].tolist()
    sets = {"".join(sorted(face for bit, face in tiles if mask >> bit & 1)) for mask in masks}
    assert sets == least_sets_of(SMALL, contract, 0)


@pytest.mark.parametrize("contract", [2, 3, 4, 5, 9])
def test_the_letters_that_complete_a_set_are_known(contract: int, small: Lexicon) -> None:
    """B5.2, B1.1: with 0, 1 and 2 blanks, for sets that lack one tile and for those that do not."""
    found = contract_of(small, contract)
    numbers = dict(zip(small.alphabet.faces, found.coding.numbers.tolist(), strict=True))
    for blanks in range(3):
        wanted: dict[str, set[str]] = {}
        for each in least_sets_of(SMALL, contract, blanks):
            for tile in set(each):
                wanted.setdefault(each.replace(tile, "", 1), set()).add(tile)
        for size in range(6):
            for held in combinations_with_replacement("abcde", size):
                total = sum(int(SUMS[numbers[tile]]) for tile in held) % (1 << 64)
                table = found.fills.starts[blanks, size], found.fills.sizes[blanks, size]
                mask = int(completing(found.fills, *table, np.uint64(total)))
                letters = {face for face, number in numbers.items() if mask >> number & 1}
                assert letters == wanted.get("".join(held), set())


def test_the_trees_of_the_packaged_lexicon_have_their_sizes(english: Lexicon) -> None:
    """3,417 and 8,816 came out of another program, which asked for every subset of every word."""
    sizes = {least: len(contract_of(english, least).tree.masks) - AT_ONCE for least in (4, 5)}
    assert sizes == {4: 3417, 5: 8816}
