"""The time that another process takes, without what it waits for a core on a busy machine."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

LONGEST_BY_THE_CLOCK = 10
"""By the clock, a limit of one second of a process's own time never lasts longer than this."""
NANOSECONDS = 1e9


class OwnTime:
    """A stopwatch for a process: it stands still while the process is ready but has no core.

    Sleeping counts as its own time. Linux tells how long the process's first thread has waited for
    a core; elsewhere nothing does, and this is the time by the clock.
    """

    def __init__(self, process_id: int) -> None:
        self._account = Path(f"/proc/{process_id}/schedstat")
        self._began = monotonic()
        self._waited_before = self._waited = 0.0
        self._waited_before = self._seconds_waited()

    @property
    def seconds(self) -> float:
        """The process's own time since the stopwatch was started."""
        elapsed = monotonic() - self._began
        waited = self._seconds_waited() - self._waited_before
        return max(elapsed - waited, elapsed / LONGEST_BY_THE_CLOCK)

    def _seconds_waited(self) -> float:
        """In all its life; as far as is known, if the process is gone."""
        try:
            _, nanoseconds, _ = self._account.read_text().split()
        except (OSError, ValueError):
            return self._waited
        self._waited = int(nanoseconds) / NANOSECONDS
        return self._waited
