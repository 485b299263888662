"""Compiling kernels ahead, in a process of their own, so that whoever needs them can go on."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from wordlot.core.pieces import parse_cards
from wordlot.core.protocol import LexiconPin
from wordlot.games.match.model import Crossword
from wordlot.solver.compiling import folder, mark, mark_of
from wordlot.words import Lexicon, alphabet
from wordlot.words.compiled import compile_words
from wordlot.words.tables import Tables

_log = logging.getLogger(__name__)

COMPILING = "Compiling the searches, which happens once and takes about 20 seconds"
COMPILING_ALWAYS = "Compiling the searches; it takes about 20 seconds each time, as nothing is kept"


def make_ready(
    searches: Sequence[str],
    *,
    kept: Path | None = folder,
    run: Callable[[Sequence[str]], object] | None = None,
    say: Callable[[str], object] = _log.warning,
) -> None:
    """Have the kernels of these searches compiled and kept, if they are not yet.

    It takes ten or twenty seconds the first time ever, in another process: numba would hold the
    lock of this one; `say` is told before. Where nothing can be kept, each process has to compile
    for itself.
    """
    if kept is not None and all(mark_of(kept, name).exists() for name in searches):
        return
    say(COMPILING if kept else COMPILING_ALWAYS)
    if kept is None:
        return
    (run or _apart)([sys.executable, "-m", "wordlot.solver.warming", *searches])


def _apart(command: Sequence[str]) -> None:
    # A failure shows again where the kernels are used, with its reason.
    subprocess.run(command, check=False, stdin=subprocess.DEVNULL)  # noqa: S603, our own program


def _plays(lexicon: Lexicon) -> None:
    from wordlot.solver.match import plays

    plays(Crossword(), parse_cards("abC"), lexicon)


def _tiles(lexicon: Lexicon) -> None:
    import numpy as np

    from wordlot.solver.odds import odds
    from wordlot.solver.racks import can_spell, missing, words_from

    words_from("ab?", lexicon)
    missing(np.zeros(1, np.intp), "ab", lexicon)
    can_spell("abc", lexicon, 2)
    odds(2, "c", "abba?", lexicon)


SEARCHES: Mapping[str, Callable[[Lexicon], None]] = {"plays": _plays, "tiles": _tiles}
"""What there is to make ready: plays of Match; words and odds of tiles."""


def main(searches: Sequence[str]) -> None:
    """Do these searches, or all, in a small lexicon: so what they take is compiled and kept."""
    letters = alphabet("english")
    packed = compile_words([letters.encode(word) for word in ("ab", "ba", "abba")])
    lexicon = Lexicon(LexiconPin("warming", ""), letters, Tables.unpack(packed))
    for name in searches or SEARCHES:
        SEARCHES[name](lexicon)
    if folder is not None:
        mark(folder, searches or SEARCHES)


if __name__ == "__main__" and folder is not None:
    main(sys.argv[1:])
