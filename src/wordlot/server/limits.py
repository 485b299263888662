"""How much one connection, one address and all of them together may take of the server."""

from __future__ import annotations

from dataclasses import dataclass

from wordlot.server.variables import from_variable, whole


@dataclass(frozen=True)
class Limits:
    """Limits of connections, each a setting. `InvalidNotation` where one cannot be read."""

    head_bytes: int = from_variable("WORDLOT_HEAD_BYTES", "16384", whole)
    """The most that a request may have before its body."""
    request_s: int = from_variable("WORDLOT_REQUEST_S", "10", whole)
    """How long a request may take to come in, and a connection may stay without one."""
    idle_s: int = from_variable("WORDLOT_IDLE_S", "5", whole)
    """How long a connection is kept after its last answer."""
    stalled_s: int = from_variable("WORDLOT_STALLED_S", "30", whole)
    """How long an answer may wait while next to nothing of it is taken."""
    connections: int = from_variable("WORDLOT_CONNECTIONS", "20000", whole)
    """The most connections at once; fewer where the system allows fewer open files."""
    from_one: int = from_variable("WORDLOT_CONNECTIONS_EACH", "400", whole)
    """The most connections at once from one address."""
    spare_files: int = from_variable("WORDLOT_SPARE_FILES", "128", whole)
    """Open files that connections leave for the store and all else."""
