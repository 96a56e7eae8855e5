"""The `expert` agent: whatever is certain; else the cell that leads to the most wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, ClassVar, Literal

from sapper._compiled import compiled
from sapper.agents.base import ByLayouts, Move, Reason
from sapper.agents.exact import ExactAgent
from sapper.catalogue import Answers, listed, spoken
from sapper.errors import AgentError, EngineMissing, NoMoveLeft, OutOfRange
from sapper.exact.analysis import analyze
from sapper.exact.budgets import DEFAULT_BUDGET, DEFAULT_SEARCH
from sapper.exact.endgame import solve
from sapper.grid import Cell, is_whole
from sapper.level import StartRule, first_cell
from sapper.view import View

EXPERT_BUDGET = 1_000_000
"""How many layouts the search of one position may look at during play.

Positions with more layouts than a twentieth of it are not searched completely: there the expert
looks ahead and asks the judge. With a larger budget, games are played out, too.
"""

LEAST_CHANCE_NAMED, LEAST_BITS_NAMED = 0.005, 0.1
"""Smaller differences between two guesses are not worth a word."""


@dataclass(frozen=True, slots=True)
class Constant:
    """One of the numbers that the expert's play depends on."""

    default: float
    """With the usual budget."""
    least: float
    most: float
    whole: bool

    def __post_init__(self) -> None:
        if self.whole:
            object.__setattr__(self, "default", int(self.default))

    def check(self, name: str, value: float) -> float:
        """The value, if the constant may have it."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not (is_number and isfinite(value) and self.least <= value <= self.most) or (
            self.whole and not is_whole(value)
        ):
            kind = "a whole number" if self.whole else "a number"
            raise OutOfRange(
                f"{name} is {kind} from {self.least:g} to {self.most:g}, not {value!r}"
            )
        return value


CONSTANTS: Mapping[str, Constant] = (
    {}
    if compiled is None
    else {name: Constant(*about) for name, *about in compiled.expert_constants()}
)
"""The expert's constants by name: `engine/expert/constants.hpp` says what each does, and why."""


@dataclass(frozen=True, slots=True)
class Searched(Reason):
    """The rest of the game was searched: of `layouts`, best play wins `won`."""

    kind: Literal["searched"] = field(default="searched", init=False, repr=False)
    won: int
    layouts: int


