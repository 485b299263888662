"""Where data of the user and files that can be made again are kept."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from wordlot.core.errors import InvalidNotation

APP = "wordlot"


def data_folder() -> Path:
    """Return the folder of what must be kept: `WORDLOT_DATA`, else the platform's data folder.

    It may not exist yet.
    """
    chosen = os.environ.get("WORDLOT_DATA")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir(APP, appauthor=False))


def cache_folder() -> Path:
    """Return the folder of what can be made again: `WORDLOT_CACHE`, else the platform's cache.

    It may not exist yet.
    """
    chosen = os.environ.get("WORDLOT_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir(APP, appauthor=False))


def check_folder(folder: Path) -> None:
    """Raise `InvalidNotation` where something that is no folder has its name."""
    try:
        if folder.is_dir() or not folder.exists():
            return
    except OSError as error:
        raise InvalidNotation(f"{folder} cannot be read: {error.strerror}") from None
    raise InvalidNotation(f"{folder} is no folder; choose another")
