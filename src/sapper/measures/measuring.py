"""The numbers players know: how big a board was, and how quickly and cleanly it was played.

The definitions are those of the Minesweeper community (minesweepergame.com, "Statistics"), with
3BV always meaning what was solved, so that lost games have measures too:

    3BV/s         3BV / time
    efficiency    3BV / clicks, known as IOE (index of efficiency)
    correctness   effective clicks / clicks
    throughput    3BV / effective clicks
    ZNE           greedy ZiNi / clicks, of games that were won
    RQP           time / (3BV/s): lower is better, as with QG
    QG            time^1.7 / 3BV
    STNB          a constant of the level × 3BV / time^1.7 × √(share solved): higher is better

A click is effective if it changed the board: opened a cell that was no mine, or set or removed a
flag. What can't be told is None: numbers about clicks that nobody counted, STNB of other boards
than the classic ones, ZiNi of huge ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from sapper._compiled import compiled
from sapper.board import Board
from sapper.measures.units import Units
from sapper.measures.zini import zini_clicks

TIME_POWER = 1.7
"""With QG and STNB, long games are rated down by this power of their time."""
STNB_CONSTANTS: Mapping[tuple[int, int, int], float] = {
    (8, 8, 10): 47.299,
    (16, 16, 40): 153.73,
    (16, 30, 99): 435.001,
}
"""By height, width and mines; other boards have no STNB."""
MOST_CELLS_FOR_ZINI = 2_500
"""Its time grows with the square of the cells: on larger boards it would be noticed."""


@dataclass(frozen=True, slots=True)
class BoardMeasures:
    """What can be said of a board before anybody plays it.

    >>> BoardMeasures.of(Board("expert", seed=5, index=3))
    BoardMeasures(three_bv=185, openings=7, islands=6, zini=126, human_zini=140)
    """

    three_bv: int
    """The fewest left clicks that open all safe cells."""
    openings: int
    """Regions without a mine nearby, which one click opens."""
    islands: int
    """Groups of numbers that border on no opening."""
    zini: int | None
    """About the fewest clicks with flags and chords, by the greedy rule of `zini.py`."""
    human_zini: int | None
    """The same by the human rule."""

    @classmethod
    def of(cls, board: Board) -> BoardMeasures:
        """The measures of a board: on 16×30, less than a millisecond with the engine."""
        has_zini = board.layout.size <= MOST_CELLS_FOR_ZINI
        return cls(
            *_units_of(board),
            _zini_of(board, human=False) if has_zini else None,
            _zini_of(board, human=True) if has_zini else None,
        )


def _units_of(board: Board) -> tuple[int, int, int]:
    if compiled is not None:
        measured: tuple[int, int, int] = compiled.measure_board(board.layout)
        return measured
    units = Units.of(board)
    return units.three_bv, len(units.openings), len(units.islands)


def _zini_of(board: Board, human: bool) -> int:
    if compiled is not None:
        clicks: int = compiled.count_zini_clicks(board.layout, human)
        return clicks
    return len(zini_clicks(board, human=human))


@dataclass(frozen=True, slots=True)
class Clicks:
    """How often each button was pressed; a chord counts once.

    >>> Clicks(left=3, right=2, chord=1) + Clicks(left=1)
    Clicks(left=4, right=2, chord=1)
    """

    left: int = 0
    right: int = 0
    chord: int = 0

    @property
    def all(self) -> int:
        """The clicks of every kind."""
        return self.left + self.right + self.chord

    def __add__(self, other: Clicks) -> Clicks:
        return Clicks(self.left + other.left, self.right + other.right, self.chord + other.chord)


@dataclass(frozen=True, slots=True)
class GameMeasures:
    """What can be said of a game; while it is on, the board has no measures that may be told.

    >>> board = BoardMeasures(three_bv=40, openings=3, islands=4, zini=30, human_zini=33)
    >>> game = GameMeasures(board, solved=40, seconds=20.0, effective=Clicks(25, 8, 7))
    >>> game.three_bv_per_second, game.efficiency, game.rqp
    (2.0, 1.0, 10.0)
    """

    board: BoardMeasures | None
    """None while the mines are hidden."""
    solved: int
    """How much of the 3BV was done; while the mines are hidden, as far as that can be seen."""
    seconds: float
    effective: Clicks | None
    """The clicks that changed something; None where an agent helped."""
    wasted: Clicks | None = Clicks()
    """The clicks that changed nothing, or met a mine; None where nobody counted them."""
    size: tuple[int, int, int] = (0, 0, 0)
    """Height, width and mines, for STNB."""
    path: float | None = None
    """How far the pointer went, in cells; None where there was no pointer."""
    lost: bool = False

    @property
    def clicks(self) -> Clicks | None:
        """All clicks."""
        if self.effective is None or self.wasted is None:
            return None
        return self.effective + self.wasted

    @property
    def is_complete(self) -> bool:
        """Whether all of the 3BV was done.

        A lost game may look so: what bears a wrong flag is left, though a region opened around it.
        """
        return not self.lost and self.board is not None and self.solved == self.board.three_bv

    @property
    def three_bv_per_second(self) -> float | None:
        """The speed; None if no time has passed."""
        return _ratio(self.solved, self.seconds)

    @property
    def estimated_seconds(self) -> float | None:
        """How long the whole board would have taken at this speed."""
        if self.board is None:
            return None
        return _ratio(self.seconds * self.board.three_bv, self.solved)

    @property
    def efficiency(self) -> float | None:
        """3BV per click, known as IOE; with chords it may exceed 1."""
        return _ratio(self.solved, _number(self.clicks))

    @property
    def correctness(self) -> float | None:
        """The share of clicks that changed something."""
        return _ratio(_number(self.effective), _number(self.clicks))

    @property
    def throughput(self) -> float | None:
        """3BV per effective click."""
        return _ratio(self.solved, _number(self.effective))

    @property
    def zini_efficiency(self) -> float | None:
        """Greedy ZiNi per click, known as ZNE; None for a game that was not finished."""
        if self.board is None or not self.is_complete:
            return None
        return _ratio(self.board.zini, _number(self.clicks))

    @property
    def rqp(self) -> float | None:
        """Time by speed; lower is better."""
        return _ratio(self.seconds**2, self.solved)

    @property
    def qg(self) -> float | None:
        """Time to the power of 1.7 by 3BV; lower is better."""
        return _ratio(self.seconds**TIME_POWER, self.solved)

    @property
    def stnb(self) -> float | None:
        """The rating that compares boards of the classic sizes; None on others, such as 9×9."""
        constant = STNB_CONSTANTS.get(self.size)
        if constant is None or self.seconds <= 0:
            return None
        if self.board is None or not self.board.three_bv:
            return None
        share = self.solved / self.board.three_bv
        rated: float = self.seconds**TIME_POWER
        return constant * self.solved / rated * math.sqrt(share)


def _number(clicks: Clicks | None) -> int | None:
    return None if clicks is None else clicks.all


def _ratio(part: float | None, whole: float | None) -> float | None:
    return part / whole if part is not None and whole else None
