import pytest

from tests.games.bet_the_bag.game import SECOND, before_flip, bidding, cards, kinds
from wordlot.core.chance import stream_at
from wordlot.core.errors import Refusal
from wordlot.core.protocol import Millis, Outcome
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.actions import BagCode
from wordlot.games.bet_the_bag.components import load_cards
from wordlot.games.bet_the_bag.rules import BET_THE_BAG


def test_the_seat_whose_turn_it_is_flips_the_contract() -> None:
    """B3.1."""
    game = before_flip("abc", "def", pile="as 7s 4h", on_turn=1)
    assert game.offers(1) == (m.FlipOffer(),)
    assert game.offers(0) == game.offers(None) == ()
    game.flip()
    assert game.state.contract == cards("4h")[0]
    assert game.state.phase is m.BagPhase.BIDDING


def test_nobody_else_flips() -> None:
    """B3.1."""
    game = before_flip("abc", "def")
    assert game.refuses(1, a.FlipCard(1)) == (Refusal.NOT_YOURS, "B3.1")
    assert game.refuses(7, a.FlipCard(1)) == (Refusal.NOT_YOURS, "B2.2")


def test_a_card_is_flipped_once_a_turn() -> None:
    """B3.1."""
    game = bidding("abc", "def")
    assert game.refuses(0, a.FlipCard(1)) == (Refusal.NOT_NOW, "B3.1")
    assert game.refuses(0, a.FlipCard(2)) == (Refusal.STALE_ROUND, "B3.1")


def test_an_ace_is_set_aside_and_the_next_card_is_flipped() -> None:
    """B3.1."""
    game = before_flip("abc", "def", pile="as 7s 4h ah")
    assert kinds(game.flip()) == ["CardFlipped", "CardFlipped", "BidAsked"]
    assert game.state.aces == cards("ah")
    assert game.state.contract == cards("4h")[0]


def test_aces_in_a_row_are_all_set_aside() -> None:
    """B3.1."""
    game = before_flip("abc", "def", pile="as 5s ac ad ah")
    game.flip()
    assert game.state.aces == cards("ah ad ac")
    assert game.state.contract == cards("5s")[0]


@pytest.mark.parametrize("pile", ["7s as", "7s as ah", "as"])
def test_the_last_ace_ends_the_game_at_once(pile: str) -> None:
    """B3.2: before any bidding, whatever cards are left."""
    game = before_flip("abc", "def", pile=pile, won=("4h", ""))
    assert kinds(game.flip())[-2:] == ["CardFlipped", "BagEnded"]
    assert game.state.phase is m.BagPhase.OVER
    assert BET_THE_BAG.outcome(game.state) == Outcome(
        (4, 0), (BET_THE_BAG.view(game.state, None).on_turn,)
    )
    assert BET_THE_BAG.awaited(game.state) == ()
    assert BET_THE_BAG.deadline(game.state) is None
    assert game.offers(0) == ()


def test_nothing_is_done_in_a_game_that_is_over() -> None:
    """B3.2."""
    game = before_flip("abc", "def", pile="7s as")
    game.flip()
    for action in (a.FlipCard(1), a.BidTiles(1, 7), a.PassBid(1), a.GiveUp(1, 0), a.Accept(1, 0)):
        assert game.refuses(0, action) == (Refusal.GAME_OVER, "B3.2")


def test_a_card_that_is_not_flipped_flips_by_itself() -> None:
    """X1: nobody is waited for beyond a clock, here three seconds."""
    game = before_flip("abc", "def")
    assert game.wait(2.999) == ()
    (flipped, asked) = game.wait(0.001)
    assert isinstance(flipped, e.CardFlipped)
    assert flipped.by_clock
    assert isinstance(asked, e.BidAsked)


def test_it_flips_by_itself_where_bids_have_no_clock_too() -> None:
    """X1, B4.3."""
    game = before_flip("abc", "def", options=m.BagOptions(bid_clock_ms=None))
    game.wait(1000)
    assert game.state.phase is m.BagPhase.BIDDING
    assert BET_THE_BAG.deadline(game.state) is None


def test_a_flip_after_the_clock_is_refused() -> None:
    """X1."""
    game = before_flip("abc", "def")
    game.at = Millis(3 * SECOND)
    assert game.refuses(0, a.FlipCard(1)) == (BagCode.TOO_LATE, "X1")


def test_the_turn_passes_clockwise_whoever_scored() -> None:
    """B6.2."""
    game = bidding("crab", "def", "ghi", on_turn=1, bag="zzzz").say(None, None, 4)
    game.submit(0, "crab", "crab")
    game.accept(1, 2)
    assert (game.state.turn, game.state.on_turn) == (2, 2)
    game.flip(2)
    game.say(None, None, None)
    assert (game.state.turn, game.state.on_turn) == (3, 0)


def test_the_highest_score_wins() -> None:
    """B8.1."""
    game = before_flip("abc", "def", "ghi", pile="as", won=("4h 5h", "7sx2", "6h"))
    game.flip()
    assert BET_THE_BAG.outcome(game.state) == Outcome((9, 14, 6), (1,))  # type: ignore[arg-type]


def test_equal_scores_share_the_win() -> None:
    """B8.1."""
    game = before_flip("abc", "def", "ghi", pile="as", won=("4h 6h", "5sx2", "6c"))
    game.flip()
    outcome = BET_THE_BAG.outcome(game.state)
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_a_running_game_has_no_outcome() -> None:
    """B3.2."""
    assert BET_THE_BAG.outcome(BET_THE_BAG.empty) is None
    assert BET_THE_BAG.outcome(before_flip("abc", "def").state) is None


def test_a_game_has_twelve_or_thirteen_contracts() -> None:
    """B3.2: 12.8 on average."""
    games = 4000
    contracts = 0
    for game in range(games):
        pile = stream_at(b"contracts", game).shuffle(load_cards())
        last_ace = min(at for at, card in enumerate(pile) if card.rank == m.ACE)
        contracts += sum(card.rank != m.ACE for card in pile[last_ace:])
    assert abs(contracts / games - 12.8) < 0.15
