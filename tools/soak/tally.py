"""What was done, what was refused, and the faults that were found."""

from __future__ import annotations

import traceback
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

LONGEST_TEXT = 4000


@dataclass(frozen=True)
class Fault:
    """Something that must not happen; the command `repeat` shows it again."""

    kind: str
    what: str
    task: str = ""
    repeat: str = ""


@dataclass
class Tally:
    """The figures of one task, or of many."""

    games: Counter[str] = field(default_factory=Counter)
    """Games by agent."""
    certain_moves: Counter[str] = field(default_factory=Counter)
    """Moves that an agent called certainly safe, by agent: each was judged by the mines."""
    conclusions: Counter[str] = field(default_factory=Counter)
    """Hidden cells called certainly safe or certain mines, by agent: judged by the mines."""
    judged: Counter[str] = field(default_factory=Counter)
    """Analyses and other answers that were judged, by judge."""
    calls: Counter[str] = field(default_factory=Counter)
    """Random calls of the API, by function."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Documented errors, by name."""
    slowest_call: float = 0.0
    """The seconds that the slowest of the random calls took."""
    slowest_name: str = ""
    faults: list[Fault] = field(default_factory=list)

    def fault(self, kind: str, what: str) -> None:
        """Note a fault, and go on."""
        self.faults.append(Fault(kind, what[:LONGEST_TEXT]))

    def unexpected(self, error: BaseException, what: str) -> None:
        """Note an error that no documentation speaks of."""
        trace = "".join(traceback.format_exception(error))
        self.fault("undocumented error", f"{what}\n{trace[-LONGEST_TEXT // 2 :]}")

    def expect(self, holds: bool, kind: str, what: str) -> None:
        """Note a fault unless this holds."""
        if not holds:
            self.fault(kind, what)

    def refused(self, error: Exception) -> None:
        """Note a documented error."""
        self.refusals[type(error).__name__] += 1

    def timed(self, name: str, seconds: float) -> None:
        """Note a call and how long it took."""
        self.calls[name] += 1
        if seconds > self.slowest_call:
            self.slowest_call, self.slowest_name = seconds, name

    def add(self, other: Tally) -> None:
        """Add the figures of another tally to these."""
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
        self.faults += other.faults
        if other.slowest_call > self.slowest_call:
            self.slowest_call, self.slowest_name = other.slowest_call, other.slowest_name

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON holds them."""
        return {**vars(self), "faults": [asdict(fault) for fault in self.faults]}

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> Tally:
        """Read what `to_json` wrote."""
        tally = cls()
        for name, value in content.items():
            if name == "faults":
                tally.faults = [Fault(**fault) for fault in value]
            elif isinstance(value, dict):
                getattr(tally, name).update(value)
            else:
                setattr(tally, name, value)
        return tally
