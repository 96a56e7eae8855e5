"""How many boards to hand out at a time: as many as take a few seconds, whatever a board takes.

The first chunk of a case is a single board, so that progress shows at once. Later ones grow to the
time aimed at, by the speed of those that are done. Towards the end they shrink again, so that the
workers finish together. None of this changes a result: a board's outcome depends on its case and
number alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, inf

from sapper.lab.case import Case

SECONDS_PER_CHUNK = 2.0
LEAST_SECONDS = 0.05
"""Less is not worth the trouble of storing it, even if workers wait for each other at the end."""
GROWTH = 8
"""How many times as many boards the next chunk may have as the largest that is done."""
MOST_BOARDS = 1 << 15
"""A bound on the memory for the layouts of a chunk."""


@dataclass(frozen=True)
class Chunk:
    """A range of a case's boards: the unit of work."""

    case: Case
    start: int
    count: int


@dataclass
class _Pace:
    """What is known of a case from the chunks that are done, and what is left of it."""

    left: int = 0
    boards: int = 0
    seconds: float = 0.0
    largest: int = 0

    @property
    def boards_per_second(self) -> float:
        return self.boards / self.seconds if self.seconds > 0 else inf

    def next_size(self, workers: int) -> int:
        if self.largest == 0:
            return 1
        share = ceil(self.left / (2 * workers))
        wanted = min(SECONDS_PER_CHUNK * self.boards_per_second, share)
        enough = max(wanted, LEAST_SECONDS * self.boards_per_second, 1)
        return int(min(enough, GROWTH * self.largest, MOST_BOARDS))


class Portions:
    """Cuts what is missing into chunks, those of the first boards first.

    >>> from sapper.lab.experiments import WinRate
    >>> few = WinRate(100, 1, agents=("exact",), levels=("beginner",), starts=("safe",))
    >>> portions = Portions([Chunk(few.cases[0], start=0, count=100)], workers=1)
    >>> first = portions.take()
    >>> portions.done(first, seconds=0.5)
    >>> second = portions.take()
    >>> first.count, second.start, second.count
    (1, 1, 4)
    """

    def __init__(self, gaps: Iterable[Chunk], workers: int, size: int | None = None) -> None:
        self._gaps = list(gaps)
        self._workers = workers
        self._size = size
        """The number of boards in every chunk, where it is told."""
        self._paces: dict[Case, _Pace] = {}
        for gap in self._gaps:
            self._paces.setdefault(gap.case, _Pace()).left += gap.count

    def take(self) -> Chunk | None:
        """The next chunk to measure; None if all have been taken."""
        if not self._gaps:
            return None
        place = min(range(len(self._gaps)), key=lambda place: self._gaps[place].start)
        gap = self._gaps[place]
        pace = self._paces[gap.case]
        count = min(gap.count, self._size or pace.next_size(self._workers))
        pace.left -= count
        if count == gap.count:
            del self._gaps[place]
        else:
            self._gaps[place] = Chunk(gap.case, gap.start + count, gap.count - count)
        return Chunk(gap.case, gap.start, count)

    def drop(self, case: Case) -> None:
        """Hand out nothing more of a case."""
        self._gaps = [gap for gap in self._gaps if gap.case != case]

    def done(self, chunk: Chunk, seconds: float) -> None:
        """Learn from a chunk that is done how fast its case is."""
        pace = self._paces[chunk.case]
        pace.boards += chunk.count
        pace.seconds += seconds
        pace.largest = max(pace.largest, chunk.count)
