import pytest

from tests.games.bet_the_bag.game import (
    MINUTE_AND_GRACE,
    SECOND,
    Game,
    attempting,
    bidding,
    kinds,
)
from wordlot.core.errors import Refusal
from wordlot.core.protocol import Hidden, Millis, Seat
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.actions import BagCode
from wordlot.games.bet_the_bag.rules import BET_THE_BAG

CHECKED = m.BagOptions(words=m.Words.CHECKED)
OUT = m.BagOptions(recycle=m.Recycle.OUT)


def test_the_sources_own_example() -> None:
    """B9.2: Stephen bids 6, Kory 8, Dom passes and draws, Dave bids 5; Stephen makes CRAB."""
    stephen, kory, dom, dave = range(4)
    game = bidding("cee", "oou", "iii", "jlt", contract=4, bag="abdnrsx")
    game.bid(stephen, 6)
    game.bid(kory, 8)
    game.draws("x").pass_(dom)
    assert game.hands()[dom] == "iiix"
    game.bid(dave, 5)
    assert game.state.attempting == dave
    game.draw(dave, "rab")
    game.lay(dave, "lj")
    assert game.table() == "rablj"
    assert game.refuses(dave, game.drawing()) == (BagCode.BID_FULL, "B5.1")
    passed_on = game.wait(MINUTE_AND_GRACE)
    assert kinds(passed_on) == ["AttemptFailed", "AttemptOpened"]
    assert (game.state.attempting, game.view(None).limit) == (stephen, 6)
    game.lay(stephen, "c")
    assert game.refuses(stephen, game.drawing()) == (BagCode.BID_FULL, "B5.1")
    game.submit(stephen, "crab")
    assert [bid.tiles for bid in game.view(None).queue] == [6, 8]
    game.accept(kory, dom)
    game.draws("n").accept(dave)
    assert (game.state.turn, game.state.on_turn) == (2, kory)
    assert game.scores() == (4, 0, 0, 0)
    assert game.hands() == ("een", "oou", "iiix", "t")


def test_the_lowest_bidder_attempts_first_whoever_bid_first() -> None:
    """B5.1."""
    game = attempting("abc", "def", "ghi", bids=(8, 5, 6))
    assert game.state.attempting == 1
    assert [bid.seat for bid in game.view(None).queue] == [1, 2, 0]
    assert BET_THE_BAG.awaited(game.state) == (1,)


def test_tiles_are_drawn_and_laid_in_any_order_and_mix() -> None:
    """B5.1."""
    game = attempting("abc", "def", bids=(5, 6), bag="vwxyz")
    game.draw(0, "x")
    game.lay(0, "b")
    game.draw(0, "v")
    game.lay(0, "ca")
    assert game.table() == "xbvca"
    assert game.hands()[0] == ""
    assert game.bag() == "wyz"


def test_the_tiles_on_the_table_number_no_more_than_the_bid() -> None:
    """B5.1."""
    game = attempting("abc", "def", bids=(4, 6), bag="wxyz")
    game.draw(0, "xy")
    assert game.refuses(0, game.laying("abc")) == (BagCode.BID_FULL, "B5.1")
    game.lay(0, "ab")
    assert game.refuses(0, game.laying("c")) == (BagCode.BID_FULL, "B5.1")
    assert game.refuses(0, game.drawing()) == (BagCode.BID_FULL, "B5.1")
    assert game.refuses(0, game.submitting("cabx", "c")) == (BagCode.BID_FULL, "B5.1")


def test_a_tile_on_the_table_stays_there() -> None:
    """B5.1: no action takes one back, and a failed attempt leaves it."""
    game = attempting("abc", "def", bids=(5, 6))
    game.lay(0, "a")
    game.give_up(0)
    assert game.table() == "a"
    assert game.hands()[0] == "bc"
    assert game.refuses(1, game.laying("a")) == (Refusal.NOT_HELD, "B5.1")


def test_only_tiles_of_the_own_hand_are_laid() -> None:
    """B5.1."""
    game = attempting("abc?", "def", bids=(6, 7))
    for tiles in ("d", "aa", "??", "abcz"):
        assert game.refuses(0, game.laying(tiles)) == (Refusal.NOT_HELD, "B5.1")
    game.lay(0, "?")
    assert game.refuses(0, game.laying("")) == (BagCode.NO_TILES, "B5.1")
    assert game.refuses(0, game.submitting("abcd", "abd")) == (Refusal.NOT_HELD, "B5.1")


