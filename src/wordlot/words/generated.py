"""Files of the sources that programs write: each is as its program makes it, or stale."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


def write_or_check(program: str, wanted: Mapping[Path, str], arguments: Sequence[str]) -> int:
    """Write texts to their files, or with `--check` return 1 where one is not up to date.

    `program` is what makes them, as Python runs it with `-m`; it is told to who finds one stale.
    """
    if "--check" not in arguments:
        for path, text in wanted.items():
            path.write_text(text)
        return 0
    stale = [
        path for path, text in wanted.items() if not path.is_file() or path.read_text() != text
    ]
    for path in stale:
        sys.stderr.write(f"{path} is stale; run: python -m {program}\n")
    return 1 if stale else 0
