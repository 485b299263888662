"""The course of a turn in Bet the Bag: which events follow which, once a seat or a clock acted."""

from __future__ import annotations

from collections.abc import Iterator

from wordlot.core.chance import Chance
from wordlot.core.pieces import Tile
from wordlot.core.protocol import Millis, Seat
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.evolve import evolve


class Run:
    """Events being made, with the state folded along, so that each step sees the one before."""

    def __init__(self, state: m.BagState, now: Millis, chance: Chance) -> None:
        self.state = state
        self.now = now
        self.chance = chance
        self.events: list[e.Event] = []

    def add(self, event: e.Event) -> None:
        """Add an event whose content is settled."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def draw(self, event: e.Event) -> None:
        """Add an event as chance makes it (X3)."""
        self.add(redraw(self.state, event, self.chance))


def redraw(state: m.BagState, event: e.Event, chance: Chance) -> e.Event:
    """Return the event as chance makes it from this state (X3).

    A draw of several tiles is one number for each, below the number of tiles still in the bag, and
    takes the tile at that place of the sorted bag.
    """
    match event:
        case e.CardsShuffled():
            return e.CardsShuffled(chance.shuffle(sorted(state.pile)))
        case e.StarterChosen() if last_winner(state) is None:
            return e.StarterChosen(Seat(chance.below(len(state.hands))))
        case e.TilesTaken():
            return e.TilesTaken(event.seat, event.count, _from_bag(state, event.count, chance))
        case e.TileDrawn():
            (tile,) = _from_bag(state, 1, chance)
            return e.TileDrawn(event.turn, event.attempt, event.seat, tile)
        case _:
            return event


def _from_bag(state: m.BagState, count: int, chance: Chance) -> tuple[Tile, ...]:
    bag = list(state.bag)
    return tuple(bag.pop(chance.below(len(bag))) for _ in range(min(count, len(bag))))


def options(state: m.BagState) -> m.BagOptions:
    """Return the settings of a game that has opened."""
    assert state.setup is not None
    return state.setup.options


def last_winner(state: m.BagState) -> Seat | None:
    """Return the winner of the last game at this table, where there is one (B2.2)."""
    assert state.setup is not None
    return state.setup.starter


def queue(state: m.BagState) -> tuple[m.TileBid, ...]:
    """Return the bids whose attempt is running or still to come, the lowest first (B5.1, B5.3)."""
    standing = (bid for bid in state.bids if bid.seat not in state.failed)
    return tuple(sorted(standing, key=lambda bid: bid.tiles))


def limit(state: m.BagState) -> int | None:
    """Return the most tiles that the running attempt may have on the table (B5.1)."""
    return next((bid.tiles for bid in state.bids if bid.seat == state.attempting), None)


def others(state: m.BagState) -> Iterator[Seat]:
    """Yield the seats whose acceptance the submitted word still lacks (B7.4)."""
    assert state.submission is not None
    said = {state.submission.seat, *state.submission.accepted}
    return (Seat(i) for i in range(len(state.hands)) if i not in said)


def least_card(state: m.BagState, seat: Seat) -> m.ScoreCard | None:
    """Return the score card that a bogus word costs: of least points, the oldest of them (B7.1)."""
    return min(state.won[seat], key=lambda won: won.points, default=None)


def take(run: Run, seat: Seat, count: int) -> None:
    """Let a seat take tiles, as far as the bag holds any (B2.1, B4.2, B6.1)."""
    if count := min(count, len(run.state.bag)):
        run.draw(e.TilesTaken(seat, count, None))


def open_turn(run: Run, seat: Seat) -> None:
    """Let a seat begin a turn: it is to flip a card (B3.1)."""
    run.add(e.TurnOpened(run.state.turn + 1, seat, Millis(run.now + m.FLIP_MS)))


def flip(run: Run, *, by_clock: bool) -> None:
    """Flip cards up to a contract, or to the last ace, which ends the game (B3.1, B3.2)."""
    while run.state.contract is None:
        card = run.state.pile[-1]
        run.add(e.CardFlipped(run.state.turn, card, by_clock))
        if not any(left.rank == m.ACE for left in run.state.pile) and card.rank == m.ACE:
            run.add(e.BagEnded())
            return
    ask_next(run)


def ask_next(run: Run) -> None:
    """Ask the next seat clockwise for its bid; start the attempts when all have said (B4.1)."""
    state = run.state
    said = len(state.bids) + len(state.passed)
    if said == len(state.hands):
        next_attempt(run)
        return
    clock = options(state).bid_clock_ms
    seat = Seat((state.on_turn + said) % len(state.hands))
    run.add(e.BidAsked(state.turn, seat, None if clock is None else Millis(run.now + clock)))


def pass_seat(run: Run, *, by_clock: bool) -> None:
    """Let the seat that is asked pass, and draw a tile (B4.2)."""
    seat = run.state.bidder
    assert seat is not None
    run.add(e.BidPassed(run.state.turn, seat, by_clock))
    take(run, seat, 1)
    ask_next(run)


def next_attempt(run: Run) -> None:
    """Open the attempt of the next higher bidder, or end the round (B5.3, B4.4, B5.4)."""
    waiting = queue(run.state)
    if waiting:
        _ask_to_attempt(run, waiting[0])
        return
    run.add(e.ContractDiscarded(run.state.turn))
    _clear_table(run)
    _next_turn(run)


def _ask_to_attempt(run: Run, bid: m.TileBid) -> None:
    """Begin the minute of a bidder (B5.1), or by day let the bidder begin it (X1.1)."""
    turn, number = run.state.turn, run.state.attempt + 1
    if plays_by_day(run.state):
        run.add(e.AttemptAsked(turn, number, bid.seat, bid.tiles, _in_a_day(run)))
    else:
        ends = Millis(run.now + m.ATTEMPT_MS)
        run.add(e.AttemptOpened(turn, number, bid.seat, bid.tiles, ends))


def open_attempt(run: Run) -> None:
    """Begin the minute that the attempting seat was asked to begin (X1.1)."""
    state, most = run.state, limit(run.state)
    assert state.attempting is not None
    assert most is not None
    ends = Millis(run.now + m.ATTEMPT_MS)
    run.add(e.AttemptOpened(state.turn, state.attempt, state.attempting, most, ends))


def plays_by_day(state: m.BagState) -> bool:
    """Tell whether nothing shorter than a day runs for who is away (X1.1, since version 2)."""
    clock = options(state).bid_clock_ms
    return (clock is None or clock >= m.DAY_MS) and state.version > 1


def _in_a_day(run: Run) -> Millis | None:
    """Return when a day's clock ends; none where bids have no clock (X1.1)."""
    return None if options(run.state).bid_clock_ms is None else Millis(run.now + m.DAY_MS)


