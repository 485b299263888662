"""A task that is meant to run for ever: when it dies it is logged, told of, and started again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 30.0
"""Between two starts of a task that dies again and again; each wait is twice the one before."""

_log = structlog.get_logger(__name__)


class Watched:
    """Runs one round of work after another; a round that raises is tried again after a while."""

    def __init__(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        self._name = name
        self._work = work
        self._task: asyncio.Task[None] | None = None
        self.fault: str | None = None
        """Why the last round failed; none once a round is done."""

    def start(self) -> None:
        """Begin, in the running event loop."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name=self._name)

    async def stop(self) -> None:
        """End it, wherever it is."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    @property
    def well(self) -> bool:
        """Whether it runs and its last round was done."""
        return self._task is not None and not self._task.done() and self.fault is None

    async def _run(self) -> None:
        wait_s = FIRST_WAIT_S
        while True:
            try:
                await self._work()
            except Exception as error:  # noqa: BLE001 - whatever it is, the next round may do
                self.fault = repr(error)
                _log.error("task_fault", task=self._name, error=self.fault)
                await asyncio.sleep(wait_s)
                wait_s = min(LONGEST_WAIT_S, 2 * wait_s)
            else:
                self.fault, wait_s = None, FIRST_WAIT_S
