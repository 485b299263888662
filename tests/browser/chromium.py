"""Finds a Chromium for the browser tests, and installs one when run as a module."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

MISSING = "No Chromium was found: put one on PATH, name it in WORDLOT_CHROMIUM, or run make test."
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
PACKAGES = ("chromium", "fonts-dejavu-core")

QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def arguments() -> list[str]:
    """The switches for a Chromium that asks nothing of the network and runs as any user."""
    # Chromium refuses to run as root inside its sandbox.
    return [*QUIET, "--no-sandbox"] if is_root() else list(QUIET)


def find(playwright: Playwright) -> Path | None:
    """A Chromium that starts: `WORDLOT_CHROMIUM`, one on PATH, Playwright's own, or None."""
    named = os.environ.get("WORDLOT_CHROMIUM")
    own = playwright.chromium.executable_path
    candidates = [named, *map(shutil.which, NAMES), own]
    return next((Path(name) for name in candidates if name and starts(name)), None)


def starts(program: str) -> bool:
    """Whether it tells its version: the stub of a package that is not there does not."""
    if not Path(program).is_file():
        return False
    told = subprocess.run([program, "--version"], capture_output=True, check=False)
    return told.returncode == 0


def install(playwright: Playwright) -> Path:
    """Find a Chromium, or install one from Debian when root, else by Playwright.

    Raises SystemExit when there is none after that: browser tests are never skipped.
    """
    found = find(playwright)
    for way in (from_debian, from_playwright):
        if found is None:
            way()
            found = find(playwright)
    if found is None:
        raise SystemExit(MISSING)
    return found


def from_debian() -> None:
    """Install the package `chromium`, and a font for symbols, where apt-get may be used."""
    if not is_root() or shutil.which("apt-get") is None:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *PACKAGES]):
        subprocess.run(
            ["apt-get", "-qq", *command], env=environment, stdout=subprocess.DEVNULL, check=False
        )


def from_playwright() -> None:
    """Download the build that Playwright was made for."""
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def is_root() -> bool:
    """Whether this process may do everything; never so on Windows."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    with sync_playwright() as started:
        sys.stdout.write(f"Browser tests use {install(started)}\n")
