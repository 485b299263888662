"""Spoilt files before every command, at length."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.prove.promises import Scale
from tests.spoilt import spoilt_often

FILES = 10_000


def files_spoilt(scale: Scale, luck: Random) -> Counter[str]:
    """Spoil files and run what reads them; count files, and faults by what they were."""
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        spoiling = spoilt_often(Path(name), patch, luck)
        for _ in scale.until(lambda: counts["files"], short=300, long=FILES, least=20):
            counts.update(next(spoiling))
    return counts


def told(counts: Counter[str]) -> str:
    """Return what became of the files, in words."""
    faults = {name: count for name, count in counts.items() if name.startswith("fault: ")}
    worst = f" ({min(faults)})" if faults else ""
    return (
        f"{counts['files']:,} spoilt files: {sum(faults.values())} tracebacks, wrong ends, hangs, "
        f"leftovers or damage unseen{worst}"
    )


def sound(counts: Counter[str]) -> bool:
    """Tell whether no file brought a command out of order."""
    return not any(name.startswith("fault: ") for name in counts)
