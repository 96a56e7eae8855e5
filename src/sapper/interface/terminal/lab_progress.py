"""The progress of an experiment: games (or boards) done, rate, and the time left."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from sapper.lab.case import Case, Measured
from sapper.lab.portions import Chunk


@dataclass(frozen=True)
class Spent:
    """Games played so far, and the workers' time for them."""

    games: int
    seconds: float


class LabProgress:
    """A bar on standard error, updated per chunk; none without a terminal or games to play."""

    def __init__(self, gaps: list[Chunk], console: Console, counted: str = "game") -> None:
        self._counted = f"{counted}s"
        self._left: dict[Case, int] = defaultdict(int)
        for gap in gaps:
            self._left[gap.case] += gap.count
        self._spent: dict[Case, Spent] = {}
        self._progress = Progress(
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} " + self._counted),
            BarColumn(),
            TextColumn("{task.percentage:3.0f} %"),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=console,
            disable=not (gaps and console.is_terminal),
        )
        total = sum(self._left.values())
        self._task: TaskID = self._progress.add_task("", total=total, rate="", left="")

    def __enter__(self) -> LabProgress:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def __call__(self, chunk: Chunk, measured: Measured) -> None:
        """Count a finished chunk."""
        self._left[chunk.case] -= chunk.count
        before = self._spent.get(chunk.case, Spent(0, 0.0))
        seconds = before.seconds + measured.timing.seconds
        self._spent[chunk.case] = Spent(before.games + chunk.count, seconds)
        elapsed = self._progress.tasks[0].elapsed or 0.0
        done = sum(spent.games for spent in self._spent.values())
        self._progress.update(
            self._task,
            completed=done,
            rate=f"{done / elapsed:,.0f} {self._counted}/s" if elapsed else "",
            left=f"{in_words(self.seconds_left(elapsed))} left",
        )

    def seconds_left(self, elapsed: float) -> float:
        """By the speed of each case: one agent may take a thousand times as long as another."""
        slowest = max(spent.seconds / spent.games for spent in self._spent.values())
        done = sum(spent.seconds for spent in self._spent.values())
        to_do = 0.0
        for case, games in self._left.items():
            spent = self._spent.get(case)
            to_do += games * (spent.seconds / spent.games if spent else slowest)
        return elapsed * to_do / done if done else 0.0


def in_words(seconds: float) -> str:
    """A waiting time, rounded to what an estimate can tell.

    >>> in_words(42.4), in_words(200), in_words(9000)
    ('42 s', '3 min 20 s', '2 h 30 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
