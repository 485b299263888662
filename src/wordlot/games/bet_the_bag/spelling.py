"""Which tiles a word takes: those on the table first, then the hand's, a blank last (B5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from wordlot.core.errors import IllegalAction, Refusal
from wordlot.core.pieces import BLANK, Letter, Tile, Word, show_tiles
from wordlot.games.bet_the_bag.actions import BagCode
from wordlot.games.bet_the_bag.model import LONGEST, Source, SpelledLetter


def without(hand: Sequence[Tile], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return a hand less some tiles, in its order. `NOT_HELD` where it lacks one (B5.1)."""
    gone = Counter(tiles)
    rest = []
    for tile in hand:
        if gone[tile]:
            gone[tile] -= 1
        else:
            rest.append(tile)
    if missing := list(gone.elements()):
        held = show_tiles(hand) or "without tiles"
        detail = f"the hand {held} does not hold {show_tiles(missing)}"
        raise IllegalAction(Refusal.NOT_HELD, detail, "B5.1")
    return tuple(rest)


def check_spelled(
    word: Word,
    blanks: Sequence[int],
    *,
    tiles: Sequence[Tile],
    letters: Collection[Letter],
    least: int,
) -> None:
    """Refuse a word that is too short or long, or that the tiles do not give (B5.2, X2).

    `blanks` are the places in the word that blanks stand for, `letters` what a blank can be.
    """
    shown = "".join(word).upper()
    if len(word) < least:
        detail = f"{shown} has {len(word)} letters; the contract asks for {least}"
        raise IllegalAction(BagCode.TOO_SHORT, detail, "B5.2")
    if len(word) > LONGEST:
        detail = f"a word has at most {LONGEST} letters, not {len(word)}"
        raise IllegalAction(BagCode.TOO_LONG, detail, "X2")
    for letter in word:
        if letter not in letters:
            detail = f"{letter!r} is no letter of these tiles"
            raise IllegalAction(BagCode.CANNOT_SPELL, detail, "X2")
    if len(set(blanks)) < len(blanks) or not all(0 <= at < len(word) for at in blanks):
        detail = f"blanks cannot stand at the places {list(blanks)} of {shown}"
        raise IllegalAction(BagCode.CANNOT_SPELL, detail, "B1.1")
    needed = Counter(BLANK if at in blanks else letter for at, letter in enumerate(word))
    if missing := sorted((needed - Counter(tiles)).elements()):
        detail = f"the tiles {show_tiles(tiles)} lack {show_tiles(missing)} for {shown}"
        raise IllegalAction(BagCode.CANNOT_SPELL, detail, "B5.2")


def spell(
    letters: Word,
    *,
    table: Sequence[Tile],
    hand: Sequence[Tile],
    room: int,
    alphabet: Collection[Letter],
    blanks: Collection[int] = (),
) -> tuple[SpelledLetter, ...]:
    """Return a tile for every letter, or none, so that as few as can be come from the hand.

    A tile on the table is taken first, then one of the hand while there is room for it, then a
    blank. A place in `blanks` takes a blank in any case, and what is not of the alphabet has no
    tile (X2). The rest is given in four passes, each from left to right: places that ask for a
    blank, letters on the table, letters that only a blank can be, letters in the hand.
    """
    pool = _Pool(table, hand, room)
    found: dict[int, SpelledLetter] = {
        at: pool.blank(letter) if letter in alphabet else _nowhere(letter)
        for at, letter in enumerate(letters)
        if at in blanks or letter not in alphabet
    }
    for at, letter in enumerate(letters):
        if at not in found and (spelled := pool.take(letter, letter, Source.TABLE)):
            found[at] = spelled
    rest = [(at, letter) for at, letter in enumerate(letters) if at not in found]
    held = Counter(hand)
    for at, letter in rest:
        if held[letter]:
            held[letter] -= 1
        else:
            found[at] = pool.blank(letter)
    for at, letter in rest:
        if at not in found:
            found[at] = pool.from_hand(letter)
    return tuple(found[at] for at in range(len(letters)))


class _Pool:
    """The tiles that are still to be given out, and the room for tiles of the hand."""

    def __init__(self, table: Sequence[Tile], hand: Sequence[Tile], room: int) -> None:
        self._left = {Source.TABLE: list(table), Source.HAND: list(hand)}
        self._room = room

    def take(self, tile: Tile, letter: Letter, source: Source) -> SpelledLetter | None:
        """Return the letter with a tile of that source, or `None` where there is none left."""
        left = self._left[source]
        if tile not in left:
            return None
        at = left.index(tile)
        left[at] = ""
        self._room -= source is Source.HAND
        return SpelledLetter(letter, source, at, tile == BLANK)

    def blank(self, letter: Letter) -> SpelledLetter:
        """Return the letter as a blank, of the table first; `NOWHERE` where there is none."""
        table = self.take(BLANK, letter, Source.TABLE)
        return table or self.take(BLANK, letter, Source.HAND) or _nowhere(letter)

    def from_hand(self, letter: Letter) -> SpelledLetter:
        """Return the letter from the hand, or as a blank of the table where there is no room."""
        if self._room <= 0 and (blank := self.take(BLANK, letter, Source.TABLE)):
            return blank
        return self.take(letter, letter, Source.HAND) or _nowhere(letter)


def _nowhere(letter: Letter) -> SpelledLetter:
    return SpelledLetter(letter, Source.NOWHERE, -1, blank=False)
