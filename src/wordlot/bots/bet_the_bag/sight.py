"""Which words a Bet the Bag bot spots in the tiles of the table and its hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordlot.bots.bet_the_bag.character import CHARACTERS
from wordlot.bots.levels import Level
from wordlot.bots.mood import Mood
from wordlot.bots.vocabulary import STEPS, commonness, known, knows, least_commonness
from wordlot.core.pieces import BLANK, Tile, Word
from wordlot.games.bet_the_bag.model import BagView
from wordlot.solver.racks import missing, word_numbers
from wordlot.words import Lexicon

_DAILY_ZIPF = 5.0
_FOUR = 4.0
_LAST_LOOKS = 3
"""Looks that a bot has for words when it cannot draw any more."""
_STAGE_SHIFT = np.uint64(32)


class Spotted(NamedTuple):
    """A word that a bot sees, and how common it is, in `STEPS`."""

    word: Word
    commonness: int


def spot(
    view: BagView, mood: Mood, *, level: Level, lexicon: Lexicon, last: bool
) -> Spotted | None:
    """Return the word that a bot spots first, of those that fill the contract now; none at times.

    Words that need fewer tiles of the hand go first. `last` is when no more tiles can be drawn.
    """
    assert view.limit is not None
    vocabulary = known(lexicon, level)
    table = usable((lying.tile for lying in view.table), vocabulary)
    hand = usable(view.hand or (), vocabulary)
    numbers, lacking = in_reach(view, view.limit, vocabulary)
    common = commonness(lexicon)[knows(lexicon, level)][numbers]
    share = _share(numbers, common, (*table, *hand), level, vocabulary)
    if last:
        share = 1 - (1 - share) ** _LAST_LOOKS
    stage = np.uint64(view.attempt * 32 + len(view.table) + 1) << _STAGE_SHIFT
    luck = mood.shares(stage | numbers.astype(np.uint64))
    seen = np.flatnonzero(luck < share)
    if not len(seen):
        return None
    first = seen[np.lexsort((luck[seen] / share[seen], lacking[seen]))[0]]
    return Spotted(vocabulary.word(int(numbers[first])), int(common[first]))


def in_reach(
    view: BagView, limit: int, vocabulary: Lexicon
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the words that fill the contract with as many tiles as a bid allows, by number.

    And how many tiles of the hand each needs beside those of the table.
    """
    assert view.contract is not None
    table = usable((lying.tile for lying in view.table), vocabulary)
    hand = usable(view.hand or (), vocabulary)
    numbers = word_numbers((*table, *hand), vocabulary, view.contract.rank)
    lacking = _lacking(numbers, table, vocabulary)
    near = lacking <= limit - len(view.table)
    return numbers[near], lacking[near]


def usable(tiles: Iterable[Tile], lexicon: Lexicon) -> tuple[Tile, ...]:
    """Return the tiles that the lexicon has letters for, in their order."""
    return tuple(tile for tile in tiles if tile == BLANK or tile in lexicon.alphabet)


def _lacking(
    numbers: NDArray[np.intp], table: tuple[Tile, ...], lexicon: Lexicon
) -> NDArray[np.int64]:
    """Return how many tiles of the hand each word needs beside those of the table."""
    lacking: NDArray[np.int64] = np.maximum(
        0, missing(numbers, table, lexicon) - table.count(BLANK)
    )
    return lacking


def _share(
    numbers: NDArray[np.intp],
    common: NDArray[np.uint8],
    tiles: tuple[Tile, ...],
    level: Level,
    vocabulary: Lexicon,
) -> NDArray[np.float64]:
    """Return the chance of each word to be spotted in one look."""
    character = CHARACTERS[level]
    least = least_commonness(level) / STEPS
    ease = np.clip((common / STEPS - least) / max(0.1, _DAILY_ZIPF - least), 0, 1)
    share = character.sight + (character.plain_sight - character.sight) * ease
    starts = list(vocabulary.first.values())
    lengths = np.array(list(vocabulary.first))[np.searchsorted(starts, numbers, side="right") - 1]
    hard = lengths - _FOUR + missing(numbers, tiles, vocabulary)
    return np.asarray(share * character.long_sight**hard, np.float64)
