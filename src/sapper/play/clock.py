"""A clock that somebody starts and stops."""

from __future__ import annotations

from collections.abc import Callable


class Clock:
    """Runs from `start` to `stop`, and on from where it was set.

    >>> clock = Clock(iter([100.0, 107.5]).__next__)
    >>> clock.start()
    >>> clock.stop()
    >>> clock.read()
    7.5
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self._passed = 0.0
        self._started: float | None = None

    def start(self) -> None:
        """Go on, if it does not already."""
        if self._started is None:
            self._started = self.now()

    def stop(self) -> None:
        """Stand still."""
        self._passed, self._started = self.read(), None

    def set(self, seconds: float) -> None:
        """Show this time now, and go on from it if it runs."""
        self._passed = seconds
        if self._started is not None:
            self._started = self.now()

    def read(self) -> float:
        """The seconds that it ran."""
        return self._passed if self._started is None else self._passed + self.now() - self._started
