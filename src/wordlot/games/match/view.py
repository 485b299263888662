"""What a seat or a spectator may know of a game of Match, and may do in it (M9.1)."""

from __future__ import annotations

from msgspec.structs import replace

from wordlot.core.newest import Newest
from wordlot.core.protocol import Hidden, Millis, Outcome, Seat, outcome_of
from wordlot.games.match import model as m
from wordlot.games.match.decide import most_value, void_costs
from wordlot.games.match.placing import blocked_columns, lanes, lying, round_clock_ms


def outcome(state: m.MatchState) -> Outcome | None:
    """Return points and winners once the game is over; equal totals share the win (M8.1)."""
    return None if state.ended is None else outcome_of(state.coins)


def awaited(state: m.MatchState) -> tuple[Seat, ...]:
    """Return the seats that have neither bid nor passed, or the one that lays (M3.2, M3.3)."""
    if state.phase in {m.Phase.OPENING, m.Phase.LAYING}:
        return () if state.laying is None else (state.laying,)
    if state.phase is m.Phase.OVER or state.round == 0:
        return ()
    done = {*state.passed, *(bid.seat for bid in state.bids)}
    return tuple(Seat(i) for i in range(len(state.hands)) if i not in done)


def view(state: m.MatchState, seat: Seat | None) -> m.MatchView:
    """Return all that a seat may know; `None` is a spectator, who sees no hand (M9.1)."""
    known = _public(state)
    if seat is None:
        return known
    bids = _unsettled(state).bids
    mine = next((bid.play for bid in bids if bid.seat == seat), None)
    return replace(known, you=seat, hand=state.hands[seat], your_play=mine)


@Newest
def _public(state: m.MatchState) -> m.MatchView:
    """Return what everybody may know: whenever something happens, each seat is told it."""
    assert state.setup is not None
    auction = _unsettled(state)
    best = auction.bids[-1] if auction.bids else None
    return m.MatchView(
        you=None,
        options=state.setup.options,
        phase=state.phase,
        round=state.round,
        closes_at=state.closes_at,
        clock_ms=_clock_ms(state, state.setup.options),
        crossword=state.crossword,
        pot=state.pot,
        pile=len(state.pile),
        discards=len(state.discards),
        seats=tuple(_seat_view(auction, Seat(i)) for i in range(len(state.hands))),
        high=best.value if best else None,
        leader=best.seat if best else None,
        laying=state.laying,
        awaited=awaited(state),
        hand=None,
        your_play=None,
        ended=state.ended,
        outcome=outcome(state),
    )


def _clock_ms(state: m.MatchState, options: m.MatchOptions) -> Millis | None:
    """Return what the clock of the phase is when it begins (M3.2, M3.4, X1.1)."""
    match state.phase:
        case m.Phase.BIDDING:
            clock = round_clock_ms(options, state.crossword)
            return None if clock is None else Millis(clock)
        case m.Phase.LAYING:
            return Millis(options.lay_clock_ms)
        case m.Phase.OPENING if state.closes_at is not None:
            return Millis(m.DAY_MS)
        case _:
            return None


def _unsettled(state: m.MatchState) -> m.MatchState:
    """Return the state without its bids and passes, once its auction has come to its end (M6, M7).

    The fold keeps them until the next round opens: a play would be seen as laid and as bid.
    """
    spoke = len(state.bids) + len(state.passed) + len(state.voided)
    if spoke < len(state.hands) or state.laying is not None:
        return state
    return replace(state, bids=(), passed=(), voided=())


def _seat_view(state: m.MatchState, seat: Seat) -> m.SeatView:
    voided = next((bid.value for bid in state.voided if bid.seat == seat), None)
    standing = next((bid.value for bid in state.bids if bid.seat == seat), None)
    return m.SeatView(
        coins=state.coins[seat],
        hand=len(state.hands[seat]),
        bid=standing if voided is None else voided,
        passed=seat in state.passed,
        voided=voided is not None,
    )


def redact(event: m.Event, seat: Seat | None) -> m.SeenEvent:
    """Return an event as a seat may know it (M9.1): what is hidden keeps its number and no more."""
    match event:
        case m.PileShuffled():
            return Hidden()
        case m.CardsDrawn() if event.seat != seat:
            return replace(event, cards=None)
        case m.BidPlaced() if event.seat != seat:
            return replace(event, play=None)
        case _:
            return event


def offers(view: m.MatchView) -> tuple[m.Offer, ...]:
    """Return what the seat of a view may do now (M3.1 to M3.3, M4); nothing while it waits."""
    if view.you is None or view.hand is None or view.you not in view.awaited:
        return ()
    places, blocked = _places(view.crossword)
    if view.phase is m.Phase.OPENING:
        return (m.OpenLayingOffer(view.options.lay_clock_ms, _void_costs(view)), m.PassOffer())
    if view.phase is m.Phase.LAYING:
        assert view.high is not None
        return (m.LayOffer(view.high, places, blocked, _void_costs(view)), m.PassOffer())
    least = max(m.LEAST_VALUE, 0 if view.high is None else view.high + 1)
    most = most_value(len(view.hand))
    if least > most:
        return (m.PassOffer(),)
    return (m.BidOffer(least, most, places, blocked), m.PassOffer())


def _void_costs(view: m.MatchView) -> int:
    assert view.you is not None
    assert view.high is not None
    pays = view.options.void is m.Void.PAYS
    return void_costs(view.seats[view.you].coins, view.high) if pays else 0


@Newest
def _places(crossword: m.Crossword) -> tuple[tuple[m.Lane, ...], tuple[int, ...]]:
    """Return the lanes whose word can still grow, as one of 15 letters cannot (X2), and M4.2's."""
    roomy = tuple(x for x in lanes(crossword) if len(lying(crossword, x)) < m.LONGEST)
    return roomy, blocked_columns(crossword)
