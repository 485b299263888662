"""Bet the Bag played by people who try anything: what holds in every game, whatever they do."""

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from msgspec.structs import replace

from tests.games.bet_the_bag.game import Game, all_cards, all_tiles, kinds
from tests.games.bet_the_bag.hidden import disguise
from tests.games.bet_the_bag.players import any_action, offered, play_out, sensible_action
from tests.games.match.players import EverySecond
from wordlot.core.chance import stream_at
from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import Seat
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.components import load_cards, load_tiles
from wordlot.games.bet_the_bag.rules import BET_THE_BAG

OPTIONS = st.builds(
    m.BagOptions,
    words=st.sampled_from(m.Words),
    blanks=st.sampled_from(m.Blanks),
    recycle=st.sampled_from(m.Recycle),
    bid_clock_ms=st.sampled_from([*m.BID_CLOCKS_MS, None]),
)
LUCK = st.integers(0, 2**32).map(Random)
SEEDS = st.binary(min_size=32, max_size=32)
encode = msgspec.json.encode


def some_game(seats: int, options: m.BagOptions, seed: bytes) -> Game:
    if seats > m.MOST_SEATS_OUT:
        options = replace(options, recycle=m.Recycle.BAG)
    return Game(seats, options, lexicon=EverySecond(), seed=seed, starter=None)


GAMES = st.builds(some_game, st.integers(2, 8), OPTIONS, SEEDS)


def check_books(game: Game) -> None:
    """All tiles and contract cards are somewhere, and the scores add up to what was won."""
    state, options = game.state, game.setup.options
    assert all_tiles(state) == list(load_tiles("english", options.blanks).tiles)
    assert all_cards(state) == list(load_cards())
    assert not state.out or options.recycle is m.Recycle.OUT
    won = [0] * game.setup.seats
    for event in game.events:
        if isinstance(event, e.ContractFilled):
            won[event.seat] += event.points
        elif isinstance(event, e.CardLost):
            won[event.seat] -= event.points
    assert game.scores() == tuple(won)


def check_replay(game: Game) -> None:
    """The log alone gives the same state, also when it has been written down and read."""
    state = BET_THE_BAG.empty
    for event in msgspec.json.decode(encode(game.events), type=list[e.Event]):
        state = BET_THE_BAG.evolve(state, event)
    assert state == game.state


def check_deal(game: Game) -> None:
    """Every draw is the one that seed and nonces give (X3)."""
    state, chance = BET_THE_BAG.empty, stream_at(game.key, 1)
    for number, (event, batch) in enumerate(zip(game.events, game.batches, strict=True), 1):
        if number == batch:
            chance = stream_at(game.key, batch)
        if not isinstance(event, e.BagOpened):
            assert BET_THE_BAG.redraw(state, event, chance) == event
        state = BET_THE_BAG.evolve(state, event)


def check_secrets(game: Game, seat: int | None, luck: Random) -> None:
    """Two games that differ in what a seat cannot know look the same to it, from first to last."""
    viewer = None if seat is None else Seat(seat)
    here = there = BET_THE_BAG.empty
    for real, changed in zip(game.events, disguise(game.events, viewer, luck), strict=True):
        here, there = BET_THE_BAG.evolve(here, real), BET_THE_BAG.evolve(there, changed)
        assert encode(BET_THE_BAG.redact(real, viewer)) == encode(
            BET_THE_BAG.redact(changed, viewer)
        )
        view, seen = BET_THE_BAG.view(here, viewer), BET_THE_BAG.view(there, viewer)
        assert encode(view) == encode(seen)
        assert encode(BET_THE_BAG.offers(view)) == encode(BET_THE_BAG.offers(seen))
    assert here == game.state
    if viewer is not None:
        check_answers(game, there, viewer, luck)


def check_answers(game: Game, other: m.BagState, seat: Seat, luck: Random) -> None:
    """What a seat is told of its own actions depends on nothing hidden, but for what it draws.

    So of what happened the first event's name is compared: what follows may be turned up just then.
    """
    twin = Game(game.setup.seats, game.setup.options, lexicon=game.lexicon)
    for _ in range(5):
        action = any_action(game, seat, luck)
        answers = []
        for state in (game.state, other):
            twin.state = state
            twin.at = game.at
            answers.append(answer(twin, seat, action))
        assert answers[0] == answers[1]


def answer(game: Game, seat: Seat, action: a.Action) -> bytes:
    try:
        return encode(kinds(game.act(seat, action))[0])
    except IllegalAction as error:
        return encode((error.code, str(error)))


