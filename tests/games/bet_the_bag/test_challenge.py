from collections.abc import Sequence

import msgspec
import pytest

from tests.games.bet_the_bag.game import SECOND, Game, Words, attempting, card, kinds
from wordlot.core.errors import Refusal
from wordlot.core.protocol import Millis, Seat
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.actions import BagCode
from wordlot.games.bet_the_bag.rules import BET_THE_BAG


def submitted(
    word: str = "crab", *, bids: tuple[int | None, ...] = (5, 6, None), won: tuple[str, ...] = ()
) -> Game:
    """Return a game whose first bidder has submitted a word; CRAB is the only word there is."""
    game = attempting("crab", "def", "ghi", bids=bids, won=won, words="crab", bag="uvwxyz")
    game.submit(0, word, "crab")
    return game


def test_any_other_player_may_challenge() -> None:
    """B7.1: also one who passed."""
    game = submitted()
    assert BET_THE_BAG.awaited(game.state) == (1, 2)
    assert game.offers(1) == game.offers(2) == (m.ChallengeOffer(8, 0), m.AcceptOffer(4))
    assert game.offers(0) == game.offers(None) == ()


def test_a_challenged_word_of_the_lexicon_scores_double() -> None:
    """B7.1."""
    game = submitted()
    happened = game.challenge(2)
    assert happened[0] == e.WordChallenged(1, 1, Seat(2), in_lexicon=True)
    assert kinds(happened)[1:] == ["ContractFilled", "TableCleared", "TilesTaken", "TurnOpened"]
    assert game.scores() == (8, 0, 0)
    assert game.state.won[0] == (m.ScoreCard(card("4h"), doubled=True),)


@pytest.mark.parametrize(
    ("won", "lost", "left"),
    [
        ("7s 5c 6d", "5c", 13),
        ("4sx2 7c", "7c", 8),
        ("4sx2 5cx2", "4sx2", 10),
        ("6s 6c", "6s", 6),
        ("5sx2", "5sx2", 0),
    ],
)
def test_a_bogus_word_costs_the_score_card_of_least_points(won: str, lost: str, left: int) -> None:
    """B7.1: a doubled card counts double, and is lost whole; of equal ones the oldest goes."""
    game = submitted("barc", won=(won, "4d", ""))
    assert game.offers(1)[0] == m.ChallengeOffer(8, _points(lost))
    happened = game.challenge(1)
    assert kinds(happened) == ["WordChallenged", "CardLost", "AttemptFailed", "AttemptOpened"]
    assert happened[1] == e.CardLost(
        1, Seat(0), m.ScoreCard(card(lost[:2]), lost.endswith("x2")), _points(lost)
    )
    assert game.scores() == (left, 4, 0)
    assert game.state.gone == (card(lost[:2]),)


def _points(text: str) -> int:
    return int(text[0]) * (2 if text.endswith("x2") else 1)


def test_a_bogus_word_costs_nothing_where_there_is_no_card() -> None:
    """B7.1."""
    game = submitted("barc", won=("", "4d", ""))
    assert kinds(game.challenge(1)) == ["WordChallenged", "AttemptFailed", "AttemptOpened"]
    assert game.scores() == (0, 4, 0)


def test_a_bogus_word_does_not_fill_the_contract_and_the_next_bidder_attempts() -> None:
    """B7.2: the attempt has failed, no time comes back, the tiles stay."""
    game = submitted("barc")
    failed = game.challenge(1)[1]
    assert failed == e.AttemptFailed(1, 1, Seat(0), e.Failure.BOGUS)
    assert (game.state.attempting, game.state.attempt) == (1, 2)
    assert game.table() == "crab"
    assert game.state.closes_at == game.at + 60 * SECOND
    game.submit(1, "crab")
    game.challenge(0)
    assert game.scores() == (0, 8, 0)


def test_a_bogus_word_of_the_last_bidder_ends_the_round() -> None:
    """B7.2, B5.4."""
    game = submitted("barc", bids=(5, None, None))
    assert kinds(game.challenge(1))[-3:] == ["ContractDiscarded", "TableCleared", "TurnOpened"]
    assert game.scores() == (0, 0, 0)


def test_an_unchallenged_word_stands_whatever_it_is() -> None:
    """B7.3."""
    game = submitted("barc")
    assert kinds(game.wait(10))[0] == "ContractFilled"
    assert game.scores() == (4, 0, 0)


