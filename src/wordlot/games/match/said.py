"""The words of a game of Match, those behind bids that did not win among them (M9.1)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wordlot.core.pieces import letters
from wordlot.core.said import SaidWord
from wordlot.games.match import model as m
from wordlot.games.match.placing import spelled


def said(steps: Iterable[tuple[m.MatchState, m.Event]]) -> tuple[SaidWord, ...]:
    """Return the words in the order in which they were said, from states and what came next."""
    words: list[SaidWord] = []
    for state, event in steps:
        match event:
            case m.BidPlaced(play=m.Play() as play):
                word = letters(spelled(state.crossword, play))
                words.append(SaidWord(event.round, event.seat, word, None))
            case m.PlayLaid():
                paid = SaidWord(event.round, event.seat, event.word, event.coins)
                # A sealed bid was said before; a called one is laid now.
                if replace(paid, points=None) in words:
                    words[words.index(replace(paid, points=None))] = paid
                else:
                    words.append(paid)
    return tuple(words)
