"""The searches: words, odds and plays, each beside its peers in the same run."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from bench.peers.dawgdic import Dawgdic, is_there
from bench.positions import crosswords
from bench.report import HERE, Part, Row, Tell
from bench.search_costs import cost_rows
from bench.search_odds import CONTRACTS, coverage_rows, hands, limit_side, odds_rows
from bench.search_plays import play_rows, plays_side
from bench.search_words import can_spell_rows, can_spell_side, racks, word_rows, words_side
from bench.sides import compare, timed
from wordlot.games.match.model import Kind
from wordlot.solver.odds import odds
from wordlot.words import Lexicon, Library, load

PLOT = "search.svg"
GROWING = (10_000, 30_000, 100_000)

Curve = Mapping[int, float]
"""Seconds by what grows."""


def measure(tell: Tell) -> Part:
    """Measure every row, and draw how each cost grows."""
    lexicon = load()
    with ExitStack() as stack:
        tell("building the C++ program")
        words = ("".join(word) for word in lexicon.words())
        dawgdic = stack.enter_context(Dawgdic(words)) if is_there() else None
        rows = (
            *can_spell_rows(lexicon, tell),
            *word_rows(lexicon, dawgdic, tell),
            *odds_rows(lexicon, tell),
            *coverage_rows(lexicon, tell),
            *play_rows(lexicon, dawgdic, tell),
            *cost_rows(tell),
        )
        tell("how costs grow")
        _draw(*_curves(lexicon, dawgdic))
    return Part(
        title="Searches",
        how=(
            "One thread, warm, both sides in turn in one run; the processor's time, so that other "
            "programs disturb less; medians, and medians of the ratios of each turn. Kernels go "
            "over many queries in one call, as the C++ does; what a call from Python adds is in "
            "the notes of W3. Racks and hands are random ones of the English sets."
        ),
        rows=rows,
        findings=_missed(rows),
        pictures=(PLOT,),
    )


def _missed(rows: Sequence[Row]) -> str:
    missed = [row for row in rows if not row.met]
    if not missed:
        return "Every figure was reached."
    told = [f"- {row.what}: {row.figure} for {row.reach}." for row in missed]
    reasons = [why for start, why in _WHY.items() if any(r.what.startswith(start) for r in missed)]
    return "\n".join(["Missed:", "", *told, "", *(f"{why}\n" for why in reasons)]).rstrip()


_WHY = {
    "W1a": (
        "W1a: without a blank, Python finds a word of seven tiles after ten combinations or so. "
        "The kernel needs as few; its time is to take the tiles, a look at one to twenty sums, and "
        "three branches that the processor cannot foresee. Of ten tiles a quarter spells no word "
        "of seven letters; to be sure of that takes 50 nodes and 75 vectors of a tree, and runs "
        "four times as long, with half the nodes, take as long."
    ),
    "W1b": (
        "W1b: seven tiles reach so little of the tree that most of the time is to fetch its runs "
        "from beyond the second cache; pages of 2 MB do not help. Masks of half the size would be "
        "quicker to fetch, but leave out copies of two words in five, which would have to be "
        "counted one by one."
    ),
    "W2": (
        "W2: what is left after hidden tiles, strata and controls is some 2,000 deals. At contract "
        "7 each takes a microsecond: nine or ten tiles and 180 sums, 3 ns each, and for one deal "
        "in ten, which needs more than eleven tiles, walks of 2 µs; drawing the samples takes "
        "30 ns."
    ),
    "memory": (
        "memory: of the rest once a kernel runs, 102 MiB are files that are mapped (LLVM half of "
        "it, numpy, and 15 MB of tables) and 66 MiB objects, most of them numba's: it loads its "
        "compiler and all registries to link kernels that are compiled already. One thread of "
        "OpenBLAS, or giving back what is free, saves nothing. Nothing that starts a server "
        "imports numba."
    ),
}
"""Why figures are missed, where they are."""


def _curves(
    lexicon: Lexicon, dawgdic: Dawgdic | None
) -> tuple[dict[str, Curve], dict[str, Curve], dict[str, Curve]]:
    """Return seconds by tiles, by contract and by words of the lexicon."""
    by_tiles: dict[str, dict[int, float]] = {}
    for size in range(5, 16):
        many = racks(size, 0, 200)
        sides = {"words of a rack": words_side(many, lexicon)}
        for least in (4, 7):
            name = f"is there a word of {least} letters"
            sides[name] = can_spell_side(least, many, lexicon)
        positions = list(crosswords(20, size))
        sides["plays of Match"] = plays_side(positions, lexicon, list(Kind))
        for name, seconds in compare(sides, 3).seconds.items():
            by_tiles.setdefault(name, {})[size] = seconds
        if dawgdic is not None:
            with dawgdic.search("words", map("".join, many)) as search:
                search.seconds()
                taken = by_tiles.setdefault("words of a rack, dawgdic", {})
                taken[size] = search.seconds() / len(many)
    by_contract: dict[str, dict[int, float]] = {}
    for contract in CONTRACTS:
        for size in (0, 3, 7):
            hand, bag = hands(size, 1)[0]
            side = timed(lambda h=hand, b=bag, c=contract: odds(c, h, b, lexicon))
            both = compare({"odds": side, "limit": limit_side()}, 5).seconds
            by_contract.setdefault(f"odds, hand of {size}", {})[contract] = both["odds"]
            by_contract.setdefault("drawing the samples", {})[contract] = both["limit"]
    return by_tiles, by_contract, _by_lexicon(lexicon)


def _by_lexicon(lexicon: Lexicon) -> dict[str, Curve]:
    found: dict[str, dict[int, float]] = {}
    words = ["".join(word) for word in lexicon.words()]
    many = racks(10, 0, 200)
    positions = list(crosswords(20, 10))
    hand, bag = hands(3, 1)[0]
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder) / "data", Path(folder) / "cache")
        for size in (*GROWING, len(words)):
            source = Path(folder) / "words.txt"
            source.write_text("\n".join(random.Random(size).sample(words, size)))
            library.add(f"of{size}", source)
            some = library.load(f"of{size}")
            sides = {
                "words of 10 tiles": words_side(many, some),
                "plays, hand of 10": plays_side(positions, some, list(Kind)),
                "is there a word of 7 of 10 tiles": can_spell_side(7, many, some),
                "odds, contract 5, hand of 3": timed(lambda some=some: odds(5, hand, bag, some)),
            }
            for name, seconds in compare(sides, 3).seconds.items():
                found.setdefault(name, {})[size] = seconds
    return found


def _draw(*groups: Mapping[str, Curve]) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "wordlot"
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, 3, figsize=(15, 5), layout="constrained")
    for axis, curves, what in zip(
        axes, groups, ("tiles", "letters of the contract", "words of the lexicon"), strict=True
    ):
        for name, curve in curves.items():
            axis.plot(list(curve), [1e6 * seconds for seconds in curve.values()], "o-", label=name)
        axis.set_yscale("log")
        axis.set_xlabel(what)
        axis.set_ylabel("µs")
        axis.grid(alpha=0.3)
        axis.legend(fontsize=8)
    figure.savefig(HERE / PLOT, metadata={"Date": None})
    plt.close(figure)
