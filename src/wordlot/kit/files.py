"""Files that are whole or not there at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from wordlot.core.errors import InvalidNotation


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that its path never names half of it, whatever happens.

    What was there before stays until the new content is on the disk. Raises `InvalidNotation`
    that says why for a path that cannot be written.
    """
    try:
        _replace(path, content)
    except OSError as error:
        raise InvalidNotation(f"{path} cannot be written: {error.strerror}") from error


def _replace(path: Path, content: bytes) -> None:
    if path.is_dir():
        raise IsADirectoryError(0, "it is a folder")
    if path.exists() and not path.is_file():
        # A pipe or device is no name to be replaced.
        path.write_bytes(content)
        return
    target = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(_mode(target))
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    """Return the mode of what is replaced, else what a new file gets from the umask."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
