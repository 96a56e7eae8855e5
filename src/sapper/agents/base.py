"""The contract that every agent keeps.

`choose(view)` returns a move, which depends on the view and the agent's options (including its
seed) alone. An agent may remember what it derived from earlier views, but one that has played from
the start and a fresh copy that sees only the last view choose the same. `KeepsUp` helps with that:
it says what is new in a view, and when a view does not follow the last one.

An agent is its class and its options: copies, pickles and the laboratory's workers are made from
these. So `__init__` keeps each option as the attribute of its name, and whatever else an agent
keeps, such as its memory, has a name that begins with an underscore.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

import numpy as np

from sapper.errors import AgentError, Contradiction, NoMoveLeft
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.grid import Cell
from sapper.level import StartRule
from sapper.seed import AGENT_SEED_BITS, check_seed
from sapper.view import Positions, View, check_view

if TYPE_CHECKING:
    from sapper.proof.steps import Derivation, Odds

SEED_BITS = AGENT_SEED_BITS
TOLD_TO_ALL = ("seed", "start")
"""The options of the contract, which every agent must accept."""
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was made, for a program to read: `kind` tells which other fields there are.

    An agent may bring a kind of its own: a subclass that sets `kind` in the same way.
    """

    kind: str = field(default="reason", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class Drawn(Reason):
    """A random choice among cells that the agent could not tell apart.

    There were this many `candidates`. Their average chance of a mine is exact even for an agent
    that knows nothing about any one of them: the mines left divided by the cells left.
    """

    kind: Literal["drawn"] = field(default="drawn", init=False, repr=False)
    candidates: int


@dataclass(frozen=True, slots=True)
class FromSentence(Reason):
    """A sentence settled the cell: of `cells`, exactly `count` are mines."""

    kind: Literal["sentence"] = field(default="sentence", init=False, repr=False)
    cells: frozenset[Cell]
    count: int


@dataclass(frozen=True, slots=True)
class ByLayouts(Reason):
    """No possible layout of the `hidden` cells has a mine here or, for a guess, the fewest do."""

    kind: Literal["layouts"] = field(default="layouts", init=False, repr=False)
    hidden: int


@dataclass(frozen=True, slots=True)
class ChosenByOther(Reason):
    """Somebody else chose the cell."""

    kind: Literal["told"] = field(default="told", init=False, repr=False)


@dataclass(frozen=True, slots=True)
class FromClauses(Reason):
    """Resolution settled the cell, from the clauses of these numbers in this many steps."""

    kind: Literal["resolution"] = field(default="resolution", init=False, repr=False)
    numbers: frozenset[Cell]
    resolutions: int
    needs_total: bool


@dataclass(frozen=True, slots=True)
class FewestModels(Reason):
    """No hidden cell is a mine in fewer of the remaining models.

    This one is a mine in `mines` out of `models` of them, in lowest terms.
    """

    kind: Literal["models"] = field(default="models", init=False, repr=False)
    mines: int
    models: int


class _ChosenFor:
    """Where a move keeps the view it was chosen for: not one of the fields, which say what it is.

    So it is neither compared nor sent away, and a copy does without it.
    """

    __slots__ = ("_view",)

    _view: View


@dataclass(frozen=True, slots=True)
class Move(_ChosenFor):
    """A cell to open, and what the agent thinks of it.

    `certain`: the cell can't be a mine. `mine_probability`: its chance of a mine, or None where
    the agent has no estimate. Moves that do the same are equal whatever their reasons: one
    conclusion may have several.
    """

    cell: Cell
    certain: bool
    mine_probability: float | None
    reason: Reason = field(compare=False)

    @property
    def view(self) -> View | None:
        """The view that an agent chose it for; None for a copy, or a move that no agent chose.

        >>> from sapper.agents.exact import ExactAgent
        >>> view = View.parse("#1##", mines=1)
        >>> ExactAgent().choose(view).view is view
        True
        """
        return getattr(self, "_view", None)

    def chosen_for(self, view: View) -> Move:
        """The move with the view it was chosen for."""
        move = self if self.view is None or self.view is view else replace(self)
        object.__setattr__(move, "_view", view)
        return move

    def _repr_html_(self) -> str:
        from sapper.agents.drawn import draw_move

        return draw_move(self)

    def explain(self, view: View, *, budget: int | None = DEFAULT_BUDGET) -> Derivation | Odds:
        """Why the cell is safe in the view it was chosen for, or its odds; worked out on demand.

        `budget` bounds the work, as for `sapper.explain`.
        """
        from sapper.proof.search import explain

        return explain(view, self.cell, budget=budget)


@dataclass(frozen=True, slots=True)
class Conclusions:
    """The hidden cells that an agent knows to be safe, and those it knows to be mines."""

    safe: frozenset[Cell] = field(default_factory=frozenset)
    mines: frozenset[Cell] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class BelievedSentence:
    """Of `cells`, the agent believes, exactly `count` are mines."""

    cells: frozenset[Cell]
    count: int


@dataclass(frozen=True, slots=True)
class Beliefs(Conclusions):
    """What an agent takes to be true of the hidden cells; it may be wrong.

    `sentences` are what it has yet to draw conclusions from, if it keeps any.
    """

    sentences: tuple[BelievedSentence, ...] = ()


class Agent(ABC):
    """A player: given a view, it chooses a cell to open.

    Threads may share an agent: its methods run one at a time, which guards what it remembers.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    """One line that says how it plays."""
    further_options: ClassVar[tuple[str, ...]] = ()
    """Options that `__init__` takes without naming them; `options` tells those it was given."""

    def __init__(self, *, seed: int = 0, start: StartRule | str = StartRule.SAFE) -> None:
        """Take what every agent is told: a seed for random choices, and the game's start rule.

        The size of the board and the number of mines are in the view; the start rule is not, and
        an agent may want to know it for the first move.
        """
        check_seed(seed, SEED_BITS)
        self.seed = seed
        self.start = StartRule.of(start)
        self._guard = RLock()

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        for name in ("choose", "conclusions", "beliefs", "status_line"):
            if name in cls.__dict__:
                method = cls.__dict__[name]
                if name == "choose":
                    method = _telling_the_view(method)
                setattr(cls, name, _one_at_a_time(method))

    @classmethod
    def named_options(cls) -> dict[str, Any]:
        """The options that `__init__` names, its ancestors' too if it passes them on.

        Each comes with its default, which is `inspect.Parameter.empty` if it has none.
        """
        named: dict[str, Any] = {}
        for ancestor in cls.__mro__:
            if "__init__" not in vars(ancestor):
                continue
            _, *parameters = inspect.signature(vars(ancestor)["__init__"]).parameters.values()
            for parameter in parameters:
                if parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD):
                    named.setdefault(parameter.name, parameter.default)
            if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
                break
        return dict(sorted(named.items(), key=lambda option: option[0] not in TOLD_TO_ALL))

    @property
    def options(self) -> dict[str, Any]:
        """What it was told, by name; raises `AgentError` if it does not keep one of its options.

        >>> from sapper.agents.exact import ExactAgent
        >>> ExactAgent(budget=500).options
        {'seed': 0, 'start': <StartRule.SAFE: 'safe'>, 'budget': 500}
        """
        kept, names = vars(self), self.named_options()
        for name in names:
            if name not in kept:
                raise AgentError(
                    f"{type(self).__name__} does not keep its option {name!r}: "
                    f"its __init__ must set self.{name}"
                )
        return {name: kept[name] for name in names}

    def options_to_copy(self) -> dict[str, Any]:
        """The options, if they are all that it takes to make the agent again.

        Raises `AgentError` if it keeps anything else that is not marked as its own affair.
        """
        options = self.options
        for name in list(vars(self)):  # other threads may use it meanwhile
            is_cached = isinstance(getattr(type(self), name, None), cached_property)
            if not (name in options or name.startswith("_") or is_cached):
                raise AgentError(
                    f"{type(self).__name__} keeps {name!r}, which is none of its options, so that "
                    f"a copy would not have it: take it in __init__, or call it _{name}"
                )
        return options

    def check_copy(self, options: Mapping[str, Any]) -> None:
        """Raise `AgentError` unless it keeps these options, which are those of the agent copied."""
        kept = self.options
        for name, value in options.items():
            if not is_same(kept[name], value):
                raise AgentError(
                    f"{type(self).__name__} made again has {name}={kept[name]!r}, not {value!r}: "
                    "its __init__ must keep each option as it is told"
                )

    def __reduce__(self) -> tuple[Any, ...]:
        # An agent's memory only saves time, so a copy starts without it.
        return _make_again, (type(self), self.options_to_copy())

    @abstractmethod
    def choose(self, view: View) -> Move:
        """The move to make; raises `NoMoveLeft` where there is none."""

    @abstractmethod
    def conclusions(self, view: View) -> Conclusions:
        """What the agent knows for certain of the hidden cells."""

    def beliefs(self, view: View) -> Beliefs:
        """What the agent takes to be true; its conclusions, unless it can tell more."""
        known = self.conclusions(view)
        return Beliefs(known.safe, known.mines)

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


def is_same(value: object, other: object) -> bool:
    """Whether two values of an option are the same; they may be arrays, or hold some.

    >>> is_same(3, 3.0), is_same("safe", None), is_same([[1], [2, 3]], [[1], [2, 3]])
    (True, False, True)
    >>> is_same({"weights": np.arange(3)}, {"weights": np.arange(3)})
    True
    """
    if value is other:
        return True
    if isinstance(value, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(value, other)  # type: ignore[arg-type]
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(
            is_same(value[name], other[name]) for name in value
        )
    if isinstance(value, list | tuple) and isinstance(other, list | tuple):
        return len(value) == len(other) and all(map(is_same, value, other))
    return bool(value == other)


def _one_at_a_time(method: Callable[..., Result]) -> Callable[..., Result]:
    @wraps(method)
    def guarded(self: Agent, view: View, *arguments: Any, **options: Any) -> Result:
        check_view(view)
        with self._guard:
            return method(self, view, *arguments, **options)

    return guarded


def _telling_the_view(choose: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(choose)
    def telling(self: Agent, view: View) -> Any:
        move = choose(self, view)  # which may be anything, if the agent is somebody's own
        return move.chosen_for(view) if isinstance(move, Move) else move

    return telling


def _make_again(kind: type[Agent], options: dict[str, Any]) -> Agent:
    copy = kind(**options)
    copy.check_copy(options)
    return copy


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
