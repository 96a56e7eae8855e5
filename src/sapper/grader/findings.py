"""What the grader says of a file: five verdicts, and findings that anybody can repeat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sapper.grid import Cell
from sapper.view import View


class Check(StrEnum):
    """What is judged, in the order of the report."""

    INTERFACE = "interface"
    SOUND = "sound"
    COMPLETE = "complete"
    CLEAN = "clean"
    LASTING = "lasting"


NOT_JUDGED = "not judged"
"""The kind of a finding where nothing could be judged; what is not judged does not pass."""


@dataclass(frozen=True, slots=True)
class Told:
    """A call of `add_knowledge`: this cell is safe, and shows this number."""

    cell: Cell
    count: int


@dataclass(frozen=True, slots=True)
class Exhibit:
    """The shortest calls that show a fault, and what there is to see after them."""

    height: int
    width: int
    mines: int
    """How many mines the board has; the AI is not told."""
    moves: tuple[Told, ...]
    cells: frozenset[Cell] = frozenset()
    """What the finding is about."""
    counterexample: frozenset[Cell] | None = None
    """The mines of a possible layout that refutes what was concluded."""

    @property
    def view(self) -> View:
        """The position after all the moves."""
        shown = {move.cell: move.count for move in self.moves}
        return View(self.height, self.width, self.mines).revealing(shown)

    @property
    def script(self) -> tuple[str, ...]:
        """Python that repeats it, with `MinesweeperAI` imported.

        >>> print(*Exhibit(2, 3, 1, (Told((0, 1), 1),)).script, sep="\\n")
        ai = MinesweeperAI(height=2, width=3)
        ai.add_knowledge((0, 1), 1)
        """
        return (
            f"ai = MinesweeperAI(height={self.height}, width={self.width})",
            *(f"ai.add_knowledge({move.cell}, {move.count})" for move in self.moves),
        )


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: what is wrong, the line of the file where that is known, and how to see it."""

    check: Check
    kind: str
    """A short name of the fault, which a rubric may set points for."""
    message: str
    details: tuple[str, ...] = ()
    """Lines that explain it: where a conclusion came from, or how a missed one is derived."""
    line: int | None = None
    exhibit: Exhibit | None = None


@dataclass(frozen=True, slots=True)
class Growth:
    """How one file did in a game on a board of some size."""

    height: int
    width: int
    mines: int
    moves: int
    seconds: float
    """Spent in all calls of `add_knowledge`."""
    slowest: float
    """Spent in the slowest call."""
    sentences: int
    """The most sentences kept at any time."""
    finished: bool

    @property
    def size(self) -> str:
        """The board's size.

        >>> Growth(8, 12, 9, 87, 0.1, 0.01, 12, True).size
        '8×12'
        """
        return f"{self.height}×{self.width}"


@dataclass(frozen=True, slots=True)
class Report:
    """All that is said of one file."""

    file: str
    findings: tuple[Finding, ...] = ()
    growth: tuple[Growth, ...] = ()
    games: int = 0
    moves: int = 0
    """How many games were judged, and how many calls of `add_knowledge` in them."""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    """What is worth knowing but is no fault: for example, that time ran out."""

    def passes(self, check: Check) -> bool:
        """Whether nothing was found by this check."""
        return not self.of(check)

    def of(self, check: Check) -> tuple[Finding, ...]:
        """What this check found."""
        return tuple(finding for finding in self.findings if finding.check is check)

    @property
    def is_faultless(self) -> bool:
        """Whether every check passes."""
        return not self.findings


EACH_TOLD = frozenset({"missing", "signature", "sentence", "attribute"})
"""Kinds of findings about single names, each of which has to be corrected by itself."""


def without_repeats(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in the order of the checks; of most kinds, the first of each check alone.

    One fault shows in many games, and sometimes in two ways; the first time is enough.
    """
    told: set[tuple[Check, str]] = set()
    kept: list[Finding] = []
    for finding in findings:
        said = {finding.message} if finding.kind in EACH_TOLD else {finding.kind, finding.message}
        keys = {(finding.check, words) for words in said}
        if told.isdisjoint(keys):
            kept.append(finding)
        told |= keys
    order = list(Check)
    return tuple(sorted(kept, key=lambda finding: order.index(finding.check)))