def test_with_an_empty_bag_only_the_hand_is_left() -> None:
    """B5.1."""
    game = attempting("abcd", "def", bids=(5, 6), bag="")
    assert game.refuses(0, game.drawing()) == (BagCode.BAG_EMPTY, "B5.1")
    assert game.offers(0) == (m.LayTilesOffer(4), m.SubmitOffer(4, 4, None), m.GiveUpOffer())
    game.lay(0, "abcd")


def test_an_offer_tells_how_many_tiles_may_come() -> None:
    """B5.1, B5.2."""
    game = attempting("ab", "def", bids=(5, 6), bag="xyz")
    assert game.offers(0) == (m.DrawOffer(3), m.LayTilesOffer(2), m.GiveUpOffer())
    game.draw(0, "xy")
    assert game.offers(0)[2] == m.SubmitOffer(4, 2, None)
    game.draw(0, "z")
    game.lay(0, "ab")
    assert game.offers(0) == (m.SubmitOffer(4, 0, None), m.GiveUpOffer())
    assert game.offers(1) == ()


def test_nobody_else_draws_lays_submits_or_gives_up() -> None:
    """B5.1."""
    game = attempting("crab", "crab", bids=(4, 5))
    assert game.refuses(1, game.drawing()) == (Refusal.NOT_YOURS, "B5.1")
    assert game.refuses(1, game.laying("c")) == (Refusal.NOT_YOURS, "B5.1")
    assert game.refuses(1, game.submitting("crab", "crab")) == (Refusal.NOT_YOURS, "B5.2")
    assert game.refuses(1, a.GiveUp(1, 1)) == (Refusal.NOT_YOURS, "B5.3")


def test_nothing_is_drawn_or_submitted_before_the_attempts() -> None:
    """B5.1, B5.2."""
    game = bidding("crab", "def")
    assert game.refuses(0, game.drawing()) == (Refusal.NOT_NOW, "B5.1")
    assert game.refuses(0, game.laying("c")) == (Refusal.NOT_NOW, "B5.1")
    assert game.refuses(0, game.submitting("crab", "crab")) == (Refusal.NOT_NOW, "B5.2")
    assert game.refuses(0, a.GiveUp(1, 0)) == (Refusal.NOT_NOW, "B5.3")


def test_a_word_is_made_of_tiles_on_the_table() -> None:
    """B5.2: the hand does not count before it is laid."""
    game = attempting("crab", "def", bids=(6, 7))
    game.lay(0, "cra")
    assert game.refuses(0, game.submitting("crab")) == (BagCode.CANNOT_SPELL, "B5.2")
    assert "lack b for CRAB" in game.refusal(0, game.submitting("crab")).detail
    game.submit(0, "crab", "b")


def test_a_letter_that_lies_once_is_used_once() -> None:
    """B5.2."""
    game = attempting("otxyz", "def", bids=(6, 7))
    assert game.refuses(0, game.submitting("toot", "ot")) == (BagCode.CANNOT_SPELL, "B5.2")


def test_a_word_need_not_use_all_the_tiles() -> None:
    """B5.2."""
    game = attempting("crabxy", "def", bids=(6, 7))
    game.submit(0, "crab", "crabxy")
    assert game.table() == "crabxy"
    assert game.state.phase is m.BagPhase.CHALLENGE


@pytest.mark.parametrize("word", ["", "c", "cab"])
def test_a_word_below_the_contract_is_too_short(word: str) -> None:
    """B5.2."""
    game = attempting("crab", "def", bids=(5, 6))
    assert game.refuses(0, game.submitting(word, "crab")) == (BagCode.TOO_SHORT, "B5.2")


def test_a_word_above_the_contract_fills_it_for_the_same_card() -> None:
    """B5.2, B6.1."""
    game = attempting("crabs", "def", bids=(5, 6), bag="zz")
    game.submit(0, "crabs", "crabs")
    game.accept(1)
    assert game.scores() == (4, 0)


