"""The words that tiles can spell, blanks among them (B5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from wordlot.core.errors import InvalidNotation
from wordlot.core.pieces import BLANK, Tile, Word
from wordlot.solver.coding import MOST_LETTERS, code_tiles
from wordlot.solver.filling import fill_each
from wordlot.solver.index import contract_of, index_of
from wordlot.solver.prefixes import empty_row
from wordlot.solver.spelling import count_missing, find_words, scratch
from wordlot.words import Lexicon
from wordlot.words.scanning import checked_rack


def words_from(tiles: Iterable[Tile], lexicon: Lexicon, min_letters: int = 2) -> tuple[Word, ...]:
    """Return the words that tiles can spell: the longest first, then by letter.

    They have `min_letters` or more letters, and need not use every tile. Raises `InvalidNotation`
    for a tile that is no letter of the lexicon's alphabet, for more than two blanks, and for more
    than 128 tiles.
    """
    found = word_numbers(tiles, lexicon, min_letters)
    words = [lexicon.word(number) for number in found.tolist()]
    return tuple(sorted(words, key=len, reverse=True))


def word_numbers(tiles: Iterable[Tile], lexicon: Lexicon, min_letters: int = 2) -> NDArray[np.intp]:
    """Return the numbers of the words that tiles can spell, in rising order.

    Raises `InvalidNotation` as `words_from` does.
    """
    held = checked_rack(tiles)
    index = index_of(lexicon)
    codes = code_tiles(held, lexicon.alphabet, index.coding)
    least = int(index.firsts[min(max(min_letters, 0), MOST_LETTERS + 1)])
    found = np.empty(len(lexicon), np.uint32)
    count = find_words(index.coding, index.tree, index.numbers, codes, least, scratch(), found)
    return np.sort(found[:count]).astype(np.intp)


def can_spell(tiles: Iterable[Tile], lexicon: Lexicon, min_letters: int) -> bool:
    """Tell whether tiles can spell any word of `min_letters` or more letters.

    Raises `InvalidNotation` as `can_spell_each` does.
    """
    return bool(can_spell_each([tuple(tiles)], lexicon, min_letters)[0])


def can_spell_each(
    racks: Sequence[Sequence[Tile]], lexicon: Lexicon, min_letters: int
) -> NDArray[np.bool_]:
    """Tell of each rack whether it can spell any word of `min_letters` or more letters.

    Raises `InvalidNotation` as `words_from` does, and for a number of letters that is not from 2
    to 15.
    """
    if not 2 <= min_letters <= MOST_LETTERS:
        raise InvalidNotation(f"words have 2 to {MOST_LETTERS} letters, not {min_letters}")
    contract = contract_of(lexicon, min_letters)
    coded = [code_tiles(checked_rack(rack), lexicon.alphabet, contract.coding) for rack in racks]
    ends = np.cumsum([len(codes) for codes in coded])
    flat = np.concatenate([np.empty(0, np.uint8), *coded])
    filled = np.zeros(len(ends), np.bool_)
    fill_each(contract, min_letters, flat, ends, scratch(), empty_row(), filled)
    return filled


def missing(
    numbers: NDArray[np.intp], tiles: Iterable[Tile], lexicon: Lexicon
) -> NDArray[np.int64]:
    """Return how many letters of each word, by its number, the letters of tiles do not give.

    Blanks give nothing. Raises `InvalidNotation` as `words_from` does.
    """
    index = index_of(lexicon)
    letters = [tile for tile in checked_rack(tiles) if tile != BLANK]
    codes = code_tiles(letters, lexicon.alphabet, index.coding)
    lacking = np.empty(len(numbers), np.int64)
    count_missing(index.coding, index.tree, index.places[numbers], codes, scratch(), lacking)
    return lacking
