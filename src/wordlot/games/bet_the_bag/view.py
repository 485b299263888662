"""What a seat or a spectator may know of a game of Bet the Bag, and may do in it (B9.1)."""

from __future__ import annotations

from msgspec.structs import replace

from wordlot.core.protocol import Hidden, Outcome, Seat, outcome_of
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag import turns


def score(won: tuple[m.ScoreCard, ...]) -> int:
    """Return what score cards count together (B6.1)."""
    return sum(card.points for card in won)


def outcome(state: m.BagState) -> Outcome | None:
    """Return points and winners once the game is over; equal scores share the win (B8.1)."""
    if state.setup is None or state.phase is not m.BagPhase.OVER:
        return None
    return outcome_of([score(won) for won in state.won])


def awaited(state: m.BagState) -> tuple[Seat, ...]:
    """Return who flips, bids or attempts, or all who have not accepted the word (B3 to B7).

    Between the events of one decision nobody is awaited.
    """
    match state.phase:
        case m.BagPhase.FLIP if state.closes_at is not None:
            return (state.on_turn,)
        case m.BagPhase.BIDDING if state.bidder is not None:
            return (state.bidder,)
        case m.BagPhase.OPENING | m.BagPhase.ATTEMPT if state.attempting is not None:
            return (state.attempting,)
        case m.BagPhase.CHALLENGE if state.submission is not None:
            return tuple(turns.others(state))
        case _:
            return ()


def view(state: m.BagState, seat: Seat | None) -> m.BagView:
    """Return all that a seat may know; `None` is a spectator, who sees no hand (B9.1)."""
    state = _unsettled(state)
    return m.BagView(
        you=seat,
        options=turns.options(state),
        phase=state.phase,
        turn=state.turn,
        on_turn=state.on_turn,
        closes_at=state.closes_at,
        letters=state.letters,
        contract=state.contract,
        aces=state.aces,
        gone=state.gone,
        pile=len(state.pile),
        bag=len(state.bag),
        out=len(state.out),
        table=state.table,
        bids=state.bids,
        queue=turns.queue(state),
        attempt=state.attempt,
        attempting=state.attempting,
        limit=turns.limit(state),
        submission=state.submission,
        tried=state.tried if seat == state.attempting else None,
        seats=tuple(_seat(state, Seat(i)) for i in range(len(state.hands))),
        awaited=awaited(state),
        hand=None if seat is None else state.hands[seat],
        outcome=outcome(state),
    )


def _unsettled(state: m.BagState) -> m.BagState:
    """Return the state without bids and attempts, once their contract is gone (B4.4, B5.4, B6.1).

    The fold keeps them until the next turn opens.
    """
    if state.contract is not None:
        return state
    return replace(state, bids=(), passed=(), failed=(), attempt=0)


def _seat(state: m.BagState, seat: Seat) -> m.BagSeat:
    return m.BagSeat(
        score=score(state.won[seat]),
        won=state.won[seat],
        hand=len(state.hands[seat]),
        bid=next((bid.tiles for bid in state.bids if bid.seat == seat), None),
        passed=seat in state.passed,
        failed=seat in state.failed,
    )


def redact(event: e.Event, seat: Seat | None) -> e.SeenEvent:
    """Return an event as a seat may know it (B9.1): what is hidden keeps its number and no more."""
    match event:
        case e.CardsShuffled():
            return Hidden()
        case e.WordRefused() if event.seat != seat:
            return Hidden()
        case e.TilesTaken() if event.seat != seat:
            return replace(event, tiles=None)
        case _:
            return event


def offers(view: m.BagView) -> tuple[m.Offer, ...]:
    """Return what the seat of a view may do now (B3 to B7); nothing while it waits."""
    if view.you is None or view.hand is None or view.you not in view.awaited:
        return ()
    match view.phase:
        case m.BagPhase.FLIP:
            return (m.FlipOffer(),)
        case m.BagPhase.BIDDING:
            return _bidding_offers(view)
        case m.BagPhase.OPENING | m.BagPhase.ATTEMPT:
            return _attempt_offers(view, len(view.hand))
        case m.BagPhase.CHALLENGE:
            return _verdict_offers(view)
        case m.BagPhase.OVER:
            return ()


def _bidding_offers(view: m.BagView) -> tuple[m.Offer, ...]:
    assert view.contract is not None
    taken = {bid.tiles for bid in view.bids}
    numbers = range(view.contract.rank, m.MOST_TILES + 1)
    free = tuple(tiles for tiles in numbers if tiles not in taken)
    return (m.BidTilesOffer(free, view.bids), m.PassBidOffer(min(1, view.bag)))


def _attempt_offers(view: m.BagView, hand: int) -> tuple[m.Offer, ...]:
    assert view.contract is not None
    assert view.limit is not None
    if view.phase is m.BagPhase.OPENING:
        return (m.OpenAttemptOffer(), m.GiveUpOffer())
    room, least = view.limit - len(view.table), view.contract.rank
    found: list[m.Offer] = []
    if draws := min(room, view.bag):
        found.append(m.DrawOffer(draws))
    if lay := min(room, hand):
        found.append(m.LayTilesOffer(lay))
    if len(view.table) + lay >= least:
        found.append(m.SubmitOffer(least, lay, view.tried.again_at if view.tried else None))
    return (*found, m.GiveUpOffer())


def _verdict_offers(view: m.BagView) -> tuple[m.Offer, ...]:
    assert view.contract is not None
    assert view.submission is not None
    points = m.ScoreCard(view.contract, doubled=False).points
    twice = m.ScoreCard(view.contract, doubled=True).points
    cards = view.seats[view.submission.seat].won
    costs = min((card.points for card in cards), default=0)
    return (m.ChallengeOffer(twice, costs), m.AcceptOffer(points))