def test_a_word_has_at_most_fifteen_letters_of_the_alphabet() -> None:
    """X2."""
    game = attempting("cra?", "def", bids=(5, 6))
    assert game.refuses(0, game.submitting("crab" * 4, "cra?")) == (BagCode.TOO_LONG, "X2")
    blank_as = a.SubmitWord(1, 1, ("c", "r", "a", "é"), ("c", "r", "a", "?"), (3,))
    assert game.refuses(0, blank_as) == (BagCode.CANNOT_SPELL, "X2")
    blank_as = a.SubmitWord(1, 1, ("c", "r", "a", "?"), ("c", "r", "a", "?"), (3,))
    assert game.refuses(0, blank_as) == (BagCode.CANNOT_SPELL, "X2")


def test_a_blank_is_named_when_the_word_is_submitted() -> None:
    """B1.1."""
    game = attempting("cra?", "def", bids=(4, 5), bag="zz")
    assert game.refuses(0, game.submitting("crab", "cra?")) == (BagCode.CANNOT_SPELL, "B5.2")
    game.submit(0, "craB", "cra?")
    assert game.state.submission == m.Submission(Seat(0), tuple("crab"), (3,))


@pytest.mark.parametrize("blanks", [(4,), (-1,), (3, 3)])
def test_a_blank_stands_in_the_word_and_once(blanks: tuple[int, ...]) -> None:
    """B1.1."""
    game = attempting("cra?", "def", bids=(4, 5))
    odd = a.SubmitWord(1, 1, tuple("crab"), ("c", "r", "a", "?"), blanks)
    assert game.refuses(0, odd) == (BagCode.CANNOT_SPELL, "B1.1")


def test_a_blank_that_is_not_there_stands_for_nothing() -> None:
    """B1.1, B5.2."""
    game = attempting("cra?", "def", bids=(4, 5))
    assert game.refuses(0, game.submitting("cRAb", "cra?")) == (BagCode.CANNOT_SPELL, "B5.2")


def test_a_refused_word_lays_nothing() -> None:
    """B5.2: laying and submitting are one press, refused as one."""
    game = attempting("crab", "def", bids=(5, 6))
    game.refuses(0, game.submitting("barn", "crab"))
    assert game.table() == ""
    assert game.hands()[0] == "crab"


def test_the_minute_stops_when_a_word_is_submitted() -> None:
    """B5.2."""
    game = attempting("crab", "def", bids=(5, 6))
    game.wait(59)
    game.submit(0, "crab", "crab")
    assert game.wait(9.999) == ()
    assert game.refuses(0, game.drawing()) == (Refusal.NOT_NOW, "B5.1")
    assert game.refuses(0, game.submitting("crab")) == (Refusal.NOT_NOW, "B5.2")


def test_else_the_tiles_pass_to_the_next_higher_bidder_with_one_more_minute() -> None:
    """B5.3."""
    game = attempting("abc", "def", "ghi", bids=(8, 5, 6), bag="vwxyz")
    game.draw(1, "xy")
    game.wait(MINUTE_AND_GRACE)
    assert (game.state.attempting, game.state.attempt) == (2, 2)
    assert game.table() == "xy"
    assert game.state.closes_at == game.at + 60 * SECOND
    assert game.offers(2)[0] == m.DrawOffer(3), "5 on the table of 6, but 3 in the bag"


def test_the_tiles_already_there_count_towards_the_next_bid() -> None:
    """B5.3."""
    game = attempting("abc", "def", bids=(4, 5), bag="vwxyz")
    game.draw(0, "xyvw")
    game.give_up(0)
    game.lay(1, "d")
    assert game.refuses(1, game.laying("e")) == (BagCode.BID_FULL, "B5.1")


def test_who_passed_has_no_attempt() -> None:
    """B5.3: every bidder has a minute, and nobody else."""
    game = attempting("abc", "def", "ghi", bids=(5, None, 6))
    game.give_up(0)
    assert game.state.attempting == 2
    game.give_up(2)
    assert game.state.phase is m.BagPhase.FLIP


def test_a_seat_may_give_up_early() -> None:
    """B5.3."""
    game = attempting("abc", "def", bids=(5, 6))
    failed = game.give_up(0)[0]
    assert failed == e.AttemptFailed(1, 1, Seat(0), e.Failure.GAVE_UP)
    assert game.view(None).seats[0].failed


