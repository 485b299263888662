"""The odds of contracts against answers that an independent program found."""

from collections import Counter
from hashlib import sha256
from math import hypot
from pathlib import Path

import msgspec
import pytest

from wordlot.core.pieces import parse_tiles
from wordlot.games.bet_the_bag.components import load_tiles
from wordlot.solver.odds import half_width, odds
from wordlot.words import Lexicon

PATH = Path(__file__).parent / "odds.json"
ROUNDING = 0.00005
"""The answers have four decimals."""


class OddsCase(msgspec.Struct, frozen=True):
    contract: int
    hand: str
    odds_by_tiles: list[float | None]
    samples: int


class _Pin(msgspec.Struct, frozen=True):
    sha256: str


class _File(msgspec.Struct, frozen=True):
    lexicon: _Pin
    cases: list[OddsCase]


FILE = msgspec.json.decode(PATH.read_bytes(), type=_File)


def test_the_answers_are_the_ones_that_were_handed_over(english: Lexicon) -> None:
    """They were found once, by another program: they are never edited."""
    found = sha256(PATH.read_bytes()).hexdigest()
    assert found == "467c372b1362f8ff9866cd0d1f169a9b17e3714ca6ecb4239dce73297d123df1"
    assert FILE.lexicon.sha256 == english.pin.sha256
    assert len(FILE.cases) == 14


@pytest.mark.parametrize("case", FILE.cases, ids=lambda case: f"{case.contract} {case.hand}")
def test_odds_agree_within_both_errors(case: OddsCase, english: Lexicon) -> None:
    """B4.1, B5.1: within three standard errors of the difference."""
    hand = parse_tiles(case.hand)
    bag = (Counter(load_tiles("english").tiles) - Counter(hand)).elements()
    found = odds(case.contract, hand, bag, english, deals=40_000, seed=1)
    for share, error, other in zip(*found, case.odds_by_tiles, strict=True):
        if share is None or error is None or other is None:
            assert share is error is other is None
            continue
        both = hypot(error, half_width(other, case.samples))
        assert abs(share - other) <= 3 / 1.96 * both + ROUNDING
