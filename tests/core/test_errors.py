import pytest

from wordlot.core.errors import CorruptRecord, IllegalAction, InvalidNotation, Refusal
from wordlot.core.protocol import outcome_of
from wordlot.games.match.model import MatchCode


def test_a_refusal_holds_code_sentence_and_clause() -> None:
    error = IllegalAction(Refusal.STALE_ROUND, "that was for round 3; round 4 is running", "M3.1")
    assert str(error) == "that was for round 3; round 4 is running (M3.1)"
    assert (error.code, error.clause) == ("stale_round", "M3.1")
    assert error.detail == "that was for round 3; round 4 is running"


def test_a_refusal_without_a_clause_has_no_brackets() -> None:
    assert str(IllegalAction(Refusal.NOT_NOW, "wait")) == "wait"


def test_the_three_kinds_of_error_are_told_apart() -> None:
    kinds = (InvalidNotation, IllegalAction, CorruptRecord)
    assert all(not issubclass(a, b) for a in kinds for b in kinds if a is not b)


def test_no_code_stands_for_two_reasons() -> None:
    codes = [*Refusal, *MatchCode]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize(
    ("scores", "winners"), [((3, 9), (1,)), ((9, 9, 1), (0, 1)), ((0, 0), (0, 1)), ((-1, -2), (0,))]
)
def test_the_best_score_wins_and_equal_ones_share(
    scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """M8.1."""
    assert outcome_of(scores).winners == winners
    assert outcome_of(scores).scores == scores