def test_what_was_meant_for_an_attempt_that_is_over_is_refused() -> None:
    """B5.3: never applied to the next one."""
    game = attempting("crab", "def", bids=(5, 6))
    draw, lay, word = game.drawing(), game.laying("c"), game.submitting("crab", "crab")
    game.wait(MINUTE_AND_GRACE)
    assert game.refuses(0, draw) == (Refusal.STALE_ROUND, "B5.1")
    assert game.refuses(0, lay) == (Refusal.STALE_ROUND, "B5.1")
    assert game.refuses(0, word) == (Refusal.STALE_ROUND, "B5.3")
    assert game.refuses(0, a.GiveUp(1, 1)) == (Refusal.STALE_ROUND, "B5.3")
    assert game.refuses(1, a.GiveUp(2, 2)) == (Refusal.STALE_ROUND, "B5.3")


def test_a_contract_that_every_bidder_failed_is_discarded() -> None:
    """B5.4."""
    game = attempting("abc", "def", bids=(4, 5), bag="wxyz")
    game.draw(0, "xy")
    game.give_up(0)
    game.lay(1, "d")
    happened = game.give_up(1)
    names = ["AttemptFailed", "ContractDiscarded", "TableCleared", "TurnOpened"]
    assert kinds(happened) == names
    assert [card.rank for card in game.state.gone] == [4]


def test_tiles_on_the_table_go_back_into_the_bag() -> None:
    """B5.4."""
    game = attempting("abc", "def", bids=(4, 5), bag="wxyz")
    game.draw(0, "y")
    game.lay(0, "b")
    held = game.bag()
    game.give_up(0)
    game.give_up(1)
    assert game.table() == ""
    assert sorted(game.bag()) == sorted(held + "yb")


def test_or_out_of_play_where_the_table_says_so() -> None:
    """B5.4: recycle."""
    game = attempting("abc", "def", bids=(4, 5), bag="wxyz", options=OUT)
    game.draw(0, "y")
    game.lay(0, "b")
    held = game.bag()
    game.give_up(0)
    game.give_up(1)
    assert game.bag() == held
    assert game.state.out == ("b", "y")
    assert game.view(0).out == 2


def test_tiles_are_back_in_the_bag_before_the_scorer_draws() -> None:
    """B5.4, B6.1: so the scorer may draw what lay on the table."""
    game = attempting("crab", "def", bids=(4, 5), bag="")
    game.submit(0, "crab", "crab")
    happened = game.draws("a").accept(1)
    names = ["WordAccepted", "ContractFilled", "TableCleared", "TilesTaken", "TurnOpened"]
    assert kinds(happened) == names
    assert game.hands()[0] == "a"
    assert game.bag() == "bcr"


def test_the_scorer_of_an_empty_bag_draws_nothing() -> None:
    """B6.1, B5.4."""
    game = attempting("crab", "def", bids=(4, 5), bag="", options=OUT)
    game.submit(0, "crab", "crab")
    assert "TilesTaken" not in kinds(game.accept(1))
    assert game.state.out == tuple("abcr")


@pytest.mark.parametrize("contract", [4, 5, 6, 7])
def test_who_completes_a_word_takes_the_card_for_its_number_in_points(contract: int) -> None:
    """B6.1."""
    word = "abcdefg"[:contract]
    game = attempting(word, "xyz", bids=(9, 10), contract=contract, bag="qq")
    game.submit(0, word, word)
    game.accept(1)
    assert game.scores() == (contract, 0)
    assert [score.card.rank for score in game.state.won[0]] == [contract]
    assert game.hands()[0] == "".join(game.state.hands[0])
    assert len(game.state.hands[0]) == 1


@pytest.mark.parametrize("late", [0, 1, 499])
def test_what_comes_within_the_grace_behind_the_minute_counts(late: int) -> None:
    """B5.5: half a second, the same for everybody."""
    for act in ("draw", "lay", "submit", "give up"):
        game = attempting("crab", "def", bids=(5, 6))
        game.at = Millis(60 * SECOND + late)
        _in_the_grace(game, act)


def _in_the_grace(game: Game, act: str) -> None:
    match act:
        case "draw":
            game.draw(0)
        case "lay":
            game.lay(0, "c")
        case "submit":
            game.submit(0, "crab", "crab")
        case _:
            game.give_up(0)


