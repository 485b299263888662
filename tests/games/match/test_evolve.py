import msgspec
import pytest
from msgspec.structs import replace

from tests.games.match.drawing import play
from tests.games.match.game import Game, standing
from wordlot.core.errors import CorruptRecord
from wordlot.core.pieces import parse_cards
from wordlot.core.protocol import Millis, Seat
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH


def laid(**changes: object) -> m.PlayLaid:
    event = m.PlayLaid(1, Seat(0), play("base to"), ("t", "o"), 4, 4, 4)
    return replace(event, **changes)


@pytest.mark.parametrize(
    "event",
    [
        m.CardsDrawn(Seat(0), 1, parse_cards("a")),
        m.CardsDrawn(Seat(0), 3, parse_cards("zyx")),
        m.CardsDrawn(Seat(0), 4, parse_cards("zyx")),
        m.CardsDrawn(Seat(0), 0, ()),
        m.CardsDrawn(Seat(0), 1, None),
        m.CardsDrawn(Seat(2), 1, parse_cards("z")),
        m.CardsDrawn(Seat(-1), 1, parse_cards("z")),
        m.PileShuffled(parse_cards("yz")),
        m.PileShuffled(parse_cards("xyzz")),
        m.RoundOpened(3, None),
        m.RoundOpened(1, None),
        m.SeatPassed(2, Seat(0)),
        m.SeatPassed(1, Seat(7)),
        m.BidPlaced(0, Seat(0), 4, Millis(1), None),
        m.BidVoided(1, Seat(0), 4, by_clock=False),
        laid(play=play("base te")),
        laid(play=play("cross 3 t+o")),
        laid(play=play("cross -1 t+o")),
        laid(play=play("extend_cross 0 t+o")),
        laid(coins=81),
        laid(coins=-4),
        laid(seat=Seat(1)),
        laid(seat=Seat(-2)),
        laid(round=2),
        MATCH.empty,
    ],
)
def test_an_event_that_cannot_have_happened_is_found(event: m.Event) -> None:
    """X3, M3.1, M6.1: cards, coins, seats and rounds are those that are there."""
    game = standing("to", "it", pile="yz" if isinstance(event, m.CardsDrawn) else "xyz")
    with pytest.raises(CorruptRecord):
        MATCH.evolve(game.state, event)


def test_a_game_is_opened_once_and_first() -> None:
    """X3."""
    game = Game(2)
    with pytest.raises(CorruptRecord, match="opened once"):
        MATCH.evolve(game.state, game.events[0])
    with pytest.raises(CorruptRecord, match="before all else"):
        MATCH.evolve(MATCH.empty, m.SeatPassed(0, Seat(0)))


def test_nothing_comes_after_the_end() -> None:
    """M6.2."""
    game = standing("a", "b", pile="")
    game.pass_(0, 1)
    with pytest.raises(CorruptRecord, match="after the end"):
        MATCH.evolve(game.state, m.RoundOpened(2, None))


def test_folding_leaves_the_state_before_as_it_was() -> None:
    game = Game(2)
    before = msgspec.json.encode(game.state)
    MATCH.evolve(game.state, m.SeatPassed(1, Seat(0)))
    assert msgspec.json.encode(game.state) == before


def test_events_and_actions_survive_being_written_down() -> None:
    """X3: a record is read back as it was."""
    game = Game(3)
    game.wait(3600)
    assert msgspec.json.decode(msgspec.json.encode(game.events), type=list[m.Event]) == game.events
    for action in (m.PlaceBid(1, play("cross 2 s+oP")), m.CallBid(1, 4), m.Pass(1)):
        assert msgspec.json.decode(msgspec.json.encode(action), type=m.Action) == action
