"""What is told of a game: how it was set up, and what happened in it, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.agents.registry import AGENTS
from sapper.board import Board
from sapper.errors import LevelError, ParseError, SapperError, UnknownName
from sapper.formats import from_address
from sapper.game import Action, Game, Status, Turn, WinningRule, check_fair
from sapper.grid import Cell, check_cell
from sapper.level import Guesses, Level, StartRule
from sapper.play.hand import EMPTY_HAND, Hand
from sapper.proof.technique import BoardGrade
from sapper.seed import check_index, check_seed
from sapper.serialize import plain
from sapper.view import View

STRONGEST = "expert" if compiled else "exact"
"""The strongest agent there is here: the expert needs the compiled engine."""
PLAYER = "player"
"""Who did a turn, if it was no agent."""
FAST = "fast mode"
"""Who did a turn that was easy enough to be made for the player; no agent has a name like that."""
RECORDED = "recorded"
"""Who did a turn that a file tells of: nobody here knows whether that was this player."""
FLAGGING = (Action.FLAG, Action.UNFLAG)


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a game depends on but the player.

    >>> setup = Setup(Level.named("beginner"), seed=1)
    >>> Setup.from_json(setup.to_json()) == setup
    True
    """

    level: Level
    winning: WinningRule = WinningRule.REVEALED
    seed: int | None = None
    """None for a random board; a game under way always knows its seed."""
    index: int = 0
    agent: str = STRONGEST
    """Who makes the AI's moves."""
    disclosed: int | None = None
    """How many cells the start rule `given` shows; None for as many as the level has."""
    first: Cell | None = None
    """The cell around which the mines are laid; None if the first click decides that."""
    guesses: Guesses = Guesses.ANY
    grade: BoardGrade | None = None
    """How hard a board without guesses is; None for any grade."""
    layout: str | None = None
    """The mines as `pack` writes them, where seed and first cell do not tell: after the first turn
    of a game that is fair, or on a board without guesses; always where there is a `position`."""
    position: str | None = None
    """The address of the position that the game begins with; an untouched one if its board was
    given, too (`sapper.play.given`)."""

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "winning", WinningRule(self.winning))
        except ValueError:
            raise UnknownName("winning rule", self.winning, WinningRule) from None
        if self.agent not in AGENTS:
            raise UnknownName("agent", self.agent, AGENTS)
        object.__setattr__(self, "guesses", Guesses.of(self.guesses))
        if self.guesses is Guesses.FAIR:
            check_fair(self.winning)
        self._check_grade()
        check_seed(0 if self.seed is None else self.seed)
        check_index(self.index)
        if self.disclosed is not None and self.level.start is not StartRule.GIVEN:
            raise LevelError(
                f"cells are disclosed under the start rule 'given', not {self.level.start.value!r}"
            )
        if self.first is not None:
            checked = check_cell(self.first, self.level.height, self.level.width)
            object.__setattr__(self, "first", checked)
        if self.layout is not None:
            unpack(self.layout, self.level)
        self._check_position()

    def _check_position(self) -> None:
        if self.position is None:
            return
        if self.level.start is not StartRule.ANY or self.guesses is not Guesses.ANY:
            raise LevelError("a game that begins with a position has no other rules for its mines")
        view = from_address(self.position)
        size = view.height, view.width, view.mines
        if size != (self.level.height, self.level.width, self.level.mines):
            raise LevelError(f"the position is not one of {self.level.name}")

    @property
    def is_continued(self) -> bool:
        """Whether the game begins with a position that shows something."""
        return self.position is not None and from_address(self.position).revealed_count > 0

    @property
    def begins_covered(self) -> bool:
        """Whether nothing is shown before the first turn."""
        return self.position is None and self.level.start is not StartRule.GIVEN

    def _check_grade(self) -> None:
        start = self.level.start
        if self.guesses is Guesses.NONE and start not in (StartRule.SAFE, StartRule.OPENING):
            raise LevelError(
                "a board that needs no guess goes with the start rule 'safe' or 'opening', "
                f"not {start.value!r}"
            )
        if self.grade is not None:
            object.__setattr__(self, "grade", BoardGrade.of(self.grade))
            if self.guesses is not Guesses.NONE:
                raise LevelError("only a board that needs no guess has a grade")

    def game(self) -> Game:
        """A game that begins so.

        With a `layout` it is the game of a record, in which the mines stay where they are.
        """
        board = position = None
        if self.position is not None:
            if self.layout is None:
                raise LevelError("a game that begins with a position lacks its mines")
            position = from_address(self.position)
            board = Board.from_layout(unpack(self.layout, self.level))
        elif self.first is not None and self.seed is not None:
            board = Board(self.level, self.seed, self.index, self.first)
        game = Game(
            self.level,
            seed=self.seed,
            index=self.index,
            board=board,
            winning=self.winning,
            disclosed=self.disclosed,
            fair=self.guesses is Guesses.FAIR and self.layout is None,
            position=position,
        )
        if (
            self.layout is not None and position is None
        ):  # the cells disclosed are still those of the first layout
            game.board = Board.from_layout(unpack(self.layout, self.level))
        return game

    def to_json(self) -> dict[str, Any]:
        """The setup as it is kept."""
        setup = plain(self)
        level = setup.pop("level")
        return {"level": level.pop("name"), **level, **setup}

    @classmethod
    def from_json(cls, content: Any) -> Setup:
        """Read what `to_json` wrote; a `SapperError` says what is wrong with anything else."""
        with _reading("a setup"):
            size = content["height"], content["width"], content["mines"]
            level = Level(*size, content["start"], str(content["level"]))
            return cls(
                level,
                content["winning"],
                content["seed"],
                content["index"],
                content["agent"],
                content["disclosed"],
                None if content["first"] is None else tuple(content["first"]),
                content["guesses"],
                content["grade"],
                content["layout"],
                content["position"],
            )


