"""Packages of PyPI that search words: DAWG2, and GADDAG for the words that contain another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from wordlot.core.pieces import Card, letters
from wordlot.games.match.model import Crossword, Kind
from wordlot.games.match.placing import lanes, lying


class Dawg2:
    """The words of a rack, walked letter by letter in a `CompletionDAWG`."""

    def __init__(self, words: Iterable[str]) -> None:
        import dawg

        self._words: Any = dawg.CompletionDAWG(sorted(words))

    def words(self, rack: str, least: int) -> list[str]:
        """Return the words of at least so many letters that a rack without blanks spells."""
        found: list[str] = []
        self._walk("", Counter(rack), least, found)
        return found

    def _walk(self, start: str, left: Counter[str], least: int, found: list[str]) -> None:
        if len(start) >= least and start in self._words:
            found.append(start)
        for letter, count in left.items():
            if count and self._words.has_keys_with_prefix(start + letter):
                left[letter] -= 1
                self._walk(start + letter, left, least, found)
                left[letter] += 1


class Gaddag:
    """What the words on the table can grow into: `contains`, then what the hand can lay."""

    def __init__(self, words: Iterable[str]) -> None:
        import gaddag

        self._words: Any = gaddag.GADDAG(list(words))

    def extensions(self, crossword: Crossword, hand: Sequence[Card]) -> int:
        """Return how many plays extend the base and the crossing words."""
        held = Counter(letters(hand))
        count = 0
        for lane in lanes(crossword):
            if lane.kind is not Kind.CROSS:
                old = "".join(letters(lying(crossword, lane)))
                for word in self._words.contains(old):
                    if len(word) > len(old):
                        places = (i for i in range(len(word)) if word.startswith(old, i))
                        count += sum(
                            Counter(word[:at] + word[at + len(old) :]) <= held for at in places
                        )
        return count
