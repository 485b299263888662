from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.games.match.drawing import show_play
from tests.games.match.game import Game, standing
from wordlot.core.pieces import Card, Colour, letters, parse_cards
from wordlot.games.match import model as m
from wordlot.games.match.compose import compose
from wordlot.games.match.placing import check_play, lanes, lying, worth

CROSSED = "..s.. raTes ..o.."
CALLED = m.MatchOptions(bidding=m.Bidding.CALLED)


def places(game: Game, word: str, lane: str = "", colours: str = "", seat: int = 0) -> list[str]:
    """Compose a draft; a colour is y, r, or a dot for either. Places come as play, value, score."""
    composed = compose(game.view(seat), draft(word, lane, colours))
    return [f"{show_play(p.play)} {p.value} {p.score}" for p in composed.placements]


def missing(game: Game, word: str, lane: str = "") -> str:
    return "".join(compose(game.view(0), draft(word, lane)).missing)


def draft(word: str, lane: str = "", colours: str = "") -> m.Draft:
    kind, _, column = lane.partition(" ")
    chosen = m.Lane(m.Kind(kind), int(column or 0)) if lane else None
    wanted = tuple(None if colour == "." else Colour(colour) for colour in colours)
    return m.Draft(tuple(word), wanted, chosen)


def test_a_base_word_has_one_place() -> None:
    """M4.1, M5.1."""
    assert places(standing("ratES", "i"), "rat") == ["base rat 6 6"]
    assert places(standing("ratES", "i"), "rates", "base") == ["base ratES 5 5"]
    assert places(standing("ratES", "i"), "r") == []


def test_a_word_is_placed_wherever_the_table_has_what_the_hand_lacks() -> None:
    """M4.2, M4.3, M4.4: best value first, then best score."""
    game = standing("stop", "i", table=CROSSED)
    assert places(game, "stop") == ["cross 4 +top 6 8", "extend_cross 2 +p 2 4"]
    assert places(game, "ratest") == ["extend_base +t 2 6"]


def test_where_the_table_gives_the_letter_the_hand_need_not_hold_it() -> None:
    """M4.2: at each of the columns that are free."""
    game = standing("tp", "i", table="oxo")
    assert places(game, "top") == ["cross 0 t+p 4 6", "cross 2 t+p 4 6"]


def test_a_word_with_the_letter_twice_crosses_at_either() -> None:
    """M4.2."""
    game = standing("tot", "i", table="ta")
    assert places(game, "tot", "cross 0") == ["cross 0 +ot 4 6", "cross 0 to+ 4 6"]


def test_in_a_chosen_lane_letters_alone_go_around_what_lies_there() -> None:
    """M4.2, M4.3: every split, where they are no whole word there."""
    game = standing("slp", "i", table="at")
    assert places(game, "sp", "cross 0") == [
        "cross 0 sp+ 4 6",
        "cross 0 s+p 4 6",
        "cross 0 +sp 4 6",
    ]
    assert places(game, "s", "extend_base") == ["extend_base s+ 2 6", "extend_base +s 2 6"]
    assert places(game, "sp") == []


def test_a_lane_that_is_not_open_has_no_place() -> None:
    """M4.2."""
    game = standing("stop", "i", table=CROSSED)
    assert places(game, "to", "cross 1") == []
    assert places(game, "to", "base") == []


def test_of_two_colourings_the_one_of_more_value_is_taken() -> None:
    """M5.1: and of equal ones the one of more score (M5.2)."""
    game = standing("pPlLyY", "i", table="rATe")
    assert places(game, "play") == ["cross 1 PL+Y 6 8"]
    assert places(game, "play", colours="y") == ["cross 1 pl+y 6 4"]
    assert places(game, "play", colours="yr") == ["cross 1 pL+y 3 4"]
    assert places(standing("plY", "i", table="rATe"), "play") == ["cross 1 pl+Y 3 4"]


def test_a_colour_that_was_asked_for_is_kept_or_there_is_no_place() -> None:
    """M4.5: two red A's need two."""
    game = standing("aAb", "i")
    assert places(game, "aba", colours="r.y") == ["base Aba 3 3"]
    assert places(game, "aba", colours="r.r") == []


def test_what_is_missing_is_what_neither_hand_nor_table_gives() -> None:
    """M4.5."""
    game = standing("tp", "i", table="oxo")
    assert missing(game, "top") == ""
    assert missing(game, "tops") == "s"
    assert missing(game, "toots") == "ts"
    assert missing(standing("tp", "i"), "top") == "o"


def test_in_a_chosen_lane_only_what_lies_there_helps() -> None:
    """M4.2."""
    game = standing("tp", "i", table="oxa")
    assert missing(game, "top") == ""
    assert missing(game, "top", "cross 2") == "o"
    assert missing(game, "top", "cross 9") == "o"


