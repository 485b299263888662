"""The solver against answers that an independent program found (M4, M5)."""

from collections.abc import Iterable
from hashlib import sha256

import pytest

from tests.counts.positions import CASES, PATH, Case, Named
from wordlot.solver import Candidate, plays
from wordlot.words import Lexicon

ALL = pytest.mark.parametrize("case", CASES.cases, ids=lambda case: case.base or "empty table")


def named(candidates: Iterable[Candidate]) -> list[Named]:
    every = ((c.play.kind, c.play.column, "".join(c.word), c.offset) for c in candidates)
    return sorted(every)


def test_the_answers_are_the_ones_that_were_handed_over() -> None:
    """They were found once, by another program: they are never edited."""
    found = sha256(PATH.read_bytes()).hexdigest()
    assert found == "42b33a80caad51eae212a5f27f2de034f66d0e1aeda2b060b1f4ac0e7e98e5d1"


def test_the_answers_are_about_the_packaged_lexicon(english: Lexicon) -> None:
    assert english.pin.sha256 == CASES.lexicon.sha256
    assert len(english) == CASES.lexicon.words


@ALL
def test_plays_of_each_kind_are_counted_exactly(case: Case, english: Lexicon) -> None:
    found = plays(case.crossword, case.cards, english)
    assert found.by_kind() == case.plays
    assert len(found) == sum(case.plays.values())


@ALL
def test_values_are_exact(case: Case, english: Lexicon) -> None:
    """M5.1."""
    found = plays(case.crossword, case.cards, english)
    best = named(c for c in found if c.value == case.best_value)
    assert found.best_value == case.best_value == max(c.value for c in found)
    assert len(best) == case.number_with_best_value
    assert set(case.with_best_value) <= set(best)
    assert sum(c.value for c in found) == case.sum_of_values


@ALL
def test_scores_are_exact(case: Case, english: Lexicon) -> None:
    """M5.2."""
    found = plays(case.crossword, case.cards, english)
    best = named(c for c in found if c.score == case.best_score)
    assert found.best_score == case.best_score == max(c.score for c in found)
    assert len(best) == case.number_with_best_score
    assert set(case.with_best_score) <= set(best)
    assert sum(c.score for c in found) == case.sum_of_scores
