"""Positions for the benchmarks: drawn from the English deck and lexicon with a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from wordlot.core.pieces import Card, Colour
from wordlot.core.protocol import Millis, Seat
from wordlot.games.match import model as m
from wordlot.games.match.deck import load_deck
from wordlot.games.match.placing import free_columns, lay
from wordlot.games.match.view import awaited, view
from wordlot.solver import plays
from wordlot.words import Lexicon, load


def crosswords(
    count: int, hand: int, *, base: int = 6, crossings: int = 2, seed: int = 1
) -> Iterator[tuple[m.Crossword, tuple[Card, ...]]]:
    """Yield crosswords with a base word and crossings of the given numbers, each with a hand."""
    chance, lexicon = random.Random(seed), load()
    bases = [word for word in lexicon.words() if len(word) == base]
    made = 0
    while made < count:
        found = _grow(chance, lexicon, chance.choice(bases), crossings)
        if found is not None:
            made += 1
            deck = list(load_deck("english").cards)
            chance.shuffle(deck)
            yield found, tuple(deck[:hand])


def _grow(
    chance: random.Random, lexicon: Lexicon, base: tuple[str, ...] | str, crossings: int
) -> m.Crossword | None:
    cards = tuple(Card(letter, chance.choice(list(Colour))) for letter in base)
    crossword = m.Crossword(cards)
    deck = list(load_deck("english").cards)
    for _ in range(crossings):
        free = free_columns(crossword)
        if not free:
            return None
        chance.shuffle(deck)
        column = chance.choice(free)
        found = [
            candidate.play
            for candidate in plays(crossword, tuple(deck[:9]), lexicon)
            if candidate.play.lane == m.Lane(m.Kind.CROSS, column)
        ]
        if not found:
            return None
        crossword = lay(crossword, chance.choice(found))
    return crossword


def match_views(hand: int, count: int) -> list[m.MatchView]:
    """Return what a seat sees of auctions with a hand of so many cards."""
    return [_as_view(crossword, held) for crossword, held in crosswords(count, hand)]


def _as_view(crossword: m.Crossword, hand: tuple[Card, ...]) -> m.MatchView:
    from wordlot.core.protocol import LexiconPin, Setup

    setup = Setup(2, m.MatchOptions(), LexiconPin("english", ""), "", ("", ""))
    state = m.MatchState(
        setup=setup,
        phase=m.Phase.BIDDING,
        round=3,
        hands=(hand, hand[:5]),
        coins=(10, 12),
        pot=58,
        pile=load_deck("english").cards[:20],
        crossword=crossword,
        closes_at=Millis(60_000),
    )
    assert Seat(0) in awaited(state)
    return view(state, Seat(0))
