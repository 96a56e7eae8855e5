"""A clock that somebody starts and stops."""

from __future__ import annotations

from collections.abc import Callable


class Clock:
    """Runs from `start` to `stop`, and may go on from there.

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
        self._has_begun = False

    @property
    def is_running(self) -> bool:
        """Whether it runs now."""
        return self._started is not None

    def start(self) -> None:
        """Run, if it does not already."""
        self._has_begun = True
        if self._started is None:
            self._started = self.now()

    def go_on(self) -> None:
        """Run again, if it ever did."""
        if self._has_begun:
            self.start()

    def stop(self) -> None:
        """Stand still."""
        self._passed, self._started = self.read(), None

    def rest_at(self, seconds: float) -> None:
        """Show this time, and stand still."""
        self._passed, self._started = seconds, None

    def read(self) -> float:
        """The seconds that it ran."""
        return self._passed if self._started is None else self._passed + self.now() - self._started
