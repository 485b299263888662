"""A program in C++ that is built for a run, and asked line by line."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType


def build(source: Path, program: Path, *options: str) -> None:
    """Compile one file. `OSError` where there is no g++."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise OSError(f"{source.name} is compiled with g++, which is not here")
    subprocess.run([compiler, "-std=c++17", *options, "-o", program, source], check=True)


class Program(AbstractContextManager["Program"]):
    """A process that says `ready`, then answers each line by one; it ends when this is left."""

    def __init__(self, command: Sequence[str | Path]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        said = self._answer()
        if said != "ready":
            self._process.kill()
            raise RuntimeError(f"{command[0]} did not start and said {said!r}")

    def ask(self, line: str) -> str:
        """Return the answer to a line. `RuntimeError` where the program has ended."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answer = self._answer()
        if not answer:
            raise RuntimeError(f"the program ended and did not answer {line!r}")
        return answer

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
