"""The C++ program over Debian's dawgdic: built for a run, and asked for pass after pass."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

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
        options = ["-std=c++17", "-O3", "-march=native"]
        subprocess.run(["g++", *options, "-o", self._program, SOURCE], check=True)

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


class Search(AbstractContextManager["Search"]):
    """One process that goes over its queries as often as it is asked to."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"
        self.found = 0
        """Answers that the last pass found."""

    def seconds(self) -> float:
        """Go over all queries, and once more; return the processor's seconds of the second time."""
        self._pass()
        return self._pass()

    def _pass(self) -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("again\n")
        self._process.stdin.flush()
        nanoseconds, found = self._process.stdout.readline().split()
        self.found = int(found)
        return int(nanoseconds) / 1e9

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
