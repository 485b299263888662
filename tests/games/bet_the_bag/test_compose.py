from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.bet_the_bag.game import Game, attempting, bidding
from wordlot.core.pieces import BLANK
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.compose import compose
from wordlot.games.bet_the_bag.spelling import check_spelled, spell

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def composed(game: Game, seat: int | None, word: str) -> m.Spelling:
    """Return what a word takes; capitals ask for a blank."""
    blanks = tuple(at for at, letter in enumerate(word) if letter.isupper())
    return compose(game.view(seat), m.WordDraft(tuple(word.lower()), blanks))


def sources(spelling: m.Spelling) -> str:
    """Draw where the letters come from: T or H for a tile, t or h for a blank, - for none."""
    marks = {m.Source.TABLE: "T", m.Source.HAND: "H", m.Source.NOWHERE: "-"}
    shown = (marks[s.source].lower() if s.blank else marks[s.source] for s in spelling.letters)
    return "".join(shown)


@pytest.mark.parametrize(
    ("table", "hand", "bid", "word", "drawn"),
    [
        ("rab", "c", 5, "crab", "HTTT"),
        ("crab", "crab", 9, "crab", "TTTT"),
        ("rab?", "c", 6, "crab", "HTTT"),
        ("rab?", "xx", 6, "crab", "tTTT"),
        ("rab", "?x", 5, "crab", "hTTT"),
        ("rab?", "c", 4, "crab", "tTTT"),
        ("rab", "x", 5, "crab", "-TTT"),
        ("ro", "o?", 6, "roof", "TTHh"),
        ("rab?", "c", 6, "Crab", "tTTT"),
        ("rab", "c?", 6, "Crab", "hTTT"),
        ("rab", "c", 6, "Crab", "-TTT"),
    ],
)
def test_a_letter_comes_from_the_table_then_the_hand_then_a_blank(
    table: str, hand: str, bid: int, word: str, drawn: str
) -> None:
    """B5.2, B1.1: and a blank on the table before the hand where the bid leaves no room."""
    game = attempting(hand, "xyz", bids=(bid, 15), bag=table)
    game.draw(0, table)
    assert sources(composed(game, 0, word)) == drawn


def test_the_answer_is_what_submitting_needs() -> None:
    """B5.2."""
    game = attempting("c?zz", "xyz", bids=(6, 7), bag="rab")
    game.draw(0, "rab")
    spelling = composed(game, 0, "crabs")
    assert spelling.ready
    assert (spelling.lay, spelling.blanks) == (("c", "?"), (4,))
    word = tuple(s.letter for s in spelling.letters)
    game.act(0, a.SubmitWord(1, 1, word, spelling.lay, spelling.blanks))
    assert game.state.phase is m.BagPhase.CHALLENGE


def test_what_is_lacking_is_told() -> None:
    """B5.1, B5.2."""
    game = attempting("crab", "xyz", bids=(4, 5), contract=4, bag="zzzz")
    game.draw(0, "z")
    assert composed(game, 0, "crab").over == 1
    assert composed(game, 0, "cab").short == 1
    assert composed(game, 0, "club").missing == ("l", "u")
    assert not any(composed(game, 0, word).ready for word in ("crab", "cab", "club", ""))
    assert not composed(game, 0, "crab" * 5).ready


def test_others_may_compose_ahead_with_their_own_bid() -> None:
    """B5.3: privately, and without submitting."""
    game = attempting("xyz", "crab", "crab", bids=(4, 5, None), bag="zzzz")
    game.draw(0, "zz")
    ahead = composed(game, 1, "crab")
    assert (ahead.over, ahead.short, ahead.ready) == (1, 0, False)
    assert composed(game, 2, "crab").over == 0
    assert composed(game, None, "zz").missing == ()


def test_hands_can_be_tried_before_there_is_a_contract() -> None:
    """B5.2."""
    game = bidding("crab", "xyz")
    assert composed(game, 0, "crab").lay == tuple("crab")
    assert not composed(game, 0, "crab").ready


def test_what_no_tile_can_be_has_no_tile() -> None:
    """X2: not even a blank, and a blank is no letter."""
    game = attempting("cr?", "xyz", bids=(5, 6), bag="a")
    game.draw(0, "a")
    for letter in ("é", "?", "", "th"):
        draft = m.WordDraft(("c", "r", "a", letter))
        assert compose(game.view(0), draft).missing == (letter,)
        asked = m.WordDraft(("c", "r", "a", letter), (3,))
        assert compose(game.view(0), asked).missing == (letter,)


TILES = st.text("abc?", max_size=6)


@given(TILES, TILES, st.integers(0, 6), st.text("abcd", max_size=6))
def test_as_few_tiles_as_can_be_come_from_the_hand(
    table: str, hand: str, room: int, word: str
) -> None:
    """B5.1: a spelling within the room is found whenever there is one."""
    spelled = spell(tuple(word), table=table, hand=hand, room=room, alphabet=ALPHABET)
    assert [s.letter for s in spelled] == list(word)
    lay = [BLANK if s.blank else s.letter for s in spelled if s.source is m.Source.HAND]
    assert not Counter(lay) - Counter(hand)
    found = all(s.source is not m.Source.NOWHERE for s in spelled)
    best = fewest_laid(word, table, hand)
    assert found == (best is not None)
    if best is not None:
        assert len(lay) <= room or best > room
        blanks = tuple(at for at, s in enumerate(spelled) if s.blank)
        tiles = (*table, *lay)
        check_spelled(tuple(word), blanks, tiles=tiles, letters=ALPHABET, least=0)


def fewest_laid(word: str, table: str, hand: str) -> int | None:
    """Return the least number of tiles of the hand with which table and hand give a word."""
    if not word:
        return 0
    first, rest = word[0], word[1:]
    found = []
    for tile in {first, BLANK}:
        if tile in table:
            found.append(fewest_laid(rest, table.replace(tile, "", 1), hand))
        if tile in hand:
            more = fewest_laid(rest, table, hand.replace(tile, "", 1))
            found.append(None if more is None else more + 1)
    return min((n for n in found if n is not None), default=None)
