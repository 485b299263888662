"""What tests keep that need no length: found by attacks, as what the promises have."""

from __future__ import annotations

from typing import NamedTuple


class Kept(NamedTuple):
    """What holds now, what did not before, and which tests keep it."""

    now: str
    before: str
    tests: tuple[str, ...]


KEPT: tuple[Kept, ...] = (
    Kept(
        "A second server on a data folder is refused, with the process of the first; a crash "
        "gives the folder back. Where locks do not hold, a row of a table is written only over "
        "what was known of it",
        "two servers on one folder lost a seat to each other",
        ("tests/server/test_folder.py", "tests/server/test_two_servers.py"),
    ),
    Kept(
        "A table that cannot be read is set aside and its people are told, whichever bit of it is"
        " flipped; what looks after tables is started again when it dies; and health is red, with"
        " the reason, while the store fails, a table cannot be written, or a task has died",
        "one flipped bit ended the revival of all tables, and health was green",
        ("tests/server/test_damage.py",),
    ),
    Kept(
        "A server or command whose folder, file or stream is of a later version, cut, garbage, "
        "full, only to be read, or something else ends with a sentence that names what is at "
        "fault, and leaves nothing behind",
        "there were tracebacks, and a full disk was blamed on what was read",
        (
            "tests/server/test_folder.py",
            "tests/server/test_restoring.py",
            "tests/test_cli_files.py",
        ),
    ),
    Kept(
        "A game goes on under the version of the rules with which it began, and a game of a "
        "version to come is set aside with the reason",
        "versions were not compared, and a game could end in a record that is refused",
        ("tests/server/test_versions.py",),
    ),
    Kept(
        "A socket hears the same wherever its bytes are cut, also before the table listens",
        "a payload could be read as a frame",
        ("tests/server/test_boundaries.py",),
    ),
    Kept(
        "Nicknames are judged by what is seen of them, by Unicode's data: none is invisible, none"
        " looks like another at the table, and what scripts and emoji need is taken",
        "invisible letters and look-alikes passed, and names in use were refused",
        ("tests/server/test_names.py",),
    ),
    Kept(
        "No game, due time or limit follows the clock of the machine when it jumps; one browser "
        "has its seats at two servers of one host",
        "due times of tables that sleep followed it, and two servers wrote over each other's "
        "cookie",
        ("tests/server/test_jumps.py", "tests/server/test_guests.py"),
    ),
    Kept(
        "Connections through a trusted proxy are bounded for each client behind it; where all "
        "places are taken, who holds most gives one up, and requests are begun by turns of who "
        "asks",
        "no bound of connections held behind a proxy, and thirty requests went before one frame",
        (
            "tests/server/test_crowd.py",
            "tests/server/test_connections.py",
            "tests/server/test_pace.py",
        ),
    ),
)


def section() -> str:
    """Return the part of the page for them."""
    lines = ["## Kept by tests that need no length", ""]
    for kept in KEPT:
        files = ", ".join(f"`{name}`" for name in kept.tests)
        lines.append(f"- {kept.now}. Before, {kept.before}. ({files})")
    return "\n".join(lines)
