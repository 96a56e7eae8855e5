"""The contract that every agent keeps.

`choose(view)` gives a move. It depends on the view and the agent's options (its seed included)
and on nothing else: an agent may remember what it derived from earlier views, but one that has
played all along and a fresh copy shown only the last view choose the same. `KeepsUp` helps with
that: it tells what is new, and when a view is not a successor of the last.
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
    """Why a move was made, in parts that a program can read; `kind` names the sort of reason."""

    kind: ClassVar[str] = "reason"

    def to_json(self) -> dict[str, Any]:
        """The reason as plain data."""
        return {"kind": self.kind, **{name: _plain(part) for name, part in asdict(self).items()}}


@dataclass(frozen=True, slots=True)
class Drawn(Reason):
    """A lot was drawn among cells that the agent could not tell apart.

    `candidates` took part. Their average chance of being a mine is known exactly even to an
    agent that knows nothing of any one of them: it is the mines left over the cells left.
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
    """Of all layouts of the `hidden` cells none has a mine here or, at a guess, the fewest."""

    kind: ClassVar[str] = "layouts"
    hidden: int


@dataclass(frozen=True, slots=True)
class Told(Reason):
    """Somebody else chose the cell."""

    kind: ClassVar[str] = "told"


@dataclass(frozen=True, slots=True)
class FromClauses(Reason):
    """Resolution settled the cell: from the clauses of these numbers, in so many resolutions."""

    kind: ClassVar[str] = "resolution"
    numbers: frozenset[Cell]
    resolutions: int
    needs_total: bool


@dataclass(frozen=True, slots=True)
class FewestModels(Reason):
    """No hidden cell is a mine in fewer of the models that remain.

    The cell is one in `mines` of every `models`, in lowest terms.
    """

    kind: ClassVar[str] = "models"
    mines: int
    models: int


@dataclass(frozen=True, slots=True)
class Move:
    """A cell to open, and what the agent thinks of it.

    `certain`: the cell can't be a mine. `mine_probability`: the chance that it is one, or None
    where the agent has no estimate. Two moves are equal if they do the same: the reason is a
    commentary, and one conclusion may have several.
    """

    cell: Cell
    certain: bool
    mine_probability: float | None
    reason: Reason = field(compare=False)

    def explain(self, view: View) -> Derivation | Odds:
        """Why the cell is safe in the view it was chosen for, or its odds; made when asked for."""
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
class Settled:
    """The hidden cells that an agent knows to be safe, and those it knows to be mines."""

    safe: frozenset[Cell] = field(default_factory=frozenset)
    mines: frozenset[Cell] = field(default_factory=frozenset)


class Agent(ABC):
    """A player: shown a view, it chooses a cell to open.

    Threads may share one: what it remembers is guarded, so that its methods run one at a time.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    """One line that says how it plays."""

    def __init__(
        self, *, seed: int = 0, start: StartRule | str = StartRule.SAFE, **options: object
    ) -> None:
        """Take what every agent is told: a seed for its lots, and the start rule of the game.

        The size of the board and the number of mines are in the view; the start rule is not, and
        whoever opens the first cell may want to know it. A subclass with options of its own passes
        them on by name, for copies and pickles are made from them.
        """
        if not (is_whole(seed) and 0 <= seed < 1 << SEED_BITS):
            raise OutOfRange(f"an agent's seed is a whole number from 0 to 2**64 − 1, not {seed}")
        self.seed = seed
        self.start = StartRule.of(start)
        self._guard = RLock()
        self.options = {"seed": seed, "start": self.start, **options}

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        for name in ("choose", "settled", "status_line"):
            if name in cls.__dict__:
                setattr(cls, name, _one_at_a_time(cls.__dict__[name]))

    def __reduce__(self) -> tuple[Any, ...]:
        # What an agent remembers only saves time, so a copy does without.
        return _make_again, (type(self), self.options)

    @abstractmethod
    def choose(self, view: View) -> Move:
        """The move to make; raises `NoMoveLeft` where there is none."""

    @abstractmethod
    def settled(self, view: View) -> Settled:
        """What the agent knows for certain of the hidden cells."""

    def status_line(self, view: View) -> str:
        """What the agent would like to be shown beside the board: one line, or nothing."""
        return ""

    def draw(self, view: View, candidates: list[Cell], mines_left: int) -> Move:
        """A lot among candidates of which `mines_left` are mines, drawn from seed and view."""
        if not 0 <= mines_left <= len(candidates):
            raise Contradiction(
                f"{mines_left} mines can't lie in the {len(candidates)} cells that are left",
                needs_total=True,
            )
        if not candidates:
            raise NoMoveLeft("every cell that is left is known to be a mine")
        # Raw output, for that is what numpy promises never to change.
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
    """Remembers the last view, and tells what the next one shows beyond it."""

    def __init__(self) -> None:
        self._last: View | None = None

    def news(self, view: View) -> tuple[bool, Positions]:
        """Whether to start afresh, and the row-major positions to take in.

        The view counts as seen only once `seen` is called: whoever is stopped in between, by an
        error or by Ctrl-C, starts afresh next time and misses nothing.
        """
        positions = view.positions_since(self._last)
        afresh = self._last is None or positions is None
        self._last = None
        if positions is None:
            positions = view.positions_since(None)
            assert positions is not None  # any view follows None
        return afresh, positions

    def seen(self, view: View) -> None:
        """All of the view has been taken in."""
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
