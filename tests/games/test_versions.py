"""Games of older versions of the rules: they go on as they began."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.bet_the_bag.game import Game as BagGame
from tests.games.match.game import Game as MatchGame
from wordlot.core.pieces import parse_cards, parse_tiles
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as bag
from wordlot.games.match import model as m
from wordlot.games.registry import GAMES


def begun_under(game: Any, version: int) -> Any:  # noqa: ANN401 - of either game
    """Return a game as that version began it: read from what was written down then."""
    rules = GAMES["match" if isinstance(game, MatchGame) else "bet_the_bag"].rules
    written = msgspec.to_builtins(game.events)
    written[0]["version"] = version
    written[0]["setup"]["options"].pop("void", None)
    events, game.state, game.events = game.events, rules.empty, []
    assert len(events) == len(written)
    game.fold(msgspec.convert(each, type=rules.event_type) for each in written)
    return game


@pytest.mark.parametrize("name", GAMES)
def test_every_version_down_to_the_oldest_is_known(name: str) -> None:
    assert 1 <= GAMES[name].rules.oldest <= GAMES[name].rules.version


def test_in_match_of_version_1_a_void_call_is_free() -> None:
    """M3.2: what the options did not say then."""
    game = begun_under(MatchGame(2, m.MatchOptions(bidding=m.Bidding.CALLED)), 1)
    game.state = replace(game.state, coins=(0, 20), pot=60)
    game.call(0, 4)
    game.call(1, 6)
    (voided, *_) = game.pass_(1)
    assert voided.paid == 0
    assert game.view(0).options.void is m.Void.FREE


def test_in_match_of_version_1_a_lay_down_clock_begins_at_once_by_day() -> None:
    """M3.2: X1.1 came with version 2."""
    options = m.MatchOptions(bidding=m.Bidding.CALLED, round_clock_ms=None)
    game = begun_under(MatchGame(2, options), 1)
    game.call(0, 4)
    (*_, opened) = game.pass_(1)
    assert isinstance(opened, m.LayingOpened)
    game.state = replace(game.state, hands=(parse_cards("rate"), *game.state.hands[1:]))
    assert game.left_ms() == 30_000


@pytest.mark.parametrize(("version", "ends"), [(1, False), (2, True)])
def test_in_match_rounds_are_bounded_since_version_2(version: int, ends: bool) -> None:
    """M8.2: in version 1 no coin came back into the pot."""
    game = begun_under(MatchGame(2), version)
    game.state = replace(game.state, round=m.MOST_ROUNDS)
    game.pass_(0, 1)
    assert (game.state.ended is m.End.LAST_ROUND) is ends


def test_in_bet_the_bag_of_version_1_the_minute_begins_at_once_by_day() -> None:
    """B5.1, B7.4: X1.1 came with version 2."""
    game = begun_under(BagGame(2, bag.BagOptions(bid_clock_ms=None)), 1)
    game.flip()
    assert game.state.contract is not None
    game.state = replace(game.state, hands=(parse_tiles("crabcrab"), ()))
    game.say(15, None)
    assert isinstance(game.events[-1], e.AttemptOpened)
    game.submit(0, "crabcrab", "crabcrab")
    assert game.state.closes_at == game.at + bag.CHALLENGE_MS


def test_a_game_of_today_has_the_rules_of_today() -> None:
    """M3.2: with the same events and today's number."""
    game = begun_under(MatchGame(2, m.MatchOptions(bidding=m.Bidding.CALLED)), 2)
    game.state = replace(game.state, coins=(0, 20), pot=60)
    game.call(0, 4)
    game.call(1, 6)
    (voided, *_) = game.pass_(1)
    assert voided.paid == 6
