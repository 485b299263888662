"""Run the benchmarks, all of them or those named, with a progress bar."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bench.report import RESULTS, keep, render

PARTS = tuple(
    sorted(
        file.stem.removeprefix("part_").replace("_", "-")
        for file in Path(__file__).parent.glob("part_*.py")
    )
)


def main(names: list[str]) -> int:
    """Measure the parts named, or all; return the exit code."""
    if unknown := set(names) - set(PARTS):
        print(f"bench: there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
        return 2
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns) as progress:
        for name in names or PARTS:
            task = progress.add_task(name, total=None)
            module = import_module(f"bench.part_{name.replace('-', '_')}")
            part = module.measure(
                lambda what, task=task, name=name: progress.update(
                    task, description=f"{name}: {what}"
                )
            )
            keep(name, part)
            progress.update(task, description=name, total=1, completed=1)
    render()
    print(f"written to {RESULTS}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