def test_what_comes_after_the_grace_is_too_late() -> None:
    """B5.5."""
    game = attempting("crab", "def", bids=(5, 6))
    game.at = Millis(60 * SECOND + 500)
    for action in (game.drawing(), game.laying("c"), game.submitting("crab", "crab")):
        assert game.refuses(0, action) == (BagCode.TOO_LATE, "B5.5")
    assert kinds(game.expire()) == ["AttemptFailed", "AttemptOpened"]


def test_the_view_shows_the_minute_without_the_grace() -> None:
    """B5.5."""
    game = attempting("crab", "def", bids=(5, 6))
    assert game.view(0).closes_at == game.at + 60 * SECOND
    assert BET_THE_BAG.deadline(game.state) == game.at + 60 * SECOND + 500
    assert game.wait(60.499) == ()
    failed = game.wait(0.001)[0]
    assert failed == e.AttemptFailed(1, 1, Seat(0), e.Failure.CLOCK)


def test_a_clock_that_the_table_reads_late_starts_the_next_minute_then() -> None:
    """B5.5: a stall of the server is charged to nobody."""
    game = attempting("crab", "def", bids=(5, 6))
    game.at = Millis(75 * SECOND)
    game.expire()
    assert game.state.closes_at == 135 * SECOND


def test_a_seat_that_is_away_is_not_waited_for() -> None:
    """X1: a whole game ends by its clocks alone."""
    game = attempting("abc", "def", bids=(5, 6))
    game.wait(1000)
    assert game.state.phase is m.BagPhase.OVER


def test_a_checked_word_of_the_lexicon_scores_at_once() -> None:
    """B7.4: words = checked."""
    game = attempting("crab", "def", bids=(5, 6), words="crab", options=CHECKED)
    happened = game.submit(0, "crab", "crab")
    assert kinds(happened)[:3] == ["TilesLaid", "WordSubmitted", "ContractFilled"]
    assert game.scores() == (4, 0)


def test_a_checked_word_that_is_refused_does_not_end_the_attempt() -> None:
    """B7.4: it lays nothing, and the next one can be tried a second later."""
    game = attempting("crab", "def", bids=(5, 6), words="crab", options=CHECKED)
    end = game.state.closes_at
    (refused,) = game.submit(0, "barc", "crab")
    assert refused == e.WordRefused(1, 1, Seat(0), tuple("barc"), Millis(game.at + SECOND))
    assert (game.table(), game.hands()[0]) == ("", "crab")
    assert game.state.closes_at == end
    assert game.view(0).tried == m.Tried(tuple("barc"), refused.again_at)
    assert m.SubmitOffer(4, 4, refused.again_at) in game.offers(0)
    game.wait(0.999)
    assert game.refuses(0, game.submitting("crab", "crab")) == (BagCode.TOO_SOON, "B7.4")
    game.wait(0.001)
    game.submit(0, "crab", "crab")
    assert game.scores() == (4, 0)


def test_a_refused_word_is_told_to_its_seat_alone() -> None:
    """B9.1: it may show the hand."""
    game = attempting("crab", "def", bids=(5, 6), words="crab", options=CHECKED)
    (refused,) = game.submit(0, "barc", "crab")
    assert BET_THE_BAG.redact(refused, Seat(0)) == refused
    assert BET_THE_BAG.redact(refused, Seat(1)) == BET_THE_BAG.redact(refused, None) == Hidden()
    assert game.view(1).tried is game.view(None).tried is None


def test_the_next_attempt_may_try_a_word_at_once() -> None:
    """B7.4."""
    game = attempting("barc", "crab", bids=(5, 6), words="crab", options=CHECKED)
    game.submit(0, "barc", "crab")
    game.give_up(0)
    assert game.view(1).tried is None
    game.submit(1, "crab", "crab")
    assert game.scores() == (0, 4)


def test_where_words_are_checked_there_is_no_challenge() -> None:
    """B7.4."""
    game = attempting("crab", "def", bids=(5, 6), words="crab", options=CHECKED)
    assert game.refuses(1, a.Challenge(1, 1)) == (Refusal.NOT_NOW, "B7.1")
    assert game.refuses(1, a.Accept(1, 1)) == (Refusal.NOT_NOW, "B7.4")
