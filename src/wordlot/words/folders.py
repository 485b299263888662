"""Where data of the user and files that can be made again are kept."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

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
