"""The lock on a data folder: one server at a time, and none after a crash."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from wordlot.core.errors import InvalidNotation
from wordlot.server.tables_file import FILE, make_private
from wordlot.words.files import reason

LOCK = "tables.lock"
HOLDER = "tables.lock.holder"
"""Who holds the lock, for people: a process id and the machine that it runs on."""
WAIT_S = 0.5
"""A server that is just ending is waited for."""


class FolderLock:
    """The right to write to the tables of a data folder.

    The system gives it to one process at a time, and takes it back when that process ends, however
    it does. It may be taken several times, and is given back as often.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # Where the tables are: the folder, or the file in it, may be a link.
        self._home = Path(os.path.realpath(folder / FILE)).parent
        # One that the system does not keep would outlive a crash.
        self._lock = FileLock(
            self._home / LOCK, mode=0o600, thread_local=False, fallback_to_soft=False
        )

    def take(self) -> None:
        """Take the lock. `InvalidNotation` names who has it, or why it cannot be had."""
        try:
            make_private(self._folder)
            self._lock.acquire(timeout=WAIT_S)
        except Timeout:
            raise InvalidNotation(
                f"{self._folder} is in use by {self._holder()}; "
                "stop that, or choose another folder with --data"
            ) from None
        except (OSError, NotImplementedError) as error:
            where = getattr(error, "filename", None) or self._folder
            raise InvalidNotation(f"{where} cannot be used: {reason(error)}") from None
        with suppress(OSError):
            # A full disk keeps nobody from serving what is there.
            holder = self._home / HOLDER
            holder.touch(0o600)
            holder.write_text(f"process {os.getpid()} on {platform.node()}\n")

    def give_back(self, *, forget: bool = False) -> None:
        """Give the lock back, once for each time that it was taken.

        To forget it leaves no file in the folder, as if it never was taken.
        """
        if self._lock.lock_counter == 1:
            for name in (HOLDER, *[LOCK][:forget]):
                # Still held, so that it is no lock that another has taken since; who waits for it
                # sees that it is gone, and makes one anew.
                with suppress(OSError):
                    (self._home / name).unlink()
        self._lock.release()

    def _holder(self) -> str:
        try:
            with (self._home / HOLDER).open(encoding="utf-8") as told:
                found = told.readline(200).strip()
            return found if found.isprintable() and found else "another process"
        except (OSError, UnicodeDecodeError):
            return "another process"
