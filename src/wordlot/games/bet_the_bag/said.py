"""The words of a game of Bet the Bag, bluffs that were never found out among them (B9.1)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wordlot.core.said import SaidWord
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m


def said(steps: Iterable[tuple[m.BagState, e.Event]]) -> tuple[SaidWord, ...]:
    """Return the words in the order in which they were said, from states and what came next."""
    words: list[SaidWord] = []
    for _, event in steps:
        match event:
            case e.WordSubmitted() | e.WordRefused():
                words.append(SaidWord(event.turn, event.seat, event.word, None))
            case e.WordChallenged():
                words[-1] = replace(words[-1], challenged=True)
            case e.CardLost():
                words[-1] = replace(words[-1], lost=event.points)
            case e.ContractFilled():
                words[-1] = replace(words[-1], points=event.points)
    return tuple(words)
