"""Finds a Chromium for the browser tests, and installs one when run as a module."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")

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


def find() -> Path | None:
    """A Chromium that starts: `WORDLOT_CHROMIUM`, one on PATH, Playwright's own, or None."""
    named = os.environ.get("WORDLOT_CHROMIUM")
    candidates = [named, *map(shutil.which, NAMES), playwright_own()]
    return next((Path(name) for name in candidates if name and starts(name)), None)


def starts(program: str) -> bool:
    """Whether it tells its version: the stub of a package that is not there does not."""
    if not Path(program).is_file():
        return False
    told = subprocess.run([program, "--version"], capture_output=True, check=False)
    return told.returncode == 0


def playwright_own() -> str:
    """Where Playwright keeps the Chromium that it downloads, present or not."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def install() -> Path:
    """Find a Chromium, or install one from Debian when root, else by Playwright.

    Raises SystemExit when there is none after that: browser tests are never skipped.
    """
    for way in (nothing, from_debian, from_playwright):
        way()
        found = find()
        if found is not None:
            return found
    raise SystemExit(
        "No Chromium could be found or installed. Put one on PATH, or name it in WORDLOT_CHROMIUM."
    )


def nothing() -> None:
    """The first way: one may be there already."""


def from_debian() -> None:
    """Install the package `chromium`, where apt-get is and may be used."""
    if not is_root() or shutil.which("apt-get") is None:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
    ):
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)


def from_playwright() -> None:
    """Download the build that Playwright was made for."""
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def is_root() -> bool:
    """Whether this process may do everything; never so on Windows."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


if __name__ == "__main__":
    sys.stdout.write(f"Browser tests use {install()}\n")
