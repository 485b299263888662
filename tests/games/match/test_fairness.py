"""Anybody can draw a game of Match again from its seed, and finds what was drawn otherwise (X3)."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.match.game import SEED, Game
from tests.games.match.players import EverySecond, play_out
from wordlot.core.chance import Stream, commitment, deal_key, stream_at
from wordlot.core.errors import CorruptRecord
from wordlot.core.pieces import Card, Colour
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH

WHOLE_GAMES = settings(max_examples=25, phases=[Phase.explicit, Phase.reuse, Phase.generate])
LUCK = st.integers(0, 2**32).map(Random)


def draws_agree(events: Sequence[m.Event], batches: Sequence[int], seed: bytes) -> bool:
    """Fold a log and draw each of its events again."""
    first = events[0]
    assert isinstance(first, m.MatchOpened)
    if commitment(seed) != first.setup.commitment:
        return False
    key, state, chance = deal_key(seed, first.setup.nonces), MATCH.empty, Stream(seed)
    for number, (event, batch) in enumerate(zip(events, batches, strict=True), start=1):
        chance = stream_at(key, batch) if batch == number else chance
        if MATCH.redraw(state, event, chance) != event:
            return False
        try:
            state = MATCH.evolve(state, event)
        except CorruptRecord:
            return False
    return True


def finished_game(luck: Random) -> Game:
    game = Game(luck.randint(2, 6), lexicon=EverySecond())
    play_out(game, luck)
    return game


def swapped(cards: tuple[Card, ...], luck: Random) -> tuple[Card, ...]:
    """Exchange two cards that differ."""
    pairs = [(i, j) for i in range(len(cards)) for j in range(i) if cards[i] != cards[j]]
    i, j = luck.choice(pairs)
    changed = list(cards)
    changed[i], changed[j] = changed[j], changed[i]
    return tuple(changed)


def another(card: Card) -> Card:
    """Return a card of the other colour."""
    colour = Colour.RED if card.colour is Colour.YELLOW else Colour.YELLOW
    return replace(card, colour=colour)


def altered(event: m.Event, luck: Random) -> m.Event | None:
    """Return a draw or a shuffle that came out otherwise, or none where nothing else could."""
    match event:
        case m.PileShuffled() if len(set(event.pile)) > 1:
            return m.PileShuffled(swapped(event.pile, luck))
        case m.CardsDrawn(seat, count, cards) if cards is not None:
            if len(set(cards)) > 1:
                return m.CardsDrawn(seat, count, swapped(cards, luck))
            return m.CardsDrawn(seat, count, (another(cards[0]), *cards[1:]))
    return None


@WHOLE_GAMES
@given(LUCK)
def test_a_fair_game_is_drawn_again_to_the_last_card(luck: Random) -> None:
    """X3."""
    game = finished_game(luck)
    assert draws_agree(game.events, game.batches, SEED)


@WHOLE_GAMES
@given(LUCK)
def test_any_draw_that_was_altered_is_found(luck: Random) -> None:
    """X3: whichever event, and however small the change."""
    game = finished_game(luck)
    changes = {i: altered(event, luck) for i, event in enumerate(game.events)}
    i, change = luck.choice([(i, event) for i, event in changes.items() if event is not None])
    assert not draws_agree([*game.events[:i], change, *game.events[i + 1 :]], game.batches, SEED)


@given(st.binary(min_size=32, max_size=32).filter(lambda seed: seed != SEED))
def test_another_seed_is_not_the_one_that_was_committed_to(seed: bytes) -> None:
    """X3."""
    game = Game(2)
    assert not draws_agree(game.events, game.batches, seed)


@pytest.mark.parametrize("change", ["seat 0 says more", "", "nonce 1"])
def test_another_nonce_would_have_dealt_otherwise(change: str) -> None:
    """X3: what a seat added to the seed counts."""
    game = Game(2)
    first = game.events[0]
    assert isinstance(first, m.MatchOpened)
    nonces = (change, *first.setup.nonces[1:])
    forged = replace(first, setup=replace(first.setup, nonces=nonces))
    assert not draws_agree([forged, *game.events[1:]], game.batches, SEED)


def test_a_refused_action_uses_no_chance_up() -> None:
    """X3: nobody steers the next shuffle by trying."""
    plain, tried = Game(2, lexicon=EverySecond()), Game(2, lexicon=EverySecond())
    for _ in range(3):
        tried.refusal(0, m.Pass(7))
    for game in (plain, tried):
        play_out(game, Random(1))
    assert plain.events == tried.events
