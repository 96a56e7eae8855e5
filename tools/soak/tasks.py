"""Which task has which number: a seed and a number say all about a task."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from soak.analyses import judge_analyses
from soak.bulk import play_in_bulk
from soak.calls import make_calls
from soak.games import play_games
from soak.guesses import make_guesses
from soak.tally import Tally

KINDS: dict[str, Callable[[Random, Tally, float], None]] = {
    "bulk": play_in_bulk,
    "games": play_games,
    "analyses": judge_analyses,
    "guesses": make_guesses,
    "calls": make_calls,
}
TURNS = ("calls", "games", "analyses", "bulk", "guesses", "bulk")
"""The kinds take turns; each task takes about a second."""
SANITIZED_EVERY = 7
"""Every so many tasks one runs under the sanitizers, where it takes longer: it does less.

The kinds take turns there too, since their number has no common divisor with this one.
"""
EFFORT_SANITIZED = 0.15


@dataclass(frozen=True)
class Task:
    """One task; it does the same whenever and wherever it is done."""

    seed: int
    number: int
    kind: str
    sanitized: bool

    @classmethod
    def numbered(cls, seed: int, number: int, kinds: tuple[str, ...]) -> Task:
        """The task of that number, of one of these kinds."""
        turns = [kind for kind in TURNS if kind in kinds]
        kind = turns[number % len(turns)]
        return cls(seed, number, kind, number % SANITIZED_EVERY == SANITIZED_EVERY - 1)

    def run(self) -> Tally:
        """Do it; an error that nobody expects is a fault, and not the end."""
        tally = Tally()
        effort = EFFORT_SANITIZED if self.sanitized else 1.0
        try:
            KINDS[self.kind](Random(f"task {self.seed} {self.number}"), tally, effort)
        except Exception as error:
            tally.unexpected(error, f"in a task of kind {self.kind!r}")
        return tally
