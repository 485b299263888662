"""How kernels are compiled: without the lock of Python, and kept on disk wherever that can be."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
import numba
import numpy as np
from numba.core import config as _numba_config

from wordlot.core.reading import UNREADABLE
from wordlot.words.folders import cache_folder
from wordlot.words.tables import write_whole

config: Any = _numba_config

F = TypeVar("F", bound=Callable[..., Any])

_COMPILED = "*.nb[ci]"
"""Names of what numba keeps: code, and what of it there is."""
_UNCOUNTED: dict[str, Any] = {"_nrt": False}
"""No counting of references: kernels own no memory, and the counting took most of the time of short
ones. An array that one of them made would not compile; what they write to is handed in."""


def keeping_folder(parent: Path, sources: Iterable[Path]) -> Path | None:
    """Return a folder for the compiled form of these sources, made if need be.

    Its name is a hash of all of them, and of who compiles. numba by itself asks only whether the
    file of a function has changed, not those of the functions that were compiled into it. None
    where it cannot be written.
    """
    code = sha256(b"".join(path.read_bytes() for path in sorted(sources)))
    code.update(f"numba {numba.__version__}, {sys.implementation.cache_tag}".encode())
    kept = parent / code.hexdigest()[:16]
    try:
        kept.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return kept if os.access(kept, os.W_OK) else None


def mark_of(kept: Path, search: str) -> Path:
    """Return the file that says that what a search takes is compiled, and how that looked."""
    return kept / f"{search}.ready"


def mark(kept: Path, searches: Iterable[str]) -> None:
    """Say of these searches, and of those that were marked before, that they are compiled.

    Raises `OSError` where that cannot be written.
    """
    packed = msgspec.json.encode(_hashes(kept))
    for path in {*_marks(kept), *(mark_of(kept, search) for search in searches)}:
        write_whole(path, packed)


def sift(kept: Path) -> None:
    """Remove what has changed since it was compiled, and the marks that told of it.

    numba would run it, whatever became of it. What is not there is compiled anew.
    """
    found = _hashes(kept)
    for told in _marks(kept):
        try:
            marked = msgspec.json.decode(told.read_bytes(), type=dict[str, str])
        except (OSError, *UNREADABLE):
            _remove(told)
            continue
        changed = [name for name, code in marked.items() if found.get(name) != code]
        for name in changed:
            # A mark that was changed itself may name anything.
            if name in found:
                _remove(kept / name)
        if changed:
            _remove(told)


def _marks(kept: Path) -> list[Path]:
    return list(kept.glob(mark_of(Path(), "*").name))


def _hashes(kept: Path) -> dict[str, str]:
    """Return the SHA-256 (hex) of each file that numba keeps there; none of one not to be read."""
    found: dict[str, str] = {}
    for path in kept.rglob(_COMPILED):
        code = ""
        with suppress(OSError):
            code = sha256(path.read_bytes()).hexdigest()
        found[path.relative_to(kept).as_posix()] = code
    return found


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


folder = keeping_folder(
    Path(config.CACHE_DIR) if config.CACHE_DIR else cache_folder() / "kernels",
    Path(__file__).parent.glob("*.py"),
)
"""Where compiled kernels are kept; None where nothing can be."""
if folder is not None:
    sift(folder)


def kernel(function: F) -> F:
    """Return a function compiled when it is first called, or loaded from where it was kept.

    Other threads run meanwhile. It cannot allocate.
    """
    if folder is None:
        return cast(F, numba.njit(nogil=True, **_UNCOUNTED)(function))
    others, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return cast(F, numba.njit(nogil=True, cache=True, **_UNCOUNTED)(function))
    finally:
        config.CACHE_DIR = others


def inlined(function: F) -> F:
    """Return a function that is compiled into each kernel that calls it."""
    return cast(F, numba.njit(nogil=True, inline="always", **_UNCOUNTED)(function))


@inlined
def signed(number: Any) -> int:  # noqa: ANN401, any whole number of numpy
    """Return a number with a sign: with others that have one, numba makes fractions of it."""
    return np.int64(number)  # type: ignore[return-value]
