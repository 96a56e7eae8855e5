"""The game: the referee of a board that a player opens move by move."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sapper.board import Board
from sapper.catalogue import ENGLISH, form, speaking, spoken
from sapper.errors import GameOver, LevelError, UnknownName
from sapper.fair import fair_board
from sapper.grid import Cell, check_cell, neighbours
from sapper.level import Level, StartRule
from sapper.seed import SHORT_SEED_BITS, check_index, check_seed, seed_of_chance
from sapper.view import Positions, View

if TYPE_CHECKING:
    from sapper.picture.board import Picture


class Status(StrEnum):
    """The status of a game."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class WinningRule(StrEnum):
    """What wins a game."""

    REVEALED = "revealed"
    """Every safe cell is open."""
    FLAGGED = "flagged"
    """Every mine is flagged, and no other cell: the AI course's rule."""


class Action(StrEnum):
    """What a player did to a cell."""

    REVEAL = "reveal"
    FLAG = "flag"
    UNFLAG = "unflag"
    CHORD = "chord"


@dataclass(frozen=True, slots=True)
class Turn:
    """One action of a player, and the cells it opened."""

    action: Action
    cell: Cell
    opened: tuple[Cell, ...] = ()


class Game:
    """One game of Minesweeper.

    >>> game = Game.new("beginner", seed=3)
    >>> opened = game.reveal((0, 0))
    >>> print(game.view)
    1########
    #########
    #########
    #########
    #########
    #########
    #########
    #########
    #########
    >>> game.status
    <Status.PLAYING: 'playing'>

    Under the start rules `safe` and `opening` the mines are laid on the first reveal; until then
    `board` is None. A game may also begin with a `position` of a given board.

    In a `fair` game `board` changes: a guess moves mines that nobody has seen, into its way if
    something was certain and out of it otherwise (`sapper.fair`).
    """

    def __init__(
        self,
        level: Level,
        *,
        seed: int | None = None,
        index: int = 0,
        board: Board | None = None,
        winning: WinningRule | str = WinningRule.REVEALED,
        disclosed: int | None = None,
        fair: bool = False,
        position: View | None = None,
    ) -> None:
        try:
            self.winning = WinningRule(winning)
        except ValueError:
            raise UnknownName("winning rule", winning, WinningRule) from None
        self.level = level
        self.fair = fair
        if fair:
            check_fair(self.winning)
        seed = seed_of_chance(SHORT_SEED_BITS) if seed is None else seed
        check_seed(seed)  # now, even if the mines are laid later
        check_index(index)
        self.seed, self.index = int(seed), int(index)
        if board is not None and (board.height, board.width) != (level.height, level.width):
            raise LevelError(
                f"the board is {board.height}×{board.width}, the level {level.height}×{level.width}"
            )
        self.board = board
        self.exploded: Cell | None = None
        self.status = Status.PLAYING
        self.view = View(level.height, level.width, level.mines, owner=self)
        self._closed: NDArray[np.bool_] = np.ones(level.cells, dtype=np.bool_)
        # Disclosed zeros: they opened nothing themselves, but an opening spreads through them.
        self._asleep: NDArray[np.bool_] = np.zeros(level.cells, dtype=np.bool_)
        self._turns: list[Turn] = []
        if disclosed is not None and level.start is not StartRule.GIVEN:
            raise LevelError(
                f"cells are disclosed under the start rule 'given', not {level.start.value!r}"
            )
        if self.board is None and level.start in (StartRule.ANY, StartRule.GIVEN):
            self.board = Board(level, self.seed, index)
        if self.board is not None and level.start is StartRule.GIVEN:
            # Only the disclosed cells are shown: a 0 among them opens nothing by itself.
            given = self.board.disclosed(disclosed)
            numbers = self.board.numbers.ravel()
            places = np.array([row * level.width + column for row, column in given], dtype=np.intp)
            self._show(places, numbers[places])
        if position is not None:
            self._begin_with(position)
        self._judge()

    def _begin_with(self, position: View) -> None:
        """Show what a position shows, flags included; zeros in it have opened nothing."""
        shown = position.numbers.ravel()
        places = np.flatnonzero(shown >= 0)
        if self.board is None or (position.height, position.width, position.mines) != (
            self.level.height,
            self.level.width,
            len(self.board.mines),
        ):
            raise LevelError("a game that begins with a position needs a board of its size")
        agrees = self.board.numbers.ravel()[places] == shown[places]
        if self.board.layout.ravel()[places].any() or not agrees.all():
            raise LevelError("the board does not agree with the position")
        self._show(places, shown[places])
        self.view = self.view.with_flags(position.flags)

    def _show(self, places: Positions, numbers: NDArray[np.int8]) -> None:
        self.view = self.view.revealing_at(places, numbers, owner=self)
        self._closed[places] = False
        self._asleep[places] = numbers == 0

    @classmethod
    def new(
        cls,
        level: Level | str,
        *,
        seed: int | None = None,
        start: StartRule | str | None = None,
        index: int = 0,
        winning: WinningRule | str = WinningRule.REVEALED,
        disclosed: int | None = None,
        fair: bool = False,
    ) -> Game:
        """A game on board `index` of a seed; without a seed, on a random board.

        `level` is a level, its name, or a size such as `"16x30/99"`.

        >>> Game.new("expert", seed=1, start="opening").reveal((3, 3))[:3]
        ((3, 3), (2, 2), (2, 3))
        """
        return cls(
            Level.of(level, start),
            seed=seed,
            index=index,
            winning=winning,
            disclosed=disclosed,
            fair=fair,
        )

    @classmethod
    def on(
        cls,
        board: Board,
        *,
        winning: WinningRule | str = WinningRule.REVEALED,
        fair: bool = False,
    ) -> Game:
        """A game on a given board as it is: the first click may be a mine.

        >>> game = Game.on(Board.from_mines(1, 2, [(0, 0)]))
        >>> game.reveal((0, 1)), game.status
        (((0, 1),), <Status.WON: 'won'>)
        """
        level = board.level.starting(StartRule.ANY)
        return cls(
            level,
            board=board,
            seed=board.seed or 0,
            index=board.index,
            winning=winning,
            fair=fair,
        )

    @property
    def moves(self) -> tuple[Turn, ...]:
        """What the player has done so far."""
        return tuple(self._turns)

    @property
    def last_move(self) -> Turn | None:
        """What the player did last."""
        return self._turns[-1] if self._turns else None

    def picture(self) -> Picture:
        """What the player sees; the mines only once the game is over.

        >>> game = Game.on(Board.from_mines(1, 3, [(0, 0)]))
        >>> game.picture().description
        'Row 0: # # #'
        >>> game.reveal((0, 0)), game.picture().description
        ((), 'Row 0: mine # #')
        """
        from sapper.picture.board import EXPLODED, MINE, WRONG_FLAG

        last = self.last_move
        picture = self.view.picture(None if last is None else last.cell)
        if self.status is not Status.PLAYING and self.board is not None:
            mines, flags = self.board.mines, self.view.flags
            picture = picture.with_squares(dict.fromkeys(mines - flags, MINE))
            picture = picture.with_squares(dict.fromkeys(flags - mines, WRONG_FLAG))
            if self.exploded is not None:
                picture = picture.with_squares({self.exploded: EXPLODED})
        elif last is not None:
            picture = picture.outlining([last.cell], "focus")
        return picture

    def _repr_svg_(self) -> str:
        return self.picture().saying(self._in_words()).svg()

    def __repr__(self) -> str:
        with speaking(ENGLISH):
            return f"<Game {self._in_words()}>"

    def _in_words(self) -> str:
        from sapper.picture.words import Pictures

        say, moves, flags = spoken(Pictures), len(self._turns), len(self.view.flags)
        return form(say.game_and_flags if flags else say.game, moves).format(
            size=f"{self.level.height}x{self.level.width}/{self.level.mines}",
            status=say.statuses[self.status.value],
            n=moves,
            flags=flags,
        )

    def reveal(self, cell: Cell) -> tuple[Cell, ...]:
        """Open a cell, and the whole opening around it if it shows 0; return the cells opened.

        Nothing happens if the cell is open or flagged, and that does not count as a move.
        """
        cell = self._checked(cell)
        if cell in self.view.flags or not self.view.is_hidden(cell):
            return ()
        if self.board is None:
            self.board = Board(self.level, self.seed, self.index, cell)
        return self._open(Action.REVEAL, cell, [cell])

    def flag(self, cell: Cell) -> bool:
        """Flag a hidden cell, or remove its flag; return whether it is flagged now."""
        cell = self._checked(cell)
        if not self.view.is_hidden(cell):
            return False
        flagged = cell not in self.view.flags
        self.view = self.view.with_flags(self.view.flags ^ {cell})
        self._turns.append(Turn(Action.FLAG if flagged else Action.UNFLAG, cell))
        self._judge()
        return flagged

    def chord(self, cell: Cell) -> tuple[Cell, ...]:
        """Open all unflagged neighbours of a number with as many flags around it.

        Anywhere else it does nothing. If a flag is wrong, the game is lost.
        """
        cell = self._checked(cell)
        around = neighbours(cell, self.level.height, self.level.width)
        flagged = [near for near in around if near in self.view.flags]
        if self.view.number(cell) != len(flagged):
            return ()
        hidden = [near for near in around if self.view.is_hidden(near) and near not in flagged]
        return self._open(Action.CHORD, cell, hidden) if hidden else ()

    def _checked(self, cell: Cell) -> Cell:
        cell = check_cell(cell, self.level.height, self.level.width)
        if self.status is not Status.PLAYING:
            raise GameOver(f"the game is {self.status.value}; {cell} can't be played")
        return cell

    def _open(self, action: Action, cell: Cell, targets: list[Cell]) -> tuple[Cell, ...]:
        """Open hidden cells one after another, up to the first mine."""
        assert self.board is not None
        if self.fair:
            self.board = fair_board(self.board, self.view, targets, self.seed)
        opened: list[Cell] = []
        for target in targets:
            if self.board.layout[target]:
                self.exploded = target
                self.status = Status.LOST
                break
            if self.view.is_hidden(target):
                region = self._open_region(self.board, target)
                numbers = self.board.numbers.ravel()[region]
                self.view = self.view.revealing_at(region, numbers, owner=self)
                opened += self.view.cells_at(region)
        turn = Turn(action, cell, tuple(opened))
        self._turns.append(turn)
        self._judge()
        return turn.opened

    def _open_region(self, board: Board, cell: Cell) -> Positions:
        """Open a safe cell and, from every 0, all its neighbours; return what was opened.

        It spreads wave by wave: there is no recursion, and a wave is one array operation. Flagged
        cells stay closed, and so bound the opening.
        """
        width = self.level.width
        wave: Positions = np.array([cell[0] * width + cell[1]], dtype=np.intp)
        flagged = [row * width + column for row, column in self.view.flags]
        numbers = board.numbers.ravel()
        opened = []
        while len(wave):
            opened.append(wave[self._closed[wave]])
            self._closed[wave] = False
            self._asleep[wave] = False
            zeros = wave[numbers[wave] == 0]
            if not len(zeros):  # as in most moves: nothing more to open
                break
            wave = np.unique(_around(zeros, self.level.height, width))
            wave = wave[self._closed[wave] | self._asleep[wave]]
            if flagged:
                wave = wave[~np.isin(wave, flagged)]
        return opened[0] if len(opened) == 1 else np.concatenate(opened)

    def _judge(self) -> None:
        """Check whether the game is won. It may be before the first move, if no move is needed."""
        if self.status is not Status.PLAYING:
            return
        if self.winning is WinningRule.REVEALED:
            won = self.view.hidden_count == self.level.mines
        else:
            mines = frozenset() if self.board is None else self.board.mines
            won = len(mines) == self.level.mines and self.view.flags == mines
        if won:
            self.status = Status.WON


def check_fair(winning: WinningRule) -> None:
    """Raise a `LevelError` if a game that is won so can't be fair.

    Flags that do not win would say where the mines are not, and the rule asks about numbers alone.
    """
    if winning is WinningRule.FLAGGED:
        raise LevelError("a fair game is won by opening every safe cell, not by flags")


_STEPS: NDArray[np.intp] = np.array(
    [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
)


def _around(positions: Positions, height: int, width: int) -> Positions:
    """The neighbours of many positions at once, with repetitions."""
    rows, columns = np.divmod(positions, width)
    near_rows = (rows[:, None] + _STEPS[:, 0]).ravel()
    near_columns = (columns[:, None] + _STEPS[:, 1]).ravel()
    inside = (near_rows >= 0) & (near_rows < height) & (near_columns >= 0) & (near_columns < width)
    return near_rows[inside] * width + near_columns[inside]
