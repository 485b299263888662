"""The C++ program over Debian's dawgdic: built for a run, and asked for pass after pass."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from bench.program import Program, build

SOURCE = Path(__file__).with_name("dawgdic.cpp")
HEADER = Path("/usr/include/dawgdic/dictionary.h")
NEEDS = "g++ and Debian's libdawgdic-dev"


def is_there() -> bool:
    """Tell whether the program can be built here."""
    return shutil.which("g++") is not None and HEADER.exists()


class Dawgdic(AbstractContextManager["Dawgdic"]):
    """The program in a folder of its own. Searches can be asked for until it is left."""

    def __init__(self, words: Iterable[str]) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._home = Path(self._folder.name)
        self._program = self._home / "dawgdic"
        self._lexicon = self._home / "words.txt"
        self._lexicon.write_text("".join(f"{word}\n" for word in sorted(words)))
        build(SOURCE, self._program, "-O3", "-march=native")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._folder.cleanup()

    def search(self, mode: str, queries: Iterable[str]) -> Search:
        """Return a search for words or plays, warm after its first pass."""
        file = self._home / "queries.txt"
        file.write_text("".join(f"{query}\n" for query in queries))
        return Search([str(self._program), mode, str(self._lexicon), str(file)])


class Search(Program):
    """One process that goes over its queries as often as it is asked to."""

    found = 0
    """Answers that the last pass found."""

    def seconds(self) -> float:
        """Go over all queries, and once more; return the processor's seconds of the second time."""
        self._pass()
        return self._pass()

    def _pass(self) -> float:
        nanoseconds, found = self.ask("again").split()
        self.found = int(found)
        return int(nanoseconds) / 1e9
