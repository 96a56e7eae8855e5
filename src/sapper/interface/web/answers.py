"""What the server answers, described for the OpenAPI page and for whoever writes a client.

The answers are made as plain data and sent as they are: these descriptions are not run over them
at each click. The tests check that they hold.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, Field

from sapper.game import WinningRule
from sapper.level import StartRule

Cell: TypeAlias = Annotated[list[int], Field(min_length=2, max_length=2)]
"""`[row, column]`, counted from 0."""


class Problem(BaseModel):
    """What went wrong, in one sentence."""

    error: str


class LevelShown(BaseModel):
    """A named level."""

    name: str
    height: int
    width: int
    mines: int
    start: StartRule


class AgentShown(BaseModel):
    """An agent and how it plays."""

    name: str
    summary: str


class EntryShown(BaseModel):
    """One turn: what was done, what it opened, and the risk that was taken."""

    number: int
    action: str
    cell: Cell
    opened: list[Cell]
    seconds: float
    by: str
    free: bool
    certain: bool | None
    mine_probability: float | None
    best_probability: float | None
    status: str
    exploded: Cell | None


class GameShown(BaseModel):
    """How a game stands. Seed and index are there only after the end.

    `say` tells what the last turn did; `notice`, mostly empty, that games can't be kept.
    """

    id: str
    level: str | None
    height: int
    width: int
    mines: int
    start: StartRule
    winning: WinningRule
    agent: str
    rows: list[str]
    status: Literal["playing", "won", "lost"]
    seconds: float
    mines_left: int
    turns: int
    last: EntryShown | None
    say: str
    notice: str
    seed: str | None = None
    index: int | None = None
    reason: dict[str, Any] | None = None


class KeptShown(BaseModel):
    """A game in the list of those that are kept.

    `own`: the player played alone, and on a board not seen before. Seed and index are there only
    after the end.
    """

    id: str
    level: str | None
    height: int
    width: int
    mines: int
    start: StartRule
    winning: WinningRule
    agent: str
    status: Literal["playing", "won", "lost"]
    seconds: float
    turns: int
    started: str
    changed: str
    own: bool
    seed: str | None = None
    index: int | None = None


class StatisticsShown(BaseModel):
    """How the player has done at one level, under one start and one winning rule.

    Only finished games count that were played alone and on a new board; `others` were not.
    """

    level: str
    start: StartRule
    winning: WinningRule
    played: int
    won: int
    best_seconds: float | None
    streak: int
    longest_streak: int
    risk_taken: float
    risk_best: float
    others: int


class HintShown(BaseModel):
    """What to do next: open the cell, or flag it where flags win and only mines are left."""

    cell: Cell
    certain: bool
    mine_probability: float | None
    words: str
    action: Literal["reveal", "flag"]


class OddsShown(BaseModel):
    """The chance of each cell to be a mine (null where it is open), and all that is certain."""

    probability: list[list[float | None]]
    safe: list[Cell]
    mines: list[Cell]
    best: Cell | None


class LineShown(BaseModel):
    """One line of an explanation, and the cells to point at while it is read."""

    words: str
    depth: int
    numbers: list[Cell]
    cells: list[Cell]
    safe: list[Cell]
    mines: list[Cell]


class WhyShown(BaseModel):
    """Why a cell is safe or a mine, line by line; or its odds, which are told by the heading."""

    kind: Literal["derivation", "odds"]
    cell: Cell
    heading: list[str]
    numbers: list[Cell]
    lines: list[LineShown]


class ByLayoutsShown(BaseModel):
    """Counted: of all layouts of the `hidden` cells, none or the fewest have a mine here."""

    kind: Literal["layouts"]
    hidden: int


class FirstCellShown(BaseModel):
    """Nothing is open yet: the best first cell under this start rule."""

    kind: Literal["first"]
    start: StartRule


class SearchedShown(BaseModel):
    """The rest of the game was searched: best play wins `won` of `layouts`."""

    kind: Literal["searched"]
    won: int
    layouts: int


class CandidateShown(BaseModel):
    """A guess that was compared with others: its risk, and the estimated chance of winning."""

    cell: Cell
    mine_probability: float
    win_chance: float


class ComparedShown(BaseModel):
    """Guesses were compared by what they lead to; the chosen one comes first."""

    kind: Literal["compared"]
    candidates: list[CandidateShown]
    decided_by: str


ReasonShown: TypeAlias = Annotated[
    ByLayoutsShown | FirstCellShown | SearchedShown | ComparedShown, Field(discriminator="kind")
]


class MoveShown(BaseModel):
    """The strongest agent's move; the reason's `kind` says what else the reason holds."""

    cell: Cell
    certain: bool
    mine_probability: float | None
    reason: ReasonShown


class SettledShown(BaseModel):
    """The hidden cells that an agent knows to be safe, and those it knows to be mines."""

    safe: list[Cell]
    mines: list[Cell]


class KnowledgeShown(BaseModel):
    """What each of the reasoning agents knows at the same position."""

    sentence: SettledShown
    resolution: SettledShown
    exact: SettledShown


class PositionShown(BaseModel):
    """A position, and the address that shares it."""

    height: int
    width: int
    mines: int
    rows: list[str]
    address: str


class ContradictionShown(BaseModel):
    """Numbers that can't all be true at once."""

    message: str
    cells: list[Cell]
    needs_total: bool


class AnalysisShown(BaseModel):
    """All that follows from a position.

    Where the numbers clash there are no odds. `board` is there for a file that tells where the
    mines are: its rows with all the numbers; the position is then that of an untouched game.
    """

    position: PositionShown
    board: list[str] | None
    safe: list[Cell]
    mines: list[Cell]
    probability: list[list[float | None]] | None
    best: MoveShown | None
    contradiction: ContradictionShown | None


class StepShown(BaseModel):
    """One turn of a finished game: the rows before it, and what there was instead.

    `skill` is what the choice gave away against the safest cell (0 at best), which is `best_cell`
    where anything was; `luck` is how the turn went against its odds.
    """

    rows: list[str]
    entry: EntryShown
    words: str
    best_cell: Cell | None
    skill: float
    luck: float
    missed_certain: bool


class ReviewShown(BaseModel):
    """A finished game looked at again; `deciding` is the place of a step, counted from 0."""

    status: Literal["playing", "won", "lost"]
    steps: list[StepShown]
    final_rows: list[str]
    skill: float
    luck: float
    survival: float
    guesses: int
    missed_certain: int
    deciding: int | None
    words: list[str]
