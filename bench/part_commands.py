"""Commands: how long each takes from its start to its end, in a process of its own."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from bench.report import Part, Row, Tell
from bench.sides import Side, compare, show
from tests.counts.test_match_positions import PATH

ROUNDS = 11
LIMIT = "import numba"
MAIN = (sys.executable, "-c", "from wordlot.cli import main; main()")
COMMANDS: Mapping[str, tuple[Sequence[str], float]] = {
    "wordlot --help": (("--help",), 0.3),
    "wordlot solve tiles retains": (("solve", "tiles", "retains"), 0.3),
    "wordlot solve match FILE": (("solve", "match", "POSITION"), 1.0),
    "wordlot odds --contract 4 --hand qzv": (("odds", "--contract", "4", "--hand", "qzv"), 1.0),
}
"""Each with the seconds that it may take once its search is compiled."""


def measure(tell: Tell) -> Part:
    """Measure every command beside what only loads the compiler, in turn."""
    tell("commands")
    with tempfile.TemporaryDirectory() as folder:
        position = Path(folder) / "position.json"
        case = json.loads(PATH.read_text())["cases"][3]
        position.write_text(json.dumps(case))
        waits: dict[str, list[float]] = {}
        sides = {LIMIT: _process((sys.executable, "-c", LIMIT), waits.setdefault(LIMIT, []))}
        for name, (words, _) in COMMANDS.items():
            asked = [str(position) if word == "POSITION" else word for word in words]
            sides[name] = _process((*MAIN, *asked), waits.setdefault(name, []))
        found = compare(sides, ROUNDS)
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    return Part(
        title="Commands",
        how=(
            "From start to end, each in a process of its own, the searches compiled before; the "
            "processor's time, so that other programs disturb less, of all sides in turn in one "
            f"run, medians of {ROUNDS}. What only imports numba is the limit of any search that "
            "is compiled."
        ),
        rows=tuple(
            Row(
                f"`{name}`",
                show(found.seconds[name]),
                f"≤ {most:g} s",
                found.seconds[name] <= most,
                f"{found.ratios[name]:.1f} times `{LIMIT}`; on the wall {show(min(waits[name]))} "
                f"at best, {show(median(waits[name]))} in the middle",
            )
            for name, (_, most) in COMMANDS.items()
        ),
        findings=(
            f"`{LIMIT}` alone takes {show(found.seconds[LIMIT])}. {load:.1f} programs wanted to "
            f"run at a time on {cores} cores: that stretches the wall, and by shared caches the "
            "processor's time too."
        ),
    )


def _process(command: Sequence[str], waits: list[float]) -> Side:
    """Return a side: the processor's seconds of a process; how long it took goes to a list."""

    def side() -> float:
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        waits.append(time.perf_counter() - began)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    return side
