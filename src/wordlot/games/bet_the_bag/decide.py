"""From an action, or a clock that ran out, to the events of Bet the Bag it brings about."""

from __future__ import annotations

from typing import NoReturn

from wordlot.core.chance import Chance
from wordlot.core.errors import IllegalAction, InvalidNotation, Refusal
from wordlot.core.pieces import Tile
from wordlot.core.protocol import LexiconLike, Millis, Seat, Setup
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag import turns
from wordlot.games.bet_the_bag.components import load_cards, load_tiles
from wordlot.games.bet_the_bag.spelling import check_spelled, without
from wordlot.games.bet_the_bag.turns import Run

VERSION = 2
"""2: by day the minute of an attempt begins when it is opened, and a challenge has a day (X1.1)."""
OLDEST = 1
MIN_SEATS = 2
MAX_SEATS = 8


def check(seats: int, options: m.BagOptions) -> None:
    """Refuse a number of seats or a setting out of its range (B2.2, B4.3, B5.4, B1.1)."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        _bad(f"Bet the Bag is for {MIN_SEATS} to {MAX_SEATS} players, not {seats}", "B2.2")
    if options.bid_clock_ms is not None and options.bid_clock_ms not in m.BID_CLOCKS_MS:
        _bad(f"a bid clock of {options.bid_clock_ms} ms is not offered", "B4.3")
    if options.recycle is m.Recycle.OUT and seats > m.MOST_SEATS_OUT:
        _bad(f"tiles go out of play with up to {m.MOST_SEATS_OUT} players, not {seats}", "B5.4")
    try:
        load_tiles(options.tiles)
    except InvalidNotation as error:
        _bad(str(error), "B1.1")


def _bad(detail: str, clause: str) -> NoReturn:
    raise IllegalAction(Refusal.BAD_OPTIONS, detail, clause)


def open_game(setup: Setup[m.BagOptions], *, now: Millis, chance: Chance) -> tuple[e.Event, ...]:
    """Return the events that shuffle the cards, give three tiles each and open turn 1 (B2, B3)."""
    check(setup.seats, setup.options)
    if setup.starter is not None and not 0 <= setup.starter < setup.seats:
        _bad(f"seat {setup.starter} cannot start a game of {setup.seats}", "B2.2")
    run = Run(m.BagState(), now, chance)
    tiles = load_tiles(setup.options.tiles, setup.options.blanks)
    run.add(e.BagOpened(VERSION, setup, tiles, load_cards()))
    run.draw(e.CardsShuffled(()))
    run.draw(e.StarterChosen(setup.starter or Seat(0)))
    for seat in range(setup.seats):
        turns.take(run, Seat(seat), m.HAND)
    turns.open_turn(run, run.state.on_turn)
    return tuple(run.events)


def deadline(state: m.BagState) -> Millis | None:
    """Return when the waiting ends by itself: for an attempt half a second late (B5.5)."""
    if state.closes_at is not None and state.phase is m.BagPhase.ATTEMPT:
        return Millis(state.closes_at + m.GRACE_MS)
    return state.closes_at


def expire(
    state: m.BagState, *, now: Millis, chance: Chance, lexicon: LexiconLike
) -> tuple[e.Event, ...]:
    """Return what falls due by `now`: a flip, a pass (B4.3), a failure (B5.3), an award (B7.3)."""
    del lexicon
    due = deadline(state)
    if due is None or now < due:
        return ()
    run = Run(state, now, chance)
    match state.phase:
        case m.BagPhase.FLIP:
            turns.flip(run, by_clock=True)
        case m.BagPhase.BIDDING:
            turns.pass_seat(run, by_clock=True)
        case m.BagPhase.OPENING | m.BagPhase.ATTEMPT:
            turns.fail(run, e.Failure.CLOCK)
        case m.BagPhase.CHALLENGE:
            turns.fill(run, doubled=False)
        case m.BagPhase.OVER:
            raise AssertionError("a game that is over waits for nothing")
    return tuple(run.events)


def decide(
    state: m.BagState,
    action: a.Action,
    *,
    by: Seat,
    now: Millis,
    chance: Chance,
    lexicon: LexiconLike,
) -> tuple[e.Event, ...]:
    """Return what an action of a seat brings about; `IllegalAction` where it is refused."""
    check_turn(state, action, by, now)
    run = Run(state, now, chance)
    match action:
        case a.FlipCard():
            turns.flip(run, by_clock=False)
        case a.BidTiles():
            _check_bid(state, action.tiles)
            run.add(e.TilesBid(state.turn, by, action.tiles))
            turns.ask_next(run)
        case a.PassBid():
            turns.pass_seat(run, by_clock=False)
        case a.Accept():
            _accept(run, by)
        case a.Challenge():
            _challenge(run, by, lexicon)
        case _:
            _attempt(run, action, by, lexicon)
    return tuple(run.events)


def _attempt(run: Run, action: a.AttemptAction, by: Seat, lexicon: LexiconLike) -> None:
    state = run.state
    match action:
        case a.OpenAttempt():
            turns.open_attempt(run)
        case a.DrawTile():
            _check_draw(state)
            run.draw(e.TileDrawn(state.turn, state.attempt, by, ""))
        case a.LayTiles():
            _check_lay(state, action.tiles, by)
            run.add(e.TilesLaid(state.turn, state.attempt, by, action.tiles))
        case a.SubmitWord():
            _submit(run, action, by, lexicon)
        case a.GiveUp():
            turns.fail(run, e.Failure.GAVE_UP)


_PHASE: dict[type[a.Action], tuple[m.BagPhase, str, str]] = {
    a.FlipCard: (m.BagPhase.FLIP, "the card of this turn is flipped already", "B3.1"),
    a.BidTiles: (m.BagPhase.BIDDING, "nobody is asked to bid now", "B4.1"),
    a.PassBid: (m.BagPhase.BIDDING, "nobody is asked to bid now", "B4.1"),
    a.OpenAttempt: (m.BagPhase.OPENING, "no attempt waits to begin", "X1.1"),
    a.DrawTile: (m.BagPhase.ATTEMPT, "no attempt is running", "B5.1"),
    a.LayTiles: (m.BagPhase.ATTEMPT, "no attempt is running", "B5.1"),
    a.SubmitWord: (m.BagPhase.ATTEMPT, "no attempt is running", "B5.2"),
    a.GiveUp: (m.BagPhase.ATTEMPT, "no attempt is running", "B5.3"),
    a.Challenge: (m.BagPhase.CHALLENGE, "no word waits for a challenge", "B7.1"),
    a.Accept: (m.BagPhase.CHALLENGE, "no word waits for a challenge", "B7.4"),
}
"""When each action has its place, what to say when it has not, and the clause.

