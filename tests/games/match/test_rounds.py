import pytest
from msgspec.structs import replace

from tests.games.match.drawing import show
from tests.games.match.game import Game, kinds, standing
from wordlot.core.errors import Refusal
from wordlot.core.pieces import parse_cards, show_cards
from wordlot.core.protocol import Outcome, Seat
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH

KEEP = m.MatchOptions(dry=m.Dry.NONE)


def hands(game: Game) -> list[str]:
    return [show_cards(hand) for hand in game.state.hands]


def drawn(events: tuple[m.Event, ...]) -> list[tuple[int, int]]:
    """Return who drew how many, in order."""
    return [(event.seat, event.count) for event in events if isinstance(event, m.CardsDrawn)]


def test_the_winner_lays_and_takes_the_score_from_the_pot() -> None:
    """M6.1: the score, not the value."""
    game = standing("plyx", "i", table="raTe", pot=80)
    game.bid(0, "cross 1 pl+y")
    game.pass_(1)
    assert show(game.state.crossword) == ".p..\n.l..\nraTe\n.y.."
    assert game.state.coins == (8, 0)
    assert game.state.pot == 72


def test_a_short_pot_pays_what_is_left() -> None:
    """M6.1, M6.2: and the game ends; the score itself is told in full."""
    game = standing("plyx", "i", table="raTe", pot=5)
    game.bid(0, "cross 1 pl+y")
    events = game.pass_(1)
    laid = next(event for event in events if isinstance(event, m.PlayLaid))
    assert (laid.value, laid.score, laid.coins) == (6, 8, 5)
    assert (game.state.pot, game.state.coins) == (0, (5, 0))
    assert game.state.ended is m.End.POT_EMPTY


@pytest.mark.parametrize("pot", [8, 7, 1])
def test_the_game_ends_when_the_pot_has_run_out_and_nobody_draws(pot: int) -> None:
    """M6.2."""
    game = standing("plyx", "i", table="raTe", pot=pot)
    game.bid(0, "cross 1 pl+y")
    assert kinds(game.pass_(1))[-2:] == ["PlayLaid", "MatchEnded"]
    assert hands(game) == ["x", "i"]
    assert MATCH.deadline(game.state) is None
    assert game.refusal(0, m.Pass(1)).code == Refusal.GAME_OVER
    assert game.offers(0) == ()
    assert MATCH.awaited(game.state) == ()


def test_with_one_coin_left_the_game_goes_on() -> None:
    """M6.2."""
    game = standing("plyx", "i", table="raTe", pot=9)
    game.bid(0, "cross 1 pl+y")
    game.pass_(1)
    assert game.state.round == 2
    assert game.state.pot == 1


def test_after_a_play_everyone_draws_one_card() -> None:
    """M6.3, M6.4: the winner first, then the seats after it; the pile's last card comes first."""
    game = standing("i", "sab", "o", table="raTe", pile="uvwxyz")
    game.bid(1, "extend_base +s")
    game.pass_(0, 2)
    assert hands(game) == ["ix", "abz", "oy"]


def test_who_laid_a_base_word_draws_up_to_seven() -> None:
    """M6.3: instead of one card; the others draw one."""
    game = standing("i", "ratesAB", "o", pile="abcdefghijk")
    game.bid(1, "base rates")
    assert drawn(game.pass_(0, 2)) == [(1, 5), (2, 1), (0, 1)]
    assert hands(game) == ["ie", "ABkjihg", "of"]


@pytest.mark.parametrize(("rest", "draws"), [("abcdefg", 0), ("abcdefgh", 0), ("abcdef", 1)])
def test_with_seven_or_more_left_the_layer_of_a_base_word_draws_none(rest: str, draws: int) -> None:
    """M6.3."""
    game = standing("at" + rest, "i")
    game.bid(0, "base at")
    game.pass_(1)
    assert len(game.state.hands[0]) == len(rest) + draws
    assert len(game.state.hands[1]) == 2


def test_when_the_pile_is_empty_the_discards_become_a_new_one() -> None:
    """M6.4."""
    game = standing("sab", "i", "o", table="raTe", pile="z", discards="UVW")
    game.bid(0, "extend_base +s")
    events = game.pass_(1, 2)
    assert kinds(events)[4:-1] == ["CardsDrawn", "PileShuffled", "CardsDrawn", "CardsDrawn"]
    assert hands(game)[0] == "abz"
    assert {hand[-1] for hand in hands(game)[1:]} <= set("UVW")
    assert (len(game.state.pile), game.state.discards) == (1, ())


def test_a_draw_of_several_cards_goes_on_through_a_new_pile() -> None:
    """M6.3, M6.4: two cards of the old pile, then three of the new."""
    game = standing("ratesAB", "i", pile="yz", discards="UVWX")
    game.bid(0, "base rates")
    events = game.pass_(1)
    assert drawn(events) == [(0, 2), (0, 3), (1, 1)]
    assert hands(game)[0].startswith("ABzy")


def test_the_discards_stay_while_no_draw_is_owed() -> None:
    """M6.4: the pile may become empty without being made anew."""
    game = standing("sab", "i", table="raTe", pile="yz", discards="UVW")
    game.bid(0, "extend_base +s")
    assert "PileShuffled" not in kinds(game.pass_(1))
    assert (game.state.pile, game.state.discards) == ((), parse_cards("UVW"))


