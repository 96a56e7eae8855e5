"""What the tools are called with, checked and bounded before anything is done with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from sapper.errors import BadInput, LevelError
from sapper.level import Guesses, Level, StartRule
from sapper.proof.technique import BoardGrade
from sapper.seed import BOARD_SEED_BITS
from sapper.view import View

MOST_CELLS = 2_500
"""Larger boards are more text than a model reads with profit."""
LONGEST_NAME = 60
MOST_NESTED = 200
"""Lists and objects within one another: more than the deepest derivation takes that is read."""

Cell = Annotated[
    list[Annotated[int, Field(ge=0, lt=MOST_CELLS)]],
    Field(min_length=2, max_length=2, description="[row, column], counted from 0 at the top left"),
]
GameIdentity = Annotated[str, Field(max_length=LONGEST_NAME, description="the id of a game")]


def _not_too_deep(content: Any) -> Any:
    """The content itself: deeper, it can't be sent to a worker."""
    layer = [content]
    for _ in range(MOST_NESTED):
        layer = [inner for outer in layer for inner in _parts(outer)]
    if layer:
        raise ValueError(f"has more than {MOST_NESTED} lists and objects within one another")
    return content


def _parts(content: Any) -> Iterable[Any]:
    """What a list or an object holds."""
    if isinstance(content, dict):
        return content.values()
    return content if isinstance(content, list) else ()


class Arguments(BaseModel):
    """The arguments of a tool; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid")


class NewGame(Arguments):
    """A game to start."""

    level: Annotated[str, Field(max_length=LONGEST_NAME)] = Field(
        "beginner", description="beginner, intermediate, expert, or a size such as 9x9/10"
    )
    start: StartRule | None = Field(
        None, description="what the first click may hit; by default the level's own rule"
    )
    guesses: Guesses = Field(
        Guesses.ANY, description="none: a board that needs no guess from the first cell opened on"
    )
    grade: BoardGrade | None = Field(
        None, description="how hard a board without guesses is; implies guesses: none"
    )
    seed: Annotated[int, Field(ge=0, lt=1 << BOARD_SEED_BITS)] | None = Field(
        None, description="the same seed gives the same board; random by default"
    )

    def read_level(self) -> Level:
        """The level, if it is not too large."""
        level = Level.of(self.level, self.start)
        if level.cells > MOST_CELLS:
            size = f"{level.height}×{level.width}"
            raise LevelError(f"{size} is too large: at most {MOST_CELLS:,} cells")
        return level


class GameRequest(Arguments):
    """A game that was started here."""

    game: GameIdentity


class CellRequest(GameRequest):
    """A cell of a game."""

    cell: Cell


class FlagRequest(CellRequest):
    """A flag to set or to remove."""

    flagged: bool = Field(True, description="false removes the flag")


class PositionRequest(BaseModel):
    """A position as games and analyses show it; whatever else they tell of it is ignored."""

    rows: Annotated[
        list[Annotated[str, Field(max_length=MOST_CELLS)]], Field(max_length=MOST_CELLS)
    ]
    mines: Annotated[int, Field(ge=0, le=MOST_CELLS)]


class ViewRequest(Arguments):
    """A game that was started here, or any position."""

    game: GameIdentity | None = None
    position: PositionRequest | None = Field(
        None,
        description="instead of a game: rows of digits, # for hidden cells, and the mine total",
    )

    def read_position(self) -> View | None:
        """The position, if one is given instead of a game."""
        if (self.game is None) == (self.position is None):
            raise BadInput("give a game (its id) or a position (rows and mines)")
        if self.position is None:
            return None
        rows = self.position.rows
        if sum(len(row) - row.count(" ") for row in rows) > MOST_CELLS:  # before each is read
            raise LevelError(f"the position is too large: at most {MOST_CELLS:,} cells")
        return View.parse("\n".join(rows), mines=self.position.mines)


class WhyRequest(ViewRequest):
    """A hidden cell of a game or a position."""

    cell: Cell


class CheckRequest(ViewRequest):
    """A derivation to check against a game or a position."""

    derivation: Annotated[dict[str, Any], AfterValidator(_not_too_deep)] = Field(
        description='as explain answers it, in full or short: {"cell": [0, 2], "is_mine": false, '
        '"steps": [{"minus": [[1, 1], [1, 0]]}]}'
    )