class NoDictionary(Words):
    """A lexicon that nobody may look into."""

    def has(self, word: Sequence[str]) -> bool:
        raise AssertionError(f"{word} was looked up")


def test_without_a_challenge_no_dictionary_is_needed() -> None:
    """B1.3."""
    game = attempting("crab", "def", bids=(5, 6))
    game.lexicon = NoDictionary()
    game.submit(0, "barc", "crab")
    game.accept(1)
    assert game.scores() == (4, 0)


def test_nothing_tells_before_a_challenge_whether_a_word_is_in_the_lexicon() -> None:
    """B7.5: so a bot, which sees what its seat sees, cannot know it either."""
    seen = []
    for words in ("crab", ""):
        game = attempting("crab", "def", bids=(5, 6), words=words)
        events = game.submit(0, "crab", "crab")
        told = [BET_THE_BAG.redact(event, Seat(1)) for event in events]
        seen.append(msgspec.json.encode((told, game.view(1), game.offers(1))))
    assert seen[0] == seen[1]


def test_the_window_is_ten_seconds() -> None:
    """B7.4."""
    game = submitted()
    assert game.view(1).closes_at == game.at + 10 * SECOND
    assert game.wait(9.999) == ()
    assert kinds(game.wait(0.001)) == ["ContractFilled", "TableCleared", "TilesTaken", "TurnOpened"]


def test_the_window_is_over_early_when_all_others_accept() -> None:
    """B7.4."""
    game = submitted()
    assert kinds(game.accept(2)) == ["WordAccepted"]
    assert BET_THE_BAG.awaited(game.state) == (1,)
    submission = game.view(None).submission
    assert submission is not None
    assert submission.accepted == (2,)
    assert kinds(game.accept(1))[:2] == ["WordAccepted", "ContractFilled"]
    assert game.scores() == (4, 0, 0)


def test_who_has_accepted_cannot_challenge_or_accept_again() -> None:
    """B7.4."""
    game = submitted()
    game.accept(2)
    for action in (a.Challenge(1, 1), a.Accept(1, 1)):
        assert game.refuses(2, action) == (BagCode.ALREADY_ACCEPTED, "B7.4")
    assert game.offers(2) == ()
    game.challenge(1)


def test_the_submitter_neither_challenges_nor_accepts() -> None:
    """B7.1."""
    game = submitted()
    for action in (a.Challenge(1, 1), a.Accept(1, 1)):
        assert game.refuses(0, action) == (BagCode.OWN_WORD, "B7.1")


@pytest.mark.parametrize("word", ["crab", "barc"])
def test_a_second_challenge_is_refused(word: str) -> None:
    """B7.3: each word can be challenged once, by the first who does."""
    game = submitted(word)
    second = a.Challenge(1, 1)
    game.challenge(1)
    assert game.refuses(2, second) == (Refusal.STALE_ROUND, "B7.3")


def test_a_late_challenge_is_refused() -> None:
    """B7.3, B7.4."""
    game = submitted()
    game.at = Millis(10 * SECOND)
    assert game.refuses(1, a.Challenge(1, 1)) == (BagCode.TOO_LATE, "B7.4")
    game.expire()
    assert game.refuses(1, a.Challenge(1, 1)) == (Refusal.STALE_ROUND, "B7.3")
    assert game.refuses(1, a.Accept(1, 1)) == (Refusal.STALE_ROUND, "B7.3")


def test_there_is_nothing_to_challenge_before_a_word_is_submitted() -> None:
    """B7.1."""
    game = attempting("crab", "def", bids=(5, 6))
    assert game.refuses(1, a.Challenge(1, 1)) == (Refusal.NOT_NOW, "B7.1")


def test_a_word_submitted_in_the_grace_has_the_whole_window() -> None:
    """B5.5, B7.4."""
    game = attempting("crab", "def", bids=(5, 6))
    game.at = Millis(60 * SECOND + 400)
    game.submit(0, "crab", "crab")
    assert game.state.closes_at == game.at + 10 * SECOND


def test_the_verdict_is_in_the_event_so_a_replay_needs_no_lexicon() -> None:
    """B7.1: a record keeps its verdicts when the list changes."""
    game = submitted()
    before = game.state
    events = game.challenge(1)
    for event in events:
        before = BET_THE_BAG.evolve(before, event)
    assert before == game.state
