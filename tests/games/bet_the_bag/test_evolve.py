import pytest

from tests.games.bet_the_bag.game import attempting, bidding, card, cards
from wordlot.core.errors import CorruptRecord
from wordlot.core.protocol import Seat
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.rules import BET_THE_BAG


@pytest.mark.parametrize(
    "event",
    [
        e.CardsShuffled(cards("4h 5h")),
        e.TilesTaken(Seat(0), 1, None),
        e.TilesTaken(Seat(0), 2, ("a",)),
        e.TilesTaken(Seat(0), 1, ("z",)),
        e.TilesTaken(Seat(9), 1, ("a",)),
        e.CardFlipped(1, card("4h"), by_clock=False),
        e.TileDrawn(1, 1, Seat(0), "z"),
        e.TilesLaid(1, 1, Seat(0), ("z",)),
        e.CardLost(1, Seat(0), m.ScoreCard(card("4h"), doubled=False), 4),
        e.ContractFilled(1, Seat(0), ("c",), m.ScoreCard(card("7h"), doubled=False), 7),
        e.WordAccepted(1, 1, Seat(1)),
    ],
)
def test_an_event_that_cannot_have_happened_is_refused(event: e.Event) -> None:
    """X3: a log that was tampered with does not fold."""
    game = attempting("crab", "def", bids=(5, 6))
    with pytest.raises(CorruptRecord):
        BET_THE_BAG.evolve(game.state, event)


def test_a_contract_that_is_not_there_cannot_be_discarded() -> None:
    """B5.4."""
    game = bidding("abc", "def", bag="zzzz").say(None, None)
    with pytest.raises(CorruptRecord):
        BET_THE_BAG.evolve(game.state, e.ContractDiscarded(1))


def test_what_is_no_event_of_the_game_is_refused() -> None:
    with pytest.raises(CorruptRecord):
        BET_THE_BAG.evolve(BET_THE_BAG.empty, object())  # type: ignore[arg-type]