An attempt can also be given up before its minute begins.
"""

_LATE = {
    m.BagPhase.FLIP: "X1",
    m.BagPhase.BIDDING: "B4.3",
    m.BagPhase.OPENING: "X1.1",
    m.BagPhase.ATTEMPT: "B5.5",
    m.BagPhase.CHALLENGE: "B7.4",
}
"""The clause of each clock."""

_STALE: dict[type[a.Action], str] = {a.Challenge: "B7.3", a.Accept: "B7.3", a.SubmitWord: "B5.3"}
"""The clause by which something comes too late, where it is not the one in `_PHASE`."""


def check_turn(state: m.BagState, action: a.Action, by: Seat, now: Millis) -> None:
    """Refuse what comes at the wrong time, from the wrong seat, or for another turn or attempt."""
    phase, otherwise, clause = _PHASE[type(action)]
    if state.phase is m.BagPhase.OVER:
        raise IllegalAction(Refusal.GAME_OVER, "the game is over", "B3.2")
    if not 0 <= by < len(state.hands):
        raise IllegalAction(Refusal.NOT_YOURS, f"there is no seat {by} in this game", "B2.2")
    _check_not_stale(state, action, clause)
    early = isinstance(action, a.GiveUp) and state.phase is m.BagPhase.OPENING
    if state.phase is not phase and not early:
        raise IllegalAction(Refusal.NOT_NOW, otherwise, clause)
    due = deadline(state)
    if due is not None and now >= due:
        detail = f"that came {now - due} ms after the end"
        raise IllegalAction(a.BagCode.TOO_LATE, detail, _LATE[state.phase])
    if isinstance(action, a.Verdict):
        _check_verdict(state, by)
    else:
        _check_actor(state, by, clause)


def _check_not_stale(state: m.BagState, action: a.Action, clause: str) -> None:
    """Refuse what names another turn or attempt, so that nothing late is applied to the next."""
    if action.turn != state.turn:
        detail = f"that was for turn {action.turn}; turn {state.turn} is running"
    elif isinstance(action, a.AttemptAction | a.Verdict) and action.attempt != state.attempt:
        detail = f"that was for attempt {action.attempt}; it is attempt {state.attempt} now"
    else:
        return
    raise IllegalAction(Refusal.STALE_ROUND, detail, _STALE.get(type(action), clause))


def _check_actor(state: m.BagState, by: Seat, clause: str) -> None:
    actor = state.attempting
    what = "has the minute"
    if state.phase is m.BagPhase.FLIP:
        actor, what = state.on_turn, "flips"
    elif state.phase is m.BagPhase.BIDDING:
        actor, what = state.bidder, "bids now"
    if by != actor:
        raise IllegalAction(Refusal.NOT_YOURS, f"seat {actor} {what}, not seat {by}", clause)


def _check_verdict(state: m.BagState, by: Seat) -> None:
    assert state.submission is not None
    if by == state.submission.seat:
        detail = "the word is your own; the other players challenge or accept it"
        raise IllegalAction(a.BagCode.OWN_WORD, detail, "B7.1")
    if by in state.submission.accepted:
        detail = "you have accepted this word; that is final"
        raise IllegalAction(a.BagCode.ALREADY_ACCEPTED, detail, "B7.4")


def _check_bid(state: m.BagState, tiles: int) -> None:
    assert state.contract is not None
    if tiles < state.contract.rank:
        detail = f"{tiles} tiles cannot fill a contract of {state.contract.rank} letters"
        raise IllegalAction(a.BagCode.TOO_LOW, detail, "B4.1")
    if tiles > m.MOST_TILES:
        detail = f"{tiles} is too many; the highest bid is {m.MOST_TILES} tiles"
        raise IllegalAction(a.BagCode.TOO_HIGH, detail, "B4.1")
    for bid in state.bids:
        if bid.tiles == tiles:
            detail = f"seat {bid.seat} has bid {tiles} in this round"
            raise IllegalAction(a.BagCode.TAKEN, detail, "B4.1")


def _check_draw(state: m.BagState) -> None:
    _check_room(state, 1)
    if not state.bag:
        detail = "the bag is empty; only the hand is left"
        raise IllegalAction(a.BagCode.BAG_EMPTY, detail, "B5.1")


def _check_lay(state: m.BagState, tiles: tuple[Tile, ...], by: Seat) -> None:
    if not tiles:
        raise IllegalAction(a.BagCode.NO_TILES, "no tile was named to lay", "B5.1")
    _check_room(state, len(tiles))
    without(state.hands[by], tiles)


def _check_room(state: m.BagState, more: int) -> None:
    most = turns.limit(state)
    assert most is not None
    if len(state.table) + more > most:
        detail = f"{len(state.table)} tiles are on the table and {more} more is over the bid {most}"
        raise IllegalAction(a.BagCode.BID_FULL, detail, "B5.1")


def _submit(run: Run, action: a.SubmitWord, by: Seat, lexicon: LexiconLike) -> None:
    state = run.state
    assert state.contract is not None
    if state.tried is not None and run.now < state.tried.again_at:
        detail = f"a word can be tried again in {state.tried.again_at - run.now} ms"
        raise IllegalAction(a.BagCode.TOO_SOON, detail, "B7.4")
    if action.lay:
        _check_lay(state, action.lay, by)
    check_spelled(
        action.word,
        action.blanks,
        tiles=(*(lying.tile for lying in state.table), *action.lay),
        letters=state.letters,
        least=state.contract.rank,
    )
    checked = turns.options(state).words is m.Words.CHECKED
    if checked and not lexicon.has(action.word):
        again_at = Millis(run.now + m.RETRY_MS)
        run.add(e.WordRefused(state.turn, state.attempt, by, action.word, again_at))
        return
    if action.lay:
        run.add(e.TilesLaid(state.turn, state.attempt, by, action.lay))
    closes_at = None if checked else turns.challenge_ends(run)
    blanks = tuple(sorted(action.blanks))
    run.add(e.WordSubmitted(state.turn, state.attempt, by, action.word, blanks, closes_at))
    if checked:
        turns.fill(run, doubled=False)


def _accept(run: Run, by: Seat) -> None:
    """Let the word stand at once when nobody is left who could challenge it (B7.3, B7.4)."""
    run.add(e.WordAccepted(run.state.turn, run.state.attempt, by))
    if not tuple(turns.others(run.state)):
        turns.fill(run, doubled=False)


def _challenge(run: Run, by: Seat, lexicon: LexiconLike) -> None:
    """Ask the lexicon; double the score, or cost a card and the attempt (B7.1, B7.2)."""
    state = run.state
    assert state.submission is not None
    stands = lexicon.has(state.submission.word)
    run.add(e.WordChallenged(state.turn, state.attempt, by, stands))
    if stands:
        turns.fill(run, doubled=True)
        return
    submitter = state.submission.seat
    if (lost := turns.least_card(state, submitter)) is not None:
        run.add(e.CardLost(state.turn, submitter, lost, lost.points))
    turns.fail(run, e.Failure.BOGUS)
