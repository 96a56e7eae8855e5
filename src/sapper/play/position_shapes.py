"""Positions as they leave the process, with all that follows from them, and why.

As in `shapes`, the names are those of the description: `position_shapes.Analysis` is an analysis as
it is sent.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from sapper import errors
from sapper.agents import base
from sapper.agents.base import ByLayouts, Conclusions
from sapper.agents.expert import Compared, FirstCell, Searched
from sapper.agents.registry import make_agent
from sapper.exact import analysis as exact
from sapper.exact.budgets import COUNT_BUDGET
from sapper.formats import to_address
from sapper.grid import Cell
from sapper.level import StartRule
from sapper.play import asking
from sapper.play.record import STRONGEST
from sapper.play.saying import say_incomplete
from sapper.proof import steps as proof
from sapper.proof.check import check
from sapper.proof.short import in_short_form, read_any_form
from sapper.proof.steps import Derivation, Grade
from sapper.proof.written import WrittenDerivation, WrittenOdds, written
from sapper.reading.doubts import Doubt, Reading
from sapper.view import View

Chances: TypeAlias = tuple[tuple[float | None, ...], ...]
"""The chance of a mine in each cell, row by row; None where it is revealed or not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position, and the address that shares it."""

    height: int
    width: int
    mines: int
    rows: list[str]
    address: str

    @classmethod
    def of(cls, view: View) -> Position:
        """A view as it is sent.

        >>> Position.of(View.parse("1#", mines=1)).rows
        ['1#']
        """
        return cls(
            height=view.height,
            width=view.width,
            mines=view.mines,
            rows=str(view).splitlines(),
            address=to_address(view),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The chance of a mine in each cell (null where revealed), what is certain, the safest cell.

    Where the budget ran out, the odds are not `complete`: some are unknown (null), more may be
    certain than is known, and the `notice` says so.
    """

    probability: Chances
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    best: Cell | None
    complete: bool
    notice: str

    @classmethod
    def of(cls, analysis: exact.Analysis) -> Odds:
        """The odds of an analysis.

        >>> Odds.of(asking.odds(View.parse("#1##", mines=1)))
        Odds(probability=((0.5, None, 0.5, 0.0),), safe=frozenset({(0, 3)}), mines=frozenset(),
             best=(0, 3), complete=True, notice='')
        """
        return cls(
            probability=_chances(analysis),
            safe=analysis.safe,
            mines=analysis.mines,
            best=analysis.safest,
            complete=analysis.complete,
            notice=say_incomplete(analysis),
        )


def _chances(analysis: exact.Analysis) -> Chances:
    return tuple(
        tuple(chance if chance == chance else None for chance in row)  # nan: revealed or unknown
        for row in analysis.mine_probability.tolist()
    )