@dataclass(frozen=True, slots=True)
class FirstCell(Reason):
    """Nothing is revealed yet: the first cell for this start rule and size, from a table."""

    kind: Literal["first"] = field(default="first", init=False, repr=False)
    start: StartRule


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a cell does if it is safe, by one step of lookahead."""

    opens: float
    """The chance that none of its neighbours is a mine, but those that are certain."""
    leaves_safe: float
    """The chance that some other cell is certainly safe then."""
    bits: float
    """How much it tells: so often is the number of possible layouts halved, on average."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that was considered: its chance of a mine, and the estimated chance to win.

    The estimate is calibrated on played games: `docs/expert.md` says how well. `ahead` is None
    for a cell that was dropped early.
    """

    cell: Cell
    mine_probability: float
    win_chance: float
    ahead: Ahead | None = None


@dataclass(frozen=True, slots=True)
class Compared(Reason):
    """Guesses were compared by what they lead to; `decided_by` says what made the difference.

    The chosen cell comes first. For a candidate that was dropped early, the chance to win is an
    upper bound.
    """

    kind: Literal["compared"] = field(default="compared", init=False, repr=False)
    candidates: tuple[Candidate, ...]
    decided_by: str


class ExpertAgent(ExactAgent):
    """Plays to win the game, not to survive the next click.

    Certain cells come first, as for `exact`. Where there are none and the rest of the game is
    small, the search is complete and play is optimal. Elsewhere cells are compared by the numbers
    they may show and the positions that each number leads to.

    >>> move = ExpertAgent().choose(View.parse("#####\\n#1###\\n#3###\\n#####", mines=5))
    >>> move.cell, move.reason
    ((0, 2), Searched(won=285, layouts=360))
    """

    name: ClassVar[str] = "expert"
    summary: ClassVar[str] = "whatever is certain; else the cell that leads to the most wins"
    further_options: ClassVar[tuple[str, ...]] = tuple(CONSTANTS)

    def __init__(
        self,
        *,
        seed: int = 0,
        start: StartRule | str = StartRule.SAFE,
        budget: int = EXPERT_BUDGET,
        **constants: float,
    ) -> None:
        """`start` decides the first cell; `budget` limits a search; `seed` changes nothing.

        Constants are for experiments: those not given are as usual for the budget.

        >>> ExpertAgent(safety_power=1, playouts=0).constants
        {'safety_power': 1, 'playouts': 0}
        """
        for name, value in constants.items():
            if name not in CONSTANTS:
                raise AgentError(
                    f"the expert has no constant {name!r}; it has: {', '.join(CONSTANTS)}"
                )
            CONSTANTS[name].check(name, value)
        if budget is None:
            raise OutOfRange("the expert needs a budget: a whole number from 1 up")
        super().__init__(seed=seed, start=start, budget=budget)
        self._constants = constants

    @property
    def constants(self) -> Mapping[str, float]:
        """The constants that are not as usual for the budget."""
        return self._constants

    @property
    def options(self) -> dict[str, Any]:
        """What it was told, its constants among them."""
        return {**super().options, **self._constants}

    @property
    def counting_budget(self) -> int:
        """The usual one: `budget` is for searches."""
        return DEFAULT_BUDGET

    def choose(self, view: View) -> Move:
        """A certain cell, or the best guess."""
        if compiled is None:
            raise EngineMissing("the expert agent")
        choice = self._choice(view)
        if choice is None:
            raise NoMoveLeft(spoken(Answers).nothing_to_open)
        if choice.certain:
            return Move(choice.cell, True, 0.0, ByLayouts(view.hidden_count))
        guess = compiled.guess(view.numbers, view.mines, self.budget, self._constants)
        assert guess is not None, "some cell may be safe, or there would be no choice"
        position, decided_by, won, layouts, compared = guess
        cell = divmod(position, view.width)
        if decided_by == "search":
            risk = float(analyze(view, budget=self.counting_budget).mine_probability[cell])
            return Move(cell, False, risk, Searched(won, layouts))
        if view.hidden_count == view.height * view.width:
            return self._first_move(view)
        if decided_by == "safety":
            return Move(cell, False, choice.mine_probability, ByLayouts(view.hidden_count))
        candidates = [
            Candidate(divmod(at, view.width), mine, win, None if ahead is None else Ahead(*ahead))
            for at, mine, win, ahead in compared
        ]
        chosen = next(candidate for candidate in candidates if candidate.cell == cell)
        others = [candidate for candidate in candidates if candidate is not chosen]
        reason = Compared((chosen, *others), _what_decided(decided_by, chosen, others))
        return Move(cell, False, chosen.mine_probability, reason)

    def _first_move(self, view: View) -> Move:
        cell = first_cell(view.height, view.width, self.start)
        risk = view.mines / (view.height * view.width)
        return Move(cell, False, risk, FirstCell(self.start))


def best_move(view: View, *, budget: int | None = DEFAULT_SEARCH) -> Move:
    """The best move: optimal where the rest of the game can be searched within the budget.

    The reason is a `Searched` then. Elsewhere it is the move of the `expert` agent.

    >>> best_move(View(4, 4, mines=4)).reason
    Searched(won=961, layouts=1820)
    """
    solved = solve(view, budget=budget)
    if solved is None:
        return ExpertAgent().choose(view)
    if solved.cell is None:
        raise NoMoveLeft(spoken(Answers).nothing_to_open)
    risk = 0.0
    if not solved.certain:
        risk = float(analyze(view).mine_probability[solved.cell])
    return Move(solved.cell, solved.certain, risk, Searched(solved.won, solved.layouts))


def _what_decided(decided_by: str, chosen: Candidate, others: list[Candidate]) -> str:
    say = spoken(Answers)
    if not others:
        return say.no_rival
    rival = max(others, key=lambda other: other.win_chance)
    against = _against(chosen, rival)
    return say.played_out.format(against=against) if decided_by == "playouts" else against


def _against(chosen: Candidate, rival: Candidate) -> str:
    """What speaks for a cell, as far as one step of lookahead sees it.

    >>> better = Candidate((0, 0), 0.10, 0.52, Ahead(opens=0.2, leaves_safe=0.7, bits=3.1))
    >>> safer = Candidate((2, 5), 0.08, 0.50, Ahead(opens=0.0, leaves_safe=0.7, bits=1.9))
    >>> _against(better, safer)
    'against (2, 5), the next best, it opens more often and tells more, at more risk'
    >>> _against(safer, better)
    'against (0, 0), the next best, it has less risk'
    """
    say = spoken(Answers)
    more_risk = chosen.mine_probability - rival.mine_probability
    merits = [say.less_risk] if more_risk < -LEAST_CHANCE_NAMED else []
    if chosen.ahead is not None and rival.ahead is not None:
        if chosen.ahead.opens - rival.ahead.opens > LEAST_CHANCE_NAMED:
            merits.append(say.opens)
        if chosen.ahead.leaves_safe - rival.ahead.leaves_safe > LEAST_CHANCE_NAMED:
            merits.append(say.leaves_safe)
        if chosen.ahead.bits - rival.ahead.bits > LEAST_BITS_NAMED:
            merits.append(say.tells_more)
    is_riskier = more_risk > LEAST_CHANCE_NAMED
    if not merits:
        merits = [say.better_positions if is_riskier else say.hardly_better]
    against = say.against.format(rival=rival.cell, merits=listed(merits))
    return say.more_risk.format(against=against) if is_riskier else against
