"""The contract that every agent keeps.

`choose(view)` returns a move, which depends on the view and the agent's options (including its
seed) alone. An agent may remember what it derived from earlier views, but one that has played from
the start and a fresh copy that sees only the last view choose the same. `KeepsUp` helps with that:
it says what is new in a view, and when a view does not follow the last one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import wraps
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from sapper.errors import Contradiction, NoMoveLeft, OutOfRange
from sapper.grid import Cell, is_whole
from sapper.level import StartRule
from sapper.view import Positions, View

if TYPE_CHECKING:
    from sapper.proof.steps import Derivation, Odds

SEED_BITS = 64
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was made, as data for a program; `kind` says what sort of reason it is."""

    kind: ClassVar[str] = "reason"

    def to_json(self) -> dict[str, Any]:
        """The reason as plain data."""
        return {"kind": self.kind, **{name: _plain(part) for name, part in asdict(self).items()}}


@dataclass(frozen=True, slots=True)
class Drawn(Reason):
    """A random choice among cells that the agent could not tell apart.

    There were this many `candidates`. Their average chance of a mine is exact even for an agent
    that knows nothing about any one of them: the mines left divided by the cells left.
    """

    kind: ClassVar[str] = "drawn"
    candidates: int


@dataclass(frozen=True, slots=True)
class FromSentence(Reason):
    """A sentence settled the cell: of `cells`, exactly `count` are mines."""

    kind: ClassVar[str] = "sentence"
    cells: frozenset[Cell]
    count: int


@dataclass(frozen=True, slots=True)
class ByLayouts(Reason):
    """No possible layout of the `hidden` cells has a mine here or, for a guess, the fewest do."""

    kind: ClassVar[str] = "layouts"
    hidden: int


@dataclass(frozen=True, slots=True)
class ChosenByOther(Reason):
    """Somebody else chose the cell."""

    kind: ClassVar[str] = "told"


@dataclass(frozen=True, slots=True)
class FromClauses(Reason):
    """Resolution settled the cell, from the clauses of these numbers in this many steps."""

    kind: ClassVar[str] = "resolution"
    numbers: frozenset[Cell]
    resolutions: int
    needs_total: bool


@dataclass(frozen=True, slots=True)
class FewestModels(Reason):
    """No hidden cell is a mine in fewer of the remaining models.

    This one is a mine in `mines` out of `models` of them, in lowest terms.
    """

    kind: ClassVar[str] = "models"
    mines: int
    models: int


@dataclass(frozen=True, slots=True)
class Move:
    """A cell to open, and what the agent thinks of it.

    `certain`: the cell can't be a mine. `mine_probability`: its chance of a mine, or None where
    the agent has no estimate. Moves that do the same are equal whatever their reasons: one
    conclusion may have several.
    """

    cell: Cell
    certain: bool
    mine_probability: float | None
    reason: Reason = field(compare=False)

    def explain(self, view: View) -> Derivation | Odds:
        """Why the cell is safe in the view it was chosen for, or its odds; worked out on demand."""
        from sapper.proof.search import explain

        return explain(view, self.cell)

    def to_json(self) -> dict[str, Any]:
        """The move as plain data."""
        return {
            "cell": list(self.cell),
            "certain": self.certain,
            "mine_probability": self.mine_probability,
            "reason": self.reason.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Conclusions:
    """The hidden cells that an agent knows to be safe, and those it knows to be mines."""

    safe: frozenset[Cell] = field(default_factory=frozenset)
    mines: frozenset[Cell] = field(default_factory=frozenset)


class Agent(ABC):
    """A player: given a view, it chooses a cell to open.

    Threads may share an agent: its methods run one at a time, which guards what it remembers.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    """One line that says how it plays."""

    def __init__(
        self, *, seed: int = 0, start: StartRule | str = StartRule.SAFE, **options: object
    ) -> None:
        """Take what every agent is told: a seed for random choices, and the game's start rule.

        The size of the board and the number of mines are in the view; the start rule is not, and
        an agent may want to know it for the first move. A subclass passes its own options on by
        name, since copies and pickles are made from them.
        """
        if not (is_whole(seed) and 0 <= seed < 1 << SEED_BITS):
            raise OutOfRange(f"an agent's seed is a whole number from 0 to 2**64 − 1, not {seed}")
        self.seed = seed
        self.start = StartRule.of(start)
        self._guard = RLock()
        self.options = {"seed": seed, "start": self.start, **options}

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        for name in ("choose", "conclusions", "status_line"):
            if name in cls.__dict__:
                setattr(cls, name, _one_at_a_time(cls.__dict__[name]))

    def __reduce__(self) -> tuple[Any, ...]:
        # An agent's memory only saves time, so a copy starts without it.
        return _make_again, (type(self), self.options)

    @abstractmethod
    def choose(self, view: View) -> Move:
        """The move to make; raises `NoMoveLeft` where there is none."""

    @abstractmethod
    def conclusions(self, view: View) -> Conclusions:
        """What the agent knows for certain of the hidden cells."""

    def status_line(self, view: View) -> str:
        """What to show beside the board while this agent plays: one line, or nothing."""
        return ""

    def draw(self, view: View, candidates: list[Cell], mines_left: int) -> Move:
        """A random candidate, by seed and view; `mines_left` of the candidates are mines."""
        if not 0 <= mines_left <= len(candidates):
            raise Contradiction(
                f"{mines_left} mines can't lie in the {len(candidates)} cells that are left",
                needs_total=True,
            )
        if not candidates:
            raise NoMoveLeft("every cell that is left is known to be a mine")
        # The raw output is what numpy promises never to change.
        key = np.array([self.seed, view.fingerprint()], dtype=np.uint64)
        lot = int(np.random.Philox(key=key).random_raw())
        cell = candidates[lot * len(candidates) >> SEED_BITS]
        return Move(cell, False, mines_left / len(candidates), Drawn(len(candidates)))


def _one_at_a_time(method: Callable[..., Result]) -> Callable[..., Result]:
    @wraps(method)
    def guarded(self: Agent, *arguments: Any, **options: Any) -> Result:
        with self._guard:
            return method(self, *arguments, **options)

    return guarded


def _make_again(kind: type[Agent], options: dict[str, Any]) -> Agent:
    return kind(**options)


class KeepsUp:
    """Remembers the last view, and finds what is new in the next one."""

    def __init__(self) -> None:
        self._last: View | None = None

    def news(self, view: View) -> tuple[bool, Positions]:
        """Whether to start afresh, and the row-major positions to take in.

        The view counts as seen only once `seen` is called: after an interruption in between, by
        an error or by Ctrl-C, the agent starts afresh next time and misses nothing.
        """
        positions = view.positions_since(self._last)
        afresh = self._last is None or positions is None
        self._last = None
        if positions is None:
            positions = view.positions_since(None)
            assert positions is not None  # any view follows None
        return afresh, positions

    def seen(self, view: View) -> None:
        """The agent has taken in all of the view."""
        self._last = view

    def forget(self) -> None:
        """Start afresh next time."""
        self._last = None


def _plain(part: object) -> object:
    if isinstance(part, frozenset | set):
        return sorted(_plain(item) for item in part)  # type: ignore[type-var]
    if isinstance(part, Iterable) and not isinstance(part, str | Mapping):
        return [_plain(item) for item in part]
    return part
