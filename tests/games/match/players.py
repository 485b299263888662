"""Players that try anything, and what a view promises them."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from tests.games.match.game import Game
from wordlot.core.pieces import Card, Colour, letters
from wordlot.core.protocol import LexiconPin
from wordlot.games.match import model as m
from wordlot.games.match.placing import lanes, spelled, worth


class EverySecond:
    """A lexicon that has half of all words, so that a blind try is a word every other time."""

    pin = LexiconPin("every-second", "2" * 64)

    def has(self, word: Sequence[str]) -> bool:
        return sum(map(ord, "".join(word))) % 2 == 0


def offered(game: Game, seat: int, action: m.Action) -> bool:
    """Tell from view and offers alone whether an action has to be accepted."""
    view, offers = game.view(seat), game.offers(seat)
    if action.round != view.round:
        return False
    sealed = view.options.bidding is m.Bidding.SEALED
    for offer in offers:
        match offer, action:
            case (m.PassOffer(), m.Pass()) | (m.OpenLayingOffer(), m.OpenLaying()):
                return True
            case m.BidOffer(), m.CallBid() if not sealed:
                return offer.least <= action.value <= offer.most
            case m.BidOffer(), m.PlaceBid() if sealed:
                return fits(game, view, action.play, offer.lanes, offer.least)
            case m.LayOffer(), m.LayPlay():
                return fits(game, view, action.play, offer.lanes, offer.least)
    return False


def fits(game: Game, view: m.MatchView, play: m.Play, places: Sequence[m.Lane], least: int) -> bool:
    """Tell whether a play keeps within an offer and makes a word."""
    if play.lane not in places or (play.kind is m.Kind.BASE and play.after) or not play.cards:
        return False
    word = letters(spelled(view.crossword, play))
    return (
        not Counter(play.cards) - Counter(view.hand)
        and 2 <= len(word) <= m.LONGEST
        and worth(view.crossword, play).value >= least
        and game.lexicon.has(word)
    )


def any_play(game: Game, seat: int, luck: Random) -> m.Play:
    """Return cards of a hand in an open place; now and then a card or a place too many."""
    table, hand = game.state.crossword, list(game.state.hands[seat])
    luck.shuffle(hand)
    cards = hand[: luck.randint(0, min(len(hand), 6))]
    if luck.random() < 0.1:
        cards.append(Card(luck.choice("qzß"), luck.choice(list(Colour))))
    lane = luck.choice(lanes(table))
    if luck.random() < 0.1:
        lane = m.Lane(luck.choice(list(m.Kind)), luck.randint(-2, 16))
    cut = luck.randint(0, len(cards))
    if lane.kind is m.Kind.BASE and luck.random() < 0.9:
        cut = len(cards)
    return m.Play(lane.kind, lane.column, tuple(cards[:cut]), tuple(cards[cut:]))


def any_action(game: Game, seat: int, luck: Random) -> m.Action:
    """Return an action of any kind, for this round most of the time."""
    number = game.state.round + (luck.choice([-1, 1]) if luck.random() < 0.1 else 0)
    match luck.randrange(6):
        case 0:
            return m.Pass(number)
        case 3:
            return m.OpenLaying(number)
        case 1:
            return m.CallBid(number, luck.randint(-1, 2 * len(game.state.hands[seat]) + 1))
        case 2:
            return m.LayPlay(number, any_play(game, seat, luck))
        case _:
            return m.PlaceBid(number, any_play(game, seat, luck))


def sensible_action(game: Game, seat: int, luck: Random, tries: int = 40) -> m.Action:
    """Return an action that is offered, a play or a call rather than a pass."""
    for _ in range(tries):
        action = any_action(game, seat, luck)
        if not isinstance(action, m.Pass) and offered(game, seat, action):
            return action
    return m.Pass(game.state.round)


def play_out(game: Game, luck: Random, limit: int = 2000) -> int:
    """Let every seat act until the game is over; return how many actions that took."""
    for taken in range(limit):
        waited_for = game.view(None).awaited
        if not waited_for:
            return taken
        seat = luck.choice(waited_for)
        game.act(seat, sensible_action(game, seat, luck))
        game.wait(luck.choice([0, 0, 0, 3, 11]))
    raise AssertionError(f"the game is not over after {limit} actions")
