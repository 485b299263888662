"""Another game that a seat cannot tell from the one it is in: hidden tiles have changed places."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from wordlot.core.pieces import Tile
from wordlot.core.protocol import Seat
from wordlot.games.bet_the_bag import events as e


class _Tracker:
    """Follows every single tile through a log, as a number, and marks those that a seat has seen.

    Which of several equal tiles came out of the bag is anybody's guess, so it is left to luck.
    """

    def __init__(self, seat: Seat | None, luck: Random) -> None:
        self.seat = seat
        self.luck = luck
        self.faces: list[Tile] = []
        self.seen: set[int] = set()
        self.bag: list[int] = []
        self.table: list[int] = []
        self.hands: list[list[int]] = []

    def tiles(self, event: e.Event) -> tuple[int, ...]:
        """Return the tiles that an event speaks of."""
        match event:
            case e.BagOpened():
                self.faces = list(event.tiles.tiles)
                self.bag = list(range(len(self.faces)))
                self.hands = [[] for _ in range(event.setup.seats)]
            case e.TilesTaken() if event.tiles is not None:
                taken = self._pick(self.bag, event.tiles)
                self.hands[event.seat] += taken
                self.seen |= set(taken) if event.seat == self.seat else set()
                return taken
            case e.TileDrawn():
                return self._show(self._pick(self.bag, [event.tile]))
            case e.TilesLaid():
                return self._show(self._pick(self.hands[event.seat], event.tiles))
            case e.TableCleared():
                self.bag += [] if event.out else self.table
                self.table = []
        return ()

    def _show(self, tiles: tuple[int, ...]) -> tuple[int, ...]:
        self.seen |= set(tiles)
        self.table += tiles
        return tiles

    def _pick(self, source: list[int], wanted: Sequence[Tile]) -> tuple[int, ...]:
        self.luck.shuffle(source)
        picked = []
        for face in wanted:
            picked.append(next(i for i in source if self.faces[i] == face))
            source.remove(picked[-1])
        return tuple(picked)

    def swap_unseen(self) -> None:
        unseen = [i for i in range(len(self.faces)) if i not in self.seen]
        faces = [self.faces[i] for i in unseen]
        self.luck.shuffle(faces)
        for i, face in zip(unseen, faces, strict=True):
            self.faces[i] = face


def disguise(events: Sequence[e.Event], seat: Seat | None, luck: Random) -> list[e.Event]:
    """Return a log that differs in nothing but what a seat (none: a spectator) cannot know (B9.1).

    Tiles that it never saw have changed places, and so have the contract cards not yet flipped.
    """
    tracker = _Tracker(seat, luck)
    spoken_of = [tracker.tiles(event) for event in events]
    tracker.swap_unseen()
    flipped = sum(isinstance(event, e.CardFlipped) for event in events)
    return [
        _disguised(event, tuple(tracker.faces[i] for i in tiles), flipped, luck)
        for event, tiles in zip(events, spoken_of, strict=True)
    ]


def _disguised(event: e.Event, tiles: tuple[Tile, ...], flipped: int, luck: Random) -> e.Event:
    match event:
        case e.CardsShuffled():
            left = len(event.pile) - flipped
            deep = list(event.pile[:left])
            luck.shuffle(deep)
            return e.CardsShuffled((*deep, *event.pile[left:]))
        case e.TilesTaken() | e.TilesLaid():
            return replace(event, tiles=tiles)
        case e.TileDrawn():
            return replace(event, tile=tiles[0])
        case _:
            return event