def test_when_all_cards_are_out_the_crossword_is_cleared_in_mid_draw() -> None:
    """M6.4: the drawing goes on from its cards, and the next round is for a base word."""
    game = standing("sab", "i", "o", table="raTe", pile="z")
    game.bid(0, "extend_base +s")
    events = game.pass_(1, 2)
    assert kinds(events)[4:] == [
        "CardsDrawn",
        "CrosswordCleared",
        "PileShuffled",
        "CardsDrawn",
        "CardsDrawn",
        "RoundOpened",
    ]
    assert events[5] == m.CrosswordCleared(1, nobody_bid=False)
    assert game.state.crossword == m.Crossword()
    assert hands(game)[0] == "abz"
    assert len(game.state.pile) == 3
    (offer, _) = game.offers(1)
    assert getattr(offer, "lanes", ()) == (m.Lane(m.Kind.BASE),)


def test_a_base_word_just_laid_may_be_cleared_too() -> None:
    """M6.3, M6.4: its cards are all that is left to draw from."""
    game = standing("rate", "i", pile="")
    game.bid(0, "base rate")
    assert drawn(game.pass_(1)) == [(0, 4)]
    assert sorted(hands(game)[0]) == sorted("rate")
    assert game.state.coins == (8, 0)


def test_when_even_the_crossword_is_drawn_the_rest_draw_nothing() -> None:
    """M6.4."""
    game = standing("at", "i", "o", pile="")
    game.bid(0, "base at")
    assert drawn(game.pass_(1, 2)) == [(0, 2)]
    assert game.state.round == 2


def test_where_the_table_keeps_its_crossword_no_card_is_drawn() -> None:
    """M6.4: `dry = none`; the pile is still made anew while there are discards."""
    game = standing("sab", "i", "o", table="raTe", pile="", discards="U", options=KEEP)
    game.bid(0, "extend_base +s")
    events = game.pass_(1, 2)
    assert drawn(events) == [(0, 1)]
    assert show(game.state.crossword) == "raTes"
    assert hands(game) == ["abU", "i", "o"]


def test_when_nobody_bids_the_crossword_is_discarded_and_no_card_is_drawn() -> None:
    """M7.1."""
    game = standing("ab", "i", table=".s. raT .o.", discards="U", pile="z")
    assert kinds(game.pass_(0, 1)) == [
        "SeatPassed",
        "SeatPassed",
        "AuctionClosed",
        "CrosswordCleared",
        "RoundOpened",
    ]
    assert hands(game) == ["ab", "i"]
    assert sorted(show_cards(game.state.discards)) == sorted("UraTso")
    assert game.state.pile == parse_cards("z")
    assert game.state.crossword == m.Crossword()


def test_when_the_clock_runs_out_without_a_bid_it_is_the_same() -> None:
    """M3.3, M7.1."""
    game = standing("ab", "i", table="raT")
    assert kinds(game.wait(60)) == ["AuctionClosed", "CrosswordCleared", "RoundOpened"]
    assert game.left_ms() == 60_000


def test_when_nobody_bids_on_an_empty_table_everyone_draws_one() -> None:
    """M7.2, M6.4: from the seat on that won last."""
    game = standing("a", "b", "c", winner=1, pile="xyz")
    events = game.pass_(0, 1, 2)
    assert drawn(events) == [(1, 1), (2, 1), (0, 1)]
    assert hands(game) == ["ax", "bz", "cy"]
    assert game.state.round == 2
    assert MATCH.awaited(game.state) == (0, 1, 2)


def test_the_game_goes_on_when_at_least_one_seat_could_draw() -> None:
    """M7.2."""
    game = standing("a", "b", "c", winner=2, pile="z")
    assert drawn(game.pass_(0, 1, 2)) == [(2, 1)]
    assert MATCH.outcome(game.state) is None


def test_when_no_seat_could_draw_the_game_ends_and_the_pot_stays() -> None:
    """M7.2."""
    game = standing("a", "b", pile="", pot=33)
    assert kinds(game.pass_(0, 1))[-2:] == ["AuctionClosed", "MatchEnded"]
    assert (game.state.ended, game.state.pot) == (m.End.NO_CARDS, 33)


@pytest.mark.parametrize(
    ("coins", "winners"),
    [((10, 30), (1,)), ((30, 10, 20), (0,)), ((20, 5, 20), (0, 2)), ((0, 0), (0, 1))],
)
def test_the_highest_total_wins_and_equal_ones_share(
    coins: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """M8.1."""
    game = standing(*["a"] * len(coins), pile="")
    game.state = replace(game.state, coins=coins)
    game.pass_(*range(len(coins)))
    assert MATCH.outcome(game.state) == Outcome(coins, tuple(Seat(seat) for seat in winners))


def test_a_running_game_has_no_outcome() -> None:
    """M8.1."""
    assert MATCH.outcome(Game(2).state) is None


def test_drawing_starts_at_the_seat_that_won_last() -> None:
    """M6.4: whoever it is."""
    for winner in range(3):
        held = ["i"] * 3
        held[winner] = "sab"
        game = standing(*held, table="rate", winner=(winner + 1) % 3)
        game.bid(winner, "extend_base +s")
        events = game.pass_(*(seat for seat in range(3) if seat != winner))
        assert [seat for seat, _ in drawn(events)] == [(winner + i) % 3 for i in range(3)]
        assert game.state.winner == Seat(winner)
