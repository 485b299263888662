"""What it costs to have a lexicon ready for every search: time and memory of a fresh process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from bench.report import Row, Tell
from wordlot.words.folders import cache_folder

STARTS = 5
ROOT = Path(__file__).parent.parent

_PROGRAM = """
import json, time
from pathlib import Path
from wordlot.core.pieces import parse_cards
from wordlot.games.match.model import Crossword
from wordlot.solver import plays, words_from
from wordlot.solver.index import contract_of, index_of
from wordlot.solver.odds import odds
from wordlot.words import load

def resident():
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

imported = resident()
began = time.perf_counter()
lexicon = load()
index_of(lexicon)
contracts = [contract_of(lexicon, least) for least in (4, 5, 6, 7)]
ready = time.perf_counter() - began
opened = resident()
words_from("aeinrst", lexicon)
plays(Crossword(), parse_cards("aeinRST"), lexicon)
for least in (4, 5, 6, 7):
    odds(least, "ab", "cdefghijklmnopqrstuvwxyz", lexicon)
folder = lexicon.file.parent
print(json.dumps({
    "ready": ready,
    "imported": imported,
    "opened": opened,
    "resident": resident(),
    "tables": sum(file.stat().st_size for file in folder.glob(lexicon.file.stem + "*")),
}))
"""


def cost_rows(tell: Tell) -> Iterator[Row]:
    """Measure start, first build and memory."""
    tell("start")
    kernels = os.environ.get("NUMBA_CACHE_DIR", str(cache_folder() / "kernels"))
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "WORDLOT_CACHE": folder, "NUMBA_CACHE_DIR": kernels}
        built = _run(environment)
        starts = [_run(environment) for _ in range(STARTS)]
    ready = median(start["ready"] for start in starts)
    resident = median(start["resident"] for start in starts)
    tables = starts[0]["tables"]
    imported = median(start["imported"] for start in starts)
    yield Row(
        "start: lexicon and all its tables from the cache",
        f"{ready * 1000:.0f} ms",
        "≤ 50 ms",
        ready <= 0.05,
    )
    yield Row(
        "start: first build of them",
        f"{built['ready']:.2f} s",
        "≤ 3 s",
        built["ready"] <= 3,
        "kernels compiled before",
    )
    opened = median(start["opened"] for start in starts)
    yield Row(
        "memory: process with all tables of a lexicon",
        f"{opened:.0f} MiB",
        "≤ 150 MiB",
        opened <= 150,
        f"{imported:.0f} MiB of it are Python, numpy and numba",
    )
    yield Row(
        "memory: the same after searches of every kind",
        f"{resident:.0f} MiB",
        "≤ 150 MiB",
        resident <= 150,
        "the first kernel that is loaded wakes LLVM and numba's registries",
    )
    yield Row("memory: tables", f"{tables / 1e6:.1f} MB", "≤ 15 MB", tables <= 15e6)


def _run(environment: dict[str, str]) -> dict[str, Any]:
    command = [sys.executable, "-c", _PROGRAM]
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told
