from collections import Counter

import pytest

from tests.games.match.game import Game, kinds
from wordlot.core.errors import IllegalAction, Refusal
from wordlot.core.pieces import Card, Colour
from wordlot.games.match import model as m
from wordlot.games.match.deck import load_deck
from wordlot.games.match.rules import MATCH
from wordlot.words import alphabet


def test_the_english_deck_has_39_cards_of_each_colour() -> None:
    """M1.1: 78 letter cards, 39 yellow and 39 red."""
    colours = Counter(card.colour for card in load_deck("english").cards)
    assert colours == {Colour.YELLOW: 39, Colour.RED: 39}


def test_the_english_deck_has_the_letters_of_the_rules() -> None:
    """M1.2: the letters that both colours share, and the rare ones that only one has."""
    both = "aaaa b c dd eeeee g h iii ll m nn ooo p rr ss tt u y".replace(" ", "")
    expected = Counter(
        [Card(letter, Colour.YELLOW) for letter in both + "fjvx"]
        + [Card(letter, Colour.RED) for letter in both + "kqwz"]
    )
    assert Counter(load_deck("english").cards) == expected


def test_every_letter_of_the_english_deck_is_in_its_alphabet() -> None:
    """M1.2, X2: a deck is of one language."""
    faces = set(alphabet("english").faces)
    assert {card.letter for card in load_deck("english").cards} <= faces


def test_the_coins_of_the_box_are_what_the_most_players_put_in() -> None:
    """M1.1, M1.3, M2.2: the sheet of coins holds 240 points, 40 for each of six."""
    assert Game(6).state.pot == 240


@pytest.mark.parametrize("seats", range(2, 7))
def test_each_seat_gets_seven_cards_and_adds_forty_points(seats: int) -> None:
    """M2.1."""
    game = Game(seats)
    assert game.state.pot == 40 * seats
    assert [len(hand) for hand in game.state.hands] == [7] * seats
    assert len(game.state.pile) == 78 - 7 * seats
    assert game.state.coins == (0,) * seats
    assert game.state.crossword == m.Crossword()


def test_a_game_opens_with_a_shuffle_a_deal_and_the_first_auction() -> None:
    """M2.1, M3.1, X3: what is drawn is in the events, and the commitment in the first."""
    game = Game(3)
    assert kinds(game.events) == [
        "MatchOpened",
        "PileShuffled",
        *["CardsDrawn"] * 3,
        "RoundOpened",
    ]
    assert MATCH.view(game.state, None).round == 1
    first = game.events[0]
    assert isinstance(first, m.MatchOpened)
    assert len(first.setup.commitment) == 64


def test_the_deal_depends_on_seed_and_nonces() -> None:
    """X3."""
    deals = {Game(2, seed=bytes([i]) * 32).state.hands for i in range(5)}
    assert len(deals) == 5


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_fewer_than_two_or_more_than_six_players_are_refused(seats: int) -> None:
    """M2.2."""
    with pytest.raises(IllegalAction, match=r"2 to 6 players, not \d \(M2.2\)") as caught:
        MATCH.check(seats, m.MatchOptions())
    assert caught.value.code == Refusal.BAD_OPTIONS


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        (m.MatchOptions(round_clock_ms=61_000), "M3.4"),
        (m.MatchOptions(round_clock_ms=0), "M3.4"),
        (m.MatchOptions(lay_clock_ms=-1), "M3.2"),
        (m.MatchOptions(deck="klingon"), "M1.2"),
        (m.MatchOptions(deck="../decks/english"), "M1.2"),
    ],
)
def test_a_setting_out_of_its_range_is_refused(options: m.MatchOptions, clause: str) -> None:
    """M1.2, M3.2, M3.4: with the clause that says what there is."""
    with pytest.raises(IllegalAction) as caught:
        MATCH.check(2, options)
    assert (caught.value.code, caught.value.clause) == (Refusal.BAD_OPTIONS, clause)


def test_the_defaults_are_those_of_the_rules() -> None:
    """M3.2, M3.4, M6.4: sealed bidding, 60 s, 30 s to lay, and clearing when the cards run out."""
    assert m.MatchOptions() == m.MatchOptions(
        m.Bidding.SEALED, round_clock_ms=60_000, lay_clock_ms=30_000, dry=m.Dry.CLEAR
    )


def test_every_round_clock_of_the_rules_is_offered() -> None:
    """M3.4: 20, 30, 45, 60, 90, 120 and 300 s, 24 h, and none."""
    seconds = (20, 30, 45, 60, 90, 120, 300, 24 * 60 * 60)
    assert [1000 * s for s in seconds] == list(m.ROUND_CLOCKS_MS)
    for clock in (*m.ROUND_CLOCKS_MS, None):
        game = Game(2, m.MatchOptions(round_clock_ms=clock))
        assert game.left_ms() == clock