class BagMachine(RuleBasedStateMachine):
    """Any seats, any options, any actions at any time."""

    game: Game

    @initialize(game=GAMES)
    def open(self, game: Game) -> None:
        self.game = game

    def over(self) -> bool:
        return self.game.state.phase is m.BagPhase.OVER

    @rule(luck=LUCK)
    def try_anything(self, luck: Random) -> None:
        """What is offered is accepted; what is not is refused and changes nothing."""
        seat = luck.randrange(self.game.setup.seats)
        action = any_action(self.game, seat, luck)
        if offered(self.game, seat, action):
            assert self.game.act(seat, action)
        else:
            error = self.game.refusal(seat, action)
            assert error.code
            assert error.clause

    @precondition(lambda self: not self.over())
    @rule(luck=LUCK)
    def play_well(self, luck: Random) -> None:
        seat = luck.choice(BET_THE_BAG.awaited(self.game.state))
        assert self.game.act(seat, sensible_action(self.game, seat, luck))

    @precondition(lambda self: not self.over())
    @rule(luck=LUCK)
    def play_a_turn(self, luck: Random) -> None:
        turn = self.game.state.turn
        while not self.over() and self.game.state.turn == turn:
            seat = luck.choice(BET_THE_BAG.awaited(self.game.state))
            self.game.act(seat, sensible_action(self.game, seat, luck))

    @rule(seconds=st.sampled_from([0.001, 1, 2.999, 3, 10, 20, 60, 60.5, 3600]))
    def wait(self, seconds: float) -> None:
        self.game.wait(seconds)

    @rule(luck=LUCK)
    def look(self, luck: Random) -> None:
        seat = luck.choice([None, *range(self.game.setup.seats)])
        check_secrets(self.game, seat, luck)

    @invariant()
    def books_balance(self) -> None:
        check_books(self.game)

    @invariant()
    def nothing_is_overdue(self) -> None:
        due = BET_THE_BAG.deadline(self.game.state)
        assert due is None or due > self.game.at
        assert self.game.expire() == ()

    @invariant()
    def somebody_is_awaited_until_the_end(self) -> None:
        awaited = BET_THE_BAG.awaited(self.game.state)
        assert bool(awaited) != self.over()
        for seat in range(self.game.setup.seats):
            assert bool(self.game.offers(seat)) == (seat in awaited)

    @invariant()
    def only_a_table_without_clocks_waits_for_ever(self) -> None:
        """A minute that its player has begun always ends (X1.1)."""
        state = self.game.state
        if BET_THE_BAG.deadline(state) is None and not self.over():
            assert state.phase is not m.BagPhase.ATTEMPT
            assert self.game.setup.options.bid_clock_ms is None

    @invariant()
    def bids_are_free_numbers_and_the_table_keeps_within_them(self) -> None:
        state = self.game.state
        numbers = [bid.tiles for bid in state.bids]
        assert len(set(numbers)) == len(numbers)
        assert all(4 <= number <= 15 for number in numbers)
        limit = self.game.view(None).limit
        assert limit is None or len(state.table) <= limit
        between = {m.BagPhase.OPENING, m.BagPhase.ATTEMPT, m.BagPhase.CHALLENGE}
        assert not state.table or state.phase in between

    def teardown(self) -> None:
        if hasattr(self, "game"):
            check_replay(self.game)


BagMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=30)
TestBetTheBag = BagMachine.TestCase


@settings(max_examples=25)
@given(GAMES, LUCK)
def test_every_game_ends_with_all_tiles_and_cards_accounted_for(game: Game, luck: Random) -> None:
    """B1.1, B1.2, B3.2, B5.4, B6.1, B7.1, B8.1: however it is played."""
    play_out(game, luck)
    check_books(game)
    check_replay(game)
    check_deal(game)
    outcome = BET_THE_BAG.outcome(game.state)
    assert outcome is not None
    assert outcome.scores == game.scores()
    assert len(game.state.aces) == 4


@settings(max_examples=15)
@given(GAMES, LUCK)
def test_nobody_can_tell_what_is_hidden_from_them(game: Game, luck: Random) -> None:
    """B9.1: to the last byte, in views, events, offers and refusals of a whole game."""
    play_out(game, luck)
    for seat in (None, *range(game.setup.seats)):
        check_secrets(game, seat, luck)


@settings(max_examples=20)
@given(GAMES, LUCK)
def test_a_disguised_game_is_another_game(game: Game, luck: Random) -> None:
    """B9.1: so that the tests of secrecy compare two games and not one with itself."""
    game.wait(30)
    other = disguise(game.events, Seat(0), luck)
    assert other != game.events
    assert sum(one != two for one, two in zip(game.events, other, strict=True)) >= 2


@settings(max_examples=25)
@given(GAMES, LUCK)
def test_a_view_can_be_asked_for_at_every_event(game: Game, luck: Random) -> None:
    """B9.1: also between the events of one decision, as a replay shows them."""
    play_out(game, luck)
    state = BET_THE_BAG.empty
    for event in game.events:
        state = BET_THE_BAG.evolve(state, event)
        for seat in (None, *map(Seat, range(game.setup.seats))):
            BET_THE_BAG.offers(BET_THE_BAG.view(state, seat))


@settings(max_examples=15)
@given(GAMES)
def test_every_game_ends_by_its_clocks_alone(game: Game) -> None:
    """X1: a seat that is away is never waited for beyond them."""
    game.wait(20 * 8 * 86_400 + 1)
    assert (game.state.phase is m.BagPhase.OVER) == (game.setup.options.bid_clock_ms is not None)
