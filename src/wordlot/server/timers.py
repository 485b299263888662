"""What a table is to do after a while, each thing under a name."""

from __future__ import annotations

from collections.abc import Callable

from wordlot.table import Clock, Timer


class Timers:
    """Named timers by one clock; what was set is not set anew before it rang or was stopped."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._set: dict[str, tuple[int, Timer]] = {}

    def __contains__(self, name: str) -> bool:
        """Tell whether something is to be done."""
        return name in self._set

    def names(self) -> set[str]:
        """Return the names of all that is to be done."""
        return set(self._set)

    def __bool__(self) -> bool:
        """Tell whether anything is to be done."""
        return bool(self._set)

    def after(self, name: str, wait_ms: int, what: Callable[[], object]) -> None:
        """Do something after a while, unless that is set already."""

        def ring() -> None:
            self._set.pop(name, None)
            what()

        if name not in self._set:
            until = self._clock.now() + wait_ms
            self._set[name] = until, self._clock.call_at(until, ring)

    def left_ms(self, name: str) -> int | None:
        """Return how long it is until something is done; none where it is not to be."""
        return self._set[name][0] - self._clock.now() if name in self._set else None

    def stop(self, *names: str) -> None:
        """Do some things not; all of them where none is named."""
        for name in names or tuple(self._set):
            _, timer = self._set.pop(name, (0, None))
            if timer is not None:
                timer.cancel()
