"""What one game says about its player: what was overlooked, and the chance of winning given up.

Of each turn that opened something:

- Where a cell was certainly safe, the easiest way to it tells what the position asked for. A guess
  there was needless, and what it asked for was *overlooked*.
- A guess where nothing was certain is judged beside the best move (`sapper.judge_move`).

**The chance given up.** With *V* for the chance of winning by best play, a turn that opens a cell
gives up *V* before it minus what is left of it on average after the cell is opened. For a guess,
both come from the judge. A needless guess that risked *t* gave up *t · V*: as if the cell itself,
where it is safe, told no more than the certain cells would have. *V* is found by opening all that
is certain on the real board, and asking the expert there: on average, that is *V* (it is 1 if the
board is then open). In a fair game, *V* is always 1, a needless guess gives up all of it, and any
other guess nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from sapper.agents.expert import Compared, Searched, best_move
from sapper.agents.judging import MOST_GIVEN_UP, SEARCH, JudgedMove, Verdict
from sapper.board import Board
from sapper.coach.kind import GUESS, Kind, way_on
from sapper.errors import BudgetExceeded, EngineMissing, LevelError
from sapper.exact.analysis import analyze
from sapper.exact.budgets import CLICK_BUDGET
from sapper.formats import to_address
from sapper.game import Game, Status
from sapper.grid import Cell
from sapper.level import Guesses, Level, StartRule
from sapper.play.record import PLAYER, Record
from sapper.play.review import ReviewStep, review
from sapper.view import View

VERSION = 1
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


def findings_of(record: Record) -> GameFindings:
    """Judge every turn that the player of a finished game took.

    >>> from sapper.play.given import begin_with
    >>> from sapper.play.table import Table
    >>> table = Table(begin_with(View.parse("#1##", mines=1), seed=1))
    >>> entry = table.reveal((0, 2))
    >>> found = findings_of(table.record())
    >>> found.needless, found.met["mine total"].overlooked, found.given_up_needless
    (1, 1, 0.5)
    """
    found = GameFindings(record.identity, len(record.entries), record.status is Status.WON)
    is_fair, board = record.setup.guesses is Guesses.FAIR, record.board
    if board is None:
        return found
    for step in review(record).steps:
        entry = step.entry
        if entry.by != PLAYER or entry.is_flagging or entry.free:
            continue
        if entry.certain is None:
            found = replace(found, unjudged=found.unjudged + 1)
        elif entry.certain or entry.is_needless:
            found = _with_certainty(found, step, board, is_fair)
        elif not is_fair:
            found = _with_guess(found, step)
    return found


# Where something was certain


def _with_certainty(
    found: GameFindings, step: ReviewStep, board: Board, is_fair: bool
) -> GameFindings:
    """A certain move, or a needless guess."""
    entry = step.entry
    try:
        way = way_on(step.view, entry.cell, budget=CLICK_BUDGET)
        if way is None:  # only where the budget ended the search for a harder technique
            return replace(found, unjudged=found.unjudged + 1)
        if not entry.is_needless:
            return replace(found, met=_added(found.met, way.kind, Met(met=1)))
        given_up = 1.0 if is_fair else _given_up_needlessly(step, board)
    except TOO_HARD:
        return replace(found, unjudged=found.unjudged + 1)
    return replace(
        found,
        needless=found.needless + 1,
        met=_added(found.met, way.kind, Met(1, 1, step.seconds)),
        given_up_needless=found.given_up_needless + given_up,
        verdicts=_counted(found.verdicts, Verdict.NEEDLESS),
        lessons=found.lessons + _lesson(step, way.kind, given_up),
    )


def _given_up_needlessly(step: ReviewStep, board: Board) -> float:
    judged = step.judged
    if judged is not None and judged.given_up is not None:
        return judged.given_up
    return (step.entry.mine_probability or 0.0) * chance_after_certain(step.view, board)


def chance_after_certain(view: View, board: Board) -> float:
    """Open all that is certain on a board, and return the chance of winning from there on.

    >>> chance_after_certain(View.parse("#1##", mines=1), Board.from_mines(1, 4, [(0, 0)]))
    1.0
    """
    level = Level(board.height, board.width, board.level.mines, StartRule.ANY)
    game = Game(level, board=board, position=view.with_flags(()))
    while game.status is Status.PLAYING:
        safe = analyze(game.view, budget=CLICK_BUDGET).safe
        if not safe:
            return winning_chance(game.view)
        for cell in sorted(safe):
            if game.status is Status.PLAYING:
                game.reveal(cell)
    return 1.0


def winning_chance(view: View) -> float:
    """The chance of winning by best play where nothing is certain, as the expert estimates it.

    >>> winning_chance(View.parse("1#\\n##", mines=1))
    0.3333333333333333
    """
    reason = best_move(view, budget=SEARCH).reason
    if isinstance(reason, Searched):
        return reason.won / reason.layouts
    return reason.candidates[0].win_chance if isinstance(reason, Compared) else 0.0


# Where nothing was


def _with_guess(found: GameFindings, step: ReviewStep) -> GameFindings:
    judged = step.judged
    if judged is None:  # a chord, or too hard to count
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
