"""What leaves the process where that differs from the object it describes: agents and games.

A shape's fields are the JSON of the command and the answers of the server; the server's OpenAPI
description and the types of the page are derived from them. Where an object is its own shape
(`Level`, `Entry`, `Hint`, `Why`, …), it is sent as it is. Positions and what follows from them are
in `position_shapes`.

The names are those of the description, so import the module: `shapes.Game` is a game as it is sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper.agents.base import Reason
from sapper.agents.judging import JudgedMove, Verdict
from sapper.agents.registry import AGENTS
from sapper.game import Status, WinningRule
from sapper.grid import Cell
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.measures import GameMeasures
from sapper.play import review
from sapper.play.numbers import Numbers
from sapper.play.record import Entry, Setup
from sapper.play.saying import agent_summary, say_judged, say_rule
from sapper.play.saying import say as say_entry
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade


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
