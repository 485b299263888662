"""Try every promise at length and write what was found: `python -m tests.prove [--minutes N]`.

The figures go to `docs/guarantees.md`. With numbers of promises only these are tried.
"""

from __future__ import annotations

import argparse
import logging
import re
import sys
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

import structlog
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from tests.prove.promises import PROMISES, Finding, Scale, how, proofs

PAGE = Path(__file__).parents[2] / "docs" / "guarantees.md"
INTRODUCTION = """# What a table guarantees, and how that is known

`make prove` tries each promise and writes this page; `make prove ARGS="3 9"` tries some of them
and leaves the others as they are. A shorter form of every test runs in `make test`. Counts are
those that were reached in the time that was given."""
SHARES = {1: 2.0, 2: 2.0, 3: 1.5, 4: 1.5, 12: 2.0, 13: 1.5, 14: 1.5, 16: 1.5}
"""How much of the time a promise gets, where it is not the same as the others."""


def try_all(numbers: list[int], minutes: float) -> dict[int, Finding]:
    """Return what the tests of some promises find in so many minutes."""
    whole = sum(SHARES.get(number, 1.0) for number in numbers)
    found: dict[int, Finding] = {}
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    console = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        for number in numbers:
            task = progress.add_task(f"{number:2d} {PROMISES[number][1][:60]}", total=1.0)
            seconds = minutes * 60 * SHARES.get(number, 1.0) / whole

            def told(share: float, task: int = task) -> None:
                progress.update(task, completed=share)  # type: ignore[arg-type]  # a TaskID

            found[number] = proofs()[number](Scale(long=True, seconds=seconds, told=told))
            progress.update(task, completed=1.0)
    return found


def entry(number: int, finding: Finding) -> str:
    """Return what the page says of a promise."""
    state = "Kept" if finding.ok else "Missed"
    return (
        f"### {number}. {PROMISES[number][1]}\n\n{how(proofs()[number])}\n\n"
        f"**{state}** on {datetime.now(UTC):%Y-%m-%d}: {finding.figure}.\n"
    )


def page(found: dict[int, Finding], before: str) -> str:
    """Return the page of guarantees; promises that were not tried stand as they did before."""
    parts = re.split(r"^(?=##+ )", before, flags=re.MULTILINE)
    entries = {int(m[1]): part for part in parts if (m := re.match(r"### (\d+)\. ", part))}
    entries |= {number: entry(number, finding) for number, finding in found.items()}
    lines = [INTRODUCTION]
    for group, numbers in groupby(sorted(entries), key=lambda number: PROMISES[number][0]):
        lines += [f"## {group}", *(entries[number].rstrip() for number in numbers)]
    return "\n\n".join(lines) + "\n"


def main() -> int:
    """Try the promises that are asked for, all by default; 1 where one was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description=__doc__)
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("numbers", nargs="*", type=int, help="promises to try")
    asked = parser.parse_args()
    if unknown := set(asked.numbers) - set(PROMISES):
        parser.error(f"there is no promise {min(unknown)}")
    # What the servers of the tests log is looked at by the tests themselves.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    found = try_all(asked.numbers or sorted(PROMISES), asked.minutes)
    for number, finding in found.items():
        sys.stdout.write(f"{number:2d} {'kept' if finding.ok else 'MISSED'}: {finding.figure}\n")
    PAGE.write_text(page(found, PAGE.read_text() if PAGE.exists() else ""))
    return 0 if all(finding.ok for finding in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
