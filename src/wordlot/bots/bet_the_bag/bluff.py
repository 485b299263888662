"""Words that a Bet the Bag bot does not know and might try on the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wordlot.bots.bet_the_bag.doubt import run_counts
from wordlot.bots.bet_the_bag.sight import usable
from wordlot.bots.mood import Mood
from wordlot.core.pieces import BLANK, Letter, Tile, Word
from wordlot.games.bet_the_bag.compose import compose
from wordlot.games.bet_the_bag.model import BagView, WordDraft
from wordlot.solver.racks import missing, word_numbers
from wordlot.words import Lexicon

AFFIXES = {"english": (("", "s"), ("", "er"), ("", "y"), ("", "ed"), ("re", ""), ("un", ""))}
"""What can be put before or after a word so that it looks like another."""
LEAST_STEM = 3

_STEMS = 12
_ALIKE = 120
"""Known words, by one letter out of reach, of which a bot thinks for a bluff."""
_USUAL = 1 / 6_500
"""A word of which this share of the known words have each run of three letters can pass for one."""
_ORDER, _ORDER_ALIKE = 301, 302


def phony(view: BagView, mood: Mood, vocabulary: Lexicon) -> Word | None:
    """Return a word that a bot does not know and that looks like one, which its tiles can spell.

    It is a known word with something before or after it, or with another letter at its head: of
    some that a bot comes to think of, the one whose oddest part is the most usual. Whether it is
    in the lexicon in force the bot cannot know.
    """
    assert view.contract is not None
    least = view.contract.rank
    tiles = usable((*(lying.tile for lying in view.table), *(view.hand or ())), vocabulary)
    made = {*_extended(least, tiles, mood, vocabulary), *_altered(least, tiles, mood, vocabulary)}
    usual = {word: min(run_counts(word, vocabulary)) for word in made if not vocabulary.has(word)}
    likely = [word for word, least_run in usual.items() if least_run >= _USUAL * len(vocabulary)]
    best = sorted(likely, key=lambda word: (-usual[word], word))
    return next((word for word in best if compose(view, WordDraft(word)).ready), None)


def _extended(least: int, tiles: Sequence[Tile], mood: Mood, vocabulary: Lexicon) -> Iterator[Word]:
    """Yield known words with something before or after them."""
    for before, after in AFFIXES.get(vocabulary.alphabet.name, ()):
        rest = _without(tiles, (*before, *after))
        if rest is None:
            continue
        shortest = max(LEAST_STEM, least - len(before) - len(after))
        stems = word_numbers(rest, vocabulary, shortest).tolist()
        for number in mood.shuffled(_ORDER, stems)[:_STEMS]:
            stem = vocabulary.word(number)
            if _takes("".join(stem), after):
                yield (*before, *stem, *after)


def _altered(least: int, tiles: Sequence[Tile], mood: Mood, vocabulary: Lexicon) -> Iterator[Word]:
    """Yield known words that begin with another letter, which the tiles lack."""
    letters = [tile for tile in tiles if tile != BLANK]
    numbers = word_numbers((*letters, BLANK), vocabulary, least)
    near = numbers[missing(numbers, letters, vocabulary) == 1].tolist()
    for number in mood.shuffled(_ORDER_ALIKE, near)[:_ALIKE]:
        _, *end = vocabulary.word(number)
        rest = _without(letters, end)
        for letter in sorted(set(rest or ())):
            yield (letter, *end)


def _without(tiles: Sequence[Tile], letters: Sequence[Letter]) -> list[Tile] | None:
    """Return the tiles less some letters; none when they lack one."""
    rest = list(tiles)
    for letter in letters:
        if letter not in rest:
            return None
        rest.remove(letter)
    return rest


def _takes(stem: str, after: str) -> bool:
    """Tell whether a word may get an ending: not one upon another, and no letter twice."""
    endings = tuple(ending for pairs in AFFIXES.values() for _, ending in pairs if ending)
    return not after or not (stem.endswith(endings) or stem[-1] == after[0])
