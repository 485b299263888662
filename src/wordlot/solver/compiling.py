"""How kernels are compiled: without the lock of Python, and kept on disk wherever that can be."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config as _numba_config

from wordlot.words.folders import cache_folder

config: Any = _numba_config

F = TypeVar("F", bound=Callable[..., Any])

_UNCOUNTED: dict[str, Any] = {"_nrt": False}
"""No counting of references: kernels own no memory, and the counting took most of the time of short
ones. An array that one of them made would not compile; what they write to is handed in."""


def keeping_folder(parent: Path, sources: Iterable[Path]) -> Path | None:
    """Return a folder for the compiled form of these sources, made if need be.

    Its name is a hash of all of them. numba by itself asks only whether the file of a function has
    changed, not those of the functions that were compiled into it. None where it cannot be written.
    """
    code = sha256(b"".join(path.read_bytes() for path in sorted(sources)))
    kept = parent / code.hexdigest()[:16]
    try:
        kept.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return kept if os.access(kept, os.W_OK) else None


folder = keeping_folder(
    Path(config.CACHE_DIR) if config.CACHE_DIR else cache_folder() / "kernels",
    Path(__file__).parent.glob("*.py"),
)
"""Where compiled kernels are kept; None where nothing can be."""


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
