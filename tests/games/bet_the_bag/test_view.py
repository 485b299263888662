import msgspec

from tests.games.bet_the_bag.game import Game, attempting, before_flip, bidding, card, cards
from wordlot.core.protocol import Hidden, Seat
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.rules import BET_THE_BAG


def test_contract_aces_and_cards_gone_are_public() -> None:
    """B9.1."""
    game = before_flip("abc", "def", pile="as 5s ah 4h", bag="zzzzzz")
    game.flip()
    game.say(None, None)
    game.flip()
    view = game.view(None)
    assert view.contract == card("5s")
    assert view.aces == cards("ah")
    assert view.gone == cards("4h")
    assert view.pile == 1


def test_bids_are_public_and_so_is_who_passed() -> None:
    """B9.1."""
    view = bidding("abc", "def", "ghi").say(6, None).view(None)
    assert view.bids == (m.TileBid(Seat(0), 6),)
    assert [seat.bid for seat in view.seats] == [6, None, None]
    assert [seat.passed for seat in view.seats] == [False, True, False]
    assert view.awaited == (2,)


def test_tiles_on_the_table_are_public_with_who_laid_or_drew_them() -> None:
    """B9.1."""
    game = attempting("abc", "def", bids=(5, 6), bag="xyz")
    game.draw(0, "x")
    game.give_up(0)
    game.lay(1, "d")
    laid = (m.TableTile("x", Seat(0), drawn=True), m.TableTile("d", Seat(1), drawn=False))
    assert game.view(None).table == laid


def test_numbers_of_tiles_are_public_and_score_cards_too() -> None:
    """B9.1."""
    view = before_flip("ab", "defg", bag="vvvyz", won=("4h 5sx2", "")).view(None)
    assert [seat.hand for seat in view.seats] == [2, 4]
    assert (view.bag, view.out) == (5, 0)
    won = view.seats[0].won
    assert [(each.card, each.doubled) for each in won] == [(card("4h"), False), (card("5s"), True)]
    assert [seat.score for seat in view.seats] == [14, 0]


def test_a_hand_is_seen_by_its_seat_alone() -> None:
    """B9.1."""
    game = before_flip("abc", "def")
    assert game.view(0).hand == ("a", "b", "c")
    assert game.view(1).hand == ("d", "e", "f")
    assert game.view(None).hand is None


def test_what_the_bag_holds_and_the_order_of_the_cards_are_hidden() -> None:
    """B9.1."""
    game = before_flip("abc", "def", bag="vwxyz", pile="as 7s 4h")
    for seat in (0, 1, None):
        view = msgspec.to_builtins(game.view(seat))
        assert view["bag"] == 5
        assert view["pile"] == 3
    shuffled = next(event for event in game.events if isinstance(event, e.CardsShuffled))
    for seen_by in (Seat(0), None):
        assert BET_THE_BAG.redact(shuffled, seen_by) == Hidden()


def test_tiles_that_are_taken_are_told_to_their_seat_alone() -> None:
    """B9.1: at the start, by who passes, and by who scores."""
    game = Game(3)
    game.flip()
    game.pass_(0)
    taken = [event for event in game.events if isinstance(event, e.TilesTaken)]
    assert [(event.seat, event.count) for event in taken] == [(0, 3), (1, 3), (2, 3), (0, 1)]
    for event in taken:
        assert BET_THE_BAG.redact(event, event.seat) == event
        for other in (Seat((event.seat + 1) % 3), None):
            hidden = e.TilesTaken(event.seat, event.count, None)
            assert BET_THE_BAG.redact(event, other) == hidden


def test_a_drawn_tile_is_told_to_everybody() -> None:
    """B9.1: it falls on the table."""
    (drawn,) = attempting("abc", "def", bids=(5, 6), bag="xyz").draw(0, "x")
    assert BET_THE_BAG.redact(drawn, None) == drawn


def test_the_queue_of_attempts_stands_while_bids_are_made() -> None:
    """B5.1, B5.3."""
    game = bidding("abc", "def", "ghi").say(8, 5)
    assert [(bid.seat, bid.tiles) for bid in game.view(2).queue] == [(1, 5), (0, 8)]


def test_a_hand_keeps_the_order_in_which_its_tiles_came() -> None:
    """B2.1: new ones come at the end."""
    game = bidding("zab", "def", bag="c").say(None)
    assert game.view(0).hand == ("z", "a", "b", "c")
