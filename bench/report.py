"""What a part of the benchmarks hands in, and the page that is made of all parts."""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias

import msgspec

HERE = Path(__file__).parent
DATA = HERE / "data"
RESULTS = HERE / "results.md"
PACKAGES = ("msgspec", "numba", "numpy", "starlette", "uvicorn")


class Row(msgspec.Struct, frozen=True):
    """One line of a table: what was measured, its figure, the figure to reach, and a word on it."""

    what: str
    figure: str
    reach: str
    met: bool
    note: str = ""


class Part(msgspec.Struct, frozen=True):
    """All that one part measured in one run."""

    title: str
    how: str
    """How it was measured, in a sentence or two."""
    rows: tuple[Row, ...]
    findings: str = ""
    """What the figures show, and why what was missed was missed."""
    machine: str = ""
    date: str = ""
    pictures: tuple[str, ...] = ()
    """Names of files beside `results.md`."""


Tell: TypeAlias = Callable[[str], None]
"""Says on the progress bar what is being measured."""


def machine() -> str:
    """Return processor, cores, system and versions in one line."""
    cpu = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines() if sys.platform == "linux" else ():
        if line.startswith("model name"):
            cpu = line.split(":", 1)[1].strip()
            break
    cores = _text(["nproc"]) or "?"
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return f"{cpu}, {cores} cores, {platform.system()}, Python {sys.version.split()[0]}, {versions}"


def _text(command: list[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def keep(name: str, part: Part) -> None:
    """Write a part down; `results.md` holds the newest run of every part."""
    DATA.mkdir(exist_ok=True)
    stamped = msgspec.structs.replace(
        part, machine=machine(), date=datetime.now(UTC).date().isoformat()
    )
    raw = msgspec.json.format(msgspec.json.encode(stamped), indent=1)
    (DATA / f"{name}.json").write_bytes(raw + b"\n")


def render() -> None:
    """Write `results.md` from the newest run of every part."""
    files = sorted(DATA.glob("*.json"))
    parts = [msgspec.json.decode(file.read_bytes(), type=Part) for file in files]
    text = [
        "# What was measured",
        "",
        "Made by `make bench`; a part alone by `python -m bench NAME`. No test asserts any of it.",
        "",
        *(line for part in parts for line in _section(part)),
    ]
    RESULTS.write_text("\n".join(text).rstrip() + "\n")


def _met(row: Row) -> str:
    return "yes" if row.met else "**no**"


def _section(part: Part) -> list[str]:
    rows = [
        f"| {row.what} | {row.figure} | {row.reach} | {_met(row)} | {row.note} |"
        for row in part.rows
    ]
    return [
        f"## {part.title}",
        "",
        part.how,
        "",
        "| What | Figure | To reach | Met | Note |",
        "|---|---|---|---|---|",
        *rows,
        "",
        *([part.findings, ""] if part.findings else []),
        *(f"![{Path(name).stem}]({name})\n" for name in part.pictures),
        f"On {part.date}: {part.machine}",
        "",
    ]
