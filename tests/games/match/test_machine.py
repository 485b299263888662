"""Match played by people who try anything: what holds in every game, whatever they do."""

from random import Random

import msgspec
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from tests.games.match.books import check_books, check_payments
from tests.games.match.game import Game
from tests.games.match.hidden import disguise
from tests.games.match.players import (
    EverySecond,
    any_action,
    offered,
    play_out,
    sensible_action,
)
from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import Seat
from wordlot.games.match import model as m
from wordlot.games.match.deck import load_deck
from wordlot.games.match.rules import MATCH

DECK = load_deck("english")
OPTIONS = st.builds(
    m.MatchOptions,
    bidding=st.sampled_from(m.Bidding),
    round_clock_ms=st.sampled_from([*m.ROUND_CLOCKS_MS, None]),
    lay_clock_ms=st.sampled_from(m.LAY_CLOCKS_MS),
    void=st.sampled_from(m.Void),
    dry=st.sampled_from(m.Dry),
)
LUCK = st.integers(0, 2**32).map(Random)
SEEDS = st.binary(min_size=32, max_size=32)
encode = msgspec.json.encode


def some_game(seats: int, options: m.MatchOptions, seed: bytes) -> Game:
    return Game(seats, options, lexicon=EverySecond(), seed=seed)


GAMES = st.builds(some_game, st.integers(2, 6), OPTIONS, SEEDS)


def check_replay(game: Game) -> None:
    """The log alone gives the same state, also when it has been written down and read."""
    state = MATCH.empty
    for event in msgspec.json.decode(encode(game.events), type=list[m.Event]):
        state = MATCH.evolve(state, event)
    assert state == game.state


def check_secrets(game: Game, seat: int | None, luck: Random) -> None:
    """Two games that differ in what a seat cannot know look the same to it, from first to last."""
    viewer = None if seat is None else Seat(seat)
    other = disguise(game.events, viewer, luck)
    here = there = MATCH.empty
    for real, changed in zip(game.events, other, strict=True):
        here, there = MATCH.evolve(here, real), MATCH.evolve(there, changed)
        assert encode(MATCH.redact(real, viewer)) == encode(MATCH.redact(changed, viewer))
        view, seen = MATCH.view(here, viewer), MATCH.view(there, viewer)
        assert encode(view) == encode(seen)
        assert encode(MATCH.offers(view)) == encode(MATCH.offers(seen))
    assert here == game.state
    if viewer is not None:
        check_answers(game, there, viewer, luck)


def check_answers(game: Game, other: m.MatchState, seat: Seat, luck: Random) -> None:
    """What a seat is told of its own actions depends on nothing hidden either."""
    twin = Game(game.setup.seats, game.setup.options, lexicon=game.lexicon)
    for _ in range(5):
        action = any_action(game, seat, luck)
        answers = []
        for state in (game.state, other):
            twin.state = state
            twin.at = game.at
            answers.append(answer(twin, seat, action))
        assert answers[0] == answers[1]


def answer(game: Game, seat: Seat, action: m.Action) -> bytes:
    try:
        first, *_ = game.act(seat, action)
    except IllegalAction as error:
        return encode((error.code, str(error)))
    return encode(MATCH.redact(first, seat))


class MatchMachine(RuleBasedStateMachine):
    """Any seats, any options, any actions at any time."""

    game: Game

    @initialize(game=GAMES)
    def open(self, game: Game) -> None:
        self.game = game

    def over(self) -> bool:
        return self.game.state.ended is not None

    @rule(luck=LUCK)
    def try_anything(self, luck: Random) -> None:
        """What is offered is accepted; what is not is refused and changes nothing."""
        seat = luck.randrange(self.game.setup.seats)
        action = any_action(self.game, seat, luck)
        if offered(self.game, seat, action):
            assert self.game.act(seat, action)
        else:
            assert self.game.refusal(seat, action).code

    @precondition(lambda self: not self.over())
    @rule(luck=LUCK)
    def play_well(self, luck: Random) -> None:
        seat = luck.choice(MATCH.awaited(self.game.state))
        assert self.game.act(seat, sensible_action(self.game, seat, luck))

    @precondition(lambda self: not self.over())
    @rule(luck=LUCK)
    def play_a_round(self, luck: Random) -> None:
        number = self.game.state.round
        while not self.over() and self.game.state.round == number:
            seat = luck.choice(MATCH.awaited(self.game.state))
            self.game.act(seat, sensible_action(self.game, seat, luck))

    @rule(seconds=st.sampled_from([0.001, 5, 11, 19.999, 20, 60, 3600]))
    def wait(self, seconds: float) -> None:
        self.game.wait(seconds)

    @rule(luck=LUCK)
    def look(self, luck: Random) -> None:
        seat = luck.choice([None, *range(self.game.setup.seats)])
        check_secrets(self.game, seat, luck)

    @invariant()
    def books_balance(self) -> None:
        check_books(self.game.state, DECK)

    @invariant()
    def nothing_is_overdue(self) -> None:
        left = self.game.left_ms()
        assert left is None or left > 0
        assert self.game.expire() == ()

    @invariant()
    def somebody_is_awaited_until_the_end(self) -> None:
        awaited = MATCH.awaited(self.game.state)
        assert bool(awaited) != self.over()
        for seat in range(self.game.setup.seats):
            assert bool(self.game.offers(seat)) == (seat in awaited)

    @invariant()
    def bids_rise(self) -> None:
        values = [bid.value for bid in self.game.state.bids]
        assert values == sorted(set(values))

    def teardown(self) -> None:
        if hasattr(self, "game"):
            check_replay(self.game)


# Shrinking would take minutes and simplify little: a game is one long run of luck.
WHOLE_GAMES = settings(max_examples=25, phases=[Phase.explicit, Phase.reuse, Phase.generate])
MatchMachine.TestCase.settings = settings(WHOLE_GAMES, max_examples=60, stateful_step_count=30)
TestMatch = MatchMachine.TestCase


@WHOLE_GAMES
@given(GAMES, LUCK)
def test_every_game_ends_with_all_cards_and_coins_accounted_for(game: Game, luck: Random) -> None:
    """M1.1, M2.1, M6.1, M6.2, M7.2: however it is played."""
    play_out(game, luck)
    check_books(game.state, DECK)
    check_replay(game)
    outcome = MATCH.outcome(game.state)
    assert outcome is not None
    assert outcome.scores == game.state.coins
    check_payments(game.events, game.state)


@WHOLE_GAMES
@given(GAMES, LUCK)
def test_nobody_can_tell_what_is_hidden_from_them(game: Game, luck: Random) -> None:
    """M9.1: to the last byte, in views, events, offers and refusals of a whole game."""
    play_out(game, luck)
    for seat in (None, *range(game.setup.seats)):
        check_secrets(game, seat, luck)


@given(GAMES, LUCK)
def test_a_disguised_game_is_another_game(game: Game, luck: Random) -> None:
    """M9.1: so that the tests of secrecy compare two games and not one with itself."""
    assert disguise(game.events, Seat(0), luck) != game.events


def test_silent_seats_bring_a_game_to_its_end() -> None:
    """M7.2, X1: nobody need be there."""
    for seats in range(2, 7):
        game = Game(seats)
        game.wait(3600)
        assert game.state.ended is m.End.NO_CARDS
        assert game.state.pot == 40 * seats
