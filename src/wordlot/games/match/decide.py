"""From an action, or a clock that ran out, to the events of Match it brings about."""

from __future__ import annotations

from collections.abc import Iterator

from wordlot.core.chance import Chance
from wordlot.core.errors import IllegalAction, InvalidNotation, Refusal
from wordlot.core.protocol import LexiconLike, Millis, Seat, Setup
from wordlot.games.match import model as m
from wordlot.games.match.deck import load_deck
from wordlot.games.match.evolve import drawn_from, evolve
from wordlot.games.match.placing import check_play, round_clock_ms, worth

VERSION = 2
"""2: void calls cost (M3.2), rounds are bounded (M8.2), a day's lay-down clock is opened (X1.1)."""
OLDEST = 1
MIN_SEATS = 2
MAX_SEATS = 6


class _Run:
    """Events being made, with the state folded along, so that each step sees the one before."""

    def __init__(self, state: m.MatchState, now: Millis, chance: Chance) -> None:
        self.state = state
        self.now = now
        self.chance = chance
        self.events: list[m.Event] = []

    def add(self, event: m.Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)


def check(seats: int, options: m.MatchOptions) -> None:
    """Refuse a number of seats or a setting out of its range (M2.2, M3.2, M3.4, M1.2)."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        _bad(f"Match is for {MIN_SEATS} to {MAX_SEATS} players, not {seats}", "M2.2")
    if options.round_clock_ms is not None and options.round_clock_ms not in m.ROUND_CLOCKS_MS:
        _bad(f"a round clock of {options.round_clock_ms} ms is not offered", "M3.4")
    if options.lay_clock_ms not in m.LAY_CLOCKS_MS:
        _bad(f"a lay-down clock of {options.lay_clock_ms} ms is not offered", "M3.2")
    try:
        load_deck(options.deck)
    except InvalidNotation as error:
        _bad(str(error), "M1.2")


def _bad(detail: str, clause: str) -> None:
    raise IllegalAction(Refusal.BAD_OPTIONS, detail, clause)


def open_game(setup: Setup[m.MatchOptions], *, now: Millis, chance: Chance) -> tuple[m.Event, ...]:
    """Return the events that fill the pot, deal seven cards each and open round 1 (M2, M3.1)."""
    check(setup.seats, setup.options)
    run = _Run(m.MatchState(), now, chance)
    run.add(m.MatchOpened(VERSION, setup, load_deck(setup.options.deck)))
    _shuffle(run)
    for seat in range(setup.seats):
        _draw(run, Seat(seat), m.HAND)
    _open_round(run)
    return tuple(run.events)


def decide(
    state: m.MatchState,
    action: m.Action,
    *,
    by: Seat,
    now: Millis,
    chance: Chance,
    lexicon: LexiconLike,
) -> tuple[m.Event, ...]:
    """Return what an action of a seat brings about; `IllegalAction` where it is refused."""
    _check_turn(state, action, by)
    run = _Run(state, now, chance)
    match action:
        case m.Pass() if state.phase is not m.Phase.BIDDING:
            _void(run, by_clock=False)
        case m.Pass():
            run.add(m.SeatPassed(state.round, by))
            _close_if_all_in(run)
        case m.PlaceBid():
            _check_sealed(state, action.play, by, lexicon)
            _take_bid(run, by, worth(state.crossword, action.play).value, action.play)
        case m.CallBid():
            _check_called(state, action.value, by)
            _take_bid(run, by, action.value, None)
        case m.OpenLaying():
            _open_laying(run)
        case m.LayPlay():
            _check_lay(state, action.play, by, lexicon)
            _lay(run, by, action.play)
    return tuple(run.events)


def expire(
    state: m.MatchState, *, now: Millis, chance: Chance, lexicon: LexiconLike
) -> tuple[m.Event, ...]:
    """Return what falls due by `now`: an auction closes (M3.3), or a called bid is void (M3.2)."""
    del lexicon
    if state.closes_at is None or now < state.closes_at:
        return ()
    run = _Run(state, now, chance)
    if state.phase is m.Phase.BIDDING:
        _close(run, by_clock=True)
    else:
        _void(run, by_clock=True)
    return tuple(run.events)


def redraw(state: m.MatchState, event: m.Event, chance: Chance) -> m.Event:
    """Return the event as chance makes it: only a shuffle has any in it (X3)."""
    if isinstance(event, m.PileShuffled):
        return m.PileShuffled(chance.shuffle(sorted(state.pile + state.discards)))
    return event


def _check_turn(state: m.MatchState, action: m.Action, by: Seat) -> None:
    """Refuse what comes at the wrong time, from the wrong seat or for another round."""
    if state.phase is m.Phase.OVER:
        raise IllegalAction(Refusal.GAME_OVER, "the game is over", "M6.2")
    if not 0 <= by < len(state.hands):
        raise IllegalAction(Refusal.NOT_YOURS, f"there is no seat {by} in this game", "M2.2")
    if action.round != state.round:
        detail = f"that was for round {action.round}; round {state.round} is running"
        raise IllegalAction(Refusal.STALE_ROUND, detail, "M3.1")
    if state.phase is m.Phase.BIDDING:
        _check_bidding(state, action, by)
    else:
        _check_laying(state, action, by)


def _check_laying(state: m.MatchState, action: m.Action, by: Seat) -> None:
    if not isinstance(action, m.OpenLaying | m.LayPlay | m.Pass):
        raise IllegalAction(Refusal.NOT_NOW, "the auction of this round is closed", "M3.3")
    if by != state.laying:
        detail = f"seat {state.laying} is laying its bid"
        raise IllegalAction(Refusal.NOT_YOURS, detail, "M3.2")
    if isinstance(action, m.LayPlay) and state.phase is m.Phase.OPENING:
        detail = "your lay-down clock has not begun; begin it first"
        raise IllegalAction(Refusal.NOT_NOW, detail, "X1.1")
    if isinstance(action, m.OpenLaying) and state.phase is m.Phase.LAYING:
        raise IllegalAction(Refusal.NOT_NOW, "your lay-down clock runs already", "X1.1")


def _check_bidding(state: m.MatchState, action: m.Action, by: Seat) -> None:
    if isinstance(action, m.LayPlay | m.OpenLaying):
        raise IllegalAction(Refusal.NOT_NOW, "nothing is to be laid before a bid has won", "M3.2")
    if by in state.passed:
        detail = f"you passed in round {state.round}; a pass is final for the round"
        raise IllegalAction(m.MatchCode.ALREADY_PASSED, detail, "M3.3")
    if any(bid.seat == by for bid in state.bids):
        detail = f"you have bid in round {state.round}; there is one bid a round"
        raise IllegalAction(m.MatchCode.ALREADY_BID, detail, "M3.1")
    bidding = _options(state).bidding
    wanted = m.PlaceBid if bidding is m.Bidding.SEALED else m.CallBid
    if not isinstance(action, wanted | m.Pass):
        detail = f"bidding is {bidding} at this table"
        raise IllegalAction(m.MatchCode.WRONG_BIDDING, detail, "M3.2")


def _check_sealed(state: m.MatchState, play: m.Play, by: Seat, lexicon: LexiconLike) -> None:
    check_play(state.crossword, state.hands[by], play, None)
    _check_higher(state, worth(state.crossword, play).value)
    check_play(state.crossword, state.hands[by], play, lexicon)


def _check_called(state: m.MatchState, value: int, by: Seat) -> None:
    most = most_value(len(state.hands[by]))
    if value > most:
        held = len(state.hands[by])
        detail = f"{value} is more than {held} cards can be worth, which is {most}"
        raise IllegalAction(m.MatchCode.TOO_HIGH, detail, "M5.1")
    _check_higher(state, value)


def _check_higher(state: m.MatchState, value: int) -> None:
    least = least_value(state)
    if value < least:
        raise IllegalAction(
            m.MatchCode.NOT_HIGHER, f"{value} is not enough; it needs {least} or more", "M3.1"
        )


def least_value(state: m.MatchState) -> int:
    """Return the least value that a bid must have now (M3.1)."""
    return max(m.LEAST_VALUE, state.bids[-1].value + 1 if state.bids else 0)


def most_value(hand: int) -> int:
    """Return the most that so many cards can be worth: all of one colour (M5.1, X2)."""
    return min(m.MOST_VALUE, 2 * hand)


def _check_lay(state: m.MatchState, play: m.Play, by: Seat, lexicon: LexiconLike) -> None:
    check_play(state.crossword, state.hands[by], play, lexicon)
    value, called = worth(state.crossword, play).value, state.bids[-1].value
    if value < called:
        detail = f"the play is worth {value}; {called} was called"
        raise IllegalAction(m.MatchCode.BELOW_CALL, detail, "M3.2")


def _options(state: m.MatchState) -> m.MatchOptions:
    assert state.setup is not None
    return state.setup.options


def _take_bid(run: _Run, seat: Seat, value: int, play: m.Play | None) -> None:
    closes_at = run.state.closes_at
    if closes_at is not None:
        closes_at = max(closes_at, Millis(run.now + m.GOING_ONCE_MS))
    run.add(m.BidPlaced(run.state.round, seat, value, closes_at, play))
    _close_if_all_in(run)


def _close_if_all_in(run: _Run) -> None:
    if len(run.state.bids) + len(run.state.passed) == len(run.state.hands):
        _close(run, by_clock=False)


def _close(run: _Run, *, by_clock: bool) -> None:
    run.add(m.AuctionClosed(run.state.round, by_clock))
    _settle(run)


def _settle(run: _Run) -> None:
    """Give the round to the highest bid that stands, or to nobody (M3.2, M6.1, M7)."""
    if not run.state.bids:
        _nobody_bid(run)
        return
    best = run.state.bids[-1]
    if best.play is not None:
        _lay(run, best.seat, best.play)
        return
    if not _waits_to_open(run.state):
        _open_laying(run)
        return
    round_clock = _options(run.state).round_clock_ms
    closes_at = None if round_clock is None else Millis(run.now + m.DAY_MS)
    run.add(m.LayingAsked(run.state.round, best.seat, best.value, closes_at))


def _waits_to_open(state: m.MatchState) -> bool:
    """Tell whether a lay-down clock begins only when its player says so (X1.1, since version 2)."""
    options = _options(state)
    by_day = options.round_clock_ms is None or options.round_clock_ms >= m.DAY_MS
    return by_day and options.lay_clock_ms < m.DAY_MS and state.version > 1


def _open_laying(run: _Run) -> None:
    best = run.state.bids[-1]
    closes_at = Millis(run.now + _options(run.state).lay_clock_ms)
    run.add(m.LayingOpened(run.state.round, best.seat, best.value, closes_at))


def _void(run: _Run, *, by_clock: bool) -> None:
    best = run.state.bids[-1]
    pays = _options(run.state).void is m.Void.PAYS
    paid = void_costs(run.state.coins[best.seat], best.value) if pays else 0
    run.add(m.BidVoided(run.state.round, best.seat, best.value, by_clock, paid))
    _settle(run)


def void_costs(coins: int, called: int) -> int:
    """Return what a void call costs a seat that has so many points (M3.2)."""
    return min(coins, called)


def _lay(run: _Run, seat: Seat, play: m.Play) -> None:
    before = run.state
    word = check_play(before.crossword, before.hands[seat], play, None)
    what = worth(before.crossword, play)
    coins = min(what.score, before.pot)
    run.add(m.PlayLaid(before.round, seat, play, word, what.value, what.score, coins))
    if run.state.pot == 0:
        run.add(m.MatchEnded(m.End.POT_EMPTY))
        return
    for drawer in _from_winner(run.state):
        up_to_hand = drawer == seat and play.kind is m.Kind.BASE
        owed = max(0, m.HAND - len(run.state.hands[drawer])) if up_to_hand else 1
        _draw(run, drawer, owed)
    _open_round(run, m.SOLD_MS)


def _nobody_bid(run: _Run) -> None:
    if run.state.crossword.base:
        run.add(m.CrosswordCleared(run.state.round, nobody_bid=True))
        _open_round(run)
        return
    drawn = [_draw(run, drawer, 1) for drawer in _from_winner(run.state)]
    if any(drawn):
        _open_round(run)
    else:
        run.add(m.MatchEnded(m.End.NO_CARDS))


def _from_winner(state: m.MatchState) -> Iterator[Seat]:
    """Yield the seats in the order in which they draw (M6.4)."""
    seats = len(state.hands)
    return (Seat((state.winner + i) % seats) for i in range(seats))


def _shuffle(run: _Run) -> None:
    empty = m.PileShuffled(())
    run.add(redraw(run.state, empty, run.chance))


def _draw(run: _Run, seat: Seat, owed: int) -> int:
    """Draw up to `owed` cards, one source after another (M6.4); return how many there were."""
    drawn = 0
    while drawn < owed and _refill(run):
        count = min(owed - drawn, len(run.state.pile))
        cards = drawn_from(run.state.pile, count)
        run.add(m.CardsDrawn(seat, count, cards))
        drawn += count
    return drawn


def _refill(run: _Run) -> bool:
    """Make sure that the pile holds a card, as M6.4 says; tell whether it does."""
    if run.state.pile:
        return True
    dry = not run.state.discards
    if dry and run.state.crossword.base and _options(run.state).dry is m.Dry.CLEAR:
        run.add(m.CrosswordCleared(run.state.round, nobody_bid=False))
    if not run.state.discards:
        return False
    _shuffle(run)
    return True


def _open_round(run: _Run, after_ms: int = 0) -> None:
    """Open the next round, or end the game after the last (M8.2, since version 2).

    Bids are taken at once; the clock begins after some time, in which what was laid is looked at.
    """
    if run.state.round >= m.MOST_ROUNDS and run.state.version > 1:
        run.add(m.MatchEnded(m.End.LAST_ROUND))
        return
    clock = round_clock_ms(_options(run.state), run.state.crossword)
    closes_at = None if clock is None else Millis(run.now + after_ms + clock)
    run.add(m.RoundOpened(run.state.round + 1, closes_at))
