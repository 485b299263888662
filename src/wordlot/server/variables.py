"""Settings that are read from variables of the environment."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import field
from typing import Any, TypeVar

from wordlot.core.errors import InvalidNotation

T = TypeVar("T")


def from_variable(setting: str, default: str, read: Callable[[str, str], T]) -> Any:  # noqa: ANN401
    """Return a field of a dataclass that is read from a variable when one is made."""
    return field(default_factory=lambda: read(os.environ.get(setting, default), setting))


def whole(text: str, setting: str) -> int:
    """Read a whole number of at least 1. `InvalidNotation` names the setting."""
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise InvalidNotation(f"{setting}: {text!r} is not a whole number of at least 1")
    return int(text)
