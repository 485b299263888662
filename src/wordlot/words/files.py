"""Files that people name: read and written with a sentence where that fails; `-` is a stream."""

from __future__ import annotations

import sys
from errno import EBADF
from pathlib import Path
from typing import BinaryIO

from wordlot.core.errors import InvalidNotation

STANDARD = Path("-")
"""The name that stands for standard input, or for standard output."""
MOST_BYTES = 256 * 2**20
"""More is no file that any command reads whole; a device may have no end."""


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return what a file holds; standard input for `-`.

    `InvalidNotation` that names the file and says why, where it cannot be read or is too long.
    """
    try:
        content = _read(path, most + 1)
    except (OSError, ValueError) as error:
        raise InvalidNotation(f"{named(path)} cannot be read: {reason(error)}") from None
    if len(content) > most:
        raise InvalidNotation(f"{named(path)} has more than {most} bytes")
    return content


def write_standard(content: bytes) -> None:
    """Write to standard output. `InvalidNotation` for a terminal, and where it takes no more."""
    try:
        out = standard_output()
        if out.isatty():
            raise InvalidNotation("this is no text for a terminal; send it to a file or a program")
        sys.stdout.flush()
        out.write(content)
        out.flush()
    except OSError as error:
        raise InvalidNotation(f"{named(STANDARD, out=True)}: {reason(error)}") from None


def standard_output() -> BinaryIO:
    """Return standard output as it takes bytes. `OSError` where it is closed."""
    if sys.stdout is None:
        raise OSError(EBADF, "it is closed")
    return sys.stdout.buffer


def standard_input() -> BinaryIO:
    """Return standard input as it gives bytes. `OSError` where it is closed."""
    if sys.stdin is None:
        raise OSError(EBADF, "it is closed")
    return sys.stdin.buffer


def named(path: Path, *, out: bool = False) -> str:
    """Return what people call a file: its path, or which stream it is."""
    if path != STANDARD:
        return str(path)
    return "standard output" if out else "standard input"


def reason(error: Exception) -> str:
    """Return why the system would not do something, in its words."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _read(path: Path, most: int) -> bytes:
    if path == STANDARD:
        return standard_input().read(most)
    with path.open("rb") as file:
        return file.read(most)
