import json
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tests.games.bet_the_bag.game import Game, all_tiles, kinds
from wordlot.core.chance import stream_at
from wordlot.core.errors import IllegalAction, InvalidNotation, Refusal
from wordlot.core.pieces import BLANK
from wordlot.core.protocol import Millis
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.components import (
    load_cards,
    load_tiles,
    read_cards,
    read_tiles,
    tile_set_names,
    unseen_tiles,
)
from wordlot.games.bet_the_bag.rules import BET_THE_BAG

RULES_PAGE = Path(__file__).parents[3] / "docs" / "rules" / "bet-the-bag.md"
ENGLISH = "A9 B2 C2 D4 E12 F2 G3 H2 I9 J1 K1 L4 M2 N6 O8 P2 Q1 R6 S4 T6 U4 V2 W2 X1 Y2 Z1"


def test_the_english_set_has_98_letters_and_two_blanks() -> None:
    """B1.1."""
    counts = Counter(load_tiles("english").tiles)
    assert counts.pop(BLANK) == 2
    assert counts == {each[0].lower(): int(each[1:]) for each in ENGLISH.split()}
    assert counts.total() == 98


def test_the_rules_page_shows_the_tiles_of_the_set() -> None:
    """B1.1."""
    rows = re.findall(r"^\| (\d+)(?: tiles)? \| (.+) \|$", RULES_PAGE.read_text(), re.MULTILINE)
    shown = {
        BLANK if tile == "blank" else tile.lower(): int(count)
        for count, tiles in rows
        for tile in re.findall(r"\w+", tiles)
    }
    assert shown == Counter(load_tiles("english").tiles)


def test_blanks_can_be_left_out() -> None:
    """B1.1: blanks in, out."""
    game = Game(2, m.BagOptions(blanks=m.Blanks.OUT))
    tiles = all_tiles(game.state)
    assert len(tiles) == 98
    assert BLANK not in tiles
    assert m.BagOptions().blanks is m.Blanks.IN


def test_the_contract_cards_are_four_suits_of_aces_and_4_to_7() -> None:
    """B1.2."""
    assert len(set(load_cards())) == len(load_cards()) == 20
    assert Counter(card.rank for card in load_cards()) == {1: 4, 4: 4, 5: 4, 6: 4, 7: 4}


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b'{"name": "x", "letters": {"A": 9, "a": 1}, "blanks": 2}',
        b'{"name": "x", "letters": {"?": 9}, "blanks": 2}',
        b'{"name": "x", "letters": {"": 9}, "blanks": 2}',
        b'{"name": "x", "letters": {"a": -1}, "blanks": 2}',
        b'{"name": "x", "letters": {"a": 9}, "blanks": -2}',
    ],
)
def test_a_tile_set_that_cannot_be_is_refused(raw: bytes) -> None:
    """B1.1: tile sets are data, checked when they are loaded."""
    with pytest.raises(InvalidNotation):
        read_tiles(raw, m.Blanks.IN)


@pytest.mark.parametrize(
    ("letters", "blanks", "said"),
    [
        ({"a": 10**18}, 0, "1000000000000000000 tiles, more than 1000"),
        ({"a": 500, "b": 500}, 1, "1001 tiles, more than 1000"),
        ({}, 10**18, "1000000000000000000 tiles"),
        ({"7": 1}, 0, "1 of '7'"),
        ({"a b": 1}, 0, "1 of 'a b'"),
        ({"]": 1}, 0, "1 of ']'"),
        ({"": 1}, 0, "1 of ''"),
        ({"x" * 9: 1}, 0, "9 signs"),
    ],
)
def test_a_tile_set_has_no_more_than_can_be_made_or_read(
    letters: dict[str, int], blanks: int, said: str
) -> None:
    """B1.1: it is refused before a tile of it is made."""
    raw = json.dumps({"name": "x", "letters": letters, "blanks": blanks}).encode()
    with pytest.raises(InvalidNotation, match=said):
        read_tiles(raw, m.Blanks.IN)


def test_a_blank_can_be_a_letter_of_which_the_set_has_no_tile() -> None:
    """B1.1: a blank stands for any one letter."""
    tiles = read_tiles(b'{"name": "x", "letters": {"a": 2, "k": 0}, "blanks": 1}', m.Blanks.IN)
    assert tiles == m.TileSet("x", ("a", "k"), ("?", "a", "a"))


def test_what_is_not_seen_is_the_set_less_what_is() -> None:
    """B1.1, B9.1."""
    small = m.TileSet("x", ("a", "b"), ("?", "a", "a", "b"))
    assert unseen_tiles(small, ("a", "?")) == ("a", "b")
    for seen in ("aaa", "??", "c"):
        with pytest.raises(InvalidNotation):
            unseen_tiles(small, tuple(seen))


@pytest.mark.parametrize(
    "raw",
    [
        b"[]",
        b'{"name": "x", "suits": ["spades"], "ranks": [1, 4, 5, 6, 7]}',
        b'{"name": "x", "suits": ["spades", "hearts", "diamonds", "clubs"], "ranks": [3,4,5,6,7]}',
        b'{"name": "x", "suits": ["spades", "hearts", "diamonds", "clubs"], "ranks": [1,4,5,6,16]}',
        b'{"name": "x", "suits": ["spades", "hearts", "stars", "clubs"], "ranks": [1, 4, 5, 6, 7]}',
    ],
)
def test_contract_cards_that_do_not_add_up_are_refused(raw: bytes) -> None:
    """B1.2."""
    with pytest.raises(InvalidNotation):
        read_cards(raw)


