"""Try every promise at length and write what was found: `python -m tests.prove [--minutes N]`.

The figures go to `docs/guarantees.md`. With numbers of promises only these are tried, and printed.
"""

from __future__ import annotations

import argparse
import logging
import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

import structlog
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from tests.prove.promises import PROMISES, Finding, Scale, how, proofs

PAGE = Path(__file__).parents[2] / "docs" / "guarantees.md"
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


def page(found: dict[int, Finding], minutes: float) -> str:
    """Return the page of guarantees."""
    return "\n".join(_lines(found, minutes)) + "\n"


def _lines(found: dict[int, Finding], minutes: float) -> Iterator[str]:
    kept = sum(finding.ok for finding in found.values())
    yield "# What a table guarantees, and how that is known"
    yield ""
    yield (
        f"`make prove` tries each promise and writes this page. {kept} of {len(found)} promises "
        f"were kept on {datetime.now(UTC):%Y-%m-%d}, tried for {minutes:g} minutes in all with "
        f"Python {platform.python_version()} on {platform.system()}. A shorter form of every test "
        "runs in `make test`. Counts are those that were reached in the time."
    )
    for group, numbers in groupby(sorted(found), key=lambda number: PROMISES[number][0]):
        yield from ("", f"## {group}")
        for number in numbers:
            finding = found[number]
            yield from ("", f"### {number}. {PROMISES[number][1]}", "")
            yield from (how(proofs()[number]), "")
            yield f"**{'Kept' if finding.ok else 'Missed'}:** {finding.figure}."


def main() -> int:
    """Try the promises that are asked for; 1 where one was missed."""
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
    if not asked.numbers:
        PAGE.write_text(page(found, asked.minutes))
    return 0 if all(finding.ok for finding in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