def challenge_ends(run: Run) -> Millis | None:
    """Return when a word that is submitted now can be challenged no more (B7.4, X1.1)."""
    return _in_a_day(run) if plays_by_day(run.state) else Millis(run.now + m.CHALLENGE_MS)


def fail(run: Run, reason: e.Failure) -> None:
    """End the running attempt without a word that stands (B5.3, B7.2)."""
    state = run.state
    assert state.attempting is not None
    run.add(e.AttemptFailed(state.turn, state.attempt, state.attempting, reason))
    next_attempt(run)


def fill(run: Run, *, doubled: bool) -> None:
    """Give the contract to the submitter, clear the table (B5.4), then let it draw (B6.1)."""
    state = run.state
    assert state.submission is not None
    assert state.contract is not None
    seat = state.submission.seat
    won = m.ScoreCard(state.contract, doubled)
    run.add(e.ContractFilled(state.turn, seat, state.submission.word, won, won.points))
    _clear_table(run)
    take(run, seat, 1)
    _next_turn(run)


def _clear_table(run: Run) -> None:
    if run.state.table:
        out = options(run.state).recycle is m.Recycle.OUT
        run.add(e.TableCleared(run.state.turn, out))


def _next_turn(run: Run) -> None:
    """Pass the turn to the next seat clockwise of the one whose turn it was (B6.2)."""
    open_turn(run, Seat((run.state.on_turn + 1) % len(run.state.hands)))