@pytest.mark.parametrize("seats", range(2, 9))
def test_each_player_takes_three_tiles(seats: int) -> None:
    """B2.1, B2.2: 2 to 8 players."""
    game = Game(seats)
    assert [len(hand) for hand in game.state.hands] == [3] * seats
    assert len(game.state.bag) == 100 - 3 * seats


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_fewer_than_two_or_more_than_eight_are_refused(seats: int) -> None:
    """B2.2."""
    with pytest.raises(IllegalAction) as caught:
        BET_THE_BAG.check(seats, m.BagOptions())
    assert (caught.value.code, caught.value.clause) == (Refusal.BAD_OPTIONS, "B2.2")


@pytest.mark.parametrize(
    ("seats", "options", "clause"),
    [
        (2, m.BagOptions(bid_clock_ms=21_000), "B4.3"),
        (5, m.BagOptions(recycle=m.Recycle.OUT), "B5.4"),
        (2, m.BagOptions(tiles="klingon"), "B1.1"),
    ],
)
def test_a_setting_out_of_its_range_is_refused(
    seats: int, options: m.BagOptions, clause: str
) -> None:
    """B4.3, B5.4, B1.1."""
    with pytest.raises(IllegalAction) as caught:
        BET_THE_BAG.check(seats, options)
    assert (caught.value.code, caught.value.clause) == (Refusal.BAD_OPTIONS, clause)


@pytest.mark.parametrize("clock", [10_000, 15_000, 20_000, 30_000, 60_000, 86_400_000, None])
def test_the_bid_clocks_of_the_rules_are_offered(clock: int | None) -> None:
    """B4.3."""
    BET_THE_BAG.check(4, m.BagOptions(bid_clock_ms=clock, recycle=m.Recycle.OUT))


def test_the_defaults_are_those_of_the_rules() -> None:
    """B1.1, B4.3, B5.4, B7.4."""
    assert msgspec.to_builtins(m.BagOptions()) == {
        "words": "challenge",
        "blanks": "in",
        "recycle": "bag",
        "bid_clock_ms": 20_000,
        "tiles": "english",
    }
    assert tile_set_names() == ("english",)


def test_the_winner_of_the_last_game_starts() -> None:
    """B2.2."""
    game = Game(4, starter=2)
    assert game.state.on_turn == 2
    assert BET_THE_BAG.awaited(game.state) == (2,)


def test_else_a_random_seat_starts() -> None:
    """B2.2."""
    starters = Counter(Game(3, starter=None, seed=bytes([i]) * 32).state.on_turn for i in range(60))
    assert set(starters) == {0, 1, 2}
    assert min(starters.values()) > 10


def test_a_starter_who_does_not_sit_there_is_refused() -> None:
    """B2.2."""
    with pytest.raises(IllegalAction) as caught:
        Game(2, starter=2)
    assert caught.value.code == Refusal.BAD_OPTIONS


def test_the_game_opens_with_shuffle_starter_hands_and_the_first_turn() -> None:
    """B2.1, B2.2."""
    game = Game(2)
    names = ["BagOpened", "CardsShuffled", "StarterChosen", "TilesTaken", "TilesTaken"]
    assert kinds(game.events) == [*names, "TurnOpened"]
    assert game.state.phase is m.BagPhase.FLIP


def test_seeds_shuffle_cards_and_tiles_differently() -> None:
    """X3."""
    one, same, other = (Game(2, seed=bytes([i]) * 32).state for i in (1, 1, 2))
    assert one == same
    assert one.pile != other.pile
    assert one.hands != other.hands


def test_every_draw_is_made_again_from_the_same_chance() -> None:
    """X3: so anyone can check the deal once the seed is known."""
    game = Game(3, starter=None)
    game.flip()
    start = game.state.on_turn
    game.pass_(start)
    state = BET_THE_BAG.empty
    chance = None
    for number, (event, batch) in enumerate(zip(game.events, game.batches, strict=True), 1):
        if number == batch:
            chance = stream_at(game.key, batch)
        assert chance is not None
        if not isinstance(event, e.BagOpened):
            assert BET_THE_BAG.redraw(state, event, chance) == event
        state = BET_THE_BAG.evolve(state, event)
    assert state == game.state


def test_a_draw_that_chance_did_not_make_shows() -> None:
    """X3."""
    game = Game(2)
    game.flip()
    (taken,) = (x for x in game.pass_(0) if isinstance(x, e.TilesTaken))
    forged = e.TilesTaken(taken.seat, 1, ("z" if taken.tiles != ("z",) else "q",))
    replayed = BET_THE_BAG.empty
    for event in game.events[: game.events.index(taken)]:
        replayed = BET_THE_BAG.evolve(replayed, event)
    chance = stream_at(game.key, game.batches[game.events.index(taken)])
    assert BET_THE_BAG.redraw(replayed, forged, chance) == taken


def test_the_clock_of_a_game_counts_from_when_it_opens() -> None:
    """B3.1."""
    game = Game(2)
    assert BET_THE_BAG.deadline(game.state) == Millis(3000)
