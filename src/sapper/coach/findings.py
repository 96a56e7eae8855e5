"""What one game says about its player: what was overlooked, and the chance of winning given up.

Of each turn that opened something:

- Where a cell was certainly safe, the easiest way to it tells what the position asked for. A guess
  there was needless, and what it asked for was *overlooked*.
- A guess is judged beside the best move, as in a review (`sapper.judge_move`).

**The chance given up.** With *V* for the chance of winning by best play, a turn that opens a cell
gives up *V* before it minus what is left of it on average after the cell is opened. Both come from
the judge, which knows the rule for guesses.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from sapper.agents.judging import MOST_GIVEN_UP, JudgedMove, Verdict
from sapper.coach.kind import GUESS, Kind, way_on
from sapper.errors import BudgetExceeded, EngineMissing, LevelError
from sapper.exact.budgets import CLICK_BUDGET
from sapper.formats import to_address
from sapper.game import Status
from sapper.grid import Cell
from sapper.level import Guesses
from sapper.play.record import PLAYER, Record
from sapper.play.review import ReviewStep, review

VERSION = 3
"""Raised when the same game would be judged differently: what was kept is then judged anew."""
TOO_HARD = (BudgetExceeded, EngineMissing, MemoryError)
AS_GOOD = (Verdict.FORCED, Verdict.BEST, Verdict.GOOD)
"""What a guess is called that need not be practised."""


@dataclass(frozen=True, slots=True)
class Met:
    """How often a kind of position was met, and what came of it."""

    met: int = 0
    overlooked: int = 0
    seconds: float = 0.0
    """The time spent where it was overlooked."""

    def __add__(self, other: Met) -> Met:
        return Met(
            self.met + other.met,
            self.overlooked + other.overlooked,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position to practise: something was overlooked there, or misguessed."""

    kind: str
    """The name of a `Kind`."""
    position: str
    """Its address, without flags."""
    turn: int = 0
    """Of the game it comes from; 0 if it comes from none."""
    cell: Cell | None = None
    """What was opened."""
    given_up: float = 0.0


@dataclass(frozen=True, slots=True)
class GameFindings:
    """What one game says, in numbers that can be added up."""

    identity: str
    turns: int
    won: bool
    judged: int = 0
    """How many of its turns were judged so far."""
    guesses: int = 0
    """Guesses where nothing was certain, that could be judged."""
    needless: int = 0
    agreed: int = 0
    """Guesses as good as the expert's."""
    risk_taken: float = 0.0
    risk_expert: float = 0.0
    """What the expert would have risked in their place."""
    given_up_guessing: float = 0.0
    given_up_needless: float = 0.0
    unjudged: int = 0
    """Risks that take too long to count."""
    met: dict[str, Met] = field(default_factory=dict)
    """By the name of the `Kind`; guesses are not among them."""
    verdicts: dict[str, int] = field(default_factory=dict)
    lessons: tuple[Lesson, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether all of its turns were judged."""
        return self.judged == self.turns

    @classmethod
    def from_json(cls, content: Any) -> GameFindings:
        """Read what `sapper.serialize.to_json` wrote."""
        return cls(
            **content
            | {
                "met": {kind: Met(**met) for kind, met in content["met"].items()},
                "lessons": tuple(
                    Lesson(**lesson | {"cell": tuple(lesson["cell"])})
                    for lesson in content["lessons"]
                ),
            }
        )


def findings_of(
    record: Record, begun: GameFindings | None = None, *, seconds: float = inf
) -> GameFindings:
    """Judge every turn that the player of a finished game took, or as many as there is time for.

    Where another time goes on, it takes what was found before as `begun`: a large game has
    thousands of turns. One turn more is judged each time.

    >>> from sapper.play.given import begin_with
    >>> from sapper.play.table import Table
    >>> from sapper.view import View
    >>> table = Table(begin_with(View.parse("#1##", mines=1), seed=1))
    >>> entry = table.reveal((0, 2))
    >>> found = findings_of(table.record())
    >>> found.needless, found.met["mine total"].overlooked, found.given_up_needless
    (1, 1, 0.5)
    """
    last = time.monotonic() + seconds
    found = begun or GameFindings(record.identity, len(record.entries), record.status is Status.WON)
    for step in review(record).steps[found.judged :]:
        found = replace(_with_turn(found, step), judged=found.judged + 1)
        if time.monotonic() > last:
            break
    return found


def _with_turn(found: GameFindings, step: ReviewStep) -> GameFindings:
    entry = step.entry
    if entry.by != PLAYER or entry.is_flagging or entry.free:
        return found
    if entry.certain is None:
        return replace(found, unjudged=found.unjudged + 1)
    if entry.certain or entry.is_needless:
        return _with_certainty(found, step)
    return found if step.guesses is Guesses.FAIR else _with_guess(found, step)


# Where something was certain


def _with_certainty(found: GameFindings, step: ReviewStep) -> GameFindings:
    """A certain move, or a needless guess."""
    try:
        way = way_on(step.view, step.entry.cell, budget=CLICK_BUDGET)
    except TOO_HARD:
        way = None
    if way is None:  # or where the budget ended the search for a harder technique
        return replace(found, unjudged=found.unjudged + 1)
    if not step.entry.is_needless:
        return replace(found, met=_added(found.met, way.kind, Met(met=1)))
    if step.judged is None:
        return replace(found, unjudged=found.unjudged + 1)
    given_up = step.judged.given_up or 0.0
    return replace(
        found,
        needless=found.needless + 1,
        met=_added(found.met, way.kind, Met(1, 1, step.seconds)),
        given_up_needless=found.given_up_needless + given_up,
        verdicts=_counted(found.verdicts, Verdict.NEEDLESS),
        lessons=found.lessons + _lesson(step, way.kind, given_up),
    )


# Where nothing was


def _with_guess(found: GameFindings, step: ReviewStep) -> GameFindings:
    judged = step.judged
    if judged is None:  # too hard to count
        return replace(found, unjudged=found.unjudged + 1)
    given_up = judged.given_up or 0.0
    is_as_good = judged.verdict in AS_GOOD
    return replace(
        found,
        guesses=found.guesses + 1,
        agreed=found.agreed + (given_up <= MOST_GIVEN_UP[Verdict.BEST]),
        risk_taken=found.risk_taken + judged.mine_probability,
        risk_expert=found.risk_expert + _risk_of_best(step, judged),
        given_up_guessing=found.given_up_guessing + given_up,
        verdicts=_counted(found.verdicts, judged.verdict),
        lessons=found.lessons + (() if is_as_good else _lesson(step, GUESS, given_up)),
    )


def _risk_of_best(step: ReviewStep, judged: JudgedMove) -> float:
    if judged.best is None or judged.best == judged.cell or step.analysis is None:
        return judged.mine_probability
    return float(step.analysis.mine_probability[judged.best])


def _lesson(step: ReviewStep, kind: Kind, given_up: float) -> tuple[Lesson, ...]:
    """What there is to practise: nothing on a board too large to be shown again."""
    try:
        position = to_address(step.view.with_flags(()))
    except LevelError:
        return ()
    entry = step.entry
    return (Lesson(kind.name, position, entry.number, entry.cell, given_up),)


def _added(met: dict[str, Met], kind: Kind, more: Met) -> dict[str, Met]:
    return met | {kind.name: met.get(kind.name, Met()) + more}


def _counted(verdicts: dict[str, int], verdict: Verdict) -> dict[str, int]:
    return verdicts | {verdict.value: verdicts.get(verdict.value, 0) + 1}