@dataclass(frozen=True, slots=True)
class Move(base.Move):
    """The strongest agent's move; the `kind` of its reason tells which other fields that has."""

    reason: ByLayouts | FirstCell | Searched | Compared = field(compare=False)

    @classmethod
    def of(cls, move: base.Move) -> Move:
        """A move that the strongest agent chose, which has no other reasons than these."""
        return cls(move.cell, move.certain, move.mine_probability, cast("Any", move.reason))


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureWarning:
    """What may be wrong with a position that was read from a picture: what about, and where."""

    about: Doubt
    message: str
    cells: list[Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureReading:
    """A position that was read from a picture."""

    position: Position
    warnings: list[PictureWarning]

    @classmethod
    def of(cls, reading: Reading) -> PictureReading:
        """A reading as it is sent."""
        warnings = [
            PictureWarning(about=each.about, message=each.message, cells=list(each.cells))
            for each in reading.warnings
        ]
        return cls(position=Position.of(reading.view), warnings=warnings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """Numbers that can't all be true at once."""

    message: str
    cells: list[Cell]
    needs_total: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """All that follows from a position.

    `best` is the strongest agent's move; where its budget or that of the odds runs out, the first
    certainly safe cell; null if none is known, or only mines are left. `probability` is null for
    revealed cells and for unknown odds. `layouts` is how many layouts are possible: as text, for
    that may be too long for a float; null where counting them would take too long. An inconsistent
    position has a `contradiction` and no odds. `board` is there for a file that tells where the
    mines are: its rows with all the numbers; the position is then that of an untouched game.
    `complete` and `notice` are those of the odds.
    """

    position: Position
    board: list[str] | None
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    probability: Chances | None
    best: Move | None
    layouts: str | None
    contradiction: Contradiction | None
    complete: bool
    notice: str

    @classmethod
    def of(
        cls,
        analysis: exact.Analysis,
        board: list[str] | None = None,
        *,
        count_budget: int | None = COUNT_BUDGET,
    ) -> Analysis:
        """An analysis with the best move.

        >>> analysis = Analysis.of(asking.odds(View.parse("#1##", mines=1)))
        >>> analysis.best.cell, analysis.layouts
        ((0, 3), '2')
        """
        return cls(
            position=Position.of(analysis.view),
            board=board,
            safe=analysis.safe,
            mines=analysis.mines,
            probability=_chances(analysis),
            best=_best_move(analysis),
            layouts=_in_full(asking.layouts_if_quick(analysis, count_budget)),
            contradiction=None,
            complete=analysis.complete,
            notice=say_incomplete(analysis),
        )

    @classmethod
    def of_inconsistent(
        cls, view: View, clash: errors.Contradiction, board: list[str] | None = None
    ) -> Analysis:
        """What is left to say of an inconsistent position."""
        return cls(
            position=Position.of(view),
            board=board,
            safe=frozenset(),
            mines=frozenset(),
            probability=None,
            best=None,
            layouts=None,
            contradiction=Contradiction(
                message=str(clash), cells=sorted(clash.cells), needs_total=clash.needs_total
            ),
            complete=True,
            notice="",
        )


def _best_move(analysis: exact.Analysis) -> Move | None:
    """The strongest agent's move; where that takes too long, a certain one, if known."""
    if analysis.complete:
        try:
            agent = make_agent(STRONGEST, start=StartRule.ANY)
            return Move.of(asking.choose(analysis.view, agent))
        except errors.NoMoveLeft:
            return None
        except errors.BudgetExceeded:
            pass
    certain = asking.certain_move(analysis)
    return None if certain is None else Move.of(certain)


def _in_full(number: int | None) -> str | None:
    """A number, however long."""
    if number is None:
        return None
    limit = sys.get_int_max_str_digits()  # Python refuses to write very long numbers
    sys.set_int_max_str_digits(0)
    try:
        return str(number)
    finally:
        sys.set_int_max_str_digits(limit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What each of the reasoning agents knows about the same position."""

    sentence: Conclusions
    resolution: Conclusions
    exact: Conclusions


# Reasons


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a cell is safe or a mine, or its odds: in `words`, line by line, and for a program.

    `short` is the derivation in its short form; null for odds.
    """

    words: list[str]
    answer: WrittenDerivation | WrittenOdds
    short: dict[str, Any] | None

    @classmethod
    def of(cls, answer: Derivation | proof.Odds) -> Explanation:
        """An answer to "why?" as it is sent.

        >>> from sapper.proof.search import explain
        >>> Explanation.of(explain(View.parse("1#", mines=1), (0, 1))).words
        ['(0, 1) is a mine. Grade: single, from 1 number.',
         '  1. The 1 at (0, 0): (0, 1) is a mine.']
        """
        return cls(
            words=str(answer).splitlines(),
            answer=written(answer),
            short=in_short_form(answer) if isinstance(answer, Derivation) else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedReason:
    """Whether a stated reason holds; if not, its first `problem`.

    That is what does not follow, or why it can't be read. `grade` is that of a reason that holds.
    """

    holds: bool
    problem: str | None
    grade: Grade | None

    @classmethod
    def of(cls, view: View, stated: Any) -> CheckedReason:
        """Check a derivation, in full or in the short form.

        >>> stated = {"cell": [0, 1], "is_mine": True, "steps": [{"number": [0, 0]}]}
        >>> CheckedReason.of(View.parse("1#", mines=1), stated)
        CheckedReason(holds=True, problem=None, grade=<Grade.SINGLE: 'single'>)
        """
        try:
            derivation = read_any_form(view, stated)
            check(view, derivation)
        except (errors.ParseError, errors.DoesNotFollow) as error:
            return cls(holds=False, problem=str(error), grade=None)
        return cls(holds=True, problem=None, grade=derivation.grade)
