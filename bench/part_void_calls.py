"""Void calls in Match: whether a call of nothing pays, where it is free and where it costs (M3.2).

Bots call only what they can lay, so one seat has a mind of its own here: in a round in which its
bot has nothing to bid it calls at once the most that its cards could be worth, which nobody can
beat, and then lays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import mean, stdev
from typing import Any, NamedTuple

from bench.report import Part, Row, Tell
from tests.bots.selfplay import Game, begin, bot, play_on
from wordlot.bots import Decision, Level, warm
from wordlot.core.protocol import Seat
from wordlot.games.match import model as m
from wordlot.words import Lexicon, load

GAMES = 60
"""For each level, number of seats and option."""
CALLS = 3
"""Rounds of a game that are played anew with a void call."""


class Call(NamedTuple):
    """What one void call changed, beside the same game without it."""

    lead: int
    """Points by which the caller ended better against the best of the others."""
    paid: int


class Habit(NamedTuple):
    """A game in which a seat called nothing whenever it had nothing to bid."""

    won: float
    """The caller's part of the win."""
    rounds: int


class Caller:
    """The mind of all seats, of which one calls nothing in some rounds, or in none."""

    def __init__(self, seat: Seat, rounds: frozenset[int] | None) -> None:
        self.seat = seat
        self.rounds = rounds
        """The rounds in which it does; none for every one."""
        self.chances: dict[int, Game] = {}
        """The game as it was in each round in which it had nothing to bid, by round."""
        self._called = 0
        """The round in which it called nothing last."""

    def __call__(self, game: Game, seat: Seat, view: m.MatchView, lexicon: Lexicon) -> Decision:
        """Return what a seat does next."""
        if seat != self.seat:
            return bot(game, seat, view, lexicon)
        if view.phase is m.Phase.LAYING and view.round == self._called:
            return Decision(m.Pass(view.round), 0)
        decision = bot(game, seat, view, lexicon)
        offer = next((it for it in game.rules.offers(view) if isinstance(it, m.BidOffer)), None)
        if view.high is not None or offer is None or not isinstance(decision.action, m.Pass):
            return decision
        self.chances.setdefault(view.round, copied(game))
        if self.rounds is not None and view.round not in self.rounds:
            return decision
        self._called = view.round
        return Decision(m.CallBid(view.round, offer.most), 0)


def copied(game: Game) -> Game:
    """Return a game as it is now, to be played on by itself."""
    return replace(game, events=list(game.events), made=[], asked=dict(game.asked))


def measure(tell: Tell) -> Part:
    """Play tables of two to six of each level, with void calls free and with void calls paid."""
    lexicon = load()
    warm("match", lexicon)
    rows = []
    for seats in range(2, 7):
        for void in (m.Void.FREE, m.Void.PAYS):
            calls, habits = list[Call](), list[Habit]()
            for level in Level:
                tell(f"{seats} seats, {void}, {level}")
                for seed in range(GAMES):
                    found, habit = compare([level] * seats, seed, void, lexicon)
                    calls += found
                    habits.append(habit)
            rows.append(_row(seats, void, calls, habits))
    return Part(
        title="Void calls in Match",
        how=(
            f"Called bidding, {GAMES} games of each of the levels easy, medium and hard for a row. "
            f"In up to {CALLS} rounds of each, in which the caller had nothing to bid, the game "
            "is played anew from that round, with a call of the most its cards could be worth "
            "that is not laid. The call has paid if the caller ends with more points against "
            "the best of the others than without it. The habit is to do so in every such round. "
            "± is one standard error."
        ),
        rows=tuple(rows),
    )


def compare(
    levels: Sequence[Level], seed: int, void: m.Void, lexicon: Lexicon
) -> tuple[list[Call], Habit]:
    """Return what void calls in rounds of a game changed each, and the game of the habit."""
    options = m.MatchOptions(bidding=m.Bidding.CALLED, void=void)
    seat = Seat(seed % len(levels))
    never, always = Caller(seat, frozenset()), Caller(seat, None)
    without = play_on(begin(levels, lexicon, seed, options), lexicon, never)
    habit = play_on(begin(levels, lexicon, seed, options), lexicon, always)
    rounds = sorted(never.chances)
    calls = []
    for at in rounds[seed % 2 :: max(1, len(rounds) // CALLS)][:CALLS]:
        again = never.chances[at]
        play_on(again, lexicon, Caller(seat, frozenset({at})))
        paid = sum(e.paid for _, e in again.events if isinstance(e, m.BidVoided))
        calls.append(Call(lead(again.state, seat) - lead(without.state, seat), paid))
    winners = habit.rules.outcome(habit.state).winners
    won = (seat in winners) / len(winners)
    return calls, Habit(won, habit.state.round)


def lead(state: Any, seat: Seat) -> int:  # noqa: ANN401 - a game in self-play has no type
    """Return the points of a seat beyond the most that another has; below 0 where it has less."""
    coins: tuple[int, ...] = state.coins
    return coins[seat] - max(held for other, held in enumerate(coins) if other != seat)


def _row(seats: int, void: m.Void, calls: Sequence[Call], habits: Sequence[Habit]) -> Row:
    pays = [float(call.lead > 0) for call in calls]
    lost = mean(float(call.lead < 0) for call in calls)
    poor = mean(float(call.paid == 0) for call in calls)
    share = mean(pays)
    note = (
        f"{lost:.0%} made it worse; the lead changed by {_error([c.lead for c in calls], '.1f')} "
        f"points; {len(calls)} calls, {poor:.0%} of them cost nothing; who has the habit wins "
        f"{_percent([it.won for it in habits])} (a fair part is {1 / seats:.0%}), "
        f"{mean(it.rounds for it in habits):.0f} rounds, {max(it.rounds for it in habits)} at most"
    )
    reach = "< 50%" if void is m.Void.PAYS else "—"
    met = void is m.Void.FREE or share < 1 / 2
    what = f"void calls that pay, {seats} seats, {'free' if void is m.Void.FREE else 'paid'}"
    return Row(what, _percent(pays), reach, met, note)


def _percent(values: Sequence[float]) -> str:
    return f"{mean(values):.0%} ± {100 * stdev(values) / sqrt(len(values)):.1f}"


def _error(values: Sequence[int], how: str) -> str:
    return f"{format(mean(values), '+' + how)} ± {stdev(values) / sqrt(len(values)):.1f}"
