"""Another game that a seat cannot tell from the one it is in: hidden cards have changed places."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from wordlot.core.pieces import Card
from wordlot.core.protocol import Seat
from wordlot.games.match import model as m


class _Tracker:
    """Follows every card through a log, as a number, and marks those that a seat has seen."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat
        self.faces: list[Card] = []
        self.shuffle: list[int] = []
        """For each card, the shuffle that it came from."""
        self.seen: set[int] = set()
        self.pile: list[int] = []
        self.hands: list[list[int]] = []
        self.plays: list[tuple[int, ...]] = []
        """The cards of each event: of a new pile, of a draw, or of a play."""

    def follow(self, events: Sequence[m.Event]) -> None:
        for number, event in enumerate(events):
            self.plays.append(self._cards(number, event))

    def _cards(self, number: int, event: m.Event) -> tuple[int, ...]:
        match event:
            case m.MatchOpened():
                self.hands = [[] for _ in range(event.setup.seats)]
            case m.PileShuffled():
                self.pile = list(range(len(self.faces), len(self.faces) + len(event.pile)))
                self.faces += event.pile
                self.shuffle += [number] * len(event.pile)
                return tuple(self.pile)
            case m.CardsDrawn():
                drawn = tuple(self.pile.pop() for _ in range(event.count))
                self.hands[event.seat] += drawn
                self.seen |= set(drawn) if event.seat == self.seat else set()
                return drawn
            case m.BidPlaced() if event.play is not None:
                return self._held(event.seat, event.play)
            case m.PlayLaid():
                laid = self._held(event.seat, event.play)
                self.hands[event.seat] = [i for i in self.hands[event.seat] if i not in laid]
                self.seen |= set(laid)
                return laid
        return ()

    def _held(self, seat: Seat, play: m.Play) -> tuple[int, ...]:
        left, chosen = list(self.hands[seat]), []
        for card in play.cards:
            chosen.append(next(i for i in left if self.faces[i] == card))
            left.remove(chosen[-1])
        return tuple(chosen)

    def swap_hidden(self, luck: Random) -> None:
        """Give the unseen cards of each shuffle each other's faces."""
        for shuffle in set(self.shuffle):
            own = set() if self.seat is None else set(self.hands[self.seat])
            unseen = [
                i
                for i, number in enumerate(self.shuffle)
                if number == shuffle and i not in self.seen | own
            ]
            faces = [self.faces[i] for i in unseen]
            luck.shuffle(faces)
            for i, face in zip(unseen, faces, strict=True):
                self.faces[i] = face


def disguise(events: Sequence[m.Event], seat: Seat | None, luck: Random) -> list[m.Event]:
    """Return a log that differs in what a seat (none: a spectator) cannot know, and only there."""
    tracker = _Tracker(seat)
    tracker.follow(events)
    tracker.swap_hidden(luck)
    return [
        _with_cards(event, tuple(tracker.faces[i] for i in cards))
        for event, cards in zip(events, tracker.plays, strict=True)
    ]


def _with_cards(event: m.Event, cards: tuple[Card, ...]) -> m.Event:
    match event:
        case m.PileShuffled():
            return m.PileShuffled(cards)
        case m.CardsDrawn():
            return replace(event, cards=cards)
        case m.BidPlaced() | m.PlayLaid() if event.play is not None:
            cut = len(event.play.before)
            play = replace(event.play, before=cards[:cut], after=cards[cut:])
            return replace(event, play=play)
        case _:
            return event