def pack(layout: NDArray[np.bool_]) -> str:
    """A layout as hexadecimal digits: a bit per cell, row by row.

    >>> pack(np.array([[True, False, True]]))
    'a0'
    """
    return np.packbits(layout).tobytes().hex()


def unpack(digits: str, level: Level) -> NDArray[np.bool_]:
    """The layout that `pack` wrote; a `ParseError` if it is none of the level.

    >>> unpack("a0", Level(1, 3, 2)).astype(int).tolist()
    [[1, 0, 1]]
    """
    try:
        bits = np.frombuffer(bytes.fromhex(digits), dtype=np.uint8)
    except (TypeError, ValueError):
        bits = np.empty(0, dtype=np.uint8)
    if len(bits) != -(-level.cells // 8):
        raise ParseError(f"this is not a layout of {level.cells} cells")
    layout = np.unpackbits(bits, count=level.cells).astype(np.bool_)
    if int(layout.sum()) != level.mines:
        raise ParseError(f"the layout has {int(layout.sum())} mines, the level {level.mines}")
    return layout.reshape(level.height, level.width)


@dataclass(frozen=True, slots=True)
class Entry:
    """One turn in the list of moves, and the risk that was taken.

    The chances are exact, and of the position before the turn: `mine_probability` that the turn
    would meet a mine, `best_probability` that the safest cell was one. They and `certain` are None
    for flags, and where counting would have taken too long.
    """

    number: int
    """Counted from 1."""
    action: Action
    cell: Cell
    opened: tuple[Cell, ...] = ()
    seconds: float = 0.0
    """What the clock showed."""
    by: str = PLAYER
    """`player`, `fast mode`, `recorded` in a replay from a file, or the name of an agent."""
    free: bool = False
    """Whether the start rule kept the cell free of mines: then there was no risk."""
    certain: bool | None = None
    """Whether it followed from the position that no mine would be met."""
    mine_probability: float | None = None
    best_probability: float | None = None
    status: Status = Status.PLAYING
    """How the game stood after the turn."""
    exploded: Cell | None = None
    """The mine that the turn met."""
    fair: bool = False
    """Whether the game is fair: then the rule, not the chances, decided what was met."""

    @property
    def is_flagging(self) -> bool:
        """Whether a flag was set or taken off, and nothing opened."""
        return self.action in FLAGGING

    @property
    def is_by_hand(self) -> bool:
        """Whether a person made it: neither an agent nor fast mode."""
        return self.by in (PLAYER, RECORDED)

    @property
    def is_by_agent(self) -> bool:
        """Whether an agent made it: not a person, nor fast mode for them."""
        return not self.is_by_hand and self.by != FAST

    @property
    def is_guess(self) -> bool:
        """Whether the turn was a risk."""
        return self.certain is False and not self.free

    @property
    def is_needless(self) -> bool:
        """Whether it was a guess though a cell was certainly safe."""
        return self.is_guess and self.best_probability == 0

    @classmethod
    def from_json(cls, content: Any) -> Entry:
        """Read an entry from JSON."""
        with _reading("an entry"):
            exploded = content["exploded"]
            return cls(
                content["number"],
                Action(content["action"]),
                tuple(content["cell"]),
                tuple((row, column) for row, column in content["opened"]),
                content["seconds"],
                content["by"],
                content["free"],
                content["certain"],
                content["mine_probability"],
                content["best_probability"],
                Status(content["status"]),
                None if exploded is None else tuple(exploded),
                content["fair"],
            )


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is kept: all that is needed to play it again."""

    identity: str
    setup: Setup
    entries: tuple[Entry, ...] = ()
    status: Status = Status.PLAYING
    seconds: float = 0.0
    hand: Hand = EMPTY_HAND
    """What the player's hand did besides the turns."""

    @property
    def knows_rules(self) -> bool:
        """Whether its start rule and its seed are known: a file may tell the board alone."""
        return self.setup.position is None or all(entry.by != RECORDED for entry in self.entries)

    @property
    def board(self) -> Board | None:
        """Where the mines are in the end; None before any were laid."""
        setup = self.setup
        if setup.layout is not None:
            return Board.from_layout(unpack(setup.layout, setup.level))
        laid = setup.game().board
        opened = (entry.cell for entry in self.entries if entry.action is Action.REVEAL)
        first = next(opened, None)
        if laid is not None or first is None or setup.seed is None:
            return laid
        return Board(setup.level, setup.seed, setup.index, first)


@dataclass(frozen=True, slots=True)
class After:
    """How a game stood after a turn."""

    turn: Turn
    view: View
    status: Status
    exploded: Cell | None


def replay(setup: Setup, turns: Iterable[tuple[Action, Cell]]) -> Iterator[After]:
    """Do the same in a game that is set up the same.

    >>> setup = Setup(Level.named("beginner"), seed=3)
    >>> [after.turn.opened for after in replay(setup, [(Action.REVEAL, (0, 0))])]
    [((0, 0),)]
    """
    game = setup.game()
    for number, (action, cell) in enumerate(turns, start=1):
        turn = act(game, action, cell)
        if turn is None or turn.action is not action:
            raise ParseError(f"turn {number} can't be: {action.value} {cell}")
        yield After(turn, game.view, game.status, game.exploded)


def act(game: Game, action: Action, cell: Cell) -> Turn | None:
    """Do one thing in a game; None if that changed nothing."""
    before = game.last_move
    match action:
        case Action.REVEAL:
            game.reveal(cell)
        case Action.CHORD:
            game.chord(cell)
        case Action.FLAG | Action.UNFLAG:
            game.flag(cell)
    turn = game.last_move
    return None if turn is before else turn


@contextmanager
def _reading(what: str) -> Iterator[None]:
    """Turn what plain data of the wrong shape raises into a `ParseError`."""
    try:
        yield
    except SapperError:
        raise
    except KeyError as error:
        raise ParseError(f"{what} lacks {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise ParseError(f"this is not {what}: {error}") from None
