from tests.games.bet_the_bag.game import Game, attempting, before_flip, bidding
from tests.games.match.game import standing
from wordlot.games.bet_the_bag import model as m
from wordlot.games.match import model as match
from wordlot.games.registry import GAMES

BAG = GAMES["bet_the_bag"]


def let_go(game: Game, seat: int) -> None:
    action = BAG.give_up(game.view(seat), game.offers(seat))
    assert action is not None
    game.act(seat, action)


def test_every_option_lists_its_choices_and_its_default_is_one_of_them() -> None:
    for game in GAMES.values():
        defaults = game.rules.options_type()
        assert set(game.choices) == set(type(defaults).__struct_fields__)
        for name, values in game.choices.items():
            assert getattr(defaults, name) in values
            assert len(set(values)) == len(values) > 0


def test_who_fails_to_act_in_bet_the_bag_holds_up_nobody() -> None:
    """X1: it flips, passes, gives up and accepts."""
    game = before_flip("crab", "def", bag="uvwxyz")
    let_go(game, 0)
    assert game.view(None).phase == m.BagPhase.BIDDING
    let_go(game, 0)
    assert game.state.passed == (0,)
    game.bid(1, 5)
    let_go(game, 1)
    assert game.view(None).phase == m.BagPhase.FLIP
    word = attempting("crab", "def", bids=(5, 6))
    word.submit(0, "crab", "crab")
    let_go(word, 1)
    assert word.scores() == (4, 0)
    assert BAG.give_up(word.view(0), ()) is None


def test_each_called_bid_that_is_to_be_laid_is_an_occasion_of_its_own() -> None:
    """M3.2: a bot takes its time, though another seat's bid was void just now."""
    game = standing("to", "it", options=match.MatchOptions(bidding=match.Bidding.CALLED))
    occasion = GAMES["match"].occasion
    seen = [occasion(game.view(0))]
    for seat, value in ((0, 2), (1, 4)):
        game.act(seat, match.CallBid(game.state.round, value))
    seen.append(occasion(game.view(0)))
    game.act(1, match.Pass(game.state.round))
    assert game.state.laying == 0
    seen.append(occasion(game.view(0)))
    assert len(set(seen)) == 3


def test_each_question_of_bet_the_bag_is_an_occasion_of_its_own() -> None:
    """B4.1, B5.3."""
    game = bidding("crab", "def", bag="uvwxyz")
    seen = [BAG.occasion(game.view(0))]
    for tiles in (5, 6):
        assert game.state.bidder is not None
        game.bid(game.state.bidder, tiles)
        seen.append(BAG.occasion(game.view(0)))
    game.draw(0)
    assert BAG.occasion(game.view(0)) == seen[-1]
    game.give_up(0)
    seen.append(BAG.occasion(game.view(0)))
    game.give_up(1)
    seen.append(BAG.occasion(game.view(0)))
    assert len(set(seen)) == 5
    assert [turn for turn, _ in seen] == [1, 1, 1, 1, 2]
