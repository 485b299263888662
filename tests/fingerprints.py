"""The last state of a kept record, as the version of its rules had it, to compare folds by."""

from hashlib import sha256
from typing import Any

import msgspec

from wordlot.record import AnyRules, Record, replay

LATER: tuple[tuple[str, ...], ...] = ((), ("version", "setup.options.void"))
"""What each version added to the state, version 1 first; games of an older one did not have it."""


def last_state(record: Record, rules: AnyRules) -> str:
    """The SHA-256 (hex) of the last state, without what later versions added to it."""
    state = msgspec.to_builtins(replay(record, rules))
    for paths in LATER[record.header.rules :]:
        _drop(state, paths)
    return sha256(msgspec.json.encode(state)).hexdigest()


def _drop(state: dict[str, Any], paths: tuple[str, ...]) -> None:
    for path in paths:
        *outer, last = path.split(".")
        inner = state
        for name in outer:
            inner = inner[name]
        inner.pop(last, None)
