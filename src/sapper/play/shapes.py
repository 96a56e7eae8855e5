"""What leaves the process where that differs from the object it describes.

A shape's fields are the JSON of the command and the answers of the server; the server's OpenAPI
description and the types of the page are derived from them. Where an object is its own shape
(`Level`, `Move`, `Entry`, `Hint`, `Why`, …), it is sent as it is.

The names are those of the description, so import the module: `shapes.Game` is a game as it is sent.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from sapper import errors
from sapper.agents import base
from sapper.agents.base import ByLayouts, Conclusions, Reason
from sapper.agents.expert import Compared, FirstCell, Searched
from sapper.agents.judging import JudgedMove, Verdict
from sapper.agents.registry import AGENTS, make_agent
from sapper.exact import analysis as exact
from sapper.exact.budgets import COUNT_BUDGET
from sapper.formats import to_address
from sapper.game import Status, WinningRule
from sapper.grid import Cell
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.measures import GameMeasures
from sapper.play import asking, review
from sapper.play.numbers import Numbers
from sapper.play.record import STRONGEST, Entry, Setup
from sapper.play.saying import agent_summary, say_incomplete, say_judged, say_rule
from sapper.play.saying import say as say_entry
from sapper.play.table import Table
from sapper.proof import steps as proof
from sapper.proof.check import check
from sapper.proof.short import in_short_form, read_any_form
from sapper.proof.steps import Derivation, Grade
from sapper.proof.technique import BoardGrade
from sapper.proof.written import WrittenDerivation, WrittenOdds, written
from sapper.reading.doubts import Doubt, Reading
from sapper.view import View

Chances: TypeAlias = tuple[tuple[float | None, ...], ...]
"""The chance of a mine in each cell, row by row; None where it is revealed or not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """An agent and how it plays; `chosen` if the server's command line names it."""

    name: str
    summary: str
    chosen: bool = False


def agents(chosen: str | None = None) -> list[Agent]:
    """All the agents there are, and which of them was chosen beforehand.

    >>> agents()[0].name
    'random'
    """
    return [Agent(name=name, summary=agent_summary(name), chosen=name == chosen) for name in AGENTS]


# Games


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetup:
    """How a game is set up; `level` is null unless it is a named one.

    `rule` is the rule for guesses in a few words, with the grade; empty for the usual rule.
    `position` is the address of the position that the game began with, if it was given one.
    `seed` (as text: it may be too long for a float), `index` and `first` tell where the mines are,
    so they are null until the game is over.
    """

    level: str | None
    height: int
    width: int
    mines: int
    start: StartRule
    winning: WinningRule
    agent: str
    disclosed: int | None
    guesses: Guesses
    grade: BoardGrade | None
    rule: str
    position: str | None
    seed: str | None
    index: int | None
    first: Cell | None


def level_fields(level: Level) -> dict[str, Any]:
    """The level of a game, field by field.

    >>> level_fields(LEVELS["beginner"])["level"], level_fields(Level(2, 3, 1))["level"]
    ('beginner', None)
    """
    return {
        "level": level.name if level.name in LEVELS else None,
        "height": level.height,
        "width": level.width,
        "mines": level.mines,
        "start": level.start,
    }


def setup_fields(setup: Setup, status: Status) -> dict[str, Any]:
    """The fields of a `GameSetup`, for the shapes that have them."""
    is_over = status is not Status.PLAYING
    has_seed = setup.position is None or setup.is_continued
    return {
        **level_fields(setup.level),
        "winning": setup.winning,
        "agent": setup.agent,
        "disclosed": setup.disclosed,
        "guesses": setup.guesses,
        "grade": setup.grade,
        "rule": say_rule(setup),
        "position": setup.position,
        "seed": str(setup.seed) if is_over and has_seed else None,
        "index": setup.index if is_over else None,
        "first": setup.first if is_over else None,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(GameSetup):
    """How a game stands.

    `rows` are covered while the game is `paused`. `first_free`: the next cell opened can't be a
    mine, for the mines are laid around it. `say` tells what the last turn did, `reason` why an
    agent made it; `notice`, usually empty, that games can't be saved. `numbers` is null before the
    first turn, and on a huge board.
    """

    id: str
    rows: list[str]
    status: Status
    paused: bool
    seconds: float
    mines_left: int
    turns: int
    first_free: bool
    last: Entry | None
    say: str
    notice: str
    reason: Reason | None
    numbers: Numbers | None

    @classmethod
    def of(cls, table: Table, *, say: str, notice: str = "", reason: Reason | None = None) -> Game:
        """A game as it stands: before its end nothing tells where the mines are."""
        return cls(
            **setup_fields(table.setup, table.status),
            id=table.identity,
            rows=table.rows,
            status=table.status,
            paused=table.is_paused,
            seconds=round(table.seconds, 3),
            mines_left=table.mines_left,
            turns=table.turns,
            first_free=table.is_first_free,
            last=table.last,
            say=say,
            notice=notice,
            reason=reason,
            numbers=numbers_of(table.measures) if table.turns else None,
        )


def numbers_of(measures: GameMeasures | None) -> Numbers | None:
    """The measures of a game as they are sent, where there are any."""
    return None if measures is None else Numbers.of(measures)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedGuess:
    """A guess beside the best one, by their chances of winning.

    `uncertainty` says to within how much their difference is known; 0 if it is exact. Of a needless
    guess the chances may be null.
    """

    verdict: Verdict
    best: Cell | None
    win_chance: float | None
    best_chance: float | None
    uncertainty: float
    words: str

    @classmethod
    def of(cls, judged: JudgedMove) -> JudgedGuess:
        """A judgement as it is sent."""
        return cls(
            verdict=judged.verdict,
            best=judged.best,
            win_chance=judged.win_chance,
            best_chance=judged.best_chance,
            uncertainty=judged.uncertainty,
            words=say_judged(judged),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewStep:
    """One turn of a game: the rows before it, and how good the choice was.

    `skill` is what the choice gave away against the safest cell (0 at best); where it gave anything
    away, `best_cell` is that cell. `luck` is how the turn went against its odds.
    """

    rows: list[str]
    entry: Entry
    words: str
    best_cell: Cell | None
    skill: float
    luck: float
    missed_certain: bool
    judged: JudgedGuess | None = None

    @classmethod
    def of(cls, step: review.ReviewStep) -> ReviewStep:
        """A step; its best cell only where needed, for that takes an analysis."""
        return cls(
            rows=str(step.view).splitlines(),
            entry=step.entry,
            words=say_entry(step.entry),
            best_cell=step.best_cell if step.skill < 0 else None,
            skill=step.skill,
            luck=step.luck,
            missed_certain=step.missed_certain,
            judged=None if step.judged is None else JudgedGuess.of(step.judged),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A game reviewed step by step; `deciding` is the index of a step."""

    id: str
    status: Status
    steps: list[ReviewStep]
    final_rows: list[str]
    skill: float
    luck: float
    survival: float
    guesses: int
    missed_certain: int
    deciding: int | None
    words: list[str]
    numbers: Numbers | None

    @classmethod
    def of(cls, identity: str, seen: review.Review) -> Review:
        """The review of the game of that identity."""
        return cls(
            id=identity,
            status=seen.status,
            steps=[ReviewStep.of(step) for step in seen.steps],
            final_rows=str(seen.final).splitlines(),
            skill=seen.skill,
            luck=seen.luck,
            survival=seen.survival,
            guesses=seen.guesses,
            missed_certain=seen.missed_certain,
            deciding=seen.deciding,
            words=seen.words(),
            numbers=numbers_of(seen.measures),
        )


# Positions


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
