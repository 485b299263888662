"""The settings of a server, each with a default that works."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from wordlot.words.folders import data_folder


def _origins() -> tuple[str, ...]:
    return tuple(filter(None, os.environ.get("WORDLOT_ORIGINS", "").split(",")))


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    data: Path = field(default_factory=data_folder)
    """Where everything is kept: `--data`, `WORDLOT_DATA`, else the user's data folder."""
    origins: tuple[str, ...] = field(default_factory=_origins)
    """Origins of pages besides the server's own, for a proxy that changes the host:
    `WORDLOT_ORIGINS`, separated by commas."""
    link: str | None = None
    """Where other machines reach this one, as in `http://192.168.1.5:8000`; else what a request
    was addressed to."""
