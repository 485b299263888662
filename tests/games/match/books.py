"""The books of Match: every card and every coin is somewhere."""

from collections import Counter
from collections.abc import Iterable

from wordlot.games.match import model as m
from wordlot.games.match.placing import cards_of


def check_books(state: m.MatchState, deck: m.Deck) -> None:
    """Fail where cards or coins are lost or made (M1.1, M2.1, M6.1)."""
    cards = [card for hand in state.hands for card in hand]
    cards += state.pile + state.discards + cards_of(state.crossword)
    assert Counter(cards) == Counter(deck.cards)
    assert sum(state.coins) + state.pot == 40 * len(state.hands)
    assert min(state.pot, *state.coins) >= 0
    assert state.ended is not m.End.POT_EMPTY or state.pot == 0
    assert state.pot or state.ended is not m.End.NO_CARDS


def check_payments(events: Iterable[m.Event], state: m.MatchState) -> None:
    """Fail where a seat got other coins than its scores less its void calls (M3.2, M6.1)."""
    paid, pot = [0] * len(state.hands), 40 * len(state.hands)
    for event in events:
        if isinstance(event, m.PlayLaid):
            assert event.coins == min(event.score, pot)
            paid[event.seat] += event.coins
            pot -= event.coins
        elif isinstance(event, m.BidVoided):
            paid[event.seat] -= event.paid
            pot += event.paid
    assert (tuple(paid), pot) == (state.coins, state.pot)
