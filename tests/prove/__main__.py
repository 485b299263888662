"""Try every promise at length and write what was found: `python -m tests.prove [--minutes N]`.

The figures go to `docs/guarantees.md`. With numbers of promises only these are tried.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import sys
import traceback
from concurrent.futures import Executor, ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from tests.prove.promises import PROCESSES, PROMISES, Finding, Scale, how, hush, proofs
from tests.prove.tested import section

PAGE = Path(__file__).parents[2] / "docs" / "guarantees.md"
INTRODUCTION = """# What a table guarantees, and how that is known

`make prove` tries each promise and writes this page; `make prove ARGS="3 9"` tries some of them
and leaves the others as they are. A shorter form of every test runs in `make test`. Where the time
that was given was over before all that was to be tried, the entry says so."""
NEEDED_S = {1: 440, 2: 60, 3: 50, 4: 70, 5: 10, 6: 5, 7: 55, 8: 30, 9: 195, 10: 40, 11: 30}
NEEDED_S |= {12: 215, 13: 85, 14: 210, 15: 25, 16: 400, 17: 20, 18: 10, 19: 480}
"""Seconds that a promise takes on two cores; the time is shared out in this proportion."""


def try_all(numbers: list[int], minutes: float) -> dict[int, Finding]:
    """Return what the tests of some promises find in so many minutes."""
    until = monotonic() + minutes * 60
    found: dict[int, Finding] = {}
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    console = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress, _pool() as pool:
        # Those that take longest come last, and have what the others did not need.
        ordered = sorted(numbers, key=lambda number: NEEDED_S[number])
        for i, number in enumerate(ordered):
            task = progress.add_task(f"{number:2d} {PROMISES[number][1][:60]}", total=1.0)
            waiting = sum(NEEDED_S[later] for later in ordered[i:])
            seconds = (until - monotonic()) * NEEDED_S[number] / waiting

            def told(share: float, task: int = task) -> None:
                progress.update(task, completed=share)  # type: ignore[arg-type]  # a TaskID

            scale = Scale(long=True, seconds=seconds, told=told, pool=pool)
            found[number] = _tried(number, scale)
            progress.update(task, completed=1.0)
    return found


def _tried(number: int, scale: Scale) -> Finding:
    """Return what the test of a promise finds; a test that breaks finds nothing good."""
    try:
        return proofs()[number](scale)
    except Exception as error:  # noqa: BLE001 - the others are tried all the same
        traceback.print_exc()
        return Finding(f"the test broke: {error!r}", ok=False)


def _pool() -> Executor:
    """Return the processes among which a promise may divide its work."""
    # Not forked, since this process has threads.
    start = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(PROCESSES, mp_context=start, initializer=hush)


def entry(number: int, finding: Finding) -> str:
    """Return what the page says of a promise."""
    state = "Kept" if finding.ok else "Missed"
    return (
        f"### {number}. {PROMISES[number][1]}\n\n{how(proofs()[number])}\n\n"
        f"**{state}** on {datetime.now(UTC):%Y-%m-%d}: {finding.figure}.{_cut_short(finding)}\n"
    )


def _cut_short(finding: Finding) -> str:
    """Return what was to be tried more often than there was time for."""
    missed = [
        f"{goal.aim:,} {goal.what} ({goal.reached:,} were)"
        for goal in finding.goals
        if goal.reached < goal.aim
    ]
    return f" There was no time for all of {', '.join(missed)}." if missed else ""


def page(found: dict[int, Finding], before: str) -> str:
    """Return the page of guarantees; promises that were not tried stand as they did before."""
    parts = re.split(r"^(?=##+ )", before, flags=re.MULTILINE)
    entries = {int(m[1]): part for part in parts if (m := re.match(r"### (\d+)\. ", part))}
    entries |= {number: entry(number, finding) for number, finding in found.items()}
    lines = [INTRODUCTION]
    for group, numbers in groupby(sorted(entries), key=lambda number: PROMISES[number][0]):
        lines += [f"## {group}", *(entries[number].rstrip() for number in numbers)]
    return "\n\n".join([*lines, section()]) + "\n"


def main() -> int:
    """Try the promises that are asked for, all by default; 1 where one was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description=__doc__)
    parser.add_argument("--minutes", type=float, default=28.0)
    parser.add_argument("--page", type=Path, default=PAGE, help="the page that is written")
    parser.add_argument("numbers", nargs="*", type=int, help="promises to try")
    asked = parser.parse_args()
    if unknown := set(asked.numbers) - set(PROMISES):
        parser.error(f"there is no promise {min(unknown)}")
    hush()
    found = try_all(asked.numbers or sorted(PROMISES), asked.minutes)
    for number, finding in sorted(found.items()):
        state = "kept" if finding.ok else "MISSED"
        sys.stdout.write(f"{number:2d} {state}: {finding.figure}.{_cut_short(finding)}\n")
    before = asked.page.read_text() if asked.page.exists() else ""
    asked.page.write_text(page(found, before))
    return 0 if all(finding.ok for finding in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