def test_a_place_says_whether_its_value_is_high_enough() -> None:
    """M3.1: to bid, higher than the last; to lay, as high as the call (M3.2)."""
    for options, enough in ((None, False), (CALLED, True)):
        game = standing("stop", "rates", options=options)
        if options:
            game.call(0, 6)
            game.pass_(1)
        else:
            game.bid(1, "base rat")
        (place,) = compose(game.view(0), draft("top")).placements
        assert (place.value, place.enough) == (6, enough)
        (place,) = compose(game.view(0), draft("to")).placements
        assert not place.enough


def test_a_spectator_composes_nothing() -> None:
    """M9.1."""
    game = standing("rate", "i")
    assert compose(game.view(None), draft("rate")) == m.Composed((), ())
    assert compose(game.view(0), draft("")) == m.Composed((), ())


def test_no_place_is_longer_than_a_word_can_be() -> None:
    """X2."""
    game = standing("opq", "i", table="abcdefghijklm")
    assert places(game, "op", "extend_base")
    assert places(game, "opq", "extend_base") == []
    assert places(game, "a" * 5000) == []


def colourings(lane: m.Lane, before: str, after: str) -> Iterator[m.Play]:
    for colours in product(Colour, repeat=len(before + after)):
        cards = tuple(Card(x, k) for x, k in zip(before + after, colours, strict=True))
        yield m.Play(lane.kind, lane.column, cards[: len(before)], cards[len(before) :])


def every_reading(game: Game, word: str) -> dict[tuple[m.Lane, int], tuple[int, int]]:
    """Return the best value and score of each place that the hand can fill, by trying all."""
    best: dict[tuple[m.Lane, int], tuple[int, int]] = {}
    hand, table = game.state.hands[0], game.state.crossword
    for lane in lanes(table):
        old = "".join(letters(lying(table, lane)))
        for cut in range(len(word) + 1):
            before, after = word[:cut], word[cut + len(old) :]
            if word[cut : cut + len(old)] != old or before + after == "" or len(word) < 2:
                continue
            for chosen in colourings(lane, before, after):
                if not Counter(chosen.cards) - Counter(hand) and not (not old and after):
                    what = worth(table, chosen)
                    found = (what.value, what.score)
                    best[lane, cut] = max(best.get((lane, cut), found), found)
    return best


@given(
    st.text("abAB", max_size=6),
    st.sampled_from(["", "ab", "aBa", "b.. abA a..", "..B aBa"]),
    st.text("ab", min_size=1, max_size=5),
)
@example("AB", "aBa", "ab")
def test_composing_finds_every_place_with_its_best_colours(
    hand: str, table: str, word: str
) -> None:
    """M4, M5: against trying every split and colouring; M4.1, M4.2, M4.3, M4.4, M5.1, M5.2."""
    game = standing(hand, "i", table=table)
    composed = compose(game.view(0), draft(word))
    found = {(p.play.lane, len(p.play.before)): (p.value, p.score) for p in composed.placements}
    assert found == every_reading(game, word)
    assert len(found) == len(composed.placements)
    ranks = [(-p.value, -p.score) for p in composed.placements]
    assert ranks == sorted(ranks)


@given(
    st.text("abAB", max_size=6),
    st.sampled_from(["", "ab", "aBa", "b.. abA a..", "..B aBa"]),
    st.text("abc", max_size=5),
    st.lists(st.sampled_from([None, *Colour]), max_size=6).map(tuple),
    st.none() | st.builds(m.Lane, st.sampled_from(m.Kind), st.integers(-1, 3)),
)
def test_every_place_that_is_composed_is_legal_but_for_its_word(
    hand: str,
    table: str,
    word: str,
    colours: tuple[Colour | None, ...],
    lane: m.Lane | None,
) -> None:
    """M4.5, M5.1, M5.2: whatever was asked."""
    game = standing(hand, "i", table=table)
    composed = compose(game.view(0), m.Draft(tuple(word), colours, lane))
    for place in composed.placements:
        assert lane in {None, place.play.lane}
        assert check_play(game.state.crossword, parse_cards(hand), place.play, None) == place.word
        what = worth(game.state.crossword, place.play)
        assert (place.value, place.score) == (what.value, what.score)
    assert not (composed.placements and composed.missing)


@pytest.mark.parametrize("word", ["", "a", "ab"])
def test_composing_knows_no_lexicon(word: str) -> None:
    """M3.2: a place tells nothing about whether its word is one."""
    game = standing("abc", "i", words="zz")
    assert len(places(game, word)) == (len(word) > 1)
