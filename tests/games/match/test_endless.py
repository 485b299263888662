"""No game of Match is endless, whatever its seats do (M8.2).

Where void calls are free, coins leave the pot and never come back: at most 240 points are paid, at
least 1 for a play. Between two plays the crossword is cleared once (M7.1), and then each round
takes a card off pile and discards (M7.2), of which there are 78. So there are at most 240 plays,
with fewer than 80 rounds between two of them. Where a void call costs, its points go back into the
pot, and seats can pay round and round what they were paid: only the last round ends that.
"""

from random import Random

import pytest
from msgspec.structs import replace

from tests.games.match.books import check_books
from tests.games.match.game import Game, standing
from tests.games.match.players import EverySecond, sensible_action
from wordlot.core.pieces import show_cards
from wordlot.games.match import model as m
from wordlot.games.match.decide import most_value
from wordlot.games.match.deck import load_deck
from wordlot.games.match.rules import MATCH

DECK = load_deck("english")
SEEDS = 8


def called(seats: int, dry: m.Dry, seed: int = 0, *, void: m.Void = m.Void.PAYS) -> Game:
    options = m.MatchOptions(bidding=m.Bidding.CALLED, dry=dry, void=void)
    return Game(seats, options, lexicon=EverySecond(), seed=bytes([seed]) * 32)


def pass_all(game: Game) -> None:
    for seat in MATCH.awaited(game.state):
        game.pass_(seat)


def call_nothing(game: Game, seat: int) -> None:
    """Call the most that a hand could be worth, let the others pass, and lay nothing."""
    game.call(seat, most_value(len(game.state.hands[seat])))
    pass_all(game)
    game.pass_(seat)


@pytest.mark.parametrize("dry", m.Dry)
def test_seats_that_pay_back_what_they_were_paid_come_to_the_last_round(dry: m.Dry) -> None:
    """M8.2, M3.2: two cards are laid, and the next call, which is void, clears them away."""
    options = m.MatchOptions(bidding=m.Bidding.CALLED, dry=dry)
    game = Game(2, options)
    while game.state.ended is None:
        held = [len(hand) for hand in game.state.hands]
        seat = held.index(max(held))
        if game.state.crossword.base:
            call_nothing(game, max(range(2), key=lambda each: game.state.coins[each]))
            continue
        game.call(seat, 2)
        pass_all(game)
        game.lay(seat, f"base {show_cards(game.state.hands[seat][:2])}")
    assert game.state.ended is m.End.LAST_ROUND
    assert game.state.round == m.MOST_ROUNDS
    assert game.state.pot > 0
    check_books(game.state, DECK)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("dry", m.Dry)
def test_an_always_void_caller_keeps_no_game_from_ending(seats: int, dry: m.Dry) -> None:
    """M8.2, M3.2: whoever it is, with others that play, over many deals."""
    for seed in range(SEEDS):
        game, luck = called(seats, dry, seed), Random(seed)
        caller = seed % seats
        while game.state.ended is None:
            waiting = MATCH.awaited(game.state)
            void = caller in waiting and luck.random() < seed / SEEDS
            if void and game.state.phase is m.Phase.LAYING:
                game.pass_(caller)
            elif void and offers_bid(game, caller):
                game.call(caller, most_value(len(game.state.hands[caller])))
            else:
                seat = luck.choice(waiting)
                game.act(seat, sensible_action(game, seat, luck))
        assert game.state.round <= m.MOST_ROUNDS
        check_books(game.state, DECK)


def offers_bid(game: Game, seat: int) -> bool:
    offer = next((it for it in game.offers(seat) if isinstance(it, m.BidOffer)), None)
    return offer is not None and offer.least <= offer.most


def test_the_last_round_is_played_to_its_end() -> None:
    """M8.2: its word is laid and paid; what is in the pot stays there."""
    game = standing("plyx", "i", table="raTe", pot=80)
    game.state = replace(game.state, round=m.MOST_ROUNDS)
    game.bid(0, "cross 1 pl+y")
    game.pass_(1)
    assert game.events[-1] == m.MatchEnded(m.End.LAST_ROUND)
    assert (game.state.coins, game.state.pot) == ((8, 0), 72)


def test_a_pot_that_is_emptied_in_the_last_round_is_why_the_game_ended() -> None:
    """M6.2, M8.2."""
    game = standing("plyx", "i", table="raTe", pot=5)
    game.state = replace(game.state, round=m.MOST_ROUNDS)
    game.bid(0, "cross 1 pl+y")
    game.pass_(1)
    assert game.state.ended is m.End.POT_EMPTY
