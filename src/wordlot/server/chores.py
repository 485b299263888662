"""What is being done at a table beside what somebody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

_log = structlog.get_logger(__name__)


class Chores:
    """Tasks that belong to one table; one that fails is logged."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._tasks: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
        """Tell whether anything is being done."""
        return bool(self._tasks)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something from now on."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def stop(self) -> None:
        """End at once what is being done."""
        for task in self._tasks:
            task.cancel()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("room_fault", table=self._code, error=repr(task.exception()))
