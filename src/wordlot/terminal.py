"""What commands write: tables, JSON, and at a terminal what they are waiting for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Timer

import typer

MOST_SIGNS = 1_000
"""Of a line for people; a file may hold longer names than anybody reads."""
PATIENCE_S = 0.5
"""How long a command may be silent at a terminal."""


def plain(text: str) -> str:
    """Return a text as a terminal may have it, whoever wrote it: no more than it can show.

    Signs that are none to be read could command it, and are written as in Python.
    """
    cut = text if len(text) <= MOST_SIGNS else text[:MOST_SIGNS] + "…"
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in cut)


def tell(text: str, *, err: bool = False) -> None:
    """Write a line for people, whatever files had a part in it."""
    typer.echo(plain(text), err=err)


def print_json(what: object) -> None:
    """Write something as JSON, in one line."""
    import msgspec

    typer.echo(msgspec.json.encode(what).decode())


def print_table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Write a table for people."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(*heads, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(escape(plain(cell)) for cell in row))
    console = Console()
    # A pipe or file has no width; lines cut there would lose words and hashes.
    console.print(table, soft_wrap=not console.is_terminal)


@contextmanager
def waiting(what: str) -> Iterator[Callable[[str], None]]:
    """Say at a terminal what is going on, and for how long, where it takes more than a moment.

    Yields what says something else instead. Nothing is written where standard error is no terminal.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    task = progress.add_task(what)
    start = Timer(PATIENCE_S, progress.start)
    start.daemon = True
    start.start()
    try:
        yield lambda now: progress.update(task, description=now)
    finally:
        start.cancel()
        start.join()
        progress.stop()
