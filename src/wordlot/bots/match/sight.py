"""Which plays a Match bot notices: of words that it knows, the common and short ones sooner."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from wordlot.bots.levels import Level
from wordlot.bots.match.character import CHARACTERS
from wordlot.bots.mood import Mood
from wordlot.bots.vocabulary import STEPS, commonness, least_commonness
from wordlot.core.pieces import Card
from wordlot.games.match.model import LEAST_VALUE, Crossword
from wordlot.solver import Plays, plays
from wordlot.words import Lexicon

_DAILY_ZIPF = 5.0
_LANE_SHIFT = np.uint64(32)


def noticed(
    crossword: Crossword, hand: tuple[Card, ...], mood: Mood, *, level: Level, lexicon: Lexicon
) -> Plays:
    """Return the plays that a bot of a level notices, worth a bid at all, first ideas first.

    They depend on crossword, hand and mood only, so they are the same through a whole round.
    """
    return _noticed(crossword, hand, mood.key, level, lexicon)


def laid(found: Plays) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """Return how many cards each play lays (M5.1)."""
    columns = found.columns
    value = columns.value.astype(np.int16)
    return np.where(columns.paint > 0, value // 2, value)


@lru_cache(maxsize=64)
def _noticed(
    crossword: Crossword, hand: tuple[Card, ...], key: int, level: Level, lexicon: Lexicon
) -> Plays:
    character = CHARACTERS[level]
    every = plays(crossword, hand, lexicon, min_value=LEAST_VALUE)
    common = commonness(lexicon)[every.columns.number].astype(np.float64) / STEPS
    least = least_commonness(level) / STEPS
    known = every.take(common >= least)
    common = common[common >= least]
    ease = np.clip((common - least) / max(0.1, _DAILY_ZIPF - least), 0, 1)
    share = character.sight + (character.plain_sight - character.sight) * ease
    cards = laid(known)
    share *= character.long_sight ** (cards - 2.0)
    luck = Mood(key).shares(_purposes(known))
    seen = np.flatnonzero(luck < share)
    first = np.argsort(cards[seen] * luck[seen] / share[seen], kind="stable")
    return known.take(seen[first])


def _purposes(found: Plays) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Return a number for each word in each lane: seeing a word in a place is one event."""
    columns = found.columns
    lane = columns.lane.astype(np.uint64) + np.uint64(1)
    return (lane << _LANE_SHIFT) | columns.number.astype(np.uint64)
